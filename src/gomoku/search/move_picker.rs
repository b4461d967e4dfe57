//! Move ordering: returns the moves of a node, best first.

use arrayvec::ArrayVec;

use super::history::History;
use crate::eval::board::Board;
use crate::eval::point_set::{PointSet, SLOTS, slot};
use crate::patterns::threat::Threat;
use crate::rules::Point;
use crate::rules::lines::{MAX_POINTS, bits_of};

/// Scored moves, sorted lazily: after a cutoff the rest need no sorting.
pub(crate) struct RankedMoves {
    /// A unique number for each move, ordered by move score.
    ranks: ArrayVec<u32, MAX_POINTS>,
    /// Rank of the last move returned.
    last: u32,
}

impl RankedMoves {
    fn new(board: &Board, points: &PointSet, history: &History) -> Self {
        let me = board.to_move();
        let has_forbidden = board.rule().forbids(me);
        let mut ranks = ArrayVec::new();
        for (y, &row) in points.iter().enumerate() {
            for x in bits_of(row) {
                let point = Point::new(x as u8, y as u8);
                if has_forbidden && board.is_forbidden(me, point) {
                    continue;
                }
                ranks.push(rank(
                    point,
                    board.move_score(point) + history.score(me, point),
                ));
            }
        }
        RankedMoves {
            ranks,
            last: u32::MAX,
        }
    }
}

impl Iterator for RankedMoves {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let last = self.last;
        let behind = self
            .ranks
            .iter()
            .map(|&rank| if rank < last { rank } else { 0 });
        self.last = behind.max().filter(|&rank| rank > 0)?;
        Some(point_of_rank(self.last))
    }
}

/// Returns the rank of a move: by its score, with ties broken in reading order. It is never 0.
fn rank(point: Point, score: i32) -> u32 {
    let score = score.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
    (score as u32) << 16 | (SLOTS - slot(point)) as u32
}

/// Returns the move with this rank.
fn point_of_rank(rank: u32) -> Point {
    let slot = SLOTS - (rank as u16) as usize;
    Point::new((slot & 31) as u8, (slot >> 5) as u8)
}

/// Returns the moves to search for the side to move, given that neither side can win at once. The moves left out lose
/// or are more than two steps from every stone. Empty only if there is no legal move.
pub(crate) fn candidates(board: &Board, history: &History) -> RankedMoves {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let near = board.neighborhood();
    if board.count(opponent, Threat::Unstoppable) > 0 && !board.rule().needs_open_end() {
        // The opponent threatens an open four or two fours. Every defense is a point where the opponent can make a
        // four, or is the side's own four.
        let defenses = union(board.fours(me), board.fours(opponent));
        let moves = RankedMoves::new(board, &defenses, history);
        if !moves.ranks.is_empty() {
            return moves;
        }
    }
    let moves = RankedMoves::new(board, &near, history);
    if moves.ranks.is_empty() {
        return RankedMoves::new(board, &board.free(), history);
    }
    moves
}

/// Returns every legal move, best first.
pub(super) fn all_moves(board: &Board, history: &History) -> impl Iterator<Item = Point> + use<> {
    let mut ranks = RankedMoves::new(board, &board.free(), history).ranks;
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.into_iter().map(point_of_rank)
}

fn union(a: &PointSet, b: &PointSet) -> PointSet {
    std::array::from_fn(|y| a[y] | b[y])
}

/// The move picker of a node: the table move comes first, and candidates are generated only if it causes no cutoff.
pub(super) struct MovePicker {
    table_move: Option<Point>,
    table_move_done: bool,
    candidates: Option<RankedMoves>,
}

impl MovePicker {
    /// Returns a picker that starts with `table_move`, if any.
    pub fn new(table_move: Option<Point>) -> Self {
        MovePicker {
            table_move,
            table_move_done: false,
            candidates: None,
        }
    }

    /// Returns the next move. The `board` must be in the same position at each call.
    pub fn next(&mut self, board: &Board, history: &History) -> Option<Point> {
        let table_move = self.table_move;
        if !std::mem::replace(&mut self.table_move_done, true) && table_move.is_some() {
            return table_move;
        }
        self.candidates
            .get_or_insert_with(|| candidates(board, history))
            .find(|&point| Some(point) != table_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Rule};
    use crate::testing::drawing::{board as draw, marked};
    use tengen_engine::game::{Color, Position as _};

    const ROWS: [&str; 7] = [
        ". . . . . . . . .",
        ". . . . . O . . .",
        ". . . O X . . . .",
        ". . . X X . . . .",
        ". . . . O . . . .",
        ". . . . . . . . .",
        ". . . . . . . . *",
    ];

    #[test]
    fn all_legal_moves_come_out_best_first() {
        let mut position: Position = draw(Rule::Renju, &ROWS);
        for color in Color::BOTH {
            position.turn_to(color).unwrap();
            let board = Board::from_position(&position);
            let mut expected = position.legal_moves(color);
            expected.sort_by_key(|&point| (-board.move_score(point), point));
            let moves: Vec<Point> = all_moves(&board, &History::disabled()).collect();
            assert_eq!(moves, expected);
        }
    }

    #[test]
    fn the_known_move_comes_first_and_once() {
        let board = Board::from_position(&draw(Rule::Freestyle, &ROWS));
        let history = History::disabled();
        let ranked: Vec<Point> = candidates(&board, &history).collect();
        let all = |table_move| {
            let mut picker = MovePicker::new(table_move);
            std::iter::from_fn(|| picker.next(&board, &history)).collect::<Vec<Point>>()
        };
        assert_eq!(all(None), ranked);
        let third = ranked[2];
        let mut expected = ranked.clone();
        expected[..3].rotate_right(1);
        assert_eq!(all(Some(third)), expected);
        // A table move that is not a candidate is tried too.
        let far = marked(&ROWS, '*')[0];
        assert_eq!(all(Some(far)), [vec![far], ranked].concat());
    }
}
