//! Loose ladders compared with well-known shapes, the plain ladder, and a slow reader written from the rules of the
//! question.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tengen_testing::length::short_or_long;

use super::super::tests::{random_board, turn_board};
use super::super::verdict as strict_verdict;
use super::*;
use crate::board::point::Size;
use crate::testing::go_reference::Stones;

fn at(name: &str) -> Point {
    let column = "ABCDEFGHJKLMNOPQRST".find(&name[..1]).unwrap() as u8;
    Point::new(column, name[1..].parse::<u8>().unwrap() - 1)
}

fn ask(board: &Board, target: Point, reach: usize) -> LooseQuestion {
    let defender = board.at(target).unwrap();
    let first = if board.liberty_count(target) < 2 {
        defender
    } else {
        defender.opponent()
    };
    LooseQuestion {
        target,
        first,
        max_liberties: reach,
    }
}

/// Reads one stone of a drawing and checks the line. Returns the verdict and the line.
fn reading(rows: &[&str], name: &str, reach: usize) -> (Verdict, Vec<String>) {
    let mut board = Stones::drawn(rows).board();
    let question = ask(&board, at(name), reach);
    let reading = read(&mut board, question, DEFAULT_NODES).unwrap();
    assert_line_holds(&board, question, &reading);
    let names = reading.pv.iter().map(|(_, point)| point.to_string());
    (reading.verdict, names.collect())
}

/// A stone that a ladder would catch if the stone at its end weren't there.
const NET: [&str; 9] = [
    ". . . . . . . . .",
    ". . . X X . . . .",
    ". . X O . . . . .",
    ". . X . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . O . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
];

#[test]
fn a_net_catches_what_a_ladder_does_not() {
    let mut board = Stones::drawn(&NET).board();
    let plain = strict_verdict(&mut board, at("D7"), Color::Black, DEFAULT_NODES);
    assert_eq!(plain, Some((Verdict::Escapes, None)));
    assert_eq!(reading(&NET, "D7", 2).0, Verdict::Escapes);
    let (verdict, line) = reading(&NET, "D7", 3);
    assert_eq!((verdict, line[0].as_str()), (Verdict::Captured, "E6"));
}

/// A stone that is driven up the board with two or three liberties and hardly ever in atari.
const DRIVEN: [&str; 9] = [
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . X . . .",
    ". . . . . . . . .",
    ". . . . O X . . .",
    ". . . . X . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
];

#[test]
fn a_loose_ladder_takes_a_liberty_with_every_move() {
    assert_eq!(reading(&DRIVEN, "E5", 2).0, Verdict::Escapes);
    let (verdict, line) = reading(&DRIVEN, "E5", 3);
    assert_eq!((verdict, line[0].as_str()), (Verdict::Captured, "D5"));
    let mut board = Stones::drawn(&DRIVEN).board();
    let mut loosest = 0;
    for (number, name) in line.iter().enumerate() {
        let is_attack = number % 2 == 0;
        if is_attack {
            loosest = loosest.max(board.liberty_count(at("E5")));
            assert!(board.liberties(at("E5")).any(|liberty| liberty == at(name)));
        }
        let color = if is_attack {
            Color::Black
        } else {
            Color::White
        };
        board.play(color, at(name));
    }
    assert_eq!((loosest, board.at(at("E5"))), (3, None));
}

#[test]
fn a_chain_with_two_eyes_may_be_left_alone() {
    let rows = [
        ". O . O X .",
        "O O O O X .",
        "X X X X X .",
        ". . . . . .",
        ". . . . . .",
    ];
    assert_eq!(reading(&rows, "A4", 3), (Verdict::Escapes, Vec::new()));
    assert_eq!(reading(&rows, "A4", 4).0, Verdict::Escapes);
}

