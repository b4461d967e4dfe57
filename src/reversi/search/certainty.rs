//! The depth and certainty of a search result.

use std::fmt::{self, Display};

use super::probcut::Selectivity;
use crate::rules::square::Move;
use tengen_engine::RootMove;

/// The depth and certainty of a result, written as in Edax: `18@73%` for a search of 18 plies with ProbCut cuts at 73%,
/// `100%` for an exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certainty {
    depth: u32,
    percent: u8,
    reaches_end: bool,
}

impl Certainty {
    /// Returns the certainty of a root move in a position with `empties` empty squares.
    pub fn from_line(line: &RootMove<Move>, empties: u32) -> Certainty {
        let depth = line.details.depth.unwrap_or(0);
        Certainty::new(depth, line.details.confidence, empties)
    }

    /// Returns the certainty of a search to `depth` plies of a position with `empties` empty squares. An unknown
    /// `confidence` counts as the lowest.
    pub fn new(depth: u32, confidence: Option<u8>, empties: u32) -> Certainty {
        Certainty {
            depth,
            percent: confidence.unwrap_or(Selectivity::PERCENT_73.percent()),
            reaches_end: depth >= empties,
        }
    }

    /// Returns the certainty of an exact result.
    pub fn exact(empties: u32) -> Certainty {
        Certainty::new(empties, Some(Selectivity::NONE.percent()), empties)
    }

    /// Returns the depth in plies, not counting passes.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// Returns the confidence in a single cut, in percent.
    pub fn percent(self) -> u8 {
        self.percent
    }

    /// Whether the search went to the end of the game.
    pub fn reaches_end(self) -> bool {
        self.reaches_end
    }

    /// Whether the result is exact.
    pub fn is_exact(self) -> bool {
        self.reaches_end && self.percent == Selectivity::NONE.percent()
    }
}

impl Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "100%"),
            false => write!(f, "{}@{}%", self.depth, self.percent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainties_as_edax_writes_them() {
        let text = |depth, confidence| Certainty::new(depth, confidence, 20).to_string();
        assert_eq!(text(12, Some(73)), "12@73%");
        assert_eq!(text(12, None), "12@73%");
        assert_eq!(text(20, Some(95)), "20@95%");
        assert_eq!(text(20, Some(100)), "100%");
        assert_eq!(text(19, Some(100)), "19@100%");
        assert!(Certainty::exact(20).is_exact() && !Certainty::new(20, Some(99), 20).is_exact());
    }
}
