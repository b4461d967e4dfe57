//! Messages to and from the people at a game, as JSON objects.

use std::fmt::{self, Display};

use serde::Deserialize;
use serde_json::{Value, json};

use super::codes::GameCode;
use super::entry::letter;
use super::referee::{ColoredText, Referee};
use crate::web::players::Evaluation;
use tengen_engine::game::{Color, IllegalMove};
use tengen_play::refusal::RefusalCode;

/// A message from a player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerMessage {
    /// A move of the player.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as text.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A resignation.
    Resign,
    /// A takeback request.
    Undo,
    /// The answer to the opponent's takeback request.
    UndoAnswer {
        /// Whether the request is granted.
        accept: bool,
    },
    /// A request to let the engine decide a finished game.
    Count,
    /// A request that the engine propose the dead stones of a finished board.
    Propose,
    /// The statement that a chain of a finished board is dead or alive.
    Mark {
        /// A point of the chain.
        point: String,
        /// Whether it is dead.
        dead: bool,
    },
    /// The agreement to the marks of a finished board.
    Accept {
        /// The version of the marks.
        version: u32,
    },
    /// The wish to play on after two passes. The player's pass is taken back.
    PlayOn,
    /// A line of the chat.
    Chat { text: String },
    /// The player's own name.
    Name { name: String },
    /// The chat turned on or off.
    ChatSwitch {
        /// Whether it is on.
        on: bool,
    },
    /// The offer of another game with the sides swapped, or the answer to it.
    Rematch {
        /// Whether the player wants it.
        accept: bool,
    },
}

/// The reason why a message is refused. Its code is what the page puts into words, in the language of its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A code alone.
    Code(GameCode),
    /// A code with a sentence for other clients.
    Sentence(GameCode, String),
    /// A move that the rules do not allow.
    Rule(IllegalMove),
}

impl Refusal {
    /// Creates a refusal with a sentence.
    pub fn new(code: GameCode, sentence: impl Into<String>) -> Refusal {
        Refusal::Sentence(code, sentence.into())
    }

    /// Returns the name of the code.
    pub fn code(&self) -> &'static str {
        match *self {
            Refusal::Code(code) | Refusal::Sentence(code, _) => code.name(),
            Refusal::Rule(reason) => RefusalCode::from(reason).name(),
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Code(code) => f.write_str(code.name()),
            Refusal::Sentence(_, text) => f.write_str(text),
            Refusal::Rule(reason) => reason.fmt(f),
        }
    }
}

impl PlayerMessage {
    /// Parses a message. Fails with the reason.
    pub fn parse(text: &str) -> Result<PlayerMessage, Refusal> {
        serde_json::from_str(text).map_err(|error| {
            Refusal::new(GameCode::Malformed, format!("malformed message: {error}"))
        })
    }

    /// Returns the number of a move; `None` for other messages.
    pub fn number(&self) -> Option<usize> {
        match self {
            PlayerMessage::Move { number, .. } => Some(*number),
            _ => None,
        }
    }
}

/// Writes the refusal of a message, which has changed nothing.
pub fn error(refusal: &Refusal, number: Option<usize>) -> String {
    let (code, message) = (refusal.code(), refusal.to_string());
    let mut object = json!({ "type": "error", "code": code, "message": message });
    if let Some(number) = number {
        object["number"] = json!(number);
    }
    object.to_string()
}

/// Writes the message about an accepted move, the last one of the referee.
pub fn accepted(
    (color, mv): &ColoredText,
    referee: &dyn Referee,
    clocks: Value,
    evaluation: Option<Evaluation>,
) -> String {
    let mut message = json!({
        "type": "move",
        "number": referee.len(),
        "color": letter(*color),
        "move": mv,
        "clocks": clocks,
        "toMove": letter(referee.to_move()),
        "board": referee.board(),
        "legal": referee.legal_moves(),
    });
    if let Some(evaluation) = evaluation {
        message["evaluation"] = json!(evaluation);
    }
    message.to_string()
}

/// Writes the boards from the start to the last move.
pub fn boards(boards: &[String]) -> String {
    json!({ "type": "boards", "boards": boards }).to_string()
}

/// Writes the number of watchers.
pub fn watchers(count: usize) -> String {
    json!({ "type": "watchers", "count": count }).to_string()
}

/// Writes the takeback request of a side.
pub fn undo_request(from: Color) -> String {
    json!({ "type": "undo", "from": letter(from) }).to_string()
}

/// Writes moves or stones as pairs of color and text.
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
            (r#"{"type":"propose"}"#, PlayerMessage::Propose),
            (
                r#"{"type":"accept","version":7}"#,
                PlayerMessage::Accept { version: 7 },
            ),
            (r#"{"type":"play_on"}"#, PlayerMessage::PlayOn),
            (
                r#"{"type":"chat_switch","on":false}"#,
                PlayerMessage::ChatSwitch { on: false },
            ),
            (
                r#"{"type":"rematch","accept":true}"#,
                PlayerMessage::Rematch { accept: true },
            ),
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
            r#"{"type":"name","name":null}"#,
            r#"{"type":"move","move":"D4"}"#,
            r#"{"type":"move","number":-1,"move":"D4"}"#,
            r#"{"type":"move","number":1,"move":4}"#,
            r#"{"type":"move","number":1,"move":"D4","color":"b"}"#,
            r#"{"type":"undo_answer"}"#,
            &deep,
        ] {
            let refusal = PlayerMessage::parse(bad).unwrap_err().to_string();
            assert!(refusal.starts_with("malformed message"), "{refusal}");
        }
    }
}
