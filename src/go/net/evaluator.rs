//! Evaluation of a batch of boards: from the input features to the outputs of the policy head and the value head.

use std::sync::Arc;

use super::convolution::{PackedConv, Workspace};
use super::epilogue::{Epilogue, PackedNorm, TrunkUpdate};
use super::features::Features;
use super::grid::{AlignedVec, Grid, Tensor, padded};
use super::layers::{PackedBlock, PackedLayers};
use super::model::{Block, GLOBALS, Model, PLANES, PassHead};
use super::network::Network;
use super::pooling::{GlobalPool, PoolKind};
use super::simd;
use super::symmetry::Symmetry;
use super::winograd::TileSize;
use crate::engine::cpu::Level;
use crate::go::board::Size;

/// Most outputs of the policy head, and of the score in the value head.
const MOST_OUTPUTS: usize = 6;

/// An evaluator of boards of one size, in batches. It allocates all its memory when it is created.
pub struct Evaluator {
    network: Arc<Network>,
    layers: Arc<PackedLayers>,
    workspace: Workspace,
    /// Largest batch.
    boards: usize,
    symmetries: Vec<Symmetry>,
    input: Tensor,
    globals: Vec<f32>,
    trunks: Vec<TrunkTensors>,
    heads: HeadTensors,
    vectors: Vectors,
}

/// Tensors of one trunk and its blocks.
struct TrunkTensors {
    /// The residual sum of the blocks so far.
    trunk: Tensor,
    /// The normalized trunk, input of the next block's first convolution.
    ready: Tensor,
    /// Output of the first convolution of a block.
    mid: Tensor,
    /// Channels for global pooling.
    pooled: Tensor,
}

/// Tensors of the policy head and the value head.
struct HeadTensors {
    pooled: Tensor,
    policy: Tensor,
    moves: Tensor,
    value: Tensor,
    ownership: Tensor,
}

/// Vectors of each board: inputs and outputs of dense layers.
struct Vectors {
    pooled: Vec<f32>,
    hidden: Vec<f32>,
    /// Biases of the channels of a convolution, board after board.
    bias: AlignedVec,
    bias_stride: usize,
    pass: Vec<[f32; MOST_OUTPUTS]>,
    value: Vec<[f32; 3]>,
    score: Vec<[f32; MOST_OUTPUTS]>,
}

/// Outputs of the heads for one board: logits and unscaled numbers, from the view of the side to move.
#[derive(Clone, Copy)]
pub struct HeadOutput<'a> {
    evaluator: &'a Evaluator,
    board: usize,
}

