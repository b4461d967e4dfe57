//! Settings made by a KataGo configuration.

use std::path::PathBuf;
use std::time::Duration;

use super::config_file::{ConfigEntries, ConfigError};
use super::foreign_keys::is_foreign;
use super::key_table::{self, BadConfigValue, KEYS, rule_keys};
use tengen_engine::game::Color;
use tengen_engine::{Backend, OnnxBackend};
use tengen_go::rules::ruleset::{Scoring, Tax};
use tengen_go::search_mode::SearchOverrides;
use tengen_go::{Komi, Rules};

/// Settings of a KataGo configuration. `None` means that the key is not given.
#[derive(Clone, Debug, PartialEq)]
pub struct KataGoConfig {
    /// Number of positions that JSON analysis searches in parallel, 1 to 16384.
    pub analysis_threads: Option<usize>,
    /// Threads per search, 1 to 4096.
    pub search_threads: Option<usize>,
    /// Limits of a search for a move.
    pub limits: ConfigLimits,
    /// Limits of searches while pondering.
    pub ponder_limits: ConfigLimits,
    /// Whether to search on the opponent's time.
    pub ponders: Option<bool>,
    /// Time per move reserved for network delay.
    pub lag_buffer: Option<Duration>,
    /// Search memory in bytes.
    pub memory: Option<usize>,
    /// Seed of random choices.
    pub seed: Option<u64>,
    /// Evaluation of networks by ONNX Runtime.
    pub onnx: OnnxSettings,
    /// Point of view of winrates and scores in analysis reports.
    pub report_winrates_as: Option<WinratePerspective>,
    /// Maximum number of moves in a variation after its first.
    pub analysis_pv_len: Option<usize>,
    /// Whether JSON analysis warns about unused fields.
    pub warn_unused_fields: bool,
    /// Rules and komi for GTP.
    pub rules: RuleSettings,
    /// Initial side length of the GTP board.
    pub board_size: Option<u8>,
    /// Columns of the GTP board, if different from `board_size`.
    pub board_width: Option<u8>,
    /// Rows of the GTP board, if different from `board_size`.
    pub board_height: Option<u8>,
    /// Conditions for resigning a lost game.
    pub resignation: ResignationSettings,
    /// Log destinations and contents.
    pub log: LogSettings,
    /// Whether GTP writes a line to stderr once it is ready.
    pub startup_message: bool,
    /// Search parameters overridden when searching for a move.
    pub search: SearchOverrides,
    /// Search parameters overridden in GTP analysis: those of `search`, then those of keys that begin with `analysis`.
    pub analysis_search: SearchOverrides,
}

/// Evaluation of networks by ONNX Runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnnxSettings {
    /// Backend that the configuration chooses; `None` if no key does.
    pub chosen: Option<Backend>,
    /// Device, precision and batches of ONNX Runtime. Its provider isn't used.
    pub options: OnnxBackend,
}

impl OnnxSettings {
    /// Returns the backend: the one given on the command line, otherwise the one of the configuration. ONNX Runtime gets the
    /// configuration's options.
    pub fn backend(&self, given: Option<Backend>) -> Backend {
        match given.or(self.chosen).unwrap_or_default() {
            Backend::Cpu => Backend::Cpu,
            Backend::Onnx(OnnxBackend { provider, .. }) => Backend::Onnx(OnnxBackend {
                provider,
                ..self.options
            }),
        }
    }
}

/// Limits of a search. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConfigLimits {
    /// Maximum visits of the root, including those from earlier moves.
    pub visits: Option<u64>,
    /// Maximum playouts of this search.
    pub playouts: Option<u64>,
    /// Maximum duration of the search.
    pub time: Option<Duration>,
}

/// Point of view of reported winrates and scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinratePerspective {
    /// Black in every position.
    Black,
    /// White in every position.
    White,
    /// Side to move in each position.
    #[default]
    SideToMove,
}

impl WinratePerspective {
    /// Returns the side; `None` for the side to move.
    pub fn side(self) -> Option<Color> {
        match self {
            WinratePerspective::Black => Some(Color::Black),
            WinratePerspective::White => Some(Color::White),
            WinratePerspective::SideToMove => None,
        }
    }
}

/// Rules and komi of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RuleSettings {
    /// Rules set so far, starting from Tromp-Taylor if only single rules are given.
    pub(super) rules: Option<Rules>,
    /// Whether a key has set the tax.
    pub(super) has_tax: bool,
    /// Initial komi; `None` if no key sets it.
    pub komi: Option<Komi>,
    /// Komi that no command can change.
    pub forced_komi: Option<Komi>,
    /// Whether Black's consecutive first moves never count as handicap stones.
    pub ignores_played_handicap: bool,
}

impl RuleSettings {
    /// Returns the rules; `None` if no key sets any. As in KataGo, territory scoring without an explicit tax does not
    /// count eyes in seki.
    pub fn rules(&self) -> Option<Rules> {
        let rules = self.rules?;
        let is_untaxed = !self.has_tax && rules.scoring == Scoring::Territory;
        Some(if is_untaxed {
            Rules {
                tax: Tax::Seki,
                ..rules
            }
        } else {
            rules
        })
    }

    /// Returns the initial komi: the one set by a key, otherwise KataGo's default for the rules.
    pub fn first_komi(&self) -> Option<Komi> {
        let default_komi = |rules: Rules| match (rules.scoring, rules.has_button) {
            (Scoring::Territory, _) => 6.5,
            (Scoring::Area, true) => 7.0,
            (Scoring::Area, false) => 7.5,
        };
        let default_komi = || Komi::from_points(default_komi(self.rules()?)).ok();
        self.forced_komi.or(self.komi).or_else(default_komi)
    }
}

