//! Layers of transformer blocks.

use super::{Activation, Dense};

/// A root mean square (RMS) normalization (Zhang and Sennrich, arXiv 1910.07467): the channels are divided by the root
/// of their mean square, then scaled and biased.
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// Constant added to the mean square.
    pub epsilon: f32,
    /// Whether the mean is over all points of the board, not over each point alone.
    pub spatial: bool,
    /// Scale of each channel.
    pub scale: Vec<f32>,
    /// Bias of each channel.
    pub bias: Vec<f32>,
    /// Activation applied to the biased channels.
    pub activation: Activation,
}

impl RmsNorm {
    /// Returns the number of channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// A block of multi-head attention (Vaswani et al., arXiv 1706.03762) from every point to all points of the board.
/// Groups of heads may share keys and values (grouped-query attention, arXiv 2305.13245).
#[derive(Clone, Debug)]
pub struct Attention {
    /// Normalization before the projections.
    pub norm: RmsNorm,
    /// Number of attention heads.
    pub heads: usize,
    /// Number of groups of heads that share keys and values; divides the number of heads.
    pub groups: usize,
    /// Length of a query and a key.
    pub key_width: usize,
    /// Length of a value.
    pub value_width: usize,
    /// Projection to the queries of all heads.
    pub queries: Dense,
    /// Projection to the keys of all groups.
    pub keys: Dense,
    /// Projection to the values of all groups.
    pub values: Dense,
    /// Projection of the attended values of all heads to the trunk.
    pub output: Dense,
    /// Position embedding of queries and keys, if any.
    pub rotary: Option<Rotary>,
}

impl Attention {
    /// Returns the angles in radians by which a column and a row rotate a pair of numbers in a group's queries and
    /// keys; `None` without a position embedding.
    pub fn frequencies(&self, group: usize, pair: usize) -> Option<[f32; 2]> {
        let pairs = self.key_width / 2;
        Some(match self.rotary.as_ref()? {
            Rotary::Learned(frequencies) => frequencies[group * pairs + pair],
            Rotary::Fixed { base } => {
                // The first half of the pairs encodes the row, the rest the column.
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

/// A rotary position embedding (Su et al., arXiv 2104.09864) in two dimensions: each pair of neighboring numbers in a
/// query or key is rotated by an angle that grows with the column and row, counted from the upper left.
#[derive(Clone, Debug)]
pub enum Rotary {
    /// Frequencies that fall from 1 in a geometric series, by this base over all pairs.
    Fixed {
        /// Ratio of the series over all pairs.
        base: f32,
    },
    /// Frequencies by column and by row, group after group, pair after pair.
    Learned(Vec<[f32; 2]>),
}

/// A feed-forward block: two dense layers at every point, with an activation between them or with a gate (SwiGLU,
/// Shazeer, arXiv 2002.05202).
#[derive(Clone, Debug)]
pub struct FeedForward {
    /// Normalization before the first layer.
    pub norm: RmsNorm,
    /// Layer to the hidden channels.
    pub first: Dense,
    /// Layer to factors of the hidden channels, which then use SiLU. Without a gate they use the activation of the
    /// trunk's last normalization: KataGo trains a network with one activation, and the file specifies none here.
    pub gate: Option<Dense>,
    /// Layer to the trunk.
    pub last: Dense,
}
