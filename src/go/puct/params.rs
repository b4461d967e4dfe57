//! The numbers of the search with a network.

use crate::engine::params::params;

params! {
    /// Every tunable number of the search with a network.
    ///
    /// Where a term is KataGo's (its docs/KataGoMethods.md), the default is what KataGo plays with, because years of its matches
    /// have settled it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Params of "puct" {
        /// How strongly the policy draws visits to moves that have few.
        explore: f64 = 1.0, 0..=10;
        /// How much that grows with the logarithm of a node's visits.
        explore_log: f64 = 0.45, 0..=5;
        /// Visits at which the growth sets in.
        explore_base: f64 = 500.0, 10..=100_000;
        /// Deviation of the utility that a node is expected to have; one whose children disagree more explores more.
        deviation_prior: f64 = 0.4, 0.01..=2;
        /// Visits that the expected deviation counts for.
        deviation_weight: f64 = 2.0, 0..=100;
        /// How far exploration follows the deviation, from not at all to in proportion.
        deviation_scale: f64 = 0.85, 0..=1;
        /// How much worse than its parent an unvisited move is held to be, once all of the policy has been visited.
        fpu_reduction: f64 = 0.2, 0..=2;
        /// The same at the root.
        root_fpu_reduction: f64 = 0.1, 0..=2;
        /// The power of the visited policy by which the parent's own evaluation gives way to its children's.
        fpu_power: f64 = 2.0, 0..=5;

        /// What the score is worth beside winning, whatever the score has been so far.
        static_score: f64 = 0.1, 0..=1;
        /// What the score is worth around the score of the root.
        dynamic_score: f64 = 0.3, 0..=1;
        /// How near to zero the dynamic score's centre is kept.
        dynamic_centre: f64 = 0.2, 0..=1;
        /// The dynamic score's range, in sides of the board.
        dynamic_range: f64 = 0.75, 0.1..=5;

        /// How strongly a node takes its value from its better children.
        value_weight: f64 = 0.25, 0..=2;
        /// The utility by which a child has to be worse for most of its excess visits not to count.
        noise_scale: f64 = 0.15, 0.01..=10;
        /// The share of the error seen in like positions that an evaluation is corrected by.
        bias_factor: f64 = 0.45, 0..=1;
        /// The power of the visits by which an error counts.
        bias_power: f64 = 0.85, 0..=1;
        /// The share of what a position said of errors that is forgotten when it leaves the tree.
        bias_forgotten: f64 = 0.8, 0..=1;
        /// The weight of an evaluation whose error is small, relative to one of average error; for networks that tell.
        certain_weight: f64 = 8.0, 1..=100;
        /// The error of an evaluation that counts as one visit.
        usual_error: f64 = 0.25, 0.001..=1;

        /// Visits that a thread on its way counts as lost ones.
        virtual_losses: f64 = 1.0, 0.01..=10;
        /// Temperature of the policy at the root on the first move, fading with the moves.
        root_temperature_early: f64 = 1.0, 0.5..=3;
        /// Points by which moves that only prolong a game that is over are held to be worse.
        ending_bonus: f64 = 0.5, 0..=2;
        /// The share of the optimistic policy at the root, of networks that have one.
        root_optimism: f64 = 0.2, 0..=1;
        /// The share of the optimistic policy elsewhere.
        optimism: f64 = 1.0, 0..=1;

        /// Standard deviations that the lower confidence bound lies below the mean.
        lcb_deviations: f64 = 5.0, 0..=20;
        /// The share of the best move's visits that a move needs to be chosen by its lower bound.
        lcb_visits: f64 = 0.15, 0..=1;
        /// Temperature of the choice between moves on the first move.
        temperature_early: f64 = 0.5, 0..=2;
        /// Temperature of the choice between moves late in the game.
        temperature: f64 = 0.1, 0..=2;
        /// Moves in which the temperature goes half of the way, on 19x19.
        temperature_half_life: f64 = 19.0, 1..=100;

        /// Winning chances below which the search would resign.
        resign_below: f64 = 0.05, 0..=0.5;
        /// Searches in a row that have to find them so low.
        resign_turns: u32 = 3, 1..=20;
        /// The share of the board's points that have to be played on before it would.
        resign_after: f64 = 0.25, 0..=1;
        /// The same in a handicap game.
        resign_after_handicap: f64 = 0.6, 0..=1;
    }
}
