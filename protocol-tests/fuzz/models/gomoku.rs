//! Gomoku: rows of stones counted from every point.

use tengen_engine::game::Color;

use super::{Model, Point, Verdict, letter};

#[derive(Clone)]
pub struct Gomoku {
    rows: Vec<Vec<char>>,
    to_move: Color,
    rule: &'static str,
}

/// The names of the rules.
pub const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "exact-caro"];

impl Gomoku {
    pub fn new(width: usize, height: usize, rule: &'static str) -> Gomoku {
        Gomoku {
            rows: vec![vec!['.'; width]; height],
            to_move: Color::Black,
            rule,
        }
    }

    /// A position with these stones.
    pub fn set_up(&self, rows: Vec<Vec<char>>, to_move: Color) -> Gomoku {
        Gomoku {
            rows,
            to_move,
            rule: self.rule,
        }
    }

    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// Whether a winning row ends the game.
    pub fn is_won(&self) -> bool {
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        self.points()
            .into_iter()
            .any(|point| ways.iter().any(|&way| self.wins(point, way)))
    }

    /// Whether a row that begins at a point in this direction wins.
    fn wins(&self, start: Point, (x, y): (isize, isize)) -> bool {
        let stone = self.at(start);
        let color = match stone {
            Some('X') => Color::Black,
            Some('O') => Color::White,
            _ => return false,
        };
        let before = self.step(start, -x, -y).and_then(|point| self.at(point));
        if before == stone {
            return false;
        }
        let mut length = 1;
        let mut end = self.step(start, x, y);
        while end.is_some_and(|point| self.at(point) == stone) {
            length += 1;
            end = end.and_then(|point| self.step(point, x, y));
        }
        let foe = Some(letter(color.opponent()));
        let hemmed = before == foe && end.and_then(|point| self.at(point)) == foe;
        match self.rule {
            "freestyle" => length >= 5,
            "standard" => length == 5,
            "renju" if color == Color::Black => length == 5,
            "renju" => length >= 5,
            "caro" => length > 5 || length == 5 && !hemmed,
            _ => length == 5 && !hemmed,
        }
    }
}

impl Model for Gomoku {
    fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn judge(&self, color: Color, point: Option<Point>) -> Verdict {
        let is_empty = point.is_some_and(|point| self.at(point) == Some('.'));
        if !is_empty || self.is_won() {
            Verdict::Illegal
        } else if self.rule == "renju" && color == Color::Black {
            // Forbidden threes and fours are covered by a separate labeled set.
            Verdict::Unknown
        } else {
            Verdict::Legal
        }
    }

    fn play(&mut self, color: Color, point: Option<Point>) {
        if let Some((column, row)) = point {
            self.rows[row - 1][column] = letter(color);
        }
        self.to_move = color.opponent();
    }
}
