//! The search's own board: stones, and what each side could make of every empty point, kept up to date.

use std::sync::Arc;

use super::forbidden::{Verdict, judge};
use super::lines::{CENTRE, Direction, Lines, MAX_SIDE, REACH, WINDOW, bits_of};
use super::params::Params;
use super::patterns::{Kind, Patterns, Quad, Threat, is_threat};
use super::{Cell, Point, Position, Rule, zobrist};
use crate::game::{self, Color};

/// Length of arrays over points: rows of 32, so that a step along a line is a fixed number of slots.
pub(super) const SLOTS: usize = 1024;

/// The place of a point in arrays over points.
#[inline]
pub(super) fn slot(point: Point) -> usize {
    usize::from(point.y() & 31) << 5 | usize::from(point.x() & 31)
}

/// A set of points as one word per row.
pub(super) type Rows = [u32; MAX_SIDE];

/// The points of `rows`, as one reads.
pub(super) fn points_of(rows: &Rows) -> impl Iterator<Item = Point> + '_ {
    rows.iter()
        .enumerate()
        .flat_map(|(y, &row)| bits_of(row).map(move |x| Point::new(x as u8, y as u8)))
}

/// What one side could make of the empty points.
#[derive(Clone, PartialEq, Eq)]
struct View {
    quads: [Quad; SLOTS],
    kinds: [Kind; SLOTS],
    counts: [u16; Kind::SLOTS],
    /// Points that win at once.
    fives: Rows,
    /// Points that make a four and do not win at once, fouls included.
    fours: Rows,
    /// Worth of all empty points.
    score: i32,
}

impl View {
    /// Begins (`sign` 1) or ceases (-1) to count the point in `slot` by its kind.
    #[inline]
    fn tally(&mut self, slot: usize, sign: i16) {
        let kind = self.kinds[slot];
        let count = &mut self.counts[kind.slot()];
        *count = count.wrapping_add_signed(sign);
        if kind.threat() == Threat::Five {
            self.fives[slot >> 5] ^= 1 << (slot & 31);
        } else if kind.makes_four() {
            self.fours[slot >> 5] ^= 1 << (slot & 31);
        }
    }

    /// Changes the kind of a point that is counted.
    #[inline]
    fn turn(&mut self, slot: usize, kind: Kind) {
        if kind != self.kinds[slot] {
            self.tally(slot, -1);
            self.kinds[slot] = kind;
            self.tally(slot, 1);
        }
    }
}

/// A pattern as it was before a move changed it.
#[derive(Clone, Copy)]
struct Change {
    color: Color,
    slot: u16,
    quad: Quad,
    kind: Kind,
}

/// A move that can be taken back.
#[derive(Clone, Copy)]
struct Played {
    point: Point,
    /// Length of the log of changes before it.
    log: usize,
    /// Both sides' scores before it.
    scores: [i32; 2],
}

/// A position made ready for searching. Moves are not checked here: the search plays on empty points only,
/// and asks `is_foul` before black plays in renju.
#[derive(Clone)]
pub struct Board {
    lines: Lines,
    patterns: Arc<Patterns>,
    rule: Rule,
    width: u8,
    height: u8,
    to_move: Color,
    empty: u16,
    key: u64,
    views: Box<[View; 2]>,
    log: Vec<Change>,
    played: Vec<Played>,
}

impl Board {
    /// Takes over a position, with the tables of its rule under the usual numbers.
    pub fn of(position: &Position) -> Self {
        let patterns = Patterns::new(position.rule(), &Params::default());
        Board::new(position, Arc::new(patterns))
    }

