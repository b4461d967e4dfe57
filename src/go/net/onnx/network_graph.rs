//! The graph of a network for boards of one size.
//!
//! The trunk has the precision of the caller's choice. Inputs, pooled statistics and everything after the first
//! convolutions of the heads are in single precision.

use super::graph::{Float, GraphWriter, Value, int, ints};
use super::proto::ModelProto;
use super::transformer_graph::{attention, feed_forward, rms_norm};
use crate::net::human_profile::METADATA;
use crate::net::model::{
    Activation, BiasedDense, Block, Conv, Dense, Model, NestedBlock, Norm, PassHead, PolicyHead,
    PoolingBlock, ResidualBlock, TipNorm, ValueHead,
};

/// Names of the inputs: the planes, the global features and the metadata of each board.
pub const INPUTS: [&str; 3] = ["planes", "globals", "metadata"];

/// Names of the outputs of the heads.
pub const OUTPUTS: [&str; 5] = ["policy", "pass", "value", "score", "ownership"];

/// Returns the graph of a network for boards of this many columns and rows, with a trunk of this precision.
pub fn network_graph(model: &Model, size: (usize, usize), float: Float) -> ModelProto {
    let mut writer = NetworkWriter {
        graph: GraphWriter::default(),
        size,
        float,
        plain: model.tip.activation(),
    };
    let trunk = writer.stem(model);
    let trunk = writer.blocks(trunk, &model.blocks);
    let trunk = match &model.tip {
        TipNorm::Batch(norm) => {
            let planes = writer.planes(trunk);
            writer.norm(planes, norm)
        }
        TipNorm::Rms(norm) => {
            let rows = writer.rows(trunk);
            let rows = rms_norm(&mut writer, &rows, norm);
            writer.planes(Trunk::Rows(rows, norm.channels()))
        }
    };
    writer.policy(&trunk, &model.policy);
    writer.value(&trunk, &model.value);
    writer.graph.finish(&model.name)
}

/// A trunk in one of two layouts, with its number of channels.
pub enum Trunk {
    /// Boards, channels, rows and columns, for convolutions.
    Planes(Value, usize),
    /// Boards, points and channels, for transformers.
    Rows(Value, usize),
}

pub struct NetworkWriter {
    pub graph: GraphWriter,
    /// Number of columns and rows.
    pub size: (usize, usize),
    /// Precision of the trunk.
    pub float: Float,
    /// Activation of feed-forward blocks without a gate.
    pub plain: Activation,
}

impl NetworkWriter {
    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// Returns a trunk as planes.
    pub fn planes(&mut self, trunk: Trunk) -> Value {
        match trunk {
            Trunk::Planes(value, _) => value,
            Trunk::Rows(value, channels) => {
                let (width, height) = self.size;
                let value = self.graph.transpose(&value, &[0, 2, 1]);
                let shape = [-1, channels as i64, height as i64, width as i64];
                self.graph.reshape(&value, &shape)
            }
        }
    }

    /// Returns a trunk as rows of channels.
    pub fn rows(&mut self, trunk: Trunk) -> Value {
        match trunk {
            Trunk::Rows(value, _) => value,
            Trunk::Planes(value, channels) => {
                let shape = [-1, channels as i64, self.points() as i64];
                let value = self.graph.reshape(&value, &shape);
                self.graph.transpose(&value, &[0, 2, 1])
            }
        }
    }

    /// Converts single precision to the trunk's.
    pub fn trunk_precision(&mut self, value: Value) -> Value {
        match self.float {
            Float::Single => value,
            Float::Half => self.graph.cast(&value, Float::Half),
        }
    }

    /// Converts the trunk's precision to single.
    pub fn single_precision(&mut self, value: Value) -> Value {
        match self.float {
            Float::Single => value,
            Float::Half => self.graph.cast(&value, Float::Single),
        }
    }

    /// Adds two values.
    pub fn add(&mut self, a: &Value, b: &Value) -> Value {
        self.graph.node("Add", &[a, b], Vec::new())
    }

    /// The first convolution with the biases from the global features and the metadata.
    fn stem(&mut self, model: &Model) -> Trunk {
        let (width, height) = self.size;
        let planes = model.inputs.planes().len();
        let planes = self.graph.input(INPUTS[0], &[planes, height, width]);
        let globals = self.graph.input(INPUTS[1], &[model.inputs.globals().len()]);
        let mut bias = self.dense(&globals, &model.global);
        if let Some(encoder) = &model.metadata {
            let metadata = self.graph.input(INPUTS[2], &[METADATA]);
            let hidden = self.biased_dense(&metadata, &encoder.first);
            let hidden = self.biased_dense(&hidden, &encoder.second);
            let own = self.dense(&hidden, &encoder.last);
            bias = self.add(&bias, &own);
        }
        let planes = self.trunk_precision(planes);
        let sums = self.conv(&planes, &model.first, None, self.float);
        let channels = model.first.outputs;
        let bias = self.trunk_precision(bias);
        Trunk::Planes(self.add_bias(&sums, bias, channels), channels)
    }

