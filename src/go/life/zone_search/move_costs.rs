//! Costs of moves: how seldom moves of a kind win.
//!
//! The kind of a move has a value for each of several features: the neighbors, captures and liberties, chains that it
//! connects, eyes, and the distances to the target, the edge and safety. A weight for each value, added up, gives the
//! logarithm of how often a move wins. The weights are those of a softmax regression on the winning moves of decided
//! states, as in Coulom, Computing Elo Ratings of Move Patterns in the Game of Go, 2007.

use super::assessment::Fight;
use super::field::{Cells, Field, FieldState, cell, cells};
use super::move_weights::WEIGHTS;
use super::table::DECIDED;
use crate::life::side::LifeSide;

/// Units of a score in a nat.
const NAT: i32 = 16;

/// Most that a move counts as worse than the best one.
const WORST: i32 = 8 * NAT;

/// Added to the number of a win for each nat that its move is less likely than the likeliest one.
const PER_NAT: u32 = 2;

/// Units of [`NAT`] for which the number of a win is added once more.
const SHARE: u64 = 4 * NAT as u64;

/// Number of values of each feature, in the order of [`MoveKinds::kind`].
pub const VALUES: [usize; 13] = [105, 105, 20, 5, 4, 9, 12, 9, 6, 6, 6, 6, 2];

/// The values of a move's features, each as an index into the weights.
pub type MoveKind = [u16; VALUES.len()];

/// Number of values of all features.
pub const KINDS: usize = {
    let (mut sum, mut feature) = (0, 0);
    while feature < VALUES.len() {
        sum += VALUES[feature];
        feature += 1;
    }
    sum
};

/// Most liberties of a chain that are counted; a safe chain has as many.
const MANY: u32 = 4;

/// Most missing stones of an eye that are counted; an impossible eye misses as many.
const NO_EYE: u32 = 5;

/// Most steps to safety that are counted.
const FAR: usize = 5;

/// The increase of the number of a win for a move that seldom wins.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveCost {
    added: u32,
    /// Units of [`NAT`] by which the move is less likely than the likeliest one.
    worse: u32,
}

/// A state with what the kinds of its moves depend on.
pub(super) struct MoveKinds<'a> {
    field: &'a Field,
    state: FieldState,
    /// All chains with their liberties, own ones first.
    chains: [Vec<(Cells, u32)>; 2],
    target: Cells,
    target_liberties: Cells,
    /// The cells that can become eyes of the defender.
    interior: Cells,
    /// The cells within 1, 2, ... steps of safety for the defender.
    near_safety: [Cells; FAR],
}

impl MoveCost {
    /// `worse` is the distance to the best score, `added` another increase.
    pub fn new(worse: i32, added: u32) -> MoveCost {
        let worse = worse.min(WORST) as u32;
        MoveCost {
            added: added + worse * PER_NAT / NAT as u32,
            worse,
        }
    }

    /// Returns the number of a win with its cost.
    pub fn with(self, win: u32) -> u32 {
        let share = u64::from(win) * u64::from(self.worse) / SHARE;
        (u64::from(win) + share + u64::from(self.added)).min(u64::from(DECIDED)) as u32
    }

    /// Returns the largest number that does not exceed another one with its cost, or a slightly smaller one.
    pub fn without(self, win: u32) -> u32 {
        let rest = u64::from(win.saturating_sub(self.added));
        (rest * SHARE / (SHARE + u64::from(self.worse))) as u32
    }
}

impl<'a> MoveKinds<'a> {
    pub fn new(field: &'a Field, state: &FieldState, fight: &Fight) -> Self {
        let target = fight.chain;
        let empty = field.empty(state);
        let side = state.to_move;
        let chains = [side, side.opponent()].map(|side| {
            let chains = field.chains(state.of(side));
            let liberties = |chain: Cells| match field.is_safe(chain, side) {
                true => MANY,
                false => (field.near(chain) & empty).count_ones().min(MANY),
            };
            chains.map(|chain| (chain, liberties(chain))).collect()
        });
        let free = field.region & !state.of(LifeSide::Attacker);
        let mut reached = field.anchors[LifeSide::Defender as usize] & free;
        let near_safety = [(); FAR].map(|()| {
            let within = reached;
            reached |= field.near(reached) & free;
            within
        });
        MoveKinds {
            field,
            state: *state,
            chains,
            target,
            target_liberties: field.near(target) & empty,
            interior: field.interior(fight.cells) & !state.of(LifeSide::Defender),
            near_safety,
        }
    }

