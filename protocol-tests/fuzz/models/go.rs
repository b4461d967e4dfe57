//! Go: chains by flood fill, and a copy of every former position.

use std::collections::BTreeSet;

use tengen_engine::game::Color;

use super::{Model, Point, Verdict, letter};

/// Former positions that may not be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// The one before the capture of a single stone, immediately.
    Simple,
    /// Any position.
    Positional,
    /// Any position with the same side to move.
    Situational,
}

/// The rules that decide which moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rule on repetition.
    pub ko: Ko,
    /// Whether a chain of several stones may take its own last liberty.
    pub suicide: bool,
}

/// The default rules of the program.
pub const USUAL_RULES: Rules = Rules {
    ko: Ko::Positional,
    suicide: false,
};

type Rows = Vec<Vec<char>>;

/// A position and its predecessors.
#[derive(Clone)]
pub struct Go {
    rows: Rows,
    to_move: Color,
    /// `None` while the rules are unknown.
    rules: Option<Rules>,
    past: Vec<(Rows, Color)>,
    /// The point barred by a ko, and the side that may not play there.
    barred: Option<(Color, Point)>,
}

impl Go {
    pub fn new(width: usize, height: usize, rules: Option<Rules>) -> Go {
        Go::set_up(vec![vec!['.'; width]; height], Color::Black, rules)
    }

    /// A game that begins with these stones.
    pub fn set_up(rows: Rows, to_move: Color, rules: Option<Rules>) -> Go {
        Go {
            past: vec![(rows.clone(), to_move)],
            rows,
            to_move,
            rules,
            barred: None,
        }
    }

    /// The rules, if they are known.
    pub fn rules(&self) -> Option<Rules> {
        self.rules
    }

    /// Changes the rules; `None` for unknown ones.
    pub fn set_rules(&mut self, rules: Option<Rules>) {
        self.rules = rules;
    }

    /// Whether every chain has a liberty.
    pub fn is_possible(&self) -> bool {
        let stones = self
            .points()
            .into_iter()
            .filter(|&point| self.at(point) != Some('.'));
        stones
            .into_iter()
            .all(|point| !self.chain(point).1.is_empty())
    }

    fn neighbors(&self, point: Point) -> Vec<Point> {
        [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .filter_map(|(x, y)| self.step(point, x, y))
            .collect()
    }

    /// The chain that includes the stone on a point, and its liberties.
    fn chain(&self, point: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut stones, mut liberties) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![point];
        while let Some(next) = open.pop() {
            if self.at(next) == Some('.') {
                liberties.insert(next);
            } else if self.at(next) == self.at(point) && stones.insert(next) {
                open.extend(self.neighbors(next));
            }
        }
        (stones, liberties)
    }

    fn take(&mut self, stones: &BTreeSet<Point>) {
        for &(column, row) in stones {
            self.rows[row - 1][column] = '.';
        }
    }

    /// The position after a stone on an empty point, and the opponent's and own stones removed by it.
    fn with_stone(&self, color: Color, point: Point) -> (Go, BTreeSet<Point>, BTreeSet<Point>) {
        let mut after = self.clone();
        after.rows[point.1 - 1][point.0] = letter(color);
        let mut taken = BTreeSet::new();
        for neighbor in self.neighbors(point) {
            if after.at(neighbor) == Some(letter(color.opponent())) {
                let (stones, liberties) = after.chain(neighbor);
                if liberties.is_empty() {
                    after.take(&stones);
                    taken.extend(stones);
                }
            }
        }
        let (own, liberties) = after.chain(point);
        if !liberties.is_empty() {
            return (after, taken, BTreeSet::new());
        }
        after.take(&own);
        (after, taken, own)
    }

    fn is_repeated(&self, rules: Rules, to_move: Color) -> bool {
        self.past.iter().any(|(rows, then)| match rules.ko {
            Ko::Simple => false,
            Ko::Positional => *rows == self.rows,
            Ko::Situational => *rows == self.rows && *then == to_move,
        })
    }
}

impl Model for Go {
    fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn judge(&self, color: Color, point: Option<Point>) -> Verdict {
        let Some(point) = point else {
            return Verdict::Legal;
        };
        if self.at(point) != Some('.') || self.barred == Some((color, point)) {
            return Verdict::Illegal;
        }
        let (after, _, lost) = self.with_stone(color, point);
        if lost.len() == 1 {
            return Verdict::Illegal;
        }
        let Some(rules) = self.rules else {
            return Verdict::Unknown;
        };
        if !lost.is_empty() && !rules.suicide || after.is_repeated(rules, color.opponent()) {
            return Verdict::Illegal;
        }
        Verdict::Legal
    }

    fn play(&mut self, color: Color, point: Option<Point>) {
        self.barred = None;
        if let Some(point) = point {
            let (after, taken, _) = self.with_stone(color, point);
            let past = std::mem::take(&mut self.past);
            *self = Go { past, ..after };
            let (own, liberties) = self.chain(point);
            if taken.len() == 1 && own.len() == 1 && liberties.len() == 1 {
                self.barred = taken.first().map(|&ko| (color.opponent(), ko));
            }
        }
        self.to_move = color.opponent();
        self.past.push((self.rows.clone(), self.to_move));
    }
}
