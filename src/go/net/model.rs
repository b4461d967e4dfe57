//! The model in a network file: layers with their weights.

mod inputs;
mod transformer;

pub use inputs::{GLOBALS, InputVersion, Inputs, LONGEST_SIDE, PLANES, SHORTEST_SIDE};
pub use transformer::{Attention, FeedForward, RmsNorm, Rotary};

/// The activation function of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// The identity function, x.
    Identity,
    /// max(x, 0), the rectifier.
    Relu,
    /// x tanh(log(1 + exp x)), a smooth rectifier.
    Mish,
    /// x / (1 + exp -x), the sigmoid linear unit.
    Silu,
}

/// A convolution without bias, padded with zeros to preserve the size of the board.
#[derive(Clone, Debug)]
pub struct Conv {
    /// Radius of the kernel: 0 for 1x1, 1 for 3x3.
    pub radius: usize,
    /// Number of input channels.
    pub inputs: usize,
    /// Number of output channels.
    pub outputs: usize,
    /// Weights by row, column, input and output.
    pub weights: Vec<f32>,
}

impl Conv {
    /// Returns the side of the kernel in points.
    pub fn side(&self) -> usize {
        2 * self.radius + 1
    }
}

/// A batch normalization folded into a scale and a bias per channel, with the activation that follows.
#[derive(Clone, Debug)]
pub struct Norm {
    /// Scale of each channel.
    pub scale: Vec<f32>,
    /// Bias of each channel.
    pub bias: Vec<f32>,
    /// Activation applied to the biased channels.
    pub activation: Activation,
}

impl Norm {
    /// Returns the number of channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// A dense layer without bias: a matrix.
#[derive(Clone, Debug)]
pub struct Dense {
    /// Number of inputs, the rows of the matrix.
    pub inputs: usize,
    /// Number of outputs, the columns of the matrix.
    pub outputs: usize,
    /// Weights by input and output.
    pub weights: Vec<f32>,
}

impl Dense {
    /// Returns the weight from an input to an output.
    pub fn weight(&self, input: usize, output: usize) -> f32 {
        self.weights[input * self.outputs + output]
    }
}

/// A dense layer with bias and activation.
#[derive(Clone, Debug)]
pub struct BiasedDense {
    /// Matrix of the weights.
    pub dense: Dense,
    /// Bias of each output.
    pub bias: Vec<f32>,
    /// Activation applied to the biased outputs.
    pub activation: Activation,
}

/// A residual block: two convolutions with a result that is added to the trunk.
#[derive(Clone, Debug)]
pub struct ResidualBlock {
    /// Normalization before the first convolution.
    pub pre: Norm,
    /// Convolution from the trunk.
    pub first: Conv,
    /// Normalization between the convolutions.
    pub mid: Norm,
    /// Convolution to the trunk.
    pub last: Conv,
}

/// A residual block with global pooling. The pooled statistics become biases of the other channels.
#[derive(Clone, Debug)]
pub struct PoolingBlock {
    /// The block without the pooling.
    pub residual: ResidualBlock,
    /// Convolution from the trunk to the pooled channels.
    pub pooled: Conv,
    /// Normalization before the pooling.
    pub norm: Norm,
    /// Matrix from mean, scaled mean and maximum of the pooled channels to biases of the first convolution.
    pub to_bias: Dense,
}

/// A nested bottleneck block: a trunk of fewer channels inside a block.
#[derive(Clone, Debug)]
pub struct NestedBlock {
    /// Normalization before the first convolution.
    pub pre: Norm,
    /// Convolution to the inner trunk.
    pub reduce: Conv,
    /// Blocks of the inner trunk.
    pub blocks: Vec<Block>,
    /// Normalization of the inner trunk before the last convolution.
    pub post: Norm,
    /// Convolution to the outer trunk.
    pub expand: Conv,
}

/// A block with a result that is added to the trunk.
#[derive(Clone, Debug)]
pub enum Block {
    /// Two convolutions in sequence.
    Residual(ResidualBlock),
    /// Two convolutions with global pooling.
    Pooling(PoolingBlock),
    /// Convolutions around a nested trunk.
    Nested(NestedBlock),
    /// Attention of a transformer.
    Attention(Attention),
    /// Feed-forward layers of a transformer.
    FeedForward(FeedForward),
}

impl Block {
    /// Returns the number of trunk channels that the block reads.
    pub fn channels(&self) -> usize {
        match self {
            Block::Residual(residual) => residual.pre.channels(),
            Block::Pooling(pooling) => pooling.residual.pre.channels(),
            Block::Nested(nested) => nested.pre.channels(),
            Block::Attention(attention) => attention.norm.channels(),
            Block::FeedForward(layers) => layers.norm.channels(),
        }
    }

