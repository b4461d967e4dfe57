//! Exact endgame search with null windows for boards with few empty squares.
//!
//! Scores are disc differences for the side to move, with empty squares counted for the winner; searches are fail-soft.
//! `DeepEndgame` orders moves by mobility and parity (fastest-first), `ShallowEndgame` by parity alone.

use super::last_empties::{LAST_EMPTIES, solve_last};
use super::local_cache::CachedBounds;
use super::move_picker::{MovePicker, ScoredMove};
use super::probcut::Selectivity;
use super::search_thread::SearchThread;
use super::transposition_table::{Draft, TableEntry};
use crate::eval::evaluation::DISC;
use crate::eval::stability::stable_discs;
use crate::rules::board::{Board, CORNERS, EDGES, neighbors};
use crate::rules::square::{Square, Squares};
use tengen_engine::cpu::{Function, Isa};

/// The most empty squares for this search if the search is selective; with more, the midgame search cuts by ProbCut.
pub const MAX_EMPTIES: u32 = 14;

/// The most empty squares for this search if the search is exact; with more, the midgame search orders moves by evaluation.
const MAX_EMPTIES_EXACT: u32 = 16;

/// The most empty squares for the shallow endgame, in which ordering by mobility costs more than it saves.
const SHALLOW_EMPTIES: u32 = 5;

/// The fewest empty squares of boards in the transposition table, which keeps them longer than the local cache. With 8, FFO
/// positions 40 to 44 take 6 % fewer nodes and a fourth more time, since each lookup waits for memory.
const TABLE_EMPTIES: u32 = 11;

/// The fewest empty squares for enhanced transposition cutoffs, so that the table has the boards after the moves.
const ETC_EMPTIES: u32 = TABLE_EMPTIES + 1;

/// The first square of each quadrant.
const QUADRANT_CORNERS: u64 = 0x0000_0011_0000_0011;

/// The squares of the first quadrant.
const FIRST_QUADRANT: u64 = 0x0f0f_0f0f;

/// A score lower than any real one.
const MINUS_INFINITY: i32 = -65;

/// Returns the most empty squares for this search within a search of this selectivity.
#[inline(always)]
pub fn max_empties(selectivity: Selectivity) -> u32 {
    if selectivity == Selectivity::NONE {
        MAX_EMPTIES_EXACT
    } else {
        MAX_EMPTIES
    }
}

/// Null-window search: returns a score above `alpha` if the result of `board` is above it, otherwise one of at most
/// `alpha`. Either is a bound on the result (fail-soft). Meaningless once the thread has stopped.
#[inline(always)]
pub fn search_null_window<I: Isa>(thread: &mut SearchThread, board: Board, alpha: i32) -> i32 {
    if board.empties() > LAST_EMPTIES {
        search_moves::<I>(thread, board, alpha, board.moves_with::<I>())
    } else if thread.count_node() {
        solve_last::<I>(thread.node_counter(), board, alpha)
    } else {
        0
    }
}

/// Runs [`search_null_window`] on a board with more than `LAST_EMPTIES` empty squares and these `moves`.
#[inline(always)]
fn search_moves<I: Isa>(thread: &mut SearchThread, board: Board, alpha: i32, moves: u64) -> i32 {
    if board.empties() <= SHALLOW_EMPTIES {
        I::call(ShallowEndgame, thread, board, alpha, moves)
    } else {
        I::call(DeepEndgame, thread, board, alpha, moves)
    }
}

/// Counts a node. Returns its score on a stop, on a stability cutoff, or if the side to move must pass.
#[inline(always)]
fn enter_node<I: Isa>(
    thread: &mut SearchThread,
    board: Board,
    alpha: i32,
    moves: u64,
) -> Option<i32> {
    if !thread.count_node() {
        return Some(0);
    }
    if let Some(bound) = stability_cutoff(board, alpha) {
        return Some(bound);
    }
    if moves != 0 {
        return None;
    }
    let passed = board.passed();
    Some(if passed.moves_with::<I>() == 0 {
        board.final_score()
    } else {
        -search_null_window::<I>(thread, passed, -alpha - 1)
    })
}

struct KnownBounds {
    lower: i32,
    upper: i32,
    best_squares: [Option<Square>; 2],
}

impl KnownBounds {
    /// Looks up `board` in the local cache, then in the transposition table.
    #[inline(always)]
    fn look_up(thread: &SearchThread, board: Board) -> KnownBounds {
        let empties = board.empties();
        let mut known = KnownBounds {
            lower: -64,
            upper: 64,
            best_squares: [None; 2],
        };
        if empties < TABLE_EMPTIES {
            if let Some(bounds) = thread.local_cache.get(board) {
                known.best_squares[0] = bounds.best;
                (known.lower, known.upper) = (bounds.lower.into(), bounds.upper.into());
            }
        } else if let Some(entry) = thread.table.get(board) {
            known.best_squares = [entry.best, entry.second_best];
            if entry.draft.suffices(exact_draft(empties)) {
                (known.lower, known.upper) = (entry.lower / DISC, entry.upper / DISC);
            }
        }
        known
    }

