//! The keys with a meaning, by KataGo's names.

use std::time::Duration;

use thiserror::Error;

use super::config::{KataGoConfig, WinratePerspective};
use super::key_values::{MAX_SECONDS, boolean, decimal, seconds, size, visits, whole};
use crate::CommandRow;
use tengen_engine::clock::LAG_SECONDS;
use tengen_go::search_mode::BadOverride;
use tengen_go::{Komi, Rules};

/// A key. Its arguments describe its values. The action sets a value, or returns `None` and changes nothing.
pub type ConfigKey = CommandRow<fn(&mut KataGoConfig, &str) -> Option<()>>;

/// A value that its key does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} = {value}: expected {expected}")]
pub struct BadConfigValue {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// The values that it takes.
    pub expected: String,
}

impl BadConfigValue {
    pub(super) fn new(key: &str, value: &str, expected: impl Into<String>) -> BadConfigValue {
        BadConfigValue {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.into(),
        }
    }
}

impl From<BadOverride> for BadConfigValue {
    fn from(bad: BadOverride) -> BadConfigValue {
        BadConfigValue::new(&bad.name, &bad.value, bad.expected)
    }
}

/// Size of an entry of KataGo's cache of evaluations, in bytes: about that of an evaluation here too.
const CACHE_ENTRY: u64 = 1536;

/// Range of the memory that a cache size can stand for, as that of `--memory`.
const MEMORY: std::ops::RangeInclusive<u64> = 1 << 20..=1 << 40;

const YES_OR_NO: &str = "true or false";
const VISITS: &str = "a whole number from 1 to 2^50";
const SECONDS: &str = "seconds from 0 to 1e20";
const KOMI: &str = "half points from -400 to 400";
const FILE: &str = "a file name";

