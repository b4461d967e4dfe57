//! Small random networks for tests, as models and as files.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::net::human_profile::METADATA;
use crate::net::model::{
    Activation, Attention, BiasedDense, Block, Conv, Dense, FeedForward, Inputs, MetadataEncoder,
    Model, NestedBlock, Norm, PassHead, PolicyHead, PoolingBlock, ResidualBlock, RmsNorm, Rotary,
    Scales, TipNorm, ValueHead,
};

/// Number of channels of the trunk: not a multiple of a cache line, so that the padding is tested too.
const TRUNK: usize = 20;

/// A generator of models of a format version.
pub struct Sampler {
    random: Xoshiro256PlusPlus,
    version: u32,
}

/// Returns a random model of this format version, with all kinds of blocks that it supports.
pub fn model(version: u32, seed: u64) -> Model {
    let mut sampler = Sampler {
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        version,
    };
    sampler.model()
}

/// Returns a random model with a metadata encoder.
pub fn human_model(version: u32, seed: u64) -> Model {
    let mut sampler = Sampler {
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        version,
    };
    Model {
        metadata: Some(sampler.metadata_encoder()),
        ..sampler.model()
    }
}

impl Sampler {
    /// Returns a random number between -1 and 1.
    pub fn number(&mut self) -> f32 {
        (self.random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn numbers(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.number() * scale).collect()
    }

    fn conv(&mut self, radius: usize, inputs: usize, outputs: usize) -> Conv {
        let fan = (2 * radius + 1).pow(2) * inputs;
        Conv {
            radius,
            inputs,
            outputs,
            weights: self.numbers(fan * outputs, (3.0 / fan as f32).sqrt()),
        }
    }

    fn dense(&mut self, inputs: usize, outputs: usize) -> Dense {
        Dense {
            inputs,
            outputs,
            weights: self.numbers(inputs * outputs, (3.0 / inputs as f32).sqrt()),
        }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        let activations = match self.version {
            11.. => vec![
                Activation::Relu,
                Activation::Mish,
                Activation::Silu,
                Activation::Identity,
            ],
            _ => vec![Activation::Relu],
        };
        let choice = self.random.next_u64() as usize % activations.len();
        Norm {
            scale: self.numbers(channels, 1.5),
            bias: self.numbers(channels, 0.5),
            activation: activations[choice],
        }
    }

    fn biased(&mut self, inputs: usize, outputs: usize, activated: bool) -> BiasedDense {
        BiasedDense {
            dense: self.dense(inputs, outputs),
            bias: self.numbers(outputs, 0.5),
            activation: match activated {
                true => self.norm(1).activation,
                false => Activation::Identity,
            },
        }
    }

    fn residual(&mut self, trunk: usize, mid: usize) -> ResidualBlock {
        ResidualBlock {
            pre: self.norm(trunk),
            first: self.conv(1, trunk, mid),
            mid: self.norm(mid),
            last: self.conv(1, mid, trunk),
        }
    }

    fn pooling(&mut self, trunk: usize, mid: usize, pooled: usize) -> PoolingBlock {
        PoolingBlock {
            residual: self.residual(trunk, mid),
            pooled: self.conv(1, trunk, pooled),
            norm: self.norm(pooled),
            to_bias: self.dense(3 * pooled, mid),
        }
    }

    fn nested(&mut self, trunk: usize, inner: usize, blocks: Vec<Block>) -> NestedBlock {
        NestedBlock {
            pre: self.norm(trunk),
            reduce: self.conv(0, trunk, inner),
            blocks,
            post: self.norm(inner),
            expand: self.conv(0, inner, trunk),
        }
    }

    fn rms_norm(&mut self, channels: usize) -> RmsNorm {
        RmsNorm {
            epsilon: 0.01,
            spatial: false,
            scale: self.numbers(channels, 1.5),
            bias: vec![0.0; channels],
            activation: Activation::Identity,
        }
    }

    /// Attention by heads in groups, with keys and values of these widths.
    fn attention(
        &mut self,
        trunk: usize,
        (heads, groups): (usize, usize),
        (key_width, value_width): (usize, usize),
        rotary: Option<Rotary>,
    ) -> Block {
        Block::Attention(Attention {
            norm: self.rms_norm(trunk),
            heads,
            groups,
            key_width,
            value_width,
            queries: self.dense(trunk, heads * key_width),
            keys: self.dense(trunk, groups * key_width),
            values: self.dense(trunk, groups * value_width),
            output: self.dense(heads * value_width, trunk),
            rotary,
        })
    }

    fn feed_forward(&mut self, trunk: usize, hidden: usize, has_gate: bool) -> Block {
        Block::FeedForward(FeedForward {
            norm: self.rms_norm(trunk),
            first: self.dense(trunk, hidden),
            gate: has_gate.then(|| self.dense(trunk, hidden)),
            last: self.dense(hidden, trunk),
        })
    }

    /// Transformer blocks of every kind, some of them in a nested trunk, between convolutions.
    fn transformer(&mut self) -> Vec<Block> {
        let frequencies = self.numbers(2 * 3 * 2, 1.0);
        let learned = Rotary::Learned(frequencies.as_chunks().0.to_vec());
        let inner = vec![
            self.attention(17, (4, 2), (6, 16), Some(learned)),
            self.feed_forward(17, 50, true),
            Block::Residual(self.residual(17, 18)),
        ];
        vec![
            self.attention(TRUNK, (3, 3), (10, 5), Some(Rotary::Fixed { base: 100.0 })),
            self.feed_forward(TRUNK, 33, false),
            Block::Pooling(self.pooling(TRUNK, 24, 18)),
            Block::Nested(self.nested(TRUNK, 17, inner)),
            self.attention(TRUNK, (2, 1), (7, 9), None),
            self.feed_forward(TRUNK, 16, true),
        ]
    }

    fn tip(&mut self) -> TipNorm {
        let norm = self.norm(TRUNK);
        match self.version {
            16.. => TipNorm::Rms(RmsNorm {
                epsilon: 0.02,
                spatial: self.version == 16,
                scale: norm.scale,
                bias: norm.bias,
                activation: norm.activation,
            }),
            _ => TipNorm::Batch(norm),
        }
    }

    fn blocks(&mut self) -> Vec<Block> {
        let innermost = vec![Block::Residual(self.residual(5, 7))];
        let inner = vec![
            Block::Pooling(self.pooling(17, 18, 4)),
            Block::Nested(self.nested(17, 5, innermost)),
            Block::Residual(self.residual(17, 17)),
        ];
        vec![
            Block::Residual(self.residual(TRUNK, 33)),
            Block::Pooling(self.pooling(TRUNK, 24, 18)),
            Block::Nested(self.nested(TRUNK, 17, inner)),
            Block::Residual(self.residual(TRUNK, 9)),
        ]
    }

    fn metadata_encoder(&mut self) -> MetadataEncoder {
        MetadataEncoder {
            first: self.biased(METADATA, 15, true),
            second: self.biased(15, 21, true),
            last: self.dense(21, TRUNK),
        }
    }

    fn model(&mut self) -> Model {
        let version = self.version;
        let outputs = match version {
            ..12 => 1,
            16 => 4,
            _ => 2,
        };
        let scores = match version {
            3 => 1,
            4..8 => 2,
            8 => 4,
            _ => 6,
        };
        let (policy, pooled, value) = (11, 6, 13);
        let inputs = Inputs::of_format(version, version >= 15);
        let (planes, globals) = (inputs.planes().len(), inputs.globals().len());
        let own_scales = Scales {
            score_mean: 19.0,
            score_deviation: 21.0,
            lead: 18.5,
            time_left: 41.0,
            value_error: 0.5,
            score_error: 29.0,
        };
        Model {
            name: "sample".to_owned(),
            version,
            scales: match version {
                13.. => own_scales,
                _ => Scales::default(),
            },
            inputs,
            first: self.conv(1 + self.version as usize % 2, planes, TRUNK),
            global: self.dense(globals, TRUNK),
            metadata: None,
            blocks: match version {
                15.. => self.transformer(),
                _ => self.blocks(),
            },
            tip: self.tip(),
            policy: PolicyHead {
                first: self.conv(0, TRUNK, policy),
                pooled: self.conv(0, TRUNK, pooled),
                pooled_norm: self.norm(pooled),
                to_bias: self.dense(3 * pooled, policy),
                norm: self.norm(policy),
                last: self.conv(0, policy, outputs),
                pass: match version {
                    15.. => {
                        let hidden = self.biased(3 * pooled, policy, true);
                        PassHead::Deep(hidden, self.dense(policy, outputs))
                    }
                    _ => PassHead::Linear(self.dense(3 * pooled, outputs)),
                },
            },
            value: ValueHead {
                first: self.conv(0, TRUNK, value),
                norm: self.norm(value),
                hidden: self.biased(3 * value, 14, true),
                value: self.biased(14, 3, false),
                score: self.biased(14, scores, false),
                ownership: self.conv(0, value, 1),
            },
        }
    }
}

/// A writer of network files, in binary or text.
pub struct Writer {
    version: u32,
    binary: bool,
    bytes: Vec<u8>,
}

/// Returns the network as an uncompressed `.bin` or `.txt` file.
pub fn file(model: &Model, binary: bool) -> Vec<u8> {
    let mut writer = Writer {
        version: model.version,
        binary,
        bytes: Vec::new(),
    };
    writer.model(model);
    writer.bytes
}

/// Compresses bytes as a gzip file.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.bytes.extend_from_slice(line.as_bytes());
        self.bytes.push(b'\n');
    }

    fn floats(&mut self, floats: &[f32]) {
        match self.binary {
            true => {
                self.bytes.extend_from_slice(b"@BIN@");
                let bytes = floats.iter().flat_map(|float| float.to_le_bytes());
                self.bytes.extend(bytes);
                self.line("");
            }
            false => {
                let words: Vec<String> = floats.iter().map(f32::to_string).collect();
                self.line(&words.join(" "));
            }
        }
    }

    fn conv(&mut self, conv: &Conv) {
        let side = conv.side();
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        self.line(&format!("conv\n{side} {side} {inputs} {outputs} 1 1"));
        self.floats(&conv.weights);
    }

    fn dense(&mut self, dense: &Dense) {
        self.line(&format!("matrix\n{} {}", dense.inputs, dense.outputs));
        self.floats(&dense.weights);
    }

    fn activation(&mut self, activation: Activation) {
        self.line("activation");
        if self.version >= 11 {
            let name = format!("{activation:?}").to_uppercase();
            self.line(&format!("ACTIVATION_{name}"));
        }
    }

    fn biased(&mut self, layer: &BiasedDense, activated: bool) {
        self.dense(&layer.dense);
        self.line(&format!("bias\n{}", layer.bias.len()));
        self.floats(&layer.bias);
        if activated {
            self.activation(layer.activation);
        }
    }

    /// Writes a mean of 0 and a variance that is 1 with epsilon, so that reading restores scale and bias exactly.
    fn norm(&mut self, norm: &Norm) {
        let channels = norm.channels();
        self.line(&format!("norm\n{channels} 0.5 1 1"));
        self.floats(&vec![0.0; channels]);
        self.floats(&vec![0.5; channels]);
        self.floats(&norm.scale);
        self.floats(&norm.bias);
        self.activation(norm.activation);
    }

    fn rms_norm(&mut self, norm: &RmsNorm) {
        self.line(&format!("norm\n{} {}", norm.channels(), norm.epsilon));
        self.floats(&norm.scale);
    }

    fn attention(&mut self, attention: &Attention) {
        let (has_rotary, is_learned) = match attention.rotary {
            None => (0, 0),
            Some(Rotary::Fixed { .. }) => (1, 0),
            Some(Rotary::Learned(_)) => (1, 1),
        };
        self.line("transformer_attention_block\nattention");
        self.line(&format!(
            "{} {} {} {} {has_rotary} {is_learned}",
            attention.heads, attention.groups, attention.key_width, attention.value_width
        ));
        self.rms_norm(&attention.norm);
        self.dense(&attention.queries);
        self.dense(&attention.keys);
        self.dense(&attention.values);
        self.dense(&attention.output);
        match &attention.rotary {
            None => {}
            Some(Rotary::Fixed { base }) => self.line(&format!("rotary {base}")),
            Some(Rotary::Learned(frequencies)) => {
                let (groups, pairs) = (attention.groups, attention.key_width / 2);
                self.line(&format!("rotary {groups} {pairs} 2"));
                self.floats(frequencies.as_flattened());
            }
        }
    }

    fn feed_forward(&mut self, layers: &FeedForward) {
        let (channels, hidden) = (layers.first.inputs, layers.first.outputs);
        let has_gate = u8::from(layers.gate.is_some());
        self.line(&format!(
            "transformer_ffn_block\nfeed-forward\n{channels} {hidden} {has_gate}"
        ));
        self.rms_norm(&layers.norm);
        self.dense(&layers.first);
        if let Some(gate) = &layers.gate {
            self.dense(gate);
        }
        self.dense(&layers.last);
    }

    fn tip(&mut self, tip: &TipNorm) {
        match tip {
            TipNorm::Batch(norm) => self.norm(norm),
            TipNorm::Rms(norm) => {
                let (channels, spatial) = (norm.channels(), u8::from(norm.spatial));
                self.line(&format!("norm\n{channels} {} {spatial} 0", norm.epsilon));
                self.floats(&norm.scale);
                self.floats(&norm.bias);
                self.activation(norm.activation);
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Residual(block) => {
                    self.line("ordinary_block\nresidual");
                    self.norm(&block.pre);
                    self.conv(&block.first);
                    self.norm(&block.mid);
                    self.conv(&block.last);
                }
                Block::Pooling(block) => {
                    self.line("gpool_block\npooling");
                    self.norm(&block.residual.pre);
                    self.conv(&block.residual.first);
                    self.conv(&block.pooled);
                    self.norm(&block.norm);
                    self.dense(&block.to_bias);
                    self.norm(&block.residual.mid);
                    self.conv(&block.residual.last);
                }
                Block::Nested(block) => {
                    self.line("nested_bottleneck_block\nnested");
                    self.line(&block.blocks.len().to_string());
                    self.norm(&block.pre);
                    self.conv(&block.reduce);
                    self.blocks(&block.blocks);
                    self.norm(&block.post);
                    self.conv(&block.expand);
                }
                Block::Attention(attention) => self.attention(attention),
                Block::FeedForward(layers) => self.feed_forward(layers),
            }
        }
    }

    fn model(&mut self, model: &Model) {
        let version = model.version;
        let (planes, globals) = (model.first.inputs, model.global.inputs);
        self.line(&format!("{}\n{version}\n{planes}\n{globals}", model.name));
        if version >= 13 {
            let scales = &model.scales;
            let own = [
                20.0,
                scales.score_mean,
                scales.score_deviation,
                scales.lead,
                scales.time_left,
                scales.value_error,
                scales.score_error,
            ];
            self.line(&own.map(|scale| scale.to_string()).join("\n"));
        }
        if version >= 15 {
            let with_suicide = u8::from(model.inputs.area_with_suicide);
            let metadata = u8::from(model.metadata.is_some());
            self.line(&format!("{metadata}\n{with_suicide}\n0\n0\n0\n0\n0\n0"));
        }
        let (blocks, channels) = (model.blocks.len(), model.first.outputs);
        self.line(&format!("trunk\n{blocks}\n{channels}\n9\n9\n9\n9"));
        if version >= 15 {
            let is_rms = u8::from(matches!(model.tip, TipNorm::Rms(_)));
            self.line(&format!("{is_rms}\n0\n0\n0\n0\n0"));
        }
        self.conv(&model.first);
        self.dense(&model.global);
        if let Some(encoder) = &model.metadata {
            self.line(&format!("metadata\n{}", encoder.first.dense.inputs));
            self.biased(&encoder.first, true);
            self.biased(&encoder.second, true);
            self.dense(&encoder.last);
        }
        self.blocks(&model.blocks);
        self.tip(&model.tip);
        let policy = &model.policy;
        self.line("policyhead");
        if version >= 17 {
            self.line(&format!("{}\n0\n0\n0", policy.last.outputs));
        }
        self.conv(&policy.first);
        self.conv(&policy.pooled);
        self.norm(&policy.pooled_norm);
        self.dense(&policy.to_bias);
        self.norm(&policy.norm);
        self.conv(&policy.last);
        match &policy.pass {
            PassHead::Linear(dense) => self.dense(dense),
            PassHead::Deep(hidden, last) => {
                self.biased(hidden, true);
                self.dense(last);
            }
        }
        let value = &model.value;
        self.line("valuehead");
        if version >= 17 {
            self.line("0\n0\n0");
        }
        self.conv(&value.first);
        self.norm(&value.norm);
        self.biased(&value.hidden, true);
        self.biased(&value.value, false);
        self.biased(&value.score, false);
        self.conv(&value.ownership);
    }
}
