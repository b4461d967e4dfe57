//! Vectors for each board of a batch: inputs and outputs of dense layers.

use crate::net::kernels::grid::{AlignedVec, Tensor, padded};
use crate::net::kernels::kernel_runner::KernelKind;
use crate::net::kernels::pooling::{GlobalPool, PoolKind};
use crate::net::kernels::workspace::Workspace;
use crate::net::model::{Block, MetadataEncoder, Model, PassHead};

/// Maximum number of outputs of the policy head, and of the score in the value head.
pub(in crate::net) const MOST_OUTPUTS: usize = 6;

pub(in crate::net) struct Vectors {
    pub pooled: Vec<f32>,
    pub hidden: Vec<f32>,
    /// Output of the second layer of the metadata encoder; `hidden` is that of the first.
    metadata: Vec<f32>,
    /// Biases of a convolution's channels, board after board.
    pub bias: AlignedVec,
    bias_stride: usize,
    pub pass: Vec<[f32; MOST_OUTPUTS]>,
    pub value: Vec<[f32; 3]>,
    pub score: Vec<[f32; MOST_OUTPUTS]>,
}

impl Vectors {
    pub fn new(model: &Model, boards: usize) -> Vectors {
        let (policy, value) = (&model.policy, &model.value);
        let mut pooled = policy.pooled.outputs.max(value.first.outputs);
        let mut bias = model.first.outputs.max(policy.first.outputs);
        let mut pending: Vec<&Block> = model.blocks.iter().collect();
        while let Some(block) = pending.pop() {
            match block {
                Block::Residual(_) | Block::Attention(_) | Block::FeedForward(_) => {}
                Block::Pooling(block) => {
                    pooled = pooled.max(block.pooled.outputs);
                    bias = bias.max(block.residual.first.outputs);
                }
                Block::Nested(block) => pending.extend(&block.blocks),
            }
        }
        let hidden = match &policy.pass {
            PassHead::Linear(_) => 0,
            PassHead::Deep(dense, _) => dense.dense.outputs,
        };
        let [metadata_first, metadata] = match &model.metadata {
            Some(encoder) => [&encoder.first, &encoder.second].map(|layer| layer.dense.outputs),
            None => [0; 2],
        };
        let hidden = hidden.max(metadata_first);
        let bias_stride = padded(bias);
        Vectors {
            pooled: vec![0.0; boards * 3 * pooled],
            hidden: vec![0.0; hidden.max(value.hidden.dense.outputs)],
            metadata: vec![0.0; metadata],
            bias: AlignedVec::zeros(boards * bias_stride),
            bias_stride,
            pass: vec![[0.0; MOST_OUTPUTS]; boards],
            value: vec![[0.0; 3]; boards],
            score: vec![[0.0; MOST_OUTPUTS]; boards],
        }
    }

    /// Pools the first channels of a tensor.
    pub fn pool(
        &mut self,
        workspace: &mut Workspace,
        channels: usize,
        third: PoolKind,
        input: &Tensor,
    ) {
        workspace.runner.run(
            KernelKind::Pooling,
            GlobalPool {
                grid: &workspace.grid,
                boards: workspace.boards,
                channels,
                kind: third,
                input,
                output: &mut self.pooled,
            },
        );
    }

    /// Returns the biases of the channels, and their stride from board to board.
    pub fn biases(&self) -> (&[f32], usize) {
        (&self.bias, self.bias_stride)
    }

    pub fn bias_of(&mut self, board: usize) -> &mut [f32] {
        &mut self.bias[board * self.bias_stride..][..self.bias_stride]
    }

    /// Adds the output of the metadata encoder to the biases of a board.
    pub fn add_metadata(&mut self, encoder: &MetadataEncoder, board: usize, inputs: &[f32]) {
        let first = &mut self.hidden[..encoder.first.dense.outputs];
        encoder.first.run(inputs, first);
        encoder.second.run(first, &mut self.metadata);
        let bias = &mut self.bias[board * self.bias_stride..][..self.bias_stride];
        encoder.last.add_to(&self.metadata, bias);
    }

    /// Returns the `count` pooled numbers of a board and its biases.
    pub fn pooled_and_bias(&mut self, board: usize, count: usize) -> (&[f32], &mut [f32]) {
        (
            &self.pooled[board * count..][..count],
            &mut self.bias[board * self.bias_stride..][..self.bias_stride],
        )
    }
}