impl Evaluator {
    /// Creates an evaluator of boards of this size, which has to fit ([`Network::fits`]), in batches of at most `boards`.
    pub fn new(network: &Arc<Network>, size: Size, boards: usize, isa: Level) -> Evaluator {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let tiles = TileSize::for_board(width, height);
        let model = network.model();
        let layers = network.layers(tiles);
        let radius = layers.convolutions().map(PackedConv::radius).max();
        let grid = Grid::new(width, height, radius.unwrap_or(0), tiles.side());
        let room = layers
            .convolutions()
            .map(|c| c.workspace_size(&grid, boards));
        let workspace = room.max().unwrap_or(0);
        let mut trunks = Vec::new();
        add_trunks(
            &mut trunks,
            &grid,
            boards,
            (model.first.outputs, &model.blocks),
        );
        let tensor = |channels| Tensor::new(&grid, boards, channels);
        let (policy, value) = (&model.policy, &model.value);
        Evaluator {
            workspace: Workspace::new(isa, grid, boards, workspace),
            boards,
            symmetries: vec![Symmetry::default(); boards],
            input: tensor(PLANES),
            globals: vec![0.0; boards * GLOBALS],
            trunks,
            heads: HeadTensors {
                pooled: tensor(policy.pooled.outputs),
                policy: tensor(policy.first.outputs),
                moves: tensor(policy.last.outputs),
                value: tensor(value.first.outputs),
                ownership: tensor(value.ownership.outputs),
            },
            vectors: Vectors::new(model, boards),
            network: Arc::clone(network),
            layers,
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Columns and rows of the boards.
    pub fn size(&self) -> (usize, usize) {
        (self.workspace.grid.width, self.workspace.grid.height)
    }

    /// Sets the input features of a board of the batch, transformed by a symmetry.
    pub fn set(&mut self, board: usize, features: &Features, symmetry: Symmetry) {
        let grid = self.workspace.grid;
        let size = self.size();
        assert_eq!(features.size(), size, "an evaluator is made for one size");
        self.symmetries[board] = symmetry;
        let globals = &mut self.globals[board * GLOBALS..][..GLOBALS];
        globals.copy_from_slice(features.globals());
        for row in 0..grid.height {
            for column in 0..grid.width {
                let (to_column, to_row) = symmetry.apply(size, column, row);
                let cell = board * grid.cells() + grid.cell(to_column, to_row);
                let inputs = &mut self.input.floats[cell * self.input.stride..][..PLANES];
                inputs.copy_from_slice(features.at(column, row));
            }
        }
    }

    /// Evaluates the first `boards` boards of the batch.
    pub fn evaluate(&mut self, boards: usize) {
        assert!(boards <= self.boards, "no room for {boards} boards");
        self.workspace.boards = boards;
        let network = Arc::clone(&self.network);
        let layers = Arc::clone(&self.layers);
        let model = network.model();
        let vectors = &mut self.vectors;
        vectors.bias.fill(0.0);
        for board in 0..boards {
            let globals = &self.globals[board * GLOBALS..][..GLOBALS];
            model.global.add_to(globals, vectors.bias_of(board));
        }
        let Some((outer, _)) = self.trunks.split_first_mut() else {
            return;
        };
        let first = layers.blocks.first().map_or(&layers.tip, PackedBlock::pre);
        let epilogue = Epilogue {
            bias: Some(vectors.biases()),
            trunk: TrunkUpdate::Set(&mut outer.trunk),
            norm: Some(first),
            output: &mut outer.ready,
        };
        layers.first.run(&mut self.workspace, &self.input, epilogue);
        let mut body = BlockRunner {
            workspace: &mut self.workspace,
            vectors,
        };
        body.blocks(&mut self.trunks, &layers.blocks, &layers.tip);
        self.policy(model, &layers);
        self.value(model, &layers);
    }

    /// Returns the outputs of the heads for a board of the last batch.
    pub fn output(&self, board: usize) -> HeadOutput<'_> {
        assert!(
            board < self.workspace.boards,
            "board {board} was not evaluated"
        );
        HeadOutput {
            evaluator: self,
            board,
        }
    }

    fn policy(&mut self, model: &Model, layers: &PackedLayers) {
        let (workspace, vectors, heads) = (&mut self.workspace, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let policy = &model.policy;
        let norm = Some(&layers.policy_pooled_norm);
        layers
            .policy_pooled
            .run(workspace, trunk, Epilogue::plain(norm, &mut heads.pooled));
        let channels = policy.pooled.outputs;
        vectors.pool(workspace, channels, PoolKind::Maximum, &heads.pooled);
        vectors.bias.fill(0.0);
        for board in 0..workspace.boards {
            let (pooled, bias) = vectors.pooled_and_bias(board, 3 * channels);
            policy.to_bias.add_to(pooled, bias);
            let pass = &mut vectors.pass[board];
            *pass = [0.0; MOST_OUTPUTS];
            let pooled = &vectors.pooled[board * 3 * channels..];
            match &policy.pass {
                PassHead::Plain(dense) => dense.add_to(pooled, pass),
                PassHead::Deep(dense, last) => {
                    let hidden = &mut vectors.hidden[..dense.dense.outputs];
                    dense.run(pooled, hidden);
                    last.add_to(hidden, pass);
                }
            }
        }
        let epilogue = Epilogue {
            bias: Some(vectors.biases()),
            ..Epilogue::plain(Some(&layers.policy_norm), &mut heads.policy)
        };
        layers.policy_first.run(workspace, trunk, epilogue);
        let epilogue = Epilogue::plain(None, &mut heads.moves);
        layers.policy_last.run(workspace, &heads.policy, epilogue);
    }

    fn value(&mut self, model: &Model, layers: &PackedLayers) {
        let (workspace, vectors, heads) = (&mut self.workspace, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let value = &model.value;
        let epilogue = Epilogue::plain(Some(&layers.value_norm), &mut heads.value);
        layers.value_first.run(workspace, trunk, epilogue);
        let channels = value.first.outputs;
        vectors.pool(workspace, channels, PoolKind::Quadratic, &heads.value);
        for board in 0..workspace.boards {
            let pooled = &vectors.pooled[board * 3 * channels..];
            let hidden = &mut vectors.hidden[..value.hidden.dense.outputs];
            value.hidden.run(pooled, hidden);
            value.value.run(hidden, &mut vectors.value[board]);
            let scores = value.score.dense.outputs;
            value.score.run(hidden, &mut vectors.score[board][..scores]);
        }
        let epilogue = Epilogue::plain(None, &mut heads.ownership);
        layers.ownership.run(workspace, &heads.value, epilogue);
    }
}

/// Runs the blocks of a trunk, and those of the trunks nested in it.
struct BlockRunner<'a> {
    workspace: &'a mut Workspace,
    vectors: &'a mut Vectors,
}

impl BlockRunner<'_> {
    /// Runs blocks on the first of `trunks`, whose `ready` holds the input of the first block. In the end it holds the trunk
    /// normalized by `tip`.
    fn blocks(&mut self, trunks: &mut [TrunkTensors], blocks: &[PackedBlock], tip: &PackedNorm) {
        let Some((own, inner)) = trunks.split_first_mut() else {
            return;
        };
        for (i, block) in blocks.iter().enumerate() {
            let after = blocks.get(i + 1).map_or(tip, PackedBlock::pre);
            match block {
                PackedBlock::Residual {
                    first, mid, last, ..
                } => {
                    let epilogue = Epilogue::plain(Some(mid), &mut own.mid);
                    first.run(self.workspace, &own.ready, epilogue);
                    self.add(last, &own.mid, &mut own.trunk, (after, &mut own.ready));
                }
                PackedBlock::Pooling {
                    first,
                    pooled,
                    norm,
                    to_bias,
                    mid,
                    last,
                    ..
                } => {
                    let epilogue = Epilogue::plain(Some(norm), &mut own.pooled);
                    pooled.run(self.workspace, &own.ready, epilogue);
                    let channels = to_bias.inputs / 3;
                    self.vectors
                        .pool(self.workspace, channels, PoolKind::Maximum, &own.pooled);
                    self.vectors.bias.fill(0.0);
                    for board in 0..self.workspace.boards {
                        let (pooled, bias) = self.vectors.pooled_and_bias(board, 3 * channels);
                        to_bias.add_to(pooled, bias);
                    }
                    let epilogue = Epilogue {
                        bias: Some(self.vectors.biases()),
                        ..Epilogue::plain(Some(mid), &mut own.mid)
                    };
                    first.run(self.workspace, &own.ready, epilogue);
                    self.add(last, &own.mid, &mut own.trunk, (after, &mut own.ready));
                }
                PackedBlock::Nested {
                    reduce,
                    blocks,
                    post,
                    expand,
                    ..
                } => {
                    if let [within, ..] = inner {
                        let epilogue = Epilogue {
                            trunk: TrunkUpdate::Set(&mut within.trunk),
                            ..Epilogue::plain(
                                Some(blocks.first().map_or(post, PackedBlock::pre)),
                                &mut within.ready,
                            )
                        };
                        reduce.run(self.workspace, &own.ready, epilogue);
                    }
                    self.blocks(inner, blocks, post);
                    if let [within, ..] = inner {
                        self.add(
                            expand,
                            &within.ready,
                            &mut own.trunk,
                            (after, &mut own.ready),
                        );
                    }
                }
            }
        }
    }

    /// Runs the last convolution of a block, adds it to the trunk and normalizes the sum for the next layer.
    fn add(
        &mut self,
        conv: &PackedConv,
        input: &Tensor,
        trunk: &mut Tensor,
        (norm, ready): (&PackedNorm, &mut Tensor),
    ) {
        let epilogue = Epilogue {
            trunk: TrunkUpdate::Add(trunk),
            ..Epilogue::plain(Some(norm), ready)
        };
        conv.run(self.workspace, input, epilogue);
    }
}

/// Adds the tensors of a trunk, given by its channels and blocks, and of the trunks nested in it; those of one level share
/// theirs.
fn add_trunks(
    tensors: &mut Vec<TrunkTensors>,
    grid: &Grid,
    boards: usize,
    outermost: (usize, &[Block]),
) {
    let mut level = vec![outermost];
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
}

impl Vectors {
    fn new(model: &Model, boards: usize) -> Vectors {
        let (policy, value) = (&model.policy, &model.value);
        let mut pooled = policy.pooled.outputs.max(value.first.outputs);
        let mut bias = model.first.outputs.max(policy.first.outputs);
        let mut pending: Vec<&Block> = model.blocks.iter().collect();
        while let Some(block) = pending.pop() {
            match block {
                Block::Residual(_) => {}
                Block::Pooling(block) => {
                    pooled = pooled.max(block.pooled.outputs);
                    bias = bias.max(block.residual.first.outputs);
                }
                Block::Nested(block) => pending.extend(&block.blocks),
            }
        }
        let hidden = match &policy.pass {
            PassHead::Plain(_) => 0,
            PassHead::Deep(dense, _) => dense.dense.outputs,
        };
        let bias_stride = padded(bias);
        Vectors {
            pooled: vec![0.0; boards * 3 * pooled],
            hidden: vec![0.0; hidden.max(value.hidden.dense.outputs)],
            bias: AlignedVec::zeros(boards * bias_stride),
            bias_stride,
            pass: vec![[0.0; MOST_OUTPUTS]; boards],
            value: vec![[0.0; 3]; boards],
            score: vec![[0.0; MOST_OUTPUTS]; boards],
        }
    }

