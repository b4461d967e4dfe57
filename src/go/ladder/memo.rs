//! Ladder answers kept from position to position: most moves of a game do not affect ladders elsewhere.

use rustc_hash::FxHashMap;

use super::question::BATCH_NODES;
use super::reader::{LookedAt, StopRequest, Surroundings};
use super::{KoMark, Reading, Verdict, read_traced, verdict_traced};
use crate::board::point::Point;
use crate::board::stones::{Board, LARGE};
use tengen_engine::game::Color;

/// One more than the number of liberties up to which a reading distinguishes chains.
const SEEN_LIBERTIES: usize = 8;

/// An answer and the points it depends on.
#[derive(Clone, Debug)]
struct KeptAnswer<A> {
    answer: A,
    looked_at: LookedAt,
}

/// The points where a position differs from the previous one.
struct Changes {
    near: Surroundings,
    /// Large chains with a different number of liberties, if any.
    large_chains: Option<Surroundings>,
}

impl<A> KeptAnswer<A> {
    /// Returns the answer for keeping, or `None` if it depends on the whole board.
    fn new(answer: A, looked_at: LookedAt) -> Option<KeptAnswer<A>> {
        (!looked_at.is_everywhere()).then_some(KeptAnswer { answer, looked_at })
    }

    #[inline]
    fn outlives(&self, changes: &Changes) -> bool {
        // In a short reading, large chains always have too many liberties for their exact number to matter.
        let is_short = self.looked_at.tests() + SEEN_LIBERTIES <= LARGE;
        !self.looked_at.is_reached_by(&changes.near)
            && match &changes.large_chains {
                Some(chains) if !is_short => !self.looked_at.is_reached_by(chains),
                _ => true,
            }
    }
}

/// The head of a chain, which stays the same while the chain does not change, and the side that moves first.
type Key = (Point, Color);

/// Ladder answers of a position, and answers from earlier positions that are still valid.
///
/// An answer depends on the points that its reading examined: their content, the liberties of the chains there, and a
/// ko there. It is forgotten once a move or another change of the position touches one of them. Readings that run out
/// of moves or examine the whole board are not kept. Every answer therefore equals that of a fresh reading.
#[derive(Clone, Default)]
pub struct LadderMemo {
    verdicts: FxHashMap<Key, KeptAnswer<(Verdict, Option<KoMark>)>>,
    readings: FxHashMap<Key, KeptAnswer<Reading>>,
}

impl LadderMemo {
    /// Switches from the position that the answers belong to, usually to the one after the next move. Forgets answers
    /// that are no longer valid.
    pub fn follow(&mut self, former: &Board, board: &Board) {
        match board.changes_since(former) {
            Some(changes) => {
                let changes = Changes {
                    near: Surroundings::new(&changes.near),
                    large_chains: (!changes.large_chains.is_empty())
                        .then(|| Surroundings::new(&changes.large_chains)),
                };
                self.verdicts.retain(|_, kept| kept.outlives(&changes));
                self.readings.retain(|_, kept| kept.outlives(&changes));
            }
            None => *self = LadderMemo::default(),
        }
    }

    /// Returns the verdict and the ko mark in the current position, as [`verdict`](super::verdict) does, with up to
    /// [`BATCH_NODES`] moves per reading.
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
            && let Some(kept) = KeptAnswer::new(answer, looked_at)
        {
            self.verdicts.insert(key, kept);
        }
        Some(answer)
    }

    /// Reads in full in the current position, as [`read_until`](super::read_until) does. The budget must be the same
    /// for all calls.
    pub fn read_until(
        &mut self,
        board: &mut Board,
        target: Point,
        first: Color,
        budget: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Reading> {
        board.at(target)?;
        let key = (board.head(target), first);
        if let Some(kept) = self.readings.get(&key) {
            return Some(kept.answer.clone());
        }
        let mut trace = (LookedAt::default(), StopRequest::new(is_stopped));
        let reading = read_traced(board, target, first, budget, &mut trace)?;
        let (looked_at, _) = trace;
        if reading.verdict != Verdict::Unknown
            // Parts of the answer may be missing.
            && !is_stopped()
            && let Some(kept) = KeptAnswer::new(reading.clone(), looked_at)
        {
            self.readings.insert(key, kept);
        }
        Some(reading)
    }
}

#[cfg(test)]
mod tests;
