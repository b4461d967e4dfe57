//! KataGo's file format for networks (its cpp/neuralnet/desc.cpp), versions 3 to 17.
//!
//! Versions 3 to 7 have other inputs and fewer outputs, but the same layers.

mod heads;
mod layers;
mod transformer;

use std::io::Read;
use std::path::Path;

use super::human_profile::METADATA;
use super::model::{
    Block, Conv, Dense, Inputs, MetadataEncoder, Model, NestedBlock, Norm, PoolingBlock,
    ResidualBlock, Scales, TipNorm,
};
use super::reader::{BadNetwork, NetworkReader};

/// Supported versions of the file format.
pub const VERSIONS: std::ops::RangeInclusive<u32> = 3..=17;

/// Maximum number of blocks, and of levels of nested blocks. They bound the work that a small file can demand;
/// published networks have up to 60 blocks on two levels.
const MOST_BLOCKS: usize = 512;
const MOST_LEVELS: usize = 4;

impl Model {
    /// Reads a model from a file.
    pub fn open(path: &Path) -> Result<Model, BadNetwork> {
        Parser::parse(NetworkReader::open(path)?)
    }

    /// Reads a model from `size` bytes.
    pub fn read(bytes: impl Read, size: u64) -> Result<Model, BadNetwork> {
        Parser::parse(NetworkReader::new(bytes, size)?)
    }
}

/// Kinds of blocks, for messages.
const BLOCKS: [&str; 5] = [
    "ordinary_block",
    "gpool_block",
    "nested_bottleneck_block",
    "transformer_attention_block",
    "transformer_ffn_block",
];

struct Parser<'a> {
    source: NetworkReader<'a>,
    version: u32,
    /// Number of blocks still allowed.
    blocks_left: usize,
}

#[derive(Clone, Copy, Default)]
struct ModelOptions {
    has_metadata: bool,
    /// Whether pass-alive areas are computed as if suicide were legal.
    area_with_suicide: bool,
}

/// The trunk up to its blocks.
struct Stem {
    blocks: usize,
    /// Whether the normalization after the last block is an RMS normalization.
    has_rms_tip: bool,
    first: Conv,
    global: Dense,
    metadata: Option<MetadataEncoder>,
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
        let options = match self.version {
            15.. => self.options()?,
            _ => ModelOptions::default(),
        };
        let inputs = Inputs::of_format(self.version, options.area_with_suicide);
        let stem = self.stem(options)?;
        let (first, global) = (stem.first, stem.global);
        let trunk = first.outputs;
        expect("the first convolution's input", first.inputs, planes)?;
        expect("the input planes", planes, inputs.planes().len())?;
        expect("the global inputs' matrix", global.inputs, globals)?;
        expect("the global inputs", globals, inputs.globals().len())?;
        expect("the global inputs' matrix", global.outputs, trunk)?;
        let blocks = self.blocks(stem.blocks, trunk, 1)?;
        let tip = match stem.has_rms_tip {
            true => TipNorm::Rms(self.rms_norm_and_activation()?),
            false => TipNorm::Batch(self.norm_and_activation()?),
        };
        expect("the trunk's last normalization", tip.channels(), trunk)?;
        let policy = self.policy_head(trunk)?;
        let value = self.value_head(trunk)?;
        Ok(Model {
            name,
            version: self.version,
            scales,
            inputs,
            first,
            global,
            metadata: stem.metadata,
            blocks,
            tip,
            policy,
            value,
        })
    }

    /// Reads the name and version, and recognizes other kinds of files.
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
        // The first one scales an output for training only.
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

    /// Reads the model's options: version of the metadata inputs, suicide in pass-alive areas, and six reserved ones.
    fn options(&mut self) -> Result<ModelOptions, BadNetwork> {
        let metadata: u32 = self.source.number("the model's options")?;
        if metadata > 1 {
            return Err(BadNetwork::kind(format!(
                "a KataGo network with metadata inputs of version {metadata}"
            )));
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
        Ok(ModelOptions {
            has_metadata: metadata == 1,
            area_with_suicide: with_suicide == 1,
        })
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

    /// Reads the trunk up to its blocks.
    fn stem(&mut self, options: ModelOptions) -> Result<Stem, BadNetwork> {
        self.source.word("the trunk's name")?;
        let blocks: usize = self.source.number("the number of blocks")?;
        let channels: usize = self.source.number("the trunk's channels")?;
        // Skip the channels of the blocks (middle, regular, dilated and pooled), which the layers contain too.
        for _ in 0..4 {
            self.source.number::<usize>("the blocks' channels")?;
        }
        let mut has_rms_tip = false;
        if self.version >= 15 {
            let norm: u32 = self.source.number("the trunk's normalization")?;
            if norm > 1 {
                return Err(BadNetwork::kind(
                    "a KataGo network with another kind of normalization",
                ));
            }
            has_rms_tip = norm == 1;
            self.reserved("the trunk's options", 5)?;
        }
        let first = self.conv()?;
        expect("the trunk's channels", first.outputs, channels)?;
        let global = self.dense()?;
        let metadata = match options.has_metadata {
            true => Some(self.metadata_encoder(channels)?),
            false => None,
        };
        Ok(Stem {
            blocks,
            has_rms_tip,
            first,
            global,
            metadata,
        })
    }

    fn metadata_encoder(&mut self, trunk: usize) -> Result<MetadataEncoder, BadNetwork> {
        let name = self.source.word("the metadata encoder's name")?;
        let inputs: usize = self.source.number("the number of metadata inputs")?;
        if inputs != METADATA {
            let expected = format!("{METADATA}");
            return Err(BadNetwork::part(
                "the number of metadata inputs",
                inputs,
                expected,
            ));
        }
        let first = self.dense()?;
        expect(&name, first.inputs, METADATA)?;
        let first = self.biased(first, true)?;
        let second = self.dense()?;
        expect(&name, second.inputs, first.dense.outputs)?;
        let second = self.biased(second, true)?;
        let last = self.dense()?;
        expect(&name, last.inputs, second.dense.outputs)?;
        expect(&name, last.outputs, trunk)?;
        Ok(MetadataEncoder {
            first,
            second,
            last,
        })
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
        let name = self.source.word("the name of a block")?;
        let (block, outputs) = match kind.as_str() {
            "ordinary_block" => {
                let pre = self.norm_and_activation()?;
                let first = self.conv()?;
                let residual = self.residual(&name, pre, first)?;
                let outputs = residual.last.outputs;
                (Block::Residual(residual), outputs)
            }
            "gpool_block" => {
                let pooling = self.pooling(&name)?;
                let outputs = pooling.residual.last.outputs;
                (Block::Pooling(pooling), outputs)
            }
            "nested_bottleneck_block" => {
                let nested = self.nested(&name, level)?;
                let outputs = nested.expand.outputs;
                (Block::Nested(nested), outputs)
            }
            "transformer_attention_block" => {
                let attention = self.attention(&name)?;
                let outputs = attention.output.outputs;
                (Block::Attention(attention), outputs)
            }
            "transformer_ffn_block" => {
                let layers = self.feed_forward(&name)?;
                let outputs = layers.last.outputs;
                (Block::FeedForward(layers), outputs)
            }
            _ => {
                return Err(BadNetwork::part(
                    "the kind of a block",
                    kind,
                    BLOCKS.join(", "),
                ));
            }
        };
        expect(&name, block.channels(), trunk)?;
        expect(&name, outputs, trunk)?;
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
}

/// Checks the number of channels of a part.
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
