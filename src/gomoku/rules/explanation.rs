//! Explanation of a black stone in renju: all its rows, fours and threes, and why it is forbidden or not, down to the
//! last move on which a three depends.
//!
//! [`judge`](super::forbidden) stops at the first reason, while this collects all of them. The rules are RIF's, 9.2 and
//! 9.3.

use super::Point;
use super::forbidden::{
    Forbidden, RenjuVerdict, completions, is_straight, judge, straight_four_points,
};
use super::lines::{CENTER, Direction, LineBits, LineWindow, REACH, bits_of, walk};
use tengen_engine::game::Color;

/// The rows, fours and threes that a black stone on an empty point makes in renju.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenjuExplanation {
    /// The point of the stone.
    pub point: Point,
    /// Why the stone is forbidden; `None` if it is not.
    pub forbidden: Option<Forbidden>,
    /// A row of exactly five. It wins, whatever else the stone makes, and the other lists are empty.
    pub five: Option<Vec<Point>>,
    /// Rows of six or more.
    pub overlines: Vec<Vec<Point>>,
    /// Fours on all lines.
    pub fours: Vec<RenjuFour>,
    /// Threes, real and false, on lines without a four.
    pub threes: Vec<RenjuThree>,
}

/// Four stones that one more turns into exactly five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenjuFour {
    /// The stones, from one end to the other.
    pub stones: Vec<Point>,
    /// The points that complete a five: two for a straight four, otherwise one.
    pub completions: Vec<Point>,
}

/// Three stones that one more turns into a straight four, if it may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenjuThree {
    /// The stones, from one end to the other.
    pub stones: Vec<Point>,
    /// The points that complete a straight four, at least one.
    pub extensions: Vec<RenjuExtension>,
}

/// A point that turns a three into a straight four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenjuExtension {
    /// The empty point of the extension.
    pub point: Point,
    /// Why the point does not count: it is forbidden, or it makes a five. `None` if it counts.
    pub barred: Option<RenjuExplanation>,
}

impl RenjuThree {
    /// Whether the three counts: at least one of its points may be played.
    pub fn is_real(&self) -> bool {
        let mut extensions = self.extensions.iter();
        extensions.any(|extension| extension.barred.is_none())
    }
}

/// Explains a black stone on the empty `point`.
pub(super) fn explain(lines: &LineBits, point: Point) -> RenjuExplanation {
    let windows = Direction::ALL.map(|direction| Line {
        point,
        direction,
        window: lines.window(Color::Black, direction, point).with(CENTER),
    });
    let mut explanation = RenjuExplanation {
        point,
        forbidden: match judge(lines, point) {
            RenjuVerdict::Forbidden(reason) => Some(reason),
            RenjuVerdict::Five | RenjuVerdict::Allowed => None,
        },
        five: None,
        overlines: Vec::new(),
        fours: Vec::new(),
        threes: Vec::new(),
    };
    let length = |line: &&Line| line.window.center_row().0;
    if let Some(line) = windows.iter().find(|line| length(line) == 5) {
        explanation.five = Some(line.points(line.row()));
        return explanation;
    }
    let mut after = lines.clone();
    after.flip_stone(Color::Black, point);
    for line in windows {
        if line.window.center_row().0 > 5 {
            explanation.overlines.push(line.long_row(lines));
        }
        let fours = line.fours();
        if fours.is_empty() {
            explanation.threes.extend(line.three(&after));
        }
        explanation.fours.extend(fours);
    }
    explanation
}

/// A line through the new stone.
struct Line {
    point: Point,
    direction: Direction,
    /// The window around the stone, including it.
    window: LineWindow,
}

impl Line {
    /// Returns the bits of the row through the stone, limited to the window.
    fn row(&self) -> u32 {
        row_of(self.window)
    }

    /// Returns the whole row through the stone, however long.
    fn long_row(&self, lines: &LineBits) -> Vec<Point> {
        let (back, ahead) = lines.run_lengths(Color::Black, self.direction, self.point);
        let steps = -(back as i32)..=ahead as i32;
        steps
            .map(|steps| walk(self.point, self.direction, steps))
            .collect()
    }

    fn fours(&self) -> Vec<RenjuFour> {
        let bits = completions(self.window);
        let four = |completions: u32, first: u32| RenjuFour {
            stones: self.points(row_of(self.window.with(first)) & !first),
            completions: self.points(completions),
        };
        if is_straight(bits) {
            return vec![four(bits, bits & bits.wrapping_neg())];
        }
        bits_of(bits).map(|bit| four(1 << bit, 1 << bit)).collect()
    }

    /// Returns the three on this line, which has no four. `after` includes the stone.
    fn three(&self, after: &LineBits) -> Option<RenjuThree> {
        let bits = straight_four_points(self.window);
        let rows = bits_of(bits).map(|bit| row_of(self.window.with(1 << bit)));
        let stones = rows.fold(0, |all, row| all | row) & !bits;
        let extensions = self.points(bits).into_iter().map(|point| RenjuExtension {
            point,
            barred: match judge(after, point) {
                RenjuVerdict::Allowed => None,
                RenjuVerdict::Five | RenjuVerdict::Forbidden(_) => Some(explain(after, point)),
            },
        });
        (bits != 0).then(|| RenjuThree {
            stones: self.points(stones),
            extensions: extensions.collect(),
        })
    }

