//! Evaluation of a batch of boards: from the input features to the outputs of the policy head and the value head.

pub(super) mod layers;
mod trunk;
mod vectors;

use std::sync::Arc;

use super::features::Features;
use super::head_output::{HeadOutput, Planes};
use super::human_profile::METADATA;
use super::kernels::epilogue::{Epilogue, TrunkUpdate};
use super::kernels::grid::{Grid, Tensor};
use super::kernels::kernel_runner::KernelTimes;
use super::kernels::pooling::PoolKind;
use super::kernels::workspace::Workspace;
use super::model::{Model, PassHead};
use super::network::Network;
use super::symmetry::Symmetry;
use crate::board::Size;
use layers::{Layer, PackedLayers};
use tengen_engine::cpu::{Bf16, Level};
use trunk::{BlockRunner, TrunkTensors};
use vectors::{MOST_OUTPUTS, Vectors};

/// An evaluator for batches of boards of one size. It allocates all its memory on creation.
pub struct Evaluator {
    network: Arc<Network>,
    layers: Arc<PackedLayers>,
    workspace: Workspace,
    /// Maximum number of boards in a batch.
    boards: usize,
    symmetries: Vec<Symmetry>,
    input: Tensor,
    globals: Vec<f32>,
    /// Metadata inputs of each board; empty for a network without them.
    metadata: Vec<f32>,
    trunks: Vec<TrunkTensors>,
    heads: HeadTensors,
    vectors: Vectors,
}

struct HeadTensors {
    pooled: Tensor,
    policy: Tensor,
    moves: Tensor,
    value: Tensor,
    ownership: Tensor,
}

impl Evaluator {
    /// Creates an evaluator for batches of at most `boards` boards of this size, which must fit ([`Network::fits`]).
    pub fn new(network: &Arc<Network>, size: Size, boards: usize, isa: Level) -> Evaluator {
        Evaluator::create(network, size, boards, isa, None)
    }

    /// Creates an evaluator for a search. If the processor has AVX-512 BF16, transformers multiply bfloat16 numbers
    /// with 8 significant bits, which is faster and less exact.
    pub fn for_search(network: &Arc<Network>, size: Size, boards: usize, isa: Level) -> Evaluator {
        Evaluator::create(network, size, boards, isa, Bf16::new(isa))
    }

