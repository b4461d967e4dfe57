//! Data exchanged between a game and an engine.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::engine_fault::EngineStop;
use super::engine_lines::EngineLines;
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::game::{Color, Point};
use tengen_play::Game;

/// A player of a game, as a page names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineChoice {
    /// The name of an engine of the server.
    pub name: String,
    /// Tengen's level; `None` for full strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl EngineChoice {
    /// Returns the name with the level.
    pub fn title(&self) -> String {
        match &self.level {
            Some(level) => format!("{} {level}", self.name),
            None => self.name.clone(),
        }
    }
}

/// The settings of a game, as an engine needs them.
#[derive(Clone, Debug)]
pub struct EngineGame {
    pub game: Game,
    /// Side length of the board.
    pub size: u8,
    /// The name of the rules; `None` for a game with only one set.
    pub rule: Option<String>,
    /// Go's komi in points.
    pub komi: f64,
    /// The handicap stones, Black's.
    pub handicap: Vec<String>,
    /// The board at the start, a letter for each point.
    pub start: String,
    /// The time control of each side.
    pub control: TimeControl,
    /// The time for a move in a game without clocks.
    pub move_time: Duration,
    /// Tengen's level; `None` for full strength.
    pub level: Option<String>,
}

/// A move of the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Side that played the move.
    pub color: Color,
    /// The move in the referee's spelling.
    pub text: String,
    /// Point of the move; `None` for a pass.
    pub point: Option<Point>,
}

/// The turn of an engine.
#[derive(Clone, Debug)]
pub struct EngineTurn {
    /// The side of the engine.
    pub color: Color,
    /// The moves so far.
    pub moves: Vec<PlayedMove>,
    /// The clock of the engine now.
    pub clock: Clock,
    /// Time that the engine may take more than it has.
    pub delay: Duration,
}

impl EngineTurn {
    /// Returns the time at which an engine without a move is given up. With a clock it has lost on time before.
    pub fn deadline(&self, move_time: Duration) -> Instant {
        let time = self.clock.flag_time().unwrap_or(move_time);
        Instant::now() + time + self.delay
    }
}

/// A move as an engine names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMove {
    /// A text such as `D4` or `pass`.
    Text(String),
    Point(Point),
    /// A resignation.
    Resign,
}

/// The unit of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvaluationUnit {
    /// The chance to win, in percent.
    Percent,
    /// Discs ahead.
    Discs,
    /// A number of the engine's own scale.
    Score,
}

/// An engine's evaluation of its move, from its point of view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    pub unit: EvaluationUnit,
    /// The value, finite and bounded.
    pub value: f64,
}

impl Evaluation {
    /// Parses a value that an engine has written; `None` if it is not a number of a possible size.
    pub fn parse(unit: EvaluationUnit, text: &str) -> Option<Evaluation> {
        let value: f64 = text.parse().ok()?;
        (value.abs() <= 1e6).then_some(Evaluation { unit, value })
    }
}

/// An engine's answer in its turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub mv: EngineMove,
    /// The evaluation, if the engine gives one.
    pub evaluation: Option<Evaluation>,
}

/// An engine's protocol in one game. Waits end early once the game is over.
pub trait EnginePlayer: Send {
    /// Sets up the game before its first move. Fails if the engine refuses the settings.
    fn begin(&mut self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop>;

    /// Asks for a move of the side to move. Moves may have been taken back since the last turn.
    fn choose(
        &mut self,
        lines: &mut EngineLines,
        game: &EngineGame,
        turn: &EngineTurn,
    ) -> Result<Choice, EngineStop>;

    /// Returns the command that ends the engine.
    fn farewell(&self) -> &'static str;
}

/// Settings and turns for the tests of the protocols.
#[cfg(test)]
pub mod samples {
    use super::*;

    /// Returns a game without clocks.
    pub fn game(game: Game, size: u8) -> EngineGame {
        EngineGame {
            game,
            size,
            rule: None,
            komi: 7.0,
            handicap: Vec::new(),
            start: ".".repeat(usize::from(size).pow(2)),
            control: TimeControl::Unlimited,
            move_time: Duration::from_secs(1),
            level: None,
        }
    }

    /// Returns a turn after moves at points, of alternating colors. Texts follow the way of Go.
    pub fn turn(size: u8, points: &[(u8, u8)], clock: Clock) -> EngineTurn {
        let color = |index: usize| Color::BOTH[index % 2];
        let mv = |(index, &(column, row)): (usize, &(u8, u8))| PlayedMove {
            color: color(index),
            text: format!("{}{}", char::from(b'A' + column), size - row),
            point: Some(Point { column, row }),
        };
        EngineTurn {
            color: color(points.len()),
            moves: points.iter().enumerate().map(mv).collect(),
            clock,
            delay: crate::web::players::PATIENCE,
        }
    }
}
