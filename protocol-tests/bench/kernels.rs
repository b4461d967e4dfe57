//! Benchmarks of the innermost work of the games and protocols, one kernel each.
//!
//! `cargo bench` runs all of them, `cargo bench -- go` those with go in the name. Positions come from a fixed seed or
//! the labeled samples, so that two runs time the same work.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;

fn main() {
    divan::main();
}

/// A generator of the same numbers in every run.
fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

/// Parses a labeled sample.
fn sample(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("a sample is JSON")
}

/// Converts a small number of a sample.
fn small(value: &Value) -> u8 {
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    number.expect("samples hold coordinates and sizes")
}

mod reversi {
    use tengen_reversi::{Board, Position, Square};

    use super::*;

    /// Boards from random games, with their legal moves.
    fn boards() -> Vec<(Board, Vec<Square>)> {
        let mut rng = generator();
        let mut boards = Vec::new();
        for _ in 0..20 {
            let mut board = Position::start().board();
            loop {
                let squares: Vec<Square> = board.squares().collect();
                let Some(count) = std::num::NonZero::new(squares.len() as u64) else {
                    break;
                };
                let square = squares[(rng.next_u64() % count) as usize];
                boards.push((board, squares));
                board = board.play(square);
            }
        }
        boards
    }

    #[divan::bench]
    fn flips(bencher: Bencher) {
        let boards = boards();
        let items: usize = boards.iter().map(|(_, squares)| squares.len()).sum();
        bencher.counter(ItemsCount::new(items)).bench_local(|| {
            let flips = |(board, squares): &(Board, Vec<Square>)| {
                let of_square = |&square| black_box(*board).flips(square);
                squares.iter().map(of_square).fold(0, |all, one| all ^ one)
            };
            boards.iter().map(flips).fold(0, |all, one| all ^ one)
        });
    }

    #[divan::bench]
    fn moves(bencher: Bencher) {
        let boards = boards();
        bencher
            .counter(ItemsCount::new(boards.len()))
            .bench_local(|| {
                let moves = |(board, _): &(Board, Vec<Square>)| black_box(*board).moves();
                boards.iter().map(moves).fold(0, |all, one| all ^ one)
            });
    }
}

mod go {
    use tengen_engine::game::Color;
    use tengen_go::ladder::question::LadderQuestion;
    use tengen_go::ladder::{self, DEFAULT_NODES};
    use tengen_go::playouts::params::PlayoutParams;
    use tengen_go::playouts::playout;
    use tengen_go::playouts::playout::{PlayoutMoves, PlayoutStart};
    use tengen_go::{Board, Point, Size};

    use super::*;

    const BLACK_BEGINS: PlayoutStart = PlayoutStart {
        color: Color::Black,
        last: None,
    };

    fn empty(side: u32) -> Board {
        Board::new(Size::square(side).expect("boards of this size exist"))
    }

    /// The stones of a playout from the empty board.
    fn playout_moves(side: u32) -> PlayoutMoves {
        let (mut rng, mut moves) = (generator(), PlayoutMoves::default());
        let params = PlayoutParams::default();
        playout::play_out(
            &mut empty(side),
            BLACK_BEGINS,
            &params,
            &mut rng,
            &mut moves,
        );
        moves
    }