    fn create(
        network: &Arc<Network>,
        size: Size,
        boards: usize,
        isa: Level,
        bf16: Option<Bf16>,
    ) -> Evaluator {
        let network = network.for_size(size);
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let tiles = network.tiles(width, height);
        let model = network.model();
        let layers = network.layers(tiles, bf16);
        let radius = layers.layers().map(|layer| layer.radius()).max();
        let grid = Grid::new(width, height, radius.unwrap_or(0), tiles.side());
        let sizes = layers
            .layers()
            .map(|layer| layer.workspace_size(&grid, boards));
        let mut workspace = Workspace::new(isa, grid, boards, sizes.max().unwrap_or(0));
        for layer in layers.layers() {
            if let Layer::Attention(attention) = layer {
                attention.fit(workspace.attention(), &grid);
            }
        }
        let tensor = |channels| Tensor::new(&grid, boards, channels);
        let (policy, value) = (&model.policy, &model.value);
        Evaluator {
            workspace,
            boards,
            symmetries: vec![Symmetry::default(); boards],
            input: tensor(model.inputs.planes().len()),
            globals: vec![0.0; boards * model.inputs.globals().len()],
            metadata: match model.metadata {
                Some(_) => vec![0.0; boards * METADATA],
                None => Vec::new(),
            },
            trunks: trunk::trunks(model, &grid, boards),
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

    /// Returns the network that evaluates boards of this size.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Returns the number of columns and rows of the boards.
    pub fn size(&self) -> (usize, usize) {
        (self.workspace.grid.width, self.workspace.grid.height)
    }

    /// Sets the input features of a board in the batch, transformed by a symmetry.
    pub fn set(&mut self, board: usize, features: &Features, symmetry: Symmetry) {
        let grid = self.workspace.grid;
        let size = self.size();
        assert_eq!(features.size(), size, "an evaluator is made for one size");
        self.symmetries[board] = symmetry;
        let inputs = self.network.model().inputs;
        let count = inputs.globals().len();
        let globals = &mut self.globals[board * count..][..count];
        for (input, &global) in globals.iter_mut().zip(inputs.globals()) {
            *input = features.globals()[global];
        }
        if !self.metadata.is_empty() {
            let metadata = &mut self.metadata[board * METADATA..][..METADATA];
            metadata.copy_from_slice(&features.metadata());
        }
        for row in 0..grid.height {
            for column in 0..grid.width {
                let (to_column, to_row) = symmetry.apply(size, column, row);
                let cell = board * grid.cells() + grid.cell(to_column, to_row);
                let planes = &mut self.input.floats[cell * self.input.stride..];
                let features = features.at(column, row);
                for (input, &plane) in planes.iter_mut().zip(inputs.planes()) {
                    *input = features[plane];
                }
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
            let count = model.global.inputs;
            let globals = &self.globals[board * count..][..count];
            model.global.add_to(globals, vectors.bias_of(board));
            if let Some(encoder) = &model.metadata {
                let metadata = &self.metadata[board * METADATA..][..METADATA];
                vectors.add_metadata(encoder, board, metadata);
            }
        }
        let Some((outer, _)) = self.trunks.split_first_mut() else {
            return;
        };
        let pre = layers
            .blocks
            .first()
            .map_or(&layers.tip, |first| &first.pre);
        let epilogue = Epilogue {
            bias: Some(vectors.biases()),
            trunk: TrunkUpdate::Set(&mut outer.trunk),
            norm: pre.of_epilogue(),
            output: &mut outer.ready,
        };
        layers.first.run(&mut self.workspace, &self.input, epilogue);
        pre.finish(&mut self.workspace, &mut outer.ready);
        let mut runner = BlockRunner {
            workspace: &mut self.workspace,
            vectors,
        };
        runner.blocks(&mut self.trunks, &layers.blocks, &layers.tip);
        self.policy(model, &layers);
        self.value(model, &layers);
    }

    /// Evaluates the first `boards` boards of the batch and returns the time of each kind of kernel.
    pub fn evaluate_measured(&mut self, boards: usize) -> KernelTimes {
        self.workspace.runner.start_measuring();
        self.evaluate(boards);
        self.workspace.runner.stop_measuring()
    }

    /// Returns the outputs of the heads for a board of the last batch.
    pub fn output<'a>(&'a self, board: usize) -> HeadOutput<'a> {
        assert!(
            board < self.workspace.boards,
            "board {board} was not evaluated"
        );
        let grid = self.workspace.grid;
        let planes = |tensor: &'a Tensor| Planes {
            floats: &tensor.floats[(board * grid.cells() + grid.cell(0, 0)) * tensor.stride..],
            row: grid.columns * tensor.stride,
            column: tensor.stride,
            plane: 1,
        };
        let model = self.network.model();
        HeadOutput {
            model,
            size: self.size(),
            symmetry: self.symmetries[board],
            moves: planes(&self.heads.moves),
            pass: &self.vectors.pass[board],
            value: self.vectors.value[board],
            score: &self.vectors.score[board][..model.value.score.dense.outputs],
            ownership: planes(&self.heads.ownership),
        }
    }

    fn policy(&mut self, model: &Model, layers: &PackedLayers) {
        let (workspace, vectors, heads) = (&mut self.workspace, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let policy = &model.policy;
        let norm = Some(&layers.policy_pooled_norm);
        layers
            .policy_pooled
            .run(workspace, trunk, Epilogue::new(norm, &mut heads.pooled));
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
                PassHead::Linear(dense) => dense.add_to(pooled, pass),
                PassHead::Deep(dense, last) => {
                    let hidden = &mut vectors.hidden[..dense.dense.outputs];
                    dense.run(pooled, hidden);
                    last.add_to(hidden, pass);
                }
            }
        }
        let epilogue = Epilogue {
            bias: Some(vectors.biases()),
            ..Epilogue::new(Some(&layers.policy_norm), &mut heads.policy)
        };
        layers.policy_first.run(workspace, trunk, epilogue);
        let epilogue = Epilogue::new(None, &mut heads.moves);
        layers.policy_last.run(workspace, &heads.policy, epilogue);
    }

    fn value(&mut self, model: &Model, layers: &PackedLayers) {
        let (workspace, vectors, heads) = (&mut self.workspace, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let value = &model.value;
        let epilogue = Epilogue::new(Some(&layers.value_norm), &mut heads.value);
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
        let epilogue = Epilogue::new(None, &mut heads.ownership);
        layers.ownership.run(workspace, &heads.value, epilogue);
    }
}