    fn points(&self, bits: u32) -> Vec<Point> {
        let steps = bits_of(bits).map(|bit| bit as i32 - REACH as i32);
        steps
            .map(|steps| walk(self.point, self.direction, steps))
            .collect()
    }
}

/// Returns the bits of the row of stones through the center.
fn row_of(window: LineWindow) -> u32 {
    let stones = window.stones();
    let ahead = (stones >> (REACH + 1)).trailing_ones();
    let back = (stones << (u32::BITS - REACH)).leading_ones();
    ((1 << (1 + ahead + back)) - 1) << (REACH - back)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

    use super::*;
    use crate::rules::{Cell, Position, Rule};
    use crate::testing::drawing::{board, marked};
    use crate::testing::renju_reference::{SlowRenju, labeled_positions};
    use tengen_engine::game::Color;

    /// Checks every claim of an explanation on the board before the stone.
    fn check(before: &SlowRenju, explanation: &RenjuExplanation) {
        let point = explanation.point;
        let slow = before.with(point);
        assert_eq!(explanation.forbidden, before.forbidden(point));
        if let Some(five) = &explanation.five {
            assert!(five.len() == 5 && slow.makes_five(point));
            assert!(explanation.fours.is_empty() && explanation.threes.is_empty());
            return;
        }
        assert!(!slow.makes_five(point));
        assert_eq!(explanation.overlines, slow.overlines(point));
        let mut fours: Vec<_> = explanation.fours.iter().map(|four| &four.stones).collect();
        let mut slow_fours = slow.fours(point);
        fours.sort();
        slow_fours.sort();
        assert!(fours.into_iter().eq(&slow_fours));
        for four in &explanation.fours {
            for &completion in &four.completions {
                assert!(slow.with(completion).makes_five(completion));
            }
        }
        let points = |three: &RenjuThree| -> Vec<Point> {
            three.extensions.iter().map(|each| each.point).collect()
        };
        let threes: Vec<_> = explanation.threes.iter().map(points).collect();
        assert_eq!(threes, slow.straight_four_points(point));
        for extension in explanation
            .threes
            .iter()
            .flat_map(|three| &three.extensions)
        {
            let is_five = slow.with(extension.point).makes_five(extension.point);
            let is_barred = is_five || slow.forbidden(extension.point).is_some();
            assert_eq!(extension.barred.is_some(), is_barred);
            if let Some(barred) = &extension.barred {
                check(&slow, barred);
            }
        }
    }

    #[test]
    fn every_claim_holds_in_labeled_positions() {
        for (position, _) in labeled_positions() {
            let slow = SlowRenju::new(&position);
            let mut points: Vec<Point> = position.points().collect();
            points.retain(|&point| position.cell(point) == Cell::Empty);
            for point in points {
                check(&slow, &explain(position.lines(), point));
            }
        }
    }

    #[test]
    fn every_claim_holds_in_a_thousand_crowded_positions() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(29);
        let mut below_8 = || (random.next_u64() % 8) as u8;
        let (mut forbidden, mut false_threes) = (0, 0);
        for _ in 0..1000 {
            let mut position = Position::new(15, 15, Rule::Renju).unwrap();
            // Most shapes arise if black is dense; a corner includes the edges.
            let (left, top) = (below_8(), below_8());
            for stone in 0..24 {
                let point = Point::new(left + below_8(), top + below_8());
                if position.cell(point) == Cell::Empty {
                    let color = Color::BOTH[usize::from(stone % 4 == 3)];
                    position.place(point, Cell::Stone(color)).unwrap();
                }
            }
            let slow = SlowRenju::new(&position);
            let near = |point: &Point| {
                (left..left + 8).contains(&point.x()) && (top..top + 8).contains(&point.y())
            };
            let empty = |point: &Point| position.cell(*point) == Cell::Empty;
            for point in position.points().filter(near).filter(empty) {
                let explanation = explain(position.lines(), point);
                check(&slow, &explanation);
                forbidden += usize::from(explanation.forbidden.is_some());
                let threes = explanation.threes.iter();
                false_threes += threes.filter(|three| !three.is_real()).count();
            }
        }
        assert!(
            forbidden > 1000 && false_threes > 100,
            "{forbidden} {false_threes}"
        );
    }

    #[test]
    fn a_false_three_is_explained_by_the_overline_that_its_straight_four_would_make() {
        let rows = [
            ". . . . . . . . .",
            ". . . X . . * . .",
            ". . . X . X . . .",
            ". . . X X . . . .",
            ". . . . . . . . .",
            ". . . X . . . . .",
            ". . . X . . . . .",
        ];
        let position = board(Rule::Renju, &rows);
        let explanation = explain(position.lines(), marked(&rows, '*')[0]);
        assert_eq!(explanation.forbidden, None);
        let [three] = &explanation.threes[..] else {
            panic!("{explanation:?}")
        };
        let diagonal = [(4, 3), (5, 2), (6, 1)].map(|(x, y)| Point::new(x, y));
        assert!(three.stones == diagonal && !three.is_real());
        let barred = three.extensions[0].barred.as_ref().unwrap();
        let column: Vec<Point> = (1..=6).map(|y| Point::new(3, y)).collect();
        assert_eq!(barred.point, Point::new(3, 4));
        assert_eq!(barred.forbidden, Some(Forbidden::Overline));
        assert_eq!(barred.overlines, [column]);
    }
}
