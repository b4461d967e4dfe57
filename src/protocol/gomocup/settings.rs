//! The settings of `INFO`: a table of their keys, and the limits that they make.

use std::time::Duration;

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::time::{self, Left, TimeRules, TurnLimit};
use crate::engine::{Limits, Settings};
use crate::gomoku::Rule;
use crate::protocol::{CommandRow, number};

/// The rules of a game as `INFO rule` sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Which rows win.
    pub rule: Rule,
    /// Whether the game goes on after a finished row.
    pub continuous: bool,
}

/// The settings of a session. They outlive `START`: managers send them before or after it.
#[derive(Clone, Debug)]
pub struct GomocupSettings {
    variant: Variant,
    /// What the manager said about time, less what our moves took.
    pub time: TimeRules,
    threads: Option<usize>,
    /// For the whole process, in bytes.
    max_memory: Option<u64>,
    /// For the tables, in bytes.
    hash: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// `show_detail`, from 0 to 3.
    detail: i64,
    /// `caution_factor`, from 0 to 5.
    caution: usize,
    /// `checkmate` or `vcthread`: whether to look for a win by threats first.
    proves: bool,
    /// Whether to think on the opponent's time.
    ponders: bool,
    yixin: bool,
}

/// A setting of `INFO`, whose code reads the value and keeps it.
pub type InfoSetting = CommandRow<fn(&mut GomocupSettings, &str) -> Result<(), BadValue>>;

/// A value that its key cannot have.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, saw '{seen}'")]
pub struct BadValue {
    expected: &'static str,
    seen: String,
}

/// By Yixin-Board's `caution_factor`, how many moves the search looks at for one that it usually does, in percent; the
/// last is all of them.
const BREADTHS: [u32; 6] = [60, 100, 150, 200, 300, 100_000];

/// What Yixin-Board begins with.
const USUAL_CAUTION: usize = 1;

/// Kept back from `max_memory`: a table of exactly that size was disqualified in a trial.
const SPARE: u64 = 30 << 20;

/// What the process takes without its tables: code, stacks and buffers, generously.
const PROCESS: u64 = 12 << 20;

/// Tables never get less than this, even if a manager asks for the impossible.
const LEAST_TABLES: usize = 1 << 20;

/// `time_left` when nobody counts.
const NO_MATCH_LIMIT: i64 = 2_147_483_647;

/// What Yixin-Board sends, in milliseconds, for a game without clocks.
const YIXIN_UNLIMITED_TURN: Duration = Duration::from_millis(2_000_000);
const YIXIN_UNLIMITED_MATCH: Duration = Duration::from_millis(100_000_000);

