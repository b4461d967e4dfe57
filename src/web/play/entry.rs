//! Changes of a game, as stored in its file.

use serde::{Deserialize, Serialize};

use super::clocks::ClockReadings;
use super::description::GameDescription;
use super::engine_sides::{PlayedGame, SideFault};
use super::link::{GameLinks, LinkSecrets};
use crate::web::players::Evaluation;
use tengen_engine::game::Color;

/// Version of the file format.
pub const VERSION: u32 = 1;

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub enum Entry {
    /// The start of the game; the first entry of every file.
    Game {
        /// Version of the file format.
        version: u32,
        /// The settings of the game.
        description: Box<GameDescription>,
        secrets: LinkSecrets,
        /// The number of games before this one between the same players.
        #[serde(default, skip_serializing_if = "is_zero")]
        rematches: u32,
        /// The games of a match before this one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        played: Vec<PlayedGame>,
    },
    /// A move. A pass that the rules force has a separate entry.
    Move {
        /// The move in the referee's spelling.
        mv: String,
        /// The clocks after the move.
        clocks: Option<ClockReadings>,
        /// The evaluation of the engine that has moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evaluation: Option<Evaluation>,
    },
    /// Moves taken back.
    Undo {
        /// The number of moves.
        count: usize,
        /// The clocks after the takeback.
        clocks: Option<ClockReadings>,
    },
    /// The start of the clocks. From here on they run while the server does.
    Start,
    /// The end of the server. The clocks stand still.
    Pause {
        /// The clocks when the server ended.
        clocks: Option<ClockReadings>,
    },
    /// The end of the game.
    Result {
        /// The result, as SGF writes it.
        result: String,
        /// Whether the engine judged the board.
        judged: bool,
        /// The clocks at the end.
        clocks: Option<ClockReadings>,
        /// The stones that were counted as dead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dead: Vec<String>,
        /// The fault by which an engine has lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<SideFault>,
    },
    /// The next game between the same players, with their sides swapped.
    Rematch {
        /// The links of the next game.
        links: GameLinks,
    },
    /// A line of the chat.
    Chat {
        /// Whether black wrote it.
        black: bool,
        text: String,
    },
    /// The name that a player has chosen.
    Name {
        /// Whether the player has the black stones.
        black: bool,
        name: String,
    },
}

/// Whether a number is zero, as in files of earlier versions. Serde passes a reference.
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Returns the side of an entry.
pub fn side(black: bool) -> Color {
    match black {
        true => Color::Black,
        false => Color::White,
    }
}

/// Returns the letter of a side in messages.
pub fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}
