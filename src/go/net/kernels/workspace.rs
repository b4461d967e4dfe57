//! Memory for the steps of layers.

use super::attention::AttentionScratch;
use super::bf16::{RoundInPlace, RoundRows};
use super::epilogue::{ApplyEpilogue, Epilogue};
use super::gemm::{Gemm, GemmBf16, Panels};
use super::grid::{AlignedVec, Grid, Tensor};
use super::kernel_runner::{KernelKind, KernelRunner};
use super::sparse::SparseConv;
use tengen_engine::cpu::Level;

/// The batch, and memory for the steps of its layers, allocated once.
pub(in crate::net) struct Workspace {
    pub runner: KernelRunner,
    pub grid: Grid,
    /// Number of boards in the batch.
    pub boards: usize,
    /// Input of a product, without the boards' borders.
    pub(super) before: AlignedVec,
    pub(super) after: AlignedVec,
    /// Offsets of a product's rows and taps.
    pub(super) rows: Vec<usize>,
    pub(super) taps: Vec<usize>,
    /// Bits of the inputs that are not zero, cell by cell.
    masks: Vec<u64>,
    pub(super) attention: AttentionScratch,
}

impl Workspace {
    /// Creates a workspace for batches of at most `boards` boards, with `floats` floats between the steps.
    pub fn new(isa: Level, grid: Grid, boards: usize, floats: usize) -> Workspace {
        Workspace {
            runner: KernelRunner::new(isa),
            grid,
            boards,
            before: AlignedVec::zeros(floats),
            after: AlignedVec::zeros(floats),
            rows: Vec::with_capacity(boards * grid.points()),
            taps: Vec::new(),
            masks: Vec::with_capacity(boards * grid.cells()),
            attention: AttentionScratch::new(),
        }
    }

    pub fn attention(&mut self) -> &mut AttentionScratch {
        &mut self.attention
    }

    /// Multiplies the neighborhood of every point of a tensor, with this radius, by the matrices of its taps.
    pub(super) fn multiply_tensor(&mut self, input: &Tensor, radius: usize, panels: &Panels) {
        let (grid, stride) = (self.grid, input.stride);
        self.set_rows(input, radius);
        if let Some(isa) = panels.bf16() {
            self.runner.run_bf16(
                isa,
                KernelKind::Bf16Products,
                RoundRows {
                    input: &input.floats,
                    rows: &self.rows,
                    width: stride,
                    output: &mut self.before,
                },
            );
            return self.multiply_before(stride / 2, panels);
        }
        let side = 2 * radius + 1;
        self.taps.clear();
        let taps = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        self.taps
            .extend(taps.map(|(row, column)| (row * grid.columns + column) * stride));
        self.runner.run(
            KernelKind::LayerProducts,
            Gemm {
                input: &input.floats,
                rows: &self.rows,
                taps: &self.taps,
                panels,
                matrix: 0,
                output: &mut self.after,
            },
        );
    }

    /// Multiplies as [`Workspace::multiply_tensor`] does, skipping inputs that are zero.
    pub(super) fn multiply_sparse(&mut self, input: &Tensor, radius: usize, panels: &Panels) {
        self.runner.run(
            KernelKind::SparseProducts,
            SparseConv {
                grid: &self.grid,
                boards: self.boards,
                radius,
                input,
                panels,
                masks: &mut self.masks,
                output: &mut self.after,
            },
        );
    }

    /// Sets the rows to the upper left of the neighborhood, with this radius, of every point of a tensor.
    fn set_rows(&mut self, tensor: &Tensor, radius: usize) {
        let grid = self.grid;
        let back = radius * (grid.columns + 1);
        self.rows.clear();
        for board in 0..self.boards {
            let start = board * grid.cells();
            let upper_left = |cell: usize| (start + cell - back) * tensor.stride;
            self.rows.extend(grid.point_cells().map(upper_left));
        }
    }

    /// Multiplies the rows of `before`, one per point, by a matrix. They may be rounded in place.
    pub(super) fn multiply_rows(&mut self, stride: usize, panels: &Panels) {
        let Some(isa) = panels.bf16() else {
            return self.multiply_before(stride, panels);
        };
        let floats = &mut self.before[..self.boards * self.grid.points() * stride];
        self.runner
            .run_bf16(isa, KernelKind::Bf16Products, RoundInPlace { floats });
        self.multiply_before(stride / 2, panels);
    }

    /// Multiplies the rows of `before` by a matrix. For a bfloat16 matrix they must have been rounded.
    fn multiply_before(&mut self, stride: usize, panels: &Panels) {
        let count = self.boards * self.grid.points();
        self.rows.clear();
        self.rows.extend((0..count).map(|row| row * stride));
        let product = Gemm {
            input: &self.before,
            rows: &self.rows,
            taps: &[0],
            panels,
            matrix: 0,
            output: &mut self.after,
        };
        match panels.bf16() {
            None => self.runner.run(KernelKind::LayerProducts, product),
            Some(isa) => {
                let product = GemmBf16(product);
                self.runner.run_bf16(isa, KernelKind::Bf16Products, product);
            }
        }
    }

    /// Applies an epilogue to the sums of all points.
    pub fn finish(&mut self, channels: usize, epilogue: Epilogue) {
        self.runner.run(
            KernelKind::Epilogues,
            ApplyEpilogue {
                grid: &self.grid,
                boards: self.boards,
                channels,
                sums: &self.after,
                epilogue,
            },
        );
    }
}
