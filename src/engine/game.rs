//! Types that all games share: colors, points, outcomes, and the trait of positions.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use thiserror::Error;

/// A side. Black moves first in every game here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The side that moves first (`X` in drawings).
    Black,
    /// The other side (`O` in drawings).
    White,
}

impl Color {
    /// Both sides, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The opponent of this side.
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for black, 1 for white: an index into pairs of per-side values.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name at the start of a sentence, `Black` or `White`.
    pub const fn capitalized(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// The one-letter name used in scores, `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A point of a board, counted from 0 at the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left, from 0.
    pub column: u8,
    /// Row from the top, from 0.
    pub row: u8,
}

/// The result of a finished game, without a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side that won.
    Win(Color),
    /// A draw: neither side won.
    Draw,
}

/// The reason why a move is illegal. The text is for people; the reply over GTP is always `illegal move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point is off the board.
    #[error("the point is off the board")]
    OffBoard,
    /// A stone, disc or blocked cell is already there.
    #[error("the point is occupied")]
    Occupied,
    /// Go: the stone's own chain would have no liberty.
    #[error("suicide")]
    Suicide,
    /// Go: the move retakes a ko at once.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// Go: the move repeats a whole-board position.
    #[error("the move repeats a former position")]
    Superko,
    /// Renju: the point is forbidden to black.
    #[error("the point is forbidden to black")]
    Forbidden,
    /// Reversi: the move flips no disc.
    #[error("the move flips nothing")]
    NoFlip,
    /// A pass is not allowed in this position.
    #[error("a pass is not allowed here")]
    Pass,
    /// The other side is to move, in a game with a fixed order of turns.
    #[error("it is the other side's turn")]
    WrongSide,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Go: stones that are set up would leave a chain without a liberty.
    #[error("a chain would have no liberty")]
    NoLiberty,
}

/// A change of a position other than a move: stones added and removed, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<M> {
    /// Stones to place, given by the moves to their points. They replace existing stones.
    pub stones: Vec<(Color, M)>,
    /// Points to empty, given by the moves to them.
    pub empty: Vec<M>,
    /// Side to move from here on; `None` leaves it unchanged.
    pub to_move: Option<Color>,
}

/// A move of a game, including a pass if the game has one. Its associated types name the game-specific parts of a
/// search.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Game-specific options of a search.
    type Request: Clone + Debug + Default + PartialEq + Send + Sync + 'static;
    /// Game-specific events of a search.
    type Event: Clone + Debug + PartialEq + Send + 'static;
}

/// The words for a pass: GTP's, and those of Othello and Go records.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "tt"];

/// Whether a word means a pass, in any case. `tt` does only if it is not a point of the board.
pub fn is_pass(word: &str) -> bool {
    PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// Moves of toy games.
#[cfg(test)]
impl GameMove for u32 {
    type Request = ();
    type Event = ();
}

/// A position with the rules of its game; no clock, no protocol, no search.
///
/// `undo(play(..))` restores the position exactly, including side to move, ko and counters. An illegal move leaves it
/// unchanged.
pub trait Position: Clone + Send + Sync + 'static {
    /// A move of this game, including a pass if the game has one.
    type Move: GameMove;
    /// The information that `undo` needs.
    type Undo: Clone + Send + Sync + 'static;

    /// The side to move.
    fn to_move(&self) -> Color;

    /// Sets the side to move, as GTP allows a controller to do at any time. Fails with [`IllegalMove::WrongSide`] in
    /// games in which it follows from the position.
    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove>;

    /// The legal moves of `color`, in board order; empty when the game is over. In Go a pass is one of them, and two
    /// passes do not end the game, because controllers continue after them.
    fn legal_moves(&self, color: Color) -> Vec<Self::Move>;

    /// Checks whether `color` may play `mv`.
    fn check(&self, color: Color, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays `mv` for `color` and gives the turn to the other side. An illegal move leaves the position unchanged.
    fn play(&mut self, color: Color, mv: Self::Move) -> Result<Self::Undo, IllegalMove>;

    /// Takes back the last move, for which `play` returned `undo`.
    fn undo(&mut self, undo: Self::Undo);

    /// Plays a move of a game record, which may break a rule, since a record has the moves that were actually played.
    /// The default, for games in which no rule can be broken, is [`play`](Self::play). On an error the position stays
    /// unchanged.
    fn play_recorded(&mut self, color: Color, mv: Self::Move) -> Result<(), IllegalMove> {
        self.play(color, mv).map(drop)
    }

    /// Changes the position without a move. On an error it stays unchanged.
    fn edit(&mut self, edit: &Edit<Self::Move>) -> Result<(), IllegalMove>;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;
}
