//! The fate of a chain on a finished board, read in the region that chains known to be alive leave to it.
//!
//! The region grows from the chain through empty points and through all chains of either side that are not known to be
//! alive. No reading therefore depends on a wall that lives only because neither side can capture it, or on a dead
//! wall.

use std::cell::Cell;

use super::enclosure::Enclosure;
use super::question::LifeQuestion;
use super::solver::LifeSolver;
use super::state::{LifeMove, MAX_NODES};
use crate::board::{Board, Move, Point, PointSet};
use crate::rules::flood::flood;
use tengen_engine::game::Color;

/// The most stones that leave a single-eye space when captured (the rabbity six).
const MAX_NAKADE: usize = 6;

/// The largest captor, in stones, that isn't a loss when captured.
const LEAST_CAPTOR: usize = 4;

/// The fate of a chain for either side moving first, without ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Lives by two eyes or connected with a living chain, even if the attacker moves first.
    Alive,
    /// Cannot be captured, or its captors are captured in turn, but does not have two eyes.
    Seki,
    /// Cannot be captured; whether it has two eyes was not determined.
    Lives,
    /// The side that moves first succeeds.
    Unsettled,
    /// Is captured even if the defender moves first.
    Dead,
    /// A reading reached a limit.
    Unknown,
}

/// Limits for the readings on a board.
#[derive(Clone, Copy, Debug)]
pub struct FateLimits {
    /// The largest number of empty points in a region.
    pub empty: usize,
    /// The number of states that one reading may visit.
    pub visits: u64,
    /// The number of states that all readings together may visit.
    pub all_visits: u64,
    /// The memory of one reading, in bytes.
    pub memory: usize,
}

/// A reader of fates within limits.
pub struct FateReader<'a> {
    limits: FateLimits,
    visits_left: Cell<u64>,
    is_stopped: &'a dyn Fn() -> bool,
}

/// Returns the points connected with a chain through empty points and stones not in `alive`.
pub fn region(board: &Board, alive: &PointSet, chain: Point) -> Vec<Point> {
    let head = board.head(chain);
    let is_inside =
        |point| board.is_empty(point) || !alive.contains(point) || board.head(point) == head;
    flood(board, chain, &mut PointSet::new(), is_inside, |_| ())
}

