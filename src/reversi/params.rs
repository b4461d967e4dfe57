//! The numbers of Reversi's search that play has to settle; the evaluation's are learned.

use super::eval::evaluation::DISC;
use crate::engine::params::params;

/// Confidences with shortcuts, from the least sure.
pub const LEVELS: usize = 5;

params! {
    /// How moves are ordered and how far shallow searches are trusted.
    ///
    /// The `deviation` numbers give the standard deviation between the results of a shallow search and a deeper one, in
    /// hundredths of a disc. They were fitted to searches to all depths up to 8 of 2,087 positions that the weights were
    /// learned from: there it is 1.7 discs at 50 empty squares, 2.4 at 40, 3.1 at 30 and 3.7 at 20, give or take half a disc
    /// for the depths.
    #[derive(Clone, Debug)]
    pub struct Params of "reversi" {
        /// What one reply less for the other side counts in the ordering beside the evaluation, in its units. More than
        /// in the evaluation itself, because a position with few replies is also cheap to search.
        reply: i32 = 3 * DISC, 0..=2_000;
        /// Standard deviations, in hundredths, that a shallow result must lie beyond the window, by confidence: they
        /// stand for 73, 87, 95, 98 and 99 % of all errors, as `Confidence::percent` tells them:
        /// the last two are rounded down, as errors are not quite normal.
        sureness: [i32; LEVELS] = [110, 150, 200, 260, 330], 20..=600;
        /// The deviation before what follows is added.
        deviation: i32 = 485, 0..=3_000;
        /// Added to it for each empty square.
        deviation_empties: i32 = -5, -100..=100;
        /// A hundred times what is added for the number of empty squares squared.
        deviation_empties_squared: i32 = -2, -100..=100;
        /// Added for each ply of the deep search beyond 6.
        deviation_depth: i32 = 22, -100..=100;
        /// Added for each ply of the shallow search beyond 3.
        deviation_shallow: i32 = -46, -100..=100;
    }
}

impl Params {
    /// The standard deviation of the difference between the results of searches to `shallow` and to `depth`, in units of
    /// the evaluation.
    #[inline(always)]
    pub fn deviation(&self, empties: u32, depth: u32, shallow: u32) -> i32 {
        let (empties, depth, shallow) = (empties as i32, depth as i32, shallow as i32);
        let hundredths = self.deviation
            + self.deviation_empties * empties
            + self.deviation_empties_squared * empties * empties / 100
            + self.deviation_depth * (depth - 6)
            + self.deviation_shallow * (shallow - 3);
        DISC * hundredths.max(120) / 100
    }
}