/// Conditions for resigning. `None` means that the key is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResignationSettings {
    /// Whether the engine may resign.
    pub is_allowed: Option<bool>,
    /// Winrate below which it resigns, from 0 to 0.5.
    pub below: Option<f32>,
    /// Number of consecutive searches below that winrate, 1 to 100.
    pub turns: Option<u32>,
    /// Minimum deficit in points for resigning.
    pub min_score_difference: Option<f32>,
    /// Minimum number of moves before resigning, as a fraction of the number of points on the board.
    pub min_moves_per_area: Option<f32>,
}

/// Destinations of the log, and the additions of JSON analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogSettings {
    /// File to append to.
    pub file: Option<PathBuf>,
    /// Folder with a file for every run.
    pub folder: Option<PathBuf>,
    /// Folder with a subfolder for each date, which has a file for every run.
    pub dated_folder: Option<PathBuf>,
    /// Whether to log to stderr.
    pub to_stderr: bool,
    /// Whether to log queries.
    pub all_requests: bool,
    /// Whether to log replies.
    pub all_responses: bool,
    /// Whether to log errors and warnings; `None` means yes.
    pub errors_and_warnings: Option<bool>,
}

/// Result of looking up a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMeaning {
    /// A key that has been set.
    Applied,
    /// A KataGo key without effect in Tengen.
    Foreign,
    /// A key that neither KataGo nor Tengen has.
    Unknown,
}

/// Keys of a configuration without effect, in alphabetical order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnusedKeys {
    /// KataGo keys without effect in Tengen.
    pub foreign: Vec<String>,
    /// Keys that KataGo does not have either.
    pub unknown: Vec<String>,
}

impl UnusedKeys {
    /// Logs the keys, one line per kind.
    pub fn log(&self) {
        if !self.foreign.is_empty() {
            log::info!("keys without a meaning here: {}", self.foreign.join(", "));
        }
        if !self.unknown.is_empty() {
            log::warn!("unknown keys: {}", self.unknown.join(", "));
        }
    }

    fn add(&mut self, key: &str, meaning: KeyMeaning) {
        match meaning {
            KeyMeaning::Applied => {}
            KeyMeaning::Foreign => self.foreign.push(key.to_owned()),
            KeyMeaning::Unknown => self.unknown.push(key.to_owned()),
        }
    }
}

impl Default for KataGoConfig {
    fn default() -> Self {
        KataGoConfig {
            analysis_threads: None,
            search_threads: None,
            limits: ConfigLimits::default(),
            ponder_limits: ConfigLimits::default(),
            ponders: None,
            lag_buffer: None,
            memory: None,
            seed: None,
            onnx: OnnxSettings::default(),
            report_winrates_as: None,
            analysis_pv_len: None,
            warn_unused_fields: true,
            rules: RuleSettings::default(),
            board_size: None,
            board_width: None,
            board_height: None,
            resignation: ResignationSettings::default(),
            log: LogSettings::default(),
            startup_message: true,
            search: SearchOverrides::default(),
            analysis_search: SearchOverrides::default(),
        }
    }
}

impl KataGoConfig {
    /// Builds the settings from configuration entries and collects the keys without effect. Fails if a value is invalid
    /// for its key or two keys exclude each other.
    pub fn load(entries: &ConfigEntries) -> Result<(KataGoConfig, UnusedKeys), ConfigError> {
        check_exclusions(entries)?;
        let mut config = KataGoConfig::default();
        let mut unused = UnusedKeys::default();
        // Analysis-only keys come last, because the other keys set analyses too.
        let is_last = |key: &str| key.starts_with("analysis");
        let first = entries.iter().filter(|(key, _)| !is_last(key));
        let last = entries.iter().filter(|(key, _)| is_last(key));
        for (key, value) in first.chain(last) {
            let meaning = config.set(key, &value.text);
            let meaning = meaning.map_err(|reason| ConfigError::Value {
                origin: value.origin.clone(),
                reason,
            })?;
            unused.add(key, meaning);
        }
        unused.foreign.sort_unstable();
        Ok((config, unused))
    }

    /// Sets a key, as the overrides of a query do. An invalid value changes nothing.
    pub fn set(&mut self, key: &str, value: &str) -> Result<KeyMeaning, BadConfigValue> {
        if let Some(row) = KEYS.iter().find(|row| row.name == key) {
            row.set(self, value)
                .ok_or_else(|| BadConfigValue::new(key, value, row.expected()))?;
            return Ok(KeyMeaning::Applied);
        }
        if key_table::set_search(self, key, value)? {
            return Ok(KeyMeaning::Applied);
        }
        Ok(if is_foreign(key) {
            KeyMeaning::Foreign
        } else {
            KeyMeaning::Unknown
        })
    }
}

/// Rejects keys that exclude each other, as KataGo does.
fn check_exclusions(entries: &ConfigEntries) -> Result<(), ConfigError> {
    let rules: Vec<&str> = rule_keys().collect();
    let exclusions: [(&str, &[&str]); 5] = [
        ("rules", &rules),
        ("whiteHandicapBonus", &["whiteBonusPerHandicapStone"]),
        ("numSearchThreads", &["numSearchThreadsPerAnalysisThread"]),
        ("logFile", &["logDir", "logDirDated"]),
        ("logDir", &["logDirDated"]),
    ];
    for (key, others) in exclusions {
        let Some(value) = entries.get(key) else {
            continue;
        };
        if let Some(other) = others.iter().find(|other| entries.get(other).is_some()) {
            return Err(ConfigError::Conflict {
                origin: value.origin.clone(),
                key: key.to_owned(),
                other: (*other).to_owned(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
