//! The fours, threes and twos on the board, with the points that complete them.

use std::fmt::{self, Display};

use super::pattern::Pattern;
use super::pattern_tables::PatternTables;
use crate::rules::lines::{Direction, LineBits, walk};
use crate::rules::{Cell, Point, Position};
use tengen_engine::game::Color;

/// The kind of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShapeKind {
    /// A row that wins.
    Five,
    /// Four stones that become a five at more than one point.
    OpenFour,
    /// Four stones that become a five.
    Four,
    /// Three stones that become an open four.
    OpenThree,
    /// Three stones that become a four.
    Three,
    /// Two stones that become an open three.
    OpenTwo,
    /// Two stones that become a three.
    Two,
}

impl Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ShapeKind::Five => "five",
            ShapeKind::OpenFour => "open-four",
            ShapeKind::Four => "four",
            ShapeKind::OpenThree => "open-three",
            ShapeKind::Three => "three",
            ShapeKind::OpenTwo => "open-two",
            ShapeKind::Two => "two",
        })
    }
}

impl ShapeKind {
    /// Returns the kind of `count` stones on a line if each makes at least this pattern, or `None` if the pattern needs
    /// a different number of stones.
    fn classify(pattern: Pattern, count: usize) -> Option<ShapeKind> {
        match (count, pattern) {
            (5.., Pattern::Five) => Some(ShapeKind::Five),
            (4, Pattern::OpenFour | Pattern::DoubleFour) => Some(ShapeKind::OpenFour),
            (4, Pattern::Four) => Some(ShapeKind::Four),
            (3, Pattern::OpenThree | Pattern::WideThree) => Some(ShapeKind::OpenThree),
            (3, Pattern::Three) => Some(ShapeKind::Three),
            (2, Pattern::OpenTwo | Pattern::WideTwo) => Some(ShapeKind::OpenTwo),
            (2, Pattern::Two) => Some(ShapeKind::Two),
            _ => None,
        }
    }

    /// Whether one more stone that makes the pattern `next` completes a shape of this kind.
    fn is_completed_by(self, next: Pattern) -> bool {
        match self {
            ShapeKind::Five => false,
            ShapeKind::OpenFour | ShapeKind::Four => next == Pattern::Five,
            ShapeKind::OpenThree => next == Pattern::OpenFour,
            ShapeKind::Three => matches!(next, Pattern::Four | Pattern::DoubleFour),
            ShapeKind::OpenTwo => matches!(next, Pattern::OpenThree | Pattern::WideThree),
            ShapeKind::Two => next == Pattern::Three,
        }
    }
}

/// A group of stones of one side on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Kind of the shape.
    pub kind: ShapeKind,
    /// Stones from one end of the line to the other.
    pub stones: Vec<Point>,
    /// Empty points that complete the shape, in the same order. Empty for a five.
    pub completions: Vec<Point>,
}

/// Returns every shape of `color`, strongest kind first. In renju a completing point may be forbidden for another
/// reason.
pub fn shapes(position: &Position, color: Color) -> Vec<Shape> {
    let reader = ShapeReader {
        position,
        patterns: PatternTables::get(position.rule()),
        color,
    };
    let mut shapes: Vec<Shape> = Vec::new();
    for direction in Direction::ALL {
        for first in position.points() {
            shapes.extend(reader.shape_starting_at(direction, first));
        }
    }
    shapes.sort();
    shapes.dedup();
    shapes
}

/// Finds the shapes of one side on the lines of a position.
struct ShapeReader<'a> {
    position: &'a Position,
    patterns: &'static PatternTables,
    color: Color,
}

