//! What a search thinks of a move, as every front tells it.

use std::fmt::{self, Display};

use crate::engine::RootMove;
use crate::reversi::rules::square::Move;

/// How far ahead a judgement looks, as NBoard writes it too: `18`, `91%` or `100%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// So many plies.
    Plies(u32),
    /// To the end of the game, with shortcuts that leave it right in so many cases of a hundred; 100 is certain.
    End(u8),
}

/// The confidence of every search that does not yet look to the end; one above it belongs to a search that does.
const IN_THE_MIDDLE: u8 = 73;

impl Reach {
    /// How far the search looked for `line`, which begins with `empties` empty squares.
    pub fn of(line: &RootMove<Move>, empties: u32) -> Reach {
        let depth = line.details.depth.unwrap_or(0);
        match line.details.confidence {
            Some(100) if depth >= empties => Reach::End(100),
            Some(confidence) if (IN_THE_MIDDLE + 1..100).contains(&confidence) => {
                Reach::End(confidence)
            }
            _ => Reach::Plies(depth),
        }
    }

    /// Whether nothing is left to chance.
    pub fn is_certain(self) -> bool {
        self == Reach::End(100)
    }
}

impl Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reach::Plies(plies) => write!(f, "{plies}"),
            Reach::End(confidence) => write!(f, "{confidence}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaches() {
        let line = |depth, confidence| {
            let mut line = RootMove::new(Move::Pass, 0.5, 0.0, 1, vec![Move::Pass]);
            (line.details.depth, line.details.confidence) = (depth, confidence);
            Reach::of(&line, 20).to_string()
        };
        assert_eq!(line(None, None), "0");
        assert_eq!(line(Some(12), Some(73)), "12");
        assert_eq!(line(Some(19), Some(87)), "87%");
        assert_eq!(line(Some(20), Some(100)), "100%");
    }
}
