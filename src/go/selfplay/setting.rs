//! What kind of game is played: many kinds, so that a network meets every board, rule and komi.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use crate::go::board::Size;
use crate::go::rules::ruleset::{HandicapBonus, KoRule, Scoring, Tax};
use crate::go::rules::{Komi, Rules};

/// Sides of the boards, and how many shards of a hundred have them. A shard of a larger board holds more positions.
const SIDES: [(u32, u64); 13] = [
    (7, 4),
    (8, 4),
    (9, 28),
    (10, 3),
    (11, 4),
    (12, 3),
    (13, 22),
    (14, 2),
    (15, 2),
    (16, 2),
    (17, 2),
    (18, 2),
    (19, 22),
];

/// Rules, and how many games of a hundred have them; the others have rules drawn one by one.
const RULES: [(Rules, u64); 6] = [
    (Rules::DEFAULT, 45),
    (Rules::CHINESE, 12),
    (Rules::JAPANESE, 12),
    (Rules::TROMP_TAYLOR, 6),
    (Rules::AGA, 5),
    (Rules::NEW_ZEALAND, 4),
];

/// What is about fair on an empty board of usual size, in half points.
const FAIR_KOMI: i32 = 14;

/// What decides a game beside chance in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The rules.
    pub rules: Rules,
    /// Komi at the start.
    pub komi: Komi,
    /// Moves at the start that are drawn without looking at the policy.
    pub blind_moves: u32,
    /// Whether white passes during these, which makes them handicap stones.
    pub handicap: bool,
    /// Of so many later moves one is blind; `None` for none.
    pub blunder: Option<u64>,
    /// The power that flattens the policy, 1 for leaving it as it is: at the start of the game and late in it.
    pub temperature: (f32, f32),
}

/// A number below `bound`; the bias is far below what matters here.
pub(super) fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    random.next_u64() % bound
}

/// A number from 0 to 1, without 1.
pub(super) fn share(random: &mut Xoshiro256PlusPlus) -> f32 {
    (random.next_u64() >> 40) as f32 / (1u32 << 24) as f32
}

/// The board of a shard.
pub fn draw_size(random: &mut Xoshiro256PlusPlus) -> Size {
    let side = draw(random, &SIDES).unwrap_or(19);
    Size::square(side).expect("7 to 19 are sides of boards")
}

/// One of `choices`, each with its chance in a hundred; `None` if the chance that is left comes true.
fn draw<T: Copy>(random: &mut Xoshiro256PlusPlus, choices: &[(T, u64)]) -> Option<T> {
    let mut left = below(random, 100);
    for &(choice, chance) in choices {
        if left < chance {
            return Some(choice);
        }
        left -= chance;
    }
    None
}

impl Setting {
    /// A kind of game for a board of this size.
    pub fn draw(size: Size, random: &mut Xoshiro256PlusPlus) -> Setting {
        let side = u64::from(size.width());
        let is_blind = below(random, 2) == 0;
        let early = 0.7 + 0.8 * share(random);
        Setting {
            rules: draw(random, &RULES).unwrap_or_else(|| any_rules(random)),
            komi: draw_komi(size, random),
            blind_moves: match is_blind {
                true => 1 + below(random, side / 2) as u32,
                false => 0,
            },
            handicap: below(random, 16) == 0,
            blunder: match below(random, 3) {
                0 => None,
                1 => Some(40),
                _ => Some(12),
            },
            temperature: (early, 0.2 + 0.6 * share(random)),
        }
    }
}

/// Rules with a choice of their own in every point.
fn any_rules(random: &mut Xoshiro256PlusPlus) -> Rules {
    let scoring = match below(random, 3) {
        0 => Scoring::Territory,
        _ => Scoring::Area,
    };
    Rules {
        ko: [KoRule::Simple, KoRule::Positional, KoRule::Situational][below(random, 3) as usize],
        scoring,
        tax: [Tax::None, Tax::Seki, Tax::All][below(random, 3) as usize],
        suicide: below(random, 2) == 0,
        has_button: scoring == Scoring::Area && below(random, 4) == 0,
        white_handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: below(random, 2) == 0,
    }
}

/// Mostly near to what is fair, and sometimes not at all.
fn draw_komi(size: Size, random: &mut Xoshiro256PlusPlus) -> Komi {
    let width = match below(random, 10) {
        0..5 => 1,
        5..8 => 6,
        _ => 2 * u64::from(size.width()),
    };
    let off = below(random, width + 1) as i32 - below(random, width + 1) as i32;
    nearest_komi(f64::from(FAIR_KOMI + off) / 2.0)
}

/// The komi nearest to so many points, a finite number.
pub(super) fn nearest_komi(points: f64) -> Komi {
    let limit = f64::from(Komi::LIMIT);
    let half_points = (2.0 * points.clamp(-limit, limit)).round();
    Komi::from_points(half_points / 2.0).unwrap_or_default()
}

#[cfg(test)]
mod tests;
