//! The levels and the ratings of their anchors.

use super::profile::Profile;
use super::rank;
use super::rank::kyu;
use crate::engine::skill::{Anchor, SkillScale};

/// The profiles of the anchors, the weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    by_playouts([3.0, 1.0, 0.3, 5.0, 1.5, 1.5]),
    by_playouts([5.0, 3.0, 0.6, 9.0, 1.0, 0.8]),
    by_playouts([6.0, 3.6, 0.7, 9.0, 0.8, 0.6]),
    by_playouts([7.0, 4.5, 0.8, 8.0, 0.7, 0.45]),
    by_playouts([7.75, 5.2, 0.85, 6.5, 0.6, 0.37]),
    by_playouts([8.5, 6.0, 0.9, 5.0, 0.5, 0.3]),
    by_playouts([9.5, 7.1, 0.95, 3.5, 0.35, 0.2]),
    by_playouts([10.5, 8.2, 1.0, 2.0, 0.2, 0.1]),
    // Every other move is one of the network's.
    Profile {
        network: 0.5,
        ..by_playouts([10.75, 8.2, 1.0, 1.0, 0.15, 0.05])
    },
    by_network(0.0),
    by_network(2.0),
    by_network(4.0),
    by_network(6.0),
];

/// Returns the profile of a player by playouts, from its fields in their order.
const fn by_playouts(fields: [f32; 6]) -> Profile {
    let [playouts, ladder, alertness, instinct, temperature, noise] = fields;
    Profile {
        playouts,
        ladder,
        alertness,
        instinct,
        temperature,
        noise,
        network: 0.0,
        visits: 0.0,
    }
}

/// Returns the profile of a player by the network; without one it plays by playouts.
const fn by_network(visits: f32) -> Profile {
    Profile {
        network: 1.0,
        visits,
        ..by_playouts([11.0, 8.2, 1.0, 0.0, 0.1, 0.0])
    }
}

/// The ratings of the anchors: Elo above the weakest one, and half the 95 % interval of the step from the one below.
/// Fitted by `scripts/levels` on 2026-11-24 from 1,100 games between neighbors. Of the three without an interval the last
/// was 449 above a player of 8 visits in 100 games, and the others lie between.
const RATINGS: [Anchor; 13] = [
    anchor(0, 0),
    anchor(179, 78),
    anchor(374, 77),
    anchor(666, 96),
    anchor(849, 84),
    anchor(1_114, 80),
    anchor(1_287, 81),
    anchor(1_373, 81),
    anchor(1_439, 70),
    anchor(1_535, 76),
    anchor(1_650, 0),
    anchor(1_880, 0),
    anchor(2_137, 0),
];

/// Elo from rank to rank on 9x9. The weakest anchor is a 20k by convention. GNU Go 3.8, on servers an 8k at level 1 and a
/// 6k at level 10, was 1,258 Elo above it (from 1,062 to 1,461) and 1,361 Elo (from 1,146 to 1,582), in games against two
/// anchors each. Ranks beyond are extrapolated.
const ELO_PER_RANK: i32 = 101;

/// The rank of the weakest anchor.
const BEGINNER: i32 = kyu(20);

/// The levels.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    // 248 above the strongest anchor in an earlier match.
    full_elo: 2_385,
    step: rank::STEP,
    write: rank::write,
    parse: rank::parse,
    spellings: " or 1 to 10 as in GNU Go",
};

const fn anchor(elo: i32, interval: i32) -> Anchor {
    Anchor {
        rating: BEGINNER + elo * rank::STEP / ELO_PER_RANK,
        elo,
        interval,
    }
}
