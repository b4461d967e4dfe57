//! Midgame search: principal variation search (PVS) with null windows, ProbCut, the transposition table and enhanced
//! transposition cutoffs (ETC), down to the evaluation or to the exact endgame.
//!
//! Scores are in evaluation units for the side to move; searches are fail-soft. A depth counts discs placed. A pass
//! costs no depth, so a depth equal to the number of empty squares reaches the end of the game.

use std::iter;

use super::endgame::{self, stability_cutoff};
use super::move_picker::{MovePicker, ScoredMove};
use super::search_thread::SearchThread;
use super::split_point::{BestMove, SplitNode};
use super::split_search::{IsaThread, NodeMoves};
use super::transposition_table::{Draft, TableEntry};
use super::young_brothers::split;
use crate::eval::evaluation::{DISC, MAX_SCORE};
use crate::eval::node::Node;
use crate::rules::board::{CORNERS, neighbors};
use crate::rules::square::{Square, Squares};
use tengen_engine::cpu::{Isa, Task};

/// A score lower than any real one.
const MINUS_INFINITY: i32 = -MAX_SCORE - 1;

/// The depth from which the evaluation orders the moves; below it, only mobility does.
const EVAL_ORDERING_DEPTH: u32 = 3;

/// The depth from which a one-ply search orders the moves.
const SEARCH_ORDERING_DEPTH: u32 = 9;

/// The depth from which enhanced transposition cutoffs are tried.
const ETC_DEPTH: u32 = 5;

/// The depth from which a node becomes a split point when a thread is idle. Below it, splitting costs as much as
/// searching.
pub(super) const SPLIT_DEPTH: u32 = 4;

/// The depth from which a node becomes a split point even if no thread is idle yet. A thread that runs out of work finds
/// it at once and takes a large part, and does not have to wait for others to reach a node that they can split.
const EARLY_SPLIT_DEPTH: u32 = 8;

/// Squares next to a corner, which give the corner away while it is empty.
const AROUND_CORNERS: u64 = neighbors(CORNERS);

/// Principal variation search of a board to `depth` in the window from `alpha` to `beta`. The result is meaningless
/// once the thread has stopped.
pub struct Pvs<'r, 'a> {
    /// The thread that runs the search.
    pub thread: &'r mut SearchThread<'a>,
    /// The board as the side to move sees it.
    pub node: Node,
    /// The number of discs to place before the evaluation.
    pub depth: u32,
    /// The lower bound of the window.
    pub alpha: i32,
    /// The upper bound of the window.
    pub beta: i32,
}

impl Task for Pvs<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let Pvs {
            thread,
            node,
            depth,
            mut alpha,
            mut beta,
        } = self;
        let board = node.board;
        let empties = board.empties();
        let depth = depth.min(empties);
        if depth == empties && empties <= endgame::max_empties(thread.selectivity) {
            let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
            if beta - alpha == 1 {
                return endgame::search_null_window::<I>(thread, board, alpha) * DISC;
            }
        }
        if !thread.count_node() {
            return 0;
        }
        if depth == 0 {
            return thread.evaluation.score_with::<I>(&node);
        }
        let moves = board.moves_with::<I>();
        if moves == 0 {
            let node = node.passed();
            if node.board.moves_with::<I>() == 0 {
                return board.final_score() * DISC;
            }
            return -I::enter(Pvs {
                thread,
                node,
                depth,
                alpha: -beta,
                beta: -alpha,
            });
        }
        if depth == 1 {
            return search_last_ply::<I>(thread, &node, moves, (alpha, beta));
        }
        if depth == empties
            && let Some(bound) = stability_cutoff(board, alpha.div_euclid(DISC))
        {
            return bound * DISC;
        }
        let draft = Draft {
            depth,
            selectivity: thread.selectivity,
        };
        let entry = thread.table.get(board);
        if let Some(entry) = entry
            && entry.draft.suffices(draft)
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            alpha = alpha.max(entry.lower);
            beta = beta.min(entry.upper);
        }
        if beta - alpha == 1
            && let Some(score) = probcut::<I>(thread, &node, depth, alpha)
        {
            return score;
        }
        let mut picker = MovePicker::new();
        let table_moves = entry.map_or([None; 2], |entry| [entry.best, entry.second_best]);
        score_moves::<I>(&mut picker, thread, &node, (moves, table_moves), depth);
        if depth >= ETC_DEPTH
            && let Some(score) = enhanced_transposition_cutoff(thread, picker.moves(), draft, beta)
        {
            return score;
        }
        let mut best_move = BestMove {
            score: MINUS_INFINITY,
            mv: None,
        };
        while let Some(mv) = picker.pick() {
            let window = (alpha.max(best_move.score), beta);
            let is_first = best_move.mv.is_none();
            let score = search_child::<I>(thread, &mv.after, depth - 1, window, is_first);
            if thread.stopped() {
                return 0;
            }
            if score > best_move.score {
                best_move = BestMove {
                    score,
                    mv: Some(mv.square),
                };
                if score >= beta {
                    break;
                }
            }
            if depth >= SPLIT_DEPTH
                && let Some(pool) = thread.pool()
                && (depth >= EARLY_SPLIT_DEPTH || pool.wants_work())
                // A single move is one thread's work.
                && picker.remaining() > 1
            {
                let moves = iter::from_fn(|| picker.pick().map(|mv| (mv.square, mv.after)));
                let node = SplitNode {
                    moves: NodeMoves::new(moves, thread.selectivity),
                    depth: depth - 1,
                    alpha,
                    beta,
                    best: best_move,
                    on_demand: depth < EARLY_SPLIT_DEPTH,
                };
                best_move = split(&mut IsaThread::<I>::new(thread), pool, node);
                if thread.stopped() {
                    return 0;
                }
                break;
            }
        }
        let entry = TableEntry::from_search(best_move.score, (alpha, beta), draft, best_move.mv);
        thread.table.put(board, entry);
        best_move.score
    }
}

