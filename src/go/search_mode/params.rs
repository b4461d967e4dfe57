//! Parameters of the search with a network.

use tengen_engine::params::params;

params! {
    /// Parameters of the search with a network.
    ///
    /// Defaults of parameters that KataGo has (its docs/KataGoMethods.md) are KataGo's, settled by years of matches.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PuctParams of "puct" {
        /// PUCT exploration: how strongly the policy draws visits to moves with few visits.
        cpuct: f64 = 1.0, 0..=10;
        /// Growth of the exploration with the logarithm of a node's visits.
        cpuct_log: f64 = 0.45, 0..=5;
        /// Visits at which the exploration starts to grow.
        cpuct_base: f64 = 500.0, 10..=100_000;
        /// Prior standard deviation of a node's utility. A node explores more if its children disagree.
        utility_stdev_prior: f64 = 0.4, 0.01..=2;
        /// Number of visits that the prior standard deviation counts as.
        utility_stdev_prior_weight: f64 = 2.0, 0..=100;
        /// How closely exploration follows the standard deviation, from 0 (not at all) to 1 (proportionally).
        utility_stdev_scale: f64 = 0.85, 0..=1;
        /// First-play urgency (FPU): how far an unvisited move's utility is reduced below its parent's once the whole
        /// policy has been visited.
        fpu_reduction: f64 = 0.2, 0..=2;
        /// First-play urgency (FPU) reduction at the root.
        root_fpu_reduction: f64 = 0.1, 0..=2;
        /// Exponent of the visited policy that shifts first-play urgency from the parent's value to its children's.
        fpu_parent_power: f64 = 2.0, 0..=5;

        /// Utility of winning, regardless of the score.
        win_loss_factor: f64 = 1.0, 0..=1;
        /// Utility of the score around zero, in addition to winning.
        static_score_factor: f64 = 0.1, 0..=1;
        /// Utility of the score around the root's score.
        dynamic_score_factor: f64 = 0.3, 0..=1;
        /// How far the center of the dynamic score is pulled towards zero.
        dynamic_center_pull: f64 = 0.2, 0..=1;
        /// Range of the dynamic score, in board side lengths.
        dynamic_score_range: f64 = 0.75, 0.1..=5;

        /// Exponent for weighting children by value: how strongly a node's value follows its better children.
        value_weight_exponent: f64 = 0.25, 0..=2;
        /// Noise pruning: loss of utility at which most of a child's excess visits are ignored.
        noise_prune_scale: f64 = 0.15, 0.01..=10;
        /// Subtree value bias correction: share of the observed error that is corrected.
        bias_factor: f64 = 0.45, 0..=1;
        /// Subtree value bias correction: exponent of the visits by which an error is weighted.
        bias_weight_exponent: f64 = 0.85, 0..=1;
        /// Subtree value bias correction: share of a node's errors that is removed when the node leaves the graph.
        bias_free_share: f64 = 0.8, 0..=1;
        /// Largest weight of an evaluation with a small expected error, for networks that predict their errors.
        max_evaluation_weight: f64 = 8.0, 1..=100;
        /// Expected error of an evaluation that counts as one visit.
        unit_error: f64 = 0.25, 0.001..=1;

        /// Virtual losses per unfinished playout.
        virtual_losses: f64 = 1.0, 0.01..=10;
        /// Policy temperature at the root on the first move.
        root_policy_temperature_early: f64 = 1.0, 0.5..=3;
        /// Policy temperature at the root late in the game.
        root_policy_temperature: f64 = 1.0, 0.5..=3;
        /// Penalty, in points, for root moves that only prolong a finished game.
        ending_bonus: f64 = 0.5, 0..=2;
        /// Share of the optimistic policy at the root, for networks that have one.
        root_policy_optimism: f64 = 0.2, 0..=1;
        /// Share of the optimistic policy below the root.
        policy_optimism: f64 = 1.0, 0..=1;

        /// Standard deviations of the lower confidence bound (LCB) below the mean.
        lcb_stdevs: f64 = 5.0, 0..=20;
        /// Visits a move needs to be chosen by its lower confidence bound (LCB), as a share of the best move's visits.
        lcb_min_visit_share: f64 = 0.15, 0..=1;
        /// Move temperature on the first move.
        move_temperature_early: f64 = 0.5, 0..=2;
        /// Move temperature late in the game.
        move_temperature: f64 = 0.1, 0..=2;
        /// Number of moves after which the temperature is halfway between its early and late values, on 19x19.
        move_temperature_half_life: f64 = 19.0, 1..=100;

        /// Winrate below which the search would resign.
        resign_below: f64 = 0.05, 0..=0.5;
        /// Consecutive searches that must find the winrate below the limit before resigning.
        resign_turns: u32 = 3, 1..=20;
        /// Share of the board's points that must be occupied before resigning.
        resign_after: f64 = 0.25, 0..=1;
        /// Share of the board's points that must be occupied before resigning a handicap game.
        resign_after_handicap: f64 = 0.6, 0..=1;
    }
}
