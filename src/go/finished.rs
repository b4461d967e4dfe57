//! The labelled finished games, for tests.

use serde_json::Value;

use super::{Komi, Move, Point, Position, Rules, Score, Size};
use crate::game::{Color, Position as _};

/// A game of `go_final.jsonl`, played until both sides passed.
pub struct Finished(Value);

impl Finished {
    pub fn all() -> Vec<Finished> {
        crate::labelled::lines("go_final.jsonl")
            .into_iter()
            .map(Finished)
            .collect()
    }

    /// The position after both passes.
    pub fn position(&self, rules: Rules) -> Position {
        self.position_before(rules, 0)
    }

    /// The position before the last `moves` moves.
    pub fn position_before(&self, rules: Rules, moves: usize) -> Position {
        let size = Size::square(self.0["size"].as_u64().unwrap() as u32).unwrap();
        let komi = Komi::from_points(self.0["komi"].as_f64().unwrap()).unwrap();
        let mut position = Position::new(size, rules, komi);
        let played = self.0["moves"].as_array().unwrap();
        for mv in &played[..played.len() - moves] {
            let color = if mv[0] == "b" {
                Color::Black
            } else {
                Color::White
            };
            position
                .play(color, vertex(mv[1].as_str().unwrap()))
                .unwrap();
        }
        position
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
