//! The interface to a game that has problems.

use super::finding::{Branch, Finding, Line};
use super::kind::ProblemKind;
use super::proof::Proof;
use crate::tool::searches::SearchedGame;
use tengen_engine::game::{Color, Point, Position as _};
use tengen_play::MoveOf;
use tengen_play::board::SetUp;
use tengen_play::records::save::stones;

/// Limits on the search for problems.
#[derive(Clone, Copy, Debug)]
pub struct FinderLimits {
    /// Largest number of empty squares of an Othello endgame.
    pub empties: u32,
    /// Smallest number of plies of a ladder, net or win by threats; `None` for the default of the game.
    pub depth: Option<usize>,
    /// Largest number of right first moves.
    pub solutions: usize,
}

/// A game with problems.
pub trait ProblemGame: SearchedGame {
    /// Searches and caches that finding problems uses.
    type Finder;

    /// Levels that grade problems, the weakest first.
    const GRADERS: &'static [&'static str];

    /// Whether a finding lists only natural errors: wrong moves that a person would try.
    const LISTS_NATURAL_ERRORS: bool = true;

    /// Creates the finder for one game.
    fn finder(limits: FinderLimits) -> Self::Finder;

    /// Finds the problems of the wanted kinds in a position.
    fn find(
        finder: &mut Self::Finder,
        position: &Self::Position,
        wanted: &[ProblemKind],
    ) -> Vec<Finding>;

    /// Refutes a wrong first move that the finding doesn't list. `None` if the move is right or its refutation is
    /// unknown.
    fn refute(
        finder: &mut Self::Finder,
        position: &Self::Position,
        finding: &Finding,
        mv: Point,
    ) -> Option<Branch>;

    /// Proves that the solution works and, where a checker cannot find that easily, that other moves fail. `None` if a
    /// proof is too large.
    fn proofs(_position: &Self::Position, _finding: &Finding) -> Option<Vec<Proof>> {
        Some(Vec::new())
    }

    /// Returns the groups of stones that a problem can be without, alone or together.
    fn groups(position: &Self::Position) -> Vec<Vec<(Color, Point)>> {
        let stones = stones::<Self>(position).into_iter();
        stones.map(|stone| vec![stone]).collect()
    }

    /// Returns the position with a side to move and without its history, as a reader of the problem sees it. `None` if
    /// its stones cannot be set up.
    fn with_turn(position: &Self::Position, to_move: Color) -> Option<Self::Position> {
        let set_up = SetUp {
            stones: stones::<Self>(position),
            to_move: Some(to_move),
        };
        Self::set_up(position, &set_up).ok()
    }

    /// Returns lines that lead to further positions to search for the wanted kinds, with the positions. `played` is the
    /// move of the game. A line of one pass lets the opponent carry out its threats. A longer line follows a win, and
    /// only attacks are searched for after it.
    fn variations(
        position: &Self::Position,
        _played: Option<Point>,
        _wanted: &[ProblemKind],
    ) -> Vec<(Line, Self::Position)> {
        after_pass::<Self>(position).into_iter().collect()
    }

    /// Returns the moves as points.
    fn line(position: &Self::Position, moves: &[MoveOf<Self>]) -> Vec<Option<Point>> {
        let points = moves.iter().map(|&mv| Self::point_of(position, mv));
        points.collect()
    }
}

/// Returns the line of a pass, with the position after it. `None` if the stones cannot be set up.
pub fn after_pass<G: ProblemGame>(position: &G::Position) -> Option<(Line, G::Position)> {
    let passed = G::with_turn(position, position.to_move().opponent())?;
    Some((vec![None], passed))
}
