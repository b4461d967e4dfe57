//! Tests of positions against a history of whole boards, and of rules beyond the board's own.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::testing::go_reference::Stones;
use tengen_engine::game::Position as _;
use tengen_testing::test_data;

mod records;

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];

fn position(size: Size, rules: Rules) -> Position {
    Position::new(size, rules, Komi::default())
}

/// A second implementation of the rules, using copies of all former boards.
struct SlowGame {
    rules: Rules,
    now: Stones,
    ko: Option<(Point, Color)>,
    /// Every board so far, with the side to move.
    past: Vec<(Stones, Color)>,
}

impl SlowGame {
    fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        if self.now.stones.contains_key(&point) {
            return Err(IllegalMove::Occupied);
        }
        if self.ko == Some((point, color)) {
            return Err(IllegalMove::Ko);
        }
        let (after, _, lost) = self.now.after(color, point);
        if lost == 1 || (lost > 1 && !self.rules.suicide) {
            return Err(IllegalMove::Suicide);
        }
        let repeats = |(board, to_move): &(Stones, Color)| match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => *board == after,
            KoRule::Situational => *board == after && *to_move == color.opponent(),
        };
        if self.past.iter().any(repeats) {
            Err(IllegalMove::Superko)
        } else {
            Ok(())
        }
    }

    fn play(&mut self, color: Color, mv: Move) {
        self.ko = None;
        if let Move::Place(point) = mv {
            self.ko = self
                .now
                .ko_after(color, point)
                .map(|ko| (ko, color.opponent()));
            self.now = self.now.after(color, point).0;
        }
        self.past.push((self.now.clone(), color.opponent()));
    }
}

