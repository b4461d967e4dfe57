//! What a board is worth before its end is in sight.

use super::board::{Board, CORNERS};
use super::params::{ByEmpties, Weights};
use super::stability::stable_discs;

/// Units of a score in one disc of the final result.
pub const DISC: i32 = 128;

/// The best score, all 64 discs.
pub const MOST: i32 = 64 * DISC;

/// Estimates stay this far within what only a finished game can be worth.
const MOST_ESTIMATED: i32 = 63 * DISC;

const EDGE_MIDDLES: u64 = 0x3c00_8181_8181_003c;

/// Each corner with its X square and its two C squares.
const CORNER_REGIONS: [(u64, u64, u64); 4] = [
    (1 << 0, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// The expected result for the side to move in units of 1/128 disc; exact if the game is over.
#[inline(always)]
pub fn evaluate(board: Board, weights: &ByEmpties) -> i32 {
    let (mine, theirs) = (board.moves(), board.passed().moves());
    if mine | theirs == 0 {
        return board.final_score() * DISC;
    }
    let score = estimate(board, mine, theirs, weights.get(board.empties()));
    score.clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
}

/// The sum of the features; `mine` and `theirs` are the squares playable for the mover and the other side.
#[inline(always)]
fn estimate(board: Board, mine: u64, theirs: u64, weights: &Weights) -> i32 {
    let (player, opponent, empty) = (board.player(), board.opponent(), board.empty());
    let (mobility, other_mobility) = (count(mine), count(theirs));
    let mut score = weights.mobility * (mobility - other_mobility);
    // Not both are 0, or the game would be over.
    score += weights.share * (64 * (mobility - other_mobility) / (mobility + other_mobility));
    score += weights.potential * difference(beside(opponent) & empty, beside(player) & empty);
    score += weights.corner * difference(player & CORNERS, opponent & CORNERS);
    score += weights.corner_move * difference(mine & CORNERS, theirs & CORNERS);
    let (x_squares, c_squares) = beside_empty_corners(empty);
    score += weights.x_square * difference(player & x_squares, opponent & x_squares);
    score += weights.c_square * difference(player & c_squares, opponent & c_squares);
    score += weights.edge * difference(player & EDGE_MIDDLES, opponent & EDGE_MIDDLES);
    let (stable, other_stable) = stable_discs(board);
    score += weights.stable * difference(stable, other_stable);
    score += weights.disc * difference(player, opponent);
    score
        + if board.empties() % 2 == 1 {
            weights.odd_turn
        } else {
            weights.even_turn
        }
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

#[inline(always)]
fn difference(mine: u64, theirs: u64) -> i32 {
    count(mine) - count(theirs)
}

/// The neighbours of a set, some of its own squares among them.
#[inline(always)]
fn beside(set: u64) -> u64 {
    const RIGHT: u64 = 0xfefe_fefe_fefe_fefe;
    const LEFT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1) & RIGHT | (set >> 1) & LEFT;
    row | row << 8 | row >> 8
}

/// The X squares and the C squares of corners that nobody holds.
#[inline(always)]
fn beside_empty_corners(empty: u64) -> (u64, u64) {
    let (mut x_squares, mut c_squares) = (0, 0);
    for (corner, x_square, beside) in CORNER_REGIONS {
        if empty & corner != 0 {
            x_squares |= x_square;
            c_squares |= beside;
        }
    }
    (x_squares, c_squares)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Color;
    use crate::reversi::board::tests::reached;
    use crate::reversi::params::Params;
    use crate::reversi::{Position, Square, Squares};

    fn worth(board: Board) -> i32 {
        evaluate(board, &ByEmpties::new(&Params::default()))
    }

    /// The set with each square (column, row) moved by `map`.
    fn mapped(set: u64, map: impl Fn(u8, u8) -> (u8, u8)) -> u64 {
        let images = Squares(set).map(|square| {
            let (column, row) = map(square.column(), square.row());
            Square::at(column, row).unwrap().bit()
        });
        images.fold(0, |all, bit| all | bit)
    }

    fn symmetric(board: Board) -> Vec<Board> {
        let image = |map: &dyn Fn(u8, u8) -> (u8, u8)| {
            Board::new(mapped(board.player(), map), mapped(board.opponent(), map)).unwrap()
        };
        let maps: [&dyn Fn(u8, u8) -> (u8, u8); 8] = [
            &|x, y| (x, y),
            &|x, y| (7 - x, y),
            &|x, y| (x, 7 - y),
            &|x, y| (7 - x, 7 - y),
            &|x, y| (y, x),
            &|x, y| (7 - y, x),
            &|x, y| (y, 7 - x),
            &|x, y| (7 - y, 7 - x),
        ];
        maps.map(image).to_vec()
    }

    proptest! {
        #[test]
        fn all_eight_views_are_worth_the_same(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            for image in symmetric(board) {
                prop_assert_eq!(worth(image), worth(board));
            }
        }

        #[test]
        fn all_but_the_turn_changes_sign_with_the_sides(
            choices in prop::collection::vec(0..64usize, 0..60)
        ) {
            let board = reached(&choices);
            let weights = ByEmpties::new(&Params::default());
            let at = weights.get(board.empties());
            let turn = match board.empties() % 2 {
                1 => at.odd_turn,
                _ => at.even_turn,
            };
            let (score, other) = (evaluate(board, &weights), evaluate(board.passed(), &weights));
            let over = board.moves() == 0 && board.passed().moves() == 0;
            let bounded = [score, other].iter().any(|score| score.abs() >= MOST_ESTIMATED);
            if !bounded {
                prop_assert_eq!(score + other, if over { 0 } else { 2 * turn });
            }
        }
    }

    #[test]
    fn a_finished_game_is_worth_its_result() {
        let text = format!("{}{}", "X".repeat(40), "O".repeat(24));
        let board = Position::from_text(&text, Color::White).unwrap().board();
        assert_eq!(worth(board), -16 * DISC);
    }

    #[test]
    fn a_corner_is_good_and_the_square_beside_an_empty_one_bad() {
        let with = |square: &str| {
            let bit = square.parse::<Square>().unwrap().bit();
            let start = Position::start().board();
            worth(Board::new(start.player() | bit, start.opponent()).unwrap())
        };
        assert!(with("a1") > with("c1") + 2 * DISC);
        assert!(with("b2") < with("c3"));
    }
}