#[test]
fn with_a_reach_of_two_it_is_the_plain_ladder() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut captured = 0;
    for _ in 0..300 {
        let size = Size::new(random.next_u32() % 5 + 5, random.next_u32() % 5 + 5).unwrap();
        let mut board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            let question = ask(&board, target, 2);
            let reading = read(&mut board, question, DEFAULT_NODES).unwrap();
            assert_line_holds(&board, question, &reading);
            let plain = strict_verdict(&mut board, target, question.first, DEFAULT_NODES);
            assert_eq!(
                plain.map(|(verdict, _)| verdict),
                Some(reading.verdict),
                "{}",
                draw(&board, target)
            );
            captured += u32::from(reading.verdict == Verdict::Captured);
        }
    }
    assert!(captured > 500, "{captured}");
}

/// A rotated, mirrored or color-swapped question has the same answer, if it stays within the move limit.
#[test]
fn symmetry_changes_no_verdict() {
    const NODES: u64 = 20_000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let size = Size::square(7).unwrap();
    let mut compared = 0;
    for _ in 0..30 {
        let board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            let answer = |symmetry| {
                let (mut turned, turn) = turn_board(&board, symmetry);
                let question = ask(&turned, turn(target), DEFAULT_MAX_LIBERTIES);
                read(&mut turned, question, NODES).unwrap().verdict
            };
            let verdict = answer(0);
            for symmetry in 1..16 {
                let turned = answer(symmetry);
                if verdict != Verdict::Unknown && turned != Verdict::Unknown {
                    assert_eq!(turned, verdict, "{symmetry}: {}", draw(&board, target));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn a_spent_reading_is_no_guess() {
    let mut board = Stones::drawn(&NET).board();
    let question = ask(&board, at("D7"), 3);
    let before = (board.hash(), board.ko());
    for nodes in [0, 1, 10, 100, 300] {
        let reading = read(&mut board, question, nodes).unwrap();
        assert_eq!((reading.verdict, reading.nodes), (Verdict::Unknown, nodes));
        assert_eq!(reading.pv, []);
        assert_eq!((board.hash(), board.ko()), before);
    }
    let nowhere = LooseQuestion {
        target: at("A1"),
        ..question
    };
    assert_eq!(read(&mut board, nowhere, DEFAULT_NODES), None);
}

fn draw(board: &Board, target: Point) -> String {
    format!(
        "{target}, ko {:?}, on\n{}",
        board.ko(),
        Stones::from_board(board).draw()
    )
}

/// Plays a line on the slow board: every move must be legal, and the end must match the verdict.
fn assert_line_holds(board: &Board, question: LooseQuestion, reading: &LooseReading) {
    let name = draw(board, question.target);
    let defender = board.at(question.target).unwrap();
    let mut now = State {
        stones: Stones::from_board(board).stones,
        ko: board.ko().map(|ko| (ko.point, ko.barred)),
        to_move: question.first,
    };
    let rules = SlowRules {
        size: board.size(),
        target: question.target,
        defender,
        reach: question.max_liberties,
    };
    let mut past = Vec::new();
    for &(color, point) in &reading.pv {
        if color != now.to_move {
            assert_eq!(
                color,
                defender.opponent(),
                "only the defender passes: {name}"
            );
            now = now.passed();
        }
        assert_eq!(rules.outcome(&now), None, "the line goes on: {name}");
        past.push(now.clone());
        let next = rules.after(&now, point);
        now = next.unwrap_or_else(|| panic!("{point} is not legal: {name}"));
    }
    match reading.verdict {
        Verdict::Captured => assert_eq!(rules.outcome(&now), Some(true), "{name}"),
        Verdict::Escapes => {
            let is_left_alone = now.to_move == defender && rules.liberties(&now) > 1;
            let is_over = rules.outcome(&now) == Some(false)
                || past.contains(&now)
                || rules.next(&now).is_empty();
            assert!(is_over || is_left_alone, "{name}");
        }
        Verdict::Unknown => assert_eq!(reading.pv, [], "{name}"),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    stones: BTreeMap<Point, Color>,
    /// The barred point and the barred side.
    ko: Option<(Point, Color)>,
    to_move: Color,
}

impl State {
    fn passed(&self) -> State {
        State {
            stones: self.stones.clone(),
            ko: None,
            to_move: self.to_move.opponent(),
        }
    }
}

/// A literal implementation of the rules on copied boards.
struct SlowRules {
    size: Size,
    target: Point,
    defender: Color,
    reach: usize,
}

impl SlowRules {
    fn board(&self, now: &State) -> Stones {
        Stones {
            size: self.size,
            stones: now.stones.clone(),
        }
    }

    fn liberties(&self, now: &State) -> usize {
        self.board(now).chain(self.target).1.len()
    }

    /// Returns the outcome if it is clear without a move.
    fn outcome(&self, now: &State) -> Option<bool> {
        if now.stones.get(&self.target) != Some(&self.defender) {
            return Some(true);
        }
        let most = if now.to_move == self.defender {
            self.reach - 1
        } else {
            self.reach
        };
        (self.liberties(now) > most).then_some(false)
    }

    fn after(&self, now: &State, point: Point) -> Option<State> {
        let color = now.to_move;
        let is_barred = now.ko == Some((point, color));
        let board = self.board(now);
        if is_barred || now.stones.contains_key(&point) || !self.size.contains(point) {
            return None;
        }
        let (after, _, lost) = board.after(color, point);
        let ko = board.ko_after(color, point);
        (lost == 0).then_some(State {
            stones: after.stones,
            ko: ko.map(|ko| (ko, color.opponent())),
            to_move: color.opponent(),
        })
    }

    /// Returns the positions after every legal move.
    fn next(&self, now: &State) -> Vec<State> {
        let board = self.board(now);
        let (stones, liberties) = board.chain(self.target);
        let touch = |chain: &BTreeSet<Point>, points: &BTreeSet<Point>| {
            let mut around = points.iter().flat_map(|&point| board.neighbors(point));
            around.any(|near| chain.contains(&near))
        };
        let is_empty = |point: &Point| !now.stones.contains_key(point);
        let beyond: Vec<Point> = liberties
            .iter()
            .flat_map(|&liberty| board.neighbors(liberty))
            .filter(is_empty)
            .collect();
        let foes = now
            .stones
            .iter()
            .filter(|&(_, &color)| color != self.defender);
        let foes: Vec<_> = foes.map(|(&foe, _)| board.chain(foe)).collect();
        let mut points: Vec<Point> = liberties.iter().copied().collect();
        let mut next = Vec::new();
        if now.to_move != self.defender {
            if (2..self.reach).contains(&liberties.len()) {
                points.extend(beyond);
            }
        } else if liberties.len() == 1 {
            let captured = foes
                .iter()
                .filter(|(chain, last)| last.len() == 1 && touch(chain, &stones));
            points.extend(captured.flat_map(|(_, last)| last));
        } else {
            points.extend(beyond);
            let weak = foes.iter().filter(|(chain, few)| {
                few.len() <= 2 && (touch(chain, &stones) || touch(chain, &liberties))
            });
            points.extend(weak.flat_map(|(_, few)| few));
            next.push(now.passed());
        }
        points.sort_unstable();
        points.dedup();
        next.extend(
            points
                .into_iter()
                .filter_map(|point| self.after(now, point)),
        );
        next
    }

    /// Whether the chain is captured. Enumerates all reachable positions and propagates captures back from the ends of
    /// the lines until nothing changes; a position never reached escapes. `None` if there are too many.
    fn captured(&self, first: State, most: usize) -> Option<bool> {
        let mut numbers = BTreeMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut captured = Vec::new();
        while let Some(now) = states.get(next.len()).cloned() {
            let outcome = self.outcome(&now);
            captured.push(outcome == Some(true));
            let after = if outcome.is_some() {
                Vec::new()
            } else {
                self.next(&now)
            };
            // Without a move, the attacker has failed or the defender is captured.
            if outcome.is_none() && after.is_empty() {
                captured[next.len()] = now.to_move == self.defender;
            }
            let number = |state: State| {
                let number = numbers.len();
                *numbers.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    number
                })
            };
            next.push(after.into_iter().map(number).collect());
            if states.len() > most {
                return None;
            }
        }
        loop {
            let mut is_settled = true;
            for number in (0..states.len()).rev() {
                let after = &next[number];
                if captured[number] || after.is_empty() {
                    continue;
                }
                captured[number] = if states[number].to_move == self.defender {
                    after.iter().all(|&n| captured[n])
                } else {
                    after.iter().any(|&n| captured[n])
                };
                is_settled &= !captured[number];
            }
            if is_settled {
                return Some(captured[0]);
            }
        }
    }
}

/// Compares one question with the slow reader. Returns whether the chain is captured, or `None` if the slow reader
/// gives up.
fn assert_agrees(board: &Board, target: Point, first: Color, reach: usize) -> Option<bool> {
    let defender = board.at(target)?;
    let rules = SlowRules {
        size: board.size(),
        target,
        defender,
        reach,
    };
    let start = State {
        stones: Stones::from_board(board).stones,
        ko: board.ko().map(|ko| (ko.point, ko.barred)),
        to_move: first,
    };
    let captured = rules.captured(start, 700)?;
    let expected = if captured {
        Verdict::Captured
    } else {
        Verdict::Escapes
    };
    let question = LooseQuestion {
        target,
        first,
        max_liberties: reach,
    };
    let mut quick = board.clone();
    let reading = read(&mut quick, question, DEFAULT_NODES).unwrap();
    let name = format!("{first} first, reach {reach}, {}", draw(board, target));
    assert_eq!(reading.verdict, expected, "{name}");
    assert_eq!(
        (quick.hash(), quick.ko()),
        (board.hash(), board.ko()),
        "{name}"
    );
    assert_line_holds(board, question, &reading);
    Some(captured)
}

#[test]
fn random_boards_agree_with_the_slow_reader() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let (mut captured, mut escaped) = (0, 0);
    let (boards, least) = short_or_long((50, 50), (150, 180));
    for _ in 0..boards {
        let size = Size::new(random.next_u32() % 5 + 2, random.next_u32() % 4 + 3).unwrap();
        let board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            for first in Color::BOTH {
                let reach = 3 + random.next_u32() as usize % 2;
                // With more liberties, nothing is read.
                if board.liberty_count(target) <= reach {
                    match assert_agrees(&board, target, first, reach) {
                        Some(true) => captured += 1,
                        Some(false) => escaped += 1,
                        None => {}
                    }
                }
            }
        }
    }
    assert!(captured > least && escaped > least, "{captured} {escaped}");
}

proptest! {
    #[test]
    fn drawn_boards_agree_with_the_slow_reader(
        rows in proptest::collection::vec("[XO.]{5}", 2..5),
        width in 2usize..6,
        reach in MAX_LIBERTIES,
        black_first in any::<bool>(),
    ) {
        let rows: Vec<&str> = rows.iter().map(|row| &row[..width]).collect();
        let drawn = Stones::drawn(&rows);
        let stones: Vec<_> = drawn.stones.iter().map(|(&point, &color)| (color, point)).collect();
        let Ok(board) = Board::with_stones(drawn.size, &stones) else {
            return Ok(());
        };
        let first = if black_first { Color::Black } else { Color::White };
        for target in board.chains().collect::<Vec<_>>() {
            assert_agrees(&board, target, first, reach);
        }
    }
}

#[test]
fn a_reading_stops_when_it_is_asked_to() {
    let (mut board, stone) = crate::ladder::tests::polynomial_ladder();
    let question = LooseQuestion {
        target: stone,
        first: Color::Black,
        max_liberties: 4,
    };
    let looks = std::cell::Cell::new(0);
    let is_stopped = || {
        looks.set(looks.get() + 1);
        looks.get() > 2
    };
    let reading = read_until(&mut board, question, DEFAULT_NODES, &is_stopped).unwrap();
    assert_eq!(reading.verdict, Verdict::Unknown);
    assert!(looks.get() >= 3);
}
