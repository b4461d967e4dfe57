//! Answers kept from position to position: most moves of a game change nothing that the ladders elsewhere rest on.

use rustc_hash::FxHashMap;

use super::question::BATCH_NODES;
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

/// Ladder answers of a position, and those of former ones that still hold.
///
/// An answer rests on the points that its reading looked at: their content, the liberties of the chains there, and a ko
/// there. Once a move or another change of the position touches one of them, the answer is forgotten. Readings that
/// run out of moves or look at the whole board are not kept. So every answer is that of a new reading.
#[derive(Clone, Default)]
pub struct LadderMemo {
    verdicts: FxHashMap<Key, KeptAnswer<(Verdict, Option<KoMark>)>>,
    readings: FxHashMap<Key, KeptAnswer<Reading>>,
}

impl LadderMemo {
    /// Goes over from the position that the answers are about to another one, usually that after the next move. Forgets
    /// what does not hold there.
    pub fn follow(&mut self, former: &Board, board: &Board) {
        match board.changes_since(former) {
            Some(changes) => {
                self.verdicts.retain(|_, kept| kept.outlives(&changes));
                self.readings.retain(|_, kept| kept.outlives(&changes));
            }
            None => *self = LadderMemo::default(),
        }
    }

    /// Returns the verdict and the ko mark in the present position, as [`verdict`](super::verdict) does. Readings may try
    /// [`BATCH_NODES`] moves.
    pub fn verdict(
        &mut self,
        board: &mut Board,
        target: Point,
        first: Color,
    ) -> Option<(Verdict, Option<KoMark>)> {
        board.at(target)?;
        let key = (board.head(target), first);
        if let Some(kept) = self.verdicts.get(&key) {
            return Some(kept.answer);
        }
        let mut looked_at = LookedAt::default();
        let answer = verdict_traced(board, target, first, BATCH_NODES, &mut looked_at)?;
        if answer.0 != Verdict::Unknown
            && let Some(kept) = KeptAnswer::new(answer, &looked_at)
        {
            self.verdicts.insert(key, kept);
        }
        Some(answer)
    }

    /// Reads in full in the present position, as [`read`](super::read) does. Of one memo the budget is always the same.
    pub fn read(
        &mut self,
        board: &mut Board,
        target: Point,
        first: Color,
        budget: u64,
    ) -> Option<Reading> {
        board.at(target)?;
        let key = (board.head(target), first);
        if let Some(kept) = self.readings.get(&key) {
            return Some(kept.answer.clone());
        }
        let mut looked_at = LookedAt::default();
        let reading = read_traced(board, target, first, budget, &mut looked_at)?;
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
