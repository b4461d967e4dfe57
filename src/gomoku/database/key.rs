//! Keys of positions. Positions that differ only by move order or by a symmetry of the board have the same key.

use std::fmt::{self, Display};

use crate::rules::{Cell, MAX_SIDE, MIN_SIDE, Point, Position, Rule};
use tengen_engine::game::{Color, Position as _};

/// Coordinates of a pass in a key.
const PASS: [u8; 2] = [255, 255];

/// Bytes of a key before its stones: rule, columns, rows.
const HEAD: usize = 3;

/// A symmetry of the board: an optional transposition, then an optional reflection of columns, then one of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    /// Returns the symmetries of a board: eight for a square, four for a rectangle.
    fn of_board(width: u8, height: u8) -> impl Iterator<Item = Symmetry> {
        let is_square = width == height;
        (0..8)
            .map(Symmetry)
            .filter(move |symmetry| is_square || symmetry.0 & 1 == 0)
    }

    /// Returns the image of a point on a board of this size.
    fn apply(self, point: Point, width: u8, height: u8) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.0 & 1 != 0 {
            (x, y) = (y, x);
        }
        if self.0 & 2 != 0 {
            x = width - 1 - x;
        }
        if self.0 & 4 != 0 {
            y = height - 1 - y;
        }
        Point::new(x, y)
    }
}

/// The stones of a position as a database sees them: without move order, and without rules except for their name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    rule: Rule,
    width: u8,
    height: u8,
    /// Stones of black and of white.
    points: [Vec<Point>; 2],
    to_move: Color,
}

impl Stones {
    /// Returns an empty board with black to move. The size must be valid.
    pub fn empty(rule: Rule, width: u8, height: u8) -> Stones {
        Stones {
            rule,
            width,
            height,
            points: [Vec::new(), Vec::new()],
            to_move: Color::Black,
        }
    }

    /// Returns the stones of a position. `None` if the database has no key for it: with blocked points, in a continuous
    /// game, or if no alternating moves with at most one pass lead to these colors.
    pub fn from_position(position: &Position) -> Option<Stones> {
        let mut stones = Stones::empty(position.rule(), position.width(), position.height());
        for point in position.points() {
            match position.cell(point) {
                Cell::Empty => {}
                Cell::Stone(color) => stones.points[color.index()].push(point),
                Cell::Blocked => return None,
            }
        }
        stones.to_move = position.to_move();
        let has_key = !position.continuous() && stones.are_balanced();
        has_key.then_some(stones)
    }

    /// Whether black has as many stones as white or one more.
    fn are_balanced(&self) -> bool {
        let [black, white] = self.points.each_ref().map(Vec::len);
        black == white || black == white + 1
    }

    /// Returns the rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the numbers of columns and rows.
    pub fn size(&self) -> (u8, u8) {
        (self.width, self.height)
    }

    /// Returns the number of stones.
    pub fn count(&self) -> usize {
        self.points.iter().map(Vec::len).sum()
    }

