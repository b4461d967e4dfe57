//! A graded problem as a line of JSON.

use serde::{Deserialize, Serialize};

use super::kind::ProblemKind;
use super::proof::Proof;
use super::sentences::Outcome;
use tengen_engine::game::{Color, Point};

/// Column and row, from 0 at the upper left.
pub type Place = [u8; 2];

/// A side as written in JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub enum ColorName {
    Black,
    White,
}

/// A problem with its solution, its refutations, its source and its grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Game: `go`, `gomoku` or `reversi`.
    pub game: String,
    /// Kind of the problem.
    pub kind: ProblemKind,
    /// Digest that symmetric images, exchanged colors and shifts of a problem share.
    pub key: String,
    /// Number of columns and rows.
    pub size: [u8; 2],
    /// Name of the rules, in games that have several.
    pub rules: Option<String>,
    /// Black stones.
    pub black: Vec<Place>,
    /// White stones.
    pub white: Vec<Place>,
    /// Side to move.
    #[serde(with = "ColorName")]
    pub to_move: Color,
    /// Stones that the problem is about; empty for the whole board.
    pub target: Vec<Place>,
    /// Right first moves, or the points asked for.
    pub solutions: Vec<Place>,
    /// One English sentence that asks for the solution.
    pub question: String,
    /// Right lines.
    pub right: Vec<WrittenBranch>,
    /// Wrong first moves with their refutations.
    pub wrong: Vec<WrittenBranch>,
    /// Margin of the right move in discs, in Othello.
    pub margin: Option<i32>,
    /// Number of moves to read.
    pub depth: usize,
    /// Difficulty, and the figures that it follows from.
    pub grade: Grade,
    /// The game that the problem is from.
    pub source: ProblemSource,
    /// Proofs, which have separate files.
    #[serde(skip)]
    pub proofs: Vec<Proof>,
}

impl Problem {
    /// Whether the fields fit together: the kind belongs to the game, and every place is on the board.
    pub fn is_consistent(&self) -> bool {
        let lines = self.right.iter().chain(&self.wrong);
        let moves = lines.flat_map(|branch| branch.moves.iter().flatten());
        let moves = moves.chain(self.source.variation.iter().flatten());
        let stones = self.black.iter().chain(&self.white);
        let named = self.target.iter().chain(&self.solutions);
        let [width, height] = self.size;
        let is_on_board = |&[column, row]: &Place| column < width && row < height;
        self.game == self.kind.game().choice()
            && !self.solutions.is_empty()
            && moves.chain(stones).chain(named).all(is_on_board)
    }
}

/// A line that shows why its first move is right or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenBranch {
    /// Moves from the first position, with the sides in turn; null is a pass.
    pub moves: Vec<Option<Place>>,
    /// The result. Files of earlier versions lack it.
    #[serde(default)]
    pub result: Option<Outcome>,
    /// One English sentence on the result.
    pub note: String,
    /// Whether a graded player or the game chose this move.
    pub tempting: bool,
}

/// The difficulty of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Weakest level of which most players find the solution; null if none does, or if the problem asks for no move.
    pub level: Option<String>,
    /// Number of players of each level who find it, out of three.
    pub found: Vec<FoundBy>,
    /// Number of wrong moves that a player or the game chose.
    pub tempting: usize,
}

/// The players of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundBy {
    /// Name of the level.
    pub level: String,
    /// Number of players who find the solution.
    pub found: usize,
}

/// The game that a problem is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemSource {
    /// File, or `selfplay`.
    pub file: String,
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Number of moves before the problem.
    #[serde(rename = "move")]
    pub after: usize,
    /// Moves after that position that lead to the problem; null is a pass. Empty if the game has the position.
    #[serde(default)]
    pub variation: Vec<Option<Place>>,
    /// Move of the game in the problem's position; null for a pass or at the end.
    pub played: Option<Place>,
    /// Whether the game missed the solution.
    pub missed: bool,
}

/// Returns the place of a point.
pub fn place(point: Point) -> Place {
    [point.column, point.row]
}

/// Returns the places of points.
pub fn places(points: &[Point]) -> Vec<Place> {
    points.iter().copied().map(place).collect()
}
