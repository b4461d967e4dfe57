//! The levels and the ratings of their anchors.

use super::profile::Profile;
use tengen_engine::skill::rating_scale::anchor;
use tengen_engine::skill::{Anchor, SkillScale, rating_scale};

/// The profiles of the anchors, weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    reader(1.0, 1.0, 8.0, 0.0),
    reader(1.0, 0.9, 4.0, 2.0),
    reader(1.0, 0.8, 3.5, 2.5),
    reader(1.0, 0.7, 3.0, 3.0),
    reader(1.25, 0.6, 2.75, 3.5),
    reader(1.5, 0.5, 2.5, 4.0),
    reader(1.75, 0.42, 2.25, 4.5),
    reader(2.0, 0.28, 1.75, 5.5),
    reader(2.25, 0.15, 1.35, 6.5),
    reader(2.75, 0.05, 1.1, 7.5),
    reader(4.0, 0.0, 0.3, 10.0),
    full_search(5.0, 11.0),
    full_search(7.0, 13.0),
    full_search(9.0, 16.0),
    full_search(11.0, 18.0),
];

/// Returns the profile of a player that does its own reading.
const fn reader(depth: f32, greed: f32, noise: f32, endgame: f32) -> Profile {
    Profile {
        depth,
        greed,
        noise,
        endgame,
        by_full_search: false,
    }
}

/// Returns the profile of a player that uses the full search.
const fn full_search(depth: f32, endgame: f32) -> Profile {
    Profile {
        by_full_search: true,
        ..reader(depth, 0.0, 0.0, endgame)
    }
}

/// The ratings of the anchors: Elo above the weakest one, and half the 95% interval of the step from the one below.
/// Fitted by `scripts/dev/levels` on 2026-11-25 from 3,364 games between neighbors. NTest without a book is rated 1,640 at
/// depth 2, 2,020 at depth 4 and 2,370 at depth 8, from 40 games against each of two or three anchors.
const RATINGS: [Anchor; 15] = [
    anchor(0, 0),
    anchor(202, 55),
    anchor(432, 67),
    anchor(621, 54),
    anchor(844, 62),
    anchor(1_044, 58),
    anchor(1_223, 48),
    anchor(1_480, 81),
    anchor(1_647, 50),
    anchor(1_772, 36),
    anchor(2_014, 73),
    anchor(2_160, 39),
    anchor(2_324, 41),
    anchor(2_506, 48),
    anchor(2_624, 36),
];

/// The scale of levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    // 512 above the strongest anchor in 40 games.
    full_elo: 3_136,
    ..rating_scale::EMPTY
};
