//! Answers kept from position to position: most moves of a game change nothing that the ladders elsewhere rest on.

use rustc_hash::FxHashMap;

use super::reader::LookedAt;
use super::{KoMark, Reading, Verdict, read_traced, verdict_traced};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::{Board, BoardChanges, LARGE};

/// The liberties by which a reading tells chains apart, and one more.
const SEEN_LIBERTIES: usize = 8;

/// An answer and what it rests on.
#[derive(Clone, Debug)]
struct KeptAnswer<A> {
    answer: A,
    zone: PointSet,
    /// Whether chains with [`LARGE`] liberties or more have too many for the reading to tell how many.
    is_short: bool,
}

impl<A> KeptAnswer<A> {
    fn new(answer: A, looked_at: &LookedAt) -> Option<KeptAnswer<A>> {
        Some(KeptAnswer {
            answer,
            zone: looked_at.zone()?,
            is_short: looked_at.tests() + SEEN_LIBERTIES <= LARGE,
        })
    }

    fn outlives(&self, changes: &BoardChanges) -> bool {
        !self.zone.intersects(&changes.near)
            && (self.is_short || !self.zone.intersects(&changes.large_chains))
    }
}

/// A chain, by the head that it keeps while it does not change, and the side that moves first.
type Key = (Point, Color);

/// Ladder answers of the present position, and those of former ones that still hold.
///
/// An answer rests on the points that its reading looked at: their content, the liberties of the chains there, and a ko
/// there. Once a move or another change of the position touches one of them, the answer is forgotten. Readings that
/// run out of moves or look at the whole board are not kept. So every answer is that of a new reading.
#[derive(Clone)]
pub struct LadderMemo {
    board: Board,
    nodes: u64,
    verdicts: FxHashMap<Key, KeptAnswer<(Verdict, Option<KoMark>)>>,
    readings: FxHashMap<Key, KeptAnswer<Reading>>,
}

impl LadderMemo {
    /// Returns a memo without answers for this position. Each reading may try this many moves.
    pub fn new(board: &Board, nodes: u64) -> LadderMemo {
        LadderMemo {
            board: board.clone(),
            nodes,
            verdicts: FxHashMap::default(),
            readings: FxHashMap::default(),
        }
    }

    /// Goes over to another position, usually that after the next move. Forgets what does not hold there.
    pub fn set_position(&mut self, board: &Board) {
        match board.changes_since(&self.board) {
            Some(changes) => {
                self.verdicts.retain(|_, kept| kept.outlives(&changes));
                self.readings.retain(|_, kept| kept.outlives(&changes));
            }
            None => {
                self.verdicts.clear();
                self.readings.clear();
            }
        }
        self.board.clone_from(board);
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the verdict and the ko mark as [`verdict`](super::verdict) does.
    pub fn verdict(&mut self, target: Point, first: Color) -> Option<(Verdict, Option<KoMark>)> {
        self.board.at(target)?;
        let key = (self.board.head(target), first);
        if let Some(kept) = self.verdicts.get(&key) {
            return Some(kept.answer);
        }
        let mut looked_at = LookedAt::default();
        let answer = verdict_traced(&mut self.board, target, first, self.nodes, &mut looked_at)?;
        if answer.0 != Verdict::Unknown
            && let Some(kept) = KeptAnswer::new(answer, &looked_at)
        {
            self.verdicts.insert(key, kept);
        }
        Some(answer)
    }

    /// Reads in full as [`read`](super::read) does.
    pub fn read(&mut self, target: Point, first: Color) -> Option<Reading> {
        self.board.at(target)?;
        let key = (self.board.head(target), first);
        if let Some(kept) = self.readings.get(&key) {
            return Some(kept.answer.clone());
        }
        let mut looked_at = LookedAt::default();
        let reading = read_traced(&mut self.board, target, first, self.nodes, &mut looked_at)?;
        if reading.verdict != Verdict::Unknown
            && let Some(kept) = KeptAnswer::new(reading.clone(), &looked_at)
        {
            self.readings.insert(key, kept);
        }
        Some(reading)
    }
}

#[cfg(test)]
mod tests;