    /// Takes over a position, with tables made for its rule.
    pub(super) fn new(position: &Position, patterns: Arc<Patterns>) -> Self {
        let (width, height) = (position.width(), position.height());
        let view = View {
            quads: [Quad::default(); SLOTS],
            kinds: [Kind::NOTHING; SLOTS],
            counts: [0; Kind::SLOTS],
            fives: [0; MAX_SIDE],
            fours: [0; MAX_SIDE],
            score: 0,
        };
        let mut board = Board {
            lines: Lines::new(width, height),
            patterns,
            rule: position.rule(),
            width,
            height,
            to_move: game::Position::to_move(position),
            empty: position.empty_count() as u16,
            key: zobrist::board(width, height, position.rule()),
            views: Box::new([view.clone(), view]),
            log: Vec::with_capacity(1 << 14),
            played: Vec::with_capacity(512),
        };
        for point in position.points() {
            match position.cell(point) {
                Cell::Empty => {}
                Cell::Blocked => {
                    board.lines.flip(point, [true, true]);
                    board.key ^= zobrist::blocked(point);
                }
                Cell::Stone(color) => {
                    board.lines.flip_stone(color, point);
                    board.key ^= zobrist::stone(color, point);
                }
            }
        }
        if board.to_move == Color::White {
            board.key ^= zobrist::WHITE_TO_MOVE;
        }
        for point in position.points() {
            if position.cell(point) == Cell::Empty {
                board.look_at(point);
            }
        }
        board
    }

    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    pub(super) fn to_move(&self) -> Color {
        self.to_move
    }

    /// Points still free.
    pub(super) fn empty_count(&self) -> u16 {
        self.empty
    }

    /// A key of everything that the search's results depend on.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The point in the middle, or right below it where sides are even.
    pub(super) fn middle(&self) -> Point {
        Point::new(self.width / 2, self.height / 2)
    }

    pub(super) fn is_empty(&self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height && self.lines.at(point) == (false, false)
    }

    /// What a stone of `color` on the empty `point` would make.
    #[inline]
    pub(super) fn kind(&self, color: Color, point: Point) -> Kind {
        self.views[color.index()].kinds[slot(point)]
    }

    /// What the empty `point` is worth to `color`, in evaluation units.
    #[inline]
    pub(super) fn value(&self, color: Color, point: Point) -> i32 {
        let view = &self.views[color.index()];
        self.patterns
            .value(view.quads[slot(point)], view.kinds[slot(point)])
    }

    /// What all empty points are worth to `color`.
    pub(super) fn score(&self, color: Color) -> i32 {
        self.views[color.index()].score
    }

    /// Points where `color` makes `threat`, those left out that may be fouls.
    #[inline]
    pub(super) fn count(&self, color: Color, threat: Threat) -> usize {
        self.views[color.index()].counts[threat as usize].into()
    }

    /// Points where `color` wins at once.
    pub(super) fn fives(&self, color: Color) -> &Rows {
        &self.views[color.index()].fives
    }

    /// Points where `color` makes a four and no five, fouls included.
    pub(super) fn fours(&self, color: Color) -> &Rows {
        &self.views[color.index()].fours
    }

    /// Whether `color` may not play on the empty `point`.
    #[inline]
    pub(super) fn is_foul(&self, color: Color, point: Point) -> bool {
        let kind = self.kind(color, point);
        kind.threat() == Threat::Foul
            || kind.is_suspect() && matches!(judge(&self.lines, point), Verdict::Foul(_))
    }

    /// How many of `color`'s stones follow each other from `point` (not counted) backwards and forwards.
    pub(super) fn arms(&self, color: Color, direction: Direction, point: Point) -> (u32, u32) {
        self.lines.arms(color, direction, point)
    }

    /// The point `steps` away along `direction`, if it is empty.
    pub(super) fn step(&self, point: Point, direction: Direction, steps: i32) -> Option<Point> {
        let (dx, dy) = direction.step();
        let x = u8::try_from(i32::from(point.x()) + dx * steps).ok()?;
        let y = u8::try_from(i32::from(point.y()) + dy * steps).ok()?;
        Some(Point::new(x, y)).filter(|&point| self.is_empty(point))
    }

    /// The empty points within two steps of a stone.
    pub(super) fn neighbourhood(&self) -> Rows {
        let stones = self.rows(|black, white| black ^ white);
        let wide = stones.map(|row| row | row << 1 | row << 2 | row >> 1 | row >> 2);
        let free = self.free();
        std::array::from_fn(|y| {
            let near = &wide[y.saturating_sub(2)..(y + 3).min(MAX_SIDE)];
            near.iter().fold(0, |all, row| all | row) & free[y]
        })
    }

