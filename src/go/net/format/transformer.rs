//! The layers of transformers in a network file.

use super::{Parser, expect};
use crate::net::BadNetwork;
use crate::net::model::{Activation, Attention, FeedForward, RmsNorm, Rotary};

/// Maximum ratio of the channels of all queries, keys or values to those of the trunk. It bounds the work that a small
/// file can demand; published networks have up to twice as many.
const MOST_EXPANSION: usize = 8;

impl Parser<'_> {
    /// Reads an attention block after its name.
    pub(super) fn attention(&mut self, name: &str) -> Result<Attention, BadNetwork> {
        let (heads, groups) = (self.channels(name)?, self.channels(name)?);
        let (key_width, value_width) = (self.channels(name)?, self.channels(name)?);
        if heads % groups != 0 {
            let seen = format!("{heads} heads in {groups} groups");
            return Err(BadNetwork::part(name, seen, "groups of equal size"));
        }
        let has_rotary = self.flag(name)?;
        let is_learned = self.flag(name)?;
        if has_rotary && key_width % 2 != 0 {
            let seen = format!("keys of {key_width} numbers");
            return Err(BadNetwork::part(name, seen, "pairs of numbers"));
        }
        let norm = self.rms_norm()?;
        let widest = heads * key_width.max(value_width);
        if widest > MOST_EXPANSION * norm.channels() {
            let seen = format!("{widest} channels of all heads");
            let most = format!("at most {}", MOST_EXPANSION * norm.channels());
            return Err(BadNetwork::part(name, seen, most));
        }
        let (queries, keys) = (self.dense()?, self.dense()?);
        let (values, output) = (self.dense()?, self.dense()?);
        for projection in [&queries, &keys, &values] {
            expect(name, projection.inputs, norm.channels())?;
        }
        expect(name, queries.outputs, heads * key_width)?;
        expect(name, keys.outputs, groups * key_width)?;
        expect(name, values.outputs, groups * value_width)?;
        expect(name, output.inputs, heads * value_width)?;
        let rotary = match (has_rotary, is_learned) {
            (false, _) => None,
            (true, false) => Some(self.fixed_rotary()?),
            (true, true) => Some(self.learned_rotary(groups, key_width / 2)?),
        };
        Ok(Attention {
            norm,
            heads,
            groups,
            key_width,
            value_width,
            queries,
            keys,
            values,
            output,
            rotary,
        })
    }

    fn fixed_rotary(&mut self) -> Result<Rotary, BadNetwork> {
        let name = self.source.word("the name of a position embedding")?;
        let base: f32 = self.source.number(&name)?;
        match base > 0.0 && base.is_finite() {
            true => Ok(Rotary::Fixed { base }),
            false => Err(BadNetwork::part(&name, base, "a positive number")),
        }
    }

    fn learned_rotary(&mut self, groups: usize, pairs: usize) -> Result<Rotary, BadNetwork> {
        let name = self.source.word("the name of a position embedding")?;
        for expected in [groups, pairs, 2] {
            let seen: usize = self.source.number(&name)?;
            expect(&name, seen, expected)?;
        }
        let floats = self.source.floats(groups * pairs * 2, &name)?;
        let (frequencies, _) = floats.as_chunks::<2>();
        Ok(Rotary::Learned(frequencies.to_vec()))
    }

    /// Reads a feed-forward block after its name.
    pub(super) fn feed_forward(&mut self, name: &str) -> Result<FeedForward, BadNetwork> {
        let (channels, hidden) = (self.channels(name)?, self.channels(name)?);
        let has_gate = self.flag(name)?;
        let norm = self.rms_norm()?;
        expect(name, norm.channels(), channels)?;
        let first = self.dense()?;
        let gate = match has_gate {
            true => Some(self.dense()?),
            false => None,
        };
        let last = self.dense()?;
        for layer in [Some(&first), gate.as_ref()].into_iter().flatten() {
            expect(name, layer.inputs, channels)?;
            expect(name, layer.outputs, hidden)?;
        }
        expect(name, last.inputs, hidden)?;
        Ok(FeedForward {
            norm,
            first,
            gate,
            last,
        })
    }

    /// Reads the normalization of a transformer block, which has no bias.
    fn rms_norm(&mut self) -> Result<RmsNorm, BadNetwork> {
        let name = self.source.word("the name of a normalization")?;
        let channels = self.channels(&name)?;
        Ok(RmsNorm {
            epsilon: self.epsilon(&name)?,
            spatial: false,
            scale: self.source.floats(channels, &name)?,
            bias: vec![0.0; channels],
            activation: Activation::Identity,
        })
    }

    /// Reads the RMS normalization after the last block.
    pub(super) fn rms_norm_and_activation(&mut self) -> Result<RmsNorm, BadNetwork> {
        let name = self.source.word("the name of a normalization")?;
        let channels = self.channels(&name)?;
        let epsilon = self.epsilon(&name)?;
        let spatial = self.flag(&name)?;
        let group: i64 = self.source.number(&name)?;
        if group != 0 {
            return Err(BadNetwork::kind(
                "a KataGo network with normalization in groups of channels",
            ));
        }
        Ok(RmsNorm {
            epsilon,
            spatial,
            scale: self.source.floats(channels, &name)?,
            bias: self.source.floats(channels, &name)?,
            activation: self.activation()?,
        })
    }

    fn epsilon(&mut self, name: &str) -> Result<f32, BadNetwork> {
        let epsilon: f32 = self.source.number(name)?;
        match epsilon > 0.0 && epsilon <= 1.0 {
            true => Ok(epsilon),
            false => Err(BadNetwork::part(
                name,
                format!("an epsilon of {epsilon}"),
                "a number above 0, at most 1",
            )),
        }
    }

    fn flag(&mut self, name: &str) -> Result<bool, BadNetwork> {
        let flag: u32 = self.source.number(name)?;
        match flag {
            0 | 1 => Ok(flag == 1),
            _ => Err(BadNetwork::part(name, flag, "0 or 1")),
        }
    }
}
