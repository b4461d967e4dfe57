//! KataGo's file format for networks (its cpp/neuralnet/desc.cpp), versions 8 to 16.

use std::io::Read;
use std::path::Path;

use super::model::{
    Activation, BiasedDense, Block, Conv, Dense, GLOBALS, Model, NestedBlock, Norm, PLANES,
    PassHead, PolicyHead, PoolingBlock, ResidualBlock, Scales, ValueHead,
};
use super::reader::{BadNetwork, NetworkReader};

/// Supported format versions: those with these inputs and without later kinds of layers.
pub const VERSIONS: std::ops::RangeInclusive<u32> = 8..=16;

/// Upper bounds of channels, blocks and levels of nested blocks. They bound the memory that a small file can ask for; the
/// largest published networks have 512 channels and 60 blocks on two levels.
const MOST_CHANNELS: usize = 4096;
const MOST_BLOCKS: usize = 512;
const MOST_LEVELS: usize = 4;

/// The largest kernel: 9x9.
const MOST_RADIUS: usize = 4;

impl Model {
    /// Reads a model from a file.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be used.
    pub fn open(path: &Path) -> Result<Model, BadNetwork> {
        Parser::parse(NetworkReader::open(path)?)
    }

    /// Reads a model from `size` bytes.
    ///
    /// # Errors
    ///
    /// The reason why the bytes cannot be used.
    pub fn read(bytes: impl Read, size: u64) -> Result<Model, BadNetwork> {
        Parser::parse(NetworkReader::new(bytes, size)?)
    }
}

struct Parser<'a> {
    source: NetworkReader<'a>,
    version: u32,
    /// Number of blocks that may still follow.
    blocks_left: usize,
}

impl<'a> Parser<'a> {
    fn parse(source: NetworkReader<'a>) -> Result<Model, BadNetwork> {
        let mut parser = Parser {
            source,
            version: 0,
            blocks_left: MOST_BLOCKS,
        };
        let model = parser.model()?;
        parser.source.finish()?;
        Ok(model)
    }

    fn model(&mut self) -> Result<Model, BadNetwork> {
        let name = self.header()?;
        let planes: usize = self.source.number("the number of input planes")?;
        let globals: usize = self.source.number("the number of global inputs")?;
        let scales = match self.version {
            13.. => self.scales()?,
            _ => Scales::default(),
        };
        let area_with_suicide = match self.version {
            15.. => self.options()?,
            _ => false,
        };
        let (first, global, count) = self.stem()?;
        let trunk = first.outputs;
        expect("the first convolution's input", first.inputs, planes)?;
        expect("the first convolution's input", first.inputs, PLANES)?;
        expect("the global inputs' matrix", global.inputs, globals)?;
        expect("the global inputs' matrix", global.inputs, GLOBALS)?;
        expect("the global inputs' matrix", global.outputs, trunk)?;
        let blocks = self.blocks(count, trunk, 1)?;
        let tip = self.norm_and_activation()?;
        expect("the trunk's last normalisation", tip.channels(), trunk)?;
        let policy = self.policy_head(trunk)?;
        let value = self.value_head(trunk)?;
        Ok(Model {
            name,
            version: self.version,
            scales,
            area_with_suicide,
            first,
            global,
            blocks,
            tip,
            policy,
            value,
        })
    }

    /// Reads name and version, and recognizes other kinds of files.
    fn header(&mut self) -> Result<String, BadNetwork> {
        let unknown = |_| BadNetwork::kind("no network file");
        let name = self.source.word("the name").map_err(unknown)?;
        let version = self.source.word("the version").map_err(unknown)?;
        if name.parse::<f32>().is_ok() {
            return Err(BadNetwork::kind(
                "a list of numbers, as Leela Zero keeps its networks",
            ));
        }
        let version: u32 = version
            .parse()
            .map_err(|_| BadNetwork::kind("no network file"))?;
        if !VERSIONS.contains(&version) {
            return Err(BadNetwork::kind(format!(
                "a KataGo network of format version {version}"
            )));
        }
        self.version = version;
        Ok(name)
    }

    fn scales(&mut self) -> Result<Scales, BadNetwork> {
        let mut next = |what: &str| -> Result<f64, BadNetwork> {
            let scale: f64 = self.source.number(what)?;
            match scale > 0.0 && scale.is_finite() {
                true => Ok(scale),
                false => Err(BadNetwork::part(what, scale, "a positive number")),
            }
        };
        // The first scales an output for training only.
        next("the scale of the score's differences")?;
        Ok(Scales {
            score_mean: next("the scale of the mean score")?,
            score_deviation: next("the scale of the score's deviation")?,
            lead: next("the scale of the lead")?,
            time_left: next("the scale of the time left")?,
            value_error: next("the scale of the value's error")?,
            score_error: next("the scale of the score's error")?,
        })
    }

