//! The exact result of boards with few empty squares.
//!
//! Scores are discs for the side to move, empty squares counted for the winner; all windows are empty, and searches
//! are fail-soft.

use super::choices::{Choice, Choices};
use super::last::{LAST, solve_last};
use super::probcut::Confidence;
use super::recent::Seen;
use super::run::Run;
use super::table::{Effort, Entry};
use crate::engine::cpu::{Function, Isa};
use crate::reversi::eval::evaluation::DISC;
use crate::reversi::eval::stability::stable_discs;
use crate::reversi::rules::board::{Board, CORNERS, beside};
use crate::reversi::rules::square::{Square, Squares};

/// Boards with this many empty squares or fewer are solved here; above, the evaluation orders the moves.
pub const MOST_EMPTIES: u32 = 14;

/// Up to here ordering by mobility costs more than it saves.
const FEW_EMPTIES: u32 = 6;

/// Below this searching again is as quick as looking up what is known.
const KNOWN_EMPTIES: u32 = 6;

/// From here on what is known goes to the table, where it lasts but is far from the processor.
const TABLE_EMPTIES: u32 = 8;

/// From here on the boards after all moves are looked up before any is searched.
const LOOK_AHEAD_EMPTIES: u32 = 9;

/// Where each quarter of the board has its first square.
const QUARTERS: u64 = 0x0000_0011_0000_0011;

/// The squares of the first quarter.
const QUARTER: u64 = 0x0f0f_0f0f;

/// Lower than any result.
const WORST: i32 = -65;

/// Whether the result of `board` is above `alpha`: more than that if so, else at most that, and as near to the result
/// as the search came by the way. Without meaning once the run has stopped.
#[inline(always)]
pub fn test<I: Isa>(run: &mut Run, board: Board, alpha: i32) -> i32 {
    if board.empties() > LAST {
        test_moves::<I>(run, board, alpha, board.moves_with::<I>())
    } else if run.count_node() {
        solve_last::<I>(run.counter(), board, alpha)
    } else {
        0
    }
}

/// The same with more than `LAST` empty squares and these moves.
#[inline(always)]
fn test_moves<I: Isa>(run: &mut Run, board: Board, alpha: i32, moves: u64) -> i32 {
    if board.empties() <= FEW_EMPTIES {
        I::call(Few, run, board, alpha, moves)
    } else {
        I::call(Many, run, board, alpha, moves)
    }
}

/// Begins a node with these moves: its result if it needs no search of them.
#[inline(always)]
fn begin<I: Isa>(run: &mut Run, board: Board, alpha: i32, moves: u64) -> Option<i32> {
    if !run.count_node() {
        return Some(0);
    }
    if let Some(most) = bound_by_stability(board, alpha) {
        return Some(most);
    }
    if moves != 0 {
        return None;
    }
    let passed = board.passed();
    Some(if passed.moves_with::<I>() == 0 {
        board.final_score()
    } else {
        -test::<I>(run, passed, -alpha - 1)
    })
}

/// What is known of a board: bounds of its result, and the squares that were best before.
struct Known {
    lower: i32,
    upper: i32,
    first: [Option<Square>; 2],
}

impl Known {
    /// Looks `board` up.
    #[inline(always)]
    fn of(run: &Run, board: Board) -> Known {
        let empties = board.empties();
        let mut known = Known {
            lower: -64,
            upper: 64,
            first: [None; 2],
        };
        if empties < TABLE_EMPTIES {
            if let Some(seen) = run.recent.get(board) {
                known.first[0] = seen.best;
                (known.lower, known.upper) = (seen.lower.into(), seen.upper.into());
            }
        } else if let Some(entry) = run.table.get(board) {
            known.first = [entry.best, entry.second];
            if entry.effort.suffices(exact(empties)) {
                (known.lower, known.upper) = (entry.lower / DISC, entry.upper / DISC);
            }
        }
        known
    }

