//! The levels and the ratings of their anchors.

use super::profile::Profile;
use super::rank;
use super::rank::kyu;
use crate::engine::skill::{Anchor, SkillScale};

/// The profiles of the anchors, the weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    by_playouts(3.0, 1.0, 0.3, 5.0, 1.5, 1.5),
    by_playouts(4.0, 2.0, 0.5, 7.0, 1.2, 1.1),
    by_playouts(5.0, 3.0, 0.6, 9.0, 1.0, 0.8),
    by_playouts(6.0, 3.6, 0.7, 9.0, 0.8, 0.6),
    by_playouts(6.5, 4.0, 0.75, 8.5, 0.75, 0.52),
    by_playouts(7.0, 4.5, 0.8, 8.0, 0.7, 0.45),
    by_playouts(7.75, 5.2, 0.85, 6.5, 0.6, 0.37),
    by_playouts(8.5, 6.0, 0.9, 5.0, 0.5, 0.3),
    by_playouts(9.5, 7.1, 0.95, 3.5, 0.35, 0.2),
    by_playouts(10.5, 8.2, 1.0, 2.0, 0.2, 0.1),
    by_network(0.0),
    by_network(1.5),
    by_network(3.0),
    by_network(4.5),
    by_network(6.0),
];

/// Returns the profile of a player by playouts.
const fn by_playouts(
    playouts: f32,
    ladder: f32,
    alertness: f32,
    instinct: f32,
    temperature: f32,
    noise: f32,
) -> Profile {
    Profile {
        playouts,
        ladder,
        alertness,
        instinct,
        temperature,
        noise,
        visits: -1.0,
    }
}

/// Returns the profile of a player by the network; without one it plays by playouts.
const fn by_network(visits: f32) -> Profile {
    Profile {
        visits,
        ..by_playouts(11.0, 8.2, 1.0, 0.0, 0.1, 0.0)
    }
}

/// The ratings of the anchors.
const RATINGS: [Anchor; 15] = [
    anchor(kyu(20), 0, 0),
    anchor(kyu(18), 170, 0),
    anchor(kyu(15), 340, 0),
    anchor(kyu(14), 430, 0),
    anchor(kyu(13), 600, 0),
    anchor(kyu(12), 770, 0),
    anchor(kyu(11), 960, 0),
    anchor(kyu(10), 1_150, 0),
    anchor(kyu(8), 1_330, 0),
    anchor(kyu(6), 1_500, 0),
    anchor(kyu(5), 1_690, 0),
    anchor(kyu(4), 1_790, 0),
    anchor(kyu(3), 1_880, 0),
    anchor(kyu(2), 2_080, 0),
    anchor(kyu(1), 2_280, 0),
];

/// The levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    full_elo: 2_400,
    step: rank::STEP,
    write: rank::write,
    parse: rank::parse,
    spellings: " or 1 to 10 as in GNU Go",
};

const fn anchor(rating: i32, elo: i32, interval: i32) -> Anchor {
    Anchor {
        rating,
        elo,
        interval,
    }
}