    /// Whether the block has a convolution of 3x3 points or more.
    pub fn has_wide_convolution(&self) -> bool {
        let is_wide = |conv: &Conv| conv.radius > 0;
        let is_wide_residual =
            |block: &ResidualBlock| is_wide(&block.first) || is_wide(&block.last);
        match self {
            Block::Residual(block) => is_wide_residual(block),
            Block::Pooling(block) => is_wide(&block.pooled) || is_wide_residual(&block.residual),
            Block::Nested(block) => {
                let of_ends = is_wide(&block.reduce) || is_wide(&block.expand);
                of_ends || block.blocks.iter().any(Block::has_wide_convolution)
            }
            Block::Attention(_) | Block::FeedForward(_) => false,
        }
    }

    /// Whether the block is or contains a block of a transformer.
    pub fn has_transformer(&self) -> bool {
        match self {
            Block::Residual(_) | Block::Pooling(_) => false,
            Block::Nested(block) => block.blocks.iter().any(Block::has_transformer),
            Block::Attention(_) | Block::FeedForward(_) => true,
        }
    }
}

/// The normalization of the trunk after the last block.
#[derive(Clone, Debug)]
pub enum TipNorm {
    /// Batch normalization per channel.
    Batch(Norm),
    /// Root mean square normalization.
    Rms(RmsNorm),
}

impl TipNorm {
    /// Returns the number of channels.
    pub fn channels(&self) -> usize {
        match self {
            TipNorm::Batch(norm) => norm.channels(),
            TipNorm::Rms(norm) => norm.channels(),
        }
    }

    /// Returns the activation of the normalized trunk.
    pub fn activation(&self) -> Activation {
        match self {
            TipNorm::Batch(norm) => norm.activation,
            TipNorm::Rms(norm) => norm.activation,
        }
    }
}

/// The policy head: from the trunk to a logit for every move.
#[derive(Clone, Debug)]
pub struct PolicyHead {
    /// Convolution to the channels of the head.
    pub first: Conv,
    /// Convolution to the pooled channels.
    pub pooled: Conv,
    /// Normalization before the pooling.
    pub pooled_norm: Norm,
    /// Matrix from the pooled statistics to biases of the head's channels.
    pub to_bias: Dense,
    /// Normalization of the head's channels.
    pub norm: Norm,
    /// Convolution to the outputs, policy first: 1 before format version 12, 2 before 16, 4 in 16, 2 or 4 since.
    pub last: Conv,
    /// Layers from the pooled statistics to the logits of the pass.
    pub pass: PassHead,
}

/// Layers from the pooled statistics to the logits of the pass.
#[derive(Clone, Debug)]
pub enum PassHead {
    /// A matrix, before format version 15.
    Linear(Dense),
    /// With a hidden layer, since format version 15.
    Deep(BiasedDense, Dense),
}

/// The value head: from the trunk to result, score and ownership.
#[derive(Clone, Debug)]
pub struct ValueHead {
    /// Convolution to the channels of the head.
    pub first: Conv,
    /// Normalization of the head's channels.
    pub norm: Norm,
    /// Hidden layer, from the pooled statistics.
    pub hidden: BiasedDense,
    /// Layer to the logits of win, loss and no result.
    pub value: BiasedDense,
    /// Layer to the score's mean, from format version 4 on also its deviation, from 8 on lead and time left, from 9 on
    /// the errors of value and score.
    pub score: BiasedDense,
    /// Convolution to the ownership of each point.
    pub ownership: Conv,
}

/// Factors for scaling the outputs of the value head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Scale of the score mean.
    pub score_mean: f64,
    /// Scale of the score deviation.
    pub score_deviation: f64,
    /// Scale of the lead.
    pub lead: f64,
    /// Scale of the time left.
    pub time_left: f64,
    /// Scale of the value error.
    pub value_error: f64,
    /// Scale of the score error.
    pub score_error: f64,
}

/// Scales of networks before format version 13, which aren't in their files.
impl Default for Scales {
    fn default() -> Scales {
        Scales {
            score_mean: 20.0,
            score_deviation: 20.0,
            lead: 20.0,
            time_left: 40.0,
            value_error: 0.25,
            score_error: 30.0,
        }
    }
}

/// The encoder of metadata inputs: three layers that compute biases of the trunk.
#[derive(Clone, Debug)]
pub struct MetadataEncoder {
    /// Layer from the metadata inputs.
    pub first: BiasedDense,
    /// Layer between the other two.
    pub second: BiasedDense,
    /// Matrix to the channels of the trunk.
    pub last: Dense,
}

/// The model of a network.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name of the network in its file.
    pub name: String,
    /// Version of the file format, 3 to 17.
    pub version: u32,
    /// Factors for scaling the value head's outputs.
    pub scales: Scales,
    /// Version and options of the input features.
    pub inputs: Inputs,
    /// Convolution from the input planes to the trunk.
    pub first: Conv,
    /// Matrix from the global features to biases of the trunk.
    pub global: Dense,
    /// Encoder of the metadata inputs, for networks that imitate human players.
    pub metadata: Option<MetadataEncoder>,
    /// Blocks of the trunk, in order.
    pub blocks: Vec<Block>,
    /// Normalization after the last block.
    pub tip: TipNorm,
    /// Head with the logits of the moves.
    pub policy: PolicyHead,
    /// Head with result, score and ownership.
    pub value: ValueHead,
}
