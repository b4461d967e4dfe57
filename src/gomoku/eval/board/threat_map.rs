//! Where one side's threats are.

use super::spot::Spot;
use crate::engine::game::Color;
use crate::gomoku::eval::point_set::PointSet;
use crate::gomoku::patterns::threat::{PackedThreat, PackedThreatPair};
use crate::gomoku::rules::lines::MAX_SIDE;

/// Where one side's threats are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ThreatMap {
    pub counts: [u16; PackedThreat::COUNTS],
    /// The empty points of each `Standing`.
    pub points: [PointSet; 4],
}

impl ThreatMap {
    pub const NONE: ThreatMap = ThreatMap {
        counts: [0; PackedThreat::COUNTS],
        points: [[0; MAX_SIDE]; 4],
    };

    /// Begins (`sign` 1) or ceases (-1) to count the point in `slot` by its kind.
    #[inline]
    pub fn tally(&mut self, slot: usize, kind: PackedThreat, sign: i16) {
        let count = &mut self.counts[kind.count_index()];
        *count = count.wrapping_add_signed(sign);
        self.points[kind.set()][slot >> 5] ^= 1 << (slot & 31);
    }
}

/// Counts a point by other kinds than before.
pub(super) fn recount(threats: &mut [ThreatMap; 2], before: Spot, now: PackedThreatPair) {
    let slot = usize::from(before.slot);
    for (color, threats) in Color::BOTH.into_iter().zip(threats) {
        let (before, now) = (before.threats.of(color), now.of(color));
        if before != now {
            threats.tally(slot, before, -1);
            threats.tally(slot, now, 1);
        }
    }
}
