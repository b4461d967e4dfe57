//! The games' rules written slowly and obviously, to compare positions with.
//!
//! Points are a column from the left, from 0, and the number of the row as GTP has it, from 1.

pub mod go;
pub mod gomoku;
pub mod reversi;

use tengen_engine::game::Color;

/// A column from 0 and a row's number from 1.
pub type Point = (usize, usize);

/// What a model thinks of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be played.
    Legal,
    /// It may not.
    Illegal,
    /// The model does not know this rule.
    Unknown,
}

/// The rules of a game and a position.
pub trait Model: Clone {
    /// The squares, a row a vector, row 1 first: `X` black, `O` white, `.` empty.
    fn rows(&self) -> &[Vec<char>];

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// Whether `color` may play at `point`, or pass.
    fn judge(&self, color: Color, point: Option<Point>) -> Verdict;

    /// Plays a move that is legal.
    fn play(&mut self, color: Color, point: Option<Point>);

    /// What stands on a point; nothing beyond the board.
    fn at(&self, (column, row): Point) -> Option<char> {
        self.rows().get(row.checked_sub(1)?)?.get(column).copied()
    }

    /// The point that lies some columns and rows from another, if the board has it.
    fn step(&self, (column, row): Point, columns: isize, rows: isize) -> Option<Point> {
        let point = (
            column.checked_add_signed(columns)?,
            row.checked_add_signed(rows)?,
        );
        self.at(point).map(|_| point)
    }

    /// All points of the board.
    fn points(&self) -> Vec<Point> {
        let rows = self.rows();
        (1..=rows.len())
            .flat_map(|row| (0..rows[0].len()).map(move |column| (column, row)))
            .collect()
    }
}

/// The letter of a side's stones.
pub fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// A game with its past: undo plays everything else again.
#[derive(Clone)]
pub struct Game<M> {
    start: M,
    moves: Vec<(Color, Option<Point>)>,
    /// The number of moves before each trial move.
    trials: Vec<usize>,
    now: M,
}

impl<M: Model> Game<M> {
    /// A game that begins here.
    pub fn new(start: M) -> Self {
        Game {
            now: start.clone(),
            moves: Vec::new(),
            trials: Vec::new(),
            start,
        }
    }

    /// The position.
    pub fn now(&self) -> &M {
        &self.now
    }

    /// How many moves have been played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, color: Color, point: Option<Point>) {
        self.now.play(color, point);
        self.moves.push((color, point));
    }

    /// Plays a legal move on trial.
    pub fn try_move(&mut self, color: Color, point: Option<Point>) {
        self.trials.push(self.len());
        self.play(color, point);
    }

    /// The number of moves from the last trial move on.
    pub fn since_trial(&self) -> Option<usize> {
        Some(self.len() - self.trials.last()?)
    }

    /// Takes moves back.
    pub fn undo(&mut self, count: usize) {
        self.moves.truncate(self.moves.len() - count);
        let left = self.moves.len();
        self.trials.retain(|&before| before < left);
        self.now = self.start.clone();
        for &(color, point) in &self.moves {
            self.now.play(color, point);
        }
    }

    /// Changes what is no matter of moves, from the start to now.
    pub fn adjust(&mut self, change: impl Fn(&mut M)) {
        change(&mut self.start);
        change(&mut self.now);
    }
}
