//! Hashes of positions for clients: 128 bits, stable across runs, one per position and one shared by all mirror images.

use crate::board::Point;
use crate::rules::Position;
use tengen_engine::game::Position as _;

/// The hashes of a position: its stones, the side to move and the point barred by ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionHashes {
    /// The hash of the position itself.
    pub exact: u128,
    /// The smallest hash of the position and its mirror images.
    pub symmetric: u128,
}

/// Number of rotations and reflections of a square.
const SYMMETRIES: u8 = 8;

/// Returns the hashes of a position.
pub fn hashes(position: &Position) -> PositionHashes {
    let exact = hash(position, 0);
    let images = (1..SYMMETRIES).map(|symmetry| hash(position, symmetry));
    PositionHashes {
        exact,
        symmetric: images.fold(exact, u128::min),
    }
}

/// Returns the hash of an image: the sum of one key per stone, which does not depend on their order.
fn hash(position: &Position, symmetry: u8) -> u128 {
    let board = position.board();
    let size = board.size();
    let (mut width, mut height) = (size.width(), size.height());
    if symmetry & 4 != 0 {
        (width, height) = (height, width);
    }
    let place = |point: Point| {
        let (column, row) = (point.column(), point.row());
        let column = if symmetry & 1 != 0 {
            size.width() - 1 - column
        } else {
            column
        };
        let row = if symmetry & 2 != 0 {
            size.height() - 1 - row
        } else {
            row
        };
        match symmetry & 4 {
            0 => [column, row],
            _ => [row, column],
        }
    };
    let mut sum = key([width, height, 0, position.to_move().index() as u8]);
    for point in size.points() {
        if let Some(color) = board.at(point) {
            let [column, row] = place(point);
            sum = sum.wrapping_add(key([column, row, 1, color.index() as u8]));
        }
    }
    if let Some(ko) = board.ko() {
        let [column, row] = place(ko.point);
        sum = sum.wrapping_add(key([column, row, 2, ko.barred.index() as u8]));
    }
    sum
}

/// Returns a key of four bytes, by the finalizer of SplitMix64.
fn key(bytes: [u8; 4]) -> u128 {
    let mix = |seed: u64| {
        let mut bits = u64::from(u32::from_le_bytes(bytes)).wrapping_add(seed);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    };
    let [high, low] = [0x9E37_79B9_7F4A_7C15, 0x3C6E_F372_FE94_F82A].map(mix);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Rules};
    use crate::{Move, Size};
    use tengen_engine::game::Color;

    fn after(size: (u32, u32), moves: &[(u8, u8)]) -> PositionHashes {
        let size = Size::new(size.0, size.1).unwrap();
        let mut position = Position::new(size, Rules::DEFAULT, Komi::default());
        let mut color = Color::Black;
        for &(column, row) in moves {
            let point = Point::new(column, row);
            position.play(color, Move::Place(point)).unwrap();
            color = color.opponent();
        }
        hashes(&position)
    }

    #[test]
    fn keys_are_two_numbers_of_splitmix64() {
        // The first outputs of the generator with seed 0.
        assert_eq!(key([0; 4]), 0xE220_A839_7B1D_CDAF_6E78_9E6A_A1B9_65F4);
        assert_ne!(key([0, 0, 0, 1]), key([0, 0, 1, 0]));
    }

    #[test]
    fn mirror_images_share_one_hash_and_nothing_else() {
        let one = after((5, 4), &[(0, 1), (3, 3)]);
        let images = [
            after((5, 4), &[(4, 1), (1, 3)]),
            after((5, 4), &[(0, 2), (3, 0)]),
            after((4, 5), &[(1, 0), (3, 3)]),
            after((4, 5), &[(2, 4), (0, 1)]),
        ];
        for image in images {
            assert_eq!(image.symmetric, one.symmetric);
            assert_ne!(image.exact, one.exact);
        }
        let others = [
            after((5, 4), &[(3, 3), (0, 1)]),
            after((5, 4), &[(0, 1)]),
            after((5, 4), &[(0, 1), (3, 2)]),
            after((5, 4), &[]),
        ];
        for other in others {
            assert_ne!(other.symmetric, one.symmetric);
        }
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let one = after((9, 9), &[(2, 2), (6, 6), (4, 4), (7, 7)]);
        let other = after((9, 9), &[(4, 4), (7, 7), (2, 2), (6, 6)]);
        assert_eq!(one, other);
    }
}
