//! Changes of a game, as a file keeps them.

use serde::{Deserialize, Serialize};

use super::clocks::ClockReadings;
use super::description::GameDescription;
use super::link::SeatSecrets;
use tengen_engine::game::Color;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub enum Entry {
    /// The game begins. The first entry of every file.
    Game {
        /// The version of the format.
        version: u32,
        /// The game.
        description: GameDescription,
        /// The secrets of its seats.
        secrets: SeatSecrets,
    },
    /// A side moves. A pass that the rules force is an entry of its own.
    Move {
        /// The move.
        mv: String,
        /// The clocks after it.
        clocks: Option<ClockReadings>,
    },
    /// Moves are taken back.
    Undo {
        /// Their number.
        count: usize,
        /// The clocks after it.
        clocks: Option<ClockReadings>,
    },
    /// The clocks run from now on, whenever the server does.
    Start,
    /// The server ends, and the clocks stand.
    Pause {
        /// The clocks.
        clocks: Option<ClockReadings>,
    },
    /// The game is over.
    Result {
        /// The result, as SGF writes it.
        result: String,
        /// Whether the engine has judged the board.
        judged: bool,
        /// The clocks at the end.
        clocks: Option<ClockReadings>,
    },
}

/// The letter of a side in messages.
pub fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}
