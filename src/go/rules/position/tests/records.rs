//! Records with edits and rule-breaking moves, against a map of stones.

use proptest::prelude::*;

use super::*;
use tengen_engine::game::Edit;
use tengen_engine::record::{Record, Step};

/// A record's steps as numbers: kind, side and point. A setup also uses the points after that point.
fn steps() -> impl Strategy<Value = Vec<(u8, bool, u8)>> {
    proptest::collection::vec((0u8..20, any::<bool>(), any::<u8>()), 0..80)
}

const SIDE: u8 = 4;

fn point(number: u8) -> Point {
    Point::new(number % SIDE, number / SIDE % SIDE)
}

fn step((kind, black, number): (u8, bool, u8)) -> Step<Move> {
    let color = if black { Color::Black } else { Color::White };
    match kind {
        0 => Step::Edit(Box::new(Edit {
            stones: vec![(color, Move::Place(point(number)))],
            empty: vec![Move::Place(point(number.wrapping_add(1)))],
            to_move: None,
        })),
        1 => Step::Edit(Box::new(Edit {
            stones: Vec::new(),
            empty: Vec::new(),
            to_move: Some(color),
        })),
        2 => Step::Move(color, Move::Pass),
        _ => Step::Move(color, Move::Place(point(number))),
    }
}

/// The stones after a step, or `None` if a setup would leave a chain without a liberty.
fn after(stones: &Stones, step: &Step<Move>) -> Option<Stones> {
    let mut next = stones.clone();
    match step {
        Step::Move(_, Move::Pass) => {}
        Step::Move(color, Move::Place(point)) => {
            next.stones.remove(point);
            next = next.after(*color, *point).0;
        }
        Step::Edit(edit) => {
            let at = |mv: &Move| match *mv {
                Move::Place(point) => point,
                Move::Pass => panic!("no set-up has a pass"),
            };
            edit.empty.iter().for_each(|mv| {
                next.stones.remove(&at(mv));
            });
            for (color, mv) in &edit.stones {
                next.stones.insert(at(mv), *color);
            }
            let listed: Vec<_> = next.stones.iter().map(|(&p, &c)| (c, p)).collect();
            Board::with_stones(next.size, &listed).ok()?;
        }
    }
    Some(next)
}

proptest! {
    #[test]
    fn a_record_has_what_was_played_and_takes_it_back(steps in steps(), rule in 0usize..3, back in 0usize..90) {
        let rules = Rules { ko: KO_RULES[rule], ..Rules::DEFAULT };
        let size = Size::square(SIDE.into()).unwrap();
        let mut record = Record::new(position(size, rules));
        let mut boards = vec![Stones::from_board(record.position().board())];
        for step in steps.into_iter().map(step) {
            let now = &boards[boards.len() - 1];
            match after(now, &step) {
                None => prop_assert_eq!(record.add(step), Err(IllegalMove::NoLiberty)),
                Some(next) => {
                    let legal = step.as_move().map(|(color, mv)| record.position().check(color, mv));
                    let broken = record.add(step).unwrap();
                    prop_assert_eq!(broken, legal.and_then(Result::err));
                    boards.push(next);
                }
            }
            prop_assert_eq!(&Stones::from_board(record.position().board()), &boards[boards.len() - 1]);
        }
        // The last legal part of the record leads from its start to its end.
        let (start, moves) = record.line();
        let mut replayed = start.clone();
        for (color, mv) in moves {
            replayed.play(color, mv).unwrap();
        }
        prop_assert_eq!(replayed.board().hash(), record.position().board().hash());
        prop_assert_eq!(replayed.to_move(), record.position().to_move());
        let whole = record.clone();
        record.take_back(back);
        let kept = whole.len().saturating_sub(back);
        prop_assert_eq!(record.steps(), &whole.steps()[..kept]);
        prop_assert_eq!(&Stones::from_board(record.position().board()), &boards[kept]);
        // Steps that were taken back can be played again, with the same result.
        for step in &whole.steps()[kept..] {
            record.add(step.clone()).unwrap();
        }
        prop_assert_eq!(record.position().board().hash(), whole.position().board().hash());
        prop_assert_eq!(record.position().board().ko(), whole.position().board().ko());
        for color in Color::BOTH {
            prop_assert_eq!(record.position().legal_moves(color), whole.position().legal_moves(color));
            prop_assert_eq!(
                record.position().board().prisoners(color),
                whole.position().board().prisoners(color)
            );
        }
    }
}
