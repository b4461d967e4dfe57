//! Faults of records that do not prevent reading them.

use std::fmt::{self, Display};

use tengen_engine::codes;
use tengen_engine::game::IllegalMove;

codes! {
    /// Code of a fault.
    pub enum FaultKind {
        /// A value or a line that makes no sense and is left out.
        LeftOut => "left_out",
        /// Text outside the grammar, which is repaired or left out.
        Syntax => "syntax",
        /// A board size that makes no sense.
        Size => "size",
        /// A text that ends too early.
        Cut => "cut",
        /// Further games, which are left out.
        FurtherGames => "further_games",
        /// Further faults, which are only counted.
        More => "more",
        /// A text in another encoding than it declares.
        Encoding => "encoding",
        /// A komi that is not a number or not allowed.
        Komi => "komi",
        /// Rules that are not known.
        Rules => "rules",
        /// A set-up that is not possible.
        SetUp => "set_up",
        /// A move that breaks a rule.
        Move => "move",
        /// A game that cannot be set up.
        Game => "game",
    }
}

/// A fault of a record: a sentence with its place, and its code with values for front-ends in other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// Code of the fault.
    pub kind: FaultKind,
    /// Line of the fault, counted from 1, if it has a place.
    pub line: Option<usize>,
    /// Number of a move, or of further faults.
    pub number: Option<usize>,
    /// The rule that a move breaks.
    pub rule: Option<IllegalMove>,
    /// The sentence, with the place if there is one.
    pub text: String,
}

impl RecordFault {
    /// Creates a fault without a place.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> RecordFault {
        RecordFault {
            kind,
            line: None,
            number: None,
            rule: None,
            text: text.into(),
        }
    }

    /// Creates a fault at a line. The text names the place.
    pub fn at(line: usize, kind: FaultKind, text: impl Into<String>) -> RecordFault {
        RecordFault {
            line: Some(line),
            ..RecordFault::new(kind, text)
        }
    }

    /// Creates the fault that stands for a number of further ones.
    pub fn more(number: usize, text: impl Into<String>) -> RecordFault {
        RecordFault {
            number: Some(number),
            ..RecordFault::new(FaultKind::More, text)
        }
    }
}

/// Compares the sentence.
impl PartialEq<&str> for RecordFault {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

impl Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
