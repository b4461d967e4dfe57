//! The layers of a model with packed weights.

use crate::net::kernels::attention::PackedAttention;
use crate::net::kernels::convolution::PackedConv;
use crate::net::kernels::epilogue::PackedNorm;
use crate::net::kernels::feed_forward::PackedFeedForward;
use crate::net::kernels::grid::{Grid, Tensor};
use crate::net::kernels::rms_norm::PackedRmsNorm;
use crate::net::kernels::winograd::TileSize;
use crate::net::kernels::workspace::Workspace;
use crate::net::model::{Activation, Block, Dense, Model, TipNorm};
use tengen_engine::cpu::Bf16;

pub(in crate::net) enum PackedTrunkNorm {
    Batch(PackedNorm),
    Rms(PackedRmsNorm),
}

impl PackedTrunkNorm {
    fn pack_tip(tip: &TipNorm) -> PackedTrunkNorm {
        match tip {
            TipNorm::Batch(norm) => PackedTrunkNorm::Batch(PackedNorm::pack(norm)),
            TipNorm::Rms(norm) => PackedTrunkNorm::Rms(PackedRmsNorm::pack(norm)),
        }
    }

    /// The part that the preceding layer's epilogue can do.
    pub fn of_epilogue(&self) -> Option<&PackedNorm> {
        match self {
            PackedTrunkNorm::Batch(norm) => Some(norm),
            PackedTrunkNorm::Rms(_) => None,
        }
    }

    /// Completes the normalization after that epilogue.
    pub fn finish(&self, workspace: &mut Workspace, ready: &mut Tensor) {
        if let PackedTrunkNorm::Rms(norm) = self {
            norm.run(workspace, ready);
        }
    }
}

/// A block with packed weights, structured like [`Block`].
pub(in crate::net) struct PackedBlock {
    /// Normalization of the trunk before the block.
    pub pre: PackedTrunkNorm,
    pub body: PackedBody,
}

/// The layers of a block after its first normalization.
pub(in crate::net) enum PackedBody {
    Residual {
        first: PackedConv,
        mid: PackedNorm,
        last: PackedConv,
    },
    Pooling(PackedPooling),
    Nested {
        reduce: PackedConv,
        blocks: Vec<PackedBlock>,
        post: PackedTrunkNorm,
        expand: PackedConv,
    },
    Attention(PackedAttention),
    FeedForward(PackedFeedForward),
}

/// A block with global pooling after its first normalization, structured like
/// [`PoolingBlock`](crate::net::model::PoolingBlock).
pub(in crate::net) struct PackedPooling {
    pub first: PackedConv,
    pub pooled: PackedConv,
    pub norm: PackedNorm,
    pub to_bias: Dense,
    pub mid: PackedNorm,
    pub last: PackedConv,
}

#[derive(Clone, Copy)]
struct Packing {
    tiles: TileSize,
    /// Activation of feed-forward blocks without a gate.
    plain: Activation,
    /// Instructions for multiplying bfloat16 numbers in transformers, if wanted.
    bf16: Option<Bf16>,
}