impl<'a> FateReader<'a> {
    /// Returns a reader with its full limits. `is_stopped` ends all readings early.
    pub fn new(limits: FateLimits, is_stopped: &'a dyn Fn() -> bool) -> FateReader<'a> {
        FateReader {
            limits,
            visits_left: Cell::new(limits.all_visits),
            is_stopped,
        }
    }

    /// Returns the region of a chain, or `None` if it is too large to read.
    pub fn region(&self, board: &Board, alive: &PointSet, chain: Point) -> Option<Vec<Point>> {
        let region = region(board, alive, chain);
        let empty = region.iter().filter(|&&point| board.is_empty(point));
        let nodes = region.len() + 1 - board.chain_len(chain);
        (empty.count() <= self.limits.empty && nodes <= MAX_NODES).then_some(region)
    }

    /// Reads a chain's fate in its region.
    pub fn read(&self, board: &Board, alive: &PointSet, chain: Point, region: &[Point]) -> Fate {
        self.fate(board, alive, chain, region)
            .unwrap_or(Fate::Unknown)
    }

    fn fate(
        &self,
        board: &Board,
        alive: &PointSet,
        chain: Point,
        region: &[Point],
    ) -> Option<Fate> {
        let (fate, line) = self.ask(board, chain, region, |solver, enclosure, visits| {
            let (fate, spent) = solver.fate(visits);
            self.spend(spent);
            let can_fall = matches!(fate, Fate::Dead | Fate::Unsettled);
            let line = match can_fall && board.chain_len(chain) <= MAX_NAKADE {
                true => points_of(&solver.capture_line(), enclosure),
                false => Vec::new(),
            };
            (fate, line)
        })?;
        let is_avenged = !line.is_empty() && self.is_avenged(board, alive, chain, &line);
        Some(if is_avenged { Fate::Seki } else { fate })
    }

    /// Whether a chain that captures the target with this line is captured in turn.
    fn is_avenged(&self, board: &Board, alive: &PointSet, chain: Point, line: &[Move]) -> bool {
        let Some(defender) = board.at(chain) else {
            return false;
        };
        let stones: Vec<Point> = board.stones_of(chain).collect();
        let stands = |after: &Board| {
            stones
                .iter()
                .any(|&stone| after.at(stone) == Some(defender))
        };
        let Some(mut after) = played(board, defender.opponent(), line, stands) else {
            return false;
        };
        after.set_ko(None);
        let around = stones.iter().flat_map(|stone| stone.neighbors());
        let mut captors: Vec<Point> = around
            .filter(|&near| after.contains(near) && after.at(near) == Some(defender.opponent()))
            .filter(|&near| !alive.contains(near))
            .map(|near| after.head(near))
            .filter(|&captor| after.chain_len(captor) > stones.len().max(LEAST_CAPTOR))
            .collect();
        captors.sort_unstable();
        captors.dedup();
        captors
            .into_iter()
            .any(|captor| self.is_captured(&after, alive, captor))
    }

    /// Whether a chain is captured if the attacker moves first.
    fn is_captured(&self, board: &Board, alive: &PointSet, chain: Point) -> bool {
        let Some(region) = self.region(board, alive, chain) else {
            return false;
        };
        let fate = self.ask(board, chain, &region, |solver, _, visits| {
            let (fate, spent) = solver.fate(visits);
            self.spend(spent);
            fate
        });
        matches!(fate, Some(Fate::Dead | Fate::Unsettled))
    }

    /// Whether a chain is captured even if its owner moves first, provided that the attacker wins all kos.
    pub fn falls_to_ko(&self, board: &Board, alive: &PointSet, chain: Point) -> bool {
        let falls = self.region(board, alive, chain).and_then(|region| {
            self.ask(board, chain, &region, |solver, _, visits| {
                let (falls, spent) = solver.falls_to_endless_threats(visits);
                self.spend(spent);
                falls
            })
        });
        falls.flatten().unwrap_or(false)
    }

    /// Asks a solver about a chain, within the remaining visits. `None` if its region is too large.
    fn ask<T>(
        &self,
        board: &Board,
        chain: Point,
        region: &[Point],
        ask: impl FnOnce(&mut LifeSolver<'_>, &Enclosure, u64) -> T,
    ) -> Option<T> {
        let mut board = board.clone();
        board.set_ko(None);
        let question = LifeQuestion::new(&board, &[chain], region).ok()?;
        let enclosure = Enclosure::new(&question)?.with_equal_outer_liberties();
        let memory = self.limits.memory;
        let mut solver = LifeSolver::new(&enclosure, &question, memory, self.is_stopped);
        let visits = self.limits.visits.min(self.visits_left.get());
        Some(ask(&mut solver, &enclosure, visits))
    }

    fn spend(&self, visits: u64) {
        self.visits_left
            .set(self.visits_left.get().saturating_sub(visits));
    }
}

/// Returns the moves of a line as points of the board.
fn points_of(line: &[LifeMove], enclosure: &Enclosure) -> Vec<Move> {
    let point = |mv: &LifeMove| match *mv {
        LifeMove::Pass => Move::Pass,
        LifeMove::Stone(node) => Move::Place(enclosure.point(node)),
    };
    line.iter().map(point).collect()
}

/// Returns the board after a line of alternating moves, which ends when the target no longer `stands`. `None` if the
/// target stands at the end or a move is illegal.
fn played(
    board: &Board,
    first: Color,
    line: &[Move],
    stands: impl Fn(&Board) -> bool,
) -> Option<Board> {
    let mut board = board.clone();
    board.set_ko(None);
    let mut color = first;
    for &mv in line {
        match mv {
            Move::Place(point) if board.is_legal(color, point) => board.play(color, point),
            Move::Place(_) => return None,
            Move::Pass => board.set_ko(None),
        }
        if !stands(&board) {
            return Some(board);
        }
        color = color.opponent();
    }
    None
}