    /// Returns the empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        let (width, height) = self.size();
        (0..height)
            .flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
            .filter(|point| !self.holds(*point))
    }

    /// Whether there is a stone on the point.
    pub fn holds(&self, point: Point) -> bool {
        self.points.iter().any(|points| points.contains(&point))
    }

    /// Whether the point is on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// Returns the stones after a move to an empty point.
    pub fn after(&self, point: Point) -> Stones {
        let mut stones = self.clone();
        stones.points[self.to_move.index()].push(point);
        stones.to_move = self.to_move.opponent();
        stones
    }

    /// Returns the stones after a pass.
    pub fn after_pass(&self) -> Stones {
        Stones {
            to_move: self.to_move.opponent(),
            ..self.clone()
        }
    }

    /// Returns the stones before the opponent's move to `point`; `None` if the opponent has no stone there.
    fn before(&self, point: Point) -> Option<Stones> {
        let mut stones = self.clone();
        stones.to_move = self.to_move.opponent();
        let points = &mut stones.points[stones.to_move.index()];
        let index = points.iter().position(|&other| other == point)?;
        points.swap_remove(index);
        Some(stones)
    }

    /// Returns each possible last move with the stones before it.
    pub fn parents(&self) -> impl Iterator<Item = (Point, Stones)> {
        let last_movers = &self.points[self.to_move.opponent().index()];
        last_movers
            .iter()
            .filter_map(|&point| Some((point, self.before(point)?)))
    }

    /// Returns the key, and the symmetries that map the stones to it.
    fn canonical(&self) -> (DatabaseKey, Vec<Symmetry>) {
        let mut least: Option<Vec<u8>> = None;
        let mut symmetries = Vec::new();
        for symmetry in Symmetry::of_board(self.width, self.height) {
            let bytes = self.bytes_under(symmetry);
            if least.as_ref().is_none_or(|least| bytes < *least) {
                symmetries.clear();
                least = Some(bytes);
            } else if least.as_ref() != Some(&bytes) {
                continue;
            }
            symmetries.push(symmetry);
        }
        (DatabaseKey(least.unwrap_or_default().into()), symmetries)
    }

    /// Returns the key of the position.
    pub fn key(&self) -> DatabaseKey {
        self.canonical().0
    }

    /// Returns the key, and a function that maps a point of the board to the one that represents it in the entry of
    /// that key: the first of its images under the symmetries.
    pub fn key_with_points(&self) -> (DatabaseKey, impl Fn(Point) -> Point + use<>) {
        let (key, symmetries) = self.canonical();
        let (width, height) = self.size();
        let canonical = move |point: Point| {
            let images = symmetries
                .iter()
                .map(|symmetry| symmetry.apply(point, width, height));
            images.min().unwrap_or(point)
        };
        (key, canonical)
    }

    fn bytes_under(&self, symmetry: Symmetry) -> Vec<u8> {
        let mut bytes = vec![rule_number(self.rule), self.width, self.height];
        let counts = self.points.each_ref().map(Vec::len);
        let expected = if counts[0] == counts[1] {
            Color::Black
        } else {
            Color::White
        };
        for color in Color::BOTH {
            let mut points: Vec<[u8; 2]> = self.points[color.index()]
                .iter()
                .map(|&point| {
                    let point = symmetry.apply(point, self.width, self.height);
                    [point.x(), point.y()]
                })
                .collect();
            points.sort_unstable();
            if color == expected && self.to_move != expected {
                points.push(PASS);
            }
            bytes.extend(points.iter().flatten());
        }
        bytes
    }

    /// Parses the bytes of a key. Returns `None` if they are invalid.
    pub(super) fn of_bytes(bytes: &[u8]) -> Option<Stones> {
        let (&[rule, width, height], rest) = bytes.split_first_chunk::<HEAD>()?;
        let sides = [width, height].map(usize::from);
        let fits = sides
            .iter()
            .all(|side| (MIN_SIDE..=MAX_SIDE).contains(side));
        let (pairs, rest) = rest.as_chunks::<2>();
        if !fits || !rest.is_empty() || pairs.len() > sides[0] * sides[1] + 1 {
            return None;
        }
        let mut stones = Stones::empty(rule_of_number(rule)?, width, height);
        let blacks = pairs.len().div_ceil(2);
        let mut taken = [false; MAX_SIDE * MAX_SIDE];
        for (index, &pair) in pairs.iter().enumerate() {
            let color = Color::BOTH[usize::from(index >= blacks)];
            if pair == PASS {
                continue;
            }
            let point = Point::new(pair[0], pair[1]);
            if !stones.contains(point) {
                return None;
            }
            let slot = usize::from(point.y()) * MAX_SIDE + usize::from(point.x());
            if std::mem::replace(&mut taken[slot], true) {
                return None;
            }
            stones.points[color.index()].push(point);
        }
        // A pass counts as a move.
        stones.to_move = Color::BOTH[pairs.len() % 2];
        stones.are_balanced().then_some(stones)
    }
}

