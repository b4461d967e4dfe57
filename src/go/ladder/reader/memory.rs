//! Positions that were read to the end, by their keys.

use super::{Answer, ESCAPES, Met, Reader};
use crate::engine::game::Color;

/// Moves tried before positions are remembered: most readings end sooner.
const NODES_BEFORE_RECENT: u64 = 32;

/// Places for the positions remembered at first, without an allocation; a later one takes the place of another.
pub(super) const RECENT: usize = 512;

/// Moves tried before all positions are remembered, which allocates.
const NODES_BEFORE_MEMORY: u64 = 2_000;

/// What is remembered of a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub captured: bool,
    /// Whether a ko has kept the side that does not get its wish from a move on the way to that.
    pub is_barred: bool,
}

impl Known {
    /// The bits that it takes.
    const MASK: u64 = 0b11;

    fn from_bits(bits: u64) -> Known {
        Known {
            captured: bits & 1 != 0,
            is_barred: bits & 2 != 0,
        }
    }

    fn bits(self) -> u64 {
        u64::from(self.captured) | u64::from(self.is_barred) << 1
    }
}

impl Reader<'_> {
    /// Starts without memory.
    pub(super) fn forget(&mut self) {
        self.path.recent.clear();
        self.memory.clear();
    }

    /// Keeps what holds when one side becomes free to retake kos: what it could force before, and what the other
    /// side could without a ko that barred it.
    pub(super) fn forget_barred(&mut self, free: Color) {
        let defender = self.defender;
        let holds = |known: Known| !known.is_barred || known.captured == (free != defender);
        for entry in &mut self.path.recent {
            if !holds(Known::from_bits(*entry)) {
                *entry = 0;
            }
        }
        self.memory.retain(|_, known| holds(*known));
    }

    /// What is known of a position before it is searched.
    pub(super) fn known(&mut self, key: u64) -> Option<Answer> {
        match self.meet(key) {
            Met::Repetition(rests_on) => Some(Answer {
                captured: false,
                rests_on,
            }),
            Met::Limit => Some(ESCAPES),
            Met::Nothing => {
                let known = self.recalled(key)?;
                Some(self.recall(known))
            }
        }
    }

    /// The answer that is known, with the note that it rests on a ko.
    pub(super) fn recall(&mut self, known: Known) -> Answer {
        if known.is_barred {
            self.barred[self.loser(known.captured).index()] += 1;
        }
        Answer {
            captured: known.captured,
            rests_on: usize::MAX,
        }
    }

    pub(super) fn recalled(&self, key: u64) -> Option<Known> {
        let recent = self.path.recent.get(Reader::place(key))?;
        if (recent ^ key) & !Known::MASK == 0 {
            return Some(Known::from_bits(*recent));
        }
        self.memory.get(&key).copied()
    }

    /// The place of a position among the recent ones.
    fn place(key: u64) -> usize {
        (key >> Known::MASK.count_ones()) as usize % RECENT
    }

    /// The side that does not get its wish.
    fn loser(&self, captured: bool) -> Color {
        if captured {
            self.defender
        } else {
            self.attacker()
        }
    }

    /// Keeps an answer that holds on every line: an escape that rests on the repetition of an earlier position
    /// does not. `barred` is how often each side was kept from a move before the position was read.
    pub(super) fn remember(&mut self, key: u64, answer: Answer, barred: [u32; 2]) -> Answer {
        let tried = self.tried();
        let holds = !self.is_spent && answer.rests_on >= self.path.keys.len();
        if tried <= NODES_BEFORE_RECENT || !holds {
            return answer;
        }
        let loser = self.loser(answer.captured).index();
        let known = Known {
            captured: answer.captured,
            is_barred: self.barred[loser] > barred[loser],
        };
        let recent = &mut self.path.recent;
        if recent.is_empty() {
            recent.extend([0; RECENT]);
        }
        recent[Reader::place(key)] = key & !Known::MASK | known.bits();
        if tried > NODES_BEFORE_MEMORY {
            self.memory.insert(key, known);
        }
        answer
    }
}
