//! Parameters that determine the playing strength.

use tengen_engine::params::params;

/// Evaluation units that multiply the odds of winning by e. The learned weights are fitted for this value.
pub(super) const WINRATE_SCALE: f32 = 160.0;

params! {
    /// Parameters of the evaluation and the search.
    #[derive(Clone, Debug)]
    pub struct Params of "gomoku" {
        /// Evaluation units that multiply the odds of winning by e.
        winrate_scale: f32 = WINRATE_SCALE, 10..=1_000;
        /// Number of moves tried at an inner node after which quiet moves are skipped.
        // 14 and 40 scored the same within the error.
        breadth: usize = 24, 1..=100;
        /// History heuristic: evaluation units added to the score of the move with the best history, and subtracted for
        /// the worst.
        history: i32 = 167, 0..=2_000;
        /// Late move pruning (LMP): number of moves tried at depth 0.
        // Counting threats and the answers to them like quiet moves won 48 and drew 1 of 60 games at 10,000 nodes per
        // move, against counting only quiet moves, six or more of them.
        lmp_base: usize = 3, 1..=100;
        /// Late move pruning: depth to this power is added to the number of moves. The sum is halved if the side to
        /// move is not improving.
        lmp_power: f32 = 1.6, 0..=3;
        /// Late move reduction (LMR): scale * ln(depth) * ln(move number), and one ply more if the side to move is not
        /// improving.
        // With LMR, `lmp_power` and the current VCF node budgets and linked chains of fours: 67 wins and 5 draws of 120
        // games at 19,000 nodes per move against Rapfi at 10,000; 49 wins without them. Measured before the network
        // existed.
        lmr_scale: f32 = 1.0, 0..=3;
        /// Internal iterative reduction (IIR): minimum depth, in plies, at which a node without a table move is
        /// searched one ply less deep.
        // In addition to singular extensions: 60 wins and 22 draws of 120 games of freestyle at 15,000 nodes per move.
        // With 3 instead of 4: 11 wins and 9 draws of 40.
        iir_depth: i32 = 4, 1..=200;
        /// Singular extension: minimum depth, in plies.
        // 58 wins and 18 draws of 112 games of freestyle at 15,000 nodes per move.
        singular_depth: i32 = 6, 1..=200;
        /// Singular extension: evaluation units per ply of depth by which all other moves must be worse than the table
        /// move.
        // 2 won 56 and drew 21 of 136 games against 4.
        singular_margin: i32 = 4, 0..=100;
        /// Aspiration window: evaluation units to either side of the last iteration's score.
        aspiration_window: i32 = 40, 1..=1000;
        /// Reverse futility pruning: maximum depth, in plies.
        reverse_futility_depth: i32 = 5, 0..=20;
        /// Reverse futility pruning: margin above beta per ply of depth, in evaluation units.
        reverse_futility_margin: i32 = 65, 0..=1000;
        /// Margin above beta per ply of depth, in evaluation units, beyond which moves are searched one ply less deep.
        reverse_futility_reduction_margin: i32 = 15, 0..=1000;
        /// Futility pruning: maximum depth, in plies.
        futility_depth: i32 = 2, 0..=20;
        /// Futility pruning: margin below alpha at depth 0, in evaluation units.
        futility_base: i32 = 20, 0..=1000;
        /// Futility pruning: increase of the margin per ply of depth.
        futility_margin: i32 = 15, 0..=1000;
        /// VCF search at a node: maximum number of attacker's moves.
        vcf_moves: u32 = 30, 1..=40;
        /// VCF search at a node: node budget at depth 0, and its increase per ply of depth.
        vcf_nodes: u64 = 16, 1..=500;
        /// VCF search at a node: maximum node budget at any depth.
        max_vcf_nodes: u64 = 500, 1..=500;
        /// VCF search at the root, before the alpha-beta search: node budget.
        root_vcf_nodes: u64 = 20_000, 0..=200_000;
    }
}
