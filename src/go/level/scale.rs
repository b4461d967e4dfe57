//! The levels and the ratings of their anchors.

use super::profile::Profile;
use super::rank;
use super::rank::{dan, kyu};
use crate::board::point::Size;
use tengen_engine::skill::{Anchor, SkillScale};

/// Profiles of the anchors, weakest first.
pub(super) const ANCHORS: [Profile; RATINGS.len()] = [
    by_playouts([3.0, 1.0, 0.3, 5.0, 1.5, 1.5]),
    by_playouts([5.0, 3.0, 0.6, 9.0, 1.0, 0.8]),
    by_playouts([6.0, 3.6, 0.7, 9.0, 0.8, 0.6]),
    by_playouts([7.0, 4.5, 0.8, 8.0, 0.7, 0.45]),
    by_playouts([7.75, 5.2, 0.85, 6.5, 0.6, 0.37]),
    by_playouts([8.5, 6.0, 0.9, 5.0, 0.5, 0.3]),
    by_playouts([9.5, 7.1, 0.95, 3.5, 0.35, 0.2]),
    by_playouts([10.5, 8.2, 1.0, 2.0, 0.2, 0.1]),
    // Half of its moves come from the network.
    Profile {
        network: 0.5,
        ..by_playouts([10.75, 8.2, 1.0, 1.0, 0.15, 0.05])
    },
    by_network(0.0),
    by_network(3.0),
    by_network(4.0),
    by_network(6.0),
    by_network(8.0),
];

/// Returns the profile of a playout player, from its first six fields in order.
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

/// Returns the profile of a network player, which falls back on playouts without a network.
const fn by_network(visits: f32) -> Profile {
    Profile {
        network: 1.0,
        visits,
        ..by_playouts([11.0, 8.2, 1.0, 0.0, 0.1, 0.0])
    }
}

/// Ratings of the anchors on 9x9: Elo above the weakest one, and half the 95% interval of the step from the one below.
/// Fitted by `scripts/dev/levels` on 2026-11-27 from 640 games between neighbors; anchor 7 and below by earlier games.
const RATINGS: [Anchor; 14] = [
    anchor(0, 0),
    anchor(179, 78),
    anchor(374, 77),
    anchor(666, 96),
    anchor(849, 84),
    anchor(1_114, 80),
    anchor(1_287, 81),
    anchor(1_373, 81),
    anchor(1_435, 72),
    anchor(1_588, 72),
    anchor(1_858, 89),
    anchor(2_001, 77),
    anchor(2_206, 74),
    anchor(2_489, 92),
];

/// Elo per rank on 9x9. By convention the weakest anchor is 20k. GNU Go 3.8, 8k at level 1 and 6k at level 10 on
/// servers, was 1,258 Elo above it and 1,325 Elo in 200 games each against two anchors. Ranks beyond are extrapolated.
const ELO_PER_RANK: i32 = 100;

/// Rank of the weakest anchor.
const BEGINNER: i32 = kyu(20);

/// Ratings of the anchors on 19x19. GNU Go 3.8 at level 1 (8k) was as strong as anchor 8 in 20 games, lost 3-17 to
/// anchor 9 and won 20-0 against anchor 7. The others follow from handicap games between neighbors: 20 games per pair,
/// 6 if both are below anchor 5. Neighbors scored from 33% to 65%, with these exceptions, with ranks judged from
/// the score: anchor 7 won 80% against anchor 6 with three stones, anchor 8 won 90% against anchor 7 with seven, anchor
/// 9 won 95% against anchor 8 with six. The last rating is extrapolated.
const RATINGS_ON_19: [i32; RATINGS.len()] = [
    kyu(50),
    kyu(46),
    kyu(42),
    kyu(36),
    kyu(33),
    kyu(28),
    kyu(24),
    kyu(18),
    kyu(8),
    kyu(1),
    dan(4),
    dan(6),
    dan(8),
    dan(10),
];

/// Returns the ratings of the anchors on a board: measured up to 9x9 and from 19x19, interpolated by side in between.
pub(super) fn ratings_on(size: Size) -> [i32; RATINGS.len()] {
    let sides = i32::from(size.width()) + i32::from(size.height());
    let (small, large) = (2 * 9, 2 * 19);
    let share = (sides - small).clamp(0, large - small);
    std::array::from_fn(|anchor| {
        let (low, high) = (RATINGS[anchor].rating, RATINGS_ON_19[anchor]);
        low + (high - low) * share / (large - small)
    })
}

/// The scale of levels, from the weakest anchor to full strength.
pub static SCALE: SkillScale = SkillScale {
    anchors: &RATINGS,
    // Beats the strongest anchor in 39 of 40 games.
    full_elo: 3_080,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(width: u32, height: u32) -> [i32; RATINGS.len()] {
        ratings_on(Size::new(width, height).unwrap())
    }

    #[test]
    fn ratings_rise_from_anchor_to_anchor_on_every_board() {
        for side in [5, 9, 13, 19, 25] {
            let ratings = ratings(side, side);
            assert!(ratings.is_sorted_by(|low, high| low < high), "{ratings:?}");
        }
    }

    #[test]
    fn boards_between_lie_between() {
        assert_eq!(
            ratings(5, 5),
            SCALE.anchors.iter().map(|a| a.rating).collect::<Vec<_>>()[..]
        );
        assert_eq!(ratings(25, 25), RATINGS_ON_19);
        let half = |anchor: usize| (RATINGS[anchor].rating + RATINGS_ON_19[anchor]) / 2;
        for anchor in [0, 8, 12] {
            assert!((ratings(14, 14)[anchor] - half(anchor)).abs() <= 1);
            assert_eq!(ratings(9, 19)[anchor], ratings(14, 14)[anchor]);
        }
    }
}
