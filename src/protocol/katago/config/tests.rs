use std::collections::BTreeSet;

use super::*;
use tengen_engine::OnnxProvider;
use tengen_go::rules::ruleset::HandicapBonus;

/// Loads a configuration from these overrides.
fn load(overrides: &str) -> Result<(KataGoConfig, UnusedKeys), String> {
    let entries = ConfigEntries::read(&[], &[overrides.to_owned()]).unwrap();
    KataGoConfig::load(&entries).map_err(|error| error.to_string())
}

fn config(overrides: &str) -> KataGoConfig {
    load(overrides).unwrap().0
}

#[test]
fn keys_set_what_they_name() {
    let set = config(
        "numAnalysisThreads=12,numSearchThreads=8,maxVisits=500,maxPlayouts=300,maxTime=2.5,\
         maxTimePondering=60,maxVisitsPondering=1125899906842624,ponderingEnabled=True,lagBuffer=1.0,\
         nnCacheSizePowerOfTwo=20,reportAnalysisWinratesAs=black,analysisPVLen=7,warnUnusedFields=false,\
         defaultBoardSize=13,logFile=x.log,logAllRequests=true,startupPrintMessageToStderr=false",
    );
    let seconds = Duration::from_secs_f64;
    assert_eq!(set.analysis_threads, Some(12));
    assert_eq!(set.search_threads, Some(8));
    let limits = ConfigLimits {
        visits: Some(500),
        playouts: Some(300),
        time: Some(seconds(2.5)),
    };
    assert_eq!(set.limits, limits);
    let ponder_limits = ConfigLimits {
        time: Some(seconds(60.0)),
        ..ConfigLimits::default()
    };
    assert_eq!(set.ponder_limits, ponder_limits);
    assert_eq!(set.ponders, Some(true));
    assert_eq!(set.lag_buffer, Some(seconds(1.0)));
    assert_eq!(set.memory, Some(1536 << 20));
    assert_eq!(set.report_winrates_as, Some(WinratePerspective::Black));
    assert_eq!(set.analysis_pv_len, Some(7));
    assert!(!set.warn_unused_fields && !set.startup_message);
    assert_eq!(set.board_size, Some(13));
    assert_eq!(set.log.file, Some("x.log".into()));
    assert!(set.log.all_requests && !set.log.all_responses);
}

#[test]
fn nothing_given_changes_nothing() {
    assert_eq!(
        load(""),
        Ok((KataGoConfig::default(), UnusedKeys::default()))
    );
    assert_eq!(KataGoConfig::default().rules.first_komi(), None);
}

#[test]
fn thresholds_are_winrates() {
    let set = config(
        "allowResignation=true,resignThreshold=-0.90,resignConsecTurns=3,\
         resignMinScoreDifference=10,resignMinMovesPerBoardArea=0.25",
    );
    let below = set.resignation.below.unwrap();
    assert!((below - 0.05).abs() < 1e-6, "{below}");
    let resignation = ResignationSettings {
        is_allowed: Some(true),
        below: Some(below),
        turns: Some(3),
        min_score_difference: Some(10.0),
        min_moves_per_area: Some(0.25),
    };
    assert_eq!(set.resignation, resignation);
}

#[test]
fn memory_stays_in_the_range_of_the_command_line() {
    for (power, bytes) in [(-1, 1 << 20), (0, 1 << 20), (48, 1 << 40)] {
        let set = config(&format!("nnCacheSizePowerOfTwo={power}"));
        assert_eq!(set.memory, Some(bytes), "{power}");
    }
}

#[test]
fn rules_come_by_name_or_one_by_one() {
    let japanese = config("rules=Japanese").rules;
    assert_eq!(japanese.rules(), Some(Rules::JAPANESE));
    assert_eq!(japanese.first_komi().unwrap().points(), 6.5);
    let single = config("koRule=SIMPLE,scoringRule=TERRITORY,multiStoneSuicideLegal=false").rules;
    let rules = single.rules().unwrap();
    assert_eq!((rules.tax, rules.scoring), (Tax::Seki, Scoring::Territory));
    assert!(!rules.suicide && !rules.friendly_pass_ok);
    let taxed = config("scoringRule=TERRITORY,taxRule=NONE").rules;
    assert_eq!(taxed.rules().unwrap().tax, Tax::None);
    let bonus = config("whiteBonusPerHandicapStone=1,hasButton=true").rules;
    let rules = bonus.rules().unwrap();
    assert_eq!(rules.white_handicap_bonus, HandicapBonus::N);
    assert_eq!(bonus.first_komi().unwrap().points(), 7.0);
    let komi = |overrides| config(overrides).rules.first_komi().unwrap().points();
    assert_eq!(komi("rules=japanese,komi=0.5"), 0.5);
    assert_eq!(komi("komi=0.5,ignoreGTPAndForceKomi=7"), 7.0);
}

