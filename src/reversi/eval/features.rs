//! Position features that players count: mobility, frontier, corners and stable discs.

use super::stability::stable_discs;
use crate::rules::board::{CORNERS, neighbors};
use crate::rules::position::Position;
use tengen_engine::game::{Color, Position as _};

/// Features of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The side's number of discs.
    pub discs: u32,
    /// Mobility: the number of legal moves if the side were to move; higher is better.
    pub mobility: u32,
    /// Frontier: discs next to an empty square, which give the opponent moves; lower is better.
    pub frontier: u32,
    /// The number of corners occupied.
    pub corners: u32,
    /// Stable discs, which can never be flipped again; a lower bound.
    pub stable: u32,
}

impl Features {
    /// Counts the features of `color`'s discs.
    pub fn new(position: &Position, color: Color) -> Features {
        let board = if color == position.to_move() {
            position.board()
        } else {
            position.board().passed()
        };
        let mine = board.player();
        Features {
            discs: mine.count_ones(),
            mobility: board.moves().count_ones(),
            frontier: (mine & neighbors(board.empty())).count_ones(),
            corners: (mine & CORNERS).count_ones(),
            stable: stable_discs(mine, board.empty()).count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(to_move: Color, rows: &str) -> Position {
        let squares: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
        Position::from_text(&squares, to_move).unwrap()
    }

    #[test]
    fn the_start_is_even() {
        let start = Position::start();
        let black = Features::new(&start, Color::Black);
        assert_eq!(black, Features::new(&start, Color::White));
        let expected = Features {
            discs: 2,
            mobility: 4,
            frontier: 2,
            corners: 0,
            stable: 0,
        };
        assert_eq!(black, expected);
    }

    #[test]
    fn each_side_is_counted_for_itself() {
        let position = drawn(
            Color::White,
            "X X X X - - - O
             X X X - - - - O
             X X O O - - - -
             X - O X X - - -
             - - - X O - - -
             - - - - - - - -
             - - - - - - - -
             O - - - - - - -",
        );
        let black = Features::new(&position, Color::Black);
        // All except a1, b1, a2 and b2 are next to an empty square.
        assert_eq!((black.discs, black.frontier), (13, 9));
        assert_eq!((black.corners, black.stable), (1, 10));
        let white = Features::new(&position, Color::White);
        assert_eq!((white.discs, white.frontier), (7, 7));
        assert_eq!((white.corners, white.stable), (2, 3));
        assert_eq!(
            (black.mobility, white.mobility),
            (
                position.mobility(Color::Black),
                position.mobility(Color::White)
            )
        );
    }

    #[test]
    fn a_full_board_has_no_frontier() {
        let position = drawn(
            Color::Black,
            &format!("{}{}", "X".repeat(40), "O".repeat(24)),
        );
        assert_eq!(Features::new(&position, Color::White).frontier, 0);
        assert_eq!(Features::new(&position, Color::Black).stable, 40);
    }
}
