//! Reversi: discs are flipped by walking from the new one in every direction.

use tengen_engine::game::Color;

use super::{Model, Point, Verdict, letter};

#[derive(Clone)]
pub struct Reversi {
    rows: Vec<Vec<char>>,
    to_move: Color,
}

const WAYS: [(isize, isize); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

impl Reversi {
    /// The start of a game.
    pub fn start() -> Reversi {
        let mut rows = vec![vec!['.'; 8]; 8];
        rows[3][3] = 'O';
        rows[3][4] = 'X';
        rows[4][3] = 'X';
        rows[4][4] = 'O';
        Reversi::set_up(rows, Color::Black)
    }

    /// A position with these discs.
    pub fn set_up(rows: Vec<Vec<char>>, to_move: Color) -> Reversi {
        Reversi { rows, to_move }
    }

    fn flips(&self, color: Color, point: Point) -> Vec<Point> {
        let (own, foe) = (Some(letter(color)), Some(letter(color.opponent())));
        let mut flipped = Vec::new();
        for (x, y) in WAYS {
            let mut line = Vec::new();
            let mut next = self.step(point, x, y);
            while next.is_some_and(|point| self.at(point) == foe) {
                line.extend(next);
                next = next.and_then(|point| self.step(point, x, y));
            }
            if next.is_some_and(|point| self.at(point) == own) {
                flipped.extend(line);
            }
        }
        flipped
    }

    fn places(&self, color: Color, point: Point) -> bool {
        self.at(point) == Some('.') && !self.flips(color, point).is_empty()
    }

    fn can_move(&self, color: Color) -> bool {
        self.points()
            .into_iter()
            .any(|point| self.places(color, point))
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        !Color::BOTH.into_iter().any(|color| self.can_move(color))
    }

    /// Whether `color` can move: because it is its turn, or because the other side has to pass.
    fn has_turn(&self, color: Color) -> bool {
        color == self.to_move || !self.can_move(self.to_move) && self.can_move(color)
    }
}

impl Model for Reversi {
    fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn judge(&self, color: Color, point: Option<Point>) -> Verdict {
        let is_legal = self.has_turn(color)
            && match point {
                Some(point) => self.places(color, point),
                None => !self.can_move(color) && !self.is_over(),
            };
        if is_legal {
            Verdict::Legal
        } else {
            Verdict::Illegal
        }
    }

    fn play(&mut self, color: Color, point: Option<Point>) {
        if let Some((column, row)) = point {
            for (column, row) in self.flips(color, (column, row)) {
                self.rows[row - 1][column] = letter(color);
            }
            self.rows[row - 1][column] = letter(color);
        }
        self.to_move = color.opponent();
    }
}
