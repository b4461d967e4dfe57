//! Rule sets with KataGo's names, keys and JSON.

use super::sgf_rules::of_keys;
use std::str::FromStr;

use serde_json::{Value, json};
use thiserror::Error;

/// The rule against endless repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Simple ko: only the immediate retaking of one stone is forbidden.
    Simple,
    /// Positional superko: no move may repeat a whole-board position.
    Positional,
    /// Situational superko: no move may repeat a whole-board position with the same side to move.
    Situational,
}

/// The method of counting points at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Area scoring: living stones and territory.
    Area,
    /// Territory scoring: territory and prisoners.
    Territory,
}

/// The kind of territory that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All territory counts.
    None,
    /// Territory of groups in seki does not count.
    Seki,
    /// Territory of groups in seki and up to two points of every other living group do not count.
    All,
}

/// White's compensation for black's N handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// No points for handicap stones.
    Zero,
    /// One point per stone.
    N,
    /// One point per stone except the first.
    NMinusOne,
}

/// A complete set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The rule against repetition.
    pub ko: KoRule,
    /// The scoring method, area or territory.
    pub scoring: Scoring,
    /// The territory that does not count.
    pub tax: Tax,
    /// Whether suicide of two or more stones is legal. Suicide of a single stone never is.
    pub suicide: bool,
    /// Whether the first pass earns half a point ("button go"), with area scoring only.
    pub has_button: bool,
    /// White's compensation for two or more handicap stones.
    pub white_handicap_bonus: HandicapBonus,
    /// Whether a player may pass before all dead stones are captured. The flag does not affect legal moves. Without it,
    /// under area scoring, stones count as alive unless captured, so players capture dead stones before they pass.
    pub friendly_pass_ok: bool,
}

/// A rejected rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRules {
    /// A name that isn't in [`names`].
    #[error("unknown rules '{seen}': expected JSON or one of {}", names().join(", "))]
    Name {
        /// The rejected name.
        seen: String,
    },
    /// A key that isn't among those in JSON.
    #[error(
        "unknown rule '{seen}': expected ko, scoring, tax, suicide, hasButton, whiteHandicapBonus or friendlyPassOk"
    )]
    Key {
        /// The rejected key.
        seen: String,
    },
    /// A value that the rule cannot have.
    #[error("{key} '{seen}': expected {expected}")]
    Value {
        /// The rule's key in JSON.
        key: &'static str,
        /// The rejected value.
        seen: String,
        /// The possible values, for the message.
        expected: String,
    },
    /// Text that isn't a JSON object.
    #[error("rules in JSON: {0}")]
    Json(String),
}

impl Rules {
    /// Returns the komi in points that KataGo assumes for games that don't specify one.
    pub fn default_komi(&self) -> f64 {
        match self.scoring {
            Scoring::Territory => 6.5,
            Scoring::Area if self.has_button => 7.0,
            Scoring::Area => 7.5,
        }
    }

    /// Tromp-Taylor rules: area scoring, positional superko and legal suicide.
    pub const TROMP_TAYLOR: Rules = Rules {
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        has_button: false,
        white_handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
    };

    /// The rules of the Computer Go Server: area scoring and positional superko. Suicide is forbidden, which all match
    /// programs accept. Handicap stones give no points, because controllers add these to the komi. Dead stones must be
    /// captured before a pass, because a referee may count every stone on the board as alive.
    pub const CGOS: Rules = Rules {
        suicide: false,
        ..Rules::TROMP_TAYLOR
    };

    /// The rules of an engine until its controller sets others, and of matches and openings.
    pub const DEFAULT: Rules = Rules::CGOS;

    /// Chinese rules as played over the board.
    pub const CHINESE: Rules = Rules {
        ko: KoRule::Simple,
        suicide: false,
        white_handicap_bonus: HandicapBonus::N,
        friendly_pass_ok: true,
        ..Rules::TROMP_TAYLOR
    };

    /// Chinese rules as written and as servers apply them.
    pub const CHINESE_SERVER: Rules = Rules {
        ko: KoRule::Positional,
        ..Rules::CHINESE
    };

