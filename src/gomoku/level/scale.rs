//! The levels and the ratings of their anchors.

use super::profile::Profile;
use tengen_engine::skill::rating_scale::anchor;
use tengen_engine::skill::{Anchor, SkillScale, rating_scale};

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
    reader([2.5, 12.0, 60.0, 0.1, 1.0, 0.0, 3.0]),
    full_search(7.0),
    full_search(8.5),
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

/// Returns the profile of a player who uses the full search. The other fields matter for levels just below the weakest
/// of these players, which are interpolated toward them: a reader with these fields is as strong, 27 to 33 in 60 games.
const fn full_search(nodes: f32) -> Profile {
    Profile {
        nodes,
        ..reader([4.0, 14.0, 20.0, 0.0, 1.0, 0.0, 6.0])
    }
}

/// The ratings of the anchors: Elo above the weakest one, and half the 95% interval of the step from the one below.
/// Fitted by `scripts/dev/levels` on 2026-11-24 from 5200 games between neighbors.
const RATINGS: [Anchor; 16] = [
    anchor(0, 0),
    anchor(75, 20),
    anchor(173, 26),
    anchor(273, 25),
    anchor(398, 32),
    anchor(551, 35),
    anchor(685, 34),
    anchor(889, 57),
    anchor(1_016, 66),
    anchor(1_269, 86),
    anchor(1_393, 64),
    anchor(1_602, 82),
    anchor(1_812, 61),
    anchor(2_023, 55),
    anchor(2_203, 45),
    // 180 above the one below in an earlier match.
    anchor(2_383, 110),
];

/// The scale of gomoku's levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    // Even with the strongest anchor in 12 games at 0.3 seconds per move on a busy machine.
    full_elo: 2_383,
    ..rating_scale::EMPTY
};
