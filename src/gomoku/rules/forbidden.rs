//! Renju's forbidden moves, by the exact definition of a three.
//!
//! RIF rules of renju, 9.2 and 9.3: black may not make an overline, a double-four or a double-three, unless the same
//! move makes exactly five. A three counts only if black can turn it into a straight four by a move that is not
//! forbidden itself and does not make a five, so the test is recursive.

use std::fmt::{self, Display};

use super::Point;
use super::lines::{CENTER, Direction, LineBits, LineWindow, REACH, WINDOW, bits_of, walk};
use tengen_engine::game::Color;

/// Why a point is forbidden to black in renju. If several reasons apply, the last of them counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Two threes at once.
    DoubleThree,
    /// Two fours at once.
    DoubleFour,
    /// A row of six or more.
    Overline,
}

impl Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::DoubleThree => "double-three",
            Forbidden::DoubleFour => "double-four",
            Forbidden::Overline => "overline",
        })
    }
}

/// The verdict on a black move in renju.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RenjuVerdict {
    /// Exactly five: black wins, whatever else the stone makes.
    Five,
    /// A move that neither wins nor is forbidden.
    Allowed,
    /// A forbidden move with the reason.
    Forbidden(Forbidden),
}

/// Judges a black stone on the empty `point`.
pub(crate) fn judge(lines: &LineBits, point: Point) -> RenjuVerdict {
    judge_visiting(lines, point, &mut |_| {})
}

/// Judges like [`judge`], and calls `visit` for every point judged on the way. The verdict depends only on these
/// points' windows in the four directions.
pub(crate) fn judge_visiting(
    lines: &LineBits,
    point: Point,
    visit: &mut impl FnMut(Point),
) -> RenjuVerdict {
    visit(point);
    let windows =
        Direction::ALL.map(|direction| lines.window(Color::Black, direction, point).with(CENTER));
    let longest = windows.map(|window| window.center_row().0);
    if longest.contains(&5) {
        return RenjuVerdict::Five;
    }
    if longest.iter().any(|&length| length > 5) {
        return RenjuVerdict::Forbidden(Forbidden::Overline);
    }
    let fours = windows.map(count_fours);
    if fours.iter().sum::<u32>() >= 2 {
        return RenjuVerdict::Forbidden(Forbidden::DoubleFour);
    }
    // A line with a four counts as a four, not as a three.
    let three_points: [u32; 4] = std::array::from_fn(|i| {
        if fours[i] == 0 {
            straight_four_points(windows[i])
        } else {
            0
        }
    });
    if three_points.iter().filter(|&&bits| bits != 0).count() < 2 {
        return RenjuVerdict::Allowed;
    }
    let mut after = lines.clone();
    after.flip_stone(Color::Black, point);
    let threes = Direction::ALL
        .into_iter()
        .zip(three_points)
        .filter(|&(direction, bits)| {
            bits_of(bits).any(|bit| {
                let next = walk(point, direction, bit as i32 - REACH as i32);
                judge_visiting(&after, next, visit) == RenjuVerdict::Allowed
            })
        })
        .count();
    if threes >= 2 {
        RenjuVerdict::Forbidden(Forbidden::DoubleThree)
    } else {
        RenjuVerdict::Allowed
    }
}

/// Returns the empty points where one more black stone makes exactly five through the center.
pub(super) fn completions(window: LineWindow) -> u32 {
    if window.stones().count_ones() < 4 || window.center_row().0 >= 5 {
        return 0;
    }
    bits_of(window.empty())
        .map(|bit| 1 << bit)
        .filter(|&bit| window.with(bit).center_row().0 == 5)
        .fold(0, |all, bit| all | bit)
}

/// Returns the number of fours of the center stone on this line; a straight four counts once.
fn count_fours(window: LineWindow) -> u32 {
    let completions = completions(window);
    if is_straight(completions) {
        1
    } else {
        completions.count_ones()
    }
}

