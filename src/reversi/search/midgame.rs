//! Principal variation search down to the evaluation, or to the exact endgame where the depth reaches it.
//!
//! Scores are units of the evaluation for the side to move; searches are fail-soft. A depth counts discs
//! placed: a pass costs nothing, so that a depth of all empty squares reaches the end.

use super::choices::{Choice, Choices};
use super::endgame::{self, bound_by_stability};
use super::run::Run;
use super::table::{Effort, Entry};
use super::team::{self, Found};
use crate::engine::cpu::{Isa, Task};
use crate::reversi::eval::evaluation::{DISC, MOST};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::board::{CORNERS, beside};
use crate::reversi::rules::square::{Square, Squares};

/// Lower than any score.
const WORST: i32 = -MOST - 1;

/// From this depth on moves are ordered by what the evaluation thinks of them, below by mobility alone.
const EVALUATED_DEPTH: u32 = 3;

/// From this depth on moves are ordered by a search of one ply.
const SEARCHED_DEPTH: u32 = 9;

/// From this depth on the positions after all moves are looked up before any is searched.
const LOOK_AHEAD_DEPTH: u32 = 5;

/// From this depth on a node's moves are shared with idle threads: below it a search takes no longer than to share it.
const SHARED_DEPTH: u32 = 8;

/// The squares that give a corner away while it is empty.
const AROUND_CORNERS: u64 = beside(CORNERS);

/// A search of one board to `depth` in the window from `alpha` to `beta`. Its result is without meaning once
/// the run has stopped.
pub struct Pvs<'r, 'a> {
    /// The search that this is a part of.
    pub run: &'r mut Run<'a>,
    /// As the side to move sees it.
    pub node: Node,
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
            node,
            depth,
            mut alpha,
            mut beta,
        } = self;
        let board = node.board;
        let empties = board.empties();
        let depth = depth.min(empties);
        if depth == empties && empties <= endgame::MOST_EMPTIES {
            let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
            if beta - alpha == 1 {
                return endgame::test::<I>(run, board, alpha) * DISC;
            }
        }
        if !run.count_node() {
            return 0;
        }
        if depth == 0 {
            return run.evaluation.score_with::<I>(&node);
        }
        let moves = board.moves_with::<I>();
        if moves == 0 {
            let node = node.passed();
            if node.board.moves_with::<I>() == 0 {
                return board.final_score() * DISC;
            }
            return -I::enter(Pvs {
                run,
                node,
                depth,
                alpha: -beta,
                beta: -alpha,
            });
        }
        if depth == 1 {
            return best_leaf::<I>(run, &node, moves, (alpha, beta));
        }
        if depth == empties
            && let Some(most) = bound_by_stability(board, alpha.div_euclid(DISC))
        {
            return most * DISC;
        }
        let effort = Effort {
            depth,
            confidence: run.confidence,
        };
        let known = run.table.get(board);
        if let Some(known) = known
            && known.effort.suffices(effort)
        {
            if known.lower >= beta || known.lower == known.upper {
                return known.lower;
            }
            if known.upper <= alpha {
                return known.upper;
            }
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
        }
        if beta - alpha == 1
            && let Some(score) = foreseen::<I>(run, &node, depth, alpha)
        {
            return score;
        }
        let mut choices = Choices::new();
        let first = known.map_or([None; 2], |known| [known.best, known.second]);
        list::<I>(&mut choices, run, &node, (moves, first), depth);
        if depth >= LOOK_AHEAD_DEPTH
            && let Some(score) = known_cutoff(run, choices.all(), effort, beta)
        {
            return score;
        }
        let mut found = Found {
            best: WORST,
            square: None,
        };
        while let Some(choice) = choices.pick() {
            let window = (alpha.max(found.best), beta);
            let is_first = found.square.is_none();
            let score = child::<I>(run, &choice.after, depth - 1, window, is_first);
            if run.stopped() {
                return 0;
            }
            if score > found.best {
                found = Found {
                    best: score,
                    square: Some(choice.square),
                };
                if score >= beta {
                    break;
                }
            }
            if depth >= SHARED_DEPTH
                && !choices.is_empty()
                && let Some(team) = run.idle_team()
            {
                found = team::share::<I>(run, team, choices, (depth - 1, alpha, beta), found);
                if run.stopped() {
                    return 0;
                }
                break;
            }
        }
        let Found { best, square } = found;
        run.table
            .put(board, Entry::found(best, (alpha, beta), effort, square));
        best
    }
}

