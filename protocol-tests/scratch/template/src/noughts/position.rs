//! The rules of noughts and crosses.

use tengen_engine::game::{self, Color, Edit, GameMove, IllegalMove, Outcome};

/// Columns and rows of the board.
pub const SIDE: u8 = 3;

/// Number of cells on the board.
const CELLS: u8 = SIDE * SIDE;

/// The set of all cells.
const FULL: u16 = 0b111_111_111;

/// The lines of three, as sets of cells.
const LINES: [u16; 8] = [
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
];

/// A cell of the board: row by row, from 0 at the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell of a column and a row, if it is on the board.
    pub fn at(column: u8, row: u8) -> Option<Cell> {
        (column < SIDE && row < SIDE).then_some(Cell(row * SIDE + column))
    }

    /// Returns the column from the left, from 0.
    pub fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// Returns the row from the top, from 0.
    pub fn row(self) -> u8 {
        self.0 / SIDE
    }

    fn bit(self) -> u16 {
        1 << self.0
    }
}

impl GameMove for Cell {
    type Request = ();
    type Event = ();
}

/// A position: the cells of each side and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    cells: [u16; 2],
    to_move: Color,
}

/// The move to take back, and the side that made it.
#[derive(Clone, Copy, Debug)]
pub struct Undo(Cell, Color);

impl Position {
    /// Returns the empty board.
    pub const fn start() -> Position {
        Position {
            cells: [0; 2],
            to_move: Color::Black,
        }
    }

    /// Returns the side that has taken a cell.
    pub fn owner(&self, cell: Cell) -> Option<Color> {
        let owns = |color: &Color| self.cells[color.index()] & cell.bit() != 0;
        Color::BOTH.into_iter().find(owns)
    }

    /// Returns the number of cells that are taken.
    pub fn taken(&self) -> u32 {
        (self.cells[0] | self.cells[1]).count_ones()
    }

    fn clear(&mut self, cell: Cell) {
        for cells in &mut self.cells {
            *cells &= !cell.bit();
        }
    }

    fn has_line(&self, color: Color) -> bool {
        let cells = self.cells[color.index()];
        LINES.iter().any(|&line| cells & line == line)
    }
}

impl game::Position for Position {
    type Move = Cell;
    type Undo = Undo;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.to_move = color;
        Ok(())
    }

    fn legal_moves(&self, _: Color) -> Vec<Cell> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let cells = (0..CELLS).map(Cell);
        cells.filter(|&cell| self.owner(cell).is_none()).collect()
    }

    fn check(&self, _: Color, cell: Cell) -> Result<(), IllegalMove> {
        if self.owner(cell).is_some() {
            return Err(IllegalMove::Occupied);
        }
        match self.outcome() {
            Some(_) => Err(IllegalMove::GameOver),
            None => Ok(()),
        }
    }

    fn play(&mut self, color: Color, cell: Cell) -> Result<Undo, IllegalMove> {
        self.check(color, cell)?;
        let undo = Undo(cell, self.to_move);
        self.cells[color.index()] |= cell.bit();
        self.to_move = color.opponent();
        Ok(undo)
    }

    fn undo(&mut self, Undo(cell, to_move): Undo) {
        self.clear(cell);
        self.to_move = to_move;
    }

    fn edit(&mut self, edit: &Edit<Cell>) -> Result<(), IllegalMove> {
        for &(color, cell) in &edit.stones {
            self.clear(cell);
            self.cells[color.index()] |= cell.bit();
        }
        for &cell in &edit.empty {
            self.clear(cell);
        }
        self.to_move = edit.to_move.unwrap_or(self.to_move);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Color::BOTH.into_iter().find(|&color| self.has_line(color));
        let is_full = self.cells[0] | self.cells[1] == FULL;
        match winner {
            Some(color) => Some(Outcome::Win(color)),
            None => is_full.then_some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Position as _;

    #[test]
    fn three_in_a_row_win() {
        let mut position = Position::start();
        for (column, row) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
            assert_eq!(position.outcome(), None);
            let cell = Cell::at(column, row).unwrap();
            position.play(position.to_move(), cell).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
        assert!(position.legal_moves(Color::White).is_empty());
    }

    #[test]
    fn a_move_is_taken_back() {
        let start = Position::start();
        let mut position = start;
        let cell = Cell::at(1, 1).unwrap();
        let undo = position.play(Color::White, cell).unwrap();
        assert_eq!(
            position.check(Color::Black, cell),
            Err(IllegalMove::Occupied)
        );
        position.undo(undo);
        assert_eq!(position, start);
    }
}
