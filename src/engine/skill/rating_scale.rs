//! Elo ratings as names of levels: whole hundreds, which cannot be confused with GNU Go's levels 1 to 10.

use super::scale::{Anchor, SkillScale};

/// Elo difference between adjacent levels.
const STEP: i32 = 100;

/// Rating assigned to the weakest anchor, a beginner who has learned the rules.
const BEGINNER: i32 = 600;

/// Returns the anchor `elo` above the weakest one; `interval` is half the 95% interval of the step from the anchor
/// below.
pub const fn anchor(elo: i32, interval: i32) -> Anchor {
    Anchor {
        rating: BEGINNER + elo,
        elo,
        interval,
    }
}

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
