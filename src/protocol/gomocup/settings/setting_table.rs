//! Table of `INFO` keys: one row per key, with its values and their range, its setter and its meaning.

use std::ops::RangeInclusive;
use std::time::Duration;

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::{BREADTHS, GomocupSettings};
use crate::gomocup::time::{TimeLeft, TurnLimit};
use crate::usage::integer;
use tengen_gomoku::level::SCALE;

/// A setting of `INFO`.
pub struct InfoSetting {
    /// Name of the key, which is case-insensitive.
    pub name: &'static str,
    /// Values that the key accepts, and their effect.
    pub kind: SettingKind,
    /// Meaning, on one line.
    pub help: &'static str,
}

/// Values of a key, all whole numbers, and the setter that applies one of them.
pub enum SettingKind {
    /// A time in milliseconds.
    Time(fn(&mut GomocupSettings, Duration)),
    /// The time left, in milliseconds, or [`NO_MATCH_LIMIT`]. A negative one means zero.
    TimeLeft(fn(&mut GomocupSettings, TimeLeft)),
    /// A limit, with the name of its unit; `None` for no limit.
    Limit(&'static str, fn(&mut GomocupSettings, Option<u64>)),
    /// A level in a range, with the name of its unit. Higher numbers count as the highest level.
    Level(
        &'static str,
        RangeInclusive<i64>,
        fn(&mut GomocupSettings, i64),
    ),
    /// A choice between yes and no.
    Flag(fn(&mut GomocupSettings, bool)),
    /// A number, with the description of its values. The setter returns `None`, without a change, for another one.
    Number(&'static str, fn(&mut GomocupSettings, i64) -> Option<()>),
}

/// Error for an invalid value of a key.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, saw '{seen}'")]
pub struct BadValue {
    expected: String,
    seen: String,
}

/// Value of `time_left` that means no limit.
const NO_MATCH_LIMIT: i64 = 2_147_483_647;

impl InfoSetting {
    /// Returns the name with that of the value, such as `max_memory BYTES`.
    pub fn usage(&self) -> String {
        let value = match self.kind {
            SettingKind::Time(_) | SettingKind::TimeLeft(_) => "MILLISECONDS",
            SettingKind::Limit(unit, _) | SettingKind::Level(unit, ..) => unit,
            SettingKind::Flag(_) | SettingKind::Number(..) => "N",
        };
        format!("{} {value}", self.name)
    }

    /// Returns the range of the accepted values. Some numbers in it may be invalid.
    pub fn range(&self) -> RangeInclusive<i64> {
        match self.kind {
            SettingKind::Time(_) | SettingKind::Level(..) => 0..=i64::MAX,
            SettingKind::Limit(..) => -1..=i64::MAX,
            SettingKind::TimeLeft(_) | SettingKind::Flag(_) | SettingKind::Number(..) => {
                i64::MIN..=i64::MAX
            }
        }
    }

    /// Returns a description of the values.
    pub fn expected(&self) -> String {
        match &self.kind {
            SettingKind::Time(_) => "from 0".to_owned(),
            SettingKind::TimeLeft(_) => format!("{NO_MATCH_LIMIT} for no limit"),
            SettingKind::Limit(..) => "from 1, or 0 or -1 for no limit".to_owned(),
            SettingKind::Level(_, range, _) => format!("from {} to {}", range.start(), range.end()),
            SettingKind::Flag(_) => "1 for yes, 0 for no".to_owned(),
            SettingKind::Number(expected, _) => (*expected).to_owned(),
        }
    }

    /// Sets the key. Fails, without a change, if it does not accept the value. Blanks around a number are ignored.
    pub(super) fn set(&self, settings: &mut GomocupSettings, text: &str) -> Result<(), BadValue> {
        let number = all_consuming(integer).parse(text.trim()).ok();
        let number = number.map(|(_, number)| number);
        let is_set = number
            .filter(|number| self.range().contains(number))
            .and_then(|number| self.apply(settings, number));
        is_set.ok_or_else(|| BadValue {
            expected: format!("a whole number, {}", self.expected()),
            seen: text.to_owned(),
        })
    }

    fn apply(&self, settings: &mut GomocupSettings, number: i64) -> Option<()> {
        let count = number.max(0) as u64;
        match &self.kind {
            SettingKind::Time(set) => set(settings, Duration::from_millis(count)),
            SettingKind::TimeLeft(set) => {
                let is_limited = number < NO_MATCH_LIMIT;
                let limited = || TimeLeft::Of(Duration::from_millis(count));
                set(
                    settings,
                    is_limited.then(limited).unwrap_or(TimeLeft::Unlimited),
                );
            }
            SettingKind::Limit(_, set) => set(settings, (count > 0).then_some(count)),
            SettingKind::Level(_, range, set) => set(settings, number.min(*range.end())),
            SettingKind::Flag(set) => set(settings, number > 0),
            SettingKind::Number(_, set) => return set(settings, number),
        }
        Some(())
    }
}

/// Makes the rows of the table: key, values, meaning and setter.
macro_rules! settings {
    ($($name:literal $kind:ident($($values:expr),*) $help:literal $set:expr;)*) => {
        /// All keys with an effect.
        pub static SETTINGS: [InfoSetting; [$($name),*].len()] = [$(InfoSetting {
            name: $name,
            kind: SettingKind::$kind($($values,)* $set),
            help: $help,
        }),*];
    };
}

settings! {
    "timeout_turn" Time() "time per move, 0 to play at once; without any time setting a move takes five seconds"
        |info, time| info.time.turn = TurnLimit::Of(time);
    "timeout_match" Time() "time for the whole game, 0 for no limit"
        |info, time| info.time.game = Some(time).filter(|game| !game.is_zero());
    "time_left" TimeLeft() "time left for the rest of the game"
        |info, left| {
            info.time.left = left;
            info.time.spent = Duration::ZERO;
        };
    "time_increment" Time() "time added to the clock per move"
        |info, time| info.time.increment = time;
    "game_type" Number("any whole number")
        "0 for a game against a person: the only possible move is played at once; any other number, or none, for a game between programs: a fixed time per move is used in full"
        |info, number| {
            info.plays_person = number == 0;
            Some(())
        };
    "max_node" Limit("N") "maximum nodes per search"
        |info, nodes| info.nodes = nodes;
    "max_depth" Limit("N") "maximum depth of a search in plies"
        |info, depth| info.depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    "max_memory" Limit("BYTES") "memory limit of the whole process, kept with 30 MB to spare"
        |info, bytes| info.max_memory = bytes;
    "hash_size" Limit("KILOBYTES") "memory for the hash table"
        |info, size| info.hash = size.map(|size| size.saturating_mul(1 << 10));
    "thread_num" Limit("N") "search threads; without a limit as many as the command line allows"
        |info, threads| info.threads = threads.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX));
    "rule" Number("a sum of 1, 2, 4 and 8")
        "0 freestyle, 1 standard, 4 renju, 8 caro, 9 exact caro, plus 2 for a continuous game; once Yixin-Board is recognized, 2 is renju, and 5 and 6 are freestyle"
        |info, number| {
            info.variant = info.rule_numbered(number)?;
            Some(())
        };
    "strength" Level("PERCENT", 0..=100)
        "level of play, from a beginner who knows the rules to full strength, in even steps of Elo"
        |info, percent| info.level = SCALE.at_percent(percent as u32);
    "pondering" Flag() "whether the engine searches on the opponent's time"
        |info, ponders| info.ponders = ponders;
    "auto_pondering" Flag() "the same as pondering"
        |info, ponders| info.ponders = ponders;
    "protocol_lag" Time() "time reserved per move for the communication with the manager; 40 is common"
        |info, lag| info.time.lag = Some(lag);
    "usedatabase" Flag() "whether an open database is used in searches and for queries"
        |info, uses| info.database = uses;
    "database_readonly" Flag() "whether the database is read-only, so that no search or command writes to it"
        |info, keeps| info.database_readonly = keeps;
    "show_detail" Level("N", 0..=3)
        "1 reports each root move while it is searched, 2 the lines of play in blocks, 3 both, 0 neither"
        |info, detail| info.detail = detail;
    "checkmate" Level("N", 0..=2) "1 or 2 searches for a win by continuous threats first"
        |info, level| info.proves = level > 0;
    "vcthread" Level("N", 0..=2) "the same as checkmate"
        |info, level| info.proves = level > 0;
    "caution_factor" Level("N", 0..=BREADTHS.len() as i64 - 1) "number of moves considered; 1 by default"
        |info, level| info.caution = level as usize;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_gomoku::Rule;

    /// Every key accepts its range, and refuses other values without a change.
    #[test]
    fn keys_accept_their_range() {
        for row in SETTINGS.iter().filter(|row| row.name != "rule") {
            let mut settings = GomocupSettings::new(Rule::Freestyle);
            let (start, end) = row.range().into_inner();
            for number in [start, end, 0, 1] {
                let set = row.set(&mut settings, &format!(" {number} "));
                assert_eq!(set, Ok(()), "{} {number}", row.name);
            }
            let before = format!("{settings:?}");
            let below = i128::from(start) - 1;
            for text in [&below.to_string(), "", "+1", "1.5", "9223372036854775808"] {
                let refused = row.set(&mut settings, text).is_err();
                assert!(refused, "{} {text}", row.name);
            }
            assert_eq!(format!("{settings:?}"), before, "{}", row.name);
        }
    }
}