/// Returns the score of the move that leads to `node`, searched to `depth` in the window from `floor` to `beta`. Every
/// move except the first is tried with a null window first.
#[inline(always)]
pub fn search_child<I: Isa>(
    thread: &mut SearchThread,
    node: &Node,
    depth: u32,
    (floor, beta): (i32, i32),
    is_first: bool,
) -> i32 {
    let mut search = |low: i32, high: i32| {
        -I::enter(Pvs {
            thread: &mut *thread,
            node: *node,
            depth,
            alpha: -high,
            beta: -low,
        })
    };
    if is_first {
        return search(floor, beta);
    }
    let score = search(floor, floor + 1);
    if score > floor && score < beta {
        return search(floor, beta);
    }
    score
}

/// Searches the last ply, without transposition table and move ordering. Corners come first and the squares around them
/// last, which saves one node in eleven.
#[inline(always)]
fn search_last_ply<I: Isa>(
    thread: &mut SearchThread,
    node: &Node,
    moves: u64,
    window: (i32, i32),
) -> i32 {
    let mut best = MINUS_INFINITY;
    for group in [CORNERS, !(CORNERS | AROUND_CORNERS), AROUND_CORNERS] {
        for square in Squares(moves & group) {
            if !thread.count_node() {
                return 0;
            }
            best = best.max(
                -thread
                    .evaluation
                    .score_with::<I>(&node.play_with::<I>(square)),
            );
            if best >= window.1 {
                return best;
            }
        }
    }
    best
}

/// Multi-ProbCut: returns a bound outside the null window above `alpha` if a shallow search predicts it with sufficient
/// confidence.
#[inline(always)]
fn probcut<I: Isa>(thread: &mut SearchThread, node: &Node, depth: u32, alpha: i32) -> Option<i32> {
    let empties = node.board.empties();
    let (shallow, margin) = thread
        .selectivity
        .shallow_search(thread.params, empties, depth)?;
    let estimate = thread.evaluation.score_with::<I>(node);
    // Skip the shallow search if the static evaluation is already too far from the bound.
    let doubt = margin
        - thread
            .selectivity
            .margin(thread.params, empties, shallow, 0)
            / 2;
    let (high, low) = (alpha + 1 + margin, alpha - margin);
    if high < MAX_SCORE && estimate >= alpha + 1 + doubt {
        let score = search_null_window::<I>(thread, node, shallow, high - 1);
        if score >= high && !thread.stopped() {
            return Some(alpha + 1);
        }
    }
    if low > -MAX_SCORE && estimate <= alpha - doubt {
        let score = search_null_window::<I>(thread, node, shallow, low);
        if score <= low && !thread.stopped() {
            return Some(alpha);
        }
    }
    None
}

/// Searches `node` with the null window from `alpha` to `alpha + 1`.
#[inline(always)]
fn search_null_window<I: Isa>(
    thread: &mut SearchThread,
    node: &Node,
    depth: u32,
    alpha: i32,
) -> i32 {
    I::enter(Pvs {
        thread,
        node: *node,
        depth,
        alpha,
        beta: alpha + 1,
    })
}

/// Enhanced transposition cutoff (ETC): returns a score of at least `beta` if the transposition table has one for the
/// board after any of the moves.
#[inline(always)]
fn enhanced_transposition_cutoff(
    thread: &SearchThread,
    moves: &[ScoredMove<Node>],
    draft: Draft,
    beta: i32,
) -> Option<i32> {
    let wanted = Draft {
        depth: draft.depth - 1,
        ..draft
    };
    for mv in moves {
        if let Some(entry) = thread.table.get(mv.after.board)
            && entry.draft.suffices(wanted)
            && -entry.upper >= beta
        {
            return Some(-entry.upper);
        }
    }
    None
}

/// Fills `picker` with scored moves: table moves first, the others by their ordering score.
#[inline(always)]
fn score_moves<I: Isa>(
    picker: &mut MovePicker<Node>,
    thread: &mut SearchThread,
    node: &Node,
    (moves, table_moves): (u64, [Option<Square>; 2]),
    depth: u32,
) {
    for square in Squares(moves) {
        let after = node.play_with::<I>(square);
        if depth > 2 {
            // The last ply does not use the table.
            thread.table.prefetch(after.board);
        }
        let score = if table_moves[0] == Some(square) {
            i32::MAX
        } else if table_moves[1] == Some(square) {
            i32::MAX - 1
        } else {
            ordering_score::<I>(thread, &after, square, depth)
        };
        picker.push(ScoredMove {
            square,
            after,
            score,
        });
    }
}

/// Returns the ordering score of a move: a shallow evaluation minus the opponent's mobility, with corners counted
/// twice.
#[inline(always)]
fn ordering_score<I: Isa>(
    thread: &mut SearchThread,
    after: &Node,
    square: Square,
    depth: u32,
) -> i32 {
    let replies = after.board.moves_with::<I>();
    let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let estimate = if depth >= SEARCH_ORDERING_DEPTH {
        -I::enter(Pvs {
            thread,
            node: *after,
            depth: 1,
            alpha: -MAX_SCORE,
            beta: MAX_SCORE,
        })
    } else if depth >= EVAL_ORDERING_DEPTH {
        -thread.evaluation.score_with::<I>(after)
    } else {
        4 * DISC * i32::from(square.bit() & CORNERS != 0)
    };
    estimate - thread.params.ordering_mobility * mobility
}
