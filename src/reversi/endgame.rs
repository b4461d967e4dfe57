//! The exact result of boards with few empty squares.
//!
//! Scores are discs for the side to move, empty squares counted for the winner; searches are fail-soft.

use super::board::{Board, CORNERS};
use super::choices::{Choice, Choices};
use super::eval::DISC;
use super::last::{LAST, played, solve_last};
use super::probcut::Confidence;
use super::run::Run;
use super::square::{Square, Squares};
use super::stability::stable_discs;
use super::table::{Effort, Entry};
use crate::isa::{Isa, Task};

/// Boards with this many empty squares or fewer are solved here; above, the evaluation orders the moves.
pub const MOST_EMPTIES: u32 = 12;

/// Below this many empty squares searching again is quicker than a look into the table, which is far from the
/// processor.
const TABLE_EMPTIES: u32 = 8;

/// Up to here ordering by mobility costs more than it saves.
const FEW_EMPTIES: u32 = 6;

/// The four quarters of the board. A quarter with an odd number of empty squares is a region where the mover
/// can expect the last move.
const QUARTERS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// Lower than any result.
const WORST: i32 = -65;

/// The result of `board` in the window from `alpha` to `beta`. Without meaning once the run has stopped.
#[inline(always)]
pub fn solve<I: Isa>(run: &mut Run, board: Board, alpha: i32, beta: i32) -> i32 {
    if board.empties() <= FEW_EMPTIES {
        I::enter(Few {
            run,
            board,
            alpha,
            beta,
        })
    } else {
        I::enter(Many {
            run,
            board,
            alpha,
            beta,
        })
    }
}

/// Principal variation search with the table, the move first that leaves the other side least choice.
struct Many<'r, 'a> {
    run: &'r mut Run<'a>,
    board: Board,
    alpha: i32,
    beta: i32,
}

impl Task for Many<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let Many {
            run,
            board,
            mut alpha,
            mut beta,
        } = self;
        if !run.count_node() {
            return 0;
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            if passed.moves() == 0 {
                return board.final_score();
            }
            return -solve::<I>(run, passed, -beta, -alpha);
        }
        if let Some(most) = bound_by_stability(board, alpha) {
            return most;
        }
        let empties = board.empties();
        let effort = Effort {
            depth: empties,
            confidence: Confidence::SURE,
        };
        let mut first = [None; 2];
        if empties >= TABLE_EMPTIES
            && let Some(known) = run.table.get(board)
        {
            first = [known.best, known.second];
            if known.effort.suffices(effort) {
                let (lower, upper) = (known.lower / DISC, known.upper / DISC);
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                alpha = alpha.max(lower);
                beta = beta.min(upper);
            }
        }
        let (mut best, mut best_square) = (WORST, None);
        let mut choices = Choices::new();
        list(&mut choices, board, moves, first);
        if empties > TABLE_EMPTIES {
            for choice in choices.left() {
                run.table.prefetch(choice.after);
            }
        }
        while let Some(choice) = choices.pick() {
            let floor = alpha.max(best);
            let first = best == WORST;
            let mut child = |low: i32, high: i32| -solve::<I>(&mut *run, choice.after, -high, -low);
            let mut score = child(floor, if first { beta } else { floor + 1 });
            if !first && score > floor && score < beta {
                score = child(score, beta);
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
        let found = Entry::found(
            best * DISC,
            (alpha * DISC, beta * DISC),
            effort,
            best_square,
        );
        if empties >= TABLE_EMPTIES {
            run.table.put(board, found);
        }
        best
    }
}

/// The best possible result if the other side's stable discs alone keep it from exceeding `alpha`.
#[inline(always)]
pub fn bound_by_stability(board: Board, alpha: i32) -> Option<i32> {
    // Not even if every disc were stable: nothing to look for.
    if best_against(board.opponent()) > alpha {
        return None;
    }
    let most = best_against(stable_discs(board).1);
    if most <= alpha { Some(most) } else { None }
}

/// The best result against this set of discs that never flip.
#[inline(always)]
fn best_against(theirs: u64) -> i32 {
    64 - 2 * theirs.count_ones() as i32
}