/// The settings, by keys that are known in any case. Others have no effect.
pub static SETTINGS: [InfoSetting; 15] = [
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
        name: "pondering",
        args: "N",
        help: "1 lets the engine search on the opponent's time, 0 does not",
        action: |info, value| {
            info.ponders = integer(value)? > 0;
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
    /// The settings of a session in which nothing was said, to be played by `rule`.
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
            ponders: false,
            yixin: false,
        }
    }

    /// The other side is a Yixin-Board, which numbers the rules in its own way.
    pub fn identify_yixin(&mut self) {
        self.yixin = true;
    }

    /// The rules to play by.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether the other side is a Yixin-Board.
    pub fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// Whether to tell what becomes of every move at the root: levels 1 and 3 of `show_detail`.
    pub fn wants_steps(&self) -> bool {
        self.detail & 1 != 0
    }

    /// Whether to tell the lines of play in blocks: levels 2 and 3.
    pub fn wants_lines(&self) -> bool {
        self.detail & 2 != 0
    }

    /// Whether to look for a win by continuous threats before anything else.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// How many moves the search looks at for one that it usually does, in percent.
    pub fn breadth(&self) -> u32 {
        BREADTHS[self.caution]
    }

    /// Whether the opponent's time may be used.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// Obeys `INFO key value`. Keys that are unknown or mean nothing to us and values that make no sense
    /// change nothing: the protocol has no answer to `INFO`.
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
            // game_type, folder, evaluate, Yixin-Board's thread_split_depth, start_depth, nbestsym, usedatabase
            // and whatever else there may be.
            None => {
                log::debug!("INFO {key} changes nothing here");
                Ok(())
            }
        }
    }

    /// What the search may use: what the command line allows, and no more than the manager does.
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

    /// The limits of the next move on a board with so many stones and empty points.
    pub fn limits(&self, stones: usize, empty: usize) -> Limits {
        Limits {
            time: self.time_rules().budget(time::moves_left(stones, empty)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }

    /// The time settings as they are meant.
    fn time_rules(&self) -> TimeRules {
        let mut rules = self.time;
        let analysis = rules.turn == TurnLimit::Of(YIXIN_UNLIMITED_TURN)
            && rules.game == Some(YIXIN_UNLIMITED_MATCH);
        if self.yixin && analysis {
            rules.game = None;
            rules.left = Left::Unlimited;
            rules.turn = TurnLimit::Unlimited;
        }
        // Nodes or plies are limit enough for somebody who did not mention time.
        if rules.turn == TurnLimit::Unsaid && (self.nodes.is_some() || self.depth.is_some()) {
            rules.turn = TurnLimit::Unlimited;
        }
        rules
    }

    /// The variant behind a rule's number. In Gomocup it is a mask: 1 exact five, 2 continuous, 4 renju, 8
    /// caro. Yixin-Board counts: 0 freestyle, 1 standard, 2 renju, and 5 and 6 for freestyle with a swap.
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

/// Reads a whole number, blanks around it or not.
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

/// What is left; an overdrawn clock has nothing left.
fn time_left(value: &str) -> Result<Left, BadValue> {
    let ms = integer(value)?;
    if ms >= NO_MATCH_LIMIT {
        return Ok(Left::Unlimited);
    }
    let ms = u64::try_from(ms).unwrap_or(0);
    Ok(Left::Of(Duration::from_millis(ms)))
}

/// A limit; 0 and -1 stand for none.
fn limit(value: &str) -> Result<Option<u64>, BadValue> {
    match integer(value)? {
        -1 | 0 => Ok(None),
        number => u64::try_from(number)
            .map(Some)
            .map_err(|_| bad("a limit from 0", value)),
    }
}

/// A whole number from 0 to `most`; a higher one is taken for that.
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

    fn told(lines: &[(&str, &str)]) -> GomocupSettings {
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
            let info = told(&[("rule", number)]);
            assert_eq!(info.variant(), Variant { rule, continuous }, "{number}");
        }
    }

    #[test]
    fn yixin_counts_its_rules() {
        let mut info = told(&[]);
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
        let before = told(&lines);
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
        let breadth = |level| told(&[("caution_factor", level)]).breadth();
        assert_eq!(breadth("1"), told(&[]).breadth());
        assert!(breadth("0") < breadth("1") && breadth("4") < breadth("5"));
        assert_eq!(breadth("99"), breadth("5"));
        assert_eq!(breadth("-1"), breadth("1"));
        for (level, steps, lines) in [("0", false, false), ("1", true, false), ("2", false, true)] {
            let info = told(&[("show_detail", level)]);
            assert_eq!((info.wants_steps(), info.wants_lines()), (steps, lines));
        }
        let all = told(&[("show_detail", "7")]);
        assert!(all.wants_steps() && all.wants_lines());
        assert!(told(&[("vcthread", "2")]).proves() && !told(&[("checkmate", "0")]).proves());
    }

    #[test]
    fn keys_are_known_in_any_case() {
        assert_eq!(hard_ms(&told(&[("TIMEOUT_Turn", "1000")])), Some(950));
    }

    #[test]
    fn time_is_limited_by_what_was_said() {
        assert_eq!(hard_ms(&told(&[])), Some(4910));
        assert_eq!(hard_ms(&told(&[("timeout_turn", "0")])), Some(25));
        // c-gomoku-cli without a match limit.
        let lines = [
            ("timeout_turn", "1000"),
            ("timeout_match", "0"),
            ("time_left", "2147483647"),
        ];
        assert_eq!(hard_ms(&told(&lines)), Some(950));
        // ... and with nothing but nodes.
        let lines = [
            ("timeout_match", "0"),
            ("max_node", "1000"),
            ("time_left", "2147483647"),
        ];
        assert_eq!(hard_ms(&told(&lines)), None);
        assert!(told(&lines).limits(0, 225).bounded());
        // An overdrawn clock.
        let lines = [("timeout_turn", "1000"), ("time_left", "-20")];
        assert_eq!(hard_ms(&told(&lines)), Some(1));
    }

    #[test]
    fn yixin_analysis_has_no_bounds() {
        let mut info = told(&[
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
        let memory = |lines: &[(&str, &str)]| told(lines).settings(allowed).memory;
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
        let threads = |number| told(&[("thread_num", number)]).settings(allowed).threads;
        assert_eq!(threads("1"), 1);
        assert_eq!(threads("0"), 2);
        assert!(threads("1000000") < 1_000_000);
    }
}
