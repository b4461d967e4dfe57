//! Reason a game refuses a board, a position or a setting.

use tengen_engine::game::IllegalMove;
use thiserror::Error;

/// Short reason for a refusal. Some are texts from the GTP draft, such as `unacceptable size`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// Creates a refusal with this reason.
    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal(text.into())
    }
}

impl From<IllegalMove> for Refusal {
    fn from(reason: IllegalMove) -> Self {
        log::debug!("move refused: {reason}");
        Refusal::new("illegal move")
    }
}
