//! What a level looks at.

use tengen_engine::SkillLevel;
use tengen_engine::skill::Interpolation;

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
        let place = Interpolation::new(&ANCHORS, SCALE.place(level));
        Profile {
            depth: place.mix(|profile| profile.depth),
            greed: place.mix(|profile| profile.greed),
            noise: place.mix(|profile| profile.noise),
            endgame: place.mix(|profile| profile.endgame),
            by_full_search: place.low.by_full_search,
        }
    }
}
