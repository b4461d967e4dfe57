//! Parameters of the Reversi search, tuned by play. The evaluation is learned instead.

use super::eval::evaluation::DISC;
use tengen_engine::params::params;

/// The number of selectivity levels with forward pruning.
pub const SELECTIVITY_LEVELS: usize = 5;

params! {
    /// Parameters of move ordering and Multi-ProbCut.
    ///
    /// The `probcut_sigma` parameters give the standard deviation of the difference between a shallow and a deeper
    /// search, in hundredths of a disc. They were fitted to searches to all depths up to 9 on 6,000 positions from
    /// training games. The standard deviation there is 1.8 discs at 50 empty squares, 2.5 at 40, 3.2 at 30 and 3.9 at
    /// 20, within half a disc depending on the depths.
    #[derive(Clone, Debug)]
    pub struct Params of "reversi" {
        /// Weight of the opponent's mobility in move ordering, in evaluation units per reply. Larger than in the
        /// evaluation itself, because a position with few replies is also cheap to search.
        ordering_mobility: i32 = 3 * DISC, 0..=2_000;
        /// Multi-ProbCut thresholds by selectivity level, in hundredths of a standard deviation by which a shallow
        /// result must lie outside the window. They cover 73, 87, 95, 98 and 99% of all errors, the confidence of the
        /// levels; the last two are rounded down, since errors are not quite normal.
        probcut_threshold: [i32; SELECTIVITY_LEVELS] = [110, 150, 200, 260, 330], 20..=600;
        /// Constant term of the standard deviation.
        probcut_sigma: i32 = 538, 0..=3_000;
        /// Standard deviation per empty square.
        probcut_sigma_empties: i32 = -11, -100..=100;
        /// Standard deviation per squared number of empty squares, times 100.
        probcut_sigma_empties_squared: i32 = 5, -100..=100;
        /// Standard deviation per ply of the deep search beyond 6.
        probcut_sigma_depth: i32 = 21, -100..=100;
        /// Standard deviation per ply of the shallow search beyond 3.
        probcut_sigma_shallow: i32 = -42, -100..=100;
    }
}

impl Params {
    /// Returns the standard deviation of the difference between searches to `shallow` and to `depth`, in evaluation
    /// units.
    #[inline(always)]
    pub fn sigma(&self, empties: u32, depth: u32, shallow: u32) -> i32 {
        let (empties, depth, shallow) = (empties as i32, depth as i32, shallow as i32);
        let hundredths = self.probcut_sigma
            + self.probcut_sigma_empties * empties
            + self.probcut_sigma_empties_squared * empties * empties / 100
            + self.probcut_sigma_depth * (depth - 6)
            + self.probcut_sigma_shallow * (shallow - 3);
        DISC * hundredths.max(120) / 100
    }
}