/// Lists the moves that were best before first, then those that leave the other side the fewest moves; corners and odd quarters
/// are preferred.
#[inline(always)]
fn list(choices: &mut Choices<Board>, board: Board, moves: u64, first: [Option<Square>; 2]) {
    let odd = odd_quarters(board.empty());
    for square in Squares(moves) {
        let after = board.play(square);
        let replies = after.moves();
        let replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let parity = if square.bit() & odd != 0 { 6 } else { 0 };
        let corner = if square.bit() & CORNERS != 0 { 12 } else { 0 };
        let order = if first[0] == Some(square) {
            i32::MAX
        } else if first[1] == Some(square) {
            i32::MAX - 1
        } else {
            parity + corner - 8 * replies
        };
        choices.push(Choice {
            square,
            after,
            order,
        });
    }
}

/// All squares of the quarters in which an odd number of squares is empty.
#[inline(always)]
fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count_ones() % 2 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// Plain alpha-beta, odd quarters first.
struct Few<'r, 'a> {
    run: &'r mut Run<'a>,
    board: Board,
    alpha: i32,
    beta: i32,
}

impl Task for Few<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let Few {
            run,
            board,
            alpha,
            beta,
        } = self;
        if !run.count_node() {
            return 0;
        }
        let empty = board.empty();
        if empty.count_ones() <= LAST {
            return solve_last::<I>(board, alpha, beta);
        }
        let odd = odd_quarters(empty);
        let mut best = WORST;
        for square in Squares(empty & odd).chain(Squares(empty & !odd)) {
            let Some(after) = played(board, square) else {
                continue;
            };
            let score = -I::enter(Few {
                run: &mut *run,
                board: after,
                alpha: -beta,
                beta: -alpha.max(best),
            });
            if score > best {
                best = score;
                if best >= beta {
                    return best;
                }
            }
        }
        if best != WORST {
            return best;
        }
        let passed = board.passed();
        if passed.moves() == 0 {
            return board.final_score();
        }
        -I::enter(Few {
            run,
            board: passed,
            alpha: -beta,
            beta: -alpha,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::isa::Level;
    use crate::reversi::board::tests::reached;
    use crate::reversi::eval::Evaluation;
    use crate::reversi::params::Params;
    use crate::reversi::table::Table;
    use crate::search::{Control, Limits};

    struct Solve<'r, 'a>(&'r mut Run<'a>, Board, (i32, i32));

    impl Task for Solve<'_, '_> {
        type Output = i32;

        #[inline(always)]
        fn run<I: Isa>(self) -> i32 {
            solve::<I>(self.0, self.1, self.2.0, self.2.1)
        }
    }

    fn solved(board: Board, window: (i32, i32)) -> i32 {
        let control = Control::new(Limits::default());
        let mut table = Table::new(1 << 16);
        table.start_search();
        Level::detect().run(Solve(
            &mut Run::new(
                &mut table,
                Evaluation::learned(),
                &Params::default(),
                &control,
            ),
            board,
            window,
        ))
    }

    /// The result by trying everything.
    fn negamax(board: Board) -> i32 {
        let played = board.squares().map(|square| -negamax(board.play(square)));
        if let Some(best) = played.max() {
            return best;
        }
        let passed = board.passed();
        if passed.moves() == 0 {
            return board.final_score();
        }
        -negamax(passed)
    }

    proptest! {
        #[test]
        fn the_last_squares_as_by_trying_everything(
            choices in prop::collection::vec(0..64usize, 53..60),
            alpha in -64..64i32,
        ) {
            let board = reached(&choices);
            // Where a game ended early there is nothing to solve, and nothing to try either.
            prop_assume!(board.empties() <= 7 || board.moves() == 0);
            let result = negamax(board);
            prop_assert_eq!(solved(board, (-64, 64)), result);
            let bound = solved(board, (alpha, alpha + 1));
            if bound > alpha {
                prop_assert!(result >= bound);
            } else {
                prop_assert!(result <= bound);
            }
        }
    }
}
