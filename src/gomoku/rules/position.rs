//! A position of gomoku, renju or caro.

use std::fmt::{self, Debug};

use thiserror::Error;

use super::explanation::{RenjuExplanation, explain};
use super::forbidden::{Forbidden, RenjuVerdict, judge};
use super::lines::{Direction, LineBits, MAX_SIDE, walk};
use super::{Point, Rule, WinningLine};
use tengen_engine::game;
use tengen_engine::game::{Color, Edit, IllegalMove, Outcome};

/// Minimum number of columns or rows.
pub const MIN_SIDE: usize = 5;

/// The error for an unsupported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {width} by {height} is not supported: both sides must be from 5 to 22")]
pub struct SizeError {
    width: u8,
    height: u8,
}

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Neither a stone nor blocked.
    Empty,
    /// A stone of this side.
    Stone(Color),
    /// Blocked: belongs to neither side and cannot be played on, like the points off the board.
    Blocked,
}

/// A board with its rule and the side to move. A full board is a draw.
///
/// In renju, black loses if every empty point is forbidden to him. By the RIF rules he may pass; Gomocup's protocol has
/// no pass, and there a forbidden move loses.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    lines: LineBits,
    width: u8,
    height: u8,
    rule: Rule,
    continuous: bool,
    to_move: Color,
    stones: [u16; 2],
    empty: u16,
    finished: Option<WinningLine>,
}

/// Undo information of one move.
#[derive(Clone, Debug)]
pub struct Undo {
    point: Point,
    color: Color,
    to_move: Color,
    /// In a continuous game, the stones that this move turned into blocked cells: their number before and after `point`
    /// in each direction. All 0 without a finished row.
    dead: [(u8, u8); 4],
}

impl Position {
    /// Returns an empty board with black to move. Fails unless both sides are 5 to 22 points long.
    pub fn new(width: u8, height: u8, rule: Rule) -> Result<Self, SizeError> {
        let fits = |side: u8| (MIN_SIDE..=MAX_SIDE).contains(&usize::from(side));
        if !fits(width) || !fits(height) {
            return Err(SizeError { width, height });
        }
        Ok(Position {
            lines: LineBits::new(width, height),
            width,
            height,
            rule,
            continuous: false,
            to_move: Color::Black,
            stones: [0; 2],
            empty: u16::from(width) * u16::from(height),
            finished: None,
        })
    }

    /// Makes the game continuous or not. In a continuous game a finished row does not end the game: its stones become
    /// blocked cells, and play continues until the board is full (Piskvork's third game type).
    pub fn with_continuous(mut self, continuous: bool) -> Self {
        self.continuous = continuous;
        self.finished = self.find_finished();
        self
    }

    /// Whether the game is continuous.
    pub fn continuous(&self) -> bool {
        self.continuous
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Returns the rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether `point` is on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// Returns all points, row by row from the top.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// Returns the content of `point`; off the board, `Blocked`.
    pub fn cell(&self, point: Point) -> Cell {
        if !self.contains(point) {
            return Cell::Blocked;
        }
        match self.lines.bits_at(point) {
            (false, false) => Cell::Empty,
            (true, false) => Cell::Stone(Color::Black),
            (false, true) => Cell::Stone(Color::White),
            (true, true) => Cell::Blocked,
        }
    }

    /// Returns the number of one side's stones, without those that became blocked cells.
    pub fn stone_count(&self, color: Color) -> usize {
        self.stones[color.index()].into()
    }

    /// Returns the number of empty points.
    pub fn empty_count(&self) -> usize {
        self.empty.into()
    }

    /// Sets the content of `point` for a setup, in any order and without regard to forbidden moves. The side to move
    /// does not change (see `turn_to`). A row finished in this way ends the game unless it is continuous. Fails if the
    /// point is off the board, or if it is occupied and `cell` is not `Empty`.
    pub fn place(&mut self, point: Point, cell: Cell) -> Result<(), IllegalMove> {
        if !self.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        match (self.cell(point), cell) {
            (Cell::Empty, Cell::Empty) => return Ok(()),
            (Cell::Empty, _) => {
                self.lines.flip(point, color_bits(cell));
                self.empty -= 1;
            }
            (old, Cell::Empty) => {
                self.lines.flip(point, color_bits(old));
                self.empty += 1;
                if let Cell::Stone(color) = old {
                    self.stones[color.index()] -= 1;
                }
            }
            _ => return Err(IllegalMove::Occupied),
        }
        if let Cell::Stone(color) = cell {
            self.stones[color.index()] += 1;
        }
        self.finished = self.find_finished();
        Ok(())
    }

    /// Returns the row that ended the game. If a setup contains several, it is the first in the order of points.
    pub fn winning_line(&self) -> Option<WinningLine> {
        self.finished
    }

    /// Whether the side to move may play on `point`.
    pub fn is_legal(&self, point: Point) -> bool {
        game::Position::check(self, self.to_move, point).is_ok()
    }

    /// Returns the stones as lines of bits.
    pub(crate) fn lines(&self) -> &LineBits {
        &self.lines
    }

    /// Returns the points forbidden to black with the reasons, whichever side is to move. Empty except in renju.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        self.points()
            .filter_map(|point| Some((point, self.forbidden(Color::Black, point)?)))
            .collect()
    }

