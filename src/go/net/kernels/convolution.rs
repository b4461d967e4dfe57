//! Convolutions with packed weights, by Winograd or by GEMM with implicit im2col.

use std::marker::PhantomData;

use super::epilogue::Epilogue;
use super::gemm::{Gemm, Panels};
use super::grid::{Grid, LINE, Tensor, padded};
use super::kernel_runner::KernelKind;
use super::sparse::MOST_INPUTS;
use super::winograd::{F3, F4, InputTransform, OutputTransform, Tile, TileSize, point_stride};
use super::workspace::Workspace;
use crate::net::model::Conv;
use tengen_engine::cpu::Bf16;

/// Minimum number of outputs for Winograd. With fewer, padding to whole cache lines costs more than Winograd saves.
const LEAST_FOR_WINOGRAD: usize = 16;

pub(in crate::net) struct PackedConv {
    outputs: usize,
    inputs: usize,
    algorithm: Algorithm,
}

enum Algorithm {
    /// Products of the inputs that are not zero.
    Sparse { radius: usize, panels: Panels },
    /// One GEMM with implicit im2col.
    Direct { radius: usize, panels: Panels },
    /// A GEMM for each point of a transformed tile.
    Winograd { tiles: TileSize, points: Panels },
}

impl PackedConv {
    /// Packs a convolution. A 1x1 convolution uses bfloat16 if `bf16` is given. Larger ones never do: with products of
    /// 8 bits, Winograd's transforms change the best move in 3 of 100 positions.
    pub fn pack(conv: &Conv, tiles: TileSize, bf16: Option<Bf16>) -> PackedConv {
        let (inputs, outputs) = (conv.inputs, conv.outputs);
        let side = conv.side();
        let weight = |tap: usize, input, output| {
            let at: usize = (tap * inputs + input) * outputs + output;
            conv.weights[at]
        };
        let algorithm = if conv.radius == 1 && outputs >= LEAST_FOR_WINOGRAD {
            let transform = tiles.kernel_transform();
            // All outputs of a line at a time: a network has tens of thousands of kernels, and its engine starts with this.
            let transformed = |point: usize, input, start, row: &mut [f32]| {
                let mut sums = [0.0; LINE];
                for (tap, factor) in transform[point].iter().enumerate() {
                    let at: usize = (tap * inputs + input) * outputs + start;
                    for (sum, &weight) in sums.iter_mut().zip(&conv.weights[at..][..row.len()]) {
                        *sum += factor * f64::from(weight);
                    }
                }
                for (stored, sum) in row.iter_mut().zip(sums) {
                    *stored = sum as f32;
                }
            };
            Algorithm::Winograd {
                tiles,
                points: Panels::pack_matrices(transform.len(), inputs, outputs, transformed),
            }
        } else {
            let panels = match conv.radius {
                0 => Panels::pack_matrix(inputs, outputs, bf16, |input, output| {
                    weight(0, input, output)
                }),
                _ => Panels::pack(side * side, inputs, outputs, weight),
            };
            Algorithm::Direct {
                radius: conv.radius,
                panels,
            }
        };
        PackedConv {
            outputs,
            inputs,
            algorithm,
        }
    }

    /// Packs the first convolution of a network. Most features of a board are zero, and kernels
    /// too large for Winograd skip them.
    pub fn pack_first(conv: &Conv, tiles: TileSize) -> PackedConv {
        let packed = PackedConv::pack(conv, tiles, None);
        let algorithm = match packed.algorithm {
            Algorithm::Direct { radius, panels } if radius > 1 && conv.inputs <= MOST_INPUTS => {
                Algorithm::Sparse { radius, panels }
            }
            algorithm => algorithm,
        };
        PackedConv {
            algorithm,
            ..packed
        }
    }

    pub fn radius(&self) -> usize {
        match &self.algorithm {
            Algorithm::Sparse { radius, .. } | Algorithm::Direct { radius, .. } => *radius,
            Algorithm::Winograd { .. } => 1,
        }
    }

    /// Number of floats to store between input and output, for a batch of this many boards.
    pub fn workspace_size(&self, grid: &Grid, boards: usize) -> usize {
        match &self.algorithm {
            Algorithm::Sparse { .. } | Algorithm::Direct { .. } => {
                let channels = padded(self.inputs).max(padded(self.outputs));
                boards * grid.points() * channels
            }
            Algorithm::Winograd { tiles, .. } => {
                let count = boards * tiles.count(grid.width, grid.height);
                let channels = padded(self.inputs).max(padded(self.outputs));
                tiles.points() * tiles.points() * point_stride(count, channels)
            }
        }
    }

    /// Convolves the first `workspace.boards` boards of `input`.
    pub fn run(&self, workspace: &mut Workspace, input: &Tensor, epilogue: Epilogue) {
        match &self.algorithm {
            Algorithm::Sparse { radius, panels } => {
                workspace.multiply_sparse(input, *radius, panels);
                workspace.finish(self.outputs, epilogue);
            }
            Algorithm::Direct { radius, panels } => {
                workspace.multiply_tensor(input, *radius, panels);
                workspace.finish(self.outputs, epilogue);
            }
            Algorithm::Winograd { tiles, points } => match tiles {
                TileSize::F3 => self.winograd::<F3, 3, 5>(workspace, points, input, epilogue),
                TileSize::F4 => self.winograd::<F4, 4, 6>(workspace, points, input, epilogue),
            },
        }
    }

    fn winograd<T: Tile<OUT, IN>, const OUT: usize, const IN: usize>(
        &self,
        workspace: &mut Workspace,
        points: &Panels,
        input: &Tensor,
        epilogue: Epilogue,
    ) {
        let grid = workspace.grid;
        let tiles = workspace.boards * grid.width.div_ceil(OUT) * grid.height.div_ceil(OUT);
        let (inputs, outputs) = (padded(self.inputs), padded(self.outputs));
        let (before, after) = (point_stride(tiles, inputs), point_stride(tiles, outputs));
        workspace.runner.run(
            KernelKind::WinogradTransforms,
            InputTransform {
                grid: &grid,
                boards: workspace.boards,
                channels: self.inputs,
                input,
                output: &mut workspace.before,
                tile: PhantomData::<T>,
            },
        );
        workspace.rows.clear();
        workspace.rows.extend((0..tiles).map(|tile| tile * inputs));
        for point in 0..IN * IN {
            workspace.runner.run(
                KernelKind::WinogradProducts,
                Gemm {
                    input: &workspace.before[point * before..][..tiles * inputs],
                    rows: &workspace.rows,
                    taps: &[0],
                    panels: points,
                    matrix: point,
                    output: &mut workspace.after[point * after..][..tiles * outputs],
                },
            );
        }
        workspace.runner.run(
            KernelKind::WinogradTransforms,
            OutputTransform {
                grid: &grid,
                boards: workspace.boards,
                channels: self.outputs,
                sums: &workspace.after,
                epilogue,
                tile: PhantomData::<T>,
            },
        );
    }
}
