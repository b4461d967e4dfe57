//! Settings of `INFO` and the resulting limits.
//!
//! - `setting_table`: the table of keys and their values

mod setting_table;

use std::time::Duration;

use self::setting_table::BadValue;
use super::time::{self, TimeLeft, TimeRules, TurnLimit};
use tengen_engine::{Limits, Settings, SkillLevel, resources};
use tengen_gomoku::Rule;

pub use self::setting_table::{InfoSetting, SETTINGS};

/// Rules of a game as set by `INFO rule`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Rule for winning rows.
    pub rule: Rule,
    /// Whether the game goes on after a finished row.
    pub continuous: bool,
}

/// Settings of a session. They outlive `START`, since managers send them before or after it.
#[derive(Clone, Debug)]
pub struct GomocupSettings {
    variant: Variant,
    /// The manager's time settings and the time used by the engine's moves.
    pub time: TimeRules,
    plays_person: bool,
    threads: Option<usize>,
    /// Memory limit of the whole process, in bytes.
    max_memory: Option<u64>,
    /// Memory limit of the tables, in bytes.
    hash: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Value of `show_detail`, from 0 to 3.
    detail: i64,
    /// Value of `caution_factor`, from 0 to 5.
    caution: usize,
    /// Whether to look for a win by threats first (`checkmate` or `vcthread`).
    proves: bool,
    /// Value of `strength` as a level of play.
    level: Option<SkillLevel>,
    ponders: bool,
    /// Whether to use an open database in searches and queries.
    database: bool,
    /// Whether the database must not be changed.
    database_readonly: bool,
    /// Whether the manager is Yixin-Board.
    yixin: bool,
}

/// Number of moves considered by the search, in percent of the default number, for each `caution_factor` of Yixin-Board.
/// The last entry means all moves.
const BREADTHS: [u32; 6] = [60, 100, 150, 200, 300, 100_000];

/// Default `caution_factor` of Yixin-Board.
const DEFAULT_CAUTION: usize = 1;

/// Reserve subtracted from `max_memory`, in bytes. An engine that used exactly that size was disqualified in a trial.
const SPARE: u64 = 30 << 20;

/// Upper estimate of the process's memory without tables (code, stacks and buffers), in bytes.
const PROCESS: u64 = 12 << 20;

/// Minimum size of the tables in bytes, even if the manager's limit is lower.
const LEAST_TABLES: usize = 1 << 20;

/// Value of `max_memory` that Piskvork sends for 2 GiB and more, regardless of the machine's memory.
const NO_MEMORY_LIMIT: u64 = 0x7fff_ffff;

/// Returns the most memory that a manager can grant to the tables: the size given on the command line, otherwise half
/// of the machine's memory.
pub fn most_memory(allowed: Settings) -> usize {
    if allowed.memory != Settings::default().memory {
        return allowed.memory;
    }
    let half = resources::machine_memory().map_or(0, |bytes| bytes / 2);
    allowed.memory.max(half)
}

/// Turn limit that Yixin-Board sends for a game without clocks.
const YIXIN_UNLIMITED_TURN: Duration = Duration::from_millis(2_000_000);
/// Match limit that Yixin-Board sends for a game without clocks.
const YIXIN_UNLIMITED_MATCH: Duration = Duration::from_millis(100_000_000);

impl GomocupSettings {
    /// Creates the default settings for games by `rule`.
    pub fn new(rule: Rule) -> Self {
        GomocupSettings {
            variant: Variant {
                rule,
                continuous: false,
            },
            time: TimeRules::default(),
            plays_person: false,
            threads: None,
            max_memory: None,
            hash: None,
            nodes: None,
            depth: None,
            detail: 0,
            caution: DEFAULT_CAUTION,
            proves: false,
            level: None,
            ponders: false,
            database: true,
            database_readonly: false,
            yixin: false,
        }
    }

    /// Returns these settings at another level of play.
    pub fn at_level(self, level: Option<SkillLevel>) -> Self {
        GomocupSettings { level, ..self }
    }

    /// Returns the level of play; `None` for full strength.
    pub fn level(&self) -> Option<SkillLevel> {
        self.level
    }

