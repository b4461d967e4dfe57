//! The settings of a game.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::codes::GameSetting;
use super::engine_sides::EngineSides;
use super::plain_text::{self, LONGEST_NAME};
use crate::web::players::EngineChoice;
use tengen_engine::clock::TimeControl;
use tengen_engine::game::Color;
use tengen_go::{Komi, Rules};
use tengen_play::Game;
use tengen_play::games;
use tengen_play::options::{GoOptions, GomokuOptions};
use tengen_protocol::{GameName, Options};

/// Longest time of a clock, in seconds: 100 hours.
const LONGEST_TIME: f64 = 360_000.0;

/// Longest absence that may lose a game, in seconds: a week.
const LONGEST_LEAVE: u32 = 604_800;

/// The seconds that an engine may have for a move, and their default.
const SECONDS: RangeInclusive<f64> = 0.1..=3600.0;
const DEFAULT_SECONDS: f64 = 1.0;

/// Most games of a match.
const MOST_GAMES: u32 = 100;

/// Most moves of an opening.
const LONGEST_OPENING: usize = 60;

/// Longest name of a level, in characters.
const LONGEST_LEVEL: usize = 10;

/// Most byo-yomi periods of a clock.
const MOST_PERIODS: u32 = 1000;

/// Default komi of a Go game with a handicap.
const HANDICAP_KOMI: f64 = 0.5;

/// The settings of a game, as a page sends them and as a file stores them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameDescription {
    /// The name of the game, or of a rule of gomoku.
    pub game: String,
    /// Side length of the board in points; the game's default if `None`.
    #[serde(default)]
    pub size: Option<u8>,
    /// Go's rules, by name or as JSON text, or gomoku's rule.
    #[serde(default)]
    pub rule: Option<String>,
    /// Go's komi in points. `None` means 0.5 with a handicap, else the default.
    #[serde(default)]
    pub komi: Option<f64>,
    /// Go's handicap stones: 0, or 2 and more.
    #[serde(default)]
    pub handicap: u8,
    /// The clock of each side; `None` for a game without clocks.
    #[serde(default)]
    pub clock: Option<ClockDescription>,
    /// The names of the players.
    #[serde(default, skip_serializing_if = "PlayerNames::are_empty")]
    pub names: PlayerNames,
    /// Whether the players can talk.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub chat: bool,
    /// Seconds after which a player who has left loses; `None` if leaving loses nothing but time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaving: Option<u32>,
    /// The engines among the players.
    #[serde(default, skip_serializing_if = "EngineSides::are_none")]
    pub engines: EngineSides,
    /// Seconds for a move of an engine in a game without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The number of games of a match between two engines, with alternating colors.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub games: u32,
    /// Whether each pair of games of a match begins with another random opening.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random_openings: bool,
    /// The moves with which the game begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
}

/// The names of both players; empty if neither the host nor they have named them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerNames {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
}

/// The default number of games.
const fn one() -> u32 {
    1
}

/// Whether a number is one. Serde passes a reference.
fn is_one(number: &u32) -> bool {
    *number == 1
}

/// The default of a setting that is on.
const fn yes() -> bool {
    true
}

/// The settings of a clock, in seconds: main time alone, with an increment, or with byo-yomi periods.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockDescription {
    /// Main time in seconds.
    pub main: f64,
    /// Seconds added after every move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Seconds of a byo-yomi period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byoyomi: Option<f64>,
    /// Number of byo-yomi periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
}

/// The error for settings that no game supports.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", setting.name())]
pub struct BadDescription {
    setting: GameSetting,
    reason: String,
}

impl BadDescription {
    pub fn setting(&self) -> GameSetting {
        self.setting
    }

    /// Creates the error for a setting, with the reason.
    pub fn new(setting: GameSetting, reason: impl ToString) -> BadDescription {
        BadDescription {
            setting,
            reason: reason.to_string(),
        }
    }
}

