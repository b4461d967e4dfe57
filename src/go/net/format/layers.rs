//! The layers of a network file.

use super::Parser;
use super::expect;
use crate::net::BadNetwork;
use crate::net::model::{Activation, BiasedDense, Conv, Dense, Norm};

/// Maximum number of channels. The largest published networks have 1024.
const MOST_CHANNELS: usize = 4096;

/// Maximum radius of a kernel, for 9x9.
const MOST_RADIUS: usize = 4;

impl Parser<'_> {
    pub(super) fn conv(&mut self) -> Result<Conv, BadNetwork> {
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

    pub(super) fn dense(&mut self) -> Result<Dense, BadNetwork> {
        let name = self.source.word("the name of a matrix")?;
        // Global pooling computes three numbers per channel.
        let inputs = self.count(&name, 3 * MOST_CHANNELS)?;
        let outputs = self.channels(&name)?;
        let weights = self.source.floats(inputs * outputs, &name)?;
        Ok(Dense {
            inputs,
            outputs,
            weights,
        })
    }

    /// Reads the bias and, if `activated`, the activation that follow a matrix.
    pub(super) fn biased(
        &mut self,
        dense: Dense,
        activated: bool,
    ) -> Result<BiasedDense, BadNetwork> {
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
    pub(super) fn norm_and_activation(&mut self) -> Result<Norm, BadNetwork> {
        let name = self.source.word("the name of a normalization")?;
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

    /// Reads an activation, which is ReLU before version 11.
    pub(super) fn activation(&mut self) -> Result<Activation, BadNetwork> {
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

    pub(super) fn channels(&mut self, name: &str) -> Result<usize, BadNetwork> {
        self.count(name, MOST_CHANNELS)
    }

    /// Reads a number from 1 to `most`.
    pub(super) fn count(&mut self, name: &str, most: usize) -> Result<usize, BadNetwork> {
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