/// The score of a move after which `node` is searched to `depth`, in a window from what must be exceeded to what
/// suffices. All moves but the first are expected to be no better.
#[inline(always)]
pub fn child<I: Isa>(
    run: &mut Run,
    node: &Node,
    depth: u32,
    (floor, beta): (i32, i32),
    is_first: bool,
) -> i32 {
    let mut search = |low: i32, high: i32| {
        -I::enter(Pvs {
            run: &mut *run,
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

/// The score of the last ply: nothing to look up or to keep, and no order but that of the squares. Corners first and
/// the squares around them last saves a node in eleven of a search.
#[inline(always)]
fn best_leaf<I: Isa>(run: &mut Run, node: &Node, moves: u64, window: (i32, i32)) -> i32 {
    let mut best = WORST;
    for group in [CORNERS, !(CORNERS | AROUND_CORNERS), AROUND_CORNERS] {
        for square in Squares(moves & group) {
            if !run.count_node() {
                return 0;
            }
            best = best.max(-run.evaluation.score_with::<I>(&node.play_with::<I>(square)));
            if best >= window.1 {
                return best;
            }
        }
    }
    best
}

/// A bound beyond the null window above `alpha` if a shallow search makes it certain enough.
#[inline(always)]
fn foreseen<I: Isa>(run: &mut Run, node: &Node, depth: u32, alpha: i32) -> Option<i32> {
    let empties = node.board.empties();
    let (shallow, margin) = run.confidence.shortcut(run.params, empties, depth)?;
    let estimate = run.evaluation.score_with::<I>(node);
    // What the evaluation alone holds for out of reach is not worth a search.
    let doubt = margin - run.confidence.margin(run.params, empties, shallow, 0) / 2;
    let (high, low) = (alpha + 1 + margin, alpha - margin);
    if high < MOST && estimate >= alpha + 1 + doubt {
        let score = null_window::<I>(run, node, shallow, high - 1);
        if score >= high && !run.stopped() {
            return Some(alpha + 1);
        }
    }
    if low > -MOST && estimate <= alpha - doubt {
        let score = null_window::<I>(run, node, shallow, low);
        if score <= low && !run.stopped() {
            return Some(alpha);
        }
    }
    None
}

#[inline(always)]
fn null_window<I: Isa>(run: &mut Run, node: &Node, depth: u32, alpha: i32) -> i32 {
    I::enter(Pvs {
        run,
        node: *node,
        depth,
        alpha,
        beta: alpha + 1,
    })
}

/// A score of at least `beta` if the table knows one after any of the moves.
#[inline(always)]
fn known_cutoff(run: &Run, choices: &[Choice<Node>], effort: Effort, beta: i32) -> Option<i32> {
    let wanted = Effort {
        depth: effort.depth - 1,
        ..effort
    };
    for choice in choices {
        if let Some(known) = run.table.get(choice.after.board)
            && known.effort.suffices(wanted)
            && -known.upper >= beta
        {
            return Some(-known.upper);
        }
    }
    None
}

/// Lists the moves that were best before first, then the others as they look at first sight.
#[inline(always)]
fn list<I: Isa>(
    choices: &mut Choices<Node>,
    run: &mut Run,
    node: &Node,
    (moves, first): (u64, [Option<Square>; 2]),
    depth: u32,
) {
    for square in Squares(moves) {
        let after = node.play_with::<I>(square);
        if depth > 2 {
            // The last ply looks nothing up.
            run.table.prefetch(after.board);
        }
        let order = if first[0] == Some(square) {
            i32::MAX
        } else if first[1] == Some(square) {
            i32::MAX - 1
        } else {
            first_sight::<I>(run, &after, square, depth)
        };
        choices.push(Choice {
            square,
            after,
            order,
        });
    }
}

#[inline(always)]
fn first_sight<I: Isa>(run: &mut Run, after: &Node, square: Square, depth: u32) -> i32 {
    let replies = after.board.moves_with::<I>();
    let choice = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let estimate = if depth >= SEARCHED_DEPTH {
        -I::enter(Pvs {
            run,
            node: *after,
            depth: 1,
            alpha: -MOST,
            beta: MOST,
        })
    } else if depth >= EVALUATED_DEPTH {
        -run.evaluation.score_with::<I>(after)
    } else {
        4 * DISC * i32::from(square.bit() & CORNERS != 0)
    };
    estimate - run.params.reply * choice
}