impl ShapeReader<'_> {
    /// Returns the shape with its first stone on `first`: the largest that fits into five points in a row from there.
    fn shape_starting_at(&self, direction: Direction, first: Point) -> Option<Shape> {
        if self.position.cell(first) != Cell::Stone(self.color) {
            return None;
        }
        let at = |steps: i32| Some(walk(first, direction, steps)).filter(|&p| self.is_open(p));
        let reach = (1..5).take_while(|&steps| at(steps).is_some()).last();
        let mut stones: Vec<Point> = (0..=reach.unwrap_or(0)).filter_map(at).collect();
        stones.retain(|&point| self.position.cell(point) == Cell::Stone(self.color));
        let lines = self.position.lines();
        while stones.len() >= 2 {
            let weakest = stones
                .iter()
                .map(|&stone| self.pattern(lines, direction, stone))
                .min();
            if let Some(kind) =
                weakest.and_then(|pattern| ShapeKind::classify(pattern, stones.len()))
                && !self.extends_backward(direction, &stones)
            {
                let completions = self.completions(direction, &stones, kind);
                return Some(Shape {
                    kind,
                    stones,
                    completions,
                });
            }
            stones.pop();
        }
        None
    }

    /// Whether an earlier stone is within the same five points as the last one.
    fn extends_backward(&self, direction: Direction, stones: &[Point]) -> bool {
        let (first, last) = (stones[0], stones[stones.len() - 1]);
        let length = i32::from(
            last.x()
                .abs_diff(first.x())
                .max(last.y().abs_diff(first.y())),
        );
        (1..5 - length)
            .map(|steps| walk(first, direction, -steps))
            .take_while(|&point| self.is_open(point))
            .any(|point| self.position.cell(point) == Cell::Stone(self.color))
    }

    /// Whether the point can belong to a five of the side.
    fn is_open(&self, point: Point) -> bool {
        matches!(self.position.cell(point), Cell::Empty)
            || self.position.cell(point) == Cell::Stone(self.color)
    }

    fn completions(&self, direction: Direction, stones: &[Point], kind: ShapeKind) -> Vec<Point> {
        let mut points = Vec::new();
        for steps in -5..=9 {
            let point = walk(stones[0], direction, steps);
            if self.position.cell(point) != Cell::Empty {
                continue;
            }
            let mut after = self.position.lines().clone();
            after.flip_stone(self.color, point);
            let completes = |&stone: &Point| {
                kind.is_completed_by(self.pattern(&after, direction, stone))
                    && kind.is_completed_by(self.pattern(&after, direction, point))
            };
            if stones.iter().all(completes) {
                points.push(point);
            }
        }
        points
    }

    /// Returns the pattern that a stone on `point` makes on its line.
    fn pattern(&self, lines: &LineBits, direction: Direction, point: Point) -> Pattern {
        let (word, place) = lines.word(direction, point);
        let number =
            self.patterns.center_patterns(word >> (2 * place)) >> (4 * self.color.index()) & 15;
        let pattern = Pattern::ALL.into_iter().find(|&p| p as u8 == number);
        pattern.unwrap_or(Pattern::Dead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::testing::drawing::{board, marked};

    /// Asserts that black has a single shape, of this `kind`, with stones `X` and completions `*`.
    fn check(rule: Rule, kind: ShapeKind, row: &str) {
        let empty = ".".repeat(row.len());
        let rows = [&empty, &empty, row, &empty, &empty];
        let position = board(rule, &rows);
        let expected = Shape {
            kind,
            stones: marked(&rows, 'X'),
            completions: marked(&rows, '*'),
        };
        assert_eq!(shapes(&position, Color::Black), [expected], "{rule} {row}");
        assert_eq!(shapes(&position, Color::White), [], "{rule} {row}");
    }

    #[test]
    fn stones_and_completions_by_kind() {
        use ShapeKind::*;
        check(Rule::Freestyle, Five, "..XXXXX..");
        check(Rule::Freestyle, OpenFour, "..*XXXX*.");
        check(Rule::Freestyle, Four, "..*XXXXO.");
        check(Rule::Freestyle, Four, "..XX*XX..");
        check(Rule::Freestyle, OpenThree, "..*XXX*..");
        check(Rule::Freestyle, OpenThree, "..XX*X...");
        check(Rule::Freestyle, Three, ".**XXXO..");
        check(Rule::Freestyle, OpenTwo, ".**XX**..");
        check(Rule::Freestyle, Two, ".***XXO..");
        check(Rule::Standard, Four, "OX*XXX..O");
    }

    #[test]
    fn every_line_is_read() {
        let rows = [
            "X . . . . . .",
            ". X . . . . X",
            ". . X . . X .",
            ". . . . X . .",
            ". . . . . . .",
            ". . . . . . .",
        ];
        let kinds: Vec<ShapeKind> = shapes(&board(Rule::Freestyle, &rows), Color::Black)
            .iter()
            .map(|shape| shape.kind)
            .filter(|&kind| kind < ShapeKind::OpenTwo)
            .collect();
        assert_eq!(kinds, [ShapeKind::Three, ShapeKind::Three]);
    }
}
