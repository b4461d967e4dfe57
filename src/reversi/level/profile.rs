//! The parameters of a level.

use tengen_engine::SkillLevel;
use tengen_engine::skill::Interpolation;

use super::scale::{ANCHORS, SCALE};

/// The parameters of a level's player. Fractions of plies and squares are the probability of one more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// The number of plies read.
    pub depth: f32,
    /// The weight of counting discs, edges and corners in the evaluation, from 0 to 1.
    pub greed: f32,
    /// The standard deviation of the evaluation error, in discs.
    pub noise: f32,
    /// The number of empty squares from which the rest of the game is read.
    pub endgame: f32,
    /// Whether the level uses the full search to this depth instead of its own reading.
    pub by_full_search: bool,
}

impl Profile {
    /// Returns the profile of a level: that of an anchor, or one interpolated between two anchors.
    pub fn new(level: SkillLevel) -> Profile {
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
