//! The levels and the ratings of their anchors.

use super::profile::Profile;
use crate::engine::skill::{Anchor, SkillScale, rating_scale};

/// The profiles of the anchors, the weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    reader(1.0, 1.0, 8.0, 0.0),
    reader(1.0, 0.9, 4.0, 2.0),
    reader(1.0, 0.7, 3.0, 3.0),
    reader(1.5, 0.5, 2.5, 4.0),
    reader(2.0, 0.35, 2.0, 5.0),
    reader(2.0, 0.2, 1.5, 6.0),
    reader(2.5, 0.1, 1.2, 7.0),
    reader(3.0, 0.0, 1.0, 8.0),
    reader(4.0, 0.0, 0.3, 10.0),
    full_search(5.0, 11.0),
    full_search(7.0, 13.0),
    full_search(9.0, 16.0),
];

/// Returns the profile of a player who reads by himself.
const fn reader(depth: f32, greed: f32, noise: f32, endgame: f32) -> Profile {
    Profile {
        depth,
        greed,
        noise,
        endgame,
        by_full_search: false,
    }
}

/// Returns the profile of a player by the full search.
const fn full_search(depth: f32, endgame: f32) -> Profile {
    Profile {
        by_full_search: true,
        ..reader(depth, 0.0, 0.0, endgame)
    }
}

/// The ratings of the anchors.
const RATINGS: [Anchor; 12] = [
    anchor(600, 0),
    anchor(800, 0),
    anchor(1_000, 0),
    anchor(1_200, 0),
    anchor(1_400, 0),
    anchor(1_600, 0),
    anchor(1_800, 0),
    anchor(2_000, 0),
    anchor(2_200, 0),
    anchor(2_400, 0),
    anchor(2_600, 0),
    anchor(2_800, 0),
];

/// The levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    full_elo: 3_000,
    ..rating_scale::EMPTY
};

const fn anchor(rating: i32, interval: i32) -> Anchor {
    Anchor {
        rating,
        elo: rating,
        interval,
    }
}
