//! The eight symmetries of the board, and the canonical board among eight equivalent ones.

use super::board::Board;
use super::square::Square;

/// A rotation or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether columns and rows are swapped, which happens before the reflections.
    diagonal: bool,
    /// Whether left and right are swapped.
    columns: bool,
    /// Whether top and bottom are swapped.
    rows: bool,
}

impl Symmetry {
    /// Iterates over all eight symmetries, starting with the identity.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|index| Symmetry {
            diagonal: index & 4 != 0,
            columns: index & 2 != 0,
            rows: index & 1 != 0,
        })
    }

    /// Returns the image of a board.
    pub fn board(self, board: Board) -> Board {
        let image = Board::new(self.set(board.player()), self.set(board.opponent()));
        image.expect("squares stay apart when a board is turned")
    }

    /// Returns the image of a square.
    pub fn square(self, square: Square) -> Square {
        let bits = self.set(square.bit());
        let (column, row) = (
            bits.trailing_zeros() as u8 % 8,
            bits.trailing_zeros() as u8 / 8,
        );
        Square::at(column, row).expect("a square stays on the board")
    }

    /// Returns the square whose image is `square`.
    pub fn inverse_square(self, square: Square) -> Square {
        let Symmetry {
            diagonal,
            columns,
            rows,
        } = self;
        let back = if diagonal {
            // The inverse reflects first and transposes last, which equals transposing first with the two reflections
            // swapped.
            Symmetry {
                diagonal,
                columns: rows,
                rows: columns,
            }
        } else {
            self
        };
        back.square(square)
    }

    fn set(self, set: u64) -> u64 {
        let mut set = set;
        if self.diagonal {
            set = transpose(set);
        }
        if self.columns {
            // Reverses the bits of each byte.
            set = set.reverse_bits().swap_bytes();
        }
        if self.rows {
            set = set.swap_bytes();
        }
        set
    }
}

/// Returns the canonical board among the eight images, and the symmetry that leads to it.
pub fn canonical(board: Board) -> (Board, Symmetry) {
    let views = Symmetry::all().map(|symmetry| (symmetry.board(board), symmetry));
    views
        .min_by_key(|(view, _)| key(*view))
        .expect("there are eight views")
}

/// Returns a board's sort key.
pub fn key(board: Board) -> (u64, u64) {
    (board.player(), board.opponent())
}

/// Swaps columns and rows in three rounds, exchanging blocks of half the previous size.
fn transpose(set: u64) -> u64 {
    let exchange = |set: u64, mask: u64, shift: u32| {
        let change = (set ^ (set >> shift)) & mask;
        set ^ change ^ (change << shift)
    };
    let set = exchange(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
    exchange(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::rules::board::tests::reached;

    #[test]
    fn a_square_by_eight_ways() {
        let b1: Square = "b1".parse().unwrap();
        let images: HashSet<String> = Symmetry::all()
            .map(|symmetry| symmetry.square(b1).to_string())
            .collect();
        let expected = ["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"];
        assert_eq!(images, expected.map(str::to_owned).into());
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                assert_eq!(
                    symmetry.inverse_square(symmetry.square(square)),
                    square,
                    "{symmetry:?}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn symmetric_boards_have_one_canonical_board(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            let (standing, symmetry) = canonical(board);
            prop_assert_eq!(symmetry.board(board), standing);
            for symmetry in Symmetry::all() {
                let view = symmetry.board(board);
                prop_assert_eq!(canonical(view).0, standing);
                // The image of a move must have the same effect on the image of the board.
                for square in board.squares() {
                    let played = view.play(symmetry.square(square));
                    prop_assert_eq!(played, symmetry.board(board.play(square)));
                }
            }
        }
    }
}
