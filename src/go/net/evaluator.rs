//! A network at work: from the inputs of some boards to what its heads say.

use std::sync::Arc;

use super::convolution::{PackedConv, Run};
use super::features::Features;
use super::finish::{Finish, PackedNorm, Trunk};
use super::grid::{Floats, Grid, Plane, padded};
use super::layers::{Layers, PackedBlock};
use super::model::{Block, GLOBALS, Model, PLANES, PassHead};
use super::network::Network;
use super::pooling::{Pool, Third};
use super::simd;
use super::symmetry::Symmetry;
use super::winograd::TileKind;
use crate::engine::cpu::Level;
use crate::go::board::Size;

/// The most outputs of the policy head and of the score.
const MOST_OUTPUTS: usize = 6;

/// Evaluates boards of one size, several at once. All memory is taken when it is made.
pub struct Evaluator {
    network: Arc<Network>,
    layers: Arc<Layers>,
    run: Run,
    /// Boards that it has room for.
    boards: usize,
    symmetries: Vec<Symmetry>,
    input: Plane,
    globals: Vec<f32>,
    trunks: Vec<TrunkPlanes>,
    heads: HeadPlanes,
    vectors: Vectors,
}

/// What one trunk and its blocks keep between convolutions.
struct TrunkPlanes {
    /// The sum of the blocks so far.
    trunk: Plane,
    /// The trunk as the next block's first convolution reads it.
    ready: Plane,
    /// Between the convolutions of a block.
    mid: Plane,
    /// Channels that are to be pooled.
    pooled: Plane,
}

/// What the heads write.
struct HeadPlanes {
    pooled: Plane,
    policy: Plane,
    moves: Plane,
    value: Plane,
    ownership: Plane,
}

/// Numbers without a board, so many for each board.
struct Vectors {
    pooled: Vec<f32>,
    hidden: Vec<f32>,
    /// Summands for the channels of a convolution, and floats from board to board.
    bias: Floats,
    bias_stride: usize,
    pass: Vec<[f32; MOST_OUTPUTS]>,
    value: Vec<[f32; 3]>,
    score: Vec<[f32; MOST_OUTPUTS]>,
}

/// What the heads say about one board: not yet probabilities, and for the side to move.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    evaluator: &'a Evaluator,
    board: usize,
}

