//! Placement of handicap stones (GTP 2 draft 2, `fixed_handicap` and `place_free_handicap`).

use thiserror::Error;

use crate::board::point::{Point, Size};

/// A rejected handicap, with the error messages of GTP 2 draft 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadHandicap {
    /// The board already has stones.
    #[error("board not empty")]
    NotEmpty,
    /// A number of stones that the board does not allow.
    #[error("invalid number of stones")]
    Count,
    /// A wrong number of points, a point off the board, or one named twice.
    #[error("bad vertex list")]
    Points,
}

/// Returns the largest fixed handicap: 9 if both sides are odd and at least 9, 4 on other boards with sides of at least
/// 7, and 0 on smaller ones.
pub fn most_fixed(size: Size) -> usize {
    let sides = [size.width(), size.height()];
    if sides.iter().all(|side| side % 2 == 1 && *side >= 9) {
        return 9;
    }
    if sides.iter().all(|side| *side >= 7) {
        4
    } else {
        0
    }
}

/// Returns the points of the fixed handicap of `count` stones, from 2 to [`most_fixed`]; fails for other numbers.
pub fn fixed(size: Size, count: usize) -> Result<Vec<Point>, BadHandicap> {
    if !(2..=most_fixed(size)).contains(&count) {
        return Err(BadHandicap::Count);
    }
    let [left, middle, right] = lines(size.width());
    let [bottom, center, top] = lines(size.height());
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [
        (left, center),
        (right, center),
        (middle, bottom),
        (middle, top),
    ];
    let mut places = Vec::from(&corners[..count.min(4)]);
    places.extend(&sides[..count.saturating_sub(4) / 2 * 2]);
    if count > 4 && count % 2 == 1 {
        places.push((middle, center));
    }
    Ok(places
        .into_iter()
        .map(|(column, row)| Point::new(column, row))
        .collect())
}

/// Returns the first, middle and last handicap line of a side of at least 7 points.
fn lines(side: u8) -> [u8; 3] {
    let first = if side < 13 { 2 } else { 3 };
    [first, side / 2, side - 1 - first]
}

/// Returns the points of a free handicap of `count` stones, from 2 to one less than the number of points; fails for
/// other numbers. Uses the largest fixed handicap that fits, then adds the point farthest from the stones and the edge,
/// one at a time.
pub fn free(size: Size, count: usize) -> Result<Vec<Point>, BadHandicap> {
    if count < 2 || count >= size.area() {
        return Err(BadHandicap::Count);
    }
    let mut stones = fixed(size, count.min(most_fixed(size))).unwrap_or_default();
    while stones.len() < count {
        let open = size.points().filter(|point| !stones.contains(point));
        // Takes the first of equally good points, so that the choice is the same on every machine.
        let best = open.reduce(|best, point| {
            if room(size, &stones, point) > room(size, &stones, best) {
                point
            } else {
                best
            }
        });
        stones.extend(best);
    }
    Ok(stones)
}

/// Returns the squared distance from `point` to the nearest stone, or to the point's mirror image beyond the nearest
/// edge if that is less.
fn room(size: Size, stones: &[Point], point: Point) -> u32 {
    let (column, row) = (point.column(), point.row());
    let to_edge = column
        .min(row)
        .min(size.width() - 1 - column)
        .min(size.height() - 1 - row);
    let mirrored = (2 * u32::from(to_edge) + 1).pow(2);
    let distance = |stone: &Point| {
        let across = u32::from(stone.column().abs_diff(column));
        let up = u32::from(stone.row().abs_diff(row));
        across * across + up * up
    };
    stones
        .iter()
        .map(distance)
        .min()
        .unwrap_or(u32::MAX)
        .min(mirrored)
}

/// Checks handicap points chosen by the controller. Fails if their number is wrong or a point is off the board or named
/// twice.
pub fn check_chosen(size: Size, points: &[Point]) -> Result<(), BadHandicap> {
    let is_distinct = |i: usize| !points[..i].contains(&points[i]);
    let is_right = (2..size.area()).contains(&points.len())
        && points.iter().all(|&point| size.contains(point))
        && (0..points.len()).all(is_distinct);
    if is_right {
        Ok(())
    } else {
        Err(BadHandicap::Points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_handicap_is_that_of_the_draft() {
        for (width, height, count, expected) in [
            (19, 19, 2, "D4 Q16"),
            (19, 19, 3, "D4 Q16 D16"),
            (19, 19, 4, "D4 Q16 D16 Q4"),
            (19, 19, 5, "D4 Q16 D16 Q4 K10"),
            (19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"),
            (19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (9, 9, 5, "C3 G7 C7 G3 E5"),
            (13, 13, 2, "D4 K10"),
            (12, 12, 4, "C3 K10 C10 K3"),
            (13, 9, 9, "D3 K7 D7 K3 D5 K5 G3 G7 G5"),
            (7, 7, 4, "C3 E5 C5 E3"),
        ] {
            let points = fixed(Size::new(width, height).unwrap(), count).unwrap();
            let names: Vec<String> = points.iter().map(Point::to_string).collect();
            assert_eq!(names.join(" "), expected, "{width}x{height}");
        }
    }

    #[test]
    fn small_and_even_boards_allow_fewer() {
        let most = [
            (19, 19, 9),
            (9, 9, 9),
            (8, 8, 4),
            (18, 18, 4),
            (7, 7, 4),
            (6, 6, 0),
            (19, 5, 0),
            (19, 12, 4),
        ];
        for (width, height, count) in most {
            let size = Size::new(width, height).unwrap();
            assert_eq!(most_fixed(size), count);
            assert_eq!(fixed(size, count + 1), Err(BadHandicap::Count));
            assert_eq!(fixed(size, 1), Err(BadHandicap::Count));
        }
    }

    #[test]
    fn free_handicap_gives_what_is_asked_on_any_board() {
        for (width, height) in [(1, 3), (2, 2), (5, 5), (7, 4), (9, 9), (19, 19)] {
            let size = Size::new(width, height).unwrap();
            for count in [2, size.area() / 2, size.area() - 1] {
                let points = free(size, count.max(2)).unwrap();
                assert_eq!(points.len(), count.max(2));
                assert_eq!(check_chosen(size, &points), Ok(()));
            }
            assert_eq!(free(size, size.area()), Err(BadHandicap::Count));
            assert_eq!(free(size, 1), Err(BadHandicap::Count));
        }
        assert_eq!(
            free(Size::square(19).unwrap(), 9),
            fixed(Size::square(19).unwrap(), 9)
        );
    }

    #[test]
    fn chosen_points_are_different_points_of_the_board() {
        let size = Size::square(9).unwrap();
        let (point, next, outside) = (Point::new(2, 2), Point::new(3, 2), Point::new(9, 2));
        let bad = Err(BadHandicap::Points);
        assert_eq!(check_chosen(size, &[point]), bad);
        assert_eq!(check_chosen(size, &[point, point]), bad);
        assert_eq!(check_chosen(size, &[point, outside]), bad);
        assert_eq!(check_chosen(size, &[point, next]), Ok(()));
    }
}
