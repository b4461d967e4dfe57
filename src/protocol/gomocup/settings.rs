//! The settings of `INFO`: the table of keys and the resulting limits.

use std::time::Duration;

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::time::{self, TimeLeft, TimeRules, TurnLimit};
use crate::engine::{Limits, Settings, SkillLevel};
use crate::gomoku::Rule;
use crate::gomoku::level::SCALE;
use crate::protocol::{CommandRow, number};

/// The rules of a game as `INFO rule` sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// The rule for winning rows.
    pub rule: Rule,
    /// Whether the game goes on after a finished row.
    pub continuous: bool,
}

/// The settings of a session. They outlive `START`: managers send them before or after it.
#[derive(Clone, Debug)]
pub struct GomocupSettings {
    variant: Variant,
    /// The manager's time settings and the time of the engine's moves.
    pub time: TimeRules,
    threads: Option<usize>,
    /// Memory limit of the whole process, in bytes.
    max_memory: Option<u64>,
    /// Memory limit of the tables, in bytes.
    hash: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// `show_detail`, from 0 to 3.
    detail: i64,
    /// `caution_factor`, from 0 to 5.
    caution: usize,
    /// `checkmate` or `vcthread`: whether to look for a win by threats first.
    proves: bool,
    /// `strength` as a level of play.
    level: Option<SkillLevel>,
    /// Whether to ponder on the opponent's time.
    ponders: bool,
    /// Whether an open database takes part in searches and questions.
    database: bool,
    /// Whether the database must not be changed.
    database_readonly: bool,
    /// Whether the manager is Yixin-Board.
    yixin: bool,
}

/// A setting of `INFO`. Its action parses and stores the value.
pub type InfoSetting = CommandRow<fn(&mut GomocupSettings, &str) -> Result<(), BadValue>>;

/// An invalid value of a key.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, saw '{seen}'")]
pub struct BadValue {
    expected: &'static str,
    seen: String,
}

/// Number of moves that the search considers, in percent of the usual number, by Yixin-Board's `caution_factor`. The
/// last entry means all moves.
const BREADTHS: [u32; 6] = [60, 100, 150, 200, 300, 100_000];

/// Yixin-Board's default `caution_factor`.
const USUAL_CAUTION: usize = 1;

/// Reserve subtracted from `max_memory`, in bytes: an engine that used exactly that size was disqualified in a trial.
const SPARE: u64 = 30 << 20;

/// Upper estimate of the memory of the process without its tables (code, stacks and buffers), in bytes.
const PROCESS: u64 = 12 << 20;

/// The minimum size of the tables, in bytes, even if the manager's limit is lower.
const LEAST_TABLES: usize = 1 << 20;

/// The value of `time_left` for no limit.
const NO_MATCH_LIMIT: i64 = 2_147_483_647;

/// The limit of a turn that Yixin-Board sends for a game without clocks.
const YIXIN_UNLIMITED_TURN: Duration = Duration::from_millis(2_000_000);
/// The limit of the match that Yixin-Board sends for a game without clocks.
const YIXIN_UNLIMITED_MATCH: Duration = Duration::from_millis(100_000_000);

