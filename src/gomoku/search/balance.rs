//! Searches for moves that bring the position near a target score, for balanced openings.
//!
//! Every line of one or two moves is evaluated statically, and the lines nearest to the target are searched with
//! iterative deepening. The window of a search is as wide as the distance of the best line so far, since a score
//! outside it need not be exact. A line that comes nearer gets the mean of its open-window scores at this depth and one
//! ply more. Each iteration searches half as many lines as the previous one, so that the nearest are searched deeply.
//! It continues with other lines only while none of these is close: if deeper searches favor one side, all the lines
//! that were near become distant.

use arrayvec::ArrayVec;

use super::history::History;
use super::move_picker::all_moves;
use super::thread::{MAX_PLY, SearchThread, SearchWindow};
use crate::eval::board::Board;
use crate::eval::score::{WIN, evaluate};
use crate::request::Balance;
use crate::rules::Point;
use tengen_engine::Control;

/// One or two moves, the sides alternating.
type BalanceMoves = ArrayVec<Point, 2>;

/// Maximum number of lines, in the first iteration.
const MAX_LINES: usize = 200;

/// Minimum number of lines in an iteration, if there are that many.
const MIN_LINES: usize = 24;

/// Distance at which no lines beyond an iteration's own are needed.
const CLOSE: i32 = 20;

/// Distance greater than that of any score from a target.
const UNBOUNDED: i32 = 2 * WIN;

/// A line of moves and the score of the position after it, for the side that plays first.
#[derive(Clone, Debug)]
pub(super) struct BalancedLine {
    /// As many moves as requested, or fewer if the board is full.
    pub moves: BalanceMoves,
    /// Score in evaluation units.
    pub score: i32,
    /// Maximum search depth in plies, including the moves.
    pub depth: u32,
}

/// Searches until a limit is reached and reports the best line of each depth. Returns `None` if no moves leave the game
/// undecided.
pub(super) fn find_balanced(
    thread: &mut SearchThread,
    target: Balance,
    control: &Control<Point>,
    mut report: impl FnMut(&BalancedLine, &SearchThread),
) -> Option<BalancedLine> {
    // A target beyond a win is as good as a win.
    let target = Balance {
        score: target.score.clamp(-WIN, WIN),
        ..target
    };
    let mut lines = lines_by_evaluation(thread, target, control);
    let (nearest, score) = lines.first()?.clone();
    let mut count = lines.len();
    let mut best = BalancedLine {
        depth: nearest.len() as u32,
        moves: nearest,
        score,
    };
    for depth in best.depth + 1..=MAX_PLY as u32 {
        if !control.allows_depth(depth) || control.past_soft_time() {
            break;
        }
        // Scores at different depths are not comparable: only the last completed depth counts.
        let mut nearest = best.clone();
        let mut best_distance = UNBOUNDED;
        for i in 0..lines.len() {
            if i >= count && best_distance <= CLOSE {
                break;
            }
            let moves = lines[i].0.clone();
            let distance = |score: i32| (score - target.score).abs();
            let mut score = search_line(thread, &moves, target.score, best_distance, depth - 1);
            if distance(score) < best_distance {
                // Pruning depends on the window, so only an open-window score counts. The last move favors the side
                // that makes it, so take the mean with one ply more.
                let open = |plies| search_line(thread, &moves, target.score, UNBOUNDED, plies);
                let scores = [depth - 1, depth].map(open);
                score = scores.iter().sum::<i32>() / 2;
            }
            if thread.stopped() {
                return Some(best);
            }
            if distance(score) >= best_distance {
                continue;
            }
            best_distance = distance(score);
            nearest = BalancedLine {
                moves,
                score,
                depth,
            };
            // Search it first in the next iteration, so that windows become narrow early.
            lines[..=i].rotate_right(1);
            if best_distance == 0 {
                break;
            }
        }
        best = nearest;
        report(&best, thread);
        count = (count / 2).max(MIN_LINES);
    }
    Some(best)
}

/// Returns the lines nearest to the target by static evaluation, nearest first.
fn lines_by_evaluation(
    thread: &mut SearchThread,
    target: Balance,
    control: &Control<Point>,
) -> Vec<(BalanceMoves, i32)> {
    let me = thread.board.to_move();
    let mut lines = Vec::new();
    let firsts = moves_without_five(&thread.board)
        .into_iter()
        .filter(|point| control.request().allows(me, point, 0));
    for first in firsts {
        thread.board.play(first);
        if target.moves < 2 {
            if thread.count_node() {
                lines.push((
                    BalanceMoves::from_iter([first]),
                    -evaluate(&mut thread.board),
                ));
            }
        } else {
            for second in moves_without_five(&thread.board) {
                if !thread.count_node() {
                    break;
                }
                thread.board.play(second);
                lines.push((
                    BalanceMoves::from_iter([first, second]),
                    evaluate(&mut thread.board),
                ));
                thread.board.undo();
            }
        }
        thread.board.undo();
        if thread.stopped() {
            break;
        }
    }
    lines.sort_by_key(|(_, score)| (score - target.score).abs());
    lines.truncate(MAX_LINES);
    lines
}

/// Returns the legal moves of the side to move that do not make a five.
fn moves_without_five(board: &Board) -> Vec<Point> {
    let me = board.to_move();
    all_moves(board, &History::disabled())
        .filter(|&point| !board.packed_threat(me, point).is_five())
        .collect()
}

