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
            // overline. From matches of 150 to 180 games at 2000 nodes a move, each against the last best:
            // less and less for ones and twos won 61, then 63 of 100; around the present values it is flat.
            pattern_values: [0, 0, 0, 1, 4, 5, 24, 20, 60, 100, 0, 0, 0, 0, 0, 0],
            // Nothing, open three, double-three, four, four-three, unstoppable, five, foul; then suspects.
            // All at 0 won 40 of 100 games in the same matches, twice or half of this changed nothing.
            threat_bonuses: [0, 0, 60, 0, 150, 100, 0, -20, 0, 0, -20, 0, 0, 0, 0, 0],
            // 80 won 55 of 100 against 24.
            tempo: 60,
            winrate_scale: 160.0,
            // 14 and 40 were no better nor worse.
            breadth: 24,
            // Four times as many of both were no better.
            leaf_vcf_moves: 8,
            leaf_vcf_nodes: 48,
            root_vcf_nodes: 20_000,
        }
    }
}