    /// Returns why the empty `point` is forbidden to `color`, or `None` if it is not.
    pub fn forbidden(&self, color: Color, point: Point) -> Option<Forbidden> {
        if !self.rule.forbids(color) || self.cell(point) != Cell::Empty {
            return None;
        }
        match judge(&self.lines, point) {
            RenjuVerdict::Forbidden(reason) => Some(reason),
            RenjuVerdict::Five | RenjuVerdict::Allowed => None,
        }
    }

    /// Explains a black stone on the empty `point` in renju, and why it is forbidden or not. `None` under other rules,
    /// or if the point is not empty.
    pub fn explain_renju(&self, point: Point) -> Option<RenjuExplanation> {
        let is_asked = self.rule.forbids(Color::Black) && self.cell(point) == Cell::Empty;
        is_asked.then(|| explain(&self.lines, point))
    }

    /// Whether the row of `color` through `point` wins, given that `color` has or gets a stone there.
    fn wins(&self, color: Color, direction: Direction, point: Point) -> bool {
        let (back, ahead) = self.lines.run_lengths(color, direction, point);
        let beyond = |steps: i32| {
            let (dx, dy) = direction.step();
            let x = i32::from(point.x()) + dx * steps;
            let y = i32::from(point.y()) + dy * steps;
            let on_board =
                (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
            on_board && self.cell(Point::new(x as u8, y as u8)) == Cell::Stone(color.opponent())
        };
        let closed = beyond(-1 - back as i32) && beyond(1 + ahead as i32);
        self.rule.wins(color, 1 + back + ahead, closed)
    }

    /// Returns the first winning row on the board; always `None` in a continuous game.
    fn find_finished(&self) -> Option<WinningLine> {
        if self.continuous {
            return None;
        }
        self.points().find_map(|point| {
            let Cell::Stone(color) = self.cell(point) else {
                return None;
            };
            self.finished_at(color, point)
        })
    }

    fn finished_at(&self, color: Color, point: Point) -> Option<WinningLine> {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| self.wins(color, direction, point))?;
        let (back, ahead) = self.lines.run_lengths(color, direction, point);
        let first = walk(point, direction, -(back as i32));
        Some(WinningLine::new(color, first, direction, 1 + back + ahead))
    }

    /// Returns the stones that become blocked cells when `color` plays `point` in a continuous game.
    fn dying_stones(&self, color: Color, point: Point) -> [(u8, u8); 4] {
        Direction::ALL.map(|direction| {
            if !self.wins(color, direction, point) {
                return (0, 0);
            }
            let (back, ahead) = self.lines.run_lengths(color, direction, point);
            (back as u8, ahead as u8)
        })
    }

    /// Turns the stones of `dead` and the one on `point` into blocked cells, or back.
    fn toggle_dead(&mut self, color: Color, point: Point, dead: &[(u8, u8); 4]) {
        let other = color_bits(Cell::Stone(color.opponent()));
        self.lines.flip(point, other);
        for (direction, &(back, ahead)) in Direction::ALL.into_iter().zip(dead) {
            for steps in -i32::from(back)..=i32::from(ahead) {
                if steps != 0 {
                    self.lines.flip(walk(point, direction, steps), other);
                }
            }
        }
    }
}

