//! Convolutions ready to run: weights packed for boards that are divided into one kind of tile.

use std::marker::PhantomData;

use super::finish::{Finish, FinishAll};
use super::grid::{Floats, Grid, Plane, padded};
use super::model::Conv;
use super::product::{Panels, Product};
use super::simd;
use super::winograd::{Four, Gather, Spread, Three, Tile, TileKind};
use crate::engine::cpu::Level;

/// From so many outputs on a 3x3 convolution goes by tiles: below, whole cache lines of outputs would make
/// more of the weights than they are.
const LEAST_FOR_TILES: usize = 16;

/// A convolution with its weights in the order of reading.
pub(super) struct PackedConv {
    outputs: usize,
    inputs: usize,
    kernel: Kernel,
}

enum Kernel {
    /// A sum over the places of the kernel.
    Direct { radius: usize, panels: Panels },
    /// A matrix for each point of a transformed tile.
    Tiles { kind: TileKind, points: Vec<Panels> },
}

impl PackedConv {
    pub fn pack(conv: &Conv, tiles: TileKind) -> PackedConv {
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        let side = conv.side();
        let weight = |tap: usize, input, output| {
            let at: usize = (tap * inputs + input) * outputs + output;
            conv.weights[at]
        };
        let kernel = if conv.radius == 1 && outputs >= LEAST_FOR_TILES {
            let across = tiles.points();
            let point = |point: usize| {
                Panels::pack(1, inputs, outputs, |_, input, output| {
                    tiles.kernel(point / across, point % across, |row, column| {
                        weight(row * side + column, input, output)
                    })
                })
            };
            Kernel::Tiles {
                kind: tiles,
                points: (0..across * across).map(point).collect(),
            }
        } else {
            Kernel::Direct {
                radius: conv.radius,
                panels: Panels::pack(side * side, inputs, outputs, weight),
            }
        };
        PackedConv {
            outputs,
            inputs,
            kernel,
        }
    }

    /// How far from a point its inputs lie.
    pub fn radius(&self) -> usize {
        match &self.kernel {
            Kernel::Direct { radius, .. } => *radius,
            Kernel::Tiles { .. } => 1,
        }
    }

    /// Floats between input and output that a run on so many boards needs.
    pub fn workspace(&self, grid: &Grid, boards: usize) -> usize {
        match &self.kernel {
            Kernel::Direct { .. } => boards * grid.points() * padded(self.outputs),
            Kernel::Tiles { kind, points } => {
                let tiles = boards * kind.count(grid.width, grid.height);
                points.len() * tiles * padded(self.inputs).max(padded(self.outputs))
            }
        }
    }

    /// Convolves the first `run.boards` boards of `input`.
    pub fn run(&self, run: &mut Run, input: &Plane, finish: Finish) {
        match &self.kernel {
            Kernel::Direct { radius, panels } => self.direct(run, *radius, panels, input, finish),
            Kernel::Tiles { kind, points } => match kind {
                TileKind::Three => self.tiles::<Three, 3, 5>(run, points, input, finish),
                TileKind::Four => self.tiles::<Four, 4, 6>(run, points, input, finish),
            },
        }
    }

    fn direct(&self, run: &mut Run, radius: usize, panels: &Panels, input: &Plane, finish: Finish) {
        let grid = run.grid;
        let (side, stride) = (2 * radius + 1, input.stride);
        let back = radius * (grid.columns + 1);
        run.rows.clear();
        for board in 0..run.boards {
            let start = board * grid.cells();
            let upper_left = |cell: usize| (start + cell - back) * stride;
            run.rows.extend(grid.point_cells().map(upper_left));
        }
        run.taps.clear();
        let taps = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        run.taps
            .extend(taps.map(|(row, column)| (row * grid.columns + column) * stride));
        simd::run(
            run.isa,
            Product {
                input: &input.floats,
                rows: &run.rows,
                taps: &run.taps,
                panels,
                output: &mut run.after,
            },
        );
        simd::run(
            run.isa,
            FinishAll {
                grid: &grid,
                boards: run.boards,
                channels: self.outputs,
                sums: &run.after,
                finish,
            },
        );
    }

    fn tiles<T: Tile<OUT, IN>, const OUT: usize, const IN: usize>(
        &self,
        run: &mut Run,
        points: &[Panels],
        input: &Plane,
        finish: Finish,
    ) {
        let grid = run.grid;
        let tiles = run.boards * grid.width.div_ceil(OUT) * grid.height.div_ceil(OUT);
        let (inputs, outputs) = (padded(self.inputs), padded(self.outputs));
        simd::run(
            run.isa,
            Spread {
                grid: &grid,
                boards: run.boards,
                channels: self.inputs,
                input,
                output: &mut run.before,
                tile: PhantomData::<T>,
            },
        );
        run.rows.clear();
        run.rows.extend((0..tiles).map(|tile| tile * inputs));
        for (point, panels) in points.iter().enumerate() {
            simd::run(
                run.isa,
                Product {
                    input: &run.before[point * tiles * inputs..][..tiles * inputs],
                    rows: &run.rows,
                    taps: &[0],
                    panels,
                    output: &mut run.after[point * tiles * outputs..][..tiles * outputs],
                },
            );
        }
        simd::run(
            run.isa,
            Gather {
                grid: &grid,
                boards: run.boards,
                channels: self.outputs,
                sums: &run.after,
                finish,
                tile: PhantomData::<T>,
            },
        );
    }
}

/// What runs of convolutions share: the boards, and room between the steps, taken once.
pub(super) struct Run {
    pub isa: Level,
    pub grid: Grid,
    /// Boards that are evaluated.
    pub boards: usize,
    before: Floats,
    after: Floats,
    rows: Vec<usize>,
    taps: Vec<usize>,
}

impl Run {
    /// For at most `boards` boards at a time, and convolutions that need this much room.
    pub fn new(isa: Level, grid: Grid, boards: usize, workspace: usize) -> Run {
        Run {
            isa,
            grid,
            boards,
            before: Floats::zeros(workspace),
            after: Floats::zeros(workspace),
            rows: Vec::with_capacity(boards * grid.points()),
            taps: Vec::new(),
        }
    }
}