    /// Records that the manager is Yixin-Board, which numbers the rules differently.
    pub fn identify_yixin(&mut self) {
        self.yixin = true;
    }

    /// Returns the variant to play.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether the manager is Yixin-Board.
    pub fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// Whether to print root events (levels 1 and 3 of `show_detail`).
    pub fn wants_root_events(&self) -> bool {
        self.detail & 1 != 0
    }

    /// Whether to print principal variations in blocks (levels 2 and 3 of `show_detail`).
    pub fn wants_lines(&self) -> bool {
        self.detail & 2 != 0
    }

    /// Whether to look for a win by continuous threats first.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// Returns the number of moves considered by the search, in percent of the default number.
    pub fn breadth(&self) -> u32 {
        BREADTHS[self.caution]
    }

    /// Whether to ponder on the opponent's time; never below full strength.
    pub fn ponders(&self) -> bool {
        self.ponders && self.level.is_none()
    }

    /// Whether to use an open database in searches and queries.
    pub fn uses_database(&self) -> bool {
        self.database
    }

    /// Whether the database must not be changed.
    pub fn keeps_database(&self) -> bool {
        self.database_readonly
    }

    /// Sets a value of `INFO`. Unknown keys and invalid values have no effect, because `INFO` has no reply.
    pub fn set(&mut self, key: &str, value: &str) {
        if let Err(error) = self.try_set(key, value) {
            log::debug!("INFO {key}: {error}");
        }
    }

    fn try_set(&mut self, key: &str, value: &str) -> Result<(), BadValue> {
        let setting = SETTINGS
            .iter()
            .find(|setting| setting.name.eq_ignore_ascii_case(key));
        match setting {
            Some(setting) => setting.set(self, value),
            // For example folder, or Yixin-Board's thread_split_depth, start_depth and nbestsym.
            None => {
                log::debug!("INFO {key} changes nothing here");
                Ok(())
            }
        }
    }

    /// Returns the search settings, within the limits of the command line and the manager.
    pub fn settings(&self, allowed: Settings) -> Settings {
        let of_process = self
            .max_memory
            .filter(|&all| all < NO_MEMORY_LIMIT)
            .map(|all| all.saturating_sub(SPARE + PROCESS));
        let granted = [of_process, self.hash].into_iter().flatten().min();
        let tables = granted.map_or(allowed.memory, |bytes| {
            usize::try_from(bytes)
                .unwrap_or(usize::MAX)
                .min(most_memory(allowed))
        });
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Settings {
            threads: self.threads.map_or(allowed.threads, |threads| {
                threads.clamp(1, allowed.threads.max(cores))
            }),
            memory: tables.max(LEAST_TABLES.min(allowed.memory)),
            ..allowed
        }
    }

