//! Principal variation search down to the evaluation, or to the exact endgame where the depth reaches it.
//!
//! Scores are units of the evaluation for the side to move; searches are fail-soft. A depth counts discs
//! placed: a pass costs nothing, so that a depth of all empty squares is exact.

use super::board::{Board, CORNERS};
use super::choices::{Choice, Choices};
use super::endgame;
use super::eval::{DISC, MOST, evaluate};
use super::params::ByEmpties;
use super::run::Run;
use super::square::{Square, Squares};
use super::table::Entry;
use crate::isa::{Isa, Task};

/// Lower than any score.
const WORST: i32 = -MOST - 1;

/// From this depth on the table is asked and kept.
const TABLE_DEPTH: u32 = 2;

/// From this depth on moves are ordered by what the evaluation thinks of them, below by mobility alone.
const EVALUATED_DEPTH: u32 = 4;

/// From this depth on the positions after all moves are looked up before any is searched.
const LOOK_AHEAD_DEPTH: u32 = 4;

/// What one reply less for the other side counts in the ordering beside the evaluation. More than in the
/// evaluation itself, because a position with few replies is also cheap to search; 2 to 16 discs
/// need nearly the same number of nodes.
const REPLY: i32 = 4 * DISC;

/// A search of one board to `depth` in the window from `alpha` to `beta`. Its result is without meaning once
/// the run has stopped.
pub struct Pvs<'r, 'a> {
    /// The search that this is a part of.
    pub run: &'r mut Run<'a>,
    /// As the side to move sees it.
    pub board: Board,
    /// Discs to be placed before the evaluation is asked.
    pub depth: u32,
    /// What the side to move has elsewhere.
    pub alpha: i32,
    /// What the other side has elsewhere.
    pub beta: i32,
}

impl Task for Pvs<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let Pvs {
            run,
            board,
            depth,
            mut alpha,
            mut beta,
        } = self;
        let empties = board.empties();
        let depth = depth.min(empties);
        if depth == empties && empties <= endgame::MOST_EMPTIES {
            let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
            return endgame::solve::<I>(run, board, alpha, beta) * DISC;
        }
        if !run.count_node() {
            return 0;
        }
        if depth == 0 {
            return evaluate(board, run.weights);
        }
        let moves = board.moves();
        if moves == 0 {
            let board = board.passed();
            if board.moves() == 0 {
                return -board.final_score() * DISC;
            }
            return -I::enter(Pvs {
                run,
                board,
                depth,
                alpha: -beta,
                beta: -alpha,
            });
        }
        let mut hash_move = None;
        if depth >= TABLE_DEPTH
            && let Some(known) = run.table.get(board)
        {
            hash_move = known.best;
            if known.depth >= depth {
                if known.lower >= beta || known.lower == known.upper {
                    return known.lower;
                }
                if known.upper <= alpha {
                    return known.upper;
                }
                alpha = alpha.max(known.lower);
                beta = beta.min(known.upper);
            }
        }
        let mut choices = Choices::new();
        let sight = FirstSight {
            weights: run.weights,
            depth,
        };
        list(&mut choices, board, moves, hash_move, sight);
        if depth >= LOOK_AHEAD_DEPTH
            && let Some(score) = known_cutoff(run, choices.left(), depth - 1, beta)
        {
            return score;
        }
        let (mut best, mut best_square) = (WORST, None);
        while let Some(choice) = choices.pick() {
            let floor = alpha.max(best);
            let first = best == WORST;
            let mut child = |low: i32, high: i32| {
                -I::enter(Pvs {
                    run: &mut *run,
                    board: choice.board,
                    depth: depth - 1,
                    alpha: -high,
                    beta: -low,
                })
            };
            let mut score = child(floor, if first { beta } else { floor + 1 });
            if !first && score > floor && score < beta {
                score = child(floor, beta);
            }
            if run.stopped() {
                return 0;
            }
            if score > best {
                (best, best_square) = (score, Some(choice.square));
                if best >= beta {
                    break;
                }
            }
        }
        if depth >= TABLE_DEPTH {
            run.table
                .put(board, Entry::found(best, (alpha, beta), depth, best_square));
        }
        best
    }
}

/// A score of at least `beta` if the table knows one after any of the moves, searched to `depth` or deeper.
#[inline(always)]
fn known_cutoff(run: &Run, choices: &[Choice], depth: u32, beta: i32) -> Option<i32> {
    for choice in choices {
        if let Some(known) = run.table.get(choice.board)
            && known.depth >= depth
            && -known.upper >= beta
        {
            return Some(-known.upper);
        }
    }
    None
}

/// Lists the hash move first, then the moves as they look at first sight; before the last ply as they come.
#[inline(always)]
fn list(
    choices: &mut Choices,
    board: Board,
    moves: u64,
    hash_move: Option<Square>,
    sight: FirstSight,
) {
    for square in Squares(moves) {
        let after = board.play(square);
        let order = if hash_move == Some(square) {
            i32::MAX
        } else if sight.depth == 1 {
            0
        } else {
            sight.of(after, square)
        };
        choices.push(Choice {
            square,
            board: after,
            order,
        });
    }
}

/// What a move is worth before it is searched.
struct FirstSight<'a> {
    weights: &'a ByEmpties,
    depth: u32,
}

impl FirstSight<'_> {
    #[inline(always)]
    fn of(&self, after: Board, square: Square) -> i32 {
        let replies = after.moves();
        let choice = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let corner = i32::from(square.bit() & CORNERS != 0);
        let estimate = if self.depth >= EVALUATED_DEPTH {
            -evaluate(after, self.weights)
        } else {
            4 * DISC * corner
        };
        estimate - REPLY * choice
    }
}
