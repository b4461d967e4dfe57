//! Keys with an effect, by KataGo's names: one row per key, with its values and their range, its setter and its meaning.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::config::{KataGoConfig, WinratePerspective};
use super::key_values::{MAX_SECONDS, boolean, decimal, seconds, visits, whole};
use tengen_engine::clock::LAG_SECONDS;
use tengen_engine::{Backend, OnnxBackend};
use tengen_go::search_mode::{BadOverride, SearchOverrides};
use tengen_go::{Komi, Rules};

/// A key of the configuration.
pub struct ConfigKey {
    /// Name, in KataGo's spelling.
    pub name: &'static str,
    /// Values that the key accepts, and their effect.
    pub kind: KeyKind,
    /// Meaning, on one line.
    pub help: &'static str,
}

/// Values of a key, and the setter that applies one of them.
pub enum KeyKind {
    /// `true` or `false`.
    Flag(fn(&mut KataGoConfig, bool)),
    /// A whole number in a range.
    Whole(RangeInclusive<i64>, fn(&mut KataGoConfig, i64)),
    /// A number in a range, with the name of what it counts.
    Decimal(
        &'static str,
        RangeInclusive<f64>,
        fn(&mut KataGoConfig, f64),
    ),
    /// A number of visits or playouts; `None` for no limit.
    Visits(fn(&mut KataGoConfig, Option<u64>)),
    /// A time; `None` for no limit.
    Seconds(fn(&mut KataGoConfig, Option<Duration>)),
    /// A komi.
    Komi(fn(&mut KataGoConfig, Komi)),
    /// The name of a file or folder.
    File(fn(&mut KataGoConfig, PathBuf)),
    /// A single rule, with the description of its values. The setter returns `None`, without a change, for another one.
    Rule(&'static str, fn(&mut KataGoConfig, &str) -> Option<()>),
    /// Other values, as for a rule.
    Text(&'static str, fn(&mut KataGoConfig, &str) -> Option<()>),
}

impl ConfigKey {
    /// Returns a description of the values.
    pub fn expected(&self) -> String {
        match &self.kind {
            KeyKind::Flag(_) => YES_OR_NO.to_owned(),
            KeyKind::Whole(range, _) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            KeyKind::Decimal(unit, range, _) => {
                format!("{unit} from {} to {}", range.start(), range.end())
            }
            KeyKind::Visits(_) => "a whole number from 1 to 2^50".to_owned(),
            KeyKind::Seconds(_) => "seconds from 0 to 1e20".to_owned(),
            KeyKind::Komi(_) => {
                let (least, most) = (KOMI.start(), KOMI.end());
                format!("half points from {least} to {most}")
            }
            KeyKind::File(_) => "a file name".to_owned(),
            KeyKind::Rule(expected, _) | KeyKind::Text(expected, _) => (*expected).to_owned(),
        }
    }

    /// Sets the key. Returns `None`, without a change, if it does not accept the value.
    pub(super) fn set(&self, config: &mut KataGoConfig, text: &str) -> Option<()> {
        match &self.kind {
            KeyKind::Flag(set) => set(config, boolean(text)?),
            KeyKind::Whole(range, set) => set(config, whole(text, range)?),
            KeyKind::Decimal(_, range, set) => set(config, decimal(text, range)?),
            KeyKind::Visits(set) => set(config, visits(text)?),
            KeyKind::Seconds(set) => set(config, seconds(text)?),
            KeyKind::Komi(set) => {
                let komi = Komi::from_points(decimal(text, &KOMI)?).ok()?;
                set(config, komi);
            }
            KeyKind::File(set) => set(config, text.into()),
            KeyKind::Rule(_, set) | KeyKind::Text(_, set) => return set(config, text),
        }
        Some(())
    }
}

/// Error for an invalid value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} = {value}: expected {expected}")]
pub struct BadConfigValue {
    /// Key as written by the user.
    pub key: String,
    /// Value as written by the user.
    pub value: String,
    /// Description of the valid values.
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

/// Size in bytes of an entry in KataGo's cache of evaluations, which is close to the size of an evaluation in Tengen.
const CACHE_ENTRY: u64 = 1536;

/// Range of memory in bytes that a cache size can request, the same as for `--memory`.
const MEMORY: RangeInclusive<u64> = 1 << 20..=1 << 40;

/// KataGo's range of komi.
const KOMI: RangeInclusive<f64> = -400.0..=400.0;

const YES_OR_NO: &str = "true or false";

/// Side lengths of a board over GTP.
const SIDE: RangeInclusive<i64> = 2..=25;

/// Makes the rows of the table: name, values, meaning and setter.
macro_rules! keys {
    ($($name:literal $kind:ident($($values:expr),*) $help:literal $set:expr;)*) => {
        /// All keys with an effect, except those of the search.
        pub static KEYS: &[ConfigKey] = &[$(ConfigKey {
            name: $name,
            kind: KeyKind::$kind($($values,)* $set),
            help: $help,
        }),*];
    };
}

keys! {
    "numAnalysisThreads" Whole(1..=16384) "positions that JSON analysis searches at the same time"
        |config, count| config.analysis_threads = Some(count as usize);
    "numSearchThreads" Whole(1..=4096) "threads of a search"
        |config, count| config.search_threads = Some(count as usize);
    "numSearchThreadsPerAnalysisThread" Whole(1..=4096) "threads of a search, another name of numSearchThreads"
        |config, count| config.search_threads = Some(count as usize);
    "onnxProvider" Text("auto, cuda, tensorrt, migraphx, rocm, directml, coreml, openvino or cpu")
        "evaluate networks with this provider of ONNX Runtime, like --backend"
        |config, text| {
            config.onnx.chosen = Some(match text {
                "auto" => Backend::Onnx(OnnxBackend::default()),
                name => format!("onnx:{name}").parse().ok()?,
            });
            Some(())
        };
    "nnMaxBatchSize" Whole(1..=65536)
        "positions that ONNX Runtime evaluates together at most; 64 by default, 16 for its provider cpu"
        |config, most| config.onnx.options.max_batch = Some(most.min(u16::MAX.into()) as u16);
    "useFP16" Text("auto, true or false") "whether ONNX Runtime computes with half precision; auto for GPUs"
        |config, text| {
            config.onnx.options.half = match text {
                "auto" => None,
                // KataGo knows more words for this key than for others.
                "1" | "t" | "enabled" | "y" | "yes" => Some(true),
                "0" | "f" | "disabled" | "n" | "no" => Some(false),
                text => Some(boolean(text)?),
            };
            Some(())
        };
    "deviceToUse" Whole(0..=1023) "number of the GPU that ONNX Runtime uses; 0 by default"
        |config, device| config.onnx.options.device = Some(device as u16);
    "maxVisits" Visits() "visits of a search, those from earlier moves included"
        |config, visits| config.limits.visits = visits;
    "maxPlayouts" Visits() "playouts of a search"
        |config, playouts| config.limits.playouts = playouts;
    "maxTime" Seconds() "seconds of a search; over GTP a running clock takes precedence"
        |config, time| config.limits.time = time;
    "maxVisitsPondering" Visits() "visits of pondering"
        |config, visits| config.ponder_limits.visits = visits;
    "maxPlayoutsPondering" Visits() "playouts of pondering"
        |config, playouts| config.ponder_limits.playouts = playouts;
    "maxTimePondering" Seconds() "seconds of pondering; 60 by default"
        |config, time| {
            let longest = Duration::from_secs_f64(MAX_SECONDS);
            config.ponder_limits.time = Some(time.unwrap_or(longest));
        };
    "ponderingEnabled" Flag() "whether GTP searches on the opponent's time"
        |config, ponders| config.ponders = Some(ponders);
    "lagBuffer" Decimal("seconds", LAG_SECONDS)
        "seconds of every move reserved for delays when a clock runs; at most half of a short time"
        |config, lag| config.lag_buffer = Some(Duration::from_secs_f64(lag));
    "nnCacheSizePowerOfTwo" Whole(-1..=48)
        "memory of the search: 1.5 KiB times two to this power, from 1 MiB to 1 TiB"
        |config, power| {
            let entries = if power < 0 { 0 } else { 1_u64 << power };
            let bytes = entries.saturating_mul(CACHE_ENTRY);
            let bytes = bytes.clamp(*MEMORY.start(), *MEMORY.end());
            config.memory = Some(usize::try_from(bytes).unwrap_or(usize::MAX));
        };
    "searchRandSeed" Text("a text") "seed of random choices"
        |config, text| {
            config.seed = Some(seed_of(text));
            Some(())
        };
    "reportAnalysisWinratesAs" Text("BLACK, WHITE or SIDETOMOVE")
        "the side for which analyses report winrates and scores"
        |config, text| {
            config.report_winrates_as = Some(match text.to_ascii_lowercase().as_str() {
                "b" | "black" => WinratePerspective::Black,
                "w" | "white" => WinratePerspective::White,
                "sidetomove" => WinratePerspective::SideToMove,
                _ => return None,
            });
            Some(())
        };
    "analysisPVLen" Whole(1..=1000) "moves of a variation after its first move"
        |config, length| config.analysis_pv_len = Some(length as usize);
    "warnUnusedFields" Flag() "whether JSON analysis warns about fields that it does not use"
        |config, warns| config.warn_unused_fields = warns;
    "rules" Text("a name of rules or JSON") "initial rules over GTP"
        |config, text| {
            config.rules.rules = Some(text.parse().ok()?);
            config.rules.has_tax = true;
            Some(())
        };
    "koRule" Rule("SIMPLE, POSITIONAL or SITUATIONAL") "initial ko rule over GTP"
        |config, text| set_rule(config, "ko", text);
    "scoringRule" Rule("AREA or TERRITORY") "initial scoring over GTP"
        |config, text| set_rule(config, "scoring", text);
    "taxRule" Rule("NONE, SEKI or ALL") "territory that does not count, initially over GTP"
        |config, text| {
            set_rule(config, "tax", text)?;
            config.rules.has_tax = true;
            Some(())
        };
    "multiStoneSuicideLegal" Rule(YES_OR_NO) "whether suicide of several stones is legal, initially over GTP"
        |config, text| set_rule(config, "suicide", text);
    "hasButton" Rule(YES_OR_NO) "whether the first pass earns half a point, initially over GTP"
        |config, text| set_rule(config, "hasButton", text);
    "friendlyPassOk" Rule(YES_OR_NO) "whether a pass may leave dead stones on the board, initially over GTP"
        |config, text| set_rule(config, "friendlyPassOk", text);
    "whiteHandicapBonus" Rule("0, N or N-1") "white's points for N handicap stones, initially over GTP"
        |config, text| set_rule(config, "whiteHandicapBonus", text);
    "whiteBonusPerHandicapStone" Rule("0 or 1") "white's points for a handicap stone, initially over GTP"
        |config, text| {
            let bonus = if whole(text, &(0..=1))? == 0 { "0" } else { "N" };
            set_rule(config, "whiteHandicapBonus", bonus)
        };
    "assumeMultipleStartingBlackMovesAreHandicap" Flag()
        "whether several black moves before white's first are handicap stones, over GTP and in JSON analysis; true by default"
        |config, counts| config.rules.ignores_played_handicap = !counts;
    "komi" Komi() "initial komi over GTP; by default 7.5, or 6.5 with territory scoring and 7 with a button"
        |config, komi| config.rules.komi = Some(komi);
    "ignoreGTPAndForceKomi" Komi() "fixed komi over GTP, which no command changes"
        |config, komi| config.rules.forced_komi = Some(komi);
    "defaultBoardXSize" Whole(SIDE) "initial columns of GTP's board; takes precedence over defaultBoardSize"
        |config, columns| config.board_width = Some(columns as u8);
    "defaultBoardYSize" Whole(SIDE) "initial rows of GTP's board; takes precedence over defaultBoardSize"
        |config, rows| config.board_height = Some(rows as u8);
    "defaultBoardSize" Whole(SIDE) "initial side of GTP's board"
        |config, side| config.board_size = Some(side as u8);
    "allowResignation" Flag() "whether GTP resigns"
        |config, resigns| config.resignation.is_allowed = Some(resigns);
    "resignThreshold" Decimal("a number", -1.0..=0.0)
        "value of the position below which GTP resigns: -0.9 means a winning chance of 5%"
        |config, threshold| config.resignation.below = Some(((1.0 + threshold) / 2.0) as f32);
    "resignConsecTurns" Whole(1..=100) "searches in a row below the threshold before GTP resigns"
        |config, turns| config.resignation.turns = Some(turns as u32);
    "resignMinScoreDifference" Decimal("points", 0.0..=1000.0) "minimum deficit in points for GTP to resign"
        |config, points| config.resignation.min_score_difference = Some(points as f32);
    "resignMinMovesPerBoardArea" Decimal("a number", 0.0..=1.0)
        "moves before which GTP does not resign, as a share of the board's points"
        |config, share| config.resignation.min_moves_per_area = Some(share as f32);
    "logFile" File() "log file, which is appended to"
        |config, file| config.log.file = Some(file);
    "logDir" File() "folder with a separate log for every run"
        |config, folder| config.log.folder = Some(folder);
    "logDirDated" File() "folder in which every run writes its log to a subfolder named by the date"
        |config, folder| config.log.dated_folder = Some(folder);
    "logToStderr" Flag() "whether the log also goes to stderr"
        |config, logs| config.log.to_stderr = logs;
    "logAllRequests" Flag() "whether the log contains every query of JSON analysis"
        |config, logs| config.log.all_requests = logs;
    "logAllResponses" Flag() "whether the log contains every reply of JSON analysis"
        |config, logs| config.log.all_responses = logs;
    "logErrorsAndWarnings" Flag()
        "whether the log contains the errors and warnings of JSON analysis; true by default"
        |config, logs| config.log.errors_and_warnings = Some(logs);
    "startupPrintMessageToStderr" Flag() "whether GTP writes a line to stderr once it is ready"
        |config, writes| config.startup_message = writes;
}

/// Returns the names of single rules, which exclude the key `rules`.
pub fn rule_keys() -> impl Iterator<Item = &'static str> {
    let rules = KEYS
        .iter()
        .filter(|row| matches!(row.kind, KeyKind::Rule(..)));
    rules.map(|row| row.name)
}

/// Search keys for analyses only, and the parameters that they set.
const ANALYSIS_KEYS: [(&str, &str); 2] = [
    ("analysisWideRootNoise", "wideRootNoise"),
    ("analysisIgnorePreRootHistory", "ignorePreRootHistory"),
];

/// Returns the names of all keys with an effect, those of the search included.
pub fn key_names() -> impl Iterator<Item = &'static str> {
    let of_analyses = ANALYSIS_KEYS.iter().map(|(key, _)| *key);
    let rows = KEYS.iter().map(|row| row.name);
    rows.chain(SearchOverrides::names()).chain(of_analyses)
}

/// Sets a search key. Returns whether the key exists. An invalid value changes nothing.
pub(super) fn set_search(
    config: &mut KataGoConfig,
    key: &str,
    text: &str,
) -> Result<bool, BadConfigValue> {
    if let Some((_, name)) = ANALYSIS_KEYS.iter().find(|(name, _)| *name == key) {
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

/// Returns a seed from text: the number itself, or the FNV-1a hash of other text.
fn seed_of(text: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let hashed = || text.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    text.parse().unwrap_or_else(|_| hashed())
}
