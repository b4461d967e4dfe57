//! Finished games with labels, for tests.
//!
//! `go_gnugo.jsonl` has 9x9 games of the search against itself and against GNU Go at level 1, many of which left one
//! side completely dead. The dead stones and the score are those of GNU Go 3.8 at level 10. A game with an unsettled
//! corner is excluded.

use serde_json::Value;

use crate::{Komi, Move, Point, Position, Rules, Score, Size};
use tengen_engine::game::Color;
use tengen_engine::record::Record;

/// A game played until both sides passed.
pub struct CountedGame(Value);

impl CountedGame {
    pub fn all() -> Vec<CountedGame> {
        tengen_testing::test_data::lines("go_final.jsonl")
            .into_iter()
            .map(CountedGame)
            .collect()
    }

    /// Returns the games counted by GNU Go, each with the name of the rules it was played under.
    pub fn counted_by_gnu_go() -> Vec<(CountedGame, &'static str)> {
        let games = tengen_testing::test_data::samples("go_gnugo.jsonl").into_iter();
        let ruled = games.map(|game| match game.get("chinese") {
            Some(_) => (CountedGame(game), "chinese"),
            None => (CountedGame(game), "japanese"),
        });
        ruled.collect()
    }

    pub fn position(&self, rules: Rules) -> Position {
        self.position_before(rules, 0)
    }

    /// Returns the position before the last `moves` moves.
    pub fn position_before(&self, rules: Rules, moves: usize) -> Position {
        let mut record = self.record(rules);
        for _ in 0..moves {
            record.undo();
        }
        record.position().clone()
    }

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

    /// Returns the score and the dead stones, sorted by name, under the rules `chinese` or `japanese`.
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
