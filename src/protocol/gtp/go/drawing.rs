//! Drawings for GoGui: replies of the type `gfx` (GoGui manual, "Analyze Commands").

use super::list;
use tengen_go::{Point, Position};

/// A reply of the type `gfx`.
pub struct Drawing<'a> {
    position: &'a Position,
    /// Lines added so far.
    pub text: String,
}

impl<'a> Drawing<'a> {
    /// Creates an empty drawing.
    pub fn new(position: &'a Position) -> Self {
        Drawing {
            position,
            text: String::new(),
        }
    }

    /// Adds a line, unless there is nothing to draw.
    pub fn line(&mut self, keyword: &str, rest: String) {
        if rest.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&format!("{keyword} {rest}"));
    }

    /// Adds a line with points.
    pub fn points(&mut self, keyword: &str, points: &[Point]) {
        self.line(keyword, list(self.position, points.iter().copied()));
    }

    /// Adds a line with the stones of a chain.
    pub fn chain(&mut self, keyword: &str, stone: Point) {
        let mut stones: Vec<Point> = self.position.board().stones_of(stone).collect();
        stones.sort_unstable();
        self.points(keyword, &stones);
    }
}
