//! Records of the points that a reading examines and its answer depends on, and requests to stop it.

use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;

/// A record of the points that a reading examines.
///
/// Every access of a reader is covered by one of these:
/// - `test`: a point that is tested or played, and the stones and chains at most two points away;
/// - `walk`: the chains next to all stones of a chain.
pub(in crate::ladder) trait ReadTrace {
    /// Records that a point and its surroundings were examined.
    fn test(&mut self, point: Point);
    /// Records that everything touching this stone's chain was examined.
    fn walk(&mut self, board: &Board, chain: Point);
    /// Records that a reading examines more than can be recorded.
    fn give_up(&mut self);
    /// Whether the reading must end without a verdict. Queried before moves are tried; once true, it stays true.
    fn is_stopped(&mut self) -> bool {
        false
    }
}

/// Records nothing.
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

/// Keeps two records of one reading.
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

/// Positions between two checks for a stop request: a fraction of a millisecond.
const POSITIONS_BETWEEN_LOOKS: u32 = 256;

/// Records nothing, but can request a stop.
pub(in crate::ladder) struct StopRequest<'a> {
    is_asked: &'a dyn Fn() -> bool,
    positions: u32,
    is_stopped: bool,
}

impl<'a> StopRequest<'a> {
    /// Returns a request that takes effect once `is_asked` returns true.
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

/// Changed points, widened by the distance that a reading looks around.
#[derive(Debug)]
pub(in crate::ladder) struct Surroundings {
    once: PointSet,
    twice: PointSet,
}

impl Surroundings {
    pub fn new(points: &PointSet) -> Surroundings {
        let once = points.widened();
        Surroundings {
            twice: once.widened(),
            once,
        }
    }
}

/// The points examined by a reading.
///
/// The answer depends on the zone of these points: the contents of points at most two away from those tested and at
/// most one away from those walked along, and their chains.
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

    /// Whether the zone contains one of the points with these surroundings. Widening the few changes of a position
    /// saves widening every zone.
    #[inline]
    pub fn is_reached_by(&self, changes: &Surroundings) -> bool {
        self.tested.intersects(&changes.twice) || self.walked.intersects(&changes.once)
    }

    /// Returns the number of points tested or played: an upper bound on the liberties that a chain loses.
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
