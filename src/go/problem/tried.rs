//! Areas that were read without an answer.

use crate::board::Point;
use crate::life::reading::LifeVerdict;
use tengen_engine::game::Color;

/// An area in which a chain was read, and why that gave no answer.
pub struct TriedArea {
    /// A stone of the chain.
    pub target: Point,
    /// The points on which both sides could play.
    pub region: Vec<Point>,
    /// Empty points next to the region that counted as the attacker's.
    pub assumed: Vec<Point>,
    /// The reason.
    pub outcome: TriedOutcome,
    /// The verdicts in this area if black and if white moves first.
    pub(super) verdicts: [LifeVerdict; 2],
}

/// Why a reading gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriedOutcome {
    /// The limit was reached.
    Limit,
    /// The area is too large for a search.
    TooLarge,
    /// The result is the same for both first movers.
    Settled,
    /// The chain may escape where the area ends.
    Exit,
    /// Several first moves succeed, a sign of walls that are too near.
    SeveralMoves,
    /// Only a pass succeeds.
    OnlyPass,
}

impl TriedArea {
    /// Returns the verdict in this area for a color that moves first.
    pub fn verdict(&self, first: Color) -> LifeVerdict {
        self.verdicts[first as usize]
    }
}

impl TriedOutcome {
    /// Returns the name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            TriedOutcome::Limit => "limit",
            TriedOutcome::TooLarge => "too_large",
            TriedOutcome::Settled => "settled",
            TriedOutcome::Exit => "exit",
            TriedOutcome::SeveralMoves => "several_moves",
            TriedOutcome::OnlyPass => "only_pass",
        }
    }
}
