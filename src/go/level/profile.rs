//! What a level reads.

use crate::engine::SkillLevel;
use crate::engine::skill::Interpolation;

use super::scale::{ANCHORS, ratings_on};
use crate::go::board::point::Size;

/// What a player of a level reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Binary logarithm of the playouts of a move.
    pub playouts: f32,
    /// Binary logarithm of the moves that a ladder reading may try.
    pub ladder: f32,
    /// Share of captures, escapes and patterns that playouts see, from 0 to 1, of those that the full search sees.
    pub alertness: f32,
    /// Exponent of the choice for a prior of 1.
    pub instinct: f32,
    /// Temperature of the choice by visits.
    pub temperature: f32,
    /// Standard deviation of the liking for a point, in the same unit as `instinct`.
    pub noise: f32,
    /// Chance that a move is chosen with the network, where there is one for the board, from 0 to 1.
    pub network: f32,
    /// Binary logarithm of the visits of a search with the network.
    pub visits: f32,
}

impl Profile {
    /// Returns the profile of a level on a board: that of an anchor, or one between two anchors.
    pub fn of(level: SkillLevel, size: Size) -> Profile {
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