    fn blocks(&mut self, mut trunk: Trunk, blocks: &[Block]) -> Trunk {
        for block in blocks {
            trunk = self.block(trunk, block);
        }
        trunk
    }

    fn block(&mut self, trunk: Trunk, block: &Block) -> Trunk {
        let channels = block.channels();
        match block {
            Block::Residual(block) => {
                let planes = self.planes(trunk);
                let own = self.residual(&planes, block);
                Trunk::Planes(self.add(&planes, &own), channels)
            }
            Block::Pooling(block) => {
                let planes = self.planes(trunk);
                let own = self.pooling(&planes, block);
                Trunk::Planes(self.add(&planes, &own), channels)
            }
            Block::Nested(block) => {
                let planes = self.planes(trunk);
                let own = self.nested(&planes, block);
                Trunk::Planes(self.add(&planes, &own), channels)
            }
            Block::Attention(block) => {
                let rows = self.rows(trunk);
                let own = attention(self, &rows, block);
                Trunk::Rows(self.add(&rows, &own), channels)
            }
            Block::FeedForward(block) => {
                let rows = self.rows(trunk);
                let own = feed_forward(self, &rows, block);
                Trunk::Rows(self.add(&rows, &own), channels)
            }
        }
    }

    fn residual(&mut self, trunk: &Value, block: &ResidualBlock) -> Value {
        let ready = self.norm(trunk.clone(), &block.pre);
        let mid = self.conv(&ready, &block.first, Some(&block.mid), self.float);
        let mid = self.graph.activate(block.mid.activation, mid);
        self.conv(&mid, &block.last, None, self.float)
    }

    fn pooling(&mut self, trunk: &Value, block: &PoolingBlock) -> Value {
        let residual = &block.residual;
        let ready = self.norm(trunk.clone(), &residual.pre);
        let pooled = self.conv(&ready, &block.pooled, Some(&block.norm), self.float);
        let pooled = self.graph.activate(block.norm.activation, pooled);
        let pooled = self.single_precision(pooled);
        let pooled = self.pool(&pooled);
        let bias = self.dense(&pooled, &self.pooled(&block.to_bias, Some(&residual.mid)));
        let bias = self.trunk_precision(bias);
        let mid = self.conv(&ready, &residual.first, Some(&residual.mid), self.float);
        let mid = self.add_bias(&mid, bias, residual.first.outputs);
        let mid = self.graph.activate(residual.mid.activation, mid);
        self.conv(&mid, &residual.last, None, self.float)
    }

    fn nested(&mut self, trunk: &Value, block: &NestedBlock) -> Value {
        let ready = self.norm(trunk.clone(), &block.pre);
        let inner = self.conv(&ready, &block.reduce, None, self.float);
        let inner = self.blocks(Trunk::Planes(inner, block.reduce.outputs), &block.blocks);
        let inner = self.planes(inner);
        let inner = self.norm(inner, &block.post);
        self.conv(&inner, &block.expand, None, self.float)
    }

    fn policy(&mut self, trunk: &Value, head: &PolicyHead) {
        let (width, height) = self.size;
        let pooled = self.conv(trunk, &head.pooled, Some(&head.pooled_norm), self.float);
        let pooled = self.single_precision(pooled);
        let pooled = self.graph.activate(head.pooled_norm.activation, pooled);
        let pooled = self.pool(&pooled);
        let bias = self.dense(&pooled, &self.pooled(&head.to_bias, Some(&head.norm)));
        let first = self.conv(trunk, &head.first, Some(&head.norm), self.float);
        let first = self.single_precision(first);
        let first = self.add_bias(&first, bias, head.first.outputs);
        let first = self.graph.activate(head.norm.activation, first);
        let moves = self.conv(&first, &head.last, None, Float::Single);
        self.graph
            .output(OUTPUTS[0], &moves, &[head.last.outputs, height, width]);
        let pass = match &head.pass {
            PassHead::Linear(dense) => self.dense(&pooled, &self.pooled(dense, None)),
            PassHead::Deep(dense, last) => {
                let dense = BiasedDense {
                    dense: self.pooled(&dense.dense, None),
                    ..dense.clone()
                };
                let hidden = self.biased_dense(&pooled, &dense);
                self.dense(&hidden, last)
            }
        };
        self.graph.output(OUTPUTS[1], &pass, &[head.last.outputs]);
    }

    fn value(&mut self, trunk: &Value, head: &ValueHead) {
        let (width, height) = self.size;
        let first = self.conv(trunk, &head.first, Some(&head.norm), self.float);
        let first = self.single_precision(first);
        let first = self.graph.activate(head.norm.activation, first);
        let mean = self.graph.reduce("ReduceMean", &first, &[2, 3], false);
        let hidden = BiasedDense {
            dense: self.quadratic(&head.hidden.dense),
            ..head.hidden.clone()
        };
        let hidden = self.biased_dense(&mean, &hidden);
        for (name, dense) in [(OUTPUTS[2], &head.value), (OUTPUTS[3], &head.score)] {
            let output = self.biased_dense(&hidden, dense);
            self.graph.output(name, &output, &[dense.dense.outputs]);
        }
        let ownership = self.conv(&first, &head.ownership, None, Float::Single);
        self.graph
            .output(OUTPUTS[4], &ownership, &[1, height, width]);
    }