impl GameDescription {
    /// Builds the options and the time control. Fails if the game does not support the settings.
    pub fn options(&self) -> Result<(Options, TimeControl), BadDescription> {
        let name: GameName = self
            .game
            .parse()
            .map_err(|error| BadDescription::new(GameSetting::Game, error))?;
        let mut options = Options::new(name.game);
        options.games.size = self.size;
        match name.game {
            Game::Go => options.games.go = self.go()?,
            Game::Gomoku => options.games.gomoku = self.gomoku(name)?,
            game if self.rule.is_some() => {
                let reason = format!("{} has one rule", game.name());
                return Err(BadDescription::new(GameSetting::Rule, reason));
            }
            _ => {}
        }
        if name.game != Game::Go && (self.komi.is_some() || self.handicap > 0) {
            return Err(BadDescription::new(
                GameSetting::Komi,
                "only Go has komi and handicap",
            ));
        }
        games::check_size(options.game, &options.games)
            .map_err(|error| BadDescription::new(GameSetting::Size, error))?;
        games::check_start(options.game, &options.games).map_err(|_| {
            BadDescription::new(
                GameSetting::Handicap,
                "this board has no points for that many handicap stones",
            )
        })?;
        self.names.check()?;
        if !self
            .leaving
            .is_none_or(|seconds| (1..=LONGEST_LEAVE).contains(&seconds))
        {
            return Err(BadDescription::new(
                GameSetting::Leaving,
                "expected seconds from 1 to 604800",
            ));
        }
        self.check_engines()?;
        let control = self.clock.as_ref().map(ClockDescription::control);
        let control = control.transpose()?.unwrap_or(TimeControl::Unlimited);
        Ok((options, control))
    }

    fn check_engines(&self) -> Result<(), BadDescription> {
        let fail = |reason: &str| Err(BadDescription::new(GameSetting::Engines, reason));
        if !self
            .seconds
            .is_none_or(|seconds| SECONDS.contains(&seconds))
        {
            return fail("expected seconds from 0.1 to 3600");
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            return fail("expected 1 to 100 games");
        }
        let is_match = self.games > 1 || self.random_openings || !self.opening.is_empty();
        if is_match && !self.engines.are_both() {
            return fail("a match is between two engines");
        }
        if self.opening.len() > LONGEST_OPENING {
            return fail("the opening is too long");
        }
        // A level is a word of a command.
        let is_level = |level: &String| {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric();
            !level.is_empty() && level.len() <= LONGEST_LEVEL && level.bytes().all(is_part)
        };
        let levels = self
            .engines
            .all()
            .filter_map(|engine| engine.level.as_ref());
        match levels.into_iter().all(is_level) {
            true => Ok(()),
            false => fail("a level is a word such as 12k or 1400"),
        }
    }

    /// Returns the time for a move of an engine in a game without clocks.
    pub fn move_time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds.unwrap_or(DEFAULT_SECONDS))
    }

    /// Names the engines among the players.
    pub fn name_engines(&mut self) {
        let title = |engine: &Option<EngineChoice>| engine.as_ref().map(EngineChoice::title);
        if let Some(title) = title(&self.engines.black) {
            self.names.black = title;
        }
        if let Some(title) = title(&self.engines.white) {
            self.names.white = title;
        }
    }

    fn go(&self) -> Result<GoOptions, BadDescription> {
        let rules = match &self.rule {
            Some(name) => name
                .parse()
                .map_err(|error| BadDescription::new(GameSetting::Rule, error))?,
            None => Rules::CHINESE,
        };
        if self.handicap == 1 {
            return Err(BadDescription::new(
                GameSetting::Handicap,
                "expected 0, or at least 2",
            ));
        }
        let default = (self.handicap > 0).then_some(HANDICAP_KOMI);
        let komi = self.komi.or(default).map(Komi::from_points).transpose();
        Ok(GoOptions {
            rules: Some(rules),
            komi: komi.map_err(|error| BadDescription::new(GameSetting::Komi, error))?,
            handicap: self.handicap,
            ..GoOptions::default()
        })
    }

    fn gomoku(&self, name: GameName) -> Result<GomokuOptions, BadDescription> {
        let rule = match &self.rule {
            Some(rule) => rule
                .parse()
                .map_err(|error| BadDescription::new(GameSetting::Rule, error))?,
            None => name.rule.unwrap_or_default(),
        };
        Ok(GomokuOptions { rule })
    }
}

impl PlayerNames {
    /// Sets the name of a side.
    pub fn set(&mut self, color: Color, name: String) {
        match color {
            Color::Black => self.black = name,
            Color::White => self.white = name,
        }
    }