fn assert_agrees(position: &Position, slow: &SlowGame) {
    assert_eq!(Stones::from_board(position.board()), slow.now);
    for point in slow.now.size.points() {
        for color in Color::BOTH {
            assert_eq!(
                position.check(color, Move::Place(point)),
                slow.check(color, point)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Small boards fill up and are captured over and over, so that repetitions are frequent.
    #[test]
    fn ko_rules_agree_with_a_history_of_whole_boards(
        width in 1u32..=4,
        height in 1u32..=3,
        rule in 0usize..3,
        suicide: bool,
        game in proptest::collection::vec(any::<(u16, u8)>(), 0..90),
    ) {
        let rules = Rules { ko: KO_RULES[rule], suicide, ..Rules::DEFAULT };
        let size = Size::new(width, height).unwrap();
        let mut position = position(size, rules);
        let mut slow =
            SlowGame { rules, now: Stones::new(size), ko: None, past: vec![(Stones::new(size), Color::Black)] };
        let mut undos = Vec::new();
        let mut boards = Vec::new();
        for (choice, odd) in game {
            if odd % 16 == 0 {
                position.turn_to(position.to_move().opponent()).unwrap();
            }
            let color = position.to_move();
            let moves = position.legal_moves(color);
            let mv = moves[usize::from(choice) % moves.len()];
            boards.push((slow.now.clone(), slow.ko, position.passes(), position.to_move()));
            undos.push(position.play(color, mv).unwrap());
            slow.play(color, mv);
            assert_agrees(&position, &slow);
        }
        while let (Some(undo), Some((now, ko, passes, to_move))) = (undos.pop(), boards.pop()) {
            position.undo(undo);
            slow.past.pop();
            (slow.now, slow.ko) = (now, ko);
            assert_eq!((position.passes(), position.to_move()), (passes, to_move));
            assert_agrees(&position, &slow);
        }
        assert_eq!(position.repetitions.0.len(), 1);
        assert_eq!(position.board().prisoners(Color::Black), 0);
    }
}

fn place(name: &str) -> Move {
    if name.eq_ignore_ascii_case("pass") {
        return Move::Pass;
    }
    let letter = name.as_bytes()[0].to_ascii_uppercase();
    let column = letter - b'A' - u8::from(letter > b'I');
    Move::Place(Point::new(column, name[1..].parse::<u8>().unwrap() - 1))
}

#[test]
fn ten_thousand_moves_and_back() {
    let size = Size::square(9).unwrap();
    let mut position = position(size, Rules::TROMP_TAYLOR);
    let mut undos = Vec::new();
    let mut seed = 1u64;
    while undos.len() < 10_000 {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let color = position.to_move();
        let start = (seed >> 33) as usize;
        let points = position.board().empty_points();
        let tried = (0..points.len()).map(|i| Move::Place(points[(start + i) % points.len()]));
        let mv = tried
            .into_iter()
            .find(|&mv| position.check(color, mv).is_ok());
        undos.push(position.play(color, mv.unwrap_or(Move::Pass)).unwrap());
    }
    assert!(position.board().prisoners(Color::Black) > 1_000);
    for undo in undos.into_iter().rev() {
        position.undo(undo);
    }
    assert_eq!(position.board().hash(), 0);
    assert_eq!(position.repetitions.0.len(), 1);
}

#[test]
fn the_reason_of_a_refusal_is_precise() {
    let size = Size::square(3).unwrap();
    let mut position = position(size, Rules::TROMP_TAYLOR);
    let stones = ["B3", "A2", "C2"].map(place).map(|mv| match mv {
        Move::Place(point) => (Color::Black, point),
        Move::Pass => unreachable!(),
    });
    position.set_position(&stones, Color::White).unwrap();
    let off = Move::Place(Point::new(3, 0));
    assert_eq!(
        position.check(Color::White, off),
        Err(IllegalMove::OffBoard)
    );
    assert_eq!(
        position.check(Color::White, place("B3")),
        Err(IllegalMove::Occupied)
    );
    assert_eq!(
        position.check(Color::White, place("A3")),
        Err(IllegalMove::Suicide)
    );
    assert_eq!(position.check(Color::White, place("B2")), Ok(()));
    assert_eq!(position.check(Color::White, Move::Pass), Ok(()));
    assert_eq!(
        position.play(Color::White, off).unwrap_err(),
        IllegalMove::OffBoard
    );
    assert_eq!(position.to_move(), Color::White);
}

/// On three points in a row: X . . | X . O | X X . | . . O | and then A1 gives X . O again, but with white to move;
/// then . O O and A1 gives X . . again with the same side to move.
#[test]
fn superko_looks_at_the_side_to_move_or_not() {
    let refusals = KO_RULES.map(|ko| {
        let mut position = position(
            Size::new(3, 1).unwrap(),
            Rules {
                ko,
                ..Rules::DEFAULT
            },
        );
        for name in ["A1", "C1", "B1", "C1"] {
            position.play(position.to_move(), place(name)).unwrap();
        }
        let first = position.check(Color::Black, place("A1"));
        let mut second = None;
        if first.is_ok() {
            position.play(Color::Black, place("A1")).unwrap();
            position.play(Color::White, place("B1")).unwrap();
            second = Some(position.check(Color::Black, place("A1")));
        }
        (first, second)
    });
    let superko = Err(IllegalMove::Superko);
    assert_eq!(
        refusals,
        [
            (Ok(()), Some(Ok(()))),
            (superko, None),
            (Ok(()), Some(superko))
        ]
    );
}

#[test]
fn a_position_is_set_up_or_left_as_it_was() {
    let size = Size::square(5).unwrap();
    let mut position = position(size, Rules::DEFAULT);
    position.play(Color::Black, place("C3")).unwrap();
    let [a1, a2, b1] = ["A1", "A2", "B1"].map(|name| match place(name) {
        Move::Place(point) => point,
        Move::Pass => unreachable!(),
    });
    let captured = [(Color::White, a1), (Color::Black, a2), (Color::Black, b1)];
    assert_eq!(
        position.set_position(&captured, Color::White),
        Err(BadSetUp::NoLiberty(a1))
    );
    let twice = [(Color::White, a1), (Color::Black, a1)];
    assert_eq!(
        position.set_position(&twice, Color::White),
        Err(BadSetUp::Point(a1))
    );
    let off = [(Color::White, Point::new(5, 5))];
    assert_eq!(
        position.set_position(&off, Color::White),
        Err(BadSetUp::Point(Point::new(5, 5)))
    );
    assert_eq!(
        Stones::from_board(position.board()),
        Stones::drawn(&[".....", ".....", "..X..", ".....", "....."])
    );
    position.set_position(&captured[1..], Color::White).unwrap();
    assert_eq!(
        Stones::from_board(position.board()),
        Stones::drawn(&[".....", ".....", ".....", "X....", ".X..."])
    );
    assert_eq!(position.to_move(), Color::White);
    // Earlier positions are forgotten, so only the suicide rule forbids A1 to white.
    assert_eq!(
        position.check(Color::White, Move::Place(a1)),
        Err(IllegalMove::Suicide)
    );
}

#[test]
fn handicap_wants_an_empty_board_and_gives_white_the_turn() {
    let size = Size::square(9).unwrap();
    let mut position = position(size, Rules::CHINESE);
    assert_eq!(position.place_fixed_handicap(10), Err(BadHandicap::Count));
    let points = position.place_fixed_handicap(4).unwrap();
    assert_eq!(points.len(), 4);
    assert_eq!(
        (position.to_move(), position.handicap_stones()),
        (Color::White, 4)
    );
    assert_eq!(position.place_fixed_handicap(2), Err(BadHandicap::NotEmpty));
    assert_eq!(position.place_free_handicap(2), Err(BadHandicap::NotEmpty));
    assert_eq!(
        position.set_free_handicap(&points),
        Err(BadHandicap::NotEmpty)
    );
    // All 81 points are black's, less four for white.
    assert_eq!(position.score(&PointSet::new()).to_string(), "B+77");
}

#[test]
fn two_passes_end_a_game_that_may_go_on() {
    let mut position = position(Size::square(3).unwrap(), Rules::AGA_BUTTON);
    position.play(Color::Black, place("B2")).unwrap();
    position.play(Color::White, Move::Pass).unwrap();
    assert_eq!(position.outcome(), None);
    let second = position.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(position.score(&PointSet::new()).to_string(), "B+8.5");
    position.undo(second.clone());
    assert_eq!(position.outcome(), None);
    position.play(Color::Black, Move::Pass).unwrap();
    position.play(Color::White, place("A1")).unwrap();
    assert_eq!((position.outcome(), position.passes()), (None, 0));
}

/// Finished games with their dead stones, scored by two other programs.
#[test]
fn finished_games_have_the_labeled_score() {
    for line in test_data::lines("go_final.jsonl") {
        let size = Size::square(line["size"].as_u64().unwrap() as u32).unwrap();
        let komi = Komi::from_points(line["komi"].as_f64().unwrap()).unwrap();
        for (key, rules) in [("chinese", Rules::CHINESE), ("japanese", Rules::JAPANESE)] {
            let mut position = Position::new(size, rules, komi);
            for entry in line["moves"].as_array().unwrap() {
                let color = if entry[0] == "b" {
                    Color::Black
                } else {
                    Color::White
                };
                position
                    .play(color, place(entry[1].as_str().unwrap()))
                    .unwrap();
            }
            assert!(position.outcome().is_some());
            let names = line[key]["dead"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str);
            let dead = names.filter_map(|name| match place(name) {
                Move::Place(point) => Some(point),
                Move::Pass => None,
            });
            let score = position.score(&dead.collect());
            let labeled = line[key]["score"].as_str().unwrap();
            assert_eq!(
                score.to_string(),
                labeled.trim_end_matches(".0"),
                "{key} {}",
                line["id"]
            );
        }
    }
}