    /// Reads the options of the model: an encoder of a player's profile, suicide in pass-alive areas, and six reserved ones.
    /// Returns the second.
    fn options(&mut self) -> Result<bool, BadNetwork> {
        let encoder: u32 = self.source.number("the model's options")?;
        if encoder != 0 {
            return Err(BadNetwork::kind(
                "a KataGo network that imitates people and asks for a player's profile",
            ));
        }
        let with_suicide: u32 = self.source.number("the model's options")?;
        if with_suicide > 1 {
            return Err(BadNetwork::part(
                "the model's options",
                with_suicide,
                "0 or 1",
            ));
        }
        self.reserved("the model's options", 6)?;
        Ok(with_suicide == 1)
    }

    /// Reads reserved options, which must be 0.
    fn reserved(&mut self, part: &str, count: usize) -> Result<(), BadNetwork> {
        for _ in 0..count {
            let option: i64 = self.source.number(part)?;
            if option != 0 {
                return Err(BadNetwork::kind(format!(
                    "a KataGo network with a newer option: {part} have {option}"
                )));
            }
        }
        Ok(())
    }

    /// Reads the sizes of the trunk; returns its first convolution, the matrix of the global features and the number of blocks.
    fn stem(&mut self) -> Result<(Conv, Dense, usize), BadNetwork> {
        self.source.word("the trunk's name")?;
        let blocks: usize = self.source.number("the number of blocks")?;
        let channels: usize = self.source.number("the trunk's channels")?;
        // Channels of the blocks: middle, regular, dilated and pooled. The layers contain them too.
        for _ in 0..4 {
            self.source.number::<usize>("the blocks' channels")?;
        }
        if self.version >= 15 {
            let norm: u32 = self.source.number("the trunk's normalisation")?;
            if norm != 0 {
                return Err(BadNetwork::kind(
                    "a KataGo network with another kind of normalisation",
                ));
            }
            self.reserved("the trunk's options", 5)?;
        }
        let first = self.conv()?;
        expect("the trunk's channels", first.outputs, channels)?;
        Ok((first, self.dense()?, blocks))
    }

    fn blocks(
        &mut self,
        count: usize,
        trunk: usize,
        level: usize,
    ) -> Result<Vec<Block>, BadNetwork> {
        if count == 0 || count > self.blocks_left || level > MOST_LEVELS {
            return Err(BadNetwork::part(
                "the number of blocks",
                format!("{count} on level {level}"),
                format!("1 to {} on at most {MOST_LEVELS} levels", self.blocks_left),
            ));
        }
        self.blocks_left -= count;
        (0..count).map(|_| self.block(trunk, level)).collect()
    }

    fn block(&mut self, trunk: usize, level: usize) -> Result<Block, BadNetwork> {
        let kind = self.source.word("the kind of a block")?;
        let known = ["ordinary_block", "gpool_block", "nested_bottleneck_block"];
        if !known.contains(&kind.as_str()) {
            return Err(match kind.starts_with("transformer") {
                true => BadNetwork::kind("a KataGo network with transformer blocks"),
                false => BadNetwork::part("the kind of a block", kind, known.join(", ")),
            });
        }
        let name = self.source.word("the name of a block")?;
        let (block, last) = match kind.as_str() {
            "ordinary_block" => {
                let pre = self.norm_and_activation()?;
                let first = self.conv()?;
                let residual = self.residual(&name, pre, first)?;
                let last = residual.last.outputs;
                (Block::Residual(residual), last)
            }
            "gpool_block" => {
                let pooling = self.pooling(&name)?;
                let last = pooling.residual.last.outputs;
                (Block::Pooling(pooling), last)
            }
            _ => {
                let nested = self.nested(&name, level)?;
                let last = nested.expand.outputs;
                (Block::Nested(nested), last)
            }
        };
        expect(&name, block.pre().channels(), trunk)?;
        expect(&name, last, trunk)?;
        Ok(block)
    }

    /// Reads the rest of a residual block after its first convolution.
    fn residual(
        &mut self,
        name: &str,
        pre: Norm,
        first: Conv,
    ) -> Result<ResidualBlock, BadNetwork> {
        let mid = self.norm_and_activation()?;
        let last = self.conv()?;
        expect(name, first.inputs, pre.channels())?;
        expect(name, mid.channels(), first.outputs)?;
        expect(name, last.inputs, mid.channels())?;
        Ok(ResidualBlock {
            pre,
            first,
            mid,
            last,
        })
    }

