//! Labels of positions, by search.
//!
//! Half of the searches end with the same side to move as they began, the others with the other side. If all had the
//! same parity, a bias of the evaluation for the side to move would carry over from stage to stage and grow: to 11
//! discs at the start of the game.

use crate::engine::cpu::{Isa, Level, Task};
use crate::engine::parallel::map_ranges;
use crate::engine::{Control, Limits};
use crate::reversi::eval::evaluation::{DISC, Evaluation, MAX_SCORE, STAGE_LENGTH};
use crate::reversi::eval::node::Node;
use crate::reversi::params::Params;
use crate::reversi::rules::board::Board;
use crate::reversi::search::local_cache::LocalCache;
use crate::reversi::search::midgame::Pvs;
use crate::reversi::search::search_thread::SearchThread;
use crate::reversi::search::transposition_table::TranspositionTable;

/// Transposition tables for a search of a few plies and for solving, in bytes: small, as they are cleared each time.
const SEARCH_MEMORY: usize = 1 << 16;
const SOLVE_MEMORY: usize = 1 << 20;

/// Returns the score of each board for its side to move in discs. `effort` is the number of empty squares up to which
/// boards are solved, and the usual search depth of the others. The number of threads has no effect on the result.
pub fn label_boards(
    evaluation: &Evaluation,
    boards: &[Board],
    effort: (u32, u32),
    threads: usize,
) -> Vec<f32> {
    map_ranges(0..boards.len() as u64, threads, |share| {
        Level::detect().run(LabelBoards {
            evaluation,
            boards: &boards[share.start as usize..share.end as usize],
            effort,
        })
    })
}

struct LabelBoards<'a> {
    evaluation: &'a Evaluation,
    boards: &'a [Board],
    effort: (u32, u32),
}

impl Task for LabelBoards<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<f32> {
        let (exact, depth) = self.effort;
        let control = Control::new(Limits::default());
        let params = Params::default();
        let mut tables = [SEARCH_MEMORY, SOLVE_MEMORY].map(TranspositionTable::new);
        let mut recent = LocalCache::default();
        let mut labels = Vec::with_capacity(self.boards.len());
        for &board in self.boards {
            let solves = board.empties() <= exact;
            // Cleared, so that a label does not depend on the positions before it.
            let table = &mut tables[usize::from(solves)];
            table.clear();
            table.start_search();
            let mut run = SearchThread::new(table, self.evaluation, &params, &control);
            // Exact bounds may stay: they do not affect labels.
            run.local_cache = recent;
            let score = I::enter(Pvs {
                thread: &mut run,
                node: Node::new(board),
                depth: if solves {
                    board.empties()
                } else {
                    labeling_depth(board, depth)
                },
                alpha: -MAX_SCORE,
                beta: MAX_SCORE,
            });
            recent = run.local_cache;
            labels.push(score as f32 / DISC as f32);
        }
        labels
    }
}

/// Returns the usual depth, or for half of the boards one of the other parity: a ply less if the search still leaves
/// the stage, else a ply more.
fn labeling_depth(board: Board, usual: u32) -> u32 {
    // A hash instead of a random number, so that it does not depend on the order of the boards.
    let lot =
        (board.player() ^ board.opponent().rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if lot >> 63 == 0 {
        usual
    } else if usual > board.empties() % STAGE_LENGTH as u32 + 1 {
        usual - 1
    } else {
        usual + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::eval::evaluation::stage;
    use crate::reversi::rules::board::tests::reached;

    #[test]
    fn depths_are_odd_and_even_and_leave_the_stage() {
        let boards = (0..40).map(|choice| reached(&[choice, 3, 1, choice / 2, 5, 2, 8, 1]));
        let depths: Vec<u32> = boards
            .map(|board| {
                let depth = labeling_depth(board, STAGE_LENGTH as u32);
                assert!(stage(board.empties() - depth) < stage(board.empties()));
                depth
            })
            .collect();
        let odd = depths.iter().filter(|&depth| depth % 2 == 1).count();
        assert!((10..=30).contains(&odd), "{depths:?}");
    }
}
