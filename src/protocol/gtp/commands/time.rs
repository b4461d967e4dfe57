//! Commands that set the clocks.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::verify;

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{
    arguments, color, first_arguments, float, int, last, nothing, positive, seconds, word,
};
use crate::gtp::session::Session;
use tengen_engine::clock::TimeControl;

/// Runs `time_settings` of GTP 2 draft 2: sets both clocks.
pub fn time_settings<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (main, period, stones) = first_arguments(args, (seconds, seconds, int))?;
    session.set_time_control(time_control(main, period, stones));
    session.when_ready()
}

/// Returns the time control of `time_settings`. In the draft, `0 1 0` means no limit. `0 0 0` is treated the same,
/// since a GoGui adapter rewrites the former to the latter.
fn time_control(main: Duration, period: Duration, stones: u32) -> TimeControl {
    match (main.is_zero(), period.is_zero(), stones) {
        (true, true, _) | (_, false, 0) => TimeControl::Unlimited,
        (false, true, _) => TimeControl::Absolute { main },
        (_, false, stones) => TimeControl::Canadian {
            main,
            period,
            stones,
        },
    }
}

/// Runs kgsGtp's `kgs-time_settings`: sets both clocks.
pub fn kgs_time_settings<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    session.set_time_control(arguments(args, kgs_time_control)?);
    session.when_ready()
}

/// Runs `kata-time_settings`: sets both clocks to one of KGS's or KataGo's time systems.
pub fn kata_time_settings<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    session.set_time_control(arguments(args, alt((kgs_time_control, fischer)))?);
    session.when_ready()
}

/// Replies with the time systems of `kata-time_settings`.
pub fn kata_list_time_settings<G: GtpGame>(
    _: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say("none absolute byoyomi canadian fischer fischer-capped")
}

fn fischer(input: &str) -> nom::IResult<&str, TimeControl> {
    let (input, system) = word(input)?;
    let (input, (main, increment)) = (seconds, seconds).parse(input)?;
    let (input, (cap, per_move)) = match system {
        "fischer" => (input, (None, None)),
        // A cap below the main time would cut the main time.
        "fischer-capped" => {
            verify((limit, limit), |(cap, _)| cap.is_none_or(|cap| cap >= main)).parse(input)?
        }
        _ => nom::combinator::fail().parse(input)?,
    };
    let control = TimeControl::Fischer {
        main,
        increment,
        cap,
        per_move,
    };
    Ok((input, control))
}

/// Parses seconds, or a negative number for no limit.
fn limit(input: &str) -> nom::IResult<&str, Option<Duration>> {
    let none = verify(float, |&value: &f64| value < 0.0).map(|_| None);
    alt((seconds.map(Some), none)).parse(input)
}

fn kgs_time_control(input: &str) -> nom::IResult<&str, TimeControl> {
    let (input, system) = word(input)?;
    match system {
        "none" => nothing.map(|()| TimeControl::Unlimited).parse(input),
        "absolute" => seconds
            .map(|main| TimeControl::Absolute { main })
            .parse(input),
        "byoyomi" => (seconds, seconds, positive)
            .map(|(main, period, periods)| TimeControl::Byoyomi {
                main,
                period,
                periods,
            })
            .parse(input),
        "canadian" => (seconds, seconds, positive)
            .map(|(main, period, stones)| TimeControl::Canadian {
                main,
                period,
                stones,
            })
            .parse(input),
        _ => nom::combinator::fail().parse(input),
    }
}

/// Runs `time_left`: sets the time of one side. Clients with main time only may omit the stones.
pub fn time_left<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (color, left, stones) = first_arguments(args, (color, seconds, last(int)))?;
    session.set_time_left(color, left, stones.unwrap_or(0));
    session.when_ready()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_drafts_special_cases() {
        assert_eq!(
            time_control(Duration::ZERO, SECOND, 0),
            TimeControl::Unlimited
        );
        assert_eq!(
            time_control(Duration::ZERO, Duration::ZERO, 0),
            TimeControl::Unlimited
        );
        assert_eq!(
            time_control(SECOND, Duration::ZERO, 0),
            TimeControl::Absolute { main: SECOND }
        );
        assert_eq!(
            time_control(SECOND, Duration::ZERO, 5),
            TimeControl::Absolute { main: SECOND }
        );
        assert_eq!(
            time_control(Duration::ZERO, SECOND, 5),
            TimeControl::Canadian {
                main: Duration::ZERO,
                period: SECOND,
                stones: 5
            }
        );
    }

    #[test]
    fn kgs_names() {
        assert_eq!(
            arguments("none", kgs_time_control),
            Ok(TimeControl::Unlimited)
        );
        assert_eq!(
            arguments("absolute 1", kgs_time_control),
            Ok(TimeControl::Absolute { main: SECOND })
        );
        assert_eq!(
            arguments("byoyomi 1 1 3", kgs_time_control),
            Ok(TimeControl::Byoyomi {
                main: SECOND,
                period: SECOND,
                periods: 3
            })
        );
        assert_eq!(
            arguments("canadian 1 2 5", kgs_time_control),
            Ok(TimeControl::Canadian {
                main: SECOND,
                period: SECOND * 2,
                stones: 5
            })
        );
        for bad in [
            "",
            "none 1",
            "absolute",
            "byoyomi 1 1 0",
            "canadian 1 1",
            "fast 1",
        ] {
            assert!(arguments(bad, kgs_time_control).is_err(), "{bad}");
        }
    }
    #[test]
    fn katagos_names() {
        let read = |text| arguments(text, fischer).ok();
        let plain = TimeControl::Fischer {
            main: SECOND,
            increment: SECOND / 2,
            cap: None,
            per_move: None,
        };
        assert_eq!(read("fischer 1 0.5"), Some(plain));
        assert_eq!(read("fischer-capped 1 0.5 -1 -1"), Some(plain));
        let capped = TimeControl::Fischer {
            main: SECOND,
            increment: SECOND / 2,
            cap: Some(SECOND * 3),
            per_move: Some(SECOND),
        };
        assert_eq!(read("fischer-capped 1 0.5 3 1"), Some(capped));
        for bad in [
            "fischer 1",
            "fischer 1 -1",
            "fischer 1 1 1",
            "fischer-capped 5 1 4 -1",
            "fischer-capped 5 1 6",
            "bronstein 1 1",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
