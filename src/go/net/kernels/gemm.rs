//! GEMM (matrix multiplication), which takes nearly all time of an evaluation.
//!
//! Weights are packed into panels once. A micro-kernel keeps a block of sums in registers, as in Goto and van de Geijn,
//! "Anatomy of high-performance matrix multiplication", 2008.

use super::grid::{AlignedVec, LINE, padded};
use super::simd::{COLUMNS, Kernel, Simd};

/// Outputs of a panel: the columns of one block with sixteen lanes.
const PANEL: usize = COLUMNS * LINE;

/// Weights in the order in which the GEMM reads them: for each panel of outputs, for each tap of the convolution, for each
/// input, the weights of the panel's outputs. The last panel may be narrower.
pub(super) struct Panels {
    taps: usize,
    inputs: usize,
    /// Number of outputs with weights; the rest are zero.
    used: usize,
    /// Number of outputs, a multiple of a cache line.
    outputs: usize,
    weights: AlignedVec,
}

impl Panels {
    /// Packs `weight(tap, input, output)`, with outputs padded to whole cache lines by zeros.
    pub fn pack(
        taps: usize,
        inputs: usize,
        outputs: usize,
        weight: impl Fn(usize, usize, usize) -> f32,
    ) -> Panels {
        let mut panels = Panels::empty();
        panels.reshape(taps, inputs, outputs);
        panels.set(weight);
        panels
    }

    /// Returns panels without outputs.
    pub fn empty() -> Panels {
        Panels {
            taps: 1,
            inputs: 0,
            used: 0,
            outputs: 0,
            weights: AlignedVec::zeros(0),
        }
    }

    /// Number of outputs, with the padding.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Makes room for a matrix of another size, whose weights are to be set. A smaller one takes no other memory.
    pub fn reshape(&mut self, taps: usize, inputs: usize, outputs: usize) {
        (self.taps, self.inputs) = (taps, inputs);
        (self.used, self.outputs) = (outputs, padded(outputs));
        self.weights.grow(taps * inputs * self.outputs);
    }

    /// Sets all weights to `weight(tap, input, output)`.
    pub fn set(&mut self, weight: impl Fn(usize, usize, usize) -> f32) {
        let mut at = 0;
        for start in (0..self.outputs).step_by(PANEL) {
            let width = PANEL.min(self.outputs - start);
            let used = width.min(self.used - start);
            for tap in 0..self.taps {
                for input in 0..self.inputs {
                    let row = &mut self.weights[at..at + width];
                    for (column, stored) in row[..used].iter_mut().enumerate() {
                        *stored = weight(tap, input, start + column);
                    }
                    row[used..].fill(0.0);
                    at += width;
                }
            }
        }
    }
}

/// A GEMM with implicit im2col: each row of the output is the sum over the taps of a convolution of a row of the input times
/// the matrix of the tap. A plain GEMM has one tap.
pub(super) struct Gemm<'a> {
    /// The floats that contain the rows.
    pub input: &'a [f32],
    /// Offset of each row in the input.
    pub rows: &'a [usize],
    /// Offset of each tap, added to that of a row.
    pub taps: &'a [usize],
    /// The matrices.
    pub panels: &'a Panels,
    /// The output, row after row, padded to whole cache lines.
    pub output: &'a mut [f32],
}

