//! The points that a reading looks at, on which its answer rests, and requests to stop it.

use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;

/// A record of what a reading looks at.
///
/// Every look of a reader is at one of these:
/// - at a point that is tested or played, and at the stones and chains at most two points away: `test`;
/// - at the chains next to all stones of a chain: `walk`.
pub(in crate::ladder) trait ReadTrace {
    /// Records a look at a point and its surroundings.
    fn test(&mut self, point: Point);
    /// Records a look at all that touches the chain of this stone.
    fn walk(&mut self, board: &Board, chain: Point);
    /// Records a reading that looks at more than can be told.
    fn give_up(&mut self);
    /// Whether the reading is to end without a verdict. Asked before moves are tried; once it is so, it stays so.
    fn is_stopped(&mut self) -> bool {
        false
    }
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

    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        (**self).is_stopped()
    }
}

/// Two records of one reading.
impl<A: ReadTrace, B: ReadTrace> ReadTrace for (A, B) {
    #[inline(always)]
    fn test(&mut self, point: Point) {
        self.0.test(point);
        self.1.test(point);
    }

    #[inline(always)]
    fn walk(&mut self, board: &Board, chain: Point) {
        self.0.walk(board, chain);
        self.1.walk(board, chain);
    }

    #[inline(always)]
    fn give_up(&mut self) {
        self.0.give_up();
        self.1.give_up();
    }

    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        self.0.is_stopped() || self.1.is_stopped()
    }
}

/// Positions between two looks at a request to stop: a fraction of a millisecond.
const POSITIONS_BETWEEN_LOOKS: u32 = 256;

/// No record, and a request to stop.
pub(in crate::ladder) struct StopRequest<'a> {
    is_asked: &'a dyn Fn() -> bool,
    positions: u32,
    is_stopped: bool,
}

impl<'a> StopRequest<'a> {
    /// Returns a request that is made once `is_asked` returns true.
    pub fn new(is_asked: &'a dyn Fn() -> bool) -> StopRequest<'a> {
        StopRequest {
            is_asked,
            positions: 0,
            is_stopped: false,
        }
    }
}

impl ReadTrace for StopRequest<'_> {
    #[inline(always)]
    fn test(&mut self, _: Point) {}
    #[inline(always)]
    fn walk(&mut self, _: &Board, _: Point) {}
    #[inline(always)]
    fn give_up(&mut self) {}

    fn is_stopped(&mut self) -> bool {
        self.positions += 1;
        if !self.is_stopped && self.positions.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            self.is_stopped = (self.is_asked)();
        }
        self.is_stopped
    }
}

/// Changed points, widened as far as a reading looks around.
#[derive(Debug)]
pub(in crate::ladder) struct Surroundings {
    once: PointSet,
    twice: PointSet,
}

impl Surroundings {
    /// Returns the surroundings of points.
    pub fn of(points: &PointSet) -> Surroundings {
        let once = points.widened();
        Surroundings {
            twice: once.widened(),
            once,
        }
    }
}

/// The points looked at.
///
/// The answer rests on its zone: the content of the points at most two away from those tested and at most one away from
/// those walked along, and their chains.
#[derive(Clone, Debug, Default)]
pub(in crate::ladder) struct LookedAt {
    tested: PointSet,
    /// The number of points in `tested`.
    tests: usize,
    walked: PointSet,
    is_everywhere: bool,
}

impl LookedAt {
    /// Whether the zone is the whole board.
    pub fn is_everywhere(&self) -> bool {
        self.is_everywhere
    }

    /// Whether the zone contains one of the points with these surroundings. So the few changes of a position are widened
    /// instead of every zone.
    #[inline]
    pub fn is_reached_by(&self, changes: &Surroundings) -> bool {
        self.tested.intersects(&changes.twice) || self.walked.intersects(&changes.once)
    }

    /// Returns the number of points tested or played: an upper bound of the liberties that a chain loses.
    pub fn tests(&self) -> usize {
        self.tests
    }
}

impl ReadTrace for LookedAt {
    #[inline]
    fn test(&mut self, point: Point) {
        self.tests += usize::from(self.tested.insert(point));
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
