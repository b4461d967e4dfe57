//! Rule sets against KataGo's documentation.

use super::*;

/// The table in KataGo's docs/GTP_Extensions.md, or KataGo's actual behavior if it differs: its Japanese and Korean
/// rules have no friendly passing.
#[test]
fn named_sets_are_those_of_katago() {
    // Name, ko, scoring, suicide, tax, white's handicap bonus, friendly passing, button.
    let documented = [
        "tromp-taylor      POSITIONAL  AREA      true  NONE 0   false false",
        "chinese           SIMPLE      AREA      false NONE N   true  false",
        "chinese-ogs       POSITIONAL  AREA      false NONE N   true  false",
        "chinese-kgs       POSITIONAL  AREA      false NONE N   true  false",
        "japanese          SIMPLE      TERRITORY false SEKI 0   false false",
        "korean            SIMPLE      TERRITORY false SEKI 0   false false",
        "stone-scoring     SIMPLE      AREA      false ALL  0   true  false",
        "aga               SITUATIONAL AREA      false NONE N-1 true  false",
        "bga               SITUATIONAL AREA      false NONE N-1 true  false",
        "new-zealand       SITUATIONAL AREA      true  NONE 0   true  false",
        "aga-button        SITUATIONAL AREA      false NONE N-1 true  true",
        "ancient-territory SIMPLE      TERRITORY false ALL  0   false false",
        "ing               POSITIONAL  AREA      true  NONE 0   true  false",
    ];
    for row in documented {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [name, ko, scoring, suicide, tax, bonus, friendly, button] = words[..] else {
            panic!("eight words, not {row}");
        };
        let json = format!(
            "{{\"friendlyPassOk\":{friendly},\"hasButton\":{button},\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\
             \"suicide\":{suicide},\"tax\":\"{tax}\",\"whiteHandicapBonus\":\"{bonus}\"}}"
        );
        assert_eq!(Rules::named(name).unwrap().to_json(), json, "{name}");
    }
}

#[test]
fn json_goes_both_ways_for_every_name() {
    for name in names() {
        let rules: Rules = name.parse().unwrap();
        assert_eq!(rules.to_json().parse(), Ok(rules), "{name}");
    }
    assert_eq!(Rules::named("default"), Ok(Rules::default()));
}

#[test]
fn the_chinese_rules_of_kgs_have_superko() {
    assert_eq!(Rules::named_by_kgs("chinese"), Ok(Rules::CHINESE_SERVER));
    assert_eq!(Rules::named_by_kgs("japanese"), Ok(Rules::JAPANESE));
    assert_eq!(Rules::named_by_kgs("new_zealand"), Ok(Rules::NEW_ZEALAND));
    assert!(Rules::named_by_kgs("klingon").is_err());
}

#[test]
fn the_default_rules_have_a_name() {
    assert_eq!(Rules::DEFAULT.name(), Some("cgos"));
    assert!(!Rules::DEFAULT.removes_dead_stones());
    assert!(Rules::JAPANESE.removes_dead_stones());
}

#[test]
fn names_may_be_written_in_several_ways() {
    for name in ["New_Zealand", "newzealand", "NEW ZEALAND", " nz "] {
        assert_eq!(name.parse(), Ok(Rules::NEW_ZEALAND), "{name}");
    }
}

#[test]
fn missing_keys_are_tromp_taylor() {
    assert_eq!(Rules::from_json("{}"), Ok(Rules::TROMP_TAYLOR));
    let territory = Rules::from_json("{\"score\": \"territory\"}").unwrap();
    assert_eq!(
        (territory.scoring, territory.tax),
        (Scoring::Territory, Tax::Seki)
    );
}

#[test]
fn one_rule_can_be_set() {
    let mut rules = Rules::default();
    rules.set("ko", "simple").unwrap();
    rules.set("suicide", "TRUE").unwrap();
    rules.set("whiteHandicapBonus", "n-1").unwrap();
    let expected = Rules {
        ko: KoRule::Simple,
        suicide: true,
        white_handicap_bonus: HandicapBonus::NMinusOne,
        ..Rules::default()
    };
    assert_eq!(rules, expected);
}

#[test]
fn errors_say_what_was_seen_and_expected() {
    let mut rules = Rules::default();
    let text = |result: Result<(), BadRules>| result.unwrap_err().to_string();
    let said = text(rules.set("ko", "SPIGHT"));
    assert_eq!(
        said,
        "ko 'SPIGHT': expected SIMPLE or POSITIONAL or SITUATIONAL"
    );
    assert!(text(rules.set("komi", "7")).starts_with("unknown rule 'komi': expected ko, "));
    assert_eq!(rules, Rules::default());
    let said = Rules::named("klingon").unwrap_err().to_string();
    assert!(said.starts_with("unknown rules 'klingon': expected JSON or one of tromp-taylor, "));
    assert!(matches!(
        Rules::from_json("{\"ko\":"),
        Err(BadRules::Json(_))
    ));
    let said = Rules::from_json("{\"suicide\": 1}")
        .unwrap_err()
        .to_string();
    assert_eq!(said, "suicide '1': expected true or false");
}

#[test]
fn white_is_paid_for_handicap_stones() {
    assert_eq!(Rules::CHINESE.handicap_points(4), 4);
    assert_eq!(Rules::AGA.handicap_points(4), 3);
    assert_eq!(Rules::JAPANESE.handicap_points(4), 0);
    assert_eq!(Rules::CHINESE.handicap_points(1), 0);
}