    /// Returns the limits of the next move, given the numbers of stones and empty points.
    pub fn limits(&self, stones: usize, empty: usize) -> Limits {
        let limits = Limits {
            time: self.time_rules().budget(time::moves_left(stones, empty)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        };
        match self.plays_person {
            true => limits.for_person(),
            false => limits,
        }
    }

    /// Returns the time settings with Yixin-Board's values for "no limit" resolved.
    fn time_rules(&self) -> TimeRules {
        let mut rules = self.time;
        let analysis = rules.turn == TurnLimit::Of(YIXIN_UNLIMITED_TURN)
            && rules.game == Some(YIXIN_UNLIMITED_MATCH);
        if self.yixin && analysis {
            rules.game = None;
            rules.left = TimeLeft::Unlimited;
            rules.turn = TurnLimit::Unlimited;
        }
        // A limit of nodes or plies without time settings means no time limit.
        if rules.turn == TurnLimit::Unspecified && (self.nodes.is_some() || self.depth.is_some()) {
            rules.turn = TurnLimit::Unlimited;
        }
        rules
    }

    /// Returns the variant of a rule number. In Gomocup it is a mask: 1 exact five, 2 continuous, 4 renju, 8 caro.
    /// Yixin-Board uses 0 for freestyle, 1 for standard, 2 for renju, and 5 and 6 for freestyle with a swap. Returns
    /// `None` for other numbers.
    fn rule_numbered(&self, number: i64) -> Option<Variant> {
        let (rule, continuous) = match (self.yixin, number) {
            (true, 2) => (Rule::Renju, false),
            (true, 5 | 6) => (Rule::Freestyle, false),
            (_, 0 | 2) => (Rule::Freestyle, number == 2),
            (_, 1 | 3) => (Rule::Standard, number == 3),
            (_, 4 | 6) => (Rule::Renju, number == 6),
            (_, 8 | 10) => (Rule::Caro, number == 10),
            (_, 9 | 11) => (Rule::ExactCaro, number == 11),
            _ => return None,
        };
        Some(Variant { rule, continuous })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings_of(lines: &[(&str, &str)]) -> GomocupSettings {
        let mut info = GomocupSettings::new(Rule::Freestyle);
        for (key, value) in lines {
            info.set(key, value);
        }
        info
    }

    fn hard_ms(info: &GomocupSettings) -> Option<u128> {
        let time = info.limits(0, 225).time?;
        Some(time.hard.as_millis())
    }

    #[test]
    fn rules_are_a_mask() {
        let table = [
            ("0", Rule::Freestyle, false),
            ("1", Rule::Standard, false),
            ("2", Rule::Freestyle, true),
            ("3", Rule::Standard, true),
            ("4", Rule::Renju, false),
            ("6", Rule::Renju, true),
            ("8", Rule::Caro, false),
            ("9", Rule::ExactCaro, false),
            ("10", Rule::Caro, true),
            ("11", Rule::ExactCaro, true),
        ];
        for (number, rule, continuous) in table {
            let info = settings_of(&[("rule", number)]);
            assert_eq!(info.variant(), Variant { rule, continuous }, "{number}");
        }
    }

    #[test]
    fn yixin_counts_its_rules() {
        let mut info = settings_of(&[]);
        info.identify_yixin();
        for (number, rule) in [
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            ("2", Rule::Renju),
            ("4", Rule::Renju),
            ("6", Rule::Freestyle),
        ] {
            info.set("rule", number);
            let variant = Variant {
                rule,
                continuous: false,
            };
            assert_eq!(info.variant(), variant, "{number}");
        }
    }

    #[test]
    fn bad_values_and_unknown_keys_change_nothing() {
        let lines = [
            ("rule", "1"),
            ("timeout_turn", "1000"),
            ("max_memory", "100000000"),
            ("max_node", "500"),
        ];
        let before = settings_of(&lines);
        let mut after = before.clone();
        for (key, value) in [
            ("rule", "7"),
            ("rule", "5"),
            ("rule", "-1"),
            ("rule", ""),
            ("timeout_turn", "soon"),
            ("timeout_turn", "-5"),
            ("timeout_turn", "1000.5"),
            ("timeout_match", "99999999999999999999"),
            ("time_left", ""),
            ("max_memory", "lots"),
            ("max_node", "-7"),
            ("", ""),
            ("foo", "3"),
            ("evaluate", "3,3"),
            ("folder", "/somewhere else"),
            ("game_type", "person"),
        ] {
            after.set(key, value);
        }
        assert_eq!(format!("{before:?}"), format!("{after:?}"));
    }

    #[test]
    fn a_person_need_not_wait_for_the_only_answer() {
        for (game_type, can_save) in [("0", true), ("1", false), ("2", false), ("3", false)] {
            let info = settings_of(&[("game_type", game_type), ("timeout_turn", "5000")]);
            let budget = info.limits(10, 215).time.unwrap();
            assert_eq!(budget.can_save(), can_save, "game_type {game_type}");
            assert_eq!(budget.hard.as_millis(), 4910);
            assert!(budget.soft.as_millis() >= 4860);
        }
        assert!(!settings_of(&[]).limits(10, 215).time.unwrap().can_save());
    }

    #[test]
    fn levels_end_where_they_end() {
        let breadth = |level| settings_of(&[("caution_factor", level)]).breadth();
        assert_eq!(breadth("1"), settings_of(&[]).breadth());
        assert!(breadth("0") < breadth("1") && breadth("4") < breadth("5"));
        assert_eq!(breadth("99"), breadth("5"));
        assert_eq!(breadth("-1"), breadth("1"));
        for (level, steps, lines) in [("0", false, false), ("1", true, false), ("2", false, true)] {
            let info = settings_of(&[("show_detail", level)]);
            assert_eq!(
                (info.wants_root_events(), info.wants_lines()),
                (steps, lines)
            );
        }
        let all = settings_of(&[("show_detail", "7")]);
        assert!(all.wants_root_events() && all.wants_lines());
        assert!(
            settings_of(&[("vcthread", "2")]).proves()
                && !settings_of(&[("checkmate", "0")]).proves()
        );
    }

    #[test]
    fn keys_are_known_in_any_case() {
        assert_eq!(
            hard_ms(&settings_of(&[("TIMEOUT_Turn", "1000")])),
            Some(950)
        );
    }

    #[test]
    fn time_is_limited_by_what_was_said() {
        assert_eq!(hard_ms(&settings_of(&[])), Some(4910));
        assert_eq!(hard_ms(&settings_of(&[("timeout_turn", "0")])), Some(25));
        // c-gomoku-cli without a match limit.
        let lines = [
            ("timeout_turn", "1000"),
            ("timeout_match", "0"),
            ("time_left", "2147483647"),
        ];
        assert_eq!(hard_ms(&settings_of(&lines)), Some(950));
        // The same with only a node limit.
        let lines = [
            ("timeout_match", "0"),
            ("max_node", "1000"),
            ("time_left", "2147483647"),
        ];
        assert_eq!(hard_ms(&settings_of(&lines)), None);
        assert!(settings_of(&lines).limits(0, 225).bounded());
        // An overdrawn clock.
        let lines = [("timeout_turn", "1000"), ("time_left", "-20")];
        assert_eq!(hard_ms(&settings_of(&lines)), Some(1));
    }

    #[test]
    fn yixin_analysis_has_no_bounds() {
        let mut info = settings_of(&[
            ("timeout_turn", "2000000"),
            ("timeout_match", "100000000"),
            ("time_left", "100000000"),
            ("max_node", "-1"),
        ]);
        assert!(info.limits(0, 225).bounded());
        info.identify_yixin();
        assert!(!info.limits(0, 225).bounded());
    }

    #[test]
    fn memory_stays_below_every_bound() {
        let allowed = Settings {
            memory: 256 << 20,
            seed: 3,
            ..Settings::default()
        };
        let memory = |lines: &[(&str, &str)]| settings_of(lines).settings(allowed).memory;
        assert_eq!(memory(&[]), 256 << 20);
        assert_eq!(memory(&[("max_memory", "0")]), 256 << 20);
        assert_eq!(memory(&[("max_memory", "2147483647")]), 256 << 20);
        let hundred_mb = (100 << 20).to_string();
        assert_eq!(memory(&[("max_memory", &hundred_mb)]), 58 << 20);
        assert_eq!(memory(&[("max_memory", "1000")]), LEAST_TABLES);
        assert_eq!(memory(&[("hash_size", "2048")]), 2 << 20);
        // The client's limit is used, up to half of the machine's memory or a limit on the command line.
        let one_gib = [("hash_size", "1048576")];
        assert_eq!(memory(&one_gib), most_memory(allowed).min(1 << 30));
        let limited = Settings {
            memory: 64 << 20,
            ..allowed
        };
        assert_eq!(settings_of(&one_gib).settings(limited).memory, 64 << 20);
        let both = [("hash_size", "1048576"), ("max_memory", &hundred_mb)];
        assert_eq!(memory(&both), 58 << 20);
    }

    #[test]
    fn threads_are_at_least_one_and_no_more_than_there_are() {
        let allowed = Settings {
            threads: 2,
            ..Settings::default()
        };
        let threads = |number| {
            settings_of(&[("thread_num", number)])
                .settings(allowed)
                .threads
        };
        assert_eq!(threads("1"), 1);
        assert_eq!(threads("0"), 2);
        assert!(threads("1000000") < 1_000_000);
    }
}
