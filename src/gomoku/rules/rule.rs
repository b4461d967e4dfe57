//! The rules: which rows of stones win.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::engine::game::Color;

/// A rule: which rows win, and whether some points are forbidden to black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win, for both sides.
    Standard,
    /// White wins with five or more, black with exactly five; double-threes, double-fours and overlines are
    /// forbidden to black (RIF rules).
    Renju,
    /// More than five win; exactly five win unless the opponent closes both ends. The edge of the board and blocked
    /// cells do not close an end.
    Caro,
    /// Exactly five win unless the opponent closes both ends.
    ExactCaro,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::ExactCaro,
    ];

    /// Returns the name used in protocols and options.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::ExactCaro => "exact-caro",
        }
    }

    /// Whether a complete row of `length` stones of `color` wins. `closed` means that the opponent has a stone at both
    /// ends.
    pub const fn wins(self, color: Color, length: u32, closed: bool) -> bool {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
            (Rule::Caro, _) => length > 5 || (length == 5 && !closed),
            (Rule::ExactCaro, _) => length == 5 && !closed,
        }
    }

    /// Whether some points are forbidden to `color`.
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Whether a five wins only with an open end, so that a stone beside its ends can prevent it.
    pub const fn needs_open_end(self) -> bool {
        matches!(self, Rule::Caro | Rule::ExactCaro)
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown name of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rule '{0}': expected {names}", names = Rule::ALL.map(Rule::name).join(", "))]
pub struct UnknownRule(String);

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Parses a name in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownRule(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_in_any_case() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().to_uppercase().parse(), Ok(rule));
        }
        assert!("gomoku".parse::<Rule>().is_err());
    }
}
