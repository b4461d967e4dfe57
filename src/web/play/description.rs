//! The game that two people agree on.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use tengen_engine::clock::TimeControl;
use tengen_go::{Komi, Rules};
use tengen_play::Game;
use tengen_play::games;
use tengen_play::options::{GoOptions, GomokuOptions};
use tengen_protocol::{GameName, Options};

/// Longest time of a clock, in seconds: 100 hours.
const LONGEST_TIME: f64 = 360_000.0;

/// Most byo-yomi periods.
const MOST_PERIODS: u32 = 1000;

/// Komi of a game of Go with a handicap, where none is agreed on.
const HANDICAP_KOMI: f64 = 0.5;

/// The description of a game, as a page sends it and as a file keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameDescription {
    /// The game, or a rule of gomoku.
    pub game: String,
    /// The side of the board; the game's usual one if `None`.
    #[serde(default)]
    pub size: Option<u8>,
    /// Go's rules, by name or as JSON text, or gomoku's rule.
    #[serde(default)]
    pub rule: Option<String>,
    /// Go's komi.
    #[serde(default)]
    pub komi: Option<f64>,
    /// Go's handicap stones, 0 or from 2.
    #[serde(default)]
    pub handicap: u8,
    /// The clock of each side; none if `None`.
    #[serde(default)]
    pub clock: Option<ClockDescription>,
}

/// The description of a clock, in seconds: main time with an increment, or with byo-yomi periods, or alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockDescription {
    /// Main time.
    pub main: f64,
    /// Time added after every move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Length of a period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byoyomi: Option<f64>,
    /// Number of periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
}

/// A description that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {reason}")]
pub struct BadDescription {
    field: &'static str,
    reason: String,
}

impl BadDescription {
    fn new(field: &'static str, reason: impl ToString) -> BadDescription {
        BadDescription {
            field,
            reason: reason.to_string(),
        }
    }
}

impl GameDescription {
    /// Builds the options of the game and its time control.
    ///
    /// # Errors
    ///
    /// The game has no such board, rule or handicap, or the clock no such time.
    pub fn options(&self) -> Result<(Options, TimeControl), BadDescription> {
        let name: GameName = self
            .game
            .parse()
            .map_err(|error| BadDescription::new("game", error))?;
        let mut options = Options::plain(name.game);
        options.games.size = self.size;
        match name.game {
            Game::Go => options.games.go = self.go()?,
            Game::Gomoku => options.games.gomoku = self.gomoku(name)?,
            game if self.rule.is_some() => {
                let reason = format!("{} has one rule", game.name());
                return Err(BadDescription::new("rule", reason));
            }
            _ => {}
        }
        if name.game != Game::Go && (self.komi.is_some() || self.handicap > 0) {
            return Err(BadDescription::new("komi", "only Go has komi and handicap"));
        }
        games::check_size(options.game, &options.games)
            .map_err(|error| BadDescription::new("size", error))?;
        games::check_start(options.game, &options.games).map_err(|_| {
            BadDescription::new("handicap", "this board has no places for so many stones")
        })?;
        let control = self.clock.as_ref().map(ClockDescription::control);
        let control = control.transpose()?.unwrap_or(TimeControl::Unlimited);
        Ok((options, control))
    }

    fn go(&self) -> Result<GoOptions, BadDescription> {
        let rules = match &self.rule {
            Some(name) => name
                .parse()
                .map_err(|error| BadDescription::new("rule", error))?,
            None => Rules::CHINESE,
        };
        if self.handicap == 1 {
            return Err(BadDescription::new("handicap", "expected 0 or 2 and more"));
        }
        let usual = (self.handicap > 0).then_some(HANDICAP_KOMI);
        let komi = self.komi.or(usual).map(Komi::from_points).transpose();
        Ok(GoOptions {
            rules: Some(rules),
            komi: komi.map_err(|error| BadDescription::new("komi", error))?,
            handicap: self.handicap,
            ..GoOptions::default()
        })
    }

    fn gomoku(&self, name: GameName) -> Result<GomokuOptions, BadDescription> {
        let rule = match &self.rule {
            Some(rule) => rule
                .parse()
                .map_err(|error| BadDescription::new("rule", error))?,
            None => name.rule.unwrap_or_default(),
        };
        Ok(GomokuOptions { rule })
    }
}

