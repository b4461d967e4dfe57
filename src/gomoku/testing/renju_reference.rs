//! Renju's forbidden moves in a slow and obvious way, and labeled positions with forbidden moves.

use serde_json::Value;

use crate::{Cell, Forbidden, Point, Position, Rule};
use tengen_engine::game::Color;
use tengen_testing::test_data;

/// A cell as column and row, possibly off the board.
type Place = (i32, i32);

/// The four directions of lines.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

const BLACK: Cell = Cell::Stone(Color::Black);

/// The rules of renju, implemented literally on an array of cells, without windows or bits.
#[derive(Clone)]
pub struct SlowRenju {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

impl SlowRenju {
    pub fn new(position: &Position) -> Self {
        SlowRenju {
            width: position.width().into(),
            height: position.height().into(),
            cells: position.points().map(|p| position.cell(p)).collect(),
        }
    }

    /// Returns the board with a black stone added.
    pub fn with(&self, point: Point) -> SlowRenju {
        self.with_stone(place(point))
    }

    /// Whether the black stone on `point` is in a row of exactly five.
    pub fn makes_five(&self, point: Point) -> bool {
        self.is_in_five(place(point))
    }

    /// Returns the rows of six or more through the black stone on `point`.
    pub fn overlines(&self, point: Point) -> Vec<Vec<Point>> {
        let rows = STEPS.map(|step| self.row(place(point), step));
        let long = rows.into_iter().filter(|row| row.len() > 5);
        long.map(|row| points_of(&row)).collect()
    }

    /// Returns the stones of every four through the black stone on `point`.
    pub fn fours(&self, point: Point) -> Vec<Vec<Point>> {
        let fours = STEPS.map(|step| self.fours_along(place(point), step));
        fours.iter().flatten().map(|four| points_of(four)).collect()
    }

    /// Returns for each direction without a four the empty points where one more stone makes a straight four with the
    /// black stone on `point`, forbidden or not. Directions without such points are left out.
    pub fn straight_four_points(&self, point: Point) -> Vec<Vec<Point>> {
        let at = place(point);
        let quiet = STEPS.into_iter();
        let quiet = quiet.filter(|&step| self.fours_along(at, step).is_empty());
        let moves = quiet.map(|step| points_of(&self.straight_four_moves(at, step)));
        moves.filter(|moves| !moves.is_empty()).collect()
    }

    /// Returns why a black stone on the empty `point` is forbidden.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        self.forbidden_at(place(point))
    }

    fn at(&self, (x, y): Place) -> Cell {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.cells[(y * self.width + x) as usize]
        } else {
            Cell::Blocked
        }
    }

    fn with_stone(&self, (x, y): Place) -> SlowRenju {
        let mut next = self.clone();
        next.cells[(y * self.width + x) as usize] = BLACK;
        next
    }

    /// Returns the black row through `at` in one direction.
    fn row(&self, at: Place, step: Place) -> Vec<Place> {
        let mut start = at;
        while self.at(walked(start, step, -1)) == BLACK {
            start = walked(start, step, -1);
        }
        let mut row = Vec::new();
        while self.at(start) == BLACK {
            row.push(start);
            start = walked(start, step, 1);
        }
        row
    }

    fn is_in_five(&self, at: Place) -> bool {
        STEPS.iter().any(|&step| self.row(at, step).len() == 5)
    }

    /// Returns every four through the stone at `at`: four stones that one more turns into exactly five.
    fn fours_along(&self, at: Place, step: Place) -> Vec<Vec<Place>> {
        let mut fours = Vec::new();
        for k in -4..=4 {
            let empty = walked(at, step, k);
            if self.at(empty) != Cell::Empty {
                continue;
            }
            let mut row = self.with_stone(empty).row(empty, step);
            if row.len() == 5 && row.contains(&at) {
                row.retain(|&p| p != empty);
                if !fours.contains(&row) {
                    fours.push(row);
                }
            }
        }
        fours
    }

    /// Whether the stone belongs to a straight four: four adjacent stones that either end turns into exactly five.
    fn is_straight_four(&self, at: Place, step: Place) -> bool {
        let row = self.row(at, step);
        row.len() == 4
            && [walked(row[0], step, -1), walked(row[3], step, 1)]
                .iter()
                .all(|&end| {
                    self.at(end) == Cell::Empty && self.with_stone(end).row(end, step).len() == 5
                })
    }

    fn straight_four_moves(&self, at: Place, step: Place) -> Vec<Place> {
        let near = (-4..=4).map(|k| walked(at, step, k));
        let empty = near.filter(|&next| self.at(next) == Cell::Empty);
        empty
            .filter(|&next| {
                let after = self.with_stone(next);
                after.row(at, step).contains(&next) && after.is_straight_four(at, step)
            })
            .collect()
    }

    fn is_three(&self, at: Place, step: Place) -> bool {
        let mut moves = self.straight_four_moves(at, step).into_iter();
        moves.any(|next| {
            !self.with_stone(next).is_in_five(next) && self.forbidden_at(next).is_none()
        })
    }

    fn forbidden_at(&self, at: Place) -> Option<Forbidden> {
        let after = self.with_stone(at);
        if after.is_in_five(at) {
            return None;
        }
        if STEPS.iter().any(|&step| after.row(at, step).len() > 5) {
            return Some(Forbidden::Overline);
        }
        let fours = STEPS.map(|step| after.fours_along(at, step).len());
        if fours.iter().sum::<usize>() >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let threes = (0..4).filter(|&i| fours[i] == 0 && after.is_three(at, STEPS[i]));
        (threes.count() >= 2).then_some(Forbidden::DoubleThree)
    }
}

fn place(point: Point) -> Place {
    (point.x().into(), point.y().into())
}

fn walked(from: Place, step: Place, steps: i32) -> Place {
    (from.0 + steps * step.0, from.1 + steps * step.1)
}

fn points_of(places: &[Place]) -> Vec<Point> {
    let points = places.iter();
    points.map(|&(x, y)| Point::new(x as u8, y as u8)).collect()
}

/// Returns renju positions with all of black's forbidden points.
pub fn labeled_positions() -> Vec<(Position, Vec<(Point, Forbidden)>)> {
    let lines = test_data::lines("renju_forbidden.jsonl");
    lines.iter().map(labeled_position).collect()
}

fn labeled_position(line: &Value) -> (Position, Vec<(Point, Forbidden)>) {
    let mut position = Position::new(15, 15, Rule::Renju).unwrap();
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        for point in points(&line[name]) {
            position.place(point, Cell::Stone(color)).unwrap();
        }
    }
    let kinds = line["kinds"].as_array().unwrap().iter();
    let kinds = kinds.map(|kind| match kind.as_u64() {
        Some(1) => Forbidden::DoubleThree,
        Some(2) => Forbidden::DoubleFour,
        _ => Forbidden::Overline,
    });
    let mut forbidden: Vec<_> = points(&line["forbidden"]).into_iter().zip(kinds).collect();
    forbidden.sort_by_key(|&(point, _)| point);
    (position, forbidden)
}

fn points(value: &Value) -> Vec<Point> {
    let pairs = value.as_array().unwrap().iter();
    let number = |value: &Value| value.as_u64().unwrap() as u8;
    pairs
        .map(|pair| Point::new(number(&pair[0]), number(&pair[1])))
        .collect()
}
