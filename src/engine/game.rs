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

    /// The other side.
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

/// A point of a board. Both numbers count from 0 at the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left.
    pub column: u8,
    /// Row from the top.
    pub row: u8,
}

/// The result of a finished game, without a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// No side won.
    Draw,
}

/// The reason why a move is illegal. The text is for people; the reply over GTP is always `illegal move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point lies outside the board.
    #[error("the point is off the board")]
    OffBoard,
    /// A stone, disc or blocked cell is there.
    #[error("the point is occupied")]
    Occupied,
    /// Go: the stone's own chain would have no liberty.
    #[error("suicide")]
    Suicide,
    /// Go: it retakes a ko at once.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// Go: it repeats a whole-board position.
    #[error("the move repeats a former position")]
    Superko,
    /// Renju: the point is forbidden to black.
    #[error("the point is forbidden to black")]
    Forbidden,
    /// Reversi: it flips no disc.
    #[error("the move flips nothing")]
    NoFlip,
    /// A pass is not allowed now.
    #[error("a pass is not allowed here")]
    Pass,
    /// It is the other side's turn, in a game with a fixed order of turns.
    #[error("it is the other side's turn")]
    WrongSide,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Go: stones that are set up would leave a chain without a liberty.
    #[error("a chain would have no liberty")]
    NoLiberty,
}

/// A change of a position other than a move: stones put down and taken away, and the turn given to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<M> {
    /// The stones put down, whatever was on their points, by the moves to these points.
    pub stones: Vec<(Color, M)>,
    /// The points emptied, by the moves to them.
    pub empty: Vec<M>,
    /// The side to move from here on; `None` leaves the turn as it is.
    pub to_move: Option<Color>,
}

/// A move of a game, a pass included where the game has one. It names what searches of its game know beyond others.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// What can be asked of searches of this game alone.
    type Request: Clone + Debug + Default + PartialEq + Send + Sync + 'static;
    /// What searches of this game alone report.
    type Event: Clone + Debug + PartialEq + Send + 'static;
}

/// The words for a pass: that of GTP, and those of Othello's and Go's records.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "tt"];

/// Whether a word stands for a pass, in any case. `tt` does only where it names no point.
pub fn is_pass(word: &str) -> bool {
    PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The moves of toy games.
#[cfg(test)]
impl GameMove for u32 {
    type Request = ();
    type Event = ();
}

/// A position with the rules of its game; no clock, no protocol, no search.
///
/// `undo(play(..))` restores the position exactly, with side to move, ko and counters. An illegal move leaves it unchanged.
pub trait Position: Clone + Send + 'static {
    /// A move of this game, a pass included where the game has one.
    type Move: GameMove;
    /// The information that `undo` needs.
    type Undo: Clone + Send + 'static;

    /// The side whose turn it is.
    fn to_move(&self) -> Color;

    /// Gives the turn to `color`, as GTP allows a controller to do at any time.
    ///
    /// # Errors
    ///
    /// [`IllegalMove::WrongSide`] in games in which the turn follows from the position.
    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove>;

    /// The legal moves of `color`, in the order of the board; empty when the game is over. In Go the pass is one of them, and
    /// two passes end no game, because controllers go on from there.
    fn legal_moves(&self, color: Color) -> Vec<Self::Move>;

    /// Checks whether `color` may play `mv`.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    fn check(&self, color: Color, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays `mv` for `color` and gives the turn to the other side.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal; the position stays as it was.
    fn play(&mut self, color: Color, mv: Self::Move) -> Result<Self::Undo, IllegalMove>;

    /// Takes back the last move, for which `play` returned `undo`.
    fn undo(&mut self, undo: Self::Undo);

    /// Plays a move of a game record, which may break a rule: a record has the moves that were played. Where the rules
    /// cannot be broken, this is [`play`](Self::play) for good.
    ///
    /// # Errors
    ///
    /// The reason why the move cannot be played even so; the position stays as it was.
    fn play_recorded(&mut self, color: Color, mv: Self::Move) -> Result<(), IllegalMove> {
        self.play(color, mv).map(drop)
    }

    /// Changes the position without a move.
    ///
    /// # Errors
    ///
    /// The reason why the position cannot be changed so; it stays as it was.
    fn edit(&mut self, edit: &Edit<Self::Move>) -> Result<(), IllegalMove>;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;
}