    /// Whether there are no stones.
    pub(super) fn is_bare(&self) -> bool {
        self.rows(|black, white| black ^ white)
            .iter()
            .all(|&row| row == 0)
    }

    /// All empty points.
    pub(super) fn free(&self) -> Rows {
        self.rows(|black, white| !(black | white))
    }

    fn rows(&self, of: impl Fn(u32, u32) -> u32) -> Rows {
        std::array::from_fn(|y| {
            if y >= usize::from(self.height) {
                return 0;
            }
            let row = Point::new(0, y as u8);
            let ([black, white], begin) = self.lines.words(Direction::Across, row);
            of(black, white) >> (begin + REACH)
        })
    }

    /// Plays for the side to move.
    pub fn play(&mut self, point: Point) {
        let color = self.to_move;
        let at = slot(point);
        self.played.push(Played {
            point,
            log: self.log.len(),
            scores: [self.views[0].score, self.views[1].score],
        });
        for view in self.views.iter_mut() {
            view.tally(at, -1);
            view.score -= self.patterns.value(view.quads[at], view.kinds[at]);
        }
        self.lines.flip_stone(color, point);
        self.empty -= 1;
        self.key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
        self.to_move = color.opponent();
        for direction in Direction::ALL {
            self.update_line(direction, point);
        }
    }

    /// Takes back the last move.
    pub fn undo(&mut self) {
        let Some(Played { point, log, scores }) = self.played.pop() else {
            return;
        };
        let color = self.to_move.opponent();
        for change in self.log.drain(log..).rev() {
            let view = &mut self.views[change.color.index()];
            let slot = usize::from(change.slot);
            view.quads[slot] = change.quad;
            view.turn(slot, change.kind);
        }
        self.lines.flip_stone(color, point);
        self.empty += 1;
        self.key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
        self.to_move = color;
        // Nothing near was changed after this stone was played that has not been taken back, so the patterns
        // of its own point still hold.
        for (view, score) in self.views.iter_mut().zip(scores) {
            view.tally(slot(point), 1);
            view.score = score;
        }
    }

    /// Works out the patterns of an empty point that nothing is known of yet.
    fn look_at(&mut self, point: Point) {
        for color in Color::BOTH {
            let mut quad = Quad::default();
            for direction in Direction::ALL {
                let window = self.lines.window(color, direction, point);
                let pattern = self.patterns.of_line(color, window.own, window.rival);
                quad = quad.set(direction as usize, pattern);
            }
            let view = &mut self.views[color.index()];
            view.quads[slot(point)] = quad;
            view.kinds[slot(point)] = self.patterns.kind(color, quad);
            view.tally(slot(point), 1);
            view.score += self.patterns.value(quad, view.kinds[slot(point)]);
        }
    }

