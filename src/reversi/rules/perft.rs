//! Perft on bitboards, in the three conventions of programs and published tables.

use super::board::Board;
use tengen_engine::cpu::{Isa, Level, Task};

/// How passes and finished games are counted. From the start, the three conventions differ from depth 9 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// A pass is one ply and a finished game counts 1: the well-known table, and [`tengen_engine::perft::perft`].
    PassIsPly,
    /// A pass is one ply and a finished game counts only at its own depth: `count games` of Edax.
    UnfinishedOnly,
    /// A pass takes no ply and a finished game counts 1: mode 2 of Egaroucid.
    PassIsFree,
}

/// The depth below which a count is too short to be interrupted.
const POLL_DEPTH: u32 = 7;

/// Returns the number of lines of play with `depth` plies for the side to move, or `None` if `interrupted` returned
/// true in the process.
pub fn perft(
    board: Board,
    depth: u32,
    convention: Convention,
    interrupted: &dyn Fn() -> bool,
) -> Option<u64> {
    Level::detect().run(PerftTask {
        board,
        depth,
        convention,
        interrupted,
    })
}

#[derive(Clone, Copy)]
struct PerftTask<'a> {
    board: Board,
    depth: u32,
    convention: Convention,
    interrupted: &'a dyn Fn() -> bool,
}

impl Task for PerftTask<'_> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<u64> {
        if self.depth == 0 {
            return Some(1);
        }
        if self.depth >= POLL_DEPTH && (self.interrupted)() {
            return None;
        }
        let moves = self.board.squares();
        if moves.len() == 0 {
            return self.count_pass::<I>();
        }
        if self.depth == 1 {
            return Some(moves.len() as u64);
        }
        let mut leaves = 0;
        for square in moves {
            leaves += I::enter(PerftTask {
                board: self.board.play(square),
                depth: self.depth - 1,
                ..self
            })?;
        }
        Some(leaves)
    }
}

impl PerftTask<'_> {
    #[inline(always)]
    fn count_pass<I: Isa>(self) -> Option<u64> {
        let board = self.board.passed();
        if board.moves() == 0 {
            return Some(u64::from(self.convention != Convention::UnfinishedOnly));
        }
        let depth = match self.convention {
            Convention::PassIsFree => self.depth,
            Convention::PassIsPly | Convention::UnfinishedOnly => self.depth - 1,
        };
        I::enter(PerftTask {
            board,
            depth,
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use tengen_engine::game::Color;
    use tengen_testing::test_data;

    #[test]
    fn the_published_counts_from_the_start() {
        let board = Position::start().board();
        let count = |depth, convention| perft(board, depth, convention, &|| false).unwrap();
        assert_eq!(count(8, Convention::PassIsPly), 390_216);
        assert_eq!(count(9, Convention::PassIsPly), 3_005_288);
        assert_eq!(count(9, Convention::UnfinishedOnly), 3_005_288);
        assert_eq!(count(9, Convention::PassIsFree), 3_005_320);
    }

    #[test]
    fn a_count_can_be_interrupted() {
        let board = Position::start().board();
        assert_eq!(perft(board, 20, Convention::PassIsPly, &|| true), None);
    }

    #[test]
    fn labeled_counts_in_three_conventions() {
        for case in test_data::lines("reversi_perft.jsonl") {
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
                    let count = perft(position.board(), depth, convention, &|| false).unwrap();
                    assert_eq!(
                        Some(count),
                        expected.as_u64(),
                        "{key} {depth} of\n{position}"
                    );
                }
            }
            // The generic counter plays and undoes every move, so three plies keep the test short.
            for (depth, expected) in (1..=3).zip(case["perft"].as_array().unwrap()) {
                let count = tengen_engine::perft::perft(&mut position, depth, &|| false);
                assert_eq!(count, expected.as_u64(), "{depth} of\n{position}");
            }
        }
    }

    #[test]
    fn the_tree_of_positions_has_as_many_leaves() {
        let mut position = Position::start();
        let counts: Vec<u64> = (0..=7)
            .map(|depth| tengen_engine::perft::perft(&mut position, depth, &|| false).unwrap())
            .collect();
        assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092]);
        assert_eq!(position, Position::start());
    }
}