    /// Returns a bound outside the null window above `alpha`.
    #[inline(always)]
    fn cutoff(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

#[inline(always)]
fn store(thread: &mut SearchThread, board: Board, alpha: i32, best: i32, square: Option<Square>) {
    let empties = board.empties();
    if empties < TABLE_EMPTIES {
        thread
            .local_cache
            .put(board, CachedBounds::from_search(best, alpha, square));
    } else {
        let window = (alpha * DISC, (alpha + 1) * DISC);
        let entry = TableEntry::from_search(best * DISC, window, exact_draft(empties), square);
        thread.table.put(board, entry);
    }
}

/// Returns the draft of an exact search to the end of the game.
#[inline(always)]
fn exact_draft(empties: u32) -> Draft {
    Draft {
        depth: empties,
        selectivity: Selectivity::NONE,
    }
}

/// Endgame search with moves ordered by the opponent's mobility (fastest-first) and parity.
struct DeepEndgame;

impl Function<&mut SearchThread<'_>, Board, i32, u64> for DeepEndgame {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(thread: &mut SearchThread, board: Board, alpha: i32, moves: u64) -> i32 {
        let empties = board.empties();
        if empties >= TABLE_EMPTIES {
            thread.table.prefetch(board);
        } else {
            thread.local_cache.prefetch(board);
        }
        if let Some(score) = enter_node::<I>(thread, board, alpha, moves) {
            return score;
        }
        // A board with a single move has the bounds of its successor.
        if let (Some(square), 0) = (Squares(moves).next(), moves & (moves - 1)) {
            return -search_null_window::<I>(thread, board.play_with::<I>(square), -alpha - 1);
        }
        let known = KnownBounds::look_up(thread, board);
        if let Some(score) = known.cutoff(alpha) {
            return score;
        }
        let mut picker = MovePicker::new();
        score_moves::<I>(&mut picker, thread, board, (moves, known.best_squares));
        if empties >= ETC_EMPTIES
            && let Some(score) = enhanced_transposition_cutoff(thread, picker.moves(), alpha)
        {
            return score;
        }
        let (mut best, mut best_square) = (MINUS_INFINITY, None);
        while let Some(mv) = picker.pick() {
            let Successor { board, moves } = mv.after;
            let score = -search_moves::<I>(&mut *thread, board, -alpha - 1, moves);
            if thread.stopped() {
                return 0;
            }
            if score > best {
                (best, best_square) = (score, Some(mv.square));
                if best > alpha {
                    break;
                }
            }
        }
        store(thread, board, alpha, best, best_square);
        best
    }
}

/// A successor board with the moves of its side to move.
#[derive(Clone, Copy)]
struct Successor {
    board: Board,
    moves: u64,
}

/// Enhanced transposition cutoff (ETC): returns a score above `alpha` if the transposition table has one for the board
/// after any of the moves.
#[inline(always)]
fn enhanced_transposition_cutoff(
    thread: &SearchThread,
    moves: &[ScoredMove<Successor>],
    alpha: i32,
) -> Option<i32> {
    for mv in moves {
        if let Some(known) = thread.table.get(mv.after.board) {
            let score = -known.upper / DISC;
            if known.draft.suffices(exact_draft(mv.after.board.empties())) && score > alpha {
                return Some(score);
            }
        }
    }
    None
}

/// Stability cutoff: returns the best possible result if the opponent's stable discs keep it at or below `alpha`.
#[inline(always)]
pub fn stability_cutoff(board: Board, alpha: i32) -> Option<i32> {
    // Below `min_alpha` a cutoff is too rare to be worthwhile. The second condition excludes boards where not even all
    // discs being stable would give one.
    let min_alpha = 2 * board.empties() as i32 - 6;
    if alpha < min_alpha || max_score_against(board.opponent()) > alpha {
        return None;
    }
    let bound = max_score_against(stable_discs(board.opponent(), board.empty()));
    if bound <= alpha { Some(bound) } else { None }
}

/// Returns the best possible score against these stable discs of the opponent.
#[inline(always)]
fn max_score_against(theirs: u64) -> i32 {
    64 - 2 * theirs.count_ones() as i32
}

