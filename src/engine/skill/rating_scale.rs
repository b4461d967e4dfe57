//! Names of levels by Elo ratings: whole hundreds, which nobody takes for GNU Go's levels from 1 to 10.

use super::scale::SkillScale;

/// Elo from level to level.
const STEP: i32 = 100;

/// A scale of Elo ratings, without its anchors.
pub const EMPTY: SkillScale = SkillScale {
    anchors: &[],
    full_elo: 0,
    step: STEP,
    write,
    parse,
    spellings: " in steps of 100",
};

fn write(rating: i32) -> String {
    rating.to_string()
}

fn parse(text: &str) -> Option<i32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
