//! The moves that the search tries at a node, best first.

use arrayvec::ArrayVec;

use super::Point;
use super::board::{Board, Rows, points_of, slot};
use super::classes::Threat;
use super::lines::MAX_SIDE;

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub point: Point,
    pub promise: i32,
    /// Whether it makes or hinders nothing that must be answered.
    pub is_quiet: bool,
}

/// More moves than any board has points.
pub(super) const MOST: usize = MAX_SIDE * MAX_SIDE;

/// How often a move was best, per colour and slot of its point.
pub(super) type History = [[i32; super::board::SLOTS]; 2];

/// Moves, in no order until sorted.
pub(super) type Candidates = ArrayVec<Candidate, MOST>;

/// The moves worth trying for the side to move, when neither side can win at once. All that are left out lose
/// or seem far from everything; empty only if there is no legal move.
pub(super) fn candidates(board: &Board, best: Option<Point>, history: &History) -> Candidates {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let near = board.neighbourhood();
    let mut points = near;
    if board.count(rival, Threat::Unstoppable) > 0 && !board.rule().counts_ends() {
        // The rival makes an open four or two fours next. Whatever prevents that lies where the rival could
        // make a four, or is a four of one's own.
        points = union(board.fours(me), board.fours(rival));
    }
    let mut moves = rated(board, &points, best, history);
    if moves.is_empty() {
        moves = rated(board, &near, best, history);
    }
    if moves.is_empty() {
        moves = rated(board, &board.free(), best, history);
    }
    moves.sort_unstable_by_key(|c| (-c.promise, c.point));
    moves
}

/// Every legal move, best first.
pub(super) fn everything(board: &Board, history: &History) -> Candidates {
    let mut moves = rated(board, &board.free(), None, history);
    moves.sort_unstable_by_key(|c| (-c.promise, c.point));
    moves
}

fn union(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|y| a[y] | b[y])
}

fn rated(board: &Board, points: &Rows, best: Option<Point>, history: &History) -> Candidates {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    points_of(points)
        .filter(|&point| !board.is_foul(me, point))
        .map(|point| {
            let mine = board.kind(me, point).threat();
            let theirs = board.kind(rival, point).threat();
            // History decides between moves that look alike, not between threats.
            let merit = (history[me.index()][slot(point)] >> 6).min(40);
            Candidate {
                point,
                promise: if best == Some(point) {
                    i32::MAX
                } else {
                    board.promise(point) + merit
                },
                is_quiet: mine == Threat::Nothing && theirs == Threat::Nothing,
            }
        })
        .collect()
}