/// The settings by key. Keys are case-insensitive, and other keys have no effect.
pub static SETTINGS: [InfoSetting; 20] = [
    InfoSetting {
        name: "timeout_turn",
        args: "MILLISECONDS",
        help: "time for a move: 0 is answered at once; without any setting of time a move takes five seconds",
        action: |info, value| {
            info.time.turn = TurnLimit::Of(milliseconds(value)?);
            Ok(())
        },
    },
    InfoSetting {
        name: "timeout_match",
        args: "MILLISECONDS",
        help: "time for the whole game; 0 is no limit",
        action: |info, value| {
            info.time.game = Some(milliseconds(value)?).filter(|game| !game.is_zero());
            Ok(())
        },
    },
    InfoSetting {
        name: "time_left",
        args: "MILLISECONDS",
        help: "time left for the rest of the game; 2147483647 is no limit",
        action: |info, value| {
            info.time.left = time_left(value)?;
            info.time.spent = Duration::ZERO;
            Ok(())
        },
    },
    InfoSetting {
        name: "time_increment",
        args: "MILLISECONDS",
        help: "time that a move adds to the clock",
        action: |info, value| {
            info.time.increment = milliseconds(value)?;
            Ok(())
        },
    },
    InfoSetting {
        name: "max_node",
        args: "N",
        help: "bound of nodes for every search; 0 and -1 are none",
        action: |info, value| {
            info.nodes = limit(value)?;
            Ok(())
        },
    },
    InfoSetting {
        name: "max_depth",
        args: "N",
        help: "bound of plies for every search; 0 and -1 are none",
        action: |info, value| {
            info.depth = limit(value)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
            Ok(())
        },
    },
    InfoSetting {
        name: "max_memory",
        args: "BYTES",
        help: "memory for the whole process, kept to with 30 MB to spare; 0 is no limit",
        action: |info, value| {
            info.max_memory = limit(value)?;
            Ok(())
        },
    },
    InfoSetting {
        name: "hash_size",
        args: "KILOBYTES",
        help: "memory for the hash table",
        action: |info, value| {
            info.hash = limit(value)?.map(|size| size.saturating_mul(1 << 10));
            Ok(())
        },
    },
    InfoSetting {
        name: "thread_num",
        args: "N",
        help: "threads of the search; 0 is as many as the command line allows",
        action: |info, value| {
            info.threads =
                limit(value)?.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX));
            Ok(())
        },
    },
    InfoSetting {
        name: "rule",
        args: "N",
        help: "0 freestyle, 1 standard, 4 renju, 8 caro, 9 exact caro, and 2 more for a continuous game; once a Yixin-Board has shown itself, 2 is renju, and 5 and 6 are freestyle",
        action: |info, value| {
            info.variant = info.rule_numbered(value)?;
            Ok(())
        },
    },
    InfoSetting {
        name: "strength",
        args: "PERCENT",
        help: "level of play, from 0, a beginner who knows the rules, to 100, full strength, in even steps of Elo",
        action: |info, value| {
            let percent = level(value, 100)? as u32;
            info.level = SCALE.at_percent(percent);
            Ok(())
        },
    },
    InfoSetting {
        name: "pondering",
        args: "N",
        help: "1 lets the engine search on the opponent's time, 0 does not",
        action: |info, value| {
            info.ponders = integer(value)? > 0;
            Ok(())
        },
    },
    InfoSetting {
        name: "auto_pondering",
        args: "N",
        help: "the same as pondering",
        action: |info, value| {
            info.ponders = integer(value)? > 0;
            Ok(())
        },
    },
    InfoSetting {
        name: "protocol_lag",
        args: "MILLISECONDS",
        help: "time kept back from every move for the way to the manager and back; 40 is usual",
        action: |info, value| {
            info.time.lag = Some(milliseconds(value)?);
            Ok(())
        },
    },
    InfoSetting {
        name: "usedatabase",
        args: "N",
        help: "0 leaves an open database out of searches and gives no reply to questions, 1 takes it in",
        action: |info, value| {
            info.database = integer(value)? > 0;
            Ok(())
        },
    },
    InfoSetting {
        name: "database_readonly",
        args: "N",
        help: "1 changes nothing in the database, 0 lets searches and commands write",
        action: |info, value| {
            info.database_readonly = integer(value)? > 0;
            Ok(())
        },
    },
    InfoSetting {
        name: "show_detail",
        args: "N",
        help: "1 tells each move at the root while it is searched, 2 the lines of play in blocks, 3 both, 0 neither",
        action: |info, value| {
            info.detail = level(value, 3)?;
            Ok(())
        },
    },
    InfoSetting {
        name: "checkmate",
        args: "N",
        help: "1 or 2 looks for a win by continuous threats before the search",
        action: set_threats_first,
    },
    InfoSetting {
        name: "vcthread",
        args: "N",
        help: "the same as checkmate",
        action: set_threats_first,
    },
    InfoSetting {
        name: "caution_factor",
        args: "N",
        help: "how many moves are looked at, from 0 to 5; 1 is usual",
        action: |info, value| {
            info.caution = level(value, BREADTHS.len() as i64 - 1)? as usize;
            Ok(())
        },
    },
];

impl GomocupSettings {
    /// Creates the default settings for games by `rule`.
    pub fn new(rule: Rule) -> Self {
        GomocupSettings {
            variant: Variant {
                rule,
                continuous: false,
            },
            time: TimeRules::default(),
            threads: None,
            max_memory: None,
            hash: None,
            nodes: None,
            depth: None,
            detail: 0,
            caution: USUAL_CAUTION,
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

    /// Identifies the manager as Yixin-Board, which has its own numbers for the rules.
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

    /// Whether to print root events: levels 1 and 3 of `show_detail`.
    pub fn wants_root_events(&self) -> bool {
        self.detail & 1 != 0
    }

    /// Whether to print principal variations in blocks: levels 2 and 3 of `show_detail`.
    pub fn wants_lines(&self) -> bool {
        self.detail & 2 != 0
    }

    /// Whether to look for a win by continuous threats before anything else.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// Returns the number of moves that the search considers, in percent of the usual number.
    pub fn breadth(&self) -> u32 {
        BREADTHS[self.caution]
    }

    /// Whether to ponder on the opponent's time; a level does not.
    pub fn ponders(&self) -> bool {
        self.ponders && self.level.is_none()
    }

    /// Whether an open database takes part in searches and questions.
    pub fn uses_database(&self) -> bool {
        self.database
    }

    /// Whether the database stays as it is.
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
            Some(setting) => (setting.action)(self, value),
            // For example game_type, folder and evaluate, or Yixin-Board's thread_split_depth, start_depth and nbestsym.
            None => {
                log::debug!("INFO {key} changes nothing here");
                Ok(())
            }
        }
    }