    /// Pools the first channels of a tensor.
    fn pool(&mut self, workspace: &Workspace, channels: usize, third: PoolKind, input: &Tensor) {
        simd::run(
            workspace.isa,
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

    fn biases(&self) -> (&[f32], usize) {
        (&self.bias, self.bias_stride)
    }

    fn bias_of(&mut self, board: usize) -> &mut [f32] {
        &mut self.bias[board * self.bias_stride..][..self.bias_stride]
    }

    /// Returns the `count` pooled numbers of a board and its biases.
    fn pooled_and_bias(&mut self, board: usize, count: usize) -> (&[f32], &mut [f32]) {
        (
            &self.pooled[board * count..][..count],
            &mut self.bias[board * self.bias_stride..][..self.bias_stride],
        )
    }
}

impl HeadOutput<'_> {
    /// Returns the policy logit of a point, by column and row from the upper left. From format version 12 on there is an
    /// optimistic policy, for moves that turn out better than expected; `optimism`, from 0 to 1, is its share.
    pub fn policy(&self, column: usize, row: usize, optimism: f32) -> f32 {
        let moves = self.at(&self.evaluator.heads.moves, column, row);
        self.mixed(moves, optimism)
    }

    /// Returns the policy logit of the pass.
    pub fn pass(&self, optimism: f32) -> f32 {
        self.mixed(&self.evaluator.vectors.pass[self.board], optimism)
    }

    /// The model of the network.
    pub fn model(&self) -> &Model {
        self.evaluator.network.model()
    }

    /// Returns the logits of win, loss and no result.
    pub fn value(&self) -> [f32; 3] {
        self.evaluator.vectors.value[self.board]
    }

    /// Returns score mean, score deviation, lead and time left, from format version 9 on also the errors of value and score.
    pub fn score(&self) -> &[f32] {
        let count = self.evaluator.network.model().value.score.dense.outputs;
        &self.evaluator.vectors.score[self.board][..count]
    }

    /// Returns the ownership of a point, before the hyperbolic tangent.
    pub fn ownership(&self, column: usize, row: usize) -> f32 {
        self.at(&self.evaluator.heads.ownership, column, row)[0]
    }

    fn mixed(&self, policies: &[f32], optimism: f32) -> f32 {
        match self.evaluator.network.model().policy.last.outputs {
            1 => policies[0],
            _ => policies[0] + (policies[1] - policies[0]) * optimism,
        }
    }

    /// Returns the channels of a point.
    fn at<'a>(&self, plane: &'a Tensor, column: usize, row: usize) -> &'a [f32] {
        let grid = self.evaluator.workspace.grid;
        let symmetry = self.evaluator.symmetries[self.board];
        let (column, row) = symmetry.apply((grid.width, grid.height), column, row);
        &plane.floats[(self.board * grid.cells() + grid.cell(column, row)) * plane.stride..]
    }
}
