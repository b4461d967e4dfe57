//! A network as its file describes it: layers with their weights.

/// Planes of input.
pub const PLANES: usize = 22;

/// Inputs that hold for the whole board.
pub const GLOBALS: usize = 19;

/// What is applied to every number after a normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// x
    Identity,
    /// max(x, 0)
    Relu,
    /// x tanh(log(1 + exp x))
    Mish,
    /// x / (1 + exp -x)
    Silu,
}

/// A convolution without a bias, its input padded with zeros so that the board keeps its size.
#[derive(Clone, Debug)]
pub struct Conv {
    /// Half the side of the kernel, rounded down: 0 for 1x1, 1 for 3x3.
    pub radius: usize,
    /// Channels that come in.
    pub inputs: usize,
    /// Channels that go out.
    pub outputs: usize,
    /// By row, column, input and output.
    pub weights: Vec<f32>,
}

impl Conv {
    /// The side of the kernel.
    pub fn side(&self) -> usize {
        2 * self.radius + 1
    }
}

/// A batch normalisation, brought down to a factor and a summand for each channel, and what follows it.
#[derive(Clone, Debug)]
pub struct Norm {
    /// Factors.
    pub scale: Vec<f32>,
    /// Summands.
    pub bias: Vec<f32>,
    /// Applied to the sum.
    pub activation: Activation,
}

impl Norm {
    /// The number of channels.
    pub fn channels(&self) -> usize {
        self.scale.len()
    }
}

/// A matrix.
#[derive(Clone, Debug)]
pub struct Dense {
    /// Numbers that come in.
    pub inputs: usize,
    /// Numbers that go out.
    pub outputs: usize,
    /// By input and output.
    pub weights: Vec<f32>,
}

/// A matrix, a summand for each output and what is applied to the sum.
#[derive(Clone, Debug)]
pub struct BiasedDense {
    /// The matrix.
    pub dense: Dense,
    /// Summands.
    pub bias: Vec<f32>,
    /// Applied to the sum.
    pub activation: Activation,
}

/// Two convolutions whose result is added to the trunk.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Before the first convolution.
    pub pre: Norm,
    /// From the trunk.
    pub first: Conv,
    /// Between the convolutions.
    pub mid: Norm,
    /// To the trunk.
    pub last: Conv,
}

/// A residual block in which means and maxima of some channels over the board are added to the others.
#[derive(Clone, Debug)]
pub struct Pooling {
    /// Block without the pooling.
    pub residual: Residual,
    /// From the trunk to the channels that are pooled.
    pub pooled: Conv,
    /// Before the pooling.
    pub norm: Norm,
    /// From the pooled channels' mean, scaled mean and maximum to a summand for each channel of the middle.
    pub to_bias: Dense,
}

/// A trunk of fewer channels inside a block.
#[derive(Clone, Debug)]
pub struct Nested {
    /// Before the first convolution.
    pub pre: Norm,
    /// To the inner trunk.
    pub reduce: Conv,
    /// Blocks of the inner trunk.
    pub blocks: Vec<Block>,
    /// Of the inner trunk, before the last convolution.
    pub post: Norm,
    /// To the outer trunk.
    pub expand: Conv,
}

/// A block: its result is added to the trunk.
#[derive(Clone, Debug)]
pub enum Block {
    /// Two convolutions.
    Residual(Residual),
    /// With global pooling.
    Pooling(Pooling),
    /// With a trunk of its own.
    Nested(Nested),
}

impl Block {
    /// What is applied to the trunk before the block's first convolution.
    pub fn pre(&self) -> &Norm {
        match self {
            Block::Residual(residual) => &residual.pre,
            Block::Pooling(pooling) => &pooling.residual.pre,
            Block::Nested(nested) => &nested.pre,
        }
    }
}

/// From the trunk to a number for every move.
#[derive(Clone, Debug)]
pub struct PolicyHead {
    /// To the channels of the policy.
    pub first: Conv,
    /// To the channels that are pooled.
    pub pooled: Conv,
    /// Before the pooling.
    pub pooled_norm: Norm,
    /// From the pooled channels to a summand for each channel of the policy.
    pub to_bias: Dense,
    /// Of the channels of the policy.
    pub norm: Norm,
    /// To the outputs: 1 before format version 12, 2 before 16, 4 then; the first is the policy.
    pub last: Conv,
    /// From the pooled channels to the pass.
    pub pass: PassHead,
}

/// From the pooled channels to the numbers for a pass.
#[derive(Clone, Debug)]
pub enum PassHead {
    /// A matrix; before format version 15.
    Plain(Dense),
    /// A layer between.
    Deep(BiasedDense, Dense),
}

/// From the trunk to result, score and ownership.
#[derive(Clone, Debug)]
pub struct ValueHead {
    /// To the channels of the head.
    pub first: Conv,
    /// Of these.
    pub norm: Norm,
    /// From their means to the hidden layer.
    pub hidden: BiasedDense,
    /// To win, loss and no result.
    pub value: BiasedDense,
    /// To score mean, deviation, lead, time left; from format version 9 on also the errors of value and score.
    pub score: BiasedDense,
    /// To the ownership of each point.
    pub ownership: Conv,
}

/// Factors of outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Of the mean score.
    pub score_mean: f64,
    /// Of its deviation.
    pub score_deviation: f64,
    /// Of the lead.
    pub lead: f64,
    /// Of the time that the result stays open.
    pub time_left: f64,
    /// Of the error of the value.
    pub value_error: f64,
    /// Of the error of the score.
    pub score_error: f64,
}

/// Those of networks that do not bring their own; before format version 13.
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

/// A network.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its own name.
    pub name: String,
    /// The version of the format.
    pub version: u32,
    /// Factors of its outputs.
    pub scales: Scales,
    /// Whether it was trained with pass-alive areas as if suicide were legal, whatever the rules.
    pub area_with_suicide: bool,
    /// From the planes to the trunk.
    pub first: Conv,
    /// From the inputs of the whole board to a summand for each channel of the trunk.
    pub global: Dense,
    /// Blocks of the trunk.
    pub blocks: Vec<Block>,
    /// After the last block.
    pub tip: Norm,
    /// Moves.
    pub policy: PolicyHead,
    /// Result.
    pub value: ValueHead,
}
