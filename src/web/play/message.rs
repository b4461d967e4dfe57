//! Messages of the people at a game and to them, as JSON objects.

use serde::Deserialize;
use serde_json::{Value, json};

use super::entry::letter;
use super::referee::{ColoredText, Referee};
use tengen_engine::game::Color;

/// A message of a player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerMessage {
    /// A move.
    Move {
        /// Its number, from 1.
        number: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The player gives up.
    Resign,
    /// The player asks to take back.
    Undo,
    /// The player answers a request to take back.
    UndoAnswer {
        /// Whether it is granted.
        accept: bool,
    },
    /// The player asks for the count of a finished game.
    Count,
}

impl PlayerMessage {
    /// Parses a message.
    ///
    /// # Errors
    ///
    /// It is none; the text tells why.
    pub fn parse(text: &str) -> Result<PlayerMessage, String> {
        serde_json::from_str(text).map_err(|error| format!("malformed message: {error}"))
    }

    /// Returns the number of a move.
    pub fn number(&self) -> Option<usize> {
        match self {
            PlayerMessage::Move { number, .. } => Some(*number),
            _ => None,
        }
    }
}

/// Writes the refusal of a message. Nothing has changed.
pub fn error(message: &str, number: Option<usize>) -> String {
    let mut object = json!({ "type": "error", "message": message });
    if let Some(number) = number {
        object["number"] = json!(number);
    }
    object.to_string()
}

/// Writes an accepted move: the last one of the referee.
pub fn accepted((color, mv): &ColoredText, referee: &dyn Referee, clocks: Value) -> String {
    json!({
        "type": "move",
        "number": referee.len(),
        "color": letter(*color),
        "move": mv,
        "clocks": clocks,
        "toMove": letter(referee.to_move()),
        "board": referee.board(),
        "legal": referee.legal_moves(),
    })
    .to_string()
}

/// Writes the boards from the start to the last move.
pub fn boards(boards: &[String]) -> String {
    json!({ "type": "boards", "boards": boards }).to_string()
}

/// Writes the number of watchers.
pub fn watchers(count: usize) -> String {
    json!({ "type": "watchers", "count": count }).to_string()
}

/// Writes a request to take back.
pub fn undo_request(from: Color) -> String {
    json!({ "type": "undo", "from": letter(from) }).to_string()
}

/// Writes moves or stones as pairs.
pub fn pairs(texts: &[ColoredText]) -> Value {
    let pair = |(color, text): &ColoredText| json!([letter(*color), text]);
    texts.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_parsed() {
        let mv = PlayerMessage::parse(r#"{"type":"move","number":3,"move":"D4"}"#).unwrap();
        assert_eq!(mv.number(), Some(3));
        for (text, message) in [
            (r#"{"type":"resign"}"#, PlayerMessage::Resign),
            (r#"{"type":"undo"}"#, PlayerMessage::Undo),
            (
                r#"{"type":"undo_answer","accept":true}"#,
                PlayerMessage::UndoAnswer { accept: true },
            ),
            (r#"{"type":"count"}"#, PlayerMessage::Count),
        ] {
            assert_eq!(PlayerMessage::parse(text), Ok(message));
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        let deep = "[".repeat(100_000);
        for bad in [
            "",
            "{}",
            "move",
            r#"{"type":"chat"}"#,
            r#"{"type":"move","move":"D4"}"#,
            r#"{"type":"move","number":-1,"move":"D4"}"#,
            r#"{"type":"move","number":1,"move":4}"#,
            r#"{"type":"move","number":1,"move":"D4","color":"b"}"#,
            r#"{"type":"undo_answer"}"#,
            &deep,
        ] {
            let refusal = PlayerMessage::parse(bad).unwrap_err();
            assert!(refusal.starts_with("malformed message"), "{refusal}");
        }
    }
}
