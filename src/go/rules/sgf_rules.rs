//! Names of rule sets in game records (SGF's `RU`), as programs and servers write them.

use super::ruleset::{BadRules, Rules, Scoring, Tax};

/// Words for rules in records, with the rules they mean. A longer word precedes any word that it contains.
const WORDS: [(&str, Rules); 35] = [
    ("tromp", Rules::TROMP_TAYLOR),
    ("logical", Rules::TROMP_TAYLOR),
    ("tt", Rules::TROMP_TAYLOR),
    ("ogs", Rules::CHINESE_SERVER),
    ("kgs", Rules::CHINESE_SERVER),
    ("cgos", Rules::CGOS),
    ("chinese", Rules::CHINESE),
    ("china", Rules::CHINESE),
    ("chn", Rules::CHINESE),
    ("cn", Rules::CHINESE),
    ("zh", Rules::CHINESE),
    ("area", Rules::CHINESE),
    ("中国", Rules::CHINESE),
    ("中國", Rules::CHINESE),
    ("japanese", Rules::JAPANESE),
    ("japan", Rules::JAPANESE),
    ("jpn", Rules::JAPANESE),
    ("jp", Rules::JAPANESE),
    ("ja", Rules::JAPANESE),
    ("nihon", Rules::JAPANESE),
    ("territory", Rules::JAPANESE),
    ("日本", Rules::JAPANESE),
    ("korean", Rules::JAPANESE),
    ("korea", Rules::JAPANESE),
    ("kor", Rules::JAPANESE),
    ("kr", Rules::JAPANESE),
    ("ko", Rules::JAPANESE),
    ("한국", Rules::JAPANESE),
    ("韩国", Rules::JAPANESE),
    ("韓國", Rules::JAPANESE),
    ("goe", Rules::ING),
    ("ing", Rules::ING),
    ("nz", Rules::NEW_ZEALAND),
    ("zealand", Rules::NEW_ZEALAND),
    ("aga", Rules::AGA),
];

impl Rules {
    /// Returns the name of the closest rules that readers of records know: those of the SGF standard, `Chinese` and
    /// `Tromp-Taylor`.
    pub fn sgf_name(&self) -> &'static str {
        match (self.scoring, self.tax) {
            (Scoring::Territory, _) => "Japanese",
            (Scoring::Area, Tax::All) => "Stone Scoring",
            (Scoring::Area, _) if *self == Rules::AGA || *self == Rules::AGA_BUTTON => "AGA",
            (Scoring::Area, _) if *self == Rules::ING => "GOE",
            (Scoring::Area, _) if *self == Rules::NEW_ZEALAND => "NZ",
            (Scoring::Area, _) if self.suicide => "Tromp-Taylor",
            (Scoring::Area, _) => "Chinese",
        }
    }

    /// Whether other programs understand this text as rules: one of KataGo's names or its short form.
    pub fn is_name_in_records(text: &str) -> bool {
        Rules::named(text).is_ok() || of_keys(text).is_some()
    }

    /// Parses the rules in a record: a name of [`Rules::named`], JSON, KataGo's `koSIMPLEscoreAREAtaxNONEsui0`, or a
    /// text with a word for known rules, such as `jp` or `Japanese: 6.5`. Fails for texts without such a word and for
    /// malformed JSON objects.
    pub fn of_record(text: &str) -> Result<Rules, BadRules> {
        let parsed = text.parse();
        if parsed.is_ok() || text.trim_start().starts_with('{') {
            return parsed;
        }
        let by_word = || {
            let text = text.to_lowercase();
            let words = text.split(|c: char| !c.is_alphabetic());
            let mut named = words.filter_map(named_by_word);
            let first = named.next()?;
            // In `OGS Japanese`, the server's own rules apply only if no others are named.
            let other = named.find(|&rules| rules != Rules::CHINESE);
            Some(if first == Rules::CHINESE_SERVER {
                other.unwrap_or(first)
            } else {
                first
            })
        };
        by_word().map_or(parsed, Ok)
    }
}

/// Returns the rules for a word. ASCII names shorter than 5 letters must match exactly; others may be part of the word.
fn named_by_word(word: &str) -> Option<Rules> {
    let stands_for = |name: &str| match name.is_ascii() && name.len() < 5 {
        true => word == name,
        false => word.contains(name),
    };
    let found = WORDS.iter().find(|(name, _)| stands_for(name));
    found.map(|&(_, rules)| rules)
}