/// The key of a position: rule, columns, rows, and the sorted stones of black and then of white; the smallest of these
/// over the symmetries of the board. A pass is listed among the stones of its side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DatabaseKey(Box<[u8]>);

impl DatabaseKey {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the stones, in the orientation of the key.
    pub fn stones(&self) -> Stones {
        // A key is only ever made from valid stones.
        Stones::of_bytes(&self.0).unwrap_or_else(|| Stones::empty(Rule::Freestyle, 15, 15))
    }
}

/// Writes rule, size, stones and the side to move, such as `r-15-15-h8-h9-b`.
impl Display for DatabaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = self.stones();
        write!(f, "{}", RULE_LETTERS[stones.rule as usize])?;
        write!(f, "-{}-{}", stones.width, stones.height)?;
        for points in &stones.points {
            f.write_str("-")?;
            for point in points {
                write!(f, "{}{}", char::from(b'a' + point.x()), point.y() + 1)?;
            }
        }
        let letter = match stones.to_move {
            Color::Black => 'b',
            Color::White => 'w',
        };
        write!(f, "-{letter}")
    }
}

/// Letters of the rules in the text of a key, in the order of the rules.
const RULE_LETTERS: [char; 5] = ['f', 's', 'r', 'c', 'e'];

/// Parses the displayed text of a key. Returns `None` if it is invalid.
pub(super) fn stones_of_text(text: &str) -> Option<Stones> {
    let parts: Vec<&str> = text.split('-').collect();
    let &[rule, width, height, black, white, to_move] = parts.as_slice() else {
        return None;
    };
    let rule = Rule::ALL
        .into_iter()
        .find(|&known| RULE_LETTERS[known as usize].to_string() == rule)?;
    let mut bytes = vec![rule_number(rule), width.parse().ok()?, height.parse().ok()?];
    let (black, white) = (points_of_text(black)?, points_of_text(white)?);
    let expected = if black.len() == white.len() { "b" } else { "w" };
    let pass = match to_move {
        "b" | "w" => to_move != expected,
        _ => return None,
    };
    let passes = |is_expected: bool| (pass && is_expected).then_some(PASS);
    bytes.extend(black.into_iter().chain(passes(expected == "b")).flatten());
    bytes.extend(white.into_iter().chain(passes(expected == "w")).flatten());
    Stones::of_bytes(&bytes)
}

/// Parses points such as `h8i9`.
fn points_of_text(text: &str) -> Option<Vec<[u8; 2]>> {
    let mut points = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.bytes().next() {
        let column = letter.is_ascii_lowercase().then(|| letter - b'a')?;
        let digits = rest[1..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(rest.len(), |end| end + 1);
        let row: u8 = rest[1..digits].parse().ok()?;
        points.push([column, row.checked_sub(1)?]);
        rest = &rest[digits..];
    }
    Some(points)
}

/// Returns the number of a rule in files. The first three come from the files of Yixin and Rapfi, the others from
/// Gomocup.
fn rule_number(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 2,
        Rule::Caro => 8,
        Rule::ExactCaro => 9,
    }
}

