//! Refutations of natural first moves that fail.

use super::answer::ProblemAnswer;
use super::area::Area;
use super::reader::ProblemLimits;
use super::stakes::Stakes;
use crate::board::{Move, Point, PointSet};
use crate::life::question::LifeQuestion;
use crate::life::zone_search::{self, ZoneLimits};
use tengen_engine::Control;
use tengen_engine::game::Color;

/// Most first moves that are read.
const MOST_MOVES: usize = 5;

/// Divisor of the budget for the reading after one move.
const SHARE: u64 = 20;

/// The proof that a first move fails, under the assumptions of the answer.
pub struct Refutation {
    /// The first move.
    pub mv: Point,
    /// A line after it, in which the opponent moves first and succeeds with or without ko threats of either side.
    pub line: Vec<(Color, Move)>,
}

/// Returns the refutations of natural first moves that are not in the answer: those that the network's search tried, then
/// those of the answer's lines. Moves without a proof are left out.
pub(super) fn find(
    stakes: &Stakes,
    area: &Area,
    answer: &ProblemAnswer,
    limits: ProblemLimits,
    control: &Control<Move>,
) -> Vec<Refutation> {
    let region = area.question.region();
    let of_lines = answer.lines.iter().flat_map(|line| &line.pv);
    let of_lines = of_lines.filter_map(|&(_, mv)| match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    });
    let mut tried = PointSet::new();
    let others = stakes.moves().chain(of_lines);
    let others = others
        .filter(|mv| region.contains(mv) && !answer.moves.contains(mv))
        .filter(|&mv| tried.insert(mv));
    let limits = ZoneLimits {
        visits: limits.budget / SHARE,
        memory: limits.memory,
        is_stopped: &|| control.interrupted(),
    };
    others
        .take(MOST_MOVES)
        .filter_map(|mv| refute(&area.question, (stakes.to_move(), mv), limits))
        .collect()
}

/// Reads the question after a first move. `None` without a proof that the opponent succeeds with or without ko threats of either side.
pub(super) fn refute(
    question: &LifeQuestion,
    (color, mv): (Color, Point),
    limits: ZoneLimits<'_>,
) -> Option<Refutation> {
    let mut board = question.board().clone();
    if !board.is_legal(color, mv) {
        return None;
    }
    board.make(color, mv);
    // Fails if the move captures the target, or connects it with stones outside the region.
    let after = LifeQuestion::new(&board, question.targets(), question.region()).ok()?;
    let mut turn = color.opponent();
    let first = question.side(turn);
    let reading = zone_search::reading(&after, first, limits)?;
    let is_refuted = reading.verdict.winner() == Some(first) && reading.ko.is_none();
    let line = reading.line.into_iter().map(|mv| {
        let played = (turn, mv);
        turn = turn.opponent();
        played
    });
    is_refuted.then(|| Refutation {
        mv,
        line: line.collect(),
    })
}
