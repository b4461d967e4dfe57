//! The board of the search: stones, and the patterns, threats and scores of all empty points, updated incrementally.

mod accumulator;
mod spot;
mod threat_map;

use std::sync::Arc;

use super::evaluation::{Evaluation, PointScores, Scores};
use super::network::Accumulator;
use super::point_set::{PointSet, SLOTS, points_of, slot};
use super::weights::Weights;
use super::zobrist;
use crate::patterns::classes::{CLASSES, Classes, Quad};
use crate::patterns::pattern::Pattern;
use crate::patterns::pattern_tables::PatternTables;
use crate::patterns::threat::{PackedThreat, PackedThreatPair, Threat, ThreatSet};
use crate::rules::forbidden::{RenjuVerdict, judge, judge_visiting};
use crate::rules::lines::{Direction, LineBits, MAX_SIDE, REACH, visible_points, walk};
use crate::rules::{Cell, Point, Position, Rule};
use spot::Spot;
use tengen_engine::cpu::Level;
use tengen_engine::game;
use tengen_engine::game::Color;
use threat_map::{ThreatMap, recount};

/// Maximum number of spots that one move changes.
const MAX_CHANGES: usize = 4 * 2 * REACH as usize;

/// Data for undoing a move.
#[derive(Clone, Copy)]
struct UndoEntry {
    point: Point,
    /// Length of the log before the move.
    log_start: usize,
    /// Scores before the move.
    scores: Scores,
}

/// A position prepared for searching. It does not check moves: the search plays only on empty points, and calls
/// `is_forbidden` for black in renju.
#[derive(Clone)]
pub struct Board {
    lines: LineBits,
    patterns: &'static PatternTables,
    classes: &'static Classes,
    evaluation: Arc<Evaluation>,
    rule: Rule,
    width: u8,
    height: u8,
    to_move: Color,
    empty: u16,
    key: u64,
    spots: Box<[Spot; SLOTS]>,
    threats: [ThreatMap; 2],
    /// Sums over all empty points.
    scores: Scores,
    stones: PointSet,
    free: PointSet,
    /// Spots as they were before moves changed them, up to `log_len`.
    log: Vec<Spot>,
    log_len: usize,
    played: Vec<UndoEntry>,
    /// The network's accumulators before the first move and after each move, computed on demand. Empty without a
    /// network.
    accumulators: Vec<Accumulator>,
}

impl Board {
    /// Returns the board of a position, with the built-in evaluation.
    pub fn from_position(position: &Position) -> Self {
        Board::new(
            position,
            Evaluation::new(position.rule(), Weights::embedded(), Level::detect()),
        )
    }

