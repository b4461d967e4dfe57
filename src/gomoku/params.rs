//! Numbers that playing strength depends on.

use crate::engine::params::params;

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
        /// Evaluation units by which a move that has always been good enough elsewhere comes sooner, one that never was later.
        history: i32 = 167, 0..=2_000;
        /// Moves that are tried with no ply left before the others are held for hopeless.
        // With threats and answers to them treated like quiet moves, 48 wins and 1 draw of 60 games at 10,000 nodes a
        // move against quiet moves alone, six and more of them.
        lmp_base: usize = 3, 1..=100;
        /// How many more there are, as this power of the plies left. Half of all if the side has gained nothing.
        lmp_power: f32 = 1.6, 0..=3;
        /// Plies by which late moves are searched less deeply at first, for the logarithm of the plies left times that of
        /// the moves tried; one more if the side has gained nothing.
        // With this, the power, and chains and allowances of fours as they are now, 67 wins and 5 draws of 120 games at 19,000
        // nodes a move against Rapfi's 10,000; before, 49 wins. That was before there was a network.
        lmr_scale: f32 = 1.0, 0..=3;
        /// Evaluation units to either side of the last iteration's score between which the next is searched first.
        aspiration_window: i32 = 40, 1..=1000;
        /// Plies left at most where a position that is good enough by a margin is not searched.
        reverse_futility_depth: i32 = 5, 0..=20;
        /// That margin for every ply left, in evaluation units.
        reverse_futility_margin: i32 = 65, 0..=1000;
        /// Evaluation units for every ply left by which a position has to be better than needed for its moves to be searched
        /// a ply less deeply.
        reverse_futility_reduction_margin: i32 = 15, 0..=1000;
        /// Plies left at most where a position that is too bad by a margin is not searched.
        futility_depth: i32 = 2, 0..=20;
        /// That margin with no ply left, in evaluation units.
        futility_base: i32 = 20, 0..=1000;
        /// What every ply left adds to it.
        futility_margin: i32 = 15, 0..=1000;
        /// Attacker's moves of the threat search at a node.
        vcf_moves: u32 = 8, 1..=40;
        /// Nodes that the threat search at a node may take before it gives up, with no ply left, and how many more for every
        /// ply left.
        // 48 at every node were 70 % of all nodes of a search of a million, and one search of twelve found a win.
        vcf_nodes: u64 = 8, 1..=500;
        /// The most it may take, however many plies are left.
        max_vcf_nodes: u64 = 48, 1..=500;
        /// Nodes of the threat search that comes before the search proper.
        root_vcf_nodes: u64 = 20_000, 0..=200_000;
    }
}