/// Whether the completions are the two ends of a straight four.
pub(super) fn is_straight(completions: u32) -> bool {
    completions.count_ones() == 2 && completions & (completions >> 5) != 0
}

/// Returns the empty points where one more black stone makes a straight four with the center stone, which must not be
/// part of a four yet.
pub(super) fn straight_four_points(window: LineWindow) -> u32 {
    if window.stones().count_ones() < 3 {
        return 0;
    }
    bits_of(window.empty() & (WINDOW >> 1) & !1)
        .map(|bit| 1 << bit)
        .filter(|&bit| is_straight(completions(window.with(bit))))
        .fold(0, |all, bit| all | bit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Cell, Position, Rule};
    use super::*;
    use crate::testing::drawing::{board, marked};
    use crate::testing::renju_reference::{SlowRenju, labeled_positions};

    fn slow_points(position: &Position) -> Vec<(Point, Forbidden)> {
        let slow = SlowRenju::new(position);
        position
            .points()
            .filter(|&p| position.cell(p) == Cell::Empty)
            .filter_map(|p| Some((p, slow.forbidden(p)?)))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn agrees_with_the_rules_word_by_word(
            width in 5u8..=16,
            height in 5u8..=16,
            cells in proptest::collection::vec(0u8..24, 256),
        ) {
            let mut position = Position::new(width, height, Rule::Renju).unwrap();
            let points: Vec<Point> = position.points().collect();
            for (point, cell) in points.into_iter().zip(cells) {
                let cell = match cell {
                    0..=5 => Cell::Stone(Color::Black),
                    6..=7 => Cell::Stone(Color::White),
                    8 => Cell::Blocked,
                    _ => Cell::Empty,
                };
                position.place(point, cell).unwrap();
            }
            prop_assert_eq!(position.forbidden_points(), slow_points(&position));
        }
    }

    #[test]
    fn agrees_with_the_labeled_positions() {
        for (number, (position, expected)) in labeled_positions().into_iter().enumerate() {
            assert_eq!(position.forbidden_points(), expected, "{number}");
        }
    }

    fn check(rows: &[&str]) {
        let position = board(Rule::Renju, rows);
        let of = |mark, reason| {
            marked(rows, mark)
                .into_iter()
                .map(move |point| (point, reason))
        };
        let mut expected: Vec<_> = of('3', Forbidden::DoubleThree)
            .chain(of('4', Forbidden::DoubleFour))
            .chain(of('6', Forbidden::Overline))
            .collect();
        expected.sort_by_key(|&(point, _)| point);
        assert_eq!(position.forbidden_points(), expected);
    }

    #[test]
    fn the_three_kinds_of_forbidden_moves() {
        check(&[
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . X . . . . . . . . . . . .",
            ". . X . . . . . . . . X . . .",
            ". . 3 X X . . . . . . X . . .",
            ". . . . . . . . . . . X . . .",
            ". . . . . . . . . O X 4 X X .",
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". X X X 6 X X O . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . . . O X . X 4 X . X",
            ". . . . . . . . . . . . . . .",
        ]);
    }

    #[test]
    fn five_is_never_forbidden() {
        // The empty point makes exactly five across and six down.
        let rows = [
            ". . . . X . .",
            ". . . . X . .",
            ". . . . X . .",
            "X X X X * O .",
            ". . . . X . .",
            ". . . . X . .",
        ];
        let position = board(Rule::Renju, &rows);
        let five = marked(&rows, '*')[0];
        assert_eq!(position.forbidden(Color::Black, five), None);
        let mut without = position.clone();
        without.place(Point::new(0, 3), Cell::Empty).unwrap();
        assert_eq!(
            without.forbidden(Color::Black, five),
            Some(Forbidden::Overline)
        );
    }

    #[test]
    fn a_three_that_cannot_become_a_straight_four_does_not_count() {
        // The row of three ends one step from the edge and from a white stone, so no straight four is left.
        check(&[
            ". . . . . . . . .",
            ". . . X . . . . .",
            ". . . X . . . . .",
            ". X X . O . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ]);
    }
}
