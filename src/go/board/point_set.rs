//! Sets of board points.

use super::point::{CELLS, Point, STRIDE};

/// A set of points as a bit set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointSet([u64; CELLS.div_ceil(64)]);

impl PointSet {
    /// Returns the empty set.
    pub fn new() -> PointSet {
        PointSet::default()
    }

    /// Adds a point. Returns false if the set already contained it.
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Removes a point. Returns false if the set did not contain it.
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        let was_in = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        was_in
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        self.0[word] & bit != 0
    }

    /// Adds all points of another set.
    pub fn insert_all(&mut self, other: &PointSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Whether the set contains every point of another set.
    pub fn contains_all(&self, other: &PointSet) -> bool {
        let mut words = self.0.iter().zip(other.0);
        words.all(|(word, other)| other & !word == 0)
    }

    /// Whether the sets have a point in common.
    pub fn intersects(&self, other: &PointSet) -> bool {
        let words = self.0.iter().zip(other.0);
        words.fold(0, |common, (word, other)| common | word & other) != 0
    }

    /// Returns the points of the set and their neighbors, including border points.
    pub fn widened(&self) -> PointSet {
        let mut wide = self.clone();
        for shift in [1, STRIDE as u32] {
            let mut from_below = 0;
            for (word, &old) in wide.0.iter_mut().zip(&self.0) {
                *word |= old << shift | from_below;
                from_below = old >> (64 - shift);
            }
            let mut from_above = 0;
            for (word, &old) in wide.0.iter_mut().zip(&self.0).rev() {
                *word |= old >> shift | from_above;
                from_above = old << (64 - shift);
            }
        }
        wide
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; CELLS.div_ceil(64)]
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the points row by row from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0..CELLS)
            .map(Point::from_index)
            .filter(|&p| self.contains(p))
    }

    fn place(point: Point) -> (usize, u64) {
        (point.index() / 64, 1 << (point.index() % 64))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        for point in points {
            set.insert(point);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn a_widened_set_has_the_neighbors_of_its_points() {
        let size = Size::square(25).unwrap();
        for step in [1, 3, 7, 29, 624] {
            let set: PointSet = size.points().step_by(step).collect();
            let wide = set.widened();
            for point in size.points() {
                let is_adjacent = point.neighbors().into_iter().any(|near| set.contains(near));
                assert_eq!(
                    wide.contains(point),
                    is_adjacent || set.contains(point),
                    "{point} {step}"
                );
            }
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let points = [(0, 0), (24, 24), (3, 7)].map(|(c, r)| Point::new(c, r));
        let mut set: PointSet = points.into_iter().collect();
        assert!(!set.insert(points[0]));
        assert_eq!(set.len(), 3);
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [points[0], points[2], points[1]]
        );
        assert!(set.remove(points[1]) && !set.remove(points[1]));
        assert!(!set.contains(points[1]) && set.contains(points[2]));
        assert!(!set.is_empty() && PointSet::new().is_empty());
    }
}
