//! Convolutions of inputs that are mostly zeros: the features of a board.

use super::gemm::Panels;
use super::grid::{Grid, LINE, Tensor};
use super::simd::{Kernel, Simd};

/// Maximum number of inputs: the bits of a mask.
pub(super) const MOST_INPUTS: usize = u64::BITS as usize;

/// Sums of the neighborhoods of all points, like those of [`super::gemm::Gemm`] to the last bit, without the products
/// of zeros.
pub(super) struct SparseConv<'a> {
    pub grid: &'a Grid,
    pub boards: usize,
    /// Radius of the neighborhoods; at most the width of the grid's border.
    pub radius: usize,
    pub input: &'a Tensor,
    pub panels: &'a Panels,
    /// Receives, for every cell, a bit for each input that is not zero.
    pub masks: &'a mut Vec<u64>,
    /// Sums point after point, board after board.
    pub output: &'a mut [f32],
}

impl Kernel for SparseConv<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self) {
        self.set_masks();
        let outputs = self.panels.outputs();
        let mut column = 0;
        while column < outputs {
            column += LINE
                * match (outputs - column) / LINE {
                    6.. if S::LANES >= 8 => self.panels::<S, 6>(column),
                    3 | 5 if S::LANES >= 8 => self.panels::<S, 3>(column),
                    2.. => self.panels::<S, 2>(column),
                    _ => self.panels::<S, 1>(column),
                };
        }
    }
}

impl SparseConv<'_> {
    fn set_masks(&mut self) {
        let inputs = self.panels.inputs();
        assert!(inputs <= MOST_INPUTS, "a mask has a bit for every input");
        let mask = |cell: &[f32]| {
            let bits = cell[..inputs].iter().enumerate();
            bits.fold(0, |mask, (i, &x)| mask | (u64::from(x != 0.0) << i))
        };
        self.masks.clear();
        let cells = self.input.cells(0, self.boards * self.grid.cells());
        self.masks.extend(cells.map(mask));
    }

    /// Computes the columns of `P` panels and returns `P`.
    #[inline(always)]
    fn panels<S: Simd, const P: usize>(&mut self, column: usize) -> usize {
        let (grid, inputs, outputs) = (self.grid, self.panels.inputs(), self.panels.outputs());
        let side = 2 * self.radius + 1;
        let panels: [&[[f32; LINE]]; P] =
            std::array::from_fn(|panel| self.panels.panel(column / LINE + panel));
        let back = self.radius * (grid.columns + 1);
        let mut output = self.output[column..].chunks_mut(outputs);
        for board in 0..self.boards {
            let board = board * grid.cells();
            for (point, output) in grid.point_cells().zip(&mut output) {
                let corner = board + point - back;
                let mut sums = [[S::splat(0.0); 4]; P];
                for down in 0..side {
                    for across in 0..side {
                        let cell = corner + down * grid.columns + across;
                        let first = (down * side + across) * inputs;
                        let floats = &self.input.floats[cell * self.input.stride..];
                        let mut mask = self.masks[cell];
                        while mask != 0 {
                            let i = mask.trailing_zeros() as usize;
                            mask &= mask - 1;
                            let x = S::splat(floats[i]);
                            for (sums, panel) in sums.iter_mut().zip(&panels) {
                                let weights = panel[first + i].chunks_exact(S::LANES);
                                for (sum, weights) in sums.iter_mut().zip(weights) {
                                    *sum = S::mul_add(x, S::load(weights), *sum);
                                }
                            }
                        }
                    }
                }
                for (sums, output) in sums.iter().zip(output.chunks_exact_mut(LINE)) {
                    for (&sum, output) in sums.iter().zip(output.chunks_exact_mut(S::LANES)) {
                        S::store(sum, output);
                    }
                }
            }
        }
        P
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::kernels::gemm::Gemm;
    use crate::net::kernels::grid::{AlignedVec, padded};
    use crate::net::kernels::simd::run;
    use tengen_engine::cpu::Level;

    /// A pseudorandom number from -1 to 1.
    fn number(i: usize) -> f32 {
        let bits = (i as u32 + 1).wrapping_mul(0x9e37_79b9);
        (bits >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    #[test]
    fn sums_are_those_of_all_products() {
        const BOARDS: usize = 2;
        // Outputs in strips of every width.
        for (width, height, radius, inputs, outputs) in
            [(5, 4, 2, 22, 96), (3, 6, 1, 64, 170), (4, 4, 0, 1, 20)]
        {
            let grid = Grid::new(width, height, radius, 4);
            let mut input = Tensor::new(&grid, BOARDS, inputs);
            for board in 0..BOARDS {
                for (point, cell) in grid.point_cells().enumerate() {
                    let start = (board * grid.cells() + cell) * input.stride;
                    for i in (0..inputs).filter(|i| (i + 3 * point + board) % 4 == 0) {
                        input.floats[start + i] = number(start + i);
                    }
                }
            }
            let side = 2 * radius + 1;
            let panels = Panels::pack(side * side, inputs, outputs, |tap, input, output| {
                number((tap * inputs + input) * outputs + output)
            });
            let corners = (0..BOARDS).flat_map(|board| {
                let back = radius * (grid.columns + 1);
                let corner = move |cell| board * grid.cells() + cell - back;
                grid.point_cells().map(corner)
            });
            let rows: Vec<usize> = corners.map(|cell| cell * input.stride).collect();
            let taps = (0..side * side).map(|tap| tap / side * grid.columns + tap % side);
            let taps: Vec<usize> = taps.map(|cell| cell * input.stride).collect();
            for level in Level::available() {
                let [mut all, mut sparse] =
                    [(); 2].map(|()| AlignedVec::zeros(rows.len() * padded(outputs)));
                run(
                    level,
                    Gemm {
                        input: &input.floats,
                        rows: &rows,
                        taps: &taps,
                        panels: &panels,
                        matrix: 0,
                        output: &mut all,
                    },
                );
                run(
                    level,
                    SparseConv {
                        grid: &grid,
                        boards: BOARDS,
                        radius,
                        input: &input,
                        panels: &panels,
                        masks: &mut Vec::new(),
                        output: &mut sparse,
                    },
                );
                assert!(all.iter().any(|&sum| sum != 0.0));
                assert_eq!(all[..], sparse[..], "{level}, {inputs} to {outputs}");
            }
        }
    }
}