    /// Scales and biases the channels of planes and applies the activation.
    fn norm(&mut self, planes: Value, norm: &Norm) -> Value {
        let shape = [1, norm.channels(), 1, 1];
        let scale = self.graph.constant_of(self.float, &shape, &norm.scale);
        let bias = self.graph.constant_of(self.float, &shape, &norm.bias);
        let scaled = self.graph.node("Mul", &[&planes, &scale], Vec::new());
        let biased = self.add(&scaled, &bias);
        self.graph.activate(norm.activation, biased)
    }

    /// Convolves planes. Scale and bias of a following normalization, but not its activation, are folded in.
    fn conv(&mut self, planes: &Value, conv: &Conv, norm: Option<&Norm>, float: Float) -> Value {
        let (side, radius) = (conv.side(), conv.radius as i64);
        let mut weights = Vec::with_capacity(conv.weights.len());
        for output in 0..conv.outputs {
            let scale = norm.map_or(1.0, |norm| norm.scale[output]);
            for input in 0..conv.inputs {
                let kernel =
                    (0..side * side).map(|place| (place * conv.inputs + input) * conv.outputs);
                weights.extend(kernel.map(|at| conv.weights[at + output] * scale));
            }
        }
        let shape = [conv.outputs, conv.inputs, side, side];
        let weights = self.graph.constant_of(float, &shape, &weights);
        let bias = norm.map(|norm| self.graph.constant_of(float, &[conv.outputs], &norm.bias));
        let inputs: Vec<&Value> = [planes, &weights].into_iter().chain(&bias).collect();
        let attributes = vec![
            ints("kernel_shape", &[side as i64; 2]),
            ints("pads", &[radius; 4]),
        ];
        self.graph.node("Conv", &inputs, attributes)
    }

    /// Adds biases of each board to the channels of planes.
    fn add_bias(&mut self, planes: &Value, bias: Value, channels: usize) -> Value {
        let bias = self.graph.reshape(&bias, &[-1, channels as i64, 1, 1]);
        self.add(planes, &bias)
    }

    fn dense(&mut self, input: &Value, dense: &Dense) -> Value {
        let weights = self
            .graph
            .constant(&[dense.inputs, dense.outputs], &dense.weights);
        self.graph.node("MatMul", &[input, &weights], Vec::new())
    }

    fn biased_dense(&mut self, input: &Value, layer: &BiasedDense) -> Value {
        let sums = self.dense(input, &layer.dense);
        let bias = self.graph.constant(&[1, layer.dense.outputs], &layer.bias);
        let biased = self.add(&sums, &bias);
        self.graph.activate(layer.activation, biased)
    }

    /// Pools planes to the mean and the maximum of each channel. The layers from [`pooled`](Self::pooled) do the rest.
    fn pool(&mut self, planes: &Value) -> Value {
        let mean = self.graph.reduce("ReduceMean", planes, &[2, 3], false);
        let most = self.graph.reduce("ReduceMax", planes, &[2, 3], false);
        // KataGo's maximum is at least -1, the least that its activations give.
        let least = self.graph.constant(&[], &[-1.0]);
        let most = self.graph.node("Max", &[&most, &least], Vec::new());
        self.graph
            .node("Concat", &[&mean, &most], vec![int("axis", 1)])
    }

    /// Returns a matrix from mean, scaled mean and maximum as one from mean and maximum: on boards of one size the
    /// scaled mean is a multiple of the mean. Outputs are scaled by a following normalization.
    fn pooled(&self, dense: &Dense, norm: Option<&Norm>) -> Dense {
        let channels = dense.inputs / 3;
        let scale = self.side() * 0.1;
        let weight = |input: usize, output: usize| {
            let factor = norm.map_or(1.0, |norm| norm.scale[output]);
            factor
                * match input < channels {
                    true => {
                        dense.weight(input, output) + scale * dense.weight(channels + input, output)
                    }
                    false => dense.weight(channels + input, output),
                }
        };
        matrix(2 * channels, dense.outputs, weight)
    }

    /// Returns a matrix from mean and two scaled means as one from the mean.
    fn quadratic(&self, dense: &Dense) -> Dense {
        let channels = dense.inputs / 3;
        let side = self.side();
        let factors = [1.0, side * 0.1, side * side * 0.01 - 0.1];
        matrix(channels, dense.outputs, |input, output| {
            let parts = factors.iter().enumerate();
            parts
                .map(|(part, factor)| factor * dense.weight(part * channels + input, output))
                .sum()
        })
    }

    /// Returns the side length of the board, centered between those of 9x9 and 19x19 (KataGo's poolRowsGPool).
    fn side(&self) -> f32 {
        (self.points() as f32).sqrt() - 14.0
    }
}

fn matrix(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> f32) -> Dense {
    let weights = (0..inputs).flat_map(|input| (0..outputs).map(move |output| (input, output)));
    Dense {
        inputs,
        outputs,
        weights: weights
            .map(|(input, output)| weight(input, output))
            .collect(),
    }
}