    fn are_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty()
    }

    fn check(&self) -> Result<(), BadDescription> {
        let names = [&self.black, &self.white];
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            plain_text::line(name, LONGEST_NAME)
                .map_err(|error| BadDescription::new(GameSetting::Names, error))?;
        }
        Ok(())
    }
}

impl GameDescription {
    /// Returns the same game with the players' sides swapped.
    pub fn swapped(&self) -> GameDescription {
        let PlayerNames { black, white } = self.names.clone();
        GameDescription {
            names: PlayerNames {
                black: white,
                white: black,
            },
            engines: self.engines.swapped(),
            ..self.clone()
        }
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
                    // The first move gets its increment too, so that a main time of 0 does not lose at once.
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
                return Err(BadDescription::new(GameSetting::Clock, text));
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
                GameSetting::Clock,
                "expected some time, and 1 to 1000 periods",
            )),
        }
    }
}

/// Converts a time in seconds, to the millisecond.
fn time(seconds: f64) -> Result<Duration, BadDescription> {
    match (0.0..=LONGEST_TIME).contains(&seconds) {
        true => Ok(Duration::from_millis((seconds * 1000.0) as u64)),
        false => Err(BadDescription::new(
            GameSetting::Clock,
            "expected seconds from 0 to 360000",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Color;

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
    fn names_and_manners_are_described_and_old_files_have_none() {
        let old: GameDescription = serde_json::from_str(r#"{"game":"go"}"#).unwrap();
        assert_eq!(
            (old.chat, old.leaving, old.names.are_empty()),
            (true, None, true)
        );
        let text = serde_json::to_string(&old).unwrap();
        assert!(!text.contains("chat") && !text.contains("names"), "{text}");
        let new = r#"{"game":"go","names":{"black":"Ada","white":"Bo"},"chat":false,"leaving":60}"#;
        let new: GameDescription = serde_json::from_str(new).unwrap();
        assert!(new.options().is_ok());
        let swapped = new.swapped();
        assert_eq!((&*swapped.names.black, swapped.chat), ("Bo", false));
        let text = serde_json::to_string(&new).unwrap();
        assert_eq!(serde_json::from_str::<GameDescription>(&text).unwrap(), new);
    }

    #[test]
    fn engines_are_described_and_named_and_swap_their_sides() {
        let text = r#"{"game":"go","engines":{"black":{"name":"A"},"white":{"name":"Tengen","level":"8k"}},"games":4}"#;
        let mut description: GameDescription = serde_json::from_str(text).unwrap();
        assert!(description.options().is_ok());
        description.name_engines();
        let swapped = description.swapped();
        let names = &swapped.names;
        assert_eq!([&*names.black, &names.white], ["Tengen 8k", "A"]);
        assert_eq!(swapped.engines.get(Color::White).unwrap().name, "A");
        assert_eq!(swapped.move_time(), Duration::from_secs(1));
        let text = serde_json::to_string(&swapped).unwrap();
        assert_eq!(
            serde_json::from_str::<GameDescription>(&text).unwrap(),
            swapped
        );
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
            (r#"{"game":"go","names":{"black":"a\nb"}}"#, "names: "),
            (r#"{"game":"go","names":{"blue":"a"}}"#, "unknown field"),
            (r#"{"game":"go","leaving":0}"#, "leaving: "),
            (r#"{"game":"go","leaving":1e9}"#, "invalid type"),
            (r#"{"game":"go","leaving":1000000}"#, "leaving: "),
            (r#"{"game":"go","games":2}"#, "engines: "),
            (
                r#"{"game":"go","engines":{"black":{"name":"A"}},"games":2}"#,
                "engines: ",
            ),
            (r#"{"game":"go","opening":["D4"]}"#, "engines: "),
            (r#"{"game":"go","seconds":0}"#, "engines: "),
            (
                r#"{"game":"go","engines":{"white":{"name":"Tengen","level":"1k\nquit"}}}"#,
                "engines: a level",
            ),
            (
                r#"{"game":"go","engines":{"white":{"name":"A","command":"x"}}}"#,
                "unknown field `command`",
            ),
            (r#"{"game":"go","file":"x"}"#, "unknown field `file`"),
            (r#"{}"#, "missing field `game`"),
        ] {
            let refusal = read(text).unwrap_err();
            assert!(refusal.starts_with(field), "{text}: {refusal}");
        }
    }
}