    /// Japanese and Korean rules.
    pub const JAPANESE: Rules = Rules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        white_handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
        ..Rules::CHINESE
    };

    /// Stone scoring: stones and all territory except two eyes per group count.
    pub const STONE_SCORING: Rules = Rules {
        tax: Tax::All,
        white_handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// Ancient territory rules, with group tax.
    pub const ANCIENT_TERRITORY: Rules = Rules {
        scoring: Scoring::Territory,
        friendly_pass_ok: false,
        ..Rules::STONE_SCORING
    };

    /// AGA, British and French rules.
    pub const AGA: Rules = Rules {
        ko: KoRule::Situational,
        white_handicap_bonus: HandicapBonus::NMinusOne,
        ..Rules::CHINESE
    };

    /// AGA rules with a button.
    pub const AGA_BUTTON: Rules = Rules {
        has_button: true,
        ..Rules::AGA
    };

    /// New Zealand rules: area scoring, situational superko and legal suicide.
    pub const NEW_ZEALAND: Rules = Rules {
        ko: KoRule::Situational,
        suicide: true,
        white_handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// Ing rules without Ing's own ko rule.
    pub const ING: Rules = Rules {
        ko: KoRule::Positional,
        ..Rules::NEW_ZEALAND
    };

    /// Returns the rule set with this name. Case is ignored; words may be joined by `-`, `_`, a space or nothing.
    pub fn named(name: &str) -> Result<Rules, BadRules> {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
        let wanted = plain(name.trim());
        let found = NAMED.iter().find(|(name, _)| plain(name) == wanted);
        found
            .map(|&(_, rules)| rules)
            .ok_or_else(|| BadRules::Name {
                seen: name.trim().to_string(),
            })
    }

    /// Returns the rules for a name used by KGS (kgsGtp, `kgs-rules`), where Chinese rules have positional superko.
    pub fn named_by_kgs(name: &str) -> Result<Rules, BadRules> {
        match Rules::named(name)? {
            Rules::CHINESE => Ok(Rules::CHINESE_SERVER),
            rules => Ok(rules),
        }
    }

    /// Returns the first name of exactly these rules, if they have one.
    pub fn name(&self) -> Option<&'static str> {
        NAMED
            .iter()
            .find(|(_, rules)| rules == self)
            .map(|&(name, _)| name)
    }

    /// Parses rules from a JSON object. As in KataGo, missing keys have their Tromp-Taylor value, and a missing `tax`
    /// is `SEKI` under territory scoring. Fails for unknown keys and impossible values.
    pub fn from_json(text: &str) -> Result<Rules, BadRules> {
        let object: serde_json::Map<String, Value> =
            serde_json::from_str(text).map_err(|e| BadRules::Json(e.to_string()))?;
        let mut rules = Rules::TROMP_TAYLOR;
        for (key, value) in &object {
            let value = match value {
                Value::String(value) => value.clone(),
                other => other.to_string(),
            };
            rules.set(key, &value)?;
        }
        if !object.contains_key("tax") && rules.scoring == Scoring::Territory {
            rules.tax = Tax::Seki;
        }
        Ok(rules)
    }

    /// Returns the rules as a JSON object on one line, with all keys in alphabetical order.
    pub fn to_json(&self) -> String {
        json!({
            "friendlyPassOk": self.friendly_pass_ok,
            "hasButton": self.has_button,
            "ko": self.ko.spelling(),
            "scoring": self.scoring.spelling(),
            "suicide": self.suicide,
            "tax": self.tax.spelling(),
            "whiteHandicapBonus": self.white_handicap_bonus.spelling(),
        })
        .to_string()
    }

    /// Sets one rule by its JSON key, ignoring the case of the value. Fails without changes for an unknown key or an
    /// impossible value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadRules> {
        match key.trim() {
            "ko" => self.ko = read("ko", value)?,
            "scoring" | "score" => self.scoring = read("scoring", value)?,
            "tax" => self.tax = read("tax", value)?,
            "suicide" => self.suicide = read("suicide", value)?,
            "hasButton" => self.has_button = read("hasButton", value)?,
            "whiteHandicapBonus" => self.white_handicap_bonus = read("whiteHandicapBonus", value)?,
            "friendlyPassOk" => self.friendly_pass_ok = read("friendlyPassOk", value)?,
            other => {
                return Err(BadRules::Key {
                    seen: other.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Returns every rule as its JSON key and its value.
    pub fn entries(&self) -> [(&'static str, RuleValue); 7] {
        [
            ("ko", choice(self.ko)),
            ("scoring", choice(self.scoring)),
            ("tax", choice(self.tax)),
            ("suicide", RuleValue::Flag(self.suicide)),
            ("hasButton", RuleValue::Flag(self.has_button)),
            ("whiteHandicapBonus", choice(self.white_handicap_bonus)),
            ("friendlyPassOk", RuleValue::Flag(self.friendly_pass_ok)),
        ]
    }

    /// Whether players remove dead stones by agreement before they count. Otherwise every stone on the board counts as
    /// alive.
    pub fn removes_dead_stones(&self) -> bool {
        self.scoring == Scoring::Territory || self.friendly_pass_ok
    }

    /// Returns white's points for this number of handicap stones.
    pub fn handicap_points(&self, stones: u32) -> u32 {
        match self.white_handicap_bonus {
            _ if stones < 2 => 0,
            HandicapBonus::Zero => 0,
            HandicapBonus::N => stones,
            HandicapBonus::NMinusOne => stones - 1,
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::DEFAULT
    }
}

/// Parses a JSON object or a name.
impl FromStr for Rules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Rules, BadRules> {
        match text.trim_start().starts_with('{') {
            true => Rules::from_json(text),
            // KataGo's `parseRules` (rules.cpp) accepts its short form wherever it accepts names.
            false => Rules::named(text).or_else(|error| of_keys(text).ok_or(error)),
        }
    }
}

/// KataGo's names (docs/GTP_Extensions.md, and others that KataGo accepts), and the name of the default.
const NAMED: [(&str, Rules); 19] = [
    ("tromp-taylor", Rules::TROMP_TAYLOR),
    ("chinese", Rules::CHINESE),
    ("chinese-ogs", Rules::CHINESE_SERVER),
    ("chinese-kgs", Rules::CHINESE_SERVER),
    ("japanese", Rules::JAPANESE),
    ("korean", Rules::JAPANESE),
    ("stone-scoring", Rules::STONE_SCORING),
    ("ancient-area", Rules::STONE_SCORING),
    ("ancient-territory", Rules::ANCIENT_TERRITORY),
    ("aga", Rules::AGA),
    ("bga", Rules::AGA),
    ("french", Rules::AGA),
    ("aga-button", Rules::AGA_BUTTON),
    ("new-zealand", Rules::NEW_ZEALAND),
    ("nz", Rules::NEW_ZEALAND),
    ("ing", Rules::ING),
    ("goe", Rules::ING),
    ("cgos", Rules::CGOS),
    ("default", Rules::DEFAULT),
];

/// Returns the names accepted by [`Rules::named`].
pub fn names() -> Vec<&'static str> {
    NAMED.iter().map(|&(name, _)| name).collect()
}

/// A rule's value and its spellings in JSON.
trait Spelled: Copy + PartialEq + 'static {
    const SPELLINGS: &'static [(&'static str, Self)];

    fn spelling(self) -> &'static str {
        let found = Self::SPELLINGS.iter().find(|&&(_, value)| value == self);
        found.map_or("", |&(spelling, _)| spelling)
    }
}

