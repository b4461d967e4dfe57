//! The rules: which rows of stones win.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use tengen_engine::game::Color;

/// A rule: which rows win, and whether some points are forbidden to black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win, for both sides.
    Standard,
    /// White wins with five or more, black with exactly five; double-threes, double-fours and overlines are forbidden
    /// to black (RIF rules).
    Renju,
    /// More than five win; exactly five win unless the opponent closes both ends. The edge of the board and blocked
    /// cells do not close an end.
    Caro,
    /// Exactly five win unless the opponent closes both ends.
    ExactCaro,
}

impl Rule {
    /// All rules, in the order of their values.
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

    /// Whether a five wins only with an open end, so that a stone next to it can prevent it.
    pub const fn needs_open_end(self) -> bool {
        matches!(self, Rule::Caro | Rule::ExactCaro)
    }
}

/// Words by which sites name a rule in records, in lower case; the first that occurs decides. Black's forbidden points
/// are 禁手: 有禁 is with them, 无禁 without. Openings such as Taraguchi-10 are used in renju.
const RECORD_WORDS: [(Rule, &[&str]); 5] = [
    (Rule::ExactCaro, &["exact-caro", "exact caro"]),
    (Rule::Caro, &["caro"]),
    (
        Rule::Freestyle,
        &[
            "无禁",
            "無禁",
            "freestyle",
            "free style",
            "free-style",
            "free",
            "свобод",
            "без запрет",
            "自由",
        ],
    ),
    (
        Rule::Renju,
        &[
            "有禁",
            "禁手",
            "连珠",
            "連珠",
            "renju",
            "rif",
            "taraguchi",
            "yamaguchi",
            "soosyrv",
            "soosõrv",
            "sosrv",
            "tarannikov",
            "sakata",
            "рэндзю",
            "рендзю",
            "тарагучи",
            "ямагучи",
            "соосырв",
            "таранников",
        ],
    ),
    (
        Rule::Standard,
        &[
            "standard",
            "exactly five",
            "exact five",
            "стандарт",
            "标准",
            "標準",
        ],
    ),
];

/// Rules by their numbers in Gomocup's protocol, which c-gomoku-cli writes into records.
const RECORD_NUMBERS: [(&str, Rule); 4] = [
    ("0", Rule::Freestyle),
    ("1", Rule::Standard),
    ("4", Rule::Renju),
    ("8", Rule::Caro),
];

impl Rule {
    /// Returns the rule named in the text of a record: by a number, or by the words of a site in Chinese, English or
    /// Russian.
    pub fn from_record(text: &str) -> Option<Rule> {
        let text = text.trim().to_lowercase();
        let number = RECORD_NUMBERS.iter().find(|(number, _)| *number == text);
        if let Some(&(_, rule)) = number {
            return Some(rule);
        }
        let named = |words: &&[&str]| words.iter().any(|word| text.contains(word));
        let found = RECORD_WORDS.iter().find(|(_, words)| named(words));
        found.map(|&(rule, _)| rule)
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown name of a rule.
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

    #[test]
    fn rules_of_records_are_understood() {
        for (text, rule) in [
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            (" 4 ", Rule::Renju),
            ("8", Rule::Caro),
            ("有禁", Rule::Renju),
            ("有禁手", Rule::Renju),
            ("无禁", Rule::Freestyle),
            ("無禁手", Rule::Freestyle),
            ("Renju", Rule::Renju),
            ("RIF", Rule::Renju),
            ("Taraguchi-10", Rule::Renju),
            ("Рэндзю", Rule::Renju),
            ("Free", Rule::Freestyle),
            ("Freestyle Gomoku", Rule::Freestyle),
            ("Свободные правила", Rule::Freestyle),
            ("Gomoku Standard", Rule::Standard),
            ("Стандартные", Rule::Standard),
            ("Caro", Rule::Caro),
        ] {
            assert_eq!(Rule::from_record(text), Some(rule), "{text}");
        }
        for unknown in ["", "7", "Japanese", "swap2"] {
            assert_eq!(Rule::from_record(unknown), None, "{unknown}");
        }
        for rule in Rule::ALL {
            assert_eq!(Rule::from_record(rule.name()), Some(rule));
        }
    }
}