impl Debug for Position {
    /// Draws the board: `X` black, `O` white, `#` blocked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} to move", self.rule, self.to_move)?;
        for y in 0..self.height {
            for x in 0..self.width {
                f.write_str(match self.cell(Point::new(x, y)) {
                    Cell::Empty => ". ",
                    Cell::Stone(Color::Black) => "X ",
                    Cell::Stone(Color::White) => "O ",
                    Cell::Blocked => "# ",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Returns the number of stones that became blocked cells, including the one played.
fn dead_stone_count(dead: &[(u8, u8); 4]) -> u16 {
    let others: u16 = dead
        .iter()
        .map(|&(back, ahead)| u16::from(back) + u16::from(ahead))
        .sum();
    if others == 0 { 0 } else { others + 1 }
}

/// Returns which bits (black, white) are set for `cell`.
fn color_bits(cell: Cell) -> [bool; 2] {
    match cell {
        Cell::Empty => [false, false],
        Cell::Stone(color) => [color == Color::Black, color == Color::White],
        Cell::Blocked => [true, true],
    }
}

impl game::Position for Position {
    type Move = Point;
    type Undo = Undo;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.to_move = color;
        Ok(())
    }

    fn legal_moves(&self, color: Color) -> Vec<Point> {
        self.points()
            .filter(|&point| self.check(color, point).is_ok())
            .collect()
    }

    fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if !self.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if self.lines.bits_at(point) != (false, false) {
            return Err(IllegalMove::Occupied);
        }
        if self.finished.is_some() {
            return Err(IllegalMove::GameOver);
        }
        match self.forbidden(color, point) {
            Some(_) => Err(IllegalMove::Forbidden),
            None => Ok(()),
        }
    }

    fn play(&mut self, color: Color, point: Point) -> Result<Undo, IllegalMove> {
        self.check(color, point)?;
        let to_move = self.to_move;
        self.lines.flip_stone(color, point);
        self.stones[color.index()] += 1;
        self.empty -= 1;
        self.to_move = color.opponent();
        let mut dead = [(0, 0); 4];
        if self.continuous {
            dead = self.dying_stones(color, point);
            let toll = dead_stone_count(&dead);
            if toll > 0 {
                self.toggle_dead(color, point, &dead);
                self.stones[color.index()] -= toll;
            }
        } else {
            self.finished = self.finished_at(color, point);
        }
        Ok(Undo {
            point,
            color,
            to_move,
            dead,
        })
    }

    fn undo(&mut self, undo: Undo) {
        let Undo {
            point,
            color,
            to_move,
            dead,
        } = undo;
        let toll = dead_stone_count(&dead);
        if toll > 0 {
            self.toggle_dead(color, point, &dead);
            self.stones[color.index()] += toll;
        }
        self.lines.flip_stone(color, point);
        self.stones[color.index()] -= 1;
        self.empty += 1;
        self.to_move = to_move;
        // No move is legal after the end of the game, so the game was not over before this one.
        self.finished = None;
    }

    fn edit(&mut self, edit: &Edit<Point>) -> Result<(), IllegalMove> {
        let mut edited = self.clone();
        let touched = edit.stones.iter().map(|&(_, point)| point);
        for point in edit.empty.iter().copied().chain(touched) {
            edited.place(point, Cell::Empty)?;
        }
        for &(color, point) in &edit.stones {
            edited.place(point, Cell::Stone(color))?;
        }
        edited.to_move = edit.to_move.unwrap_or(self.to_move);
        *self = edited;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(line) = self.finished {
            return Some(Outcome::Win(line.color()));
        }
        if self.empty_count() == 0 {
            return Some(Outcome::Draw);
        }
        let is_stuck = !self.points().any(|point| self.is_legal(point));
        is_stuck.then_some(Outcome::Win(self.to_move.opponent()))
    }
}

#[cfg(test)]
mod tests;
