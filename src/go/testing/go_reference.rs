//! A slow and obvious implementation of Go's rules, for comparison: stones in a map, flood fill, a copy per position.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::point::{Point, Size};
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// White's chain at G6 is captured in a ladder that ends in the corner.
pub const LADDER: [&str; 9] = [
    ". . . . . . . . .",
    ". . . . . . X . .",
    ". . . . . X O X .",
    ". . . . . . O X .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
];

/// The stones on a board and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    /// Size of the board.
    pub size: Size,
    /// Colors of the stones by point.
    pub stones: BTreeMap<Point, Color>,
}

impl Stones {
    /// Returns an empty board.
    pub fn new(size: Size) -> Stones {
        Stones {
            size,
            stones: BTreeMap::new(),
        }
    }

    /// Parses a drawing: rows from the top, `X` black, `O` white; blanks are ignored.
    pub fn drawn(rows: &[&str]) -> Stones {
        let rows: Vec<String> = rows.iter().map(|r| r.replace(' ', "")).collect();
        let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
        let mut drawn = Stones::new(size);
        for (from_top, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), usize::from(size.width()), "rows of one length");
            for (column, letter) in row.chars().enumerate() {
                let point = Point::new(column as u8, (rows.len() - 1 - from_top) as u8);
                match letter {
                    'X' => drawn.stones.insert(point, Color::Black),
                    'O' => drawn.stones.insert(point, Color::White),
                    '.' => None,
                    other => panic!("{other:?} in a drawing"),
                };
            }
        }
        drawn
    }

    /// Returns the stones of a board.
    pub fn from_board(board: &Board) -> Stones {
        let size = board.size();
        let stones = size
            .points()
            .filter_map(|p| Some((p, board.at(p)?)))
            .collect();
        Stones { size, stones }
    }

    /// Returns a board with these stones. Every chain needs a liberty.
    pub fn board(&self) -> Board {
        let stones: Vec<_> = self.stones.iter().map(|(&p, &c)| (c, p)).collect();
        Board::with_stones(self.size, &stones).unwrap()
    }

    /// Draws the stones: rows from the top, without blanks.
    pub fn draw(&self) -> String {
        let mut drawing = String::new();
        for row in (0..self.size.height()).rev() {
            for column in 0..self.size.width() {
                drawing.push(match self.stones.get(&Point::new(column, row)) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                });
            }
            drawing.push('\n');
        }
        drawing
    }

    /// Returns the points next to a point.
    pub fn neighbors(&self, point: Point) -> Vec<Point> {
        point
            .neighbors()
            .into_iter()
            .filter(|&n| self.size.contains(n))
            .collect()
    }

    /// Returns the stones of the chain on `point`, and its liberties.
    pub fn chain(&self, point: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let color = self.stones[&point];
        let (mut stones, mut liberties) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![point];
        while let Some(p) = open.pop() {
            match self.stones.get(&p) {
                None => drop(liberties.insert(p)),
                Some(&c) if c == color && stones.insert(p) => open.extend(self.neighbors(p)),
                Some(_) => {}
            }
        }
        (stones, liberties)
    }

    /// Returns the stones of the chain on `point`; empty if the point is.
    pub fn chain_if_any(&self, point: Point) -> BTreeSet<Point> {
        match self.stones.contains_key(&point) {
            true => self.chain(point).0,
            false => BTreeSet::new(),
        }
    }

    /// Returns the stones after a move, and the numbers of opposing and own stones it removes.
    pub fn after(&self, color: Color, point: Point) -> (Stones, usize, usize) {
        let mut after = self.clone();
        assert_eq!(after.stones.insert(point, color), None);
        let (mut taken, mut lost) = (0, 0);
        for neighbor in self.neighbors(point) {
            if after.stones.get(&neighbor) == Some(&color.opponent()) {
                taken += after.take_if_dead(neighbor);
            }
        }
        if after.stones.contains_key(&point) {
            lost = after.take_if_dead(point);
        }
        (after, taken, lost)
    }

    fn take_if_dead(&mut self, point: Point) -> usize {
        let (stones, liberties) = self.chain(point);
        if !liberties.is_empty() {
            return 0;
        }
        self.stones.retain(|p, _| !stones.contains(p));
        stones.len()
    }

    /// Returns the point that the opponent may not retake after `color` has played `point`.
    pub fn ko_after(&self, color: Color, point: Point) -> Option<Point> {
        let (after, taken, lost) = self.after(color, point);
        if taken != 1 || lost != 0 {
            return None;
        }
        let (stones, liberties) = after.chain(point);
        if stones.len() != 1 || liberties.len() != 1 {
            return None;
        }
        liberties.into_iter().next()
    }
}