    /// Brings the patterns along a line through `point` up to date.
    #[inline]
    fn update_line(&mut self, direction: Direction, point: Point) {
        let ([black, white], begin) = self.lines.words(direction, point);
        let (dx, dy) = direction.step();
        let stride = dy * 32 + dx;
        let free = !(black | white) >> begin & WINDOW & !CENTRE;
        for bit in bits_of(free) {
            let steps = bit as i32 - REACH as i32;
            let slot = (slot(point) as i32 + steps * stride) as usize & (SLOTS - 1);
            // A free point lies on the board, so its place is at least 0 and its window begins there.
            let shift = begin + bit - REACH;
            let (black, white) = (black >> shift & WINDOW, white >> shift & WINDOW);
            let seen = [(Color::Black, black, white), (Color::White, white, black)];
            for (color, own, rival) in seen {
                let pattern = self.patterns.of_line(color, own, rival);
                let view = &mut self.views[color.index()];
                let (quad, kind) = (view.quads[slot], view.kinds[slot]);
                let old = quad.get(direction as usize);
                if old == pattern {
                    continue;
                }
                self.log.push(Change {
                    color,
                    slot: slot as u16,
                    quad,
                    kind,
                });
                let quad = quad.set(direction as usize, pattern);
                view.quads[slot] = quad;
                view.score += self.patterns.step(old, pattern);
                if is_threat(old) || is_threat(pattern) {
                    let next = self.patterns.kind(color, quad);
                    view.score += self.patterns.bonus(next) - self.patterns.bonus(kind);
                    view.turn(slot, next);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::params::Params;
    use super::*;

    fn empty_points(position: &Position) -> Vec<Point> {
        let mut points: Vec<Point> = position.points().collect();
        points.retain(|&p| position.cell(p) == Cell::Empty);
        points
    }

    /// Compares what is kept up to date with a board set up afresh.
    fn assert_fresh(board: &Board, position: &Position) {
        let fresh = Board::new(position, board.patterns.clone());
        assert_eq!(board.key, fresh.key);
        assert_eq!(board.empty, fresh.empty);
        for (view, fresh) in board.views.iter().zip(fresh.views.iter()) {
            assert!(view.counts == fresh.counts);
            assert!(view.fives == fresh.fives && view.fours == fresh.fours);
            assert_eq!(view.score, fresh.score);
            for point in empty_points(position) {
                assert_eq!(
                    view.quads[slot(point)],
                    fresh.quads[slot(point)],
                    "{point:?}"
                );
                assert_eq!(
                    view.kinds[slot(point)],
                    fresh.kinds[slot(point)],
                    "{point:?}"
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn stays_what_setting_up_afresh_gives(
            size in (5u8..=22, 5u8..=22),
            rule in 0usize..5,
            cells in proptest::collection::vec(0u8..12, 484),
            moves in proptest::collection::vec(any::<prop::sample::Index>(), 1..30),
        ) {
            let rule = Rule::ALL[rule];
            let mut position = Position::new(size.0, size.1, rule).unwrap().with_continuous(true);
            let points: Vec<Point> = position.points().collect();
            for (point, cell) in points.into_iter().zip(cells) {
                let cell = match cell {
                    0 | 1 => Cell::Stone(Color::Black),
                    2 | 3 => Cell::Stone(Color::White),
                    4 => Cell::Blocked,
                    _ => Cell::Empty,
                };
                position.place(point, cell).unwrap();
            }
            let patterns = Arc::new(Patterns::new(rule, &Params::default()));
            let mut board = Board::new(&position, patterns);
            let start = position.clone();
            for index in &moves {
                let free = empty_points(&position);
                if free.is_empty() {
                    break;
                }
                let point = free[index.index(free.len())];
                let color = board.to_move();
                board.play(point);
                position.place(point, Cell::Stone(color)).unwrap();
                game::Position::turn_to(&mut position, color.opponent()).unwrap();
                assert_fresh(&board, &position);
            }
            while !board.played.is_empty() {
                board.undo();
            }
            assert_fresh(&board, &start);
        }

        #[test]
        fn fives_and_fouls_are_those_of_the_rules(
            rule in 0usize..5,
            cells in proptest::collection::vec(0u8..12, 144),
        ) {
            let rule = Rule::ALL[rule];
            let mut position = Position::new(12, 12, rule).unwrap();
            let points: Vec<Point> = position.points().collect();
            for (point, cell) in points.into_iter().zip(cells) {
                let cell = match cell {
                    0..=2 => Cell::Stone(Color::Black),
                    3 | 4 => Cell::Stone(Color::White),
                    _ => Cell::Empty,
                };
                position.place(point, cell).unwrap();
                if position.winning_line().is_some() {
                    position.place(point, Cell::Empty).unwrap();
                }
            }
            let patterns = Arc::new(Patterns::new(rule, &Params::default()));
            let board = Board::new(&position, patterns);
            for color in Color::BOTH {
                for point in empty_points(&position) {
                    prop_assert_eq!(
                        board.is_foul(color, point),
                        position.forbidden(color, point).is_some()
                    );
                    let mut next = position.clone();
                    next.place(point, Cell::Stone(color)).unwrap();
                    prop_assert_eq!(
                        board.kind(color, point).threat() == Threat::Five,
                        next.winning_line().is_some()
                    );
                }
            }
        }
    }
}