    fn pooling(&mut self, name: &str) -> Result<PoolingBlock, BadNetwork> {
        let pre = self.norm_and_activation()?;
        let first = self.conv()?;
        let pooled = self.conv()?;
        let norm = self.norm_and_activation()?;
        let to_bias = self.dense()?;
        expect(name, pooled.inputs, pre.channels())?;
        expect(name, norm.channels(), pooled.outputs)?;
        expect(name, to_bias.inputs, 3 * norm.channels())?;
        expect(name, to_bias.outputs, first.outputs)?;
        Ok(PoolingBlock {
            residual: self.residual(name, pre, first)?,
            pooled,
            norm,
            to_bias,
        })
    }

    fn nested(&mut self, name: &str, level: usize) -> Result<NestedBlock, BadNetwork> {
        let count: usize = self.source.number(name)?;
        let pre = self.norm_and_activation()?;
        let reduce = self.conv()?;
        expect(name, reduce.inputs, pre.channels())?;
        let blocks = self.blocks(count, reduce.outputs, level + 1)?;
        let post = self.norm_and_activation()?;
        let expand = self.conv()?;
        expect(name, post.channels(), reduce.outputs)?;
        expect(name, expand.inputs, post.channels())?;
        Ok(NestedBlock {
            pre,
            reduce,
            blocks,
            post,
            expand,
        })
    }

    fn policy_head(&mut self, trunk: usize) -> Result<PolicyHead, BadNetwork> {
        let name = self.source.word("the policy head's name")?;
        let outputs = match self.version {
            ..12 => 1,
            12..16 => 2,
            _ => 4,
        };
        let first = self.conv()?;
        let pooled = self.conv()?;
        let pooled_norm = self.norm_and_activation()?;
        let to_bias = self.dense()?;
        let norm = self.norm_and_activation()?;
        let last = self.conv()?;
        let to_pass = self.dense()?;
        expect(&name, first.inputs, trunk)?;
        expect(&name, pooled.inputs, trunk)?;
        expect(&name, pooled_norm.channels(), pooled.outputs)?;
        expect(&name, to_bias.inputs, 3 * pooled.outputs)?;
        expect(&name, to_bias.outputs, first.outputs)?;
        expect(&name, norm.channels(), first.outputs)?;
        expect(&name, last.inputs, first.outputs)?;
        expect(&name, last.outputs, outputs)?;
        expect(&name, to_pass.inputs, 3 * pooled.outputs)?;
        let pass = match self.version {
            15.. => {
                let hidden = self.biased(to_pass, true)?;
                let last = self.dense()?;
                expect(&name, last.inputs, hidden.dense.outputs)?;
                expect(&name, last.outputs, outputs)?;
                PassHead::Deep(hidden, last)
            }
            _ => {
                expect(&name, to_pass.outputs, outputs)?;
                PassHead::Plain(to_pass)
            }
        };
        Ok(PolicyHead {
            first,
            pooled,
            pooled_norm,
            to_bias,
            norm,
            last,
            pass,
        })
    }

    fn value_head(&mut self, trunk: usize) -> Result<ValueHead, BadNetwork> {
        let name = self.source.word("the value head's name")?;
        let scores = if self.version >= 9 { 6 } else { 4 };
        let first = self.conv()?;
        let norm = self.norm_and_activation()?;
        let hidden = self.dense()?;
        let hidden = self.biased(hidden, true)?;
        let value = self.dense()?;
        let value = self.biased(value, false)?;
        let score = self.dense()?;
        let score = self.biased(score, false)?;
        let ownership = self.conv()?;
        expect(&name, first.inputs, trunk)?;
        expect(&name, norm.channels(), first.outputs)?;
        expect(&name, hidden.dense.inputs, 3 * first.outputs)?;
        expect(&name, value.dense.inputs, hidden.dense.outputs)?;
        expect(&name, value.dense.outputs, 3)?;
        expect(&name, score.dense.inputs, hidden.dense.outputs)?;
        expect(&name, score.dense.outputs, scores)?;
        expect(&name, ownership.inputs, first.outputs)?;
        expect(&name, ownership.outputs, 1)?;
        Ok(ValueHead {
            first,
            norm,
            hidden,
            value,
            score,
            ownership,
        })
    }

