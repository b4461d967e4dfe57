//! Tests of the tables of messages.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum as _;
use fluent_bundle::FluentResource;
use tengen_engine::game::Color;

use super::{Language, Messages, page_table, side};

/// The files with the keys of messages.
const SOURCES: [&str; 16] = [
    include_str!("mod.rs"),
    include_str!("../dialect.rs"),
    include_str!("../dialect/questions.rs"),
    include_str!("../dialect/tasks.rs"),
    include_str!("../game.rs"),
    include_str!("../game_table.rs"),
    include_str!("../go.rs"),
    include_str!("../gomoku.rs"),
    include_str!("../reversi.rs"),
    include_str!("../saving.rs"),
    include_str!("../time_setting.rs"),
    include_str!("../word.rs"),
    include_str!("../../tool/problems/html_page.rs"),
    include_str!("../../tool/problems/sentences.rs"),
    include_str!("../../tool/problems/training.rs"),
    include_str!("../../tool/problems/training_front.rs"),
];

/// Beginnings of keys that end with the name of a rule or a kind of problem.
const OF_NAMES: [&str; 2] = ["rule-", "kind_"];

/// Returns the terminal's own messages and those that it shares with the page.
fn tables(language: Language) -> [String; 2] {
    let shared = page_table::shared(language.page_table());
    [language.table().to_owned(), shared]
}

/// Returns the messages of a language with the lines of each.
fn messages(language: Language) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    let mut last: Option<String> = None;
    let text = tables(language).concat();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some((key, text)) if !line.starts_with(' ') => {
                let before = messages.insert(key.to_owned(), text.to_owned());
                assert_eq!(before, None, "{language:?} has {key} twice");
                last = Some(key.to_owned());
            }
            _ => {
                if let Some(text) = last.as_ref().and_then(|key| messages.get_mut(key)) {
                    *text += line;
                }
            }
        }
    }
    messages
}

/// Returns the names of the values in a message.
fn values(text: &str) -> BTreeSet<&str> {
    let names = text.split('$').skip(1);
    names
        .filter_map(|rest| {
            rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
                .next()
        })
        .collect()
}

#[test]
fn every_table_is_sound_and_has_the_same_messages_with_the_same_values() {
    let german = messages(Language::De);
    for language in Language::value_variants() {
        for table in tables(*language) {
            let parsed = FluentResource::try_new(table);
            let errors = parsed.err().map(|(_, errors)| errors);
            assert!(errors.is_none(), "{language:?}: {errors:?}");
        }
        let own = messages(*language);
        assert!(own.keys().eq(german.keys()), "{language:?}");
        for (key, text) in &own {
            assert_eq!(values(text), values(&german[key]), "{language:?}, {key}");
        }
    }
}

#[test]
fn every_key_in_the_source_has_a_message_and_every_message_is_used() {
    let german = messages(Language::De);
    let used: BTreeSet<&str> = SOURCES
        .iter()
        .flat_map(|source| source.split('"'))
        .collect();
    for key in german.keys() {
        let is_of_name = OF_NAMES.iter().any(|start| key.starts_with(start));
        // The page's test says whether the page uses the messages that it shares.
        let is_of_page = page_table::SHARED
            .iter()
            .any(|start| key.starts_with(start));
        let is_used = is_of_name || is_of_page || used.contains(key.as_str());
        assert!(is_used, "{key} is not used");
    }
    for source in SOURCES {
        for call in ["text(\"", "format(\""] {
            for rest in source.split(call).skip(1) {
                let key = rest.split('"').next().unwrap_or_default();
                let is_known = german.contains_key(key) || key == "no/such/key";
                assert!(is_known, "there is no message {key:?}");
            }
        }
    }
}

#[test]
fn numbers_have_the_plural_forms_of_the_language() {
    let russian = Messages::new(Language::Ru);
    for (n, expected) in [
        (1, "выигрыш за 1 ход"),
        (2, "выигрыш за 2 хода"),
        (5, "выигрыш за 5 ходов"),
        (11, "выигрыш за 11 ходов"),
        (21, "выигрыш за 21 ход"),
    ] {
        assert_eq!(russian.format("wins-in", [("n", n.into())]), expected);
    }
    let french = Messages::new(Language::Fr);
    assert_eq!(
        french.format("wins-in", [("n", 1.into())]),
        "gagne en 1 coup"
    );
    assert_eq!(
        french.format("wins-in", [("n", 2.into())]),
        "gagne en 2 coups"
    );
    let japanese = Messages::new(Language::Ja);
    assert_eq!(japanese.format("wins-in", [("n", 2.into())]), "2 手で勝ち");
}

#[test]
fn a_side_is_part_of_the_sentence() {
    let text = |language, color| Messages::new(language).format("forced-pass", [side(color)]);
    assert_eq!(
        text(Language::En, Color::White),
        "White has no move and passes."
    );
    assert_eq!(
        text(Language::De, Color::Black),
        "Schwarz hat keinen Zug und passt."
    );
    assert_eq!(text(Language::Ru, Color::Black), "У чёрных нет хода, пас.");
}

#[test]
fn answers_are_accepted_in_the_language_and_numbers_have_its_decimal_mark() {
    let german = Messages::new(Language::De);
    assert!(german.is_among("JA", "yes-words") && !german.is_among("nein", "yes-words"));
    assert!(Messages::new(Language::Ru).is_among("Да", "yes-words"));
    assert_eq!(german.decimal(-0.25, 1), "-0,2");
    assert_eq!(Messages::new(Language::Ja).decimal(7.5, 1), "7.5");
    assert_eq!(german.text("no/such/key"), "no/such/key");
}

#[test]
fn full_width_punctuation_is_used_where_the_language_has_it() {
    for language in [Language::Ja, Language::ZhHans, Language::ZhHant] {
        for (key, text) in messages(language) {
            // A full stop ends a sentence, and the next may begin with a suffix such as .sgf.
            let is_wide = |c: char| c > '\u{2e80}' && c != '。';
            let chars: Vec<char> = text.chars().collect();
            let narrow = chars
                .windows(2)
                .find(|pair| is_wide(pair[0]) && ",.:;?!(".contains(pair[1]));
            assert_eq!(narrow, None, "{language:?}, {key}: {text}");
        }
    }
}