    /// A bound that tells on which side of `alpha` the result is.
    #[inline(always)]
    fn decides(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Keeps what a search of `board` found out.
#[inline(always)]
fn keep(run: &mut Run, board: Board, alpha: i32, best: i32, square: Option<Square>) {
    let empties = board.empties();
    if empties < TABLE_EMPTIES {
        run.recent.put(board, Seen::found(best, alpha, square));
    } else {
        let window = (alpha * DISC, (alpha + 1) * DISC);
        let found = Entry::found(best * DISC, window, exact(empties), square);
        run.table.put(board, found);
    }
}

/// The effort of a search to the end.
#[inline(always)]
fn exact(empties: u32) -> Effort {
    Effort {
        depth: empties,
        confidence: Confidence::SURE,
    }
}

/// The move first that leaves the other side least choice.
struct Many;

impl Function<&mut Run<'_>, Board, i32, u64> for Many {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(run: &mut Run, board: Board, alpha: i32, moves: u64) -> i32 {
        let empties = board.empties();
        if empties >= TABLE_EMPTIES {
            run.table.prefetch(board);
        } else {
            run.recent.prefetch(board);
        }
        if let Some(score) = begin::<I>(run, board, alpha, moves) {
            return score;
        }
        // What is known of an only move lies with the board after it.
        if let (Some(square), 0) = (Squares(moves).next(), moves & (moves - 1)) {
            return -test::<I>(run, board.play_with::<I>(square), -alpha - 1);
        }
        let known = Known::of(run, board);
        if let Some(score) = known.decides(alpha) {
            return score;
        }
        let mut choices = Choices::new();
        list::<I>(&mut choices, run, board, (moves, known.first));
        if empties >= LOOK_AHEAD_EMPTIES
            && let Some(score) = known_after(run, choices.all(), alpha)
        {
            return score;
        }
        let (mut best, mut best_square) = (WORST, None);
        while let Some(choice) = choices.pick() {
            let After { board, moves } = choice.after;
            let score = -test_moves::<I>(&mut *run, board, -alpha - 1, moves);
            if run.stopped() {
                return 0;
            }
            if score > best {
                (best, best_square) = (score, Some(choice.square));
                if best > alpha {
                    break;
                }
            }
        }
        keep(run, board, alpha, best, best_square);
        best
    }
}

/// A board after a move, and the moves of the side to move then.
#[derive(Clone, Copy)]
struct After {
    board: Board,
    moves: u64,
}

/// A result above `alpha` if the table knows of one after any of the moves.
#[inline(always)]
fn known_after(run: &Run, choices: &[Choice<After>], alpha: i32) -> Option<i32> {
    for choice in choices {
        if let Some(known) = run.table.get(choice.after.board) {
            let score = -known.upper / DISC;
            if known.effort.suffices(exact(choice.after.board.empties())) && score > alpha {
                return Some(score);
            }
        }
    }
    None
}

/// The best possible result if the other side's stable discs alone keep it from exceeding `alpha`.
#[inline(always)]
pub fn bound_by_stability(board: Board, alpha: i32) -> Option<i32> {
    // With less to exceed it holds too seldom to pay, or not even if every disc were stable.
    let least = 2 * board.empties() as i32 - 6;
    if alpha < least || best_against(board.opponent()) > alpha {
        return None;
    }
    let most = best_against(stable_discs(board.opponent(), board.empty()));
    if most <= alpha { Some(most) } else { None }
}

/// The best result against this set of discs that never flip.
#[inline(always)]
fn best_against(theirs: u64) -> i32 {
    64 - 2 * theirs.count_ones() as i32
}

/// Lists the moves that were best before first, then those that leave the other side the fewest moves, now and later; corners
/// and odd quarters are preferred. What each counts was found by the nodes that FFO positions 40 to 44 take.
#[inline(always)]
fn list<I: Isa>(
    choices: &mut Choices<After>,
    run: &Run,
    board: Board,
    (moves, first): (u64, [Option<Square>; 2]),
) {
    let odd = odd_quarters(board.empty());
    let looked_up = board.empties() >= LOOK_AHEAD_EMPTIES;
    for square in Squares(moves) {
        let after = board.play_with::<I>(square);
        if looked_up {
            run.table.prefetch(after);
        }
        let moves = after.moves_with::<I>();
        let replies = (moves.count_ones() + (moves & CORNERS).count_ones()) as i32;
        let later = (beside(after.opponent()) & after.empty()).count_ones() as i32;
        let parity = if square.bit() & odd != 0 { 6 } else { 0 };
        let corner = if square.bit() & CORNERS != 0 { 6 } else { 0 };
        let order = if first[0] == Some(square) {
            i32::MAX
        } else if first[1] == Some(square) {
            i32::MAX - 1
        } else {
            parity + corner - 8 * replies - 2 * later
        };
        choices.push(Choice {
            square,
            after: After {
                board: after,
                moves,
            },
            order,
        });
    }
}

