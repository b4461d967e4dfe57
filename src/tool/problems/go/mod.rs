//! Problems of Go.
//!
//! - `capture`: captures in ladders and nets
//! - `rescue`: chains saved from ladders
//! - `life`, `life_proof`: groups killed and saved; their proofs
//!
//! Tests: `tests.rs`.
//! A change moves: the output of `tengen problems`.

mod capture;
mod life;
mod life_proof;
mod rescue;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::finding::{Branch, Finding, Line};
use super::game::{FinderLimits, ProblemGame};
use super::kind::ProblemKind;
use super::proof::Proof;
use tengen_engine::game::{Color, Point, Position as _};
use tengen_go::ladder::Verdict;
use tengen_go::ladder::loose::{self, LooseQuestion, LooseReading};
use tengen_go::ladder::question::{LadderQuestion, short_chains};
use tengen_go::{Board, PointSet, Position};
use tengen_play::go::{Go, to_top};

/// Moves per ladder reading.
const LADDER_NODES: u64 = 20_000;

/// Moves per reading of a net.
const NET_NODES: u64 = 3_000;

/// Distance from a chain up to which its surroundings count.
const SURROUNDINGS: usize = 4;

/// Fewest plies of a ladder or net, unless an option says otherwise.
const LEAST_PLIES: usize = 5;

/// Most wrong moves shown.
const MOST_WRONG: usize = 6;

/// The state of a search for problems in one game.
pub struct GoFinder {
    limits: FinderLimits,
    life: life::LifeFinder,
    /// Questions that have been asked. A chain is looked at again only if its surroundings or the verdict change.
    asked: HashSet<AskedChain>,
}

/// The surroundings of a chain, the verdict of its ladder and the side to move.
type AskedChain = (Vec<(tengen_go::Point, Option<Color>)>, bool, Color);

impl ProblemGame for Go {
    type Finder = GoFinder;

    // The same players on every board, at ranks from 20k to 12k on 9x9. Stronger ones take too long on large boards.
    const GRADERS: &'static [&'static str] =
        &["anchor:0", "anchor:1", "anchor:2", "anchor:3", "anchor:4"];

    fn finder(limits: FinderLimits) -> GoFinder {
        GoFinder {
            limits,
            life: life::LifeFinder::default(),
            asked: HashSet::new(),
        }
    }

    fn find(finder: &mut GoFinder, position: &Position, wanted: &[ProblemKind]) -> Vec<Finding> {
        let mut board = position.board().clone();
        let mover = position.to_move();
        let mut findings = Vec::new();
        for chain in short_chains(&board) {
            let question = ChainQuestion {
                mover,
                chain,
                depth: finder.limits.depth.unwrap_or(LEAST_PLIES),
                most: finder.limits.solutions,
                wanted,
            };
            let attack = LadderQuestion::attack(&board, chain);
            let verdict = attack.map(|attack| attack.verdict(&mut board, LADDER_NODES));
            let Some((verdict, None)) = verdict else {
                continue;
            };
            let is_captured = verdict == Verdict::Captured;
            let asked = (surroundings(&board, chain), is_captured, mover);
            if verdict == Verdict::Unknown || !finder.asked.insert(asked) {
                continue;
            }
            findings.extend(match board.at(chain) == Some(mover) {
                true if is_captured => rescue::find(&mut board, &question),
                true => None,
                false => capture::find(&mut board, &question, is_captured),
            });
        }
        if wanted.contains(&ProblemKind::Kill) || wanted.contains(&ProblemKind::Live) {
            findings.extend(
                finder
                    .life
                    .find(&board, mover, wanted, finder.limits.solutions),
            );
        }
        findings
    }

    fn proofs(position: &Position, finding: &Finding) -> Option<Vec<Proof>> {
        match finding.kind {
            ProblemKind::Kill | ProblemKind::Live => life_proof::proofs(position, finding),
            _ => Some(Vec::new()),
        }
    }

    /// Returns the chains.
    fn groups(position: &Position) -> Vec<Vec<(Color, Point)>> {
        let board = position.board();
        let chains = board
            .chains()
            .filter_map(|chain| Some((board.at(chain)?, chain)));
        let stones = |(color, chain)| {
            let stones = stones_of(board, chain).into_iter();
            stones.map(|stone| (color, stone)).collect()
        };
        chains.map(stones).collect()
    }

    /// Refutes nothing: a finding lists the wrong moves among which its players choose.
    fn refute(_: &mut GoFinder, _: &Position, _: &Finding, _: Point) -> Option<Branch> {
        None
    }
}

/// A chain with one or two liberties, and what is asked about it.
#[derive(Clone, Copy)]
struct ChainQuestion<'a> {
    mover: Color,
    /// A stone of the chain.
    chain: tengen_go::Point,
    /// Fewest plies of the longest line.
    depth: usize,
    /// Most right first moves.
    most: usize,
    wanted: &'a [ProblemKind],
}

impl ChainQuestion<'_> {
    /// Reads a loose ladder of the chain with up to three liberties.
    fn loose(&self, board: &mut Board, first: Color) -> Option<LooseReading> {
        let question = LooseQuestion {
            target: self.chain,
            first,
            max_liberties: loose::DEFAULT_MAX_LIBERTIES,
        };
        loose::read(board, question, NET_NODES)
    }

    /// Returns the verdict of the loose ladder; a chain that is gone has been captured.
    fn loose_verdict(&self, board: &mut Board, first: Color) -> Verdict {
        let reading = self.loose(board, first);
        reading.map_or(Verdict::Captured, |reading| reading.verdict)
    }
}

/// Returns the content of the points near a chain.
fn surroundings(board: &Board, chain: tengen_go::Point) -> Vec<(tengen_go::Point, Option<Color>)> {
    let mut near: PointSet = board.stones_of(chain).collect();
    for _ in 0..SURROUNDINGS {
        near = near.widened();
    }
    let points = board.size().points().filter(|&point| near.contains(point));
    points.map(|point| (point, board.at(point))).collect()
}

/// Returns the stones of a chain as points of any board.
fn stones_of(board: &Board, chain: tengen_go::Point) -> Vec<Point> {
    let stones = board.stones_of(chain);
    stones.map(|stone| to_top(board.size(), stone)).collect()
}

/// Returns a line of colored moves after a first move, with passes where a side moves twice in a row.
fn line_of(
    board: &Board,
    first: (Color, tengen_go::Point),
    rest: &[(Color, tengen_go::Point)],
) -> Line {
    let mut line = vec![Some(to_top(board.size(), first.1))];
    let mut last = first.0;
    for &(color, point) in rest {
        if color == last {
            line.push(None);
        }
        line.push(Some(to_top(board.size(), point)));
        last = color;
    }
    line
}
