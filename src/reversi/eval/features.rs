//! Features of a position that players count: mobility, frontier, corners and stable discs.

use super::stability::stable_discs;
use crate::rules::board::{CORNERS, neighbors};
use crate::rules::position::Position;
use tengen_engine::game::{Color, Position as _};

/// Features of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Number of discs.
    pub discs: u32,
    /// Mobility: number of legal moves if the side were to move; more are better.
    pub mobility: u32,
    /// Frontier: discs next to an empty square, which give the opponent moves; fewer are better.
    pub frontier: u32,
    /// Number of corners.
    pub corners: u32,
    /// Stable discs: discs that can never be flipped again, a lower bound.
    pub stable: u32,
}

impl Features {
    /// Counts the features of `color`.
    pub fn of(position: &Position, color: Color) -> Features {
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
        let black = Features::of(&start, Color::Black);
        assert_eq!(black, Features::of(&start, Color::White));
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
        let black = Features::of(&position, Color::Black);
        // All but a1, b1, a2 and b2 are beside an empty square.
        assert_eq!((black.discs, black.frontier), (13, 9));
        assert_eq!((black.corners, black.stable), (1, 10));
        let white = Features::of(&position, Color::White);
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
        assert_eq!(Features::of(&position, Color::White).frontier, 0);
        assert_eq!(Features::of(&position, Color::Black).stable, 40);
    }
}
