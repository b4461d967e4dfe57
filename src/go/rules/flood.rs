//! Flood fill over the points of a board.

use crate::board::{Board, Point, PointSet};

/// Returns the points connected with `start` through `inside` points, in breadth-first order, and adds them to `seen`.
/// Calls `border` for each neighbor on the board that isn't inside, once per adjacent point.
pub fn flood(
    board: &Board,
    start: Point,
    seen: &mut PointSet,
    inside: impl Fn(Point) -> bool,
    mut border: impl FnMut(Point),
) -> Vec<Point> {
    seen.insert(start);
    let mut points = vec![start];
    let mut next = 0;
    while let Some(&point) = points.get(next) {
        for neighbor in point.neighbors() {
            if !board.contains(neighbor) {
                continue;
            }
            if !inside(neighbor) {
                border(neighbor);
            } else if seen.insert(neighbor) {
                points.push(neighbor);
            }
        }
        next += 1;
    }
    points
}
