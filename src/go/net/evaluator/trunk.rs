//! Trunks of a network: their tensors, and running their blocks.

use super::layers::{PackedBlock, PackedBody, PackedPooling, PackedTrunkNorm};
use super::vectors::Vectors;
use crate::net::kernels::epilogue::{Epilogue, TrunkUpdate};
use crate::net::kernels::grid::{Grid, Tensor};
use crate::net::kernels::pooling::PoolKind;
use crate::net::kernels::workspace::Workspace;
use crate::net::model::{Block, Model};

pub(super) struct TrunkTensors {
    /// Residual sum of the blocks so far.
    pub trunk: Tensor,
    /// Normalized trunk, the input of the next block.
    pub ready: Tensor,
    /// Output of a block's first convolution.
    mid: Tensor,
    /// Channels for global pooling.
    pooled: Tensor,
}

/// Runs the blocks of a trunk and of the trunks nested in it.
pub(super) struct BlockRunner<'a> {
    pub workspace: &'a mut Workspace,
    pub vectors: &'a mut Vectors,
}

impl BlockRunner<'_> {
    /// Runs blocks on the first of `trunks`, from the input in `ready` to the trunk normalized by `tip`, in `ready`
    /// too.
    pub fn blocks(
        &mut self,
        trunks: &mut [TrunkTensors],
        blocks: &[PackedBlock],
        tip: &PackedTrunkNorm,
    ) {
        for (i, block) in blocks.iter().enumerate() {
            let after = blocks.get(i + 1).map_or(tip, |next| &next.pre);
            self.block(trunks, &block.body, after);
            if let Some(own) = trunks.first_mut() {
                after.finish(self.workspace, &mut own.ready);
            }
        }
    }

    /// Runs a block and adds its result to the trunk. The epilogue does its part of the following normalization.
    fn block(&mut self, trunks: &mut [TrunkTensors], body: &PackedBody, after: &PackedTrunkNorm) {
        let Some((own, inner)) = trunks.split_first_mut() else {
            return;
        };
        match body {
            PackedBody::Residual { first, mid, last } => {
                let epilogue = Epilogue::new(Some(mid), &mut own.mid);
                first.run(self.workspace, &own.ready, epilogue);
                let epilogue = sum(&mut own.trunk, after, &mut own.ready);
                last.run(self.workspace, &own.mid, epilogue);
            }
            PackedBody::Pooling(block) => self.pooling(own, block, after),
            PackedBody::Nested {
                reduce,
                blocks,
                post,
                expand,
            } => {
                let pre = blocks.first().map_or(post, |first| &first.pre);
                if let [within, ..] = inner {
                    let epilogue = Epilogue {
                        trunk: TrunkUpdate::Set(&mut within.trunk),
                        ..Epilogue::new(pre.of_epilogue(), &mut within.ready)
                    };
                    reduce.run(self.workspace, &own.ready, epilogue);
                    pre.finish(self.workspace, &mut within.ready);
                }
                self.blocks(inner, blocks, post);
                if let [within, ..] = inner {
                    let epilogue = sum(&mut own.trunk, after, &mut own.ready);
                    expand.run(self.workspace, &within.ready, epilogue);
                }
            }
            PackedBody::Attention(attention) => {
                attention.run(self.workspace, &own.ready);
                let epilogue = sum(&mut own.trunk, after, &mut own.ready);
                self.workspace.finish(attention.outputs(), epilogue);
            }
            PackedBody::FeedForward(layers) => {
                layers.run(self.workspace, &own.ready);
                let epilogue = sum(&mut own.trunk, after, &mut own.ready);
                self.workspace.finish(layers.outputs(), epilogue);
            }
        }
    }

    fn pooling(&mut self, own: &mut TrunkTensors, block: &PackedPooling, after: &PackedTrunkNorm) {
        let epilogue = Epilogue::new(Some(&block.norm), &mut own.pooled);
        block.pooled.run(self.workspace, &own.ready, epilogue);
        let channels = block.to_bias.inputs / 3;
        self.vectors
            .pool(self.workspace, channels, PoolKind::Maximum, &own.pooled);
        self.vectors.bias.fill(0.0);
        for board in 0..self.workspace.boards {
            let (pooled, bias) = self.vectors.pooled_and_bias(board, 3 * channels);
            block.to_bias.add_to(pooled, bias);
        }
        let epilogue = Epilogue {
            bias: Some(self.vectors.biases()),
            ..Epilogue::new(Some(&block.mid), &mut own.mid)
        };
        block.first.run(self.workspace, &own.ready, epilogue);
        let epilogue = sum(&mut own.trunk, after, &mut own.ready);
        block.last.run(self.workspace, &own.mid, epilogue);
    }
}

/// Returns the epilogue of a block's last layer: add the result to the trunk and normalize the sum for the next block.
fn sum<'a>(
    trunk: &'a mut Tensor,
    after: &'a PackedTrunkNorm,
    ready: &'a mut Tensor,
) -> Epilogue<'a> {
    Epilogue {
        trunk: TrunkUpdate::Add(trunk),
        ..Epilogue::new(after.of_epilogue(), ready)
    }
}

/// Creates the tensors of a model's trunk and of the trunks nested in it. Trunks of one level share theirs.
pub(super) fn trunks(model: &Model, grid: &Grid, boards: usize) -> Vec<TrunkTensors> {
    let mut tensors = Vec::new();
    let mut level: Vec<(usize, &[Block])> = vec![(model.first.outputs, &model.blocks)];
    while !level.is_empty() {
        let (mut trunk, mut mid, mut pooled) = (0, 0, 0);
        let mut inner: Vec<(usize, &[Block])> = Vec::new();
        for (channels, blocks) in level {
            trunk = trunk.max(channels);
            for block in blocks {
                match block {
                    Block::Residual(block) => mid = mid.max(block.first.outputs),
                    Block::Pooling(block) => {
                        mid = mid.max(block.residual.first.outputs);
                        pooled = pooled.max(block.pooled.outputs);
                    }
                    Block::Nested(block) => inner.push((block.reduce.outputs, &block.blocks)),
                    Block::Attention(_) | Block::FeedForward(_) => {}
                }
            }
        }
        tensors.push(TrunkTensors {
            trunk: Tensor::new(grid, boards, trunk),
            ready: Tensor::new(grid, boards, trunk),
            mid: Tensor::new(grid, boards, mid),
            pooled: Tensor::new(grid, boards, pooled),
        });
        level = inner;
    }
    tensors
}