fn rule_of_number(number: u8) -> Option<Rule> {
    Rule::ALL
        .into_iter()
        .find(|&rule| rule_number(rule) == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(rule: Rule, width: u8, height: u8, moves: &[(u8, u8)]) -> Stones {
        let start = Stones::empty(rule, width, height);
        moves
            .iter()
            .fold(start, |stones, &(x, y)| stones.after(Point::new(x, y)))
    }

    #[test]
    fn order_and_symmetry_do_not_matter_rule_size_and_colors_do() {
        let at = |moves: &[(u8, u8)]| stones(Rule::Renju, 15, 15, moves).key();
        let key = at(&[(7, 7), (8, 6), (9, 9)]);
        for same in [
            [(9, 9), (8, 6), (7, 7)],
            [(7, 7), (6, 6), (5, 9)],
            [(7, 7), (6, 8), (9, 9)],
            [(7, 7), (8, 8), (9, 5)],
        ] {
            assert_eq!(at(&same), key, "{same:?}");
        }
        assert_ne!(at(&[(8, 6), (7, 7), (9, 9)]), key);
        assert_ne!(at(&[(7, 7), (8, 6), (9, 8)]), key);
        let moves = [(7, 7), (8, 6), (9, 9)];
        assert_ne!(stones(Rule::Standard, 15, 15, &moves).key(), key);
        assert_ne!(stones(Rule::Renju, 16, 16, &moves).key(), key);
    }

    #[test]
    fn a_rectangle_is_not_turned() {
        let at = |moves: &[(u8, u8)]| stones(Rule::Freestyle, 15, 17, moves).key();
        assert_eq!(at(&[(1, 2)]), at(&[(13, 14)]));
        assert_ne!(at(&[(1, 2)]), at(&[(2, 1)]));
    }

    #[test]
    fn bytes_and_text_are_read_back() {
        let passed = stones(Rule::Caro, 15, 15, &[(0, 0), (3, 4)]).after_pass();
        let passed_white = stones(Rule::Renju, 15, 15, &[(3, 4)]).after_pass();
        for stones in [
            stones(Rule::Freestyle, 22, 22, &[]),
            stones(Rule::Renju, 15, 15, &[(7, 7), (8, 6), (14, 9), (0, 0)]),
            stones(Rule::ExactCaro, 5, 22, &[(4, 21), (0, 0), (1, 1)]),
            passed,
            passed_white,
        ] {
            let key = stones.key();
            assert_eq!(key.stones().key(), key);
            assert_eq!(key.stones().to_move, stones.to_move, "{key}");
            let read = stones_of_text(&key.to_string()).expect("a key's text");
            assert_eq!(read.key(), key);
        }
        let text = stones(Rule::Renju, 15, 15, &[(7, 7)]).key().to_string();
        assert_eq!(text, "r-15-15-h8--w");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let bad: [&[u8]; 8] = [
            &[],
            &[0, 15],
            &[3, 15, 15],
            &[0, 23, 15],
            &[0, 4, 15],
            &[0, 15, 15, 7],
            &[0, 15, 15, 15, 0],
            &[0, 15, 15, 7, 7, 7, 7],
        ];
        for bytes in bad {
            assert_eq!(Stones::of_bytes(bytes), None, "{bytes:?}");
        }
        for text in [
            "",
            "r-15-15-h8-w",
            "x-15-15---b",
            "r-15-15-h0--w",
            "r-15-15-Ü1--w",
        ] {
            assert_eq!(stones_of_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_point_stands_for_its_mirror_images() {
        let center = stones(Rule::Renju, 15, 15, &[(7, 7)]);
        let (_, canonical) = center.key_with_points();
        let corners = [(0, 0), (14, 0), (0, 14), (14, 14)];
        for (x, y) in corners {
            assert_eq!(canonical(Point::new(x, y)), Point::new(0, 0));
        }
        assert_eq!(canonical(Point::new(6, 7)), canonical(Point::new(7, 8)));
        assert_ne!(canonical(Point::new(6, 6)), canonical(Point::new(7, 8)));
        let lopsided = center.after(Point::new(8, 6)).after(Point::new(2, 3));
        let (_, canonical) = lopsided.key_with_points();
        assert_ne!(canonical(Point::new(0, 0)), canonical(Point::new(14, 14)));
    }

    #[test]
    fn positions_without_a_key() {
        let mut position = Position::new(15, 15, Rule::Freestyle).unwrap();
        assert!(Stones::from_position(&position).is_some());
        assert!(Stones::from_position(&position.clone().with_continuous(true)).is_none());
        position
            .place(Point::new(1, 1), Cell::Stone(Color::White))
            .unwrap();
        assert!(
            Stones::from_position(&position).is_none(),
            "white has one more"
        );
        position.place(Point::new(1, 1), Cell::Empty).unwrap();
        position.place(Point::new(1, 1), Cell::Blocked).unwrap();
        assert!(Stones::from_position(&position).is_none());
    }
}