    /// Returns the kind of a move.
    pub fn kind(&self, index: u8) -> MoveKind {
        let field = self.field;
        let stone = cell(index);
        let (sides, diagonals) = (field.near(stone), field.diagonal(stone));
        let (nearest, farthest) = field.edge_distances(index);
        let edge = usize::from(nearest.min(2));
        let corner = 3 * edge + usize::from(farthest.min(2));
        let (own, least_own) = self.touched(&self.chains[0], sides);
        let (theirs, least_theirs) = self.touched(&self.chains[1], sides);
        let eyes = self.eyes_at(sides);
        let values = [
            self.neighbors(sides) * 3 + edge,
            self.neighbors(diagonals) * 3 + edge,
            self.effect(index),
            match theirs {
                0 => 4,
                _ => least_theirs as usize - 1,
            },
            match own {
                0 => 3,
                _ => least_own.min(3) as usize - 1,
            },
            own.min(2) * 3 + theirs.min(2),
            self.distance(stone) * 4
                + (self.target_liberties.count_ones().clamp(1, 4) as usize - 1),
            corner,
            self.missing(stone) as usize,
            eyes[0] as usize,
            eyes[1] as usize,
            self.near_safety
                .iter()
                .filter(|near| **near & stone == 0)
                .count(),
            usize::from(field.anchors[LifeSide::Attacker as usize] & stone != 0),
        ];
        let mut first = 0;
        std::array::from_fn(|feature| {
            debug_assert!(values[feature] < VALUES[feature], "feature {feature}");
            let value = first + values[feature];
            first += VALUES[feature];
            value as u16
        })
    }

    /// Numbers the combinations of own, opposing and missing cells among four.
    fn neighbors(&self, around: Cells) -> usize {
        let side = self.state.to_move;
        let count = |set: Cells| (around & set).count_ones() as usize;
        let (own, theirs) = (
            count(self.state.of(side)),
            count(self.state.of(side.opponent())),
        );
        let missing = 4 - around.count_ones() as usize;
        usize::from(COMBINATIONS[own][theirs][missing])
    }

    /// Returns the number of captured stones and of liberties after the move, as one value.
    fn effect(&self, index: u8) -> usize {
        let Some(step) = self.field.play(&self.state, index) else {
            return 0;
        };
        let side = self.state.to_move;
        let chain = self.field.chain(cell(index), step.after.of(side));
        let liberties = match self.field.is_safe(chain, side) {
            true => 4,
            false => {
                (self.field.near(chain) & self.field.empty(&step.after))
                    .count_ones()
                    .clamp(1, 4)
                    - 1
            }
        };
        (step.captured.count_ones().min(3) * 5 + liberties) as usize
    }

    /// Returns the number of chains next to a move, and their least liberties.
    fn touched(&self, chains: &[(Cells, u32)], sides: Cells) -> (usize, u32) {
        let touched = chains.iter().filter(|(chain, _)| chain & sides != 0);
        touched.fold((0, MANY), |(count, least), &(_, liberties)| {
            (count + 1, least.min(liberties))
        })
    }

    fn distance(&self, stone: Cells) -> usize {
        let near = self.field.near(stone);
        if near & self.target != 0 {
            0
        } else if near & self.target_liberties != 0 || self.field.diagonal(stone) & self.target != 0
        {
            1
        } else {
            2
        }
    }

    /// Returns the stones that the defender needs for an eye on a cell, with attacking ones counted twice.
    fn missing(&self, eye: Cells) -> u32 {
        if self.interior & eye == 0 {
            return NO_EYE;
        }
        let around = self.field.near(eye);
        let walls = (around & !self.state.of(LifeSide::Defender)).count_ones();
        (walls + (around & self.state.of(LifeSide::Attacker)).count_ones()).min(NO_EYE)
    }

    /// Returns the missing stones of the two best eyes among cells.
    fn eyes_at(&self, sides: Cells) -> [u32; 2] {
        let mut best = [NO_EYE; 2];
        for index in cells(sides & self.interior) {
            let missing = self.missing(cell(index));
            if missing < best[0] {
                best = [missing, best[0]];
            } else {
                best[1] = best[1].min(missing);
            }
        }
        best
    }

    /// Returns the logarithm of how often moves of this kind win, in units of 1/[`NAT`], up to a constant of the state.
    pub fn score(&self, index: u8) -> i32 {
        let weights = &WEIGHTS[self.state.to_move as usize];
        self.kind(index)
            .iter()
            .map(|&kind| i32::from(weights[usize::from(kind)]))
            .sum()
    }
}

/// Numbers for the counts of own, opposing and missing cells among four.
const COMBINATIONS: [[[u8; 5]; 5]; 5] = {
    let mut numbers = [[[0; 5]; 5]; 5];
    let mut next = 0;
    let mut own = 0;
    while own <= 4 {
        let mut theirs = 0;
        while own + theirs <= 4 {
            let mut missing = 0;
            while own + theirs + missing <= 4 {
                numbers[own][theirs][missing] = next;
                next += 1;
                missing += 1;
            }
            theirs += 1;
        }
        own += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_without_its_cost_is_the_largest_within_it() {
        for (worse, added) in [(0, 0), (3, 0), (40, 7), (WORST, 100), (2 * WORST, 0)] {
            let cost = MoveCost::new(worse, added);
            for win in 1..3_000 {
                let least = cost.with(1);
                let without = cost.without(win);
                assert!(win < least || cost.with(without) <= win, "{worse} {win}");
                assert!(cost.with(without + 2) > win, "{worse} {win}");
            }
        }
        assert_eq!(MoveCost::new(WORST, 0).with(DECIDED), DECIDED);
    }

    #[test]
    fn combinations_of_neighbors_have_different_numbers() {
        let mut numbers: Vec<u8> = Vec::new();
        for (own, of_own) in COMBINATIONS.iter().enumerate() {
            for (theirs, row) in of_own.iter().enumerate() {
                numbers.extend(row.iter().take(5_usize.saturating_sub(own + theirs)));
            }
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (0..35).collect::<Vec<u8>>());
    }
}
