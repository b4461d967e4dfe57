//! Table of `INFO` keys and their values.

use std::time::Duration;

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::{BREADTHS, GomocupSettings};
use crate::gomocup::time::{TimeLeft, TurnLimit};
use crate::{CommandRow, usage};
use tengen_gomoku::level::SCALE;

/// A setting of `INFO`. Its action parses and stores the value.
pub type InfoSetting = CommandRow<fn(&mut GomocupSettings, &str) -> Result<(), BadValue>>;

/// Error for an invalid value of a key.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, saw '{seen}'")]
pub struct BadValue {
    expected: &'static str,
    seen: String,
}

/// Value of `time_left` that means no limit.
const NO_MATCH_LIMIT: i64 = 2_147_483_647;

/// Makes the rows of the table: key, its values, assignment and help.
macro_rules! settings {
    ($($name:literal $args:literal, |$info:ident, $value:ident| $set:expr, $help:literal;)*) => {
        /// Settings by key. Keys are case-insensitive, and other keys have no effect.
        pub static SETTINGS: [InfoSetting; [$($name),*].len()] = [$(InfoSetting {
            name: $name,
            args: $args,
            help: $help,
            action: |$info, $value| {
                $set;
                Ok(())
            },
        }),*];
    };
}

settings! {
    "timeout_turn" "MILLISECONDS", |info, value| info.time.turn = TurnLimit::Of(milliseconds(value)?),
        "time per move; 0 means at once; without any time setting a move takes five seconds";
    "timeout_match" "MILLISECONDS", |info, value| info.time.game = Some(milliseconds(value)?).filter(|game| !game.is_zero()),
        "time for the whole game; 0 means no limit";
    "time_left" "MILLISECONDS", |info, value| { info.time.left = time_left(value)?; info.time.spent = Duration::ZERO },
        "time left for the rest of the game; 2147483647 means no limit";
    "time_increment" "MILLISECONDS", |info, value| info.time.increment = milliseconds(value)?,
        "time added to the clock per move";
    "game_type" "N", |info, value| info.plays_person = integer(value)? == 0,
        "0 for a game against a person: the only possible move is played at once; any other number, or none, for a game between programs: a fixed time per move is used in full";
    "max_node" "N", |info, value| info.nodes = limit(value)?,
        "maximum nodes per search; 0 and -1 mean no limit";
    "max_depth" "N", |info, value| info.depth = limit(value)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        "maximum depth of a search in plies; 0 and -1 mean no limit";
    "max_memory" "BYTES", |info, value| info.max_memory = limit(value)?,
        "memory limit of the whole process, kept with 30 MB to spare; 0 means no limit";
    "hash_size" "KILOBYTES", |info, value| info.hash = limit(value)?.map(|size| size.saturating_mul(1 << 10)),
        "memory for the hash table";
    "thread_num" "N", |info, value| info.threads = limit(value)?.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX)),
        "search threads; 0 means as many as the command line allows";
    "rule" "N", |info, value| info.variant = info.rule_numbered(value)?,
        "0 freestyle, 1 standard, 4 renju, 8 caro, 9 exact caro, plus 2 for a continuous game; once Yixin-Board is recognized, 2 is renju, and 5 and 6 are freestyle";
    "strength" "PERCENT", |info, value| info.level = SCALE.at_percent(level(value, 100)? as u32),
        "level of play, from 0, a beginner who knows the rules, to 100, full strength, in even steps of Elo";
    "pondering" "N", |info, value| info.ponders = integer(value)? > 0,
        "1 lets the engine search on the opponent's time, 0 does not";
    "auto_pondering" "N", |info, value| info.ponders = integer(value)? > 0,
        "the same as pondering";
    "protocol_lag" "MILLISECONDS", |info, value| info.time.lag = Some(milliseconds(value)?),
        "time reserved per move for the communication with the manager; 40 is common";
    "usedatabase" "N", |info, value| info.database = integer(value)? > 0,
        "1 uses an open database in searches and for queries, 0 does not";
    "database_readonly" "N", |info, value| info.database_readonly = integer(value)? > 0,
        "1 makes the database read-only, 0 lets searches and commands write to it";
    "show_detail" "N", |info, value| info.detail = level(value, 3)?,
        "1 reports each root move while it is searched, 2 the lines of play in blocks, 3 both, 0 neither";
    "checkmate" "N", |info, value| info.proves = level(value, 2)? > 0,
        "1 or 2 searches for a win by continuous threats first";
    "vcthread" "N", |info, value| info.proves = level(value, 2)? > 0,
        "the same as checkmate";
    "caution_factor" "N", |info, value| info.caution = level(value, BREADTHS.len() as i64 - 1)? as usize,
        "number of moves considered, from 0 (fewest) to 5; 1 by default";
}

/// Parses a whole number, ignoring blanks around it.
pub(super) fn integer(value: &str) -> Result<i64, BadValue> {
    let number = all_consuming(usage::integer).parse(value.trim());
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

/// Parses a whole number from 0. Numbers above `most` are reduced to `most`.
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
