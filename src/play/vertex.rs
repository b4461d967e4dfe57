//! Vertices as text: a column letter and a row number, independent of a board.

use std::fmt::{self, Display};

use tengen_engine::game::is_pass;

/// A move as a controller writes it. Go and gomoku count rows from the bottom, Reversi from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// A move without a stone.
    Pass,
    /// A point given by column and row.
    Point {
        /// Column from 0, left to right.
        column: u8,
        /// Row number as written, from 1.
        row: u8,
    },
}

/// Column letters, which skip I (GTP 2 draft 2, section 2.11).
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Vertex {
    /// Parses a letter other than I and a number from 1 to 25, or a word for a pass, in any case.
    pub fn parse(word: &str) -> Option<Vertex> {
        if is_pass(word) {
            return Some(Vertex::Pass);
        }
        let (&letter, digits) = word.as_bytes().split_first()?;
        let column = LETTERS
            .iter()
            .position(|&known| known == letter.to_ascii_uppercase())?;
        let plain =
            !digits.is_empty() && digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit);
        let row: u8 = word.get(1..).filter(|_| plain)?.parse().ok()?;
        (1..=25).contains(&row).then_some(Vertex::Point {
            column: column as u8,
            row,
        })
    }
}

/// Writes a vertex as most programs do, `D4` or `PASS`. A column past the alphabet is written as `?`.
impl Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Vertex::Pass => f.write_str("PASS"),
            Vertex::Point { column, row } => {
                let letter = LETTERS
                    .get(usize::from(column))
                    .map_or('?', |&letter| letter as char);
                write!(f, "{letter}{row}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_skip_i_and_case_does_not_matter() {
        assert_eq!(
            Vertex::parse("a1"),
            Some(Vertex::Point { column: 0, row: 1 })
        );
        assert_eq!(
            Vertex::parse("H8"),
            Some(Vertex::Point { column: 7, row: 8 })
        );
        assert_eq!(
            Vertex::parse("j10"),
            Some(Vertex::Point { column: 8, row: 10 })
        );
        assert_eq!(
            Vertex::parse("Z25"),
            Some(Vertex::Point {
                column: 24,
                row: 25
            })
        );
        for pass in ["pAsS", "pa", "PS", "--", "tt"] {
            assert_eq!(Vertex::parse(pass), Some(Vertex::Pass));
        }
    }

    #[test]
    fn what_is_no_vertex() {
        for bad in [
            "", "i5", "a", "a0", "a26", "a-1", "a+1", "a1x", "5", "a001", "\u{e9}5", "resign",
        ] {
            assert_eq!(Vertex::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn writing_and_reading_agree() {
        for column in 0..25 {
            for row in 1..=25 {
                let vertex = Vertex::Point { column, row };
                assert_eq!(Vertex::parse(&vertex.to_string()), Some(vertex));
            }
        }
    }
}
