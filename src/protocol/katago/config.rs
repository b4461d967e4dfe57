//! The settings that KataGo's configuration makes here.

use std::path::PathBuf;
use std::time::Duration;

use super::config_file::{ConfigEntries, ConfigError, RULE_KEYS};
use super::foreign_keys::is_foreign;
use super::key_table::{self, BadConfigValue, KEYS};
use tengen_engine::game::Color;
use tengen_go::rules::ruleset::{Scoring, Tax};
use tengen_go::search_mode::SearchOverrides;
use tengen_go::{Komi, Rules};

/// The settings of a KataGo configuration. `None` stands for a key that is not given.
#[derive(Clone, Debug, PartialEq)]
pub struct KataGoConfig {
    /// Positions that JSON analysis searches at the same time, 1 to 16384.
    pub analysis_threads: Option<usize>,
    /// Threads of one search, 1 to 4096.
    pub search_threads: Option<usize>,
    /// Bounds of a search for a move.
    pub limits: ConfigLimits,
    /// Bounds of pondering.
    pub ponder_limits: ConfigLimits,
    /// Whether the engine searches on the opponent's time.
    pub ponders: Option<bool>,
    /// Time that the clock of a move leaves for delays on the way to the server.
    pub lag_buffer: Option<Duration>,
    /// Memory of the search, in bytes.
    pub memory: Option<usize>,
    /// Seed of random choices.
    pub seed: Option<u64>,
    /// The side from whose view analyses report winrates and scores.
    pub report_winrates_as: Option<WinratePerspective>,
    /// Maximum number of moves of a variation after its first move.
    pub analysis_pv_len: Option<usize>,
    /// Whether JSON analysis warns about fields that it does not use.
    pub warn_unused_fields: bool,
    /// Rules and komi of GTP.
    pub rules: RuleSettings,
    /// Side of the board of GTP at first.
    pub board_size: Option<u8>,
    /// Columns of that board, where they are not `board_size`.
    pub board_width: Option<u8>,
    /// Rows of that board, where they are not `board_size`.
    pub board_height: Option<u8>,
    /// Conditions of resigning.
    pub resignation: ResignationSettings,
    /// The log.
    pub log: LogSettings,
    /// Whether GTP writes a line to stderr once it is ready.
    pub startup_message: bool,
    /// Deviations of searches for a move.
    pub search: SearchOverrides,
    /// Deviations of analyses over GTP: those of `search`, then those of the keys that begin with `analysis`.
    pub analysis_search: SearchOverrides,
}

/// The bounds of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConfigLimits {
    /// Visits of the root, including those from earlier moves.
    pub visits: Option<u64>,
    /// Playouts of this search.
    pub playouts: Option<u64>,
    /// Time of the search.
    pub time: Option<Duration>,
}

/// The side from whose view winrates and scores are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinratePerspective {
    /// Black.
    Black,
    /// White.
    White,
    /// The side to move.
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

/// Rules and komi.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RuleSettings {
    /// The rules, Tromp-Taylor where a key of a single rule is not given.
    pub(super) rules: Option<Rules>,
    /// Whether a key has set the tax.
    pub(super) has_tax: bool,
    /// The first komi.
    pub komi: Option<Komi>,
    /// The komi that no command changes.
    pub forced_komi: Option<Komi>,
    /// Whether black's first moves are no handicap, however many they are.
    pub ignores_played_handicap: bool,
}

impl RuleSettings {
    /// Returns the rules; `None` if no key sets any. As in KataGo, territory scoring without a tax of its own does not
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

    /// Returns the first komi; without a key of its own the one that KataGo gives the rules.
    pub fn first_komi(&self) -> Option<Komi> {
        let usual = |rules: Rules| match (rules.scoring, rules.has_button) {
            (Scoring::Territory, _) => 6.5,
            (Scoring::Area, true) => 7.0,
            (Scoring::Area, false) => 7.5,
        };
        let usual = || Komi::from_points(usual(self.rules()?)).ok();
        self.forced_komi.or(self.komi).or_else(usual)
    }
}

/// Conditions of resigning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResignationSettings {
    /// Whether the engine resigns at all.
    pub is_allowed: Option<bool>,
    /// Winrate below which it resigns, from 0 to 0.5.
    pub below: Option<f32>,
    /// Consecutive searches below it, 1 to 100.
    pub turns: Option<u32>,
    /// Deficit in points, below which it does not resign.
    pub min_score_difference: Option<f32>,
    /// Moves before which it does not resign, as a share of the board's points.
    pub min_moves_per_area: Option<f32>,
}

/// Where the log goes, and what JSON analysis adds to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogSettings {
    /// A file, which is appended to.
    pub file: Option<PathBuf>,
    /// A folder, in which every run has a file.
    pub folder: Option<PathBuf>,
    /// A folder, in which every run has a file in a folder of its date.
    pub dated_folder: Option<PathBuf>,
    /// Whether it goes to stderr.
    pub to_stderr: bool,
    /// Whether it has the queries.
    pub all_requests: bool,
    /// Whether it has the replies.
    pub all_responses: bool,
    /// Whether it has errors and warnings; if `None`, it has.
    pub errors_and_warnings: Option<bool>,
}

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMeaning {
    /// It has been set.
    Applied,
    /// A key of KataGo's without a meaning here.
    Foreign,
    /// Neither KataGo nor Tengen has such a key.
    Unknown,
}

/// The keys of a configuration that do nothing here, in alphabetical order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnusedKeys {
    /// Keys of KataGo's.
    pub foreign: Vec<String>,
    /// Keys that KataGo does not have either.
    pub unknown: Vec<String>,
}

impl UnusedKeys {
    /// Logs them, in a line for each kind.
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
    /// Builds the settings of these entries, and collects the keys that do nothing.
    ///
    /// # Errors
    ///
    /// A key does not take its value, or two keys exclude each other.
    pub fn load(entries: &ConfigEntries) -> Result<(KataGoConfig, UnusedKeys), ConfigError> {
        check_exclusions(entries)?;
        let mut config = KataGoConfig::default();
        let mut unused = UnusedKeys::default();
        // Those of analyses alone come last, because others set analyses too.
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

    /// Sets a key, as the overrides of a query do. An error changes nothing.
    ///
    /// # Errors
    ///
    /// The key does not take this value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<KeyMeaning, BadConfigValue> {
        if let Some(row) = KEYS.iter().find(|row| row.name == key) {
            let set = (row.action)(self, value);
            set.ok_or_else(|| BadConfigValue::new(key, value, row.args))?;
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

/// Refuses keys that exclude each other, as KataGo does.
fn check_exclusions(entries: &ConfigEntries) -> Result<(), ConfigError> {
    const EXCLUSIONS: [(&str, &[&str]); 5] = [
        ("rules", &RULE_KEYS),
        ("whiteHandicapBonus", &["whiteBonusPerHandicapStone"]),
        ("numSearchThreads", &["numSearchThreadsPerAnalysisThread"]),
        ("logFile", &["logDir", "logDirDated"]),
        ("logDir", &["logDirDated"]),
    ];
    for (key, others) in EXCLUSIONS {
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