    fn conv(&mut self) -> Result<Conv, BadNetwork> {
        let name = self.source.word("the name of a convolution")?;
        let mut sizes = [0; 2];
        for size in &mut sizes {
            *size = self.source.number::<usize>(&name)?;
        }
        let [height, width] = sizes;
        if height != width || height % 2 == 0 || height > 2 * MOST_RADIUS + 1 {
            return Err(BadNetwork::part(
                &name,
                format!("a kernel of {height}x{width}"),
                "an odd square up to 9x9",
            ));
        }
        let (inputs, outputs) = (self.channels(&name)?, self.channels(&name)?);
        for _ in 0..2 {
            let dilation: usize = self.source.number(&name)?;
            if dilation != 1 {
                return Err(BadNetwork::kind(
                    "a KataGo network with dilated convolutions",
                ));
            }
        }
        let weights = self
            .source
            .floats(height * width * inputs * outputs, &name)?;
        Ok(Conv {
            radius: height / 2,
            inputs,
            outputs,
            weights,
        })
    }

    fn dense(&mut self) -> Result<Dense, BadNetwork> {
        let name = self.source.word("the name of a matrix")?;
        // Global pooling makes three numbers of every channel.
        let inputs = self.count(&name, 3 * MOST_CHANNELS)?;
        let outputs = self.channels(&name)?;
        let weights = self.source.floats(inputs * outputs, &name)?;
        Ok(Dense {
            inputs,
            outputs,
            weights,
        })
    }

    /// Reads the bias and, if there is one, the activation that follow a matrix.
    fn biased(&mut self, dense: Dense, activated: bool) -> Result<BiasedDense, BadNetwork> {
        let name = self.source.word("the name of a bias")?;
        let channels = self.channels(&name)?;
        expect(&name, channels, dense.outputs)?;
        Ok(BiasedDense {
            dense,
            bias: self.source.floats(channels, &name)?,
            activation: match activated {
                true => self.activation()?,
                false => Activation::Identity,
            },
        })
    }

    /// Reads a batch normalization and folds mean, variance, scale and bias into one scale and one bias.
    fn norm_and_activation(&mut self) -> Result<Norm, BadNetwork> {
        let name = self.source.word("the name of a normalisation")?;
        let channels = self.channels(&name)?;
        let epsilon: f32 = self.source.number(&name)?;
        let has_scale: u32 = self.source.number(&name)?;
        let has_bias: u32 = self.source.number(&name)?;
        let mean = self.source.floats(channels, &name)?;
        let variance = self.source.floats(channels, &name)?;
        let mut scale = vec![1.0; channels];
        let mut bias = vec![0.0; channels];
        if has_scale != 0 {
            scale = self.source.floats(channels, &name)?;
        }
        if has_bias != 0 {
            bias = self.source.floats(channels, &name)?;
        }
        for i in 0..channels {
            scale[i] /= (variance[i] + epsilon).sqrt();
            bias[i] -= scale[i] * mean[i];
            if !(scale[i].is_finite() && bias[i].is_finite()) {
                return Err(BadNetwork::part(
                    &name,
                    format!("a variance of {} and an epsilon of {epsilon}", variance[i]),
                    "a positive sum and moderate weights",
                ));
            }
        }
        Ok(Norm {
            scale,
            bias,
            activation: self.activation()?,
        })
    }

    fn activation(&mut self) -> Result<Activation, BadNetwork> {
        let name = self.source.word("the name of an activation")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.source.word(&name)?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(BadNetwork::part(
                &name,
                format!("'{other}'"),
                "ACTIVATION_IDENTITY, ACTIVATION_RELU, ACTIVATION_MISH or ACTIVATION_SILU",
            )),
        }
    }

    fn channels(&mut self, name: &str) -> Result<usize, BadNetwork> {
        self.count(name, MOST_CHANNELS)
    }

    fn count(&mut self, name: &str, most: usize) -> Result<usize, BadNetwork> {
        let count: usize = self.source.number(name)?;
        match (1..=most).contains(&count) {
            true => Ok(count),
            false => Err(BadNetwork::part(
                name,
                format!("{count} channels"),
                format!("1 to {most}"),
            )),
        }
    }
}

/// Checks a number of channels of a part.
fn expect(part: &str, seen: usize, expected: usize) -> Result<(), BadNetwork> {
    match seen == expected {
        true => Ok(()),
        false => Err(BadNetwork::part(
            part,
            format!("{seen} channels"),
            format!("{expected}"),
        )),
    }
}

#[cfg(test)]
mod tests;