/// The keys of KataGo's short form, with their keys in JSON.
const KEYS: [(&str, &str); 7] = [
    ("ko", "ko"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
];

/// Parses KataGo's own notation for the rules of its games: keys in lower case, values in capitals or digits. Missing
/// keys have their Tromp-Taylor value.
pub(super) fn of_keys(text: &str) -> Option<Rules> {
    let mut rules = Rules::TROMP_TAYLOR;
    let mut rest = text.trim();
    if !rest.starts_with("ko") {
        return None;
    }
    while !rest.is_empty() {
        let is_small = |c: char| c.is_ascii_lowercase();
        let (key, after) = rest.split_at(rest.find(|c| !is_small(c))?);
        let (value, next) = after.split_at(after.find(is_small).unwrap_or(after.len()));
        let (_, json_key) = KEYS.iter().find(|(short, _)| *short == key)?;
        let value = match (*json_key, value) {
            ("suicide" | "hasButton" | "friendlyPassOk", "1") => "true",
            ("suicide" | "hasButton" | "friendlyPassOk", "0") => "false",
            _ => value,
        };
        rules.set(json_key, value).ok()?;
        rest = next;
    }
    Some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::{HandicapBonus, KoRule, names};

    #[test]
    fn names_of_programs_and_servers_are_understood() {
        for (texts, rules) in [
            (
                &[
                    "Japanese",
                    "jp",
                    "JP",
                    "Japanese: 6.5",
                    "japanese rules",
                    "日本ルール",
                    "Korean",
                    "kr",
                    "OGS Japanese",
                ][..],
                Rules::JAPANESE,
            ),
            (
                &["Chinese", "cn", "Chinese, 3.75", "中国规则", "中國規則"],
                Rules::CHINESE,
            ),
            (&["AGA", "AGA rules"], Rules::AGA),
            (
                &["NZ", "New Zealand", "New Zealand Rules"],
                Rules::NEW_ZEALAND,
            ),
            (&["GOE", "Ing", "Ing Goe"], Rules::ING),
            (&["Tromp-Taylor", "tt", "Tromp/Taylor"], Rules::TROMP_TAYLOR),
            (&["cgos"], Rules::CGOS),
            (&["KGS", "OGS: Chinese"], Rules::CHINESE_SERVER),
        ] {
            for text in texts {
                assert_eq!(Rules::of_record(text), Ok(rules), "{text}");
            }
        }
        for text in ["", "Klingon", "playing", "{\"ko\":"] {
            assert!(Rules::of_record(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_of_other_programs_are_recognized() {
        for name in ["Japanese", "New Zealand", "koSIMPLEscoreAREAtaxNONEsui0"] {
            assert!(Rules::is_name_in_records(name), "{name}");
        }
        for text in [
            "jp",
            "Japanese: 6.5",
            "日本",
            "{\"ko\":\"SIMPLE\"}",
            "Klingon",
        ] {
            assert!(!Rules::is_name_in_records(text), "{text}");
        }
    }

    #[test]
    fn the_short_form_of_katago_is_understood() {
        let rules = Rules::of_record("koPOSITIONALscoreAREAtaxNONEsui0").unwrap();
        assert_eq!(rules, Rules::CGOS);
        let rules = Rules::of_record("koSITUATIONALscoreTERRITORYtaxSEKIsui1button1whbN-1fpok1");
        let expected = Rules {
            ko: KoRule::Situational,
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            suicide: true,
            has_button: true,
            white_handicap_bonus: HandicapBonus::NMinusOne,
            friendly_pass_ok: true,
        };
        assert_eq!(rules, Ok(expected));
    }

    #[test]
    fn readers_know_every_name_that_is_written() {
        for name in names() {
            let rules = Rules::named(name).unwrap();
            let written = Rules::of_record(rules.sgf_name()).unwrap();
            assert_eq!(
                (written.scoring, written.tax, written.suicide),
                (
                    rules.scoring,
                    if rules == Rules::ANCIENT_TERRITORY {
                        Tax::Seki
                    } else {
                        rules.tax
                    },
                    rules.suicide
                ),
                "{name}"
            );
        }
    }
}
