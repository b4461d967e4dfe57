//! The two sides of a life-and-death question.

use serde::{Deserialize, Serialize};

/// A side of a life-and-death question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LifeSide {
    /// The side that wants to capture the target.
    Attacker,
    /// The owner of the target.
    Defender,
}

impl LifeSide {
    /// Both sides, with the attacker first.
    pub const BOTH: [LifeSide; 2] = [LifeSide::Attacker, LifeSide::Defender];

    /// Returns the other side.
    #[inline]
    pub const fn opponent(self) -> LifeSide {
        match self {
            LifeSide::Attacker => LifeSide::Defender,
            LifeSide::Defender => LifeSide::Attacker,
        }
    }

    /// Returns the side's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            LifeSide::Attacker => "attacker",
            LifeSide::Defender => "defender",
        }
    }
}