#[test]
fn values_out_of_range_are_refused_with_key_and_range() {
    for (pair, expected) in [
        ("maxVisits=0", "a whole number from 1 to 2^50"),
        ("numSearchThreads=4097", "a whole number from 1 to 4096"),
        ("resignThreshold=0.1", "a number from -1 to 0"),
        ("rules=bamboo", "a name of rules or JSON"),
        ("komi=7.25", "half points from -400 to 400"),
        ("ponderingEnabled=yes", "true or false"),
    ] {
        let error = load(pair).unwrap_err();
        let pair = pair.replace('=', " = ");
        assert_eq!(
            error,
            format!("-override-config: {pair}: expected {expected}")
        );
    }
}

#[test]
fn every_key_refuses_a_bad_value_and_changes_nothing() {
    let texts = ["searchRandSeed", "logFile", "logDir", "logDirDated"];
    for row in KEYS {
        let mut config = KataGoConfig::default();
        let is_set = row.set(&mut config, "no value at all").is_some();
        assert_eq!(is_set, texts.contains(&row.name), "{}", row.name);
        if !is_set {
            assert_eq!(config, KataGoConfig::default(), "{}", row.name);
        }
    }
}

#[test]
fn names_are_unique_and_not_foreign() {
    let names: BTreeSet<&str> = KEYS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), KEYS.len());
    for name in names {
        assert!(!is_foreign(name), "{name}");
    }
}

#[test]
fn keys_that_exclude_each_other_are_refused() {
    for (pairs, error) in [
        (
            "numSearchThreads=2,numSearchThreadsPerAnalysisThread=2",
            "-override-config: numSearchThreads cannot be combined with numSearchThreadsPerAnalysisThread",
        ),
        (
            "logFile=a,logDirDated=b",
            "-override-config: logFile cannot be combined with logDirDated",
        ),
    ] {
        assert_eq!(load(pairs).unwrap_err(), error);
    }
}

#[test]
fn keys_of_onnx_runtime_apply_to_the_chosen_backend() {
    let options = "nnMaxBatchSize=32,useFP16=false,deviceToUse=1";
    let filled = |provider| {
        Backend::Onnx(OnnxBackend {
            provider,
            device: Some(1),
            half: Some(false),
            max_batch: Some(32),
        })
    };
    let cuda: Backend = "onnx:cuda".parse().unwrap();
    let without = config(options).onnx;
    assert_eq!(without.backend(None), Backend::Cpu);
    assert_eq!(
        without.backend(Some(cuda)),
        filled(Some(OnnxProvider::Cuda))
    );
    let with = config(&format!("{options},onnxProvider=tensorrt")).onnx;
    assert_eq!(with.backend(None), filled(Some(OnnxProvider::TensorRt)));
    assert_eq!(with.backend(Some(cuda)), filled(Some(OnnxProvider::Cuda)));
    assert_eq!(with.backend(Some(Backend::Cpu)), Backend::Cpu);
    let auto = config("onnxProvider=auto,useFP16=auto").onnx;
    assert_eq!(auto.backend(None), Backend::Onnx(OnnxBackend::default()));
}

#[test]
fn keys_without_a_meaning_are_collected() {
    let (_, unused) = load("nnRandomize=true,maxVisit=5,cudaUseFP16=auto,Zzz=1").unwrap();
    assert_eq!(unused.foreign, ["cudaUseFP16", "nnRandomize"]);
    assert_eq!(unused.unknown, ["Zzz", "maxVisit"]);
}

#[test]
fn overrides_of_a_query_tell_the_meaning() {
    let mut config = KataGoConfig::default();
    assert_eq!(config.set("maxTime", "8"), Ok(KeyMeaning::Applied));
    assert_eq!(config.limits.time, Some(Duration::from_secs(8)));
    assert_eq!(config.set("nnRandomize", "true"), Ok(KeyMeaning::Foreign));
    assert_eq!(config.set("maxTimes", "8"), Ok(KeyMeaning::Unknown));
    let before = config.clone();
    let bad = config.set("maxTime", "soon").unwrap_err();
    assert_eq!(
        bad.to_string(),
        "maxTime = soon: expected seconds from 0 to 1e20"
    );
    assert_eq!(config, before);
}
