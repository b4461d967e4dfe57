//! A problem as found in a position, before it is graded.

use super::kind::ProblemKind;
use super::sentences::Outcome;
use tengen_engine::game::Point;

/// A line of play from the first position, with the sides in turn; `None` is a pass.
pub type Line = Vec<Option<Point>>;

/// A line that shows why its first move is right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Moves from the first position.
    pub moves: Line,
    /// The result.
    pub outcome: Outcome,
}

impl Branch {
    /// Creates a branch.
    pub fn new(moves: Line, outcome: Outcome) -> Branch {
        Branch { moves, outcome }
    }

    /// Returns the first move.
    pub fn first(&self) -> Option<Point> {
        *self.moves.first()?
    }
}

/// A problem as found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// Stones that the problem is about.
    pub target: Vec<Point>,
    /// Right first moves, or the points asked for.
    pub solutions: Vec<Point>,
    /// Right lines.
    pub right: Vec<Branch>,
    /// Wrong first moves with their refutations.
    pub wrong: Vec<Branch>,
    /// Margin of the right move, in discs.
    pub margin: Option<i32>,
    /// Number of moves to read.
    pub depth: usize,
    /// Points that make up the problem; `None` for the whole board.
    pub zone: Option<Vec<Point>>,
}

impl Finding {
    /// Returns the first moves that a player considers who knows the question; `None` if that may be any move.
    pub fn choices(&self) -> Option<Vec<Point>> {
        let wrong = self.wrong.iter().filter_map(Branch::first);
        let listed = self.solutions.iter().copied().chain(wrong);
        self.kind.is_local().then(|| listed.collect())
    }

    /// Whether two findings of one game ask for the same thing, such as the capture of one chain.
    pub fn is_like(&self, other: &Finding) -> bool {
        let shares = |stone: &Point| other.target.contains(stone);
        self.kind == other.kind
            && (self.solutions == other.solutions || self.target.iter().any(shares))
    }
}
