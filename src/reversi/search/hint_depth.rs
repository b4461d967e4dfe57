//! Depth of a hint, as protocols show it to users.

use std::fmt::{self, Display};

use crate::engine::RootMove;
use crate::reversi::rules::square::Move;

/// Depth of a search result, displayed as in NBoard: `18`, `91%` or `100%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintDepth {
    /// Search to this depth in plies.
    Plies(u32),
    /// Search to the end of the game at this confidence in percent; 100 is exact.
    Endgame(u8),
}

/// Confidence of midgame searches. A higher one belongs to an endgame search.
const MIDGAME_CONFIDENCE: u8 = 73;

impl HintDepth {
    /// Returns the depth of a root move in a position with `empties` empty squares.
    pub fn of(line: &RootMove<Move>, empties: u32) -> HintDepth {
        let depth = line.details.depth.unwrap_or(0);
        match line.details.confidence {
            Some(100) if depth >= empties => HintDepth::Endgame(100),
            Some(confidence) if (MIDGAME_CONFIDENCE + 1..100).contains(&confidence) => {
                HintDepth::Endgame(confidence)
            }
            _ => HintDepth::Plies(depth),
        }
    }

    /// Returns whether the result is exact.
    pub fn is_exact(self) -> bool {
        self == HintDepth::Endgame(100)
    }
}

impl Display for HintDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintDepth::Plies(plies) => write!(f, "{plies}"),
            HintDepth::Endgame(confidence) => write!(f, "{confidence}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hint_depths() {
        let line = |depth, confidence| {
            let mut line = RootMove::new(Move::Pass, 0.5, 0.0, 1, vec![Move::Pass]);
            (line.details.depth, line.details.confidence) = (depth, confidence);
            HintDepth::of(&line, 20).to_string()
        };
        assert_eq!(line(None, None), "0");
        assert_eq!(line(Some(12), Some(73)), "12");
        assert_eq!(line(Some(19), Some(87)), "87%");
        assert_eq!(line(Some(20), Some(100)), "100%");
    }
}
