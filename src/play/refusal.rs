//! Reasons for refusing a board, a position, a setting or a record.

use tengen_engine::codes;
use tengen_engine::game::IllegalMove;
use thiserror::Error;

codes! {
    /// Code of a refusal.
    pub enum RefusalCode {
        /// A move or a stone that the rules do not allow, without a more exact reason.
        IllegalMove => "illegal_move",
        /// A point that is off the board.
        OffBoard => "off_board",
        /// A point with a stone, a disc or a blocked cell.
        Occupied => "occupied",
        /// A stone with a chain that would have no liberty.
        Suicide => "suicide",
        /// A ko that may not be retaken yet.
        Ko => "ko",
        /// A move that repeats a former position.
        Superko => "superko",
        /// A point that renju forbids to Black.
        Forbidden => "forbidden",
        /// A move in Reversi that flips nothing.
        NoFlip => "no_flip",
        /// A pass that is not allowed.
        NoPass => "no_pass",
        /// A move of the side that is not to move.
        WrongSide => "wrong_side",
        /// A move after the end of the game.
        GameOver => "game_over",
        /// A set-up with a chain without a liberty.
        NoLiberty => "no_liberty",
        /// A size that the game does not have.
        Size => "size",
        /// A komi that is out of range or not in half points.
        Komi => "komi",
        /// Handicap stones that the board does not have, or on a board with stones.
        Handicap => "handicap",
        /// A question that needs a network, without one that fits the board.
        NoNetwork => "no_network",
        /// An archive; `kind` is the usual ending of its name.
        Archive => "archive",
        /// An empty file.
        EmptyFile => "empty_file",
        /// A file that is not a game record.
        NoRecord => "no_record",
        /// A record with an error at `line`.
        RecordAt => "record_at",
        /// A computation that was stopped.
        Stopped => "stopped",
    }
}

impl From<IllegalMove> for RefusalCode {
    fn from(reason: IllegalMove) -> Self {
        match reason {
            IllegalMove::OffBoard => RefusalCode::OffBoard,
            IllegalMove::Occupied => RefusalCode::Occupied,
            IllegalMove::Suicide => RefusalCode::Suicide,
            IllegalMove::Ko => RefusalCode::Ko,
            IllegalMove::Superko => RefusalCode::Superko,
            IllegalMove::Forbidden => RefusalCode::Forbidden,
            IllegalMove::NoFlip => RefusalCode::NoFlip,
            IllegalMove::Pass => RefusalCode::NoPass,
            IllegalMove::WrongSide => RefusalCode::WrongSide,
            IllegalMove::GameOver => RefusalCode::GameOver,
            IllegalMove::NoLiberty => RefusalCode::NoLiberty,
        }
    }
}

/// A value in the text of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeValue {
    /// The line of a text, counted from 1.
    Line(usize),
    /// The kind of a file.
    Kind(&'static str),
}

/// Reason for a refusal: a sentence, and a code if a person can meet it. Some sentences are texts from the GTP draft,
/// such as `unacceptable size`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Refusal {
    text: String,
    code: Option<RefusalCode>,
    value: Option<CodeValue>,
}

impl Refusal {
    /// Creates a refusal without a code.
    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal {
            text: text.into(),
            code: None,
            value: None,
        }
    }

    /// Creates a refusal with a code.
    pub fn coded(code: RefusalCode, text: impl ToString) -> Refusal {
        Refusal {
            text: text.to_string(),
            code: Some(code),
            value: None,
        }
    }

    /// Creates a refusal of a record with an error at this line.
    pub fn at(line: usize, text: impl ToString) -> Refusal {
        let value = Some(CodeValue::Line(line));
        Refusal::coded(RefusalCode::RecordAt, text).with(value)
    }

    /// Sets the value in the text of the code.
    pub fn with(self, value: Option<CodeValue>) -> Refusal {
        Refusal { value, ..self }
    }

    /// Returns the code, if the refusal has one.
    pub fn code(&self) -> Option<RefusalCode> {
        self.code
    }

    /// Returns the value in the text of the code, if there is one.
    pub fn value(&self) -> Option<CodeValue> {
        self.value
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Refusal::new(text)
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> Self {
        refusal.text
    }
}

impl From<IllegalMove> for Refusal {
    fn from(reason: IllegalMove) -> Self {
        log::debug!("move refused: {reason}");
        Refusal::coded(reason.into(), "illegal move")
    }
}
