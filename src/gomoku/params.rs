//! Numbers that playing strength depends on.

use super::patterns::Kind;

/// Weights of the evaluation and bounds of the search.
#[derive(Clone, Debug)]
pub(super) struct Params {
    /// What an empty point is worth for each pattern that a stone there would make, in the order of `Pattern`.
    /// Larger values for small patterns make play spread out, for large ones make it cling to its threats.
    pub pattern_values: [i32; 16],
    /// What a point is worth beyond its patterns, by `Kind::slot`. Only points that make several threats at
    /// once, which the sum of patterns underrates.
    pub threat_bonuses: [i32; Kind::SLOTS],
    /// What the right to move is worth at a leaf.
    pub tempo: i32,
    /// Evaluation units at which the expected score is one to e against the other side.
    pub winrate_scale: f32,
    /// Quiet moves tried at an inner node; the rest are held for hopeless.
    pub breadth: usize,
    /// Attacker's moves and nodes of the threat search at a leaf.
    pub leaf_vcf_moves: u32,
    /// Share of the node count that the threat search at a leaf may take before it gives up.
    pub leaf_vcf_nodes: u64,
    /// Nodes of the threat search that comes before the search proper.
    pub root_vcf_nodes: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            // Dead, one, open one, two, open two, three, open three, four, open four, five, double-four,
            // overline: set by hand in rough proportion to the replies that each forces.
            pattern_values: [0, 1, 2, 4, 8, 10, 24, 26, 60, 100, 0, 0, 0, 0, 0, 0],
            // Nothing, open three, double-three, four, four-three, unstoppable, five, foul; then suspects.
            threat_bonuses: [0, 0, 30, 0, 60, 40, 0, -20, 0, 0, -20, 0, 0, 0, 0, 0],
            tempo: 24,
            winrate_scale: 160.0,
            breadth: 24,
            leaf_vcf_moves: 8,
            leaf_vcf_nodes: 48,
            root_vcf_nodes: 20_000,
        }
    }
}