impl Kernel for Gemm<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let Panels {
            taps,
            inputs,
            outputs,
            ref weights,
            ..
        } = *self.panels;
        let most = |offsets: &[usize]| offsets.iter().max().copied().unwrap_or(0);
        assert_eq!(self.taps.len(), taps);
        assert!(most(self.rows) + most(self.taps) + inputs <= self.input.len());
        assert!(self.rows.len() * outputs <= self.output.len());
        for start in (0..outputs).step_by(PANEL) {
            let width = PANEL.min(outputs - start);
            let panel = &weights[start * taps * inputs..][..width * taps * inputs];
            for column in (0..width).step_by(COLUMNS * S::LANES) {
                let vectors = ((width - column) / S::LANES).min(COLUMNS);
                let strip = Strip {
                    input: self.input,
                    taps: self.taps,
                    inputs,
                    panel,
                    width,
                    column,
                };
                let output = &mut self.output[start + column..];
                match vectors {
                    1 => strip.rows::<S, 1>(self.rows, output, outputs),
                    2 => strip.rows::<S, 2>(self.rows, output, outputs),
                    _ => strip.rows::<S, 3>(self.rows, output, outputs),
                }
            }
        }
    }

    fn operations(&self) -> u64 {
        let Panels {
            taps, inputs, used, ..
        } = *self.panels;
        2 * (self.rows.len() * taps * inputs * used) as u64
    }
}

/// The columns of a panel that one block computes.
struct Strip<'a> {
    input: &'a [f32],
    taps: &'a [usize],
    inputs: usize,
    panel: &'a [f32],
    /// Number of outputs of the panel.
    width: usize,
    /// First column of the strip in the panel.
    column: usize,
}

impl Strip<'_> {
    /// Computes all rows, in blocks of nearly equal height.
    #[inline(always)]
    fn rows<S: Simd, const N: usize>(&self, rows: &[usize], output: &mut [f32], outputs: usize) {
        let blocks = rows.len().div_ceil(S::ROWS);
        let mut done = 0;
        for block in 0..blocks {
            let count = (rows.len() - done).div_ceil(blocks - block);
            let rows = &rows[done..done + count];
            let output = &mut output[done * outputs..];
            match count {
                1 => self.block::<S, 1, N>(rows, output, outputs),
                2 if S::ROWS >= 2 => self.block::<S, 2, N>(rows, output, outputs),
                3 if S::ROWS >= 3 => self.block::<S, 3, N>(rows, output, outputs),
                4 if S::ROWS >= 4 => self.block::<S, 4, N>(rows, output, outputs),
                5 if S::ROWS >= 5 => self.block::<S, 5, N>(rows, output, outputs),
                6 if S::ROWS >= 6 => self.block::<S, 6, N>(rows, output, outputs),
                7 if S::ROWS >= 7 => self.block::<S, 7, N>(rows, output, outputs),
                8 if S::ROWS >= 8 => self.block::<S, 8, N>(rows, output, outputs),
                9 if S::ROWS >= 9 => self.block::<S, 9, N>(rows, output, outputs),
                _ => unreachable!("a block has at most as many rows as registers"),
            }
            done += count;
        }
    }

    /// The micro-kernel: computes `M` rows by `N` vectors of columns, with all sums in registers.
    #[inline(always)]
    fn block<S: Simd, const M: usize, const N: usize>(
        &self,
        rows: &[usize],
        output: &mut [f32],
        outputs: usize,
    ) {
        let mut sums = [[S::splat(0.0); N]; M];
        let of_taps = self.panel.chunks_exact(self.inputs * self.width);
        for (&tap, weights) in self.taps.iter().zip(of_taps) {
            let starts: [&[f32]; M] =
                std::array::from_fn(|m| &self.input[rows[m] + tap..][..self.inputs]);
            let mut rest = weights;
            for i in 0..self.inputs {
                let (row, others) = rest.split_at(self.width);
                rest = others;
                let weights = &row[self.column..][..N * S::LANES];
                let mut columns = [S::splat(0.0); N];
                for (n, column) in columns.iter_mut().enumerate() {
                    *column = S::load(&weights[n * S::LANES..]);
                }
                for (sums, start) in sums.iter_mut().zip(&starts) {
                    let x = S::splat(start[i]);
                    for (sum, &column) in sums.iter_mut().zip(&columns) {
                        *sum = S::mul_add(x, column, *sum);
                    }
                }
            }
        }
        for (m, sums) in sums.iter().enumerate() {
            for (n, &sum) in sums.iter().enumerate() {
                S::store(sum, &mut output[m * outputs + n * S::LANES..]);
            }
        }
    }
}