impl Evaluator {
    /// An evaluator for boards of this size, `boards` at a time, by an instruction set. The size has to fit
    /// ([`Network::fits`]).
    pub fn new(network: &Arc<Network>, size: Size, boards: usize, isa: Level) -> Evaluator {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let tiles = TileKind::for_board(width, height);
        let model = network.model();
        let layers = network.layers(tiles);
        let radius = layers.convolutions().map(PackedConv::radius).max();
        let grid = Grid::new(width, height, radius.unwrap_or(0), tiles.side());
        let room = layers.convolutions().map(|c| c.workspace(&grid, boards));
        let workspace = room.max().unwrap_or(0);
        let mut trunks = Vec::new();
        add_trunks(
            &mut trunks,
            &grid,
            boards,
            (model.first.outputs, &model.blocks),
        );
        let plane = |channels| Plane::new(&grid, boards, channels);
        let (policy, value) = (&model.policy, &model.value);
        Evaluator {
            run: Run::new(isa, grid, boards, workspace),
            boards,
            symmetries: vec![Symmetry::default(); boards],
            input: plane(PLANES),
            globals: vec![0.0; boards * GLOBALS],
            trunks,
            heads: HeadPlanes {
                pooled: plane(policy.pooled.outputs),
                policy: plane(policy.first.outputs),
                moves: plane(policy.last.outputs),
                value: plane(value.first.outputs),
                ownership: plane(value.ownership.outputs),
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

    /// Columns and rows of its boards.
    pub fn size(&self) -> (usize, usize) {
        (self.run.grid.width, self.run.grid.height)
    }

    /// Sets the inputs of the board with this number, to be seen in this symmetry.
    pub fn set(&mut self, board: usize, features: &Features, symmetry: Symmetry) {
        let grid = self.run.grid;
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

    /// Evaluates the first `boards` boards.
    pub fn evaluate(&mut self, boards: usize) {
        assert!(boards <= self.boards, "no room for {boards} boards");
        self.run.boards = boards;
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
        let finish = Finish {
            bias: Some(vectors.biases()),
            trunk: Trunk::Begin(&mut outer.trunk),
            norm: Some(first),
            output: &mut outer.ready,
        };
        layers.first.run(&mut self.run, &self.input, finish);
        let mut body = Body {
            run: &mut self.run,
            vectors,
        };
        body.blocks(&mut self.trunks, &layers.blocks, &layers.tip);
        self.policy(model, &layers);
        self.value(model, &layers);
    }

    /// What the heads said about a board.
    pub fn output(&self, board: usize) -> Output<'_> {
        assert!(board < self.run.boards, "board {board} was not evaluated");
        Output {
            evaluator: self,
            board,
        }
    }

    fn policy(&mut self, model: &Model, layers: &Layers) {
        let (run, vectors, heads) = (&mut self.run, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let policy = &model.policy;
        let norm = Some(&layers.policy_pooled_norm);
        layers
            .policy_pooled
            .run(run, trunk, Finish::plain(norm, &mut heads.pooled));
        let channels = policy.pooled.outputs;
        vectors.pool(run, channels, Third::Maximum, &heads.pooled);
        vectors.bias.fill(0.0);
        for board in 0..run.boards {
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
        let finish = Finish {
            bias: Some(vectors.biases()),
            ..Finish::plain(Some(&layers.policy_norm), &mut heads.policy)
        };
        layers.policy_first.run(run, trunk, finish);
        let finish = Finish::plain(None, &mut heads.moves);
        layers.policy_last.run(run, &heads.policy, finish);
    }

    fn value(&mut self, model: &Model, layers: &Layers) {
        let (run, vectors, heads) = (&mut self.run, &mut self.vectors, &mut self.heads);
        let trunk = &self.trunks[0].ready;
        let value = &model.value;
        let finish = Finish::plain(Some(&layers.value_norm), &mut heads.value);
        layers.value_first.run(run, trunk, finish);
        let channels = value.first.outputs;
        vectors.pool(run, channels, Third::Mean, &heads.value);
        for board in 0..run.boards {
            let pooled = &vectors.pooled[board * 3 * channels..];
            let hidden = &mut vectors.hidden[..value.hidden.dense.outputs];
            value.hidden.run(pooled, hidden);
            value.value.run(hidden, &mut vectors.value[board]);
            let scores = value.score.dense.outputs;
            value.score.run(hidden, &mut vectors.score[board][..scores]);
        }
        let finish = Finish::plain(None, &mut heads.ownership);
        layers.ownership.run(run, &heads.value, finish);
    }
}

/// The blocks of a trunk, with those of the trunks inside it.
struct Body<'a> {
    run: &'a mut Run,
    vectors: &'a mut Vectors,
}

impl Body<'_> {
    /// Runs blocks on the first of `trunks`, whose `ready` holds what the first block reads; in the end it holds
    /// the trunk as `tip` makes it.
    fn blocks(&mut self, trunks: &mut [TrunkPlanes], blocks: &[PackedBlock], tip: &PackedNorm) {
        let Some((own, inner)) = trunks.split_first_mut() else {
            return;
        };
        for (i, block) in blocks.iter().enumerate() {
            let after = blocks.get(i + 1).map_or(tip, PackedBlock::pre);
            match block {
                PackedBlock::Residual {
                    first, mid, last, ..
                } => {
                    let finish = Finish::plain(Some(mid), &mut own.mid);
                    first.run(self.run, &own.ready, finish);
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
                    let finish = Finish::plain(Some(norm), &mut own.pooled);
                    pooled.run(self.run, &own.ready, finish);
                    let channels = to_bias.inputs / 3;
                    self.vectors
                        .pool(self.run, channels, Third::Maximum, &own.pooled);
                    self.vectors.bias.fill(0.0);
                    for board in 0..self.run.boards {
                        let (pooled, bias) = self.vectors.pooled_and_bias(board, 3 * channels);
                        to_bias.add_to(pooled, bias);
                    }
                    let finish = Finish {
                        bias: Some(self.vectors.biases()),
                        ..Finish::plain(Some(mid), &mut own.mid)
                    };
                    first.run(self.run, &own.ready, finish);
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
                        let finish = Finish {
                            trunk: Trunk::Begin(&mut within.trunk),
                            ..Finish::plain(
                                Some(blocks.first().map_or(post, PackedBlock::pre)),
                                &mut within.ready,
                            )
                        };
                        reduce.run(self.run, &own.ready, finish);
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

    /// A block's last convolution: added to the trunk, which is then made ready for what comes next.
    fn add(
        &mut self,
        conv: &PackedConv,
        input: &Plane,
        trunk: &mut Plane,
        (norm, ready): (&PackedNorm, &mut Plane),
    ) {
        let finish = Finish {
            trunk: Trunk::Add(trunk),
            ..Finish::plain(Some(norm), ready)
        };
        conv.run(self.run, input, finish);
    }
}

/// Makes planes for a trunk of some channels with its blocks, and for the trunks inside it; those of one level
/// share theirs.
fn add_trunks(
    planes: &mut Vec<TrunkPlanes>,
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
        planes.push(TrunkPlanes {
            trunk: Plane::new(grid, boards, trunk),
            ready: Plane::new(grid, boards, trunk),
            mid: Plane::new(grid, boards, mid),
            pooled: Plane::new(grid, boards, pooled),
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
            bias: Floats::zeros(boards * bias_stride),
            bias_stride,
            pass: vec![[0.0; MOST_OUTPUTS]; boards],
            value: vec![[0.0; 3]; boards],
            score: vec![[0.0; MOST_OUTPUTS]; boards],
        }
    }

    /// Pools so many channels of a plane.
    fn pool(&mut self, run: &Run, channels: usize, third: Third, input: &Plane) {
        simd::run(
            run.isa,
            Pool {
                grid: &run.grid,
                boards: run.boards,
                channels,
                third,
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

    /// The pooled numbers of a board, of which there are `count`, and its summands.
    fn pooled_and_bias(&mut self, board: usize, count: usize) -> (&[f32], &mut [f32]) {
        (
            &self.pooled[board * count..][..count],
            &mut self.bias[board * self.bias_stride..][..self.bias_stride],
        )
    }
}

impl Output<'_> {
    /// The policy for a point by column and row from the upper left: the larger, the better the move. From format
    /// version 12 on there is a second policy, of moves that turn out better than expected; `optimism`, from 0 to
    /// 1, is its share.
    pub fn policy(&self, column: usize, row: usize, optimism: f32) -> f32 {
        let moves = self.at(&self.evaluator.heads.moves, column, row);
        self.mixed(moves, optimism)
    }

    /// The policy for a pass.
    pub fn pass(&self, optimism: f32) -> f32 {
        self.mixed(&self.evaluator.vectors.pass[self.board], optimism)
    }

    /// The model whose heads they are.
    pub fn model(&self) -> &Model {
        self.evaluator.network.model()
    }

    /// Win, loss and no result.
    pub fn value(&self) -> [f32; 3] {
        self.evaluator.vectors.value[self.board]
    }

    /// Score, its deviation, lead, time left, and from format version 9 on errors of value and score.
    pub fn score(&self) -> &[f32] {
        let count = self.evaluator.network.model().value.score.dense.outputs;
        &self.evaluator.vectors.score[self.board][..count]
    }

    /// The ownership of a point.
    pub fn ownership(&self, column: usize, row: usize) -> f32 {
        self.at(&self.evaluator.heads.ownership, column, row)[0]
    }

    fn mixed(&self, policies: &[f32], optimism: f32) -> f32 {
        match self.evaluator.network.model().policy.last.outputs {
            1 => policies[0],
            _ => policies[0] + (policies[1] - policies[0]) * optimism,
        }
    }

    /// The channels of a point.
    fn at<'a>(&self, plane: &'a Plane, column: usize, row: usize) -> &'a [f32] {
        let grid = self.evaluator.run.grid;
        let symmetry = self.evaluator.symmetries[self.board];
        let (column, row) = symmetry.apply((grid.width, grid.height), column, row);
        &plane.floats[(self.board * grid.cells() + grid.cell(column, row)) * plane.stride..]
    }
}
