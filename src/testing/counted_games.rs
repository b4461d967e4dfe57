//! The labelled finished games, for tests.
//!
//! `go_gnugo.jsonl` holds games on 9x9, of the search against itself and against GNU Go at level 1, which often left one
//! side dead altogether. GNU Go 3.8 at level 10 says which stones are dead and what the score is. A game that was left
//! with an unsettled corner is not among them.

use serde_json::Value;

use crate::engine::game::Color;
use crate::engine::record::Record;
use crate::go::{Komi, Move, Point, Position, Rules, Score, Size};

/// A game that was played until both sides passed.
pub struct Finished(Value);

impl Finished {
    pub fn all() -> Vec<Finished> {
        crate::testing::test_data::lines("go_final.jsonl")
            .into_iter()
            .map(Finished)
            .collect()
    }

    /// Games that GNU Go has counted, each under the rules by which it was played.
    pub fn counted_by_gnu_go() -> Vec<(Finished, &'static str)> {
        let games = crate::testing::test_data::samples("go_gnugo.jsonl").into_iter();
        let ruled = games.map(|game| match game.get("chinese") {
            Some(_) => (Finished(game), "chinese"),
            None => (Finished(game), "japanese"),
        });
        ruled.collect()
    }

    /// The position after both passes.
    pub fn position(&self, rules: Rules) -> Position {
        self.position_before(rules, 0)
    }

    /// The position before the last `moves` moves.
    pub fn position_before(&self, rules: Rules, moves: usize) -> Position {
        let mut record = self.record(rules);
        for _ in 0..moves {
            record.undo();
        }
        record.position().clone()
    }

    /// The whole game.
    pub fn record(&self, rules: Rules) -> Record<Position> {
        let size = Size::square(self.0["size"].as_u64().unwrap() as u32).unwrap();
        let komi = Komi::from_points(self.0["komi"].as_f64().unwrap()).unwrap();
        let mut record = Record::new(Position::new(size, rules, komi));
        for mv in self.0["moves"].as_array().unwrap() {
            let color = match mv[0].as_str() {
                Some("b") => Color::Black,
                _ => Color::White,
            };
            record.play(color, vertex(mv[1].as_str().unwrap())).unwrap();
        }
        record
    }

    /// The score and the dead stones, sorted by name, under the rules `chinese` or `japanese`.
    pub fn expected(&self, rules: &str) -> (Score, Vec<String>) {
        let label = &self.0[rules];
        let score = label["score"].as_str().unwrap();
        let points: f64 = score[1..].parse().unwrap_or_default();
        let sign = if score.starts_with('W') { -2.0 } else { 2.0 };
        let dead = label["dead"].as_array().unwrap();
        let dead = dead
            .iter()
            .map(|p| p.as_str().unwrap().to_owned())
            .collect();
        (Score::from_half_points((points * sign) as i32), dead)
    }
}

fn vertex(name: &str) -> Move {
    if name == "PASS" {
        return Move::Pass;
    }
    let letter = name.as_bytes()[0] - b'A';
    let column = letter - u8::from(letter > 8);
    Move::Place(Point::new(column, name[1..].parse::<u8>().unwrap() - 1))
}
