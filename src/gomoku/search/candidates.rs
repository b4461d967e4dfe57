//! The moves that the search tries at a node, best first.

use arrayvec::ArrayVec;

use super::history::History;
use crate::gomoku::eval::board::{Board, Rows, SLOTS, slot};
use crate::gomoku::patterns::classes::Threat;
use crate::gomoku::rules::Point;
use crate::gomoku::rules::lines::{MAX_POINTS, bits_of};

/// Moves that come out best first, each when it is asked for: after a cutoff the rest need not be put in order.
pub(in crate::gomoku) struct Candidates {
    /// A number for each move, the more promising the greater; no two are the same.
    ranks: ArrayVec<u32, MAX_POINTS>,
    /// The rank of the move that came out last.
    last: u32,
}

impl Candidates {
    fn of(board: &Board, points: &Rows, history: &History) -> Self {
        let me = board.to_move();
        let may_foul = board.rule().forbids(me);
        let mut ranks = ArrayVec::new();
        for (y, &row) in points.iter().enumerate() {
            for x in bits_of(row) {
                let point = Point::new(x as u8, y as u8);
                if may_foul && board.is_foul(me, point) {
                    continue;
                }
                ranks.push(rank(point, board.promise(point) + history.merit(me, point)));
            }
        }
        Candidates {
            ranks,
            last: u32::MAX,
        }
    }
}

impl Iterator for Candidates {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let last = self.last;
        let behind = self
            .ranks
            .iter()
            .map(|&rank| if rank < last { rank } else { 0 });
        self.last = behind.max().filter(|&rank| rank > 0)?;
        Some(ranked(self.last))
    }
}

/// The rank of a move: its promise, and among equals the sooner the sooner one reads it. Never 0.
fn rank(point: Point, promise: i32) -> u32 {
    let promise = promise.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
    (promise as u32) << 16 | (SLOTS - slot(point)) as u32
}

/// The move of a rank.
fn ranked(rank: u32) -> Point {
    let slot = SLOTS - (rank as u16) as usize;
    Point::new((slot & 31) as u8, (slot >> 5) as u8)
}

/// The moves worth trying for the side to move, when neither side can win at once. All that are left out lose
/// or seem far from everything; empty only if there is no legal move.
pub(in crate::gomoku) fn candidates(board: &Board, history: &History) -> Candidates {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let near = board.neighbourhood();
    if board.count(rival, Threat::Unstoppable) > 0 && !board.rule().counts_ends() {
        // The rival makes an open four or two fours next. Whatever prevents that lies where the rival could
        // make a four, or is a four of one's own.
        let answers = union(board.fours(me), board.fours(rival));
        let moves = Candidates::of(board, &answers, history);
        if !moves.ranks.is_empty() {
            return moves;
        }
    }
    let moves = Candidates::of(board, &near, history);
    if moves.ranks.is_empty() {
        return Candidates::of(board, &board.free(), history);
    }
    moves
}

/// Every legal move, best first.
pub(super) fn everything(board: &Board, history: &History) -> impl Iterator<Item = Point> + use<> {
    let mut ranks = Candidates::of(board, &board.free(), history).ranks;
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.into_iter().map(ranked)
}

fn union(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|y| a[y] | b[y])
}

/// The moves of a node: the best known first, the others looked for only when it is not enough.
pub(super) struct Choices {
    known: Option<Point>,
    is_begun: bool,
    others: Option<Candidates>,
}

impl Choices {
    /// The choices where `known`, if any, is the best move known.
    pub fn new(known: Option<Point>) -> Self {
        Choices {
            known,
            is_begun: false,
            others: None,
        }
    }

    /// The next one; `board` is the same each time.
    pub fn next(&mut self, board: &Board, history: &History) -> Option<Point> {
        let known = self.known;
        if !std::mem::replace(&mut self.is_begun, true) && known.is_some() {
            return known;
        }
        self.others
            .get_or_insert_with(|| candidates(board, history))
            .find(|&point| Some(point) != known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::{Color, Position as _};
    use crate::gomoku::rules::{Position, Rule};
    use crate::testing::drawing::{board as draw, marked};

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
            let board = Board::of(&position);
            let mut expected = position.legal_moves(color);
            expected.sort_by_key(|&point| (-board.promise(point), point));
            let moves: Vec<Point> = everything(&board, &History::none()).collect();
            assert_eq!(moves, expected);
        }
    }

    #[test]
    fn the_known_move_comes_first_and_once() {
        let board = Board::of(&draw(Rule::Freestyle, &ROWS));
        let history = History::none();
        let usual: Vec<Point> = candidates(&board, &history).collect();
        let all = |known| {
            let mut choices = Choices::new(known);
            std::iter::from_fn(|| choices.next(&board, &history)).collect::<Vec<Point>>()
        };
        assert_eq!(all(None), usual);
        let third = usual[2];
        let mut expected = usual.clone();
        expected[..3].rotate_right(1);
        assert_eq!(all(Some(third)), expected);
        // One that is no candidate comes too.
        let far = marked(&ROWS, '*')[0];
        assert_eq!(all(Some(far)), [vec![far], usual].concat());
    }
}
