//! The table of `INFO`'s keys, and the values that they take.

use std::time::Duration;

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::{BREADTHS, GomocupSettings};
use crate::gomocup::time::{TimeLeft, TurnLimit};
use crate::{CommandRow, number};
use tengen_gomoku::level::SCALE;

/// A setting of `INFO`. Its action parses and stores the value.
pub type InfoSetting = CommandRow<fn(&mut GomocupSettings, &str) -> Result<(), BadValue>>;

/// An invalid value of a key.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, saw '{seen}'")]
pub struct BadValue {
    expected: &'static str,
    seen: String,
}

/// The value of `time_left` for no limit.
const NO_MATCH_LIMIT: i64 = 2_147_483_647;

/// The settings by key. Keys are case-insensitive, and other keys have no effect.
pub static SETTINGS: [InfoSetting; 21] = [
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
        name: "game_type",
        args: "N",
        help: "0 for a game against a person, who gets the only possible move at once; other numbers, and none, are games between programs, which use a fixed time for a move to the end",
        action: |info, value| {
            info.plays_person = integer(value)? == 0;
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

fn set_threats_first(info: &mut GomocupSettings, value: &str) -> Result<(), BadValue> {
    info.proves = level(value, 2)? > 0;
    Ok(())
}

/// Parses a whole number. Blanks around it are ignored.
pub(super) fn integer(value: &str) -> Result<i64, BadValue> {
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

pub(super) fn bad(expected: &'static str, seen: &str) -> BadValue {
    BadValue {
        expected,
        seen: seen.to_owned(),
    }
}