impl Packing {
    fn blocks(self, blocks: &[Block]) -> Vec<PackedBlock> {
        blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(self, block: &Block) -> PackedBlock {
        let conv = |conv| PackedConv::pack(conv, self.tiles, self.bf16);
        let batch = |norm| PackedTrunkNorm::Batch(PackedNorm::pack(norm));
        let rms = |norm| PackedTrunkNorm::Rms(PackedRmsNorm::pack(norm));
        let (pre, body) = match block {
            Block::Residual(block) => (
                batch(&block.pre),
                PackedBody::Residual {
                    first: conv(&block.first),
                    mid: PackedNorm::pack(&block.mid),
                    last: conv(&block.last),
                },
            ),
            Block::Pooling(block) => (
                batch(&block.residual.pre),
                PackedBody::Pooling(PackedPooling {
                    first: conv(&block.residual.first),
                    pooled: conv(&block.pooled),
                    norm: PackedNorm::pack(&block.norm),
                    to_bias: block.to_bias.clone(),
                    mid: PackedNorm::pack(&block.residual.mid),
                    last: conv(&block.residual.last),
                }),
            ),
            Block::Nested(block) => (
                batch(&block.pre),
                PackedBody::Nested {
                    reduce: conv(&block.reduce),
                    blocks: self.blocks(&block.blocks),
                    post: batch(&block.post),
                    expand: conv(&block.expand),
                },
            ),
            Block::Attention(block) => (
                rms(&block.norm),
                PackedBody::Attention(PackedAttention::pack(block)),
            ),
            Block::FeedForward(block) => (
                rms(&block.norm),
                PackedBody::FeedForward(PackedFeedForward::pack(block, self.plain, self.bf16)),
            ),
        };
        PackedBlock { pre, body }
    }
}

/// A layer that needs memory between its steps.
pub(in crate::net) enum Layer<'a> {
    Conv(&'a PackedConv),
    Attention(&'a PackedAttention),
    FeedForward(&'a PackedFeedForward),
}

impl Layer<'_> {
    /// Number of floats to store between the steps, for a batch of this many boards.
    pub fn workspace_size(&self, grid: &Grid, boards: usize) -> usize {
        match self {
            Layer::Conv(conv) => conv.workspace_size(grid, boards),
            Layer::Attention(attention) => attention.workspace_size(grid, boards),
            Layer::FeedForward(layers) => layers.workspace_size(grid, boards),
        }
    }

    /// Radius of the neighborhood that the layer reads around every point.
    pub fn radius(&self) -> usize {
        match self {
            Layer::Conv(conv) => conv.radius(),
            Layer::Attention(_) | Layer::FeedForward(_) => 0,
        }
    }
}

impl PackedBlock {
    /// Returns all layers, including those of inner blocks.
    fn layers(&self) -> Vec<Layer<'_>> {
        match &self.body {
            PackedBody::Residual { first, last, .. } => vec![Layer::Conv(first), Layer::Conv(last)],
            PackedBody::Pooling(block) => [&block.first, &block.pooled, &block.last]
                .map(Layer::Conv)
                .into(),
            PackedBody::Nested {
                reduce,
                blocks,
                expand,
                ..
            } => {
                let inner = blocks.iter().flat_map(PackedBlock::layers);
                inner.chain([reduce, expand].map(Layer::Conv)).collect()
            }
            PackedBody::Attention(attention) => vec![Layer::Attention(attention)],
            PackedBody::FeedForward(layers) => vec![Layer::FeedForward(layers)],
        }
    }
}

/// The layers of a model with packed weights. Dense layers of the heads are used as they are in the model.
pub(in crate::net) struct PackedLayers {
    pub first: PackedConv,
    pub blocks: Vec<PackedBlock>,
    pub tip: PackedTrunkNorm,
    pub policy_first: PackedConv,
    pub policy_pooled: PackedConv,
    pub policy_pooled_norm: PackedNorm,
    pub policy_norm: PackedNorm,
    pub policy_last: PackedConv,
    pub value_first: PackedConv,
    pub value_norm: PackedNorm,
    pub ownership: PackedConv,
}

impl PackedLayers {
    /// Packs the layers, using bfloat16 in transformers if `bf16` is given.
    pub fn pack(model: &Model, tiles: TileSize, bf16: Option<Bf16>) -> PackedLayers {
        // The heads and inputs keep the precision of floats.
        let conv = |conv| PackedConv::pack(conv, tiles, None);
        let packing = Packing {
            tiles,
            plain: model.tip.activation(),
            bf16,
        };
        let (policy, value) = (&model.policy, &model.value);
        PackedLayers {
            first: PackedConv::pack_first(&model.first, tiles),
            blocks: packing.blocks(&model.blocks),
            tip: PackedTrunkNorm::pack_tip(&model.tip),
            policy_first: conv(&policy.first),
            policy_pooled: conv(&policy.pooled),
            policy_pooled_norm: PackedNorm::pack(&policy.pooled_norm),
            policy_norm: PackedNorm::pack(&policy.norm),
            policy_last: conv(&policy.last),
            value_first: conv(&value.first),
            value_norm: PackedNorm::pack(&value.norm),
            ownership: conv(&value.ownership),
        }
    }

    /// Returns all layers that need memory between their steps.
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> {
        let of_blocks = self.blocks.iter().flat_map(PackedBlock::layers);
        let convolutions = [
            &self.first,
            &self.policy_first,
            &self.policy_pooled,
            &self.policy_last,
            &self.value_first,
            &self.ownership,
        ];
        of_blocks.chain(convolutions.map(Layer::Conv))
    }
}
