//! Networks evaluated slowly and obviously in double precision, as the judge of the quick ones.

use crate::go::net::features::Features;
use crate::go::net::model::{
    Activation, BiasedDense, Block, Conv, Dense, GLOBALS, Model, Norm, PLANES, PassHead,
    ResidualBlock,
};

/// Channels on a board: channel, row, column.
#[derive(Clone)]
struct Field {
    width: usize,
    height: usize,
    channels: Vec<Vec<f64>>,
}

/// What the heads say, row by row from the top.
pub struct Answer {
    /// For each output of the policy head.
    pub policy: Vec<Vec<f64>>,
    pub pass: Vec<f64>,
    pub value: Vec<f64>,
    pub score: Vec<f64>,
    pub ownership: Vec<f64>,
}

impl Field {
    fn points(&self) -> f64 {
        (self.width * self.height) as f64
    }

    /// A number of a channel, zero off the board.
    fn at(&self, channel: usize, column: isize, row: isize) -> f64 {
        let (width, height) = (self.width as isize, self.height as isize);
        match (0..width).contains(&column) && (0..height).contains(&row) {
            true => self.channels[channel][(row * width + column) as usize],
            false => 0.0,
        }
    }

    fn conv(&self, conv: &Conv) -> Field {
        let (side, radius) = (conv.side(), conv.radius as isize);
        assert_eq!(self.channels.len(), conv.inputs);
        let sum = |output: usize, column: usize, row: usize| {
            let mut sum = 0.0;
            for y in 0..side {
                for x in 0..side {
                    for input in 0..conv.inputs {
                        let weight = ((y * side + x) * conv.inputs + input) * conv.outputs + output;
                        let column = column as isize + x as isize - radius;
                        let row = row as isize + y as isize - radius;
                        sum += self.at(input, column, row) * f64::from(conv.weights[weight]);
                    }
                }
            }
            sum
        };
        let channel = |output| {
            let points = 0..self.width * self.height;
            points
                .map(|p| sum(output, p % self.width, p / self.width))
                .collect()
        };
        Field {
            channels: (0..conv.outputs).map(channel).collect(),
            ..*self
        }
    }

    fn norm(&self, norm: &Norm) -> Field {
        let mut field = self.clone();
        assert_eq!(self.channels.len(), norm.channels());
        for (c, channel) in field.channels.iter_mut().enumerate() {
            for x in channel {
                *x = activate(
                    norm.activation,
                    *x * f64::from(norm.scale[c]) + f64::from(norm.bias[c]),
                );
            }
        }
        field
    }

    fn add(&mut self, other: &Field) {
        for (channel, other) in self.channels.iter_mut().zip(&other.channels) {
            for (x, y) in channel.iter_mut().zip(other) {
                *x += y;
            }
        }
    }

    fn add_bias(&mut self, bias: &[f64]) {
        for (channel, bias) in self.channels.iter_mut().zip(bias) {
            for x in channel {
                *x += bias;
            }
        }
    }

    /// Means, scaled means, and either maxima or means scaled otherwise.
    fn pool(&self, maxima: bool) -> Vec<f64> {
        let size = self.points().sqrt() - 14.0;
        let mean = |channel: &Vec<f64>| channel.iter().sum::<f64>() / self.points();
        let third = |channel: &Vec<f64>| match maxima {
            true => channel.iter().copied().fold(-1.0, f64::max),
            false => mean(channel) * (size * size / 100.0 - 0.1),
        };
        let means = self.channels.iter().map(mean);
        let scaled = self
            .channels
            .iter()
            .map(|channel| mean(channel) * size / 10.0);
        means
            .chain(scaled)
            .chain(self.channels.iter().map(third))
            .collect()
    }

    fn blocks(mut self, blocks: &[Block]) -> Field {
        for block in blocks {
            let sum = match block {
                Block::Residual(ResidualBlock {
                    pre,
                    first,
                    mid,
                    last,
                }) => self.norm(pre).conv(first).norm(mid).conv(last),
                Block::Pooling(block) => {
                    let ResidualBlock {
                        pre,
                        first,
                        mid,
                        last,
                    } = &block.residual;
                    let ready = self.norm(pre);
                    let pooled = ready.conv(&block.pooled).norm(&block.norm).pool(true);
                    let mut middle = ready.conv(first);
                    middle.add_bias(&dense(&block.to_bias, &pooled));
                    middle.norm(mid).conv(last)
                }
                Block::Nested(block) => {
                    let inner = self.norm(&block.pre).conv(&block.reduce);
                    let inner = inner.blocks(&block.blocks);
                    inner.norm(&block.post).conv(&block.expand)
                }
            };
            self.add(&sum);
        }
        self
    }
}

fn activate(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

fn dense(dense: &Dense, input: &[f64]) -> Vec<f64> {
    assert_eq!(input.len(), dense.inputs);
    let sum = |output: usize| {
        let weight = |input: usize| f64::from(dense.weights[input * dense.outputs + output]);
        (0..dense.inputs).map(|i| input[i] * weight(i)).sum()
    };
    (0..dense.outputs).map(sum).collect()
}

fn biased(layer: &BiasedDense, input: &[f64]) -> Vec<f64> {
    let sums = dense(&layer.dense, input).into_iter();
    let sums = sums.zip(&layer.bias);
    sums.map(|(x, &bias)| activate(layer.activation, x + f64::from(bias)))
        .collect()
}

/// What the heads say about these inputs.
pub fn evaluate(model: &Model, features: &Features) -> Answer {
    let (width, height) = features.size();
    let plane = |plane: usize| {
        let points = 0..width * height;
        points
            .map(|p| f64::from(features.at(p % width, p / width)[plane]))
            .collect()
    };
    let input = Field {
        width,
        height,
        channels: (0..PLANES).map(plane).collect(),
    };
    let globals: [f64; GLOBALS] = features.globals().map(f64::from);
    let mut trunk = input.conv(&model.first);
    trunk.add_bias(&dense(&model.global, &globals));
    let tip = trunk.blocks(&model.blocks).norm(&model.tip);
    let policy = &model.policy;
    let pooled = tip
        .conv(&policy.pooled)
        .norm(&policy.pooled_norm)
        .pool(true);
    let mut moves = tip.conv(&policy.first);
    moves.add_bias(&dense(&policy.to_bias, &pooled));
    let value = tip.conv(&model.value.first).norm(&model.value.norm);
    let hidden = biased(&model.value.hidden, &value.pool(false));
    Answer {
        policy: moves.norm(&policy.norm).conv(&policy.last).channels,
        pass: match &policy.pass {
            PassHead::Plain(matrix) => dense(matrix, &pooled),
            PassHead::Deep(layer, last) => dense(last, &biased(layer, &pooled)),
        },
        value: biased(&model.value.value, &hidden),
        score: biased(&model.value.score, &hidden),
        ownership: value.conv(&model.value.ownership).channels.remove(0),
    }
}
