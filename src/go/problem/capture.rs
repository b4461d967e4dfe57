//! Captures in ladders and nets, which run over the whole board: no area bounds them.

use super::answer::{Goal, ProblemAnswer, ProblemLine, SuccessKind};
use super::stakes::Stakes;
use crate::board::{Board, Move, Point};
use crate::ladder::Verdict;
use crate::ladder::loose::{self, LooseQuestion, LooseReading};
use crate::life::group::GroupStatus;
use crate::life::reading::LifeVerdict;
use tengen_engine::game::Color;

/// Least number of stones of a chain, each weighted with its stake. Captures of fewer were not the solution.
const LEAST_STAKE: f32 = 1.9;

/// Most liberties of a chain, and at each turn of the attacker.
const MOST_LIBERTIES: usize = loose::DEFAULT_MAX_LIBERTIES;

/// Most moves that one reading tries.
const NODES: u64 = 100_000;

/// Distance in rows and columns together from a stone of the chain to a first move.
const REACH: u8 = 4;

/// Returns the capture of the chain with the largest stake among those that a single first move captures, and that escape
/// loose ladders after a move of their own. Readings try at most `budget` moves each.
pub fn find(stakes: &Stakes, budget: u64, is_stopped: &dyn Fn() -> bool) -> Option<ProblemAnswer> {
    let mut reader = CaptureReader {
        board: stakes.board().clone(),
        attacker: stakes.to_move(),
        nodes: budget.min(NODES),
        is_stopped,
    };
    let mut chains: Vec<(f32, Point)> = stakes
        .board()
        .chains()
        .filter(|&chain| reader.is_candidate(chain))
        .map(|chain| (stakes.of_stones(chain), chain))
        .filter(|&(stake, _)| stake >= LEAST_STAKE)
        .collect();
    chains.sort_by(|(stake, _), (other, _)| other.total_cmp(stake));
    chains
        .into_iter()
        .find_map(|(_, chain)| reader.answer(chain))
}

struct CaptureReader<'a> {
    board: Board,
    attacker: Color,
    /// Most moves that one reading tries.
    nodes: u64,
    is_stopped: &'a dyn Fn() -> bool,
}

impl CaptureReader<'_> {
    fn is_candidate(&self, chain: Point) -> bool {
        self.board.at(chain) == Some(self.attacker.opponent())
            && self.board.chain_len(chain) > 1
            && self.board.liberty_count(chain) <= MOST_LIBERTIES
    }

    fn answer(&mut self, chain: Point) -> Option<ProblemAnswer> {
        let defender = self.attacker.opponent();
        let captured = self.read(chain, self.attacker)?;
        let escaped = self.read(chain, defender)?;
        if captured.verdict != Verdict::Captured || escaped.verdict != Verdict::Escapes {
            return None;
        }
        let [only] = self.working_moves(chain)?[..] else {
            return None;
        };
        let line = |reading: LooseReading, verdict| ProblemLine {
            verdict,
            pv: with_passes(reading.pv),
            zone: Vec::new(),
        };
        Some(ProblemAnswer {
            goal: Goal::Capture,
            target: chain,
            status: GroupStatus::Unsettled,
            question: None,
            assumed: Vec::new(),
            moves: vec![only],
            kind: SuccessKind::WithoutThreats,
            lines: [
                line(captured, LifeVerdict::Captured),
                line(escaped, LifeVerdict::Unknown),
            ],
            // An escape from ladders and nets is no proof of life.
            refutations: Vec::new(),
        })
    }

    /// Returns the first moves that capture. `None` if a reading reached its limit.
    fn working_moves(&mut self, chain: Point) -> Option<Vec<Point>> {
        let distance = |stone: Point, point: Point| {
            stone.column().abs_diff(point.column()) + stone.row().abs_diff(point.row())
        };
        let board = &self.board;
        let is_near = |point: Point| {
            let mut stones = board.stones_of(chain);
            stones.any(|stone| distance(stone, point) <= REACH)
        };
        let points = board.size().points();
        let near: Vec<Point> = points
            .filter(|&point| board.is_legal(self.attacker, point) && is_near(point))
            .collect();
        let mut working = Vec::new();
        for point in near {
            let undo = self.board.make(self.attacker, point);
            let reading = self.read(chain, self.attacker.opponent());
            self.board.unmake(undo);
            // A chain that is gone has been captured.
            match reading.map_or(Verdict::Captured, |reading| reading.verdict) {
                Verdict::Captured => working.push(point),
                Verdict::Escapes => {}
                Verdict::Unknown => return None,
            }
        }
        Some(working)
    }

    fn read(&mut self, target: Point, first: Color) -> Option<LooseReading> {
        let question = LooseQuestion {
            target,
            first,
            max_liberties: MOST_LIBERTIES,
        };
        loose::read_until(&mut self.board, question, self.nodes, self.is_stopped)
    }
}

/// Returns a line in which the sides take turns.
fn with_passes(line: Vec<(Color, Point)>) -> Vec<(Color, Move)> {
    let mut turns: Vec<(Color, Move)> = Vec::new();
    for (color, point) in line {
        if turns.last().is_some_and(|&(last, _)| last == color) {
            turns.push((color.opponent(), Move::Pass));
        }
        turns.push((color, Move::Place(point)));
    }
    turns
}
