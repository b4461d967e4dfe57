//! The strength profile of a level.

use crate::board::point::Size;
use tengen_engine::SkillLevel;
use tengen_engine::skill::Interpolation;

use super::scale::{ANCHORS, ratings_on};

/// How strongly a player of some level reads, and how it chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Binary logarithm of the playouts per move.
    pub playouts: f32,
    /// Binary logarithm of the moves that a ladder reading may try.
    pub ladder: f32,
    /// Share of the full search's captures, escapes and patterns that the playouts see, from 0 to 1.
    pub alertness: f32,
    /// Exponent of the choice for a prior of 1.
    pub instinct: f32,
    /// Temperature of the choice by visits.
    pub temperature: f32,
    /// Standard deviation of the preference for a point, in the same unit as `instinct`.
    pub noise: f32,
    /// Probability that a move is chosen with the network if it supports the board size, from 0 to 1.
    pub network: f32,
    /// Binary logarithm of the visits of a search with the network.
    pub visits: f32,
}

impl Profile {
    /// Returns the profile of a level on a board, interpolated between two anchors.
    pub fn new(level: SkillLevel, size: Size) -> Profile {
        let place = Interpolation::new(&ANCHORS, level.place(&ratings_on(size)));
        Profile {
            playouts: place.mix(|profile| profile.playouts),
            ladder: place.mix(|profile| profile.ladder),
            alertness: place.mix(|profile| profile.alertness),
            instinct: place.mix(|profile| profile.instinct),
            temperature: place.mix(|profile| profile.temperature),
            noise: place.mix(|profile| profile.noise),
            network: place.mix(|profile| profile.network),
            visits: place.mix(|profile| profile.visits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SCALE;
    use super::*;

    fn profile(name: &str, side: u32) -> Profile {
        let level = SCALE.read(name).unwrap().unwrap();
        Profile::new(level, Size::square(side).unwrap())
    }

    #[test]
    fn a_rank_is_another_player_on_each_board() {
        let at_8k = |side| profile("8k", side);
        assert_eq!(at_8k(19), ANCHORS[8]);
        // On smaller boards, a weaker profile is enough for the same rank.
        assert!(at_8k(9).playouts < at_8k(13).playouts);
        assert!(at_8k(13).playouts < at_8k(19).playouts);
        assert_eq!(profile("20k", 9), ANCHORS[0]);
    }

    #[test]
    fn an_anchor_is_the_same_player_on_every_board() {
        for (number, anchor) in ANCHORS.iter().enumerate() {
            for side in [9, 13, 19] {
                assert_eq!(profile(&format!("anchor:{number}"), side), *anchor);
            }
        }
    }
}
