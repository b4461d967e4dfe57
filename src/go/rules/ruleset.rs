//! Rule sets, in KataGo's terms: its names, its keys and its JSON.

use std::str::FromStr;

use serde_json::{Value, json};
use thiserror::Error;

/// How repetition is kept from going on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate retaking of one stone is barred.
    Simple,
    /// No move may recreate a former position of the whole board.
    Positional,
    /// No move may recreate a former position with the same side to move.
    Situational,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and territory.
    Area,
    /// Territory and prisoners.
    Territory,
}

/// Which territory does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All of it counts.
    None,
    /// Territory of groups in seki does not count.
    Seki,
    /// As `Seki`, and every other living group pays up to two points for its eyes.
    All,
}

/// What white gets for black's N handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point for each stone.
    N,
    /// One point for each stone but the first.
    NMinusOne,
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Repetition.
    pub ko: KoRule,
    /// Counting.
    pub scoring: Scoring,
    /// Territory that does not count.
    pub tax: Tax,
    /// Whether a suicide of two stones or more is legal. That of a lone stone never is.
    pub suicide: bool,
    /// Whether the first pass is worth half a point ("button go"); in area scoring only.
    pub has_button: bool,
    /// White's compensation for handicap stones, if there are two or more.
    pub white_handicap_bonus: HandicapBonus,
    /// Whether a player may pass before all dead stones are taken off. It changes no rule of the board:
    /// where it is false, stones count as alive unless captured, and a player had better capture them.
    pub friendly_pass_ok: bool,
}

/// Rules that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRules {
    /// No rule set has this name.
    #[error("unknown rules '{seen}': expected JSON or one of {}", names().join(", "))]
    Name {
        /// The name given.
        seen: String,
    },
    /// No rule has this key.
    #[error(
        "unknown rule '{seen}': expected ko, scoring, tax, suicide, hasButton, whiteHandicapBonus or friendlyPassOk"
    )]
    Key {
        /// The key given.
        seen: String,
    },
    /// The rule can't have this value.
    #[error("{key} '{seen}': expected {expected}")]
    Value {
        /// The rule.
        key: &'static str,
        /// The value given.
        seen: String,
        /// The values it can have.
        expected: String,
    },
    /// Not a JSON object.
    #[error("rules in JSON: {0}")]
    Json(String),
}

impl Rules {
    /// Tromp-Taylor.
    pub const TROMP_TAYLOR: Rules = Rules {
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        has_button: false,
        white_handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
    };

    /// What an engine is expected to play by when its controller says nothing: area scoring and positional
    /// superko, as on CGOS and in the usual match programs, without suicide, which they all accept; no points
    /// for handicap stones, because controllers put these into komi; and dead stones are captured before a
    /// pass, because a referee may count every stone on the board as alive.
    pub const DEFAULT: Rules = Rules {
        suicide: false,
        ..Rules::TROMP_TAYLOR
    };

    /// Chinese as played over the board.
    pub const CHINESE: Rules = Rules {
        ko: KoRule::Simple,
        suicide: false,
        white_handicap_bonus: HandicapBonus::N,
        friendly_pass_ok: true,
        ..Rules::TROMP_TAYLOR
    };

    /// Chinese as written, and as servers have it.
    pub const CHINESE_SERVER: Rules = Rules {
        ko: KoRule::Positional,
        ..Rules::CHINESE
    };

    /// Japanese and Korean.
    pub const JAPANESE: Rules = Rules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        white_handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// Stones alone count, and with them all points but two eyes of each group.
    pub const STONE_SCORING: Rules = Rules {
        tax: Tax::All,
        white_handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// The old territory rules, with a tax on groups.
    pub const ANCIENT_TERRITORY: Rules = Rules {
        scoring: Scoring::Territory,
        friendly_pass_ok: false,
        ..Rules::STONE_SCORING
    };

    /// American, British and French.
    pub const AGA: Rules = Rules {
        ko: KoRule::Situational,
        white_handicap_bonus: HandicapBonus::NMinusOne,
        ..Rules::CHINESE
    };

    /// American with a button.
    pub const AGA_BUTTON: Rules = Rules {
        has_button: true,
        ..Rules::AGA
    };

    /// New Zealand.
    pub const NEW_ZEALAND: Rules = Rules {
        ko: KoRule::Situational,
        suicide: true,
        white_handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// Ing's, without its own ko rule.
    pub const ING: Rules = Rules {
        ko: KoRule::Positional,
        ..Rules::NEW_ZEALAND
    };

    /// The rule set of this name, in upper or lower case, its words joined by `-`, `_`, a blank or nothing.
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

    /// The first name that stands for exactly these rules, if there is one.
    pub fn name(&self) -> Option<&'static str> {
        NAMED
            .iter()
            .find(|(_, rules)| rules == self)
            .map(|&(name, _)| name)
    }

    /// Rules from a JSON object. Keys that are missing are as in Tromp-Taylor, a missing `tax` follows the
    /// scoring: `SEKI` with territory. KataGo does the same.
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

    /// The rules as a JSON object with all keys, in alphabetical order, on one line.
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

    /// Sets one rule by its key in the JSON form; the value in any case. An error changes nothing.
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

    /// The points white gets for this many handicap stones.
    pub fn handicap_points(&self, stones: u32) -> u32 {
        match self.white_handicap_bonus {
            _ if stones < 2 => 0,
            HandicapBonus::Zero => 0,
            HandicapBonus::N => stones,
            HandicapBonus::NMinusOne => stones - 1,
        }
    }
}

/// [`Rules::DEFAULT`].
impl Default for Rules {
    fn default() -> Rules {
        Rules::DEFAULT
    }
}

/// A JSON object or a name.
impl FromStr for Rules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Rules, BadRules> {
        match text.trim_start().starts_with('{') {
            true => Rules::from_json(text),
            false => Rules::named(text),
        }
    }
}

/// KataGo's names (docs/GTP_Extensions.md and the further ones that it takes).
const NAMED: [(&str, Rules); 18] = [
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
    ("default", Rules::DEFAULT),
];

/// The names of the rule sets.
pub fn names() -> Vec<&'static str> {
    NAMED.iter().map(|&(name, _)| name).collect()
}

/// A value of a rule, by its spelling in JSON.
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
