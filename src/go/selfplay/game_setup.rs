//! Random game setups for self-play, so that a network sees a variety of boards, rules, komi and randomness.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use crate::board::Size;
use crate::rules::ruleset::{HandicapBonus, KoRule, Scoring, Tax};
use crate::rules::{Komi, Rules};

/// Board side lengths, with their percentage of shards, which have similar numbers of positions.
const SIDES: [(u32, u64); 13] = [
    (7, 1),
    (8, 1),
    (9, 13),
    (10, 2),
    (11, 2),
    (12, 1),
    (13, 25),
    (14, 1),
    (15, 1),
    (16, 1),
    (17, 1),
    (18, 1),
    (19, 50),
];

/// Rulesets, with their percentage of games. The other games have randomly combined rules.
const RULES: [(Rules, u64); 6] = [
    (Rules::DEFAULT, 45),
    (Rules::CHINESE, 12),
    (Rules::JAPANESE, 12),
    (Rules::TROMP_TAYLOR, 6),
    (Rules::AGA, 5),
    (Rules::NEW_ZEALAND, 4),
];

/// Approximately fair komi on the usual board sizes, in half points.
const FAIR_KOMI: i32 = 14;

/// The setup of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSetup {
    /// Ruleset of the game.
    pub rules: Rules,
    /// Komi at the start of the game.
    pub komi: Komi,
    /// Number of random moves at the start, which ignore the policy.
    pub random_opening_moves: u32,
    /// Whether white passes during the random opening, turning it into handicap stones.
    pub handicap: bool,
    /// Mean interval between later random moves; `None` for no random moves.
    pub random_move_interval: Option<u64>,
    /// Policy temperatures at the start of the game and late in it; 1 leaves the policy unchanged.
    pub temperature: (f32, f32),
}

/// Returns a random number below `bound`, with negligible bias.
pub(super) fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    random.next_u64() % bound
}

/// Returns a random number in [0, 1).
pub(super) fn share(random: &mut Xoshiro256PlusPlus) -> f32 {
    (random.next_u64() >> 40) as f32 / (1u32 << 24) as f32
}

/// Draws the board size of a shard.
pub fn draw_size(random: &mut Xoshiro256PlusPlus) -> Size {
    let side = draw_weighted(random, &SIDES).unwrap_or(19);
    Size::square(side).expect("7 to 19 are sides of boards")
}

/// Draws one of `choices` by its percentage; `None` for the remaining percentage.
fn draw_weighted<T: Copy>(random: &mut Xoshiro256PlusPlus, choices: &[(T, u64)]) -> Option<T> {
    let mut left = below(random, 100);
    for &(choice, chance) in choices {
        if left < chance {
            return Some(choice);
        }
        left -= chance;
    }
    None
}

impl GameSetup {
    /// Draws the setup of a game on a board of this size.
    pub fn draw(size: Size, random: &mut Xoshiro256PlusPlus) -> GameSetup {
        let side = u64::from(size.width());
        let is_blind = below(random, 2) == 0;
        let early = 0.7 + 0.8 * share(random);
        GameSetup {
            rules: draw_weighted(random, &RULES).unwrap_or_else(|| draw_rules(random)),
            komi: draw_komi(size, random),
            random_opening_moves: match is_blind {
                true => 1 + below(random, side / 2) as u32,
                false => 0,
            },
            handicap: below(random, 16) == 0,
            random_move_interval: match below(random, 3) {
                0 => None,
                1 => Some(40),
                _ => Some(12),
            },
            temperature: (early, 0.2 + 0.6 * share(random)),
        }
    }
}

/// Draws every rule independently.
fn draw_rules(random: &mut Xoshiro256PlusPlus) -> Rules {
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

/// Draws a komi that is usually close to fair and sometimes far from it.
fn draw_komi(size: Size, random: &mut Xoshiro256PlusPlus) -> Komi {
    let width = match below(random, 10) {
        0..5 => 1,
        5..8 => 6,
        _ => 2 * u64::from(size.width()),
    };
    let off = below(random, width + 1) as i32 - below(random, width + 1) as i32;
    nearest_komi(f64::from(FAIR_KOMI + off) / 2.0)
}

/// Returns the komi nearest to a finite number of points.
pub(super) fn nearest_komi(points: f64) -> Komi {
    let limit = f64::from(Komi::LIMIT);
    let half_points = (2.0 * points.clamp(-limit, limit)).round();
    Komi::from_points(half_points / 2.0).unwrap_or_default()
}

#[cfg(test)]
mod tests;
