//! The ways in which an engine loses a game by a fault.

use std::io;

use serde::{Deserialize, Serialize};
use tengen_engine::codes;

/// Longest text of a fault, in characters.
const LONGEST: usize = 80;

codes! {
    /// The kind of a fault.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum FaultCode {
        /// The program cannot be started; the text is `not_found`, `denied`, or empty for other reasons.
        Start => "start",
        /// The program has ended; the text is its exit status, or the negative number of the signal that ended it.
        Crash => "crash",
        /// The engine has not answered in time.
        Hang => "hang",
        /// The engine has refused a command; the text is its answer.
        Error => "error",
        /// The engine has played an illegal move; the text is the move.
        Illegal => "illegal",
    }
}

/// A fault of an engine, as it is stored and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFault {
    /// The kind of the fault.
    pub code: FaultCode,
    /// The engine's or the system's part of the story; may be empty.
    pub text: String,
}

impl EngineFault {
    /// Creates a fault with the beginning of a text, of which only printable characters are kept.
    pub fn new(code: FaultCode, text: &str) -> EngineFault {
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let text: String = text.chars().take(LONGEST).map(visible).collect();
        EngineFault {
            code,
            text: text.trim().to_owned(),
        }
    }
}

impl From<io::Error> for EngineFault {
    /// Returns the fault of a program that cannot be started.
    fn from(error: io::Error) -> Self {
        let text = match error.kind() {
            io::ErrorKind::NotFound => "not_found",
            io::ErrorKind::PermissionDenied => "denied",
            _ => "",
        };
        EngineFault::new(FaultCode::Start, text)
    }
}

/// The reason why an engine's answer does not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStop {
    /// The game is over, or the server is ending.
    GameOver,
    Fault(EngineFault),
}

impl EngineStop {
    /// Returns a fault as a reason.
    pub fn fault(code: FaultCode, text: &str) -> EngineStop {
        EngineStop::Fault(EngineFault::new(code, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_fault_is_short_and_printable() {
        let fault = EngineFault::new(FaultCode::Error, &format!("a\u{7}\n{}", "b".repeat(500)));
        assert_eq!(fault.text.chars().count(), LONGEST);
        assert!(fault.text.starts_with("a  bbb"), "{}", fault.text);
        let text = serde_json::to_string(&EngineFault::new(FaultCode::Crash, "3")).unwrap();
        assert_eq!(text, r#"{"code":"crash","text":"3"}"#);
    }
}
