//! The points that a reading looks at, on which its answer rests.

use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;

/// A record of what a reading looks at.
///
/// Every look of a reader is at one of these:
/// - at a point that is tested or played, and at the stones and chains at most two points away: `test`;
/// - at the chains next to all stones of a chain: `walk`.
pub(in crate::go::ladder) trait ReadTrace {
    /// Records a look at a point and its surroundings.
    fn test(&mut self, point: Point);
    /// Records a look at all that touches the chain of this stone.
    fn walk(&mut self, board: &Board, chain: Point);
    /// Records a reading that looks at more than can be told.
    fn give_up(&mut self);
}

/// No record.
impl ReadTrace for () {
    #[inline(always)]
    fn test(&mut self, _: Point) {}
    #[inline(always)]
    fn walk(&mut self, _: &Board, _: Point) {}
    #[inline(always)]
    fn give_up(&mut self) {}
}

impl<T: ReadTrace> ReadTrace for &mut T {
    #[inline(always)]
    fn test(&mut self, point: Point) {
        (**self).test(point);
    }

    #[inline(always)]
    fn walk(&mut self, board: &Board, chain: Point) {
        (**self).walk(board, chain);
    }

    #[inline(always)]
    fn give_up(&mut self) {
        (**self).give_up();
    }
}

/// The points looked at.
#[derive(Clone, Debug, Default)]
pub(in crate::go::ladder) struct LookedAt {
    tested: PointSet,
    walked: PointSet,
    is_everywhere: bool,
}

impl LookedAt {
    /// Returns the points whose content and chains the answer rests on; `None` for the whole board.
    pub fn zone(&self) -> Option<PointSet> {
        let mut zone = self.tested.widened().widened();
        zone.insert_all(&self.walked.widened());
        (!self.is_everywhere).then_some(zone)
    }

    /// Returns the number of points tested or played: an upper bound of the liberties that a chain loses.
    pub fn tests(&self) -> usize {
        self.tested.len()
    }
}

impl ReadTrace for LookedAt {
    #[inline]
    fn test(&mut self, point: Point) {
        self.tested.insert(point);
    }

    fn walk(&mut self, board: &Board, chain: Point) {
        for stone in board.stones_of(chain) {
            self.walked.insert(stone);
        }
    }

    fn give_up(&mut self) {
        self.is_everywhere = true;
    }
}
