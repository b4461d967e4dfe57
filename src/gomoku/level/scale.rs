//! The levels and the ratings of their anchors.

use super::profile::Profile;
use crate::engine::skill::{Anchor, SkillScale, rating_scale};

/// The profiles of the anchors, the weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    reader([1.0, 5.0, 600.0, 1.0, 0.2, 0.15, 0.0]),
    reader([1.0, 6.0, 475.0, 1.0, 0.35, 0.1, 0.0]),
    reader([1.0, 7.0, 350.0, 1.0, 0.5, 0.05, 0.0]),
    reader([1.0, 8.0, 295.0, 0.9, 0.6, 0.02, 0.0]),
    reader([1.0, 9.0, 240.0, 0.8, 0.7, 0.0, 0.0]),
    reader([1.0, 10.5, 195.0, 0.65, 0.8, 0.0, 1.0]),
    reader([1.0, 12.0, 150.0, 0.5, 0.9, 0.0, 2.0]),
    reader([2.0, 12.0, 110.0, 0.3, 1.0, 0.0, 2.0]),
    reader([2.0, 12.0, 60.0, 0.1, 1.0, 0.0, 3.0]),
    reader([3.0, 12.0, 40.0, 0.0, 1.0, 0.0, 4.0]),
    reader([4.0, 14.0, 20.0, 0.0, 1.0, 0.0, 6.0]),
    full_search(10.0),
    full_search(11.5),
    full_search(13.0),
    full_search(14.5),
    full_search(16.0),
];

/// Returns the profile of a player who reads by himself, from its fields in their order.
const fn reader(fields: [f32; 7]) -> Profile {
    let [depth, breadth, noise, counting, alertness, oversight, fours] = fields;
    Profile {
        depth,
        breadth,
        noise,
        counting,
        alertness,
        oversight,
        fours,
        nodes: 0.0,
    }
}

/// Returns the profile of a player by the full search.
const fn full_search(nodes: f32) -> Profile {
    Profile {
        nodes,
        ..reader([0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    }
}

/// The ratings of the anchors.
const RATINGS: [Anchor; 16] = [
    anchor(0, 0),
    anchor(120, 0),
    anchor(270, 0),
    anchor(470, 0),
    anchor(670, 0),
    anchor(810, 0),
    anchor(950, 0),
    anchor(1_220, 0),
    anchor(1_410, 0),
    anchor(1_540, 0),
    anchor(1_660, 0),
    anchor(1_900, 0),
    anchor(2_100, 0),
    anchor(2_300, 0),
    anchor(2_500, 0),
    anchor(2_700, 0),
];

/// The rating of the weakest anchor, a beginner who has learned the rules: by convention.
const BEGINNER: i32 = 600;

/// The levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    full_elo: 2_800,
    ..rating_scale::EMPTY
};

const fn anchor(elo: i32, interval: i32) -> Anchor {
    Anchor {
        rating: BEGINNER + elo,
        elo,
        interval,
    }
}
