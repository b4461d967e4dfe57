//! Numbers that playing strength depends on.

use crate::params::params;

/// Evaluation units at which the expected score is one to e against the other side; the learned weights are made
/// for it.
pub(super) const WINRATE_SCALE: f32 = 160.0;

params! {
    /// Weights of the evaluation and bounds of the search.
    #[derive(Clone, Debug)]
    pub(crate) struct Params of "gomoku" {
        /// Evaluation units at which the expected score is one to e against the other side.
        winrate_scale: f32 = WINRATE_SCALE, 10..=1_000;
        /// Quiet moves tried at an inner node; the rest are held for hopeless.
        // 14 and 40 were no better nor worse.
        breadth: usize = 24, 1..=100;
        /// Moves that are tried with no ply left before the others are held for hopeless.
        // With the slope and with threats and answers to them treated like quiet moves, 48 wins and 1 draw of 60 games
        // at 10,000 nodes a move against quiet moves alone, six and more of them.
        late_base: usize = 3, 1..=100;
        /// How many more there are for the square of the plies left. Half of all if the side has gained nothing.
        late_slope: usize = 1, 0..=100;
        /// Evaluation units to either side of the last iteration's score between which the next is searched first.
        aspiration: i32 = 40, 1..=1000;
        /// Plies left at most where a position that is good enough by a margin is not searched.
        standing_depth: i32 = 5, 0..=20;
        /// That margin for every ply left, in evaluation units.
        standing_margin: i32 = 40, 0..=1000;
        /// Attacker's moves of the threat search at a leaf.
        // Four times as many of these and of the nodes were no better.
        leaf_vcf_moves: u32 = 8, 1..=40;
        /// Nodes that the threat search at a leaf may take before it gives up.
        leaf_vcf_nodes: u64 = 48, 1..=500;
        /// Nodes of the threat search that comes before the search proper.
        root_vcf_nodes: u64 = 20_000, 0..=200_000;
    }
}
