//! What a level looks at.

use crate::engine::SkillLevel;
use crate::engine::skill::mix;

use super::scale::{ANCHORS, SCALE};

/// What a player of a level looks at. Fractions of plies and squares are chances of one more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Plies that are read.
    pub depth: f32,
    /// Share of the evaluation that counts discs, edges and corners, from 0 to 1.
    pub greed: f32,
    /// Standard deviation of the error of the evaluation, in discs.
    pub noise: f32,
    /// Empty squares from which the rest of the game is read.
    pub endgame: f32,
    /// Whether the level plays by the full search to this depth, instead of reading by itself.
    pub by_full_search: bool,
}

impl Profile {
    /// Returns the profile of a level: that of an anchor, or one between two anchors.
    pub fn of(level: SkillLevel) -> Profile {
        let (low, share) = SCALE.place(level);
        let (low, high) = (&ANCHORS[low], &ANCHORS[(low + 1).min(ANCHORS.len() - 1)]);
        let between = |field: fn(&Profile) -> f32| mix(field(low), field(high), share);
        Profile {
            depth: between(|profile| profile.depth),
            greed: between(|profile| profile.greed),
            noise: between(|profile| profile.noise),
            endgame: between(|profile| profile.endgame),
            by_full_search: low.by_full_search,
        }
    }
}
