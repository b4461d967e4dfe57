//! What a level reads.

use crate::engine::SkillLevel;
use crate::engine::skill::mix;

use super::scale::{ANCHORS, SCALE};

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
    /// Binary logarithm of the visits of a search with the network; negative for none.
    pub visits: f32,
}

impl Profile {
    /// Returns the profile of a level: that of an anchor, or one between two anchors.
    pub fn of(level: SkillLevel) -> Profile {
        let (low, share) = SCALE.place(level);
        let (low, high) = (&ANCHORS[low], &ANCHORS[(low + 1).min(ANCHORS.len() - 1)]);
        let between = |field: fn(&Profile) -> f32| mix(field(low), field(high), share);
        Profile {
            playouts: between(|profile| profile.playouts),
            ladder: between(|profile| profile.ladder),
            alertness: between(|profile| profile.alertness),
            instinct: between(|profile| profile.instinct),
            temperature: between(|profile| profile.temperature),
            noise: between(|profile| profile.noise),
            // There is no way between playouts and the network.
            visits: match low.visits < 0.0 {
                true => low.visits,
                false => between(|profile| profile.visits),
            },
        }
    }

    /// Returns the visits of a search with the network by which the level plays, if it does.
    pub fn network_visits(&self) -> Option<u64> {
        (self.visits >= 0.0).then(|| self.visits.exp2().round() as u64)
    }
}
