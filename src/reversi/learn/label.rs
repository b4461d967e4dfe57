//! What positions are worth, by search.
//!
//! Half of the searches end with the side to move that they began with, the others with the other side. If all were alike,
//! whatever the evaluation thinks too good for whoever is to move would be handed on from stage to stage and grow: 11 discs
//! at the begin of the game.

use crate::engine::cpu::{Isa, Level, Task};
use crate::engine::parallel::map_ranges;
use crate::engine::{Control, Limits};
use crate::reversi::eval::evaluation::{DISC, Evaluation, MOST, STAGE_LENGTH};
use crate::reversi::eval::node::Node;
use crate::reversi::params::Params;
use crate::reversi::rules::board::Board;
use crate::reversi::search::midgame::Pvs;
use crate::reversi::search::recent::Recent;
use crate::reversi::search::run::Run;
use crate::reversi::search::table::Table;

/// A table for a search of a few plies, and one for solving, in bytes: small, as they are emptied each time.
const SEARCH_MEMORY: usize = 1 << 16;
const SOLVE_MEMORY: usize = 1 << 20;

/// The value of each board for its side to move in discs. `effort` is the number of empty squares up to which boards
/// are solved and the usual depth of the search of the others. The number of threads changes nothing.
pub fn labels(
    evaluation: &Evaluation,
    boards: &[Board],
    effort: (u32, u32),
    threads: usize,
) -> Vec<f32> {
    map_ranges(0..boards.len() as u64, threads, |share| {
        Level::detect().run(Label {
            evaluation,
            boards: &boards[share.start as usize..share.end as usize],
            effort,
        })
    })
}

struct Label<'a> {
    evaluation: &'a Evaluation,
    boards: &'a [Board],
    effort: (u32, u32),
}

impl Task for Label<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<f32> {
        let (exact, depth) = self.effort;
        let control = Control::new(Limits::default());
        let params = Params::default();
        let mut tables = [SEARCH_MEMORY, SOLVE_MEMORY].map(Table::new);
        let mut recent = Recent::default();
        let mut labels = Vec::with_capacity(self.boards.len());
        for &board in self.boards {
            let solves = board.empties() <= exact;
            // Emptied, so that a label does not depend on the positions before it.
            let table = &mut tables[usize::from(solves)];
            table.clear();
            table.start_search();
            let mut run = Run::new(table, self.evaluation, &params, &control);
            // What is exact may stay: it changes no label.
            run.recent = recent;
            let score = I::enter(Pvs {
                run: &mut run,
                node: Node::new(board),
                depth: if solves {
                    board.empties()
                } else {
                    depth_for(board, depth)
                },
                alpha: -MOST,
                beta: MOST,
            });
            recent = run.recent;
            labels.push(score as f32 / DISC as f32);
        }
        labels
    }
}

/// The usual depth, or for half of the boards one of the other parity: a ply less if that still leaves the stage, else
/// one more.
fn depth_for(board: Board, usual: u32) -> u32 {
    // As good as drawn by lot, and the same for every order of the boards.
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
                let depth = depth_for(board, STAGE_LENGTH as u32);
                assert!(stage(board.empties() - depth) < stage(board.empties()));
                depth
            })
            .collect();
        let odd = depths.iter().filter(|&depth| depth % 2 == 1).count();
        assert!((10..=30).contains(&odd), "{depths:?}");
    }
}
