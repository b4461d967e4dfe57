//! A fast perft on bitboards, in the three conventions that programs and tables use.

use super::board::Board;
use crate::isa::{Isa, Level, Task};

/// What a pass costs and what a finished game counts. From the start the three differ from depth 9 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// A pass is one ply, a finished game counts 1: the well-known table, and [`crate::perft::perft`].
    PassIsPly,
    /// A pass is one ply, a finished game counts only at its own depth: `count games` of Edax.
    UnfinishedOnly,
    /// A pass costs nothing, a finished game counts 1: mode 2 of Egaroucid.
    PassIsFree,
}

/// The number of lines of play of `depth` plies for the side to move.
pub fn perft(board: Board, depth: u32, convention: Convention) -> u64 {
    Level::detect().run(Count {
        board,
        depth,
        convention,
    })
}

#[derive(Clone, Copy)]
struct Count {
    board: Board,
    depth: u32,
    convention: Convention,
}

impl Task for Count {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let moves = self.board.squares();
        if moves.len() == 0 {
            return self.without_moves::<I>();
        }
        if self.depth == 1 {
            return moves.len() as u64;
        }
        let mut leaves = 0;
        for square in moves {
            leaves += I::enter(Count {
                board: self.board.play(square),
                depth: self.depth - 1,
                ..self
            });
        }
        leaves
    }
}

impl Count {
    #[inline(always)]
    fn without_moves<I: Isa>(self) -> u64 {
        let board = self.board.passed();
        if board.moves() == 0 {
            return u64::from(self.convention != Convention::UnfinishedOnly);
        }
        let depth = match self.convention {
            Convention::PassIsFree => self.depth,
            Convention::PassIsPly | Convention::UnfinishedOnly => self.depth - 1,
        };
        I::enter(Count {
            board,
            depth,
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::labelled;
    use crate::reversi::Position;

    #[test]
    fn the_published_counts_from_the_start() {
        let board = Position::start().board();
        let count = |depth, convention| perft(board, depth, convention);
        assert_eq!(count(8, Convention::PassIsPly), 390_216);
        assert_eq!(count(9, Convention::PassIsPly), 3_005_288);
        assert_eq!(count(9, Convention::UnfinishedOnly), 3_005_288);
        assert_eq!(count(9, Convention::PassIsFree), 3_005_320);
    }

    #[test]
    fn labelled_counts_in_three_conventions() {
        for case in labelled::lines("reversi_perft.jsonl") {
            let to_move = match case["to_move"].as_str().unwrap() {
                "X" => Color::Black,
                _ => Color::White,
            };
            let squares = case["board"].as_str().unwrap();
            let mut position = Position::from_text(squares, to_move).unwrap();
            for (key, convention) in [
                ("perft", Convention::PassIsPly),
                ("perft_end0", Convention::UnfinishedOnly),
                ("perft_pass0", Convention::PassIsFree),
            ] {
                for (depth, expected) in (1..).zip(case[key].as_array().unwrap()) {
                    let count = perft(position.board(), depth, convention);
                    assert_eq!(
                        Some(count),
                        expected.as_u64(),
                        "{key} {depth} of\n{position}"
                    );
                }
            }
            // The generic counter makes and takes back every move: three plies keep the test short.
            for (depth, expected) in (1..=3).zip(case["perft"].as_array().unwrap()) {
                let count = crate::perft::perft(&mut position, depth, &|| false);
                assert_eq!(count, expected.as_u64(), "{depth} of\n{position}");
            }
        }
    }
}