impl ClockDescription {
    fn control(&self) -> Result<TimeControl, BadDescription> {
        let main = time(self.main)?;
        let control = match (self.increment, self.byoyomi, self.periods) {
            (None, None, None) => TimeControl::Absolute { main },
            (Some(increment), None, None) => {
                let increment = time(increment)?;
                TimeControl::Fischer {
                    // The first move has its increment too, so that no game is lost before it begins.
                    main: main.max(increment),
                    increment,
                    cap: None,
                    per_move: None,
                }
            }
            (None, Some(period), periods) => TimeControl::Byoyomi {
                main,
                period: time(period)?,
                periods: periods.unwrap_or(1),
            },
            _ => {
                let text = "expected main with increment, or with byoyomi and periods";
                return Err(BadDescription::new("clock", text));
            }
        };
        let is_some = match control {
            TimeControl::Byoyomi {
                period, periods, ..
            } => !period.is_zero() && (1..=MOST_PERIODS).contains(&periods),
            TimeControl::Fischer { main, .. } | TimeControl::Absolute { main } => !main.is_zero(),
            TimeControl::Unlimited | TimeControl::Canadian { .. } => true,
        };
        match is_some {
            true => Ok(control),
            false => Err(BadDescription::new(
                "clock",
                "expected some time, and 1 to 1000 periods",
            )),
        }
    }
}

/// Returns a time in seconds, to the millisecond.
fn time(seconds: f64) -> Result<Duration, BadDescription> {
    match (0.0..=LONGEST_TIME).contains(&seconds) {
        true => Ok(Duration::from_millis((seconds * 1000.0) as u64)),
        false => Err(BadDescription::new(
            "clock",
            "expected seconds from 0 to 360000",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Options, TimeControl), String> {
        let description: GameDescription =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        description.options().map_err(|error| error.to_string())
    }

    #[test]
    fn games_are_described() {
        let (options, control) = read(
            r#"{"game":"go","size":9,"rule":"japanese","handicap":2,"clock":{"main":60,"byoyomi":10.5,"periods":3}}"#,
        )
        .unwrap();
        assert_eq!(
            (options.game, options.games.size, options.games.go.handicap),
            (Game::Go, Some(9), 2)
        );
        assert_eq!(options.games.go.komi.map(Komi::points), Some(0.5));
        let byoyomi = TimeControl::Byoyomi {
            main: Duration::from_secs(60),
            period: Duration::from_millis(10_500),
            periods: 3,
        };
        assert_eq!(control, byoyomi);
        let (options, control) = read(r#"{"game":"renju","clock":null}"#).unwrap();
        assert_eq!(
            (options.games.gomoku.rule.name(), control),
            ("renju", TimeControl::Unlimited)
        );
        let (_, control) = read(r#"{"game":"reversi","clock":{"main":0,"increment":5}}"#).unwrap();
        assert!(matches!(control, TimeControl::Fischer { main, .. } if main.as_secs() == 5));
    }

    #[test]
    fn other_descriptions_are_refused_by_their_field() {
        for (text, field) in [
            (r#"{"game":"chess"}"#, "game: "),
            (r#"{"game":"go","size":26}"#, "size: "),
            (r#"{"game":"go","size":0}"#, "size: "),
            (r#"{"game":"reversi","size":9}"#, "size: "),
            (r#"{"game":"go","rule":"renju"}"#, "rule: "),
            (r#"{"game":"go","komi":1e9}"#, "komi: "),
            (r#"{"game":"go","handicap":1}"#, "handicap: "),
            (r#"{"game":"go","size":5,"handicap":9}"#, "handicap: "),
            (r#"{"game":"gomoku","komi":7.5}"#, "komi: "),
            (r#"{"game":"reversi","rule":"x"}"#, "rule: "),
            (r#"{"game":"go","clock":{"main":-1}}"#, "clock: "),
            (r#"{"game":"go","clock":{"main":0}}"#, "clock: "),
            (
                r#"{"game":"go","clock":{"main":1,"increment":1,"byoyomi":1}}"#,
                "clock: ",
            ),
            (r#"{"game":"go","clock":{"main":1,"byoyomi":0}}"#, "clock: "),
            (
                r#"{"game":"go","clock":{"main":1,"byoyomi":1,"periods":0}}"#,
                "clock: ",
            ),
            (r#"{"game":"go","clock":{"main":1,"periods":1}}"#, "clock: "),
            (r#"{"game":"go","file":"x"}"#, "unknown field `file`"),
            (r#"{}"#, "missing field `game`"),
        ] {
            let refusal = read(text).unwrap_err();
            assert!(refusal.starts_with(field), "{text}: {refusal}");
        }
    }
}