/// Every key with a meaning, apart from those of the search.
pub const KEYS: &[ConfigKey] = &[
    ConfigKey {
        name: "numAnalysisThreads",
        args: "a whole number from 1 to 16384",
        help: "positions that JSON analysis searches at the same time",
        action: |config, text| {
            config.analysis_threads = Some(size(text, 1..=16384)?);
            Some(())
        },
    },
    ConfigKey {
        name: "numSearchThreads",
        args: "a whole number from 1 to 4096",
        help: "threads of a search",
        action: |config, text| {
            config.search_threads = Some(size(text, 1..=4096)?);
            Some(())
        },
    },
    ConfigKey {
        name: "numSearchThreadsPerAnalysisThread",
        args: "a whole number from 1 to 4096",
        help: "threads of a search, another name of numSearchThreads",
        action: |config, text| {
            config.search_threads = Some(size(text, 1..=4096)?);
            Some(())
        },
    },
    ConfigKey {
        name: "maxVisits",
        args: VISITS,
        help: "visits of a search, those from earlier moves included",
        action: |config, text| {
            config.limits.visits = visits(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "maxPlayouts",
        args: VISITS,
        help: "playouts of a search",
        action: |config, text| {
            config.limits.playouts = visits(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "maxTime",
        args: SECONDS,
        help: "seconds of a search; over GTP a running clock goes before it",
        action: |config, text| {
            config.limits.time = seconds(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "maxVisitsPondering",
        args: VISITS,
        help: "visits of pondering",
        action: |config, text| {
            config.ponder_limits.visits = visits(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "maxPlayoutsPondering",
        args: VISITS,
        help: "playouts of pondering",
        action: |config, text| {
            config.ponder_limits.playouts = visits(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "maxTimePondering",
        args: SECONDS,
        help: "seconds of pondering, 60 without the key",
        action: |config, text| {
            let time = decimal(text, 0.0..=1e20)?.min(MAX_SECONDS);
            config.ponder_limits.time = Some(Duration::from_secs_f64(time));
            Some(())
        },
    },
    ConfigKey {
        name: "ponderingEnabled",
        args: YES_OR_NO,
        help: "whether GTP searches on the opponent's time",
        action: |config, text| {
            config.ponders = Some(boolean(text)?);
            Some(())
        },
    },
    ConfigKey {
        name: "lagBuffer",
        args: "seconds from 0 to 3600",
        help: "seconds of every move that a clock keeps back for delays, half of a shorter time",
        action: |config, text| {
            let lag = decimal(text, LAG_SECONDS)?;
            config.lag_buffer = Some(Duration::from_secs_f64(lag));
            Some(())
        },
    },
    ConfigKey {
        name: "nnCacheSizePowerOfTwo",
        args: "a whole number from -1 to 48",
        help: "memory of the search: 1.5 KiB times two to this power, from 1 MiB to 1 TiB",
        action: |config, text| {
            let power = whole(text, -1..=48)?;
            let entries = if power < 0 { 0 } else { 1_u64 << power };
            let bytes = entries.saturating_mul(CACHE_ENTRY);
            let bytes = bytes.clamp(*MEMORY.start(), *MEMORY.end());
            config.memory = Some(usize::try_from(bytes).unwrap_or(usize::MAX));
            Some(())
        },
    },
    ConfigKey {
        name: "searchRandSeed",
        args: "a text",
        help: "seed of random choices",
        action: |config, text| {
            config.seed = Some(seed_of(text));
            Some(())
        },
    },
    ConfigKey {
        name: "reportAnalysisWinratesAs",
        args: "BLACK, WHITE or SIDETOMOVE",
        help: "the side from whose view analyses report winrates and scores",
        action: |config, text| {
            config.report_winrates_as = Some(match text.to_ascii_lowercase().as_str() {
                "b" | "black" => WinratePerspective::Black,
                "w" | "white" => WinratePerspective::White,
                "sidetomove" => WinratePerspective::SideToMove,
                _ => return None,
            });
            Some(())
        },
    },
    ConfigKey {
        name: "analysisPVLen",
        args: "a whole number from 1 to 1000",
        help: "moves of a variation after its first move",
        action: |config, text| {
            config.analysis_pv_len = Some(size(text, 1..=1000)?);
            Some(())
        },
    },
    ConfigKey {
        name: "warnUnusedFields",
        args: YES_OR_NO,
        help: "whether JSON analysis warns about fields that it does not use",
        action: |config, text| {
            config.warn_unused_fields = boolean(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "rules",
        args: "a name of rules or JSON",
        help: "rules of GTP at first",
        action: |config, text| {
            config.rules.rules = Some(text.parse().ok()?);
            config.rules.has_tax = true;
            Some(())
        },
    },
    ConfigKey {
        name: "koRule",
        args: "SIMPLE, POSITIONAL or SITUATIONAL",
        help: "ko rule of GTP at first",
        action: |config, text| set_rule(config, "ko", text),
    },
    ConfigKey {
        name: "scoringRule",
        args: "AREA or TERRITORY",
        help: "scoring of GTP at first",
        action: |config, text| set_rule(config, "scoring", text),
    },
    ConfigKey {
        name: "taxRule",
        args: "NONE, SEKI or ALL",
        help: "territory that does not count, over GTP at first",
        action: |config, text| {
            set_rule(config, "tax", text)?;
            config.rules.has_tax = true;
            Some(())
        },
    },
    ConfigKey {
        name: "multiStoneSuicideLegal",
        args: YES_OR_NO,
        help: "whether suicide of several stones is legal, over GTP at first",
        action: |config, text| set_rule(config, "suicide", text),
    },
    ConfigKey {
        name: "hasButton",
        args: YES_OR_NO,
        help: "whether the first pass earns half a point, over GTP at first",
        action: |config, text| set_rule(config, "hasButton", text),
    },
    ConfigKey {
        name: "friendlyPassOk",
        args: YES_OR_NO,
        help: "whether a pass may leave dead stones on the board, over GTP at first",
        action: |config, text| set_rule(config, "friendlyPassOk", text),
    },
    ConfigKey {
        name: "whiteHandicapBonus",
        args: "0, N or N-1",
        help: "white's points for N handicap stones, over GTP at first",
        action: |config, text| set_rule(config, "whiteHandicapBonus", text),
    },
    ConfigKey {
        name: "whiteBonusPerHandicapStone",
        args: "0 or 1",
        help: "white's points for a handicap stone, over GTP at first",
        action: |config, text| {
            let bonus = if whole(text, 0..=1)? == 0 { "0" } else { "N" };
            set_rule(config, "whiteHandicapBonus", bonus)
        },
    },
    ConfigKey {
        name: "assumeMultipleStartingBlackMovesAreHandicap",
        args: YES_OR_NO,
        help: "whether several black moves before white's first are handicap stones, over GTP and in JSON analysis; true at first",
        action: |config, text| {
            config.rules.ignores_played_handicap = !boolean(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "komi",
        args: KOMI,
        help: "komi of GTP at first; without it 7.5, or 6.5 with territory scoring and 7 with a button",
        action: |config, text| {
            config.rules.komi = Some(komi(text)?);
            Some(())
        },
    },
    ConfigKey {
        name: "ignoreGTPAndForceKomi",
        args: KOMI,
        help: "komi of GTP that no command changes",
        action: |config, text| {
            config.rules.forced_komi = Some(komi(text)?);
            Some(())
        },
    },
    ConfigKey {
        name: "defaultBoardXSize",
        args: "a whole number from 2 to 25",
        help: "columns of GTP's board at first, before defaultBoardSize",
        action: |config, text| {
            config.board_width = Some(whole(text, 2..=25)?.try_into().ok()?);
            Some(())
        },
    },
    ConfigKey {
        name: "defaultBoardYSize",
        args: "a whole number from 2 to 25",
        help: "rows of GTP's board at first, before defaultBoardSize",
        action: |config, text| {
            config.board_height = Some(whole(text, 2..=25)?.try_into().ok()?);
            Some(())
        },
    },
    ConfigKey {
        name: "defaultBoardSize",
        args: "a whole number from 2 to 25",
        help: "side of GTP's board at first",
        action: |config, text| {
            config.board_size = Some(whole(text, 2..=25)?.try_into().ok()?);
            Some(())
        },
    },
    ConfigKey {
        name: "allowResignation",
        args: YES_OR_NO,
        help: "whether GTP resigns",
        action: |config, text| {
            config.resignation.is_allowed = Some(boolean(text)?);
            Some(())
        },
    },
    ConfigKey {
        name: "resignThreshold",
        args: "a number from -1 to 0",
        help: "value of the position below which GTP resigns: -0.9 is a chance of 5 % to win",
        action: |config, text| {
            let threshold = decimal(text, -1.0..=0.0)?;
            config.resignation.below = Some(((1.0 + threshold) / 2.0) as f32);
            Some(())
        },
    },
    ConfigKey {
        name: "resignConsecTurns",
        args: "a whole number from 1 to 100",
        help: "searches in a row below the threshold before GTP resigns",
        action: |config, text| {
            config.resignation.turns = Some(whole(text, 1..=100)?.try_into().ok()?);
            Some(())
        },
    },
    ConfigKey {
        name: "resignMinScoreDifference",
        args: "points from 0 to 1000",
        help: "points that GTP has to be behind to resign",
        action: |config, text| {
            let points = decimal(text, 0.0..=1000.0)?;
            config.resignation.min_score_difference = Some(points as f32);
            Some(())
        },
    },
    ConfigKey {
        name: "resignMinMovesPerBoardArea",
        args: "a number from 0 to 1",
        help: "moves before which GTP does not resign, as a share of the board's points",
        action: |config, text| {
            let share = decimal(text, 0.0..=1.0)?;
            config.resignation.min_moves_per_area = Some(share as f32);
            Some(())
        },
    },
    ConfigKey {
        name: "logFile",
        args: FILE,
        help: "file of the log, which is appended to",
        action: |config, text| {
            config.log.file = Some(text.into());
            Some(())
        },
    },
    ConfigKey {
        name: "logDir",
        args: FILE,
        help: "folder in which every run has a log of its own",
        action: |config, text| {
            config.log.folder = Some(text.into());
            Some(())
        },
    },
    ConfigKey {
        name: "logDirDated",
        args: FILE,
        help: "folder in which every run has a folder of its date with a log",
        action: |config, text| {
            config.log.dated_folder = Some(text.into());
            Some(())
        },
    },
    ConfigKey {
        name: "logToStderr",
        args: YES_OR_NO,
        help: "whether the log goes to stderr too",
        action: |config, text| {
            config.log.to_stderr = boolean(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "logAllRequests",
        args: YES_OR_NO,
        help: "whether the log has every query of JSON analysis",
        action: |config, text| {
            config.log.all_requests = boolean(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "logAllResponses",
        args: YES_OR_NO,
        help: "whether the log has every reply of JSON analysis",
        action: |config, text| {
            config.log.all_responses = boolean(text)?;
            Some(())
        },
    },
    ConfigKey {
        name: "logErrorsAndWarnings",
        args: YES_OR_NO,
        help: "whether the log has the errors and warnings of JSON analysis; it has without the key",
        action: |config, text| {
            config.log.errors_and_warnings = Some(boolean(text)?);
            Some(())
        },
    },
    ConfigKey {
        name: "startupPrintMessageToStderr",
        args: YES_OR_NO,
        help: "whether GTP writes a line to stderr once it is ready",
        action: |config, text| {
            config.startup_message = boolean(text)?;
            Some(())
        },
    },
];

/// Sets a key of the search. Returns whether there is such a key. An error changes nothing.
pub(super) fn set_search(
    config: &mut KataGoConfig,
    key: &str,
    text: &str,
) -> Result<bool, BadConfigValue> {
    let analysis_name = match key {
        "analysisWideRootNoise" => Some("wideRootNoise"),
        "analysisIgnorePreRootHistory" => Some("ignorePreRootHistory"),
        _ => None,
    };
    if let Some(name) = analysis_name {
        let set = config.analysis_search.set(name, text);
        return set.map_err(|bad| BadConfigValue::new(key, text, bad.expected));
    }
    config.search.set(key, text)?;
    Ok(config.analysis_search.set(key, text)?)
}

fn set_rule(config: &mut KataGoConfig, key: &str, text: &str) -> Option<()> {
    let mut rules = config.rules.rules.unwrap_or(Rules::TROMP_TAYLOR);
    rules.set(key, text).ok()?;
    config.rules.rules = Some(rules);
    Some(())
}

/// Parses a komi in KataGo's range.
fn komi(text: &str) -> Option<Komi> {
    Komi::from_points(decimal(text, -400.0..=400.0)?).ok()
}

/// Returns the number of a seed: the number itself, or the FNV-1a hash of another text.
fn seed_of(text: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let hashed = || text.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    text.parse().unwrap_or_else(|_| hashed())
}
