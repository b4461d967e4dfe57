//! Kept answers compared with fresh readings after every move of games.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::Size;
use crate::board::point::Move;
use crate::ladder;
use crate::ladder::question::{self, BATCH_NODES};
use crate::ladder::reader::ReadTrace;
use crate::testing::go_reference::LADDER;
use crate::testing::go_reference::Stones;
use tengen_records::sgf::SgfGame;
use tengen_testing::test_data;

/// Asks about every chain with one or two liberties, with each side moving first.
fn compare(memo: &mut LadderMemo, board: &Board, name: &str) {
    let fresh = &mut board.clone();
    for target in question::short_chains(board) {
        for first in [Color::Black, Color::White] {
            let name = format!("{name}: {target}, {first} first");
            let verdict = ladder::verdict(fresh, target, first, BATCH_NODES);
            assert_eq!(memo.verdict(fresh, target, first), verdict, "{name}");
            let reading = ladder::read(fresh, target, first, BATCH_NODES);
            let kept = memo.read_until(fresh, target, first, BATCH_NODES, &|| false);
            assert_eq!(kept, reading, "{name}");
        }
    }
}

#[test]
fn kept_answers_are_those_of_new_readings() {
    let mut kept = 0;
    for line in test_data::lines("ladder_review.jsonl") {
        let game = SgfGame::from_text(line["sgf"].as_str().unwrap()).unwrap();
        let mut board = crate::testing::go_records::start(&game);
        let mut memo = LadderMemo::default();
        for (number, (color, mv)) in crate::testing::go_records::moves(&game).enumerate() {
            let former = board.clone();
            match mv {
                Move::Pass => board.set_ko(None),
                Move::Place(point) => board.play(color, point),
            }
            memo.follow(&former, &board);
            kept += memo.verdicts.len();
            compare(
                &mut memo,
                &board,
                &format!("{} after {}", line["id"], number + 1),
            );
        }
    }
    assert!(kept > 0);
}

/// A game of random moves that are also taken back and replayed in another order.
struct RandomGame {
    random: Xoshiro256PlusPlus,
    /// The boards from the empty one to the current one.
    boards: Vec<Board>,
    moves: Vec<(Color, Point)>,
}

impl RandomGame {
    fn new(size: Size, seed: u64) -> RandomGame {
        RandomGame {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            boards: vec![Board::new(size)],
            moves: Vec::new(),
        }
    }

    fn board(&self) -> &Board {
        self.boards.last().unwrap()
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.next_u64() as usize % count
    }

    fn play(&mut self, color: Color, point: Point) {
        let mut board = self.board().clone();
        if board.at(point).is_none() && board.is_legal(color, point) {
            board.play(color, point);
            self.boards.push(board);
            self.moves.push((color, point));
        }
    }

    fn take_back(&mut self, count: usize) -> Vec<(Color, Point)> {
        let kept = self.moves.len().saturating_sub(count);
        self.boards.truncate(kept + 1);
        self.moves.split_off(kept)
    }

    /// Moves on to another position.
    fn step(&mut self) {
        match self.below(10) {
            0 => {
                let count = self.below(12);
                self.take_back(count);
            }
            1 => {
                let count = self.below(10);
                let mut moves = self.take_back(count);
                while !moves.is_empty() {
                    let next = self.below(moves.len());
                    let (color, point) = moves.swap_remove(next);
                    self.play(color, point);
                }
            }
            _ => {
                let color = Color::BOTH[self.below(2)];
                let points: Vec<Point> = self.board().size().points().collect();
                let point = points[self.below(points.len())];
                self.play(color, point);
            }
        }
    }
}

#[test]
fn kept_answers_hold_through_takebacks_and_other_orders_of_moves() {
    let mut kept = 0;
    for (seed, side) in (0..16).zip([5, 7, 9, 19].into_iter().cycle()) {
        let mut game = RandomGame::new(Size::square(side).unwrap(), seed);
        let mut memo = LadderMemo::default();
        let mut former = game.board().clone();
        for step in 0..4 * side * side {
            game.step();
            memo.follow(&former, game.board());
            former = game.board().clone();
            kept += memo.readings.len();
            compare(&mut memo, &former, &format!("game {seed}, step {step}"));
        }
    }
    assert!(kept > 0);
}

#[test]
fn a_zone_has_what_is_two_away_from_tests_and_one_away_from_walks() {
    let board = Stones::drawn(&[
        ". . . . . . .",
        ". . . . . . .",
        ". . . X X . .",
        ". . . . . . .",
    ])
    .board();
    let at = |column| Point::new(column, 1);
    let mut tested = LookedAt::default();
    tested.test(at(3));
    let mut walked = LookedAt::default();
    walked.walk(&board, at(3));
    let reached = |looked_at: &LookedAt| -> Vec<u8> {
        let is_reached = |&column: &u8| {
            let changed = [at(column)].into_iter().collect();
            looked_at.is_reached_by(&Surroundings::new(&changed))
        };
        (0..7).filter(is_reached).collect()
    };
    assert_eq!(reached(&tested), [1, 2, 3, 4, 5]);
    assert_eq!(reached(&walked), [2, 3, 4, 5]);
}

#[test]
fn a_stopped_reading_is_not_kept() {
    let mut board = Stones::drawn(&LADDER).board();
    let target = Point::new(6, 5);
    let mut memo = LadderMemo::default();
    let mut read = |memo: &mut LadderMemo, is_stopped: bool| {
        memo.read_until(&mut board, target, Color::Black, BATCH_NODES, &|| {
            is_stopped
        })
    };
    read(&mut memo, true);
    assert_eq!(memo.readings.len(), 0);
    read(&mut memo, false);
    assert_eq!(memo.readings.len(), 1);
}

#[test]
fn answers_hold_until_their_surroundings_change() {
    let mut board = Stones::drawn(&LADDER).board();
    let target = Point::new(6, 5);
    let mut memo = LadderMemo::default();
    let answer = memo.verdict(&mut board, target, Color::Black);
    let mut far = board.clone();
    far.play(Color::White, Point::new(0, 8));
    memo.follow(&board, &far);
    assert_eq!(memo.verdicts.len(), 1);
    assert_eq!(memo.verdict(&mut far, target, Color::Black), answer);
    let mut near = far.clone();
    near.play(Color::White, Point::new(4, 5));
    memo.follow(&far, &near);
    assert_eq!(memo.verdicts.len(), 0);
}
