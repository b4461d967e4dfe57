//! Go: the slow reference of the unit tests, and a copy of every former position.

use tengen_engine::game::Color;
use tengen_go::testing::go_reference::Stones;

use super::{Model, Point, Verdict};

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
        let stones = self.stones();
        let mut points = stones.stones.keys();
        points.all(|&point| !stones.chain(point).1.is_empty())
    }

    fn stones(&self) -> Stones {
        let from_top = self.rows.iter().rev();
        let rows: Vec<String> = from_top.map(|row| row.iter().collect()).collect();
        Stones::drawn(&rows.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn is_repeated(&self, rows: &Rows, rules: Rules, to_move: Color) -> bool {
        self.past.iter().any(|(past, then)| match rules.ko {
            Ko::Simple => false,
            Ko::Positional => past == rows,
            Ko::Situational => past == rows && *then == to_move,
        })
    }
}

fn point_of((column, row): Point) -> tengen_go::Point {
    tengen_go::Point::new(column as u8, (row - 1) as u8)
}

fn rows_of(stones: &Stones) -> Rows {
    let drawing = stones.draw();
    let from_bottom = drawing.lines().rev();
    from_bottom.map(|row| row.chars().collect()).collect()
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
        let (after, _, lost) = self.stones().after(color, point_of(point));
        if lost == 1 {
            return Verdict::Illegal;
        }
        let Some(rules) = self.rules else {
            return Verdict::Unknown;
        };
        let is_repeated = self.is_repeated(&rows_of(&after), rules, color.opponent());
        if lost > 0 && !rules.suicide || is_repeated {
            return Verdict::Illegal;
        }
        Verdict::Legal
    }

    fn play(&mut self, color: Color, point: Option<Point>) {
        self.barred = None;
        if let Some(point) = point {
            let (stones, point) = (self.stones(), point_of(point));
            let barred = stones.ko_after(color, point);
            let at = |ko: tengen_go::Point| (usize::from(ko.column()), usize::from(ko.row()) + 1);
            self.barred = barred.map(|ko| (color.opponent(), at(ko)));
            self.rows = rows_of(&stones.after(color, point).0);
        }
        self.to_move = color.opponent();
        self.past.push((self.rows.clone(), self.to_move));
    }
}