/// All squares of the quarters in which an odd number of squares is empty: regions where the mover can expect the last
/// move.
#[inline(always)]
fn odd_quarters(empty: u64) -> u64 {
    // Each square takes up those to its right, then those below: the first one of a quarter hears of all.
    let mut odd = empty ^ empty >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    (odd & QUARTERS) * QUARTER
}

/// One of the squares `left`: of those that are in the last of these sets that has any.
#[inline(always)]
fn foremost(left: u64, sets: [u64; 4]) -> Option<Square> {
    let mut among = left;
    for set in sets {
        if left & set != 0 {
            among = left & set;
        }
    }
    Squares(among).next()
}

/// Odd quarters first, and their corners.
struct Few;

impl Function<&mut Run<'_>, Board, i32, u64> for Few {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(run: &mut Run, board: Board, alpha: i32, moves: u64) -> i32 {
        let empty = board.empty();
        let is_kept = empty.count_ones() >= KNOWN_EMPTIES;
        if is_kept {
            run.recent.prefetch(board);
        }
        if let Some(score) = begin::<I>(run, board, alpha, moves) {
            return score;
        }
        let mut first = 0;
        if is_kept {
            let known = Known::of(run, board);
            if let Some(score) = known.decides(alpha) {
                return score;
            }
            first = known.first[0].map_or(0, Square::bit);
        }
        let (mut best, mut best_square) = (WORST, None);
        let odd = odd_quarters(empty);
        let mut left = moves;
        while let Some(square) = foremost(left, [CORNERS, odd, odd & CORNERS, first]) {
            left ^= square.bit();
            let score = -test::<I>(&mut *run, board.play_with::<I>(square), -alpha - 1);
            if score > best {
                (best, best_square) = (score, Some(square));
                if best > alpha {
                    break;
                }
            }
        }
        if is_kept && !run.stopped() {
            keep(run, board, alpha, best, best_square);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::cpu::{Level, Task};
    use crate::engine::{Control, Limits};
    use crate::reversi::eval::evaluation::Evaluation;
    use crate::reversi::params::Params;
    use crate::reversi::rules::board::tests::{negamax, reached};
    use crate::reversi::search::table::Table;

    struct Test<'r, 'a>(&'r mut Run<'a>, Board, i32);

    impl Task for Test<'_, '_> {
        type Output = i32;

        #[inline(always)]
        fn run<I: Isa>(self) -> i32 {
            test::<I>(self.0, self.1, self.2)
        }
    }

    fn tested(level: Level, board: Board, alpha: i32) -> i32 {
        let control = Control::new(Limits::default());
        let mut table = Table::new(1 << 16);
        table.start_search();
        level.run(Test(
            &mut Run::new(&table, Evaluation::learned(), &Params::default(), &control),
            board,
            alpha,
        ))
    }

    #[test]
    fn quarters_with_an_odd_number_of_empty_squares() {
        assert_eq!(odd_quarters(0), 0);
        assert_eq!(odd_quarters(u64::MAX), 0);
        for square in Square::all() {
            let odd = odd_quarters(square.bit());
            assert_eq!(odd.count_ones(), 16);
            for other in Square::all() {
                let same = (square.column() / 4, square.row() / 4)
                    == (other.column() / 4, other.row() / 4);
                assert_eq!(odd & other.bit() != 0, same);
                let both = odd_quarters(square.bit() ^ other.bit());
                assert_eq!(both, odd ^ odd_quarters(other.bit()));
            }
        }
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
            for level in Level::available() {
                let bound = tested(level, board, alpha);
                if bound > alpha {
                    prop_assert!(result >= bound);
                } else {
                    prop_assert!(result <= bound);
                }
            }
        }
    }
}
