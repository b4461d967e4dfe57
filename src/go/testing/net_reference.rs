//! A slow and simple evaluation of networks in double precision, as a reference for the fast one.

use crate::net::features::Features;
use crate::net::model::{
    Activation, Attention, BiasedDense, Block, Conv, Dense, FeedForward, Model, Norm, PassHead,
    ResidualBlock, RmsNorm, TipNorm,
};

/// Channels on a board, indexed by channel, row and column.
#[derive(Clone)]
struct Field {
    width: usize,
    height: usize,
    channels: Vec<Vec<f64>>,
}

/// Outputs of the heads, row by row from the top.
pub struct Answer {
    /// For each output of the policy head, the logits of all points.
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

    /// Returns a channel's number at a point, zero off the board.
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

    /// Global pooling: means, scaled means, and either maxima or quadratically scaled means.
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

    fn rms_norm(&self, norm: &RmsNorm) -> Field {
        let mean = |points: &[Vec<f64>]| {
            let squares = points.iter().flatten().map(|x| x * x);
            squares.sum::<f64>() / (points.len() * norm.channels()) as f64
        };
        let of_board = mean(&self.by_point());
        self.map_points(|point| {
            let of_point = mean(&[point.to_vec()]);
            let mean = if norm.spatial { of_board } else { of_point };
            let root = (mean + f64::from(norm.epsilon)).sqrt();
            let output = |(c, x): (usize, &f64)| {
                let x = x / root * f64::from(norm.scale[c]) + f64::from(norm.bias[c]);
                activate(norm.activation, x)
            };
            point.iter().enumerate().map(output).collect()
        })
    }

    fn by_point(&self) -> Vec<Vec<f64>> {
        let points = 0..self.width * self.height;
        points
            .map(|p| self.channels.iter().map(|channel| channel[p]).collect())
            .collect()
    }

    /// Maps the channels of each point independently.
    fn map_points(&self, f: impl Fn(&[f64]) -> Vec<f64>) -> Field {
        self.with_points(self.by_point().iter().map(|point| f(point)).collect())
    }

    fn with_points(&self, points: Vec<Vec<f64>>) -> Field {
        let channel = |c| points.iter().map(|point| point[c]).collect();
        Field {
            channels: (0..points[0].len()).map(channel).collect(),
            ..*self
        }
    }

    fn attend(&self, attention: &Attention) -> Field {
        let points = self.by_point();
        let project =
            |matrix: &Dense| -> Vec<Vec<f64>> { points.iter().map(|p| dense(matrix, p)).collect() };
        let (width, value_width) = (attention.key_width, attention.value_width);
        let queries = project(&attention.queries);
        let keys = project(&attention.keys);
        let values = project(&attention.values);
        let turned = |point: usize, group: usize, numbers: &[f64]| {
            let place = (point % self.width, point / self.width);
            turn(attention, group, place, numbers)
        };
        let output = |query: usize| {
            let mut attended = Vec::new();
            for head in 0..attention.heads {
                let group = head / (attention.heads / attention.groups);
                let from = turned(query, group, &queries[query][head * width..][..width]);
                let score = |point: usize| {
                    let to = turned(point, group, &keys[point][group * width..][..width]);
                    let product: f64 = from.iter().zip(&to).map(|(a, b)| a * b).sum();
                    product / (width as f64).sqrt()
                };
                let weights: Vec<f64> = (0..points.len()).map(|p| score(p).exp()).collect();
                let sum: f64 = weights.iter().sum();
                for i in 0..value_width {
                    let value = |point: usize| values[point][group * value_width + i];
                    let all = weights.iter().enumerate();
                    attended.push(all.map(|(p, weight)| weight / sum * value(p)).sum());
                }
            }
            dense(&attention.output, &attended)
        };
        self.with_points((0..points.len()).map(output).collect())
    }

    /// Runs blocks. Feed-forward layers without a gate use the activation `plain`.
    fn blocks(mut self, blocks: &[Block], plain: Activation) -> Field {
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
                    let inner = inner.blocks(&block.blocks, plain);
                    inner.norm(&block.post).conv(&block.expand)
                }
                Block::Attention(block) => self.rms_norm(&block.norm).attend(block),
                Block::FeedForward(block) => {
                    let input = self.rms_norm(&block.norm);
                    input.map_points(|point| feed_forward(block, plain, point))
                }
            };
            self.add(&sum);
        }
        self
    }
}

/// Rotates the pairs of a query or key by the position embedding of its point.
fn turn(
    attention: &Attention,
    group: usize,
    (column, row): (usize, usize),
    numbers: &[f64],
) -> Vec<f64> {
    let mut turned = numbers.to_vec();
    for pair in 0..numbers.len() / 2 {
        if let Some([of_column, of_row]) = attention.frequencies(group, pair) {
            let angle = column as f64 * f64::from(of_column) + row as f64 * f64::from(of_row);
            let (sine, cosine) = angle.sin_cos();
            let (x, y) = (numbers[2 * pair], numbers[2 * pair + 1]);
            turned[2 * pair] = x * cosine - y * sine;
            turned[2 * pair + 1] = x * sine + y * cosine;
        }
    }
    turned
}

fn feed_forward(layers: &FeedForward, plain: Activation, input: &[f64]) -> Vec<f64> {
    let mut hidden = dense(&layers.first, input);
    match &layers.gate {
        Some(gate) => {
            for (x, factor) in hidden.iter_mut().zip(dense(gate, input)) {
                *x = activate(Activation::Silu, *x) * factor;
            }
        }
        None => hidden.iter_mut().for_each(|x| *x = activate(plain, *x)),
    }
    dense(&layers.last, &hidden)
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

pub fn evaluate(model: &Model, features: &Features) -> Answer {
    let (width, height) = features.size();
    let plane = |&plane: &usize| {
        let points = 0..width * height;
        points
            .map(|p| f64::from(features.at(p % width, p / width)[plane]))
            .collect()
    };
    let input = Field {
        width,
        height,
        channels: model.inputs.planes().iter().map(plane).collect(),
    };
    let globals = model.inputs.globals().iter();
    let globals: Vec<f64> = globals
        .map(|&global| f64::from(features.globals()[global]))
        .collect();
    let mut trunk = input.conv(&model.first);
    trunk.add_bias(&dense(&model.global, &globals));
    if let Some(encoder) = &model.metadata {
        let inputs = features.metadata().map(f64::from);
        let hidden = biased(&encoder.second, &biased(&encoder.first, &inputs));
        trunk.add_bias(&dense(&encoder.last, &hidden));
    }
    let trunk = trunk.blocks(&model.blocks, model.tip.activation());
    let tip = match &model.tip {
        TipNorm::Batch(norm) => trunk.norm(norm),
        TipNorm::Rms(norm) => trunk.rms_norm(norm),
    };
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
            PassHead::Linear(matrix) => dense(matrix, &pooled),
            PassHead::Deep(layer, last) => dense(last, &biased(layer, &pooled)),
        },
        value: biased(&model.value.value, &hidden),
        score: biased(&model.value.score, &hidden),
        ownership: value.conv(&model.value.ownership).channels.remove(0),
    }
}
