//! The layers of a model with packed weights.

use super::convolution::PackedConv;
use super::epilogue::PackedNorm;
use super::model::{Block, Dense, Model};
use super::winograd::TileSize;

/// A block with packed weights; its parts are those of [`Block`].
pub(super) enum PackedBlock {
    Residual {
        pre: PackedNorm,
        first: PackedConv,
        mid: PackedNorm,
        last: PackedConv,
    },
    Pooling {
        pre: PackedNorm,
        first: PackedConv,
        pooled: PackedConv,
        norm: PackedNorm,
        to_bias: Dense,
        mid: PackedNorm,
        last: PackedConv,
    },
    Nested {
        pre: PackedNorm,
        reduce: PackedConv,
        blocks: Vec<PackedBlock>,
        post: PackedNorm,
        expand: PackedConv,
    },
}

impl PackedBlock {
    fn pack(block: &Block, tiles: TileSize) -> PackedBlock {
        let conv = |conv| PackedConv::pack(conv, tiles);
        match block {
            Block::Residual(block) => PackedBlock::Residual {
                pre: PackedNorm::pack(&block.pre),
                first: conv(&block.first),
                mid: PackedNorm::pack(&block.mid),
                last: conv(&block.last),
            },
            Block::Pooling(block) => PackedBlock::Pooling {
                pre: PackedNorm::pack(&block.residual.pre),
                first: conv(&block.residual.first),
                pooled: conv(&block.pooled),
                norm: PackedNorm::pack(&block.norm),
                to_bias: block.to_bias.clone(),
                mid: PackedNorm::pack(&block.residual.mid),
                last: conv(&block.residual.last),
            },
            Block::Nested(block) => PackedBlock::Nested {
                pre: PackedNorm::pack(&block.pre),
                reduce: conv(&block.reduce),
                blocks: PackedBlock::pack_all(&block.blocks, tiles),
                post: PackedNorm::pack(&block.post),
                expand: conv(&block.expand),
            },
        }
    }

    fn pack_all(blocks: &[Block], tiles: TileSize) -> Vec<PackedBlock> {
        blocks
            .iter()
            .map(|block| PackedBlock::pack(block, tiles))
            .collect()
    }

    pub fn pre(&self) -> &PackedNorm {
        match self {
            PackedBlock::Residual { pre, .. }
            | PackedBlock::Pooling { pre, .. }
            | PackedBlock::Nested { pre, .. } => pre,
        }
    }

    /// Returns all convolutions, with those of inner blocks.
    fn convolutions(&self) -> Vec<&PackedConv> {
        match self {
            PackedBlock::Residual { first, last, .. } => vec![first, last],
            PackedBlock::Pooling {
                first,
                pooled,
                last,
                ..
            } => vec![first, pooled, last],
            PackedBlock::Nested {
                reduce,
                blocks,
                expand,
                ..
            } => {
                let inner = blocks.iter().flat_map(PackedBlock::convolutions);
                inner.chain([reduce, expand]).collect()
            }
        }
    }
}

/// The layers of a model with packed weights. Dense layers are used as they are in the model.
pub(super) struct PackedLayers {
    pub first: PackedConv,
    pub blocks: Vec<PackedBlock>,
    pub tip: PackedNorm,
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
    pub fn pack(model: &Model, tiles: TileSize) -> PackedLayers {
        let conv = |conv| PackedConv::pack(conv, tiles);
        let (policy, value) = (&model.policy, &model.value);
        PackedLayers {
            first: conv(&model.first),
            blocks: PackedBlock::pack_all(&model.blocks, tiles),
            tip: PackedNorm::pack(&model.tip),
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

    pub fn convolutions(&self) -> impl Iterator<Item = &PackedConv> {
        let inner = self.blocks.iter().flat_map(PackedBlock::convolutions);
        inner.chain([
            &self.first,
            &self.policy_first,
            &self.policy_pooled,
            &self.policy_last,
            &self.value_first,
            &self.ownership,
        ])
    }
}
