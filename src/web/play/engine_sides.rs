//! The engines among the players of a game, and the games of a match between two.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::entry::{letter, side};
use crate::web::players::{EngineChoice, EngineFault};
use tengen_engine::game::Color;

/// The engines among the players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSides {
    /// Black's engine; `None` for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<EngineChoice>,
    /// White's engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<EngineChoice>,
}

impl EngineSides {
    /// Returns the engine of a side.
    pub fn get(&self, color: Color) -> Option<&EngineChoice> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }

    /// Returns the engines, Black's first.
    pub fn all(&self) -> impl Iterator<Item = &EngineChoice> {
        self.black.iter().chain(&self.white)
    }

    /// Whether no engine plays.
    pub fn are_none(&self) -> bool {
        self.all().next().is_none()
    }

    /// Whether engines play both sides.
    pub fn are_both(&self) -> bool {
        self.all().count() == 2
    }

    /// Returns the engines with their sides swapped.
    pub fn swapped(&self) -> EngineSides {
        let EngineSides { black, white } = self.clone();
        EngineSides {
            black: white,
            white: black,
        }
    }

    /// Writes which sides engines play, as a JSON object; null if none does.
    pub fn json(&self) -> Value {
        let [black, white] = Color::BOTH.map(|color| self.get(color).is_some());
        match black || white {
            true => json!({ "b": black, "w": white }),
            false => Value::Null,
        }
    }
}

/// The fault by which an engine has lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideFault {
    /// Whether the engine had the black stones.
    pub black: bool,
    pub fault: EngineFault,
}

impl SideFault {
    /// Writes the fault as a JSON object.
    pub fn json(&self) -> Value {
        let EngineFault { code, text } = &self.fault;
        json!({ "side": letter(side(self.black)), "code": code, "text": text })
    }
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The result, as SGF writes it.
    pub result: String,
    /// The path of the watchers' link.
    pub watch: String,
}
