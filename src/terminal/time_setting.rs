//! Time controls as a person writes them, and clocks as a person reads them.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::messages::Messages;
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::excerpt::excerpt;

/// A time control: `10m`, `5m+3s` with an increment, `10m+3x30s` with byo-yomi, `10m+5m/25` with Canadian overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSetting(pub TimeControl);

/// The error for text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a time such as 10m, 5m+3s (an increment), 10m+3x30s (periods) or 10m+5m/25 (Canadian), saw '{0}'"
)]
pub struct BadTimeSetting(String);

/// Longest time of a setting.
const LONGEST: Duration = Duration::from_secs(100 * 3600);

impl FromStr for TimeSetting {
    type Err = BadTimeSetting;

    fn from_str(text: &str) -> Result<Self, BadTimeSetting> {
        parse(text)
            .map(TimeSetting)
            .ok_or_else(|| BadTimeSetting(excerpt(text)))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let Some((main, overtime)) = text.split_once('+') else {
        let main = time(text).filter(|main| !main.is_zero())?;
        return Some(TimeControl::Absolute { main });
    };
    let main = time(main)?;
    if let Some((periods, period)) = overtime.split_once('x') {
        return Some(TimeControl::Byoyomi {
            main,
            periods: count(periods)?,
            period: time(period).filter(|period| !period.is_zero())?,
        });
    }
    if let Some((period, stones)) = overtime.split_once('/') {
        return Some(TimeControl::Canadian {
            main,
            period: time(period).filter(|period| !period.is_zero())?,
            stones: count(stones)?,
        });
    }
    let increment = time(overtime)?;
    let is_some = !main.is_zero() || !increment.is_zero();
    is_some.then_some(TimeControl::Fischer {
        // The first move gets its increment too, so that a main time of 0 does not lose at once.
        main: main.max(increment),
        increment,
        cap: None,
        per_move: None,
    })
}

/// Parses a number of seconds, minutes or hours: `90s`, `10m`, `1.5h`; a bare number counts minutes.
fn time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.char_indices().next_back()? {
        (at, 's') => (&text[..at], 1.0),
        (at, 'm') => (&text[..at], 60.0),
        (at, 'h') => (&text[..at], 3600.0),
        _ => (text, 60.0),
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    let is_time = (0.0..=LONGEST.as_secs_f64()).contains(&seconds);
    is_time.then(|| Duration::from_secs_f64(seconds))
}

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=1000).contains(count))
}

/// Writes the time left on a clock after `spent` more; empty without a clock.
pub fn clock_text(clock: &Clock, spent: Duration, messages: &Messages) -> String {
    if clock.control() == TimeControl::Unlimited {
        return String::new();
    }
    let left = minutes(clock.left().saturating_sub(spent));
    let (key, count) = match (clock.control(), clock.overtime()) {
        (TimeControl::Byoyomi { .. }, Some(periods)) => ("clock-periods", periods),
        (TimeControl::Canadian { .. }, Some(stones)) => ("clock-stones", stones),
        _ => return left,
    };
    messages.format(key, [("time", left.into()), ("n", count.into())])
}

/// Writes a time as minutes and seconds, with hours if there are any.
fn minutes(time: Duration) -> String {
    // Rounds up, as a chess clock does.
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::messages::Language;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn every_kind_of_time_is_read() {
        let fischer = |main, increment| TimeControl::Fischer {
            main,
            increment,
            cap: None,
            per_move: None,
        };
        for (text, expected) in [
            ("10m", TimeControl::Absolute { main: s(600) }),
            ("10", TimeControl::Absolute { main: s(600) }),
            ("90s", TimeControl::Absolute { main: s(90) }),
            ("1.5h", TimeControl::Absolute { main: s(5400) }),
            ("5m+3s", fischer(s(300), s(3))),
            ("0+3s", fischer(s(3), s(3))),
            (
                "10m+3x30s",
                TimeControl::Byoyomi {
                    main: s(600),
                    period: s(30),
                    periods: 3,
                },
            ),
            (
                "0s+5m/25",
                TimeControl::Canadian {
                    main: s(0),
                    period: s(300),
                    stones: 25,
                },
            ),
        ] {
            assert_eq!(text.parse(), Ok(TimeSetting(expected)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_time() {
        for bad in [
            "",
            "0",
            "m",
            "-1m",
            "x",
            "10m+",
            "10m+0x30s",
            "10m+3x0s",
            "10m+5m/0",
            "0+0",
            "1e9h",
            "nan",
            "10é",
        ] {
            assert!(bad.parse::<TimeSetting>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn clocks_show_what_is_left() {
        let clock = |text: &str| Clock::new(text.parse::<TimeSetting>().unwrap().0);
        let messages = Messages::new(Language::En);
        let clock_text = |clock: &Clock, spent| clock_text(clock, spent, &messages);
        assert_eq!(clock_text(&clock("10m"), s(2)), "9:58");
        assert_eq!(clock_text(&clock("2h"), s(1)), "1:59:59");
        assert_eq!(clock_text(&clock("0+3x30s"), s(0)), "0:30 x3");
        assert_eq!(clock_text(&clock("0+5m/25"), s(0)), "5:00 for 25");
        assert_eq!(clock_text(&Clock::default(), s(9)), "");
    }
}