/// Searches the position after `moves`. Returns the score for the side that plays first, exact if it is less than
/// `best_distance` away from `target`.
fn search_line(
    thread: &mut SearchThread,
    moves: &BalanceMoves,
    target: i32,
    best_distance: i32,
    depth: u32,
) -> i32 {
    let window = |score: i32| score.clamp(-WIN, WIN);
    let wanted = SearchWindow {
        alpha: window(target - best_distance),
        beta: window(target + best_distance),
    };
    for &point in moves {
        thread.board.play(point);
    }
    let ply = moves.len();
    let left = depth as i32 - ply as i32;
    let score = if ply % 2 == 1 {
        -thread.search(wanted.negated(), left, ply)
    } else {
        thread.search(wanted, left, ply)
    };
    for _ in moves {
        thread.board.undo();
    }
    score
}

#[cfg(test)]
mod tests {
    use crate::eval::score::winrate;
    use crate::params::Params;
    use crate::request::{Balance, GomokuRequest};
    use crate::rules::Rule;
    use crate::search::AlphaBeta;
    use crate::testing::drawing::board as draw;
    use tengen_engine::game::Position as _;
    use tengen_engine::{Control, Limits, SearchRequest, SearchResult, Searcher, Settings};
    use tengen_engine::{Restriction, RootMove};
    use tengen_testing::length::short_or_long;

    use super::Point;

    const ROWS: [&str; 11] = [
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . X . . . . . .",
        ". . . . . O . . . . .",
        ". . . . X . . . . . .",
        ". . . . . O . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
    ];

    fn player() -> AlphaBeta {
        AlphaBeta::new(Settings {
            memory: 8 << 20,
            ..Settings::default()
        })
    }

    fn asked(limits: Limits, request: SearchRequest<Point>) -> SearchResult<Point> {
        let control = Control::new(limits).with_request(request);
        player()
            .search(&draw(Rule::Freestyle, &ROWS), &control)
            .unwrap()
    }

    fn balanced(limits: Limits, moves: usize, score: i32) -> RootMove<Point> {
        let request = SearchRequest {
            game: GomokuRequest {
                balance: Some(Balance { moves, score }),
                ..GomokuRequest::default()
            },
            ..SearchRequest::default()
        };
        asked(limits, request).report.lines.remove(0)
    }

    /// Returns a fixed depth, at which searches differ only in their windows.
    fn plies(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Whether the winrates of two scores differ by at most 0.045, as those of searches with different windows do.
    fn is_near(score: f32, other: f32) -> bool {
        let [one, other] = [score, other].map(|score| winrate(score as i32, &Params::default()));
        (one - other).abs() <= 0.045
    }

    /// Returns the score of the position after each move, as the balance search measures it: the mean of the last two
    /// depths, including the move.
    fn scores_of_moves(depth: u32) -> Vec<(Point, f32)> {
        let position = draw(Rule::Freestyle, &ROWS);
        let moves = position.legal_moves(position.to_move()).into_iter();
        let score = |mv: Point| {
            let mut position = position.clone();
            position.play(position.to_move(), mv).unwrap();
            let scores = [depth - 2, depth - 1].map(|depth| {
                let found = player().search(&position, &Control::new(plies(depth)));
                found.unwrap().report.lines[0].score
            });
            (mv, -scores.iter().sum::<f32>() / 2.0)
        };
        moves.map(score).collect()
    }

    #[test]
    fn a_move_comes_near_every_mark_that_some_move_meets() {
        let mut scores = scores_of_moves(10);
        assert_eq!(scores.len(), 117);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (best, worst) = (scores[0].1, scores[116].1);
        let marks = scores
            .iter()
            .step_by(short_or_long(30, 10))
            .map(|&(_, score)| score);
        for met in marks.chain([worst]) {
            let line = balanced(plies(10), 1, met as i32);
            assert!(is_near(line.score, met), "{met}: {line:?}");
        }
        // For targets that no move reaches, the best or the worst move is the nearest.
        for (beyond, nearest) in [(best + 200.0, best), (worst - 60.0, worst)] {
            let line = balanced(plies(10), 1, beyond as i32);
            let (_, alone) = scores.iter().find(|(mv, _)| *mv == line.mv).unwrap();
            for score in [*alone, line.score] {
                assert!(is_near(score, nearest), "{nearest}: {alone}, {line:?}");
            }
        }
    }

    #[test]
    fn two_moves_come_near_marks_on_both_sides() {
        for target in [-100, -50, 0, 60] {
            let line = balanced(Limits::nodes(60_000), 2, target);
            assert!(is_near(line.score, target as f32), "{target}: {line:?}");
            let mut position = draw(Rule::Freestyle, &ROWS);
            for &point in &line.pv {
                position.play(position.to_move(), point).unwrap();
            }
            assert_eq!((line.pv.len(), position.outcome()), (2, None));
        }
    }

    #[test]
    fn however_little_is_allowed_moves_are_found() {
        for nodes in [1, 2, 10, 200] {
            assert!(!balanced(Limits::nodes(nodes), 1, 0).pv.is_empty());
            assert!(!balanced(Limits::nodes(nodes), 2, 0).pv.is_empty());
        }
    }

    #[test]
    fn blocked_moves_are_left_out() {
        let first = balanced(Limits::nodes(5_000), 1, 0).mv;
        let request = SearchRequest {
            game: GomokuRequest {
                balance: Some(Balance { moves: 1, score: 0 }),
                ..GomokuRequest::default()
            },
            restrictions: vec![Restriction {
                color: draw(Rule::Freestyle, &ROWS).to_move(),
                moves: vec![first],
                only: false,
                plies: 1,
            }],
            ..SearchRequest::default()
        };
        assert_ne!(asked(Limits::nodes(5_000), request).mv, first);
    }
}
