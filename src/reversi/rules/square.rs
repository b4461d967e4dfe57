//! Squares, sets of squares and moves, with their usual notation.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

/// One of the 64 squares. `a1` is the top left corner; letters run to the right and digits downward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of squares on the board.
    pub const COUNT: usize = 64;

    /// Returns the square in `column` (0 is `a`) and `row` (0 is `1`), or `None` off the board.
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 {
            Some(Square(row * 8 + column))
        } else {
            None
        }
    }

    /// Iterates over all squares from `a1` to `h8`.
    pub fn all() -> Squares {
        Squares(u64::MAX)
    }

    /// Returns the index: 0 for `a1`, 1 for `b1`, up to 63 for `h8`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask has no effect, but proves to the compiler that the index is within tables of 64 entries.
        (self.0 & 63) as usize
    }

    /// Returns the column, 0 for `a` to 7 for `h`.
    #[inline(always)]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns the row, 0 for `1` (the top one) to 7 for `8`.
    #[inline(always)]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Returns the set that contains only this square.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column());
        write!(f, "{letter}{}", self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let square = match *text.as_bytes() {
            [letter, digit] => Square::at(
                letter.to_ascii_lowercase().wrapping_sub(b'a'),
                digit.wrapping_sub(b'1'),
            ),
            _ => None,
        };
        square.ok_or_else(|| SquareError(text.to_owned()))
    }
}

/// An error for a text that isn't the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a square from a1 to h8, saw `{0}`")]
pub struct SquareError(String);

/// A set of squares as a bitboard; iterates in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        // Below 64, because at least one bit is set.
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

/// A move: a disc on a square, or a forced pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A forced pass, without a disc.
    Pass,
    /// A disc placed on this square.
    Place(Square),
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Place(square) => square.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        if tengen_engine::game::is_pass(text) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_run_from_the_top_left() {
        let names = ["a1", "b1", "h1", "a2", "d3", "h8"];
        let indices = names.map(|name| name.parse::<Square>().unwrap().index());
        assert_eq!(indices, [0, 1, 7, 8, 19, 63]);
    }

    #[test]
    fn every_square_reads_back_in_either_case() {
        for square in Square::all() {
            let name = square.to_string();
            assert_eq!(name.parse(), Ok(square));
            assert_eq!(name.to_uppercase().parse(), Ok(square));
            assert_eq!(Squares(square.bit()).collect::<Vec<_>>(), [square]);
        }
        assert_eq!(Square::all().count(), Square::COUNT);
    }

    #[test]
    fn what_is_no_square_is_quoted() {
        for text in ["", "d", "i1", "a9", "a0", "d33", "3d", "é1", "`1"] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn passes_are_moves() {
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!(Move::Pass.to_string(), "pass");
        let d3 = Move::Place("d3".parse().unwrap());
        assert_eq!("D3".parse(), Ok(d3));
        assert_eq!(d3.to_string(), "d3");
    }
}
