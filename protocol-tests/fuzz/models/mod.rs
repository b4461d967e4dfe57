//! Slow, obvious implementations of the games' rules, to compare positions with.
//!
//! Points are a column, from 0 at the left, and a row number as in GTP, from 1.

pub mod go;
pub mod gomoku;
pub mod reversi;

use tengen_engine::game::Color;

/// A column from 0 and a row number from 1.
pub type Point = (usize, usize);

/// A model's verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Legal,
    Illegal,
    /// The model does not implement this rule.
    Unknown,
}

/// The rules of a game and a position.
pub trait Model: Clone {
    /// The squares, a vector per row, row 1 first: `X` is black, `O` white, `.` empty.
    fn rows(&self) -> &[Vec<char>];

    /// The side to move.
    fn to_move(&self) -> Color;

    /// Whether `color` may play at `point`, or pass.
    fn judge(&self, color: Color, point: Option<Point>) -> Verdict;

    /// Plays a legal move.
    fn play(&mut self, color: Color, point: Option<Point>);

    /// The square at a point; `None` off the board.
    fn at(&self, (column, row): Point) -> Option<char> {
        self.rows().get(row.checked_sub(1)?)?.get(column).copied()
    }

    /// The point at this distance from another, if it is on the board.
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

/// A game with its history. An undo replays the remaining moves.
#[derive(Clone)]
pub struct Game<M> {
    start: M,
    moves: Vec<(Color, Option<Point>)>,
    /// The number of moves before each trial move.
    trials: Vec<usize>,
    now: M,
}

impl<M: Model> Game<M> {
    /// A game that begins at `start`.
    pub fn new(start: M) -> Self {
        Game {
            now: start.clone(),
            moves: Vec::new(),
            trials: Vec::new(),
            start,
        }
    }

    pub fn now(&self) -> &M {
        &self.now
    }

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

    pub fn undo(&mut self, count: usize) {
        self.moves.truncate(self.moves.len() - count);
        let left = self.moves.len();
        self.trials.retain(|&before| before < left);
        self.now = self.start.clone();
        for &(color, point) in &self.moves {
            self.now.play(color, point);
        }
    }

    /// Applies a change that is independent of moves to both the start and the current position.
    pub fn adjust(&mut self, change: impl Fn(&mut M)) {
        change(&mut self.start);
        change(&mut self.now);
    }
}