    /// Returns the board of a position, with an evaluation built for its rule.
    pub(crate) fn new(position: &Position, evaluation: Arc<Evaluation>) -> Self {
        let (width, height, rule) = (position.width(), position.height(), position.rule());
        let mut board = Board {
            lines: LineBits::new(width, height),
            patterns: PatternTables::get(rule),
            classes: Classes::all(),
            evaluation,
            rule,
            width,
            height,
            to_move: game::Position::to_move(position),
            empty: position.empty_count() as u16,
            key: zobrist::board(width, height, rule),
            spots: Box::new([Spot::NOTHING; SLOTS]),
            threats: [ThreatMap::NONE; 2],
            scores: Scores::default(),
            stones: [0; MAX_SIDE],
            free: [0; MAX_SIDE],
            log: Vec::new(),
            log_len: 0,
            played: Vec::with_capacity(512),
            accumulators: Vec::new(),
        };
        for point in position.points() {
            match position.cell(point) {
                Cell::Empty => board.free[usize::from(point.y())] |= 1 << point.x(),
                Cell::Blocked => {
                    board.lines.flip(point, [true, true]);
                    board.key ^= zobrist::blocked(point);
                }
                Cell::Stone(color) => {
                    board.lines.flip_stone(color, point);
                    board.stones[usize::from(point.y())] |= 1 << point.x();
                    board.key ^= zobrist::stone(color, point);
                }
            }
        }
        if board.to_move == Color::White {
            board.key ^= zobrist::WHITE_TO_MOVE;
        }
        for point in points_of(&board.free()) {
            board.init_point(point);
        }
        board.accumulators.extend(board.fresh_accumulator());
        board
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    pub(crate) fn to_move(&self) -> Color {
        self.to_move
    }

    pub(crate) fn empty_count(&self) -> u16 {
        self.empty
    }

    /// Returns the Zobrist key of the position, which includes rule and board size.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Returns the key after a move of the side to move.
    #[inline]
    pub(crate) fn key_after(&self, point: Point) -> u64 {
        self.key ^ zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

    pub(crate) fn is_empty(&self, point: Point) -> bool {
        point.x() < self.width
            && point.y() < self.height
            && self.lines.bits_at(point) == (false, false)
    }

    /// Returns the threat that a stone of `color` makes on the empty `point`.
    #[inline]
    pub(crate) fn packed_threat(&self, color: Color, point: Point) -> PackedThreat {
        self.spots[slot(point)].threats.of(color)
    }

    /// Returns the move score of the empty `point`, for move ordering: `MOVE_SCALE` units multiply the odds of being
    /// the best move by e.
    #[inline]
    pub(crate) fn move_score(&self, point: Point) -> i32 {
        self.spots[slot(point)].scores.move_score(self.to_move)
    }

    /// Whether a stone of `color` on the empty `point` makes at least a two on some line.
    pub(crate) fn is_in_line(&self, color: Color, point: Point) -> bool {
        let class = self.classes.of(self.spots[slot(point)].quad, color);
        self.classes.members()[usize::from(class)][3] >= Pattern::Two
    }

    /// Whether a stone of `color` on the empty `point` makes at least a two on two or more lines.
    pub(crate) fn is_in_two_lines(&self, color: Color, point: Point) -> bool {
        let class = self.classes.of(self.spots[slot(point)].quad, color);
        self.classes.members()[usize::from(class)][2] >= Pattern::Two
    }

    /// Whether the side to move makes a four but not a five on the empty `point`.
    pub(crate) fn makes_four(&self, point: Point) -> bool {
        self.packed_threat(self.to_move, point).set() == ThreatSet::Four as usize
    }

    /// Whether a move to the empty `point` is quiet: it neither makes nor prevents a threat.
    pub(crate) fn is_quiet(&self, point: Point) -> bool {
        let makes_nothing = |color| self.packed_threat(color, point).threat() == Threat::Nothing;
        Color::BOTH.into_iter().all(makes_nothing)
    }

    /// Returns the features with weights that add up to a move's score.
    pub(crate) fn move_features(&self, point: Point) -> [u16; 2] {
        let quad = self.spots[slot(point)].quad;
        let own = self.classes.of(quad, self.to_move);
        let opponents = self.classes.of(quad, self.to_move.opponent());
        [own, CLASSES as u16 + opponents]
    }

    /// Returns the linear part of the evaluation: the scores of all empty points and of the threat state.
    pub(super) fn linear_score(&self) -> i32 {
        self.scores.of(self.to_move)
            + self
                .evaluation
                .state_score(self.to_move, self.threat_state())
    }

    /// Returns the threat state: four bits for the side to move (can make a four, a four-three, an open three, a double
    /// three), and the opponent's four bits above them.
    fn threat_state(&self) -> usize {
        const SHOWN: [Threat; 4] = [
            Threat::Four,
            Threat::FourThree,
            Threat::OpenThree,
            Threat::DoubleThree,
        ];
        let bits = |color: Color| {
            let bit =
                |(i, &threat): (usize, &Threat)| usize::from(self.count(color, threat) > 0) << i;
            SHOWN.iter().enumerate().map(bit).sum::<usize>()
        };
        bits(self.to_move) | bits(self.to_move.opponent()) << SHOWN.len()
    }

    /// Returns the features with weights that add up to `linear_score`.
    pub(crate) fn position_features(&self) -> Vec<u16> {
        let mut terms = Vec::new();
        for point in points_of(&self.free) {
            let quad = self.spots[slot(point)].quad;
            let own = self.classes.of(quad, self.to_move);
            let opponents = self.classes.of(quad, self.to_move.opponent());
            terms.extend([own, CLASSES as u16 + opponents]);
        }
        terms.push((2 * CLASSES + self.threat_state()) as u16);
        terms
    }

    /// Returns the number of points where `color` makes `threat`, without those that may be forbidden.
    #[inline]
    pub(crate) fn count(&self, color: Color, threat: Threat) -> usize {
        self.threats[color.index()].counts[threat as usize].into()
    }

    /// Returns the points where `color` makes a five.
    pub(crate) fn fives(&self, color: Color) -> &PointSet {
        &self.threats[color.index()].points[ThreatSet::Five as usize]
    }

    /// Returns the points where `color` makes a four but not a five, including forbidden ones.
    pub(crate) fn fours(&self, color: Color) -> &PointSet {
        &self.threats[color.index()].points[ThreatSet::Four as usize]
    }

    /// Returns the points where `color` makes at least an open three but not a four, including forbidden ones.
    pub(crate) fn threes(&self, color: Color) -> &PointSet {
        &self.threats[color.index()].points[ThreatSet::Three as usize]
    }

    /// Whether the empty `point` is forbidden to `color`.
    #[inline]
    pub(crate) fn is_forbidden(&self, color: Color, point: Point) -> bool {
        let packed = self.packed_threat(color, point);
        packed.threat() == Threat::Forbidden
            || packed.may_be_forbidden()
                && matches!(judge(&self.lines, point), RenjuVerdict::Forbidden(_))
    }

    /// Returns the points that decide whether the empty `point` is forbidden to black in renju. Some may be off the
    /// board.
    pub(crate) fn forbidden_zone(&self, point: Point) -> PointSet {
        let mut zone = [0; MAX_SIDE];
        let reach = REACH as i32;
        judge_visiting(&self.lines, point, &mut |judged| {
            for direction in Direction::ALL {
                for step in -reach..=reach {
                    let near = walk(judged, direction, step);
                    if let Some(row) = zone.get_mut(usize::from(near.y())) {
                        *row |= 1u32.checked_shl(near.x().into()).unwrap_or(0);
                    }
                }
            }
        });
        zone
    }

    /// Returns the lengths of the runs of `color`'s stones directly before and after `point`, which is not counted.
    pub(crate) fn run_lengths(
        &self,
        color: Color,
        direction: Direction,
        point: Point,
    ) -> (u32, u32) {
        self.lines.run_lengths(color, direction, point)
    }

    /// Returns the point `steps` away along `direction`, if it is empty.
    pub(crate) fn step(&self, point: Point, direction: Direction, steps: i32) -> Option<Point> {
        let (dx, dy) = direction.step();
        let x = u8::try_from(i32::from(point.x()) + dx * steps).ok()?;
        let y = u8::try_from(i32::from(point.y()) + dy * steps).ok()?;
        Some(Point::new(x, y)).filter(|&point| self.is_empty(point))
    }

    /// Returns the empty points within two steps of a stone.
    pub(crate) fn neighborhood(&self) -> PointSet {
        let wide = self
            .stones
            .map(|row| row | row << 1 | row << 2 | row >> 1 | row >> 2);
        std::array::from_fn(|y| {
            let near = &wide[y.saturating_sub(2)..(y + 3).min(MAX_SIDE)];
            near.iter().fold(0, |all, row| all | row) & self.free[y]
        })
    }

    pub(crate) fn has_no_stones(&self) -> bool {
        self.stones.iter().all(|&row| row == 0)
    }

    /// Returns all empty points.
    pub(crate) fn free(&self) -> PointSet {
        self.free
    }

    /// Plays a move of the side to move.
    pub fn play(&mut self, point: Point) {
        let color = self.to_move;
        let at = slot(point);
        self.played.push(UndoEntry {
            point,
            log_start: self.log_len,
            scores: self.scores,
        });
        if self.log.len() < self.log_len + MAX_CHANGES {
            self.log
                .resize(2 * self.log.len() + MAX_CHANGES, Spot::NOTHING);
        }
        let spot = self.spots[at];
        self.tally(at, spot.threats, -1);
        self.scores = self.scores.with(spot.scores, PointScores::NONE);
        self.toggle_stone(color, point);
        self.empty -= 1;
        self.to_move = color.opponent();
        self.update_line::<{ Direction::Across as usize }>(point);
        self.update_line::<{ Direction::Down as usize }>(point);
        self.update_line::<{ Direction::Falling as usize }>(point);
        self.update_line::<{ Direction::Rising as usize }>(point);
    }

    /// Passes. A second pass takes the first one back.
    pub(crate) fn pass(&mut self) {
        self.to_move = self.to_move.opponent();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Returns the last stone of the side to move, if it was played on this board.
    pub(crate) fn last_own_stone(&self) -> Option<Point> {
        Some(self.played.iter().nth_back(1)?.point)
    }

    /// Takes back the last move.
    pub fn undo(&mut self) {
        let Some(UndoEntry {
            point,
            log_start: log,
            scores,
        }) = self.played.pop()
        else {
            return;
        };
        let color = self.to_move.opponent();
        for spot in &self.log[log..self.log_len] {
            let now = &mut self.spots[usize::from(spot.slot) % SLOTS];
            let before = std::mem::replace(now, *spot);
            if before.threats != spot.threats {
                recount(&mut self.threats, before, spot.threats);
            }
        }
        self.log_len = log;
        self.accumulators.truncate(self.played.len() + 1);
        self.toggle_stone(color, point);
        self.empty += 1;
        self.to_move = color;
        self.scores = scores;
        // All changes near the point since this stone was played have been undone, so the patterns of the point itself
        // are valid.
        let at = slot(point);
        self.tally(at, self.spots[at].threats, 1);
    }

    /// Adds or removes a stone of `color`, the moving side, in all bit sets and the key.
    #[inline]
    fn toggle_stone(&mut self, color: Color, point: Point) {
        self.lines.flip_stone(color, point);
        self.stones[usize::from(point.y())] ^= 1 << point.x();
        self.free[usize::from(point.y())] ^= 1 << point.x();
        self.key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
    }

    /// Computes the patterns of an empty point for the first time.
    fn init_point(&mut self, point: Point) {
        let mut quad = Quad::NOTHING;
        for direction in Direction::ALL {
            let (word, place) = self.lines.word(direction, point);
            let pair = self.patterns.center_patterns(word >> (2 * place));
            quad = quad.with(direction as usize, pair);
        }
        let spot = Spot::new(slot(point), quad, self.classes, &self.evaluation);
        self.spots[slot(point)] = spot;
        self.scores = self.scores.with(PointScores::NONE, spot.scores);
        self.tally(slot(point), spot.threats, 1);
    }

    /// Adds (`sign` 1) or removes (-1) the threats of the point in `slot`.
    fn tally(&mut self, slot: usize, pair: PackedThreatPair, sign: i16) {
        for (color, threats) in Color::BOTH.into_iter().zip(&mut self.threats) {
            threats.tally(slot, pair.of(color), sign);
        }
    }

    /// Updates the patterns along a line through `point`. The direction is a constant, which makes steps and shifts
    /// constants too.
    #[inline(always)]
    fn update_line<const DIRECTION: usize>(&mut self, point: Point) {
        let direction = Direction::ALL[DIRECTION];
        let (word, begin) = self.lines.word(direction, point);
        let (dx, dy) = direction.step();
        let stride = dy * 32 + dx;
        let first = slot(point) as i32 - REACH as i32 * stride;
        let (patterns, classes, evaluation) = (self.patterns, self.classes, &*self.evaluation);
        let spots = &mut *self.spots;
        let window = word >> (2 * begin);
        let mut free = !(window | window >> 1) & patterns.affected() & visible_points(window);
        let mut log = self.log[self.log_len..].iter_mut();
        while free != 0 {
            let bit = free.trailing_zeros();
            free &= free - 1;
            // An empty point is on the board, so its window starts within the word.
            let pair = patterns.center_patterns(word >> (2 * begin + bit - 2 * REACH));
            let slot = (first + (bit / 2) as i32 * stride) as usize % SLOTS;
            let old = spots[slot];
            let quad = old.quad.with(DIRECTION, pair);
            if quad == old.quad {
                continue;
            }
            let Some(logged) = log.next() else {
                // Never happens: the log has room for all points of four lines.
                return;
            };
            *logged = old;
            self.log_len += 1;
            let spot = Spot::new(slot, quad, classes, evaluation);
            spots[slot] = spot;
            self.scores = self.scores.with(old.scores, spot.scores);
            if spot.threats != old.threats {
                recount(&mut self.threats, old, spot.threats);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn empty_points(position: &Position) -> Vec<Point> {
        let mut points: Vec<Point> = position.points().collect();
        points.retain(|&p| position.cell(p) == Cell::Empty);
        points
    }

    /// Asserts that the updated board equals a newly built one.
    fn assert_fresh(board: &Board, position: &Position) {
        let fresh = Board::new(position, board.evaluation.clone());
        assert_eq!(board.key, fresh.key);
        assert_eq!(board.empty, fresh.empty);
        assert!(board.stones == fresh.stones && board.free == fresh.free);
        assert!(board.threats == fresh.threats);
        assert_eq!(board.scores, fresh.scores);
        for point in empty_points(position) {
            assert_eq!(
                board.spots[slot(point)],
                fresh.spots[slot(point)],
                "{point:?}"
            );
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
            let mut board = Board::from_position(&position);
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
        fn fives_and_forbidden_moves_are_those_of_the_rules(
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
            let board = Board::from_position(&position);
            for color in Color::BOTH {
                for point in empty_points(&position) {
                    prop_assert_eq!(
                        board.is_forbidden(color, point),
                        position.forbidden(color, point).is_some()
                    );
                    let mut next = position.clone();
                    next.place(point, Cell::Stone(color)).unwrap();
                    prop_assert_eq!(
                        board.packed_threat(color, point).threat() == Threat::Five,
                        next.winning_line().is_some()
                    );
                }
            }
        }
    }
}