    /// Returns the settings of the search, within the limits of the command line and of the manager.
    pub fn settings(&self, allowed: Settings) -> Settings {
        let of_process = self
            .max_memory
            .map(|all| all.saturating_sub(SPARE + PROCESS));
        let tables = [of_process, self.hash]
            .into_iter()
            .flatten()
            .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
            .fold(allowed.memory, usize::min);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Settings {
            threads: self.threads.map_or(allowed.threads, |threads| {
                threads.clamp(1, allowed.threads.max(cores))
            }),
            memory: tables.max(LEAST_TABLES.min(allowed.memory)),
            ..allowed
        }
    }

    /// Returns the limits of the next move, from the numbers of stones and empty points.
    pub fn limits(&self, stones: usize, empty: usize) -> Limits {
        Limits {
            time: self.time_rules().budget(time::moves_left(stones, empty)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }

    /// Returns the time settings with Yixin-Board's values for no limit resolved.
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

    /// Returns the variant of a rule number. In Gomocup the number is a mask: 1 exact five, 2 continuous, 4 renju, 8
    /// caro. Yixin-Board has 0 for freestyle, 1 for standard, 2 for renju, and 5 and 6 for freestyle with a swap.
    fn rule_numbered(&self, value: &str) -> Result<Variant, BadValue> {
        let number = integer(value)?;
        let (rule, continuous) = match (self.yixin, number) {
            (true, 2) => (Rule::Renju, false),
            (true, 5 | 6) => (Rule::Freestyle, false),
            (_, 0 | 2) => (Rule::Freestyle, number == 2),
            (_, 1 | 3) => (Rule::Standard, number == 3),
            (_, 4 | 6) => (Rule::Renju, number == 6),
            (_, 8 | 10) => (Rule::Caro, number == 10),
            (_, 9 | 11) => (Rule::ExactCaro, number == 11),
            _ => return Err(bad("a mask of 1, 2, 4 and 8", value)),
        };
        Ok(Variant { rule, continuous })
    }
}

fn set_threats_first(info: &mut GomocupSettings, value: &str) -> Result<(), BadValue> {
    info.proves = level(value, 2)? > 0;
    Ok(())
}

/// Parses a whole number. Blanks around it are ignored.
fn integer(value: &str) -> Result<i64, BadValue> {
    let number = all_consuming(number::integer).parse(value.trim());
    let (_, number) = number.map_err(|_| bad("a whole number", value))?;
    Ok(number)
}

fn milliseconds(value: &str) -> Result<Duration, BadValue> {
    let ms = u64::try_from(integer(value)?);
    ms.map(Duration::from_millis)
        .map_err(|_| bad("milliseconds from 0", value))
}

/// Parses the time left. A negative value means zero.
fn time_left(value: &str) -> Result<TimeLeft, BadValue> {
    let ms = integer(value)?;
    if ms >= NO_MATCH_LIMIT {
        return Ok(TimeLeft::Unlimited);
    }
    let ms = u64::try_from(ms).unwrap_or(0);
    Ok(TimeLeft::Of(Duration::from_millis(ms)))
}

/// Parses a limit. 0 and -1 mean no limit.
fn limit(value: &str) -> Result<Option<u64>, BadValue> {
    match integer(value)? {
        -1 | 0 => Ok(None),
        number => u64::try_from(number)
            .map(Some)
            .map_err(|_| bad("a limit from 0", value)),
    }
}

/// Parses a whole number from 0 to `most`. Higher numbers are reduced to `most`.
fn level(value: &str, most: i64) -> Result<i64, BadValue> {
    match integer(value)? {
        ..0 => Err(bad("a level from 0", value)),
        number => Ok(number.min(most)),
    }
}

fn bad(expected: &'static str, seen: &str) -> BadValue {
    BadValue {
        expected,
        seen: seen.to_owned(),
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
            ("game_type", "1"),
        ] {
            after.set(key, value);
        }
        assert_eq!(format!("{before:?}"), format!("{after:?}"));
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
        // ... and with nothing but nodes.
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
