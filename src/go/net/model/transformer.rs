//! Layers of transformer blocks.

use super::{Activation, Dense};

/// A root mean square (RMS) normalization (Zhang and Sennrich, arXiv 1910.07467): the channels are divided by the root of the
/// mean of their squares, then scaled and biased.
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// Summand of the mean of squares.
    pub epsilon: f32,
    /// Whether the mean is over all points of the board, not of each point alone.
    pub spatial: bool,
    /// Scale of each channel.
    pub scale: Vec<f32>,
    /// Bias of each channel.
    pub bias: Vec<f32>,
    /// Activation of the sum.
    pub activation: Activation,
}

impl RmsNorm {
    /// Number of channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// A block of multi-head attention (Vaswani et al., arXiv 1706.03762) from every point to all points of the board. Groups of
/// heads may share keys and values (grouped-query attention, arXiv 2305.13245).
#[derive(Clone, Debug)]
pub struct Attention {
    /// Normalization before the projections.
    pub norm: RmsNorm,
    /// Number of heads.
    pub heads: usize,
    /// Number of groups of heads, each with keys and values of its own; divides the number of heads.
    pub groups: usize,
    /// Numbers in a query and in a key.
    pub key_width: usize,
    /// Numbers in a value.
    pub value_width: usize,
    /// Projection to the queries of all heads.
    pub queries: Dense,
    /// Projection to the keys of all groups.
    pub keys: Dense,
    /// Projection to the values of all groups.
    pub values: Dense,
    /// Projection of the attended values of all heads to the trunk.
    pub output: Dense,
    /// Position embedding of queries and keys.
    pub rotary: Option<Rotary>,
}

impl Attention {
    /// Returns by how many radians a column and a row turn a pair of numbers of the queries and keys of a group; `None` without
    /// a position embedding.
    pub fn frequencies(&self, group: usize, pair: usize) -> Option<[f32; 2]> {
        let pairs = self.key_width / 2;
        Some(match self.rotary.as_ref()? {
            Rotary::Learned(frequencies) => frequencies[group * pairs + pair],
            Rotary::Fixed { base } => {
                // The first half of the pairs sees the row, the rest the column.
                let of_rows = pairs / 2;
                let sees_row = pair < of_rows;
                let step = if sees_row { pair } else { pair - of_rows };
                let frequency = 1.0 / base.powf((2 * step) as f32 / pairs as f32);
                match sees_row {
                    true => [0.0, frequency],
                    false => [frequency, 0.0],
                }
            }
        })
    }
}

/// A rotary position embedding (Su et al., arXiv 2104.09864) in two dimensions: each pair of neighboring numbers of a query or
/// a key is turned by an angle that grows with the column and the row, counted from the upper left.
#[derive(Clone, Debug)]
pub enum Rotary {
    /// Frequencies fall from 1 in a geometric series, by this base over all pairs.
    Fixed {
        /// The base.
        base: f32,
    },
    /// Frequencies by column and by row, group after group, pair after pair.
    Learned(Vec<[f32; 2]>),
}

/// A feed-forward block: two dense layers on every point, with an activation between them or with a gate (SwiGLU, Shazeer,
/// arXiv 2002.05202).
#[derive(Clone, Debug)]
pub struct FeedForward {
    /// Normalization before the first layer.
    pub norm: RmsNorm,
    /// Layer to the hidden channels.
    pub first: Dense,
    /// Layer to factors of the hidden channels, which then have the activation SiLU; without it they have that of the trunk's
    /// last normalization, since KataGo trains a network with one activation and the file names none here.
    pub gate: Option<Dense>,
    /// Layer to the trunk.
    pub last: Dense,
}