/// Fills `picker` with scored moves: table moves first, then by the opponent's mobility and the own frontier, with a bonus
/// for corners, edges and odd quadrants (parity), and a penalty for squares next to empty corners. The weights were tuned
/// by node counts on FFO positions 20 to 39 and 40 to 44.
#[inline(always)]
fn score_moves<I: Isa>(
    picker: &mut MovePicker<Successor>,
    thread: &SearchThread,
    board: Board,
    (moves, table_moves): (u64, [Option<Square>; 2]),
) {
    let odd = odd_quadrants(board.empty());
    let next_to_empty_corner = neighbors(board.empty() & CORNERS);
    let tries_etc = board.empties() >= ETC_EMPTIES;
    for square in Squares(moves) {
        let after = board.play_with::<I>(square);
        if tries_etc {
            thread.table.prefetch(after);
        }
        let moves = after.moves_with::<I>();
        let mobility = (moves.count_ones() + (moves & CORNERS).count_ones()) as i32;
        let frontier = (after.opponent() & neighbors(after.empty())).count_ones() as i32;
        let bonus = |squares: u64, bonus: i32| {
            if square.bit() & squares != 0 {
                bonus
            } else {
                0
            }
        };
        let place =
            bonus(odd, 2) + bonus(CORNERS, 3) + bonus(EDGES, 3) + bonus(next_to_empty_corner, -2);
        let score = if table_moves[0] == Some(square) {
            i32::MAX
        } else if table_moves[1] == Some(square) {
            i32::MAX - 1
        } else {
            place - 7 * mobility - frontier
        };
        picker.push(ScoredMove {
            square,
            after: Successor {
                board: after,
                moves,
            },
            score,
        });
    }
}

/// Returns the squares of all quadrants with an odd number of empty squares. By parity, the side that plays first in
/// such a region can expect to make its last move.
#[inline(always)]
fn odd_quadrants(empty: u64) -> u64 {
    // Each square accumulates those to its right, then those below, so that the first square of a quadrant has its
    // parity.
    let mut odd = empty ^ empty >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    (odd & QUADRANT_CORNERS) * FIRST_QUADRANT
}

/// Returns one of the squares `left`, taken from the last of `sets` that contains any of them.
#[inline(always)]
fn first_by_priority(left: u64, sets: [u64; 4]) -> Option<Square> {
    let mut among = left;
    for set in sets {
        if left & set != 0 {
            among = left & set;
        }
    }
    Squares(among).next()
}

/// Endgame search with moves ordered by parity: odd quadrants first, corners first among them.
struct ShallowEndgame;

impl Function<&mut SearchThread<'_>, Board, i32, u64> for ShallowEndgame {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(thread: &mut SearchThread, board: Board, alpha: i32, moves: u64) -> i32 {
        thread.local_cache.prefetch(board);
        if let Some(score) = enter_node::<I>(thread, board, alpha, moves) {
            return score;
        }
        let known = KnownBounds::look_up(thread, board);
        if let Some(score) = known.cutoff(alpha) {
            return score;
        }
        let first = known.best_squares[0].map_or(0, Square::bit);
        let (mut best, mut best_square) = (MINUS_INFINITY, None);
        let odd = odd_quadrants(board.empty());
        let mut left = moves;
        while let Some(square) = first_by_priority(left, [CORNERS, odd, odd & CORNERS, first]) {
            left ^= square.bit();
            let score =
                -search_null_window::<I>(&mut *thread, board.play_with::<I>(square), -alpha - 1);
            if score > best {
                (best, best_square) = (score, Some(square));
                if best > alpha {
                    break;
                }
            }
        }
        if !thread.stopped() {
            store(thread, board, alpha, best, best_square);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::evaluation::Evaluation;
    use crate::params::Params;
    use crate::rules::board::tests::{negamax, reached};
    use crate::search::transposition_table::TranspositionTable;
    use tengen_engine::cpu::{Level, Task};
    use tengen_engine::{Control, Limits};

    struct Test<'r, 'a>(&'r mut SearchThread<'a>, Board, i32);

    impl Task for Test<'_, '_> {
        type Output = i32;

        #[inline(always)]
        fn run<I: Isa>(self) -> i32 {
            search_null_window::<I>(self.0, self.1, self.2)
        }
    }

    fn tested(level: Level, board: Board, alpha: i32) -> i32 {
        let control = Control::new(Limits::default());
        let mut table = TranspositionTable::new(1 << 16);
        table.start_search();
        level.run(Test(
            &mut SearchThread::new(&table, Evaluation::learned(), &Params::default(), &control),
            board,
            alpha,
        ))
    }

    #[test]
    fn quadrants_with_an_odd_number_of_empty_squares() {
        assert_eq!(odd_quadrants(0), 0);
        assert_eq!(odd_quadrants(u64::MAX), 0);
        for square in Square::all() {
            let odd = odd_quadrants(square.bit());
            assert_eq!(odd.count_ones(), 16);
            for other in Square::all() {
                let same = (square.column() / 4, square.row() / 4)
                    == (other.column() / 4, other.row() / 4);
                assert_eq!(odd & other.bit() != 0, same);
                let both = odd_quadrants(square.bit() ^ other.bit());
                assert_eq!(both, odd ^ odd_quadrants(other.bit()));
            }
        }
    }

    proptest! {
        #[test]
        fn endgame_agrees_with_exhaustive_search(
            choices in prop::collection::vec(0..64usize, 53..60),
            alpha in -64..64i32,
        ) {
            let board = reached(&choices);
            // Games that end early leave nothing to solve.
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