    // Playouts differ in length, so a steady mean needs many of them.
    #[divan::bench(args = [9, 19], sample_count = 1000)]
    fn playout(bencher: Bencher, side: u32) {
        let (mut rng, mut moves) = (generator(), PlayoutMoves::default());
        let (params, start) = (PlayoutParams::default(), empty(side));
        bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
            moves.stones.clear();
            let mut board = start.clone();
            playout::play_out(&mut board, BLACK_BEGINS, &params, &mut rng, &mut moves);
            board.hash()
        });
    }

    #[divan::bench(args = [9, 19])]
    fn play(bencher: Bencher, side: u32) {
        let (stones, start) = (playout_moves(side).stones, empty(side));
        bencher
            .counter(ItemsCount::new(stones.len()))
            .bench_local(|| {
                let mut board = start.clone();
                for &(color, point) in &stones {
                    board.play(color, point);
                }
                board.hash()
            });
    }

    #[divan::bench(args = [9, 19])]
    fn make_unmake(bencher: Bencher, side: u32) {
        let (stones, mut board) = (playout_moves(side).stones, empty(side));
        let mut undos = Vec::with_capacity(stones.len());
        bencher
            .counter(ItemsCount::new(stones.len()))
            .bench_local(|| {
                undos.extend(
                    stones
                        .iter()
                        .map(|&(color, point)| board.make(color, point)),
                );
                while let Some(undo) = undos.pop() {
                    board.unmake(undo);
                }
                board.hash()
            });
    }

    /// Boards of the labeled ladders, with their questions.
    fn ladders() -> Vec<(Board, Vec<LadderQuestion>)> {
        let cases = sample(include_str!("../data/ladders.jsonl"));
        cases.iter().map(ladder_case).collect()
    }

    fn ladder_case(case: &Value) -> (Board, Vec<LadderQuestion>) {
        let rows = case["rows"].as_array().expect("a ladder has rows");
        let mut stones = Vec::new();
        for (y, row) in (0..).zip(rows) {
            for (x, cell) in (0..).zip(row.as_str().expect("rows are text").chars()) {
                match cell {
                    'X' => stones.push((Color::Black, Point::new(x, y))),
                    'O' => stones.push((Color::White, Point::new(x, y))),
                    _ => {}
                }
            }
        }
        let size = Size::square(small(&case["size"]).into()).expect("a board of this size");
        let board = Board::with_stones(size, &stones).expect("the stones have liberties");
        let queries = case["queries"].as_array().expect("a ladder has queries");
        let questions = queries.iter().filter_map(|query| {
            let at = Point::new(small(&query["at"][0]), small(&query["at"][1]));
            LadderQuestion::from_target(&board, at)
        });
        let questions = questions.collect();
        (board, questions)
    }

    #[divan::bench]
    fn ladder(bencher: Bencher) {
        let mut cases = ladders();
        let items: usize = cases.iter().map(|(_, questions)| questions.len()).sum();
        bencher.counter(ItemsCount::new(items)).bench_local(|| {
            for (board, questions) in &mut cases {
                for question in questions.iter() {
                    let (target, first) = (question.target, question.first);
                    black_box(ladder::verdict(board, target, first, DEFAULT_NODES));
                }
            }
        });
    }
}

mod gomoku {
    use tengen_engine::game::Position as _;
    use tengen_gomoku::{Board, Point, Position, Rule, solve_vcf_on};

    use super::*;

    /// Points near the middle, where games are played, in random order.
    fn points() -> Vec<Point> {
        let mut rng = generator();
        let all = (3..12).flat_map(|x| (3..12).map(move |y| Point::new(x, y)));
        let mut points: Vec<(u64, Point)> = all.map(|point| (rng.next_u64(), point)).collect();
        points.sort_unstable_by_key(|&(key, _)| key);
        points.truncate(40);
        points.into_iter().map(|(_, point)| point).collect()
    }

    #[divan::bench(args = ["freestyle", "renju"])]
    fn play_undo(bencher: Bencher, rule: &str) {
        let rule: Rule = rule.parse().expect("a rule of this name");
        let position = Position::new(15, 15, rule).expect("a board of this size");
        let (mut board, points) = (Board::from_position(&position), points());
        bencher
            .counter(ItemsCount::new(points.len()))
            .bench_local(|| {
                for &point in &points {
                    board.play(point);
                }
                for _ in &points {
                    board.undo();
                }
            });
    }

    /// Boards of the labeled positions with a win by fours to be found or ruled out.
    fn vcf_boards() -> Vec<Board> {
        let cases = sample(include_str!("../data/vcf.jsonl"));
        cases.iter().map(vcf_board).collect()
    }

    fn vcf_board(case: &Value) -> Board {
        let rule = case["rule"].as_str().and_then(|rule| rule.parse().ok());
        let side = small(&case["size"]);
        let mut position = Position::new(side, side, rule.expect("a case has its rule"))
            .expect("a board of this size");
        for at in case["moves"].as_array().expect("a case has moves") {
            let point = Point::new(small(&at[0]), small(&at[1]));
            let color = position.to_move();
            position.play(color, point).expect("the moves are legal");
        }
        Board::from_position(&position)
    }

    #[divan::bench(sample_size = 1)]
    fn vcf(bencher: Bencher) {
        const NODES: u64 = 10_000;
        let mut boards = vcf_boards();
        bencher
            .counter(ItemsCount::new(boards.len()))
            .bench_local(|| {
                for board in &mut boards {
                    black_box(solve_vcf_on(board, NODES));
                }
            });
    }
}

mod parse {
    use tengen_protocol::gomocup::grammar::command;
    use tengen_protocol::gtp::grammar::{arguments, clean, play, request};

    use super::*;

    #[divan::bench]
    fn gtp_line() -> bool {
        let request = request(&clean(black_box("17 play b Q16\r")));
        request.is_some_and(|request| arguments(&request.args, play).is_ok())
    }

    #[divan::bench]
    fn gomocup_line() -> bool {
        command(black_box("TURN 10,11\r")).is_ok()
    }
}