impl Spelled for KoRule {
    const SPELLINGS: &'static [(&'static str, KoRule)] = &[
        ("SIMPLE", KoRule::Simple),
        ("POSITIONAL", KoRule::Positional),
        ("SITUATIONAL", KoRule::Situational),
    ];
}

impl Spelled for Scoring {
    const SPELLINGS: &'static [(&'static str, Scoring)] =
        &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
}

impl Spelled for Tax {
    const SPELLINGS: &'static [(&'static str, Tax)] =
        &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
}

impl Spelled for HandicapBonus {
    const SPELLINGS: &'static [(&'static str, HandicapBonus)] = &[
        ("0", HandicapBonus::Zero),
        ("N", HandicapBonus::N),
        ("N-1", HandicapBonus::NMinusOne),
    ];
}

impl Spelled for bool {
    const SPELLINGS: &'static [(&'static str, bool)] = &[("true", true), ("false", false)];
}

/// The value of a rule as it appears in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleValue {
    /// A rule that is on or off.
    Flag(bool),
    /// One of several spellings in JSON.
    Choice {
        /// All spellings in JSON.
        choices: Vec<&'static str>,
        /// The spelling of the current value.
        current: &'static str,
    },
}

fn choice<T: Spelled>(value: T) -> RuleValue {
    RuleValue::Choice {
        choices: T::SPELLINGS.iter().map(|&(spelling, _)| spelling).collect(),
        current: value.spelling(),
    }
}

fn read<T: Spelled>(key: &'static str, seen: &str) -> Result<T, BadRules> {
    let wanted = seen.trim();
    let found = T::SPELLINGS
        .iter()
        .find(|(spelling, _)| spelling.eq_ignore_ascii_case(wanted));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let spellings: Vec<_> = T::SPELLINGS.iter().map(|&(spelling, _)| spelling).collect();
        BadRules::Value {
            key,
            seen: wanted.to_string(),
            expected: spellings.join(" or "),
        }
    })
}

#[cfg(test)]
mod tests;
