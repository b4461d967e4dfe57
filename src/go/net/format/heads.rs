//! The heads of a network file.

use super::{Parser, expect};
use crate::net::BadNetwork;
use crate::net::model::{PassHead, PolicyHead, ValueHead};

impl Parser<'_> {
    pub(super) fn policy_head(&mut self, trunk: usize) -> Result<PolicyHead, BadNetwork> {
        let name = self.source.word("the policy head's name")?;
        let outputs = match self.version {
            ..12 => 1,
            12..16 => 2,
            16 => 4,
            _ => self.policy_outputs()?,
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
                PassHead::Linear(to_pass)
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

    pub(super) fn value_head(&mut self, trunk: usize) -> Result<ValueHead, BadNetwork> {
        let name = self.source.word("the value head's name")?;
        let scores = match self.version {
            ..4 => 1,
            4..8 => 2,
            8 => 4,
            _ => 6,
        };
        if self.version >= 17 {
            self.reserved("the value head's options", 3)?;
        }
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

    /// Reads the number of outputs of the policy head, in files from version 17 on, and its reserved options.
    fn policy_outputs(&mut self) -> Result<usize, BadNetwork> {
        let part = "the number of policies";
        let outputs: usize = self.source.number(part)?;
        if outputs != 2 && outputs != 4 {
            return Err(BadNetwork::part(part, outputs, "2 or 4"));
        }
        self.reserved("the policy head's options", 3)?;
        Ok(outputs)
    }
}
