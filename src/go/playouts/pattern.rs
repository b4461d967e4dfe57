//! 3x3 patterns with a center that is usually a good move: hane, cuts and moves on the edge, as in MoGo's playouts
//! (Gelly et al., INRIA RR-6062, 2006).

use std::sync::LazyLock;

use crate::board::point::Point;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// Patterns around a point `*`. `X` and `O` are either side's stones, `.` empty, `-` off the board, `x` anything but
/// `X`, `o` anything but `O`, `?` anything. Rotated and mirrored copies match too.
const PATTERNS: [&str; 10] = [
    // Hane around the head of a stone, with and without support.
    "XOX .*. ???",
    "XO. .*. ?.?",
    "XO? X*. o.?",
    // Cutting, or protecting a cut.
    "XO? O*x ?x?",
    "?O? X*X xxx",
    "?X? O*O xXx",
    // On the edge: hane, the descent between two sides, the block.
    "X.? O*? ---",
    "OX? o*O ---",
    "?XO .*? ---",
    "?OX X*O ---",
];

/// One bit for each of the 4^8 surroundings, set if it matches a pattern.
static TABLE: LazyLock<Box<[u64]>> = LazyLock::new(table);

const EMPTY: u16 = 2;
const BORDER: u16 = 3;

/// Whether the surroundings of an empty point match a pattern.
pub(super) fn matches(board: &Board, point: Point) -> bool {
    let mut code = 0;
    for near in surrounding(point) {
        let cell = match board.at(near) {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None if board.contains(near) => EMPTY,
            None => BORDER,
        };
        code = code << 2 | cell;
    }
    TABLE[usize::from(code >> 6)] >> (code & 63) & 1 == 1
}

/// Returns the eight surrounding points, row by row from the top left.
pub(super) fn surrounding(point: Point) -> [Point; 8] {
    let [left, right, below, above] = point.neighbors();
    let [below_left, below_right, above_left, above_right] = point.diagonals();
    [
        above_left,
        above,
        above_right,
        left,
        right,
        below_left,
        below,
        below_right,
    ]
}

fn table() -> Box<[u64]> {
    let mut table = vec![0; 1 << 10].into_boxed_slice();
    for shape in PATTERNS {
        let drawn: Vec<u8> = shape.bytes().filter(|b| *b != b' ').collect();
        for symmetry in 0..8 {
            let turned = turn(&drawn, symmetry);
            add(&turned, 0, 0, &mut table);
            add(&turned.map(swap_sides), 0, 0, &mut table);
        }
    }
    table
}

/// Returns the eight surroundings of a drawn pattern under one of the eight symmetries of the square.
fn turn(drawn: &[u8], symmetry: u8) -> [u8; 8] {
    let places: [usize; 8] = [0, 1, 2, 3, 5, 6, 7, 8];
    places.map(|place| {
        let (mut row, mut column) = (place / 3, place % 3);
        if symmetry & 1 != 0 {
            row = 2 - row;
        }
        if symmetry & 2 != 0 {
            column = 2 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        drawn[row * 3 + column]
    })
}

fn swap_sides(letter: u8) -> u8 {
    match letter {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// Marks every surrounding allowed by the letters from `place` on, following the cells encoded in `code`.
fn add(letters: &[u8; 8], place: usize, code: u16, table: &mut [u64]) {
    let Some(letter) = letters.get(place) else {
        table[usize::from(code >> 6)] |= 1 << (code & 63);
        return;
    };
    let allowed: &[u16] = match letter {
        b'X' => &[0],
        b'O' => &[1],
        b'.' => &[EMPTY],
        b'-' => &[BORDER],
        b'x' => &[1, EMPTY, BORDER],
        b'o' => &[0, EMPTY, BORDER],
        _ => &[0, 1, EMPTY, BORDER],
    };
    for cell in allowed {
        add(letters, place + 1, code << 2 | cell, table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn shapes(rows: &[&str]) -> Vec<String> {
        let board = Stones::drawn(rows).board();
        let empty = board.size().points().filter(|p| board.is_empty(*p));
        let mut found: Vec<_> = empty.filter(|p| matches(&board, *p)).collect();
        found.sort();
        found.iter().map(Point::to_string).collect()
    }

    #[test]
    fn hane_and_cut_are_shapes_for_both_colors_and_all_symmetries() {
        let hane = shapes(&[
            ". . . . .",
            ". X O . .",
            ". . . . .",
            ". . . . .",
            ". . . . .",
        ]);
        let turned = shapes(&[
            ". . . . .",
            ". . . . .",
            ". . . X .",
            ". . . O .",
            ". . . . .",
        ]);
        assert!(!hane.is_empty());
        assert_eq!(hane.len(), turned.len());
        let cut = [
            ". . . . .",
            ". . O . .",
            ". X . X .",
            ". . O . .",
            ". . . . .",
        ];
        assert!(shapes(&cut).contains(&"C3".to_owned()));
    }

    #[test]
    fn a_board_without_contact_has_no_shapes() {
        let apart = [
            ". . . . .",
            ". X . . .",
            ". . . . .",
            ". . . O .",
            ". . . . .",
        ];
        assert_eq!(shapes(&apart), Vec::<String>::new());
        assert_eq!(shapes(&[". . .", ". . .", ". . ."]), Vec::<String>::new());
    }
}
