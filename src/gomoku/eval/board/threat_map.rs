//! The threats of one side: their numbers and points.

use super::spot::Spot;
use crate::eval::point_set::PointSet;
use crate::patterns::threat::{PackedThreat, PackedThreatPair};
use crate::rules::lines::MAX_SIDE;
use tengen_engine::game::Color;

/// Numbers and points of the threats that one side can make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ThreatMap {
    pub counts: [u16; PackedThreat::COUNTS],
    /// Empty points by `ThreatSet`.
    pub points: [PointSet; 4],
}

impl ThreatMap {
    pub const NONE: ThreatMap = ThreatMap {
        counts: [0; PackedThreat::COUNTS],
        points: [[0; MAX_SIDE]; 4],
    };

    /// Adds (`sign` 1) or removes (-1) the point in `slot` with its threat.
    #[inline]
    pub fn tally(&mut self, slot: usize, threat: PackedThreat, sign: i16) {
        let count = &mut self.counts[threat.count_index()];
        *count = count.wrapping_add_signed(sign);
        self.points[threat.set()][slot >> 5] ^= 1 << (slot & 31);
    }
}

/// Updates both sides' maps after a point's threats changed to `now`.
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
