//! GEMM (matrix multiplication), which takes nearly all the time of an evaluation.
//!
//! Weights are packed into panels once. A micro-kernel keeps a block of sums in registers, as in Goto and van de Geijn,
//! "Anatomy of high-performance matrix multiplication", 2008.

use super::bf16;
use super::grid::{AlignedVec, LINE, padded};
use super::simd::{Kernel, Simd};
use tengen_engine::cpu::Bf16;

/// Weights in the order in which the GEMM reads them: by matrix, by panel of [`LINE`] outputs, by tap of the
/// convolution, by input, by output in the panel. A row of a panel is one cache line.
pub(super) struct Panels {
    taps: usize,
    inputs: usize,
    /// Number of outputs with weights; the rest are zero.
    used: usize,
    /// Number of outputs, padded to a multiple of a cache line.
    outputs: usize,
    weights: AlignedVec,
    /// Instructions for weights that are pairs of bfloat16 numbers; each pair then counts as one input.
    bf16: Option<Bf16>,
}

impl Panels {
    /// Packs `weight(tap, input, output)`, with outputs zero-padded to whole cache lines.
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

    /// Packs several matrices of one size, to be multiplied one after another. `fill(matrix, input, output, weights)` sets the
    /// weights from this output on.
    pub fn pack_matrices(
        matrices: usize,
        inputs: usize,
        outputs: usize,
        fill: impl Fn(usize, usize, usize, &mut [f32]),
    ) -> Panels {
        let mut panels = Panels::empty();
        panels.reshape(1, inputs, outputs);
        panels.weights.grow(matrices * panels.size());
        for matrix in 0..matrices {
            panels.set_rows(matrix, |_, input, start, row| {
                fill(matrix, input, start, row)
            });
        }
        panels
    }

    /// Packs `weight(input, output)` for products of points, as bfloat16 numbers if `bf16` is given.
    pub fn pack_matrix(
        inputs: usize,
        outputs: usize,
        bf16: Option<Bf16>,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Panels {
        match bf16 {
            None => Panels::pack(1, inputs, outputs, |_, input, output| weight(input, output)),
            Some(_) => Panels {
                bf16,
                ..Panels::pack_pairs(inputs, outputs, weight)
            },
        }
    }

    /// Packs `weight(input, output)` as bfloat16 numbers, pairing the weights of two inputs.
    fn pack_pairs(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> f32) -> Panels {
        Panels::pack(1, inputs.div_ceil(2), outputs, |_, pair, output| {
            let input = 2 * pair;
            let second = if input + 1 < inputs {
                weight(input + 1, output)
            } else {
                0.0
            };
            bf16::pair(weight(input, output), second)
        })
    }

    pub fn empty() -> Panels {
        Panels {
            taps: 1,
            inputs: 0,
            used: 0,
            outputs: 0,
            weights: AlignedVec::zeros(0),
            bf16: None,
        }
    }

    /// Returns the instructions for panels of bfloat16 numbers; `None` for panels of floats.
    pub fn bf16(&self) -> Option<Bf16> {
        self.bf16
    }

    /// Returns the number of inputs; a pair of bfloat16 numbers counts as one.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the rows of a panel of the first matrix, by tap, then by input.
    pub fn panel(&self, number: usize) -> &[[f32; LINE]] {
        let rows = self.taps * self.inputs;
        &self.weights.as_chunks().0[number * rows..][..rows]
    }

    /// Returns the number of outputs, including the padding.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Makes room for a matrix of another size, to be filled by [`Panels::set`]. A smaller one reuses the memory.
    pub fn reshape(&mut self, taps: usize, inputs: usize, outputs: usize) {
        (self.taps, self.inputs) = (taps, inputs);
        (self.used, self.outputs) = (outputs, padded(outputs));
        self.weights.grow(self.size());
    }

    /// Number of floats in a matrix.
    fn size(&self) -> usize {
        self.taps * self.inputs * self.outputs
    }

    /// Sets all weights of the only matrix to `weight(tap, input, output)`.
    pub fn set(&mut self, weight: impl Fn(usize, usize, usize) -> f32) {
        self.set_rows(0, |tap, input, start, row| {
            for (column, stored) in row.iter_mut().enumerate() {
                *stored = weight(tap, input, start + column);
            }
        });
    }

    /// Sets the weights of a matrix. `fill(tap, input, output, weights)` sets those from this output on.
    fn set_rows(&mut self, matrix: usize, fill: impl Fn(usize, usize, usize, &mut [f32])) {
        let size = self.size();
        let mut rows = self.weights[matrix * size..][..size].chunks_exact_mut(LINE);
        for start in (0..self.outputs).step_by(LINE) {
            let used = LINE.min(self.used - start);
            for tap in 0..self.taps {
                for (input, row) in (0..self.inputs).zip(&mut rows) {
                    fill(tap, input, start, &mut row[..used]);
                    row[used..].fill(0.0);
                }
            }
        }
    }
}

/// A GEMM with implicit im2col: each row of the output is the sum, over the taps of a convolution, of an input row
/// times the tap's matrix. A plain GEMM has one tap.
pub(super) struct Gemm<'a> {
    /// Floats that contain the rows.
    pub input: &'a [f32],
    /// Offset of each row in the input.
    pub rows: &'a [usize],
    /// Offset of each tap, added to that of a row.
    pub taps: &'a [usize],
    pub panels: &'a Panels,
    /// Number of the matrix in the panels.
    pub matrix: usize,
    /// Rows of the output, one after another, padded to whole cache lines.
    pub output: &'a mut [f32],
}

impl Kernel for Gemm<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        self.multiply::<S, Floats>();
    }

    fn operations(&self) -> u64 {
        let Panels {
            taps, inputs, used, ..
        } = *self.panels;
        2 * (self.rows.len() * taps * inputs * used) as u64
    }
}

/// A [`Gemm`] with bfloat16 numbers: each float of the input and the panels contains two of them.
pub(super) struct GemmBf16<'a>(pub Gemm<'a>);

impl Kernel for GemmBf16<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        self.0.multiply::<S, Pairs>();
    }

    fn operations(&self) -> u64 {
        2 * self.0.operations()
    }
}

/// The contents of a lane of a product's factors.
trait Factors {
    /// Adds the products of the lanes of a and b to c.
    fn add_product<S: Simd>(a: S::V, b: S::V, c: S::V) -> S::V;
}

/// One float per lane.
struct Floats;

impl Factors for Floats {
    #[inline(always)]
    fn add_product<S: Simd>(a: S::V, b: S::V, c: S::V) -> S::V {
        S::mul_add(a, b, c)
    }
}

/// Two bfloat16 numbers per lane.
struct Pairs;

impl Factors for Pairs {
    #[inline(always)]
    fn add_product<S: Simd>(a: S::V, b: S::V, c: S::V) -> S::V {
        S::dot_bf16(a, b, c)
    }
}

impl Gemm<'_> {
    /// Computes the output, strip after strip of its columns.
    #[inline(always)]
    fn multiply<S: Simd, F: Factors>(self) {
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
        let size = self.panels.size();
        let (weights, _) = weights[self.matrix * size..][..size].as_chunks();
        for column in (0..outputs).step_by(S::COLUMNS * S::LANES) {
            let strip = Strip {
                input: self.input,
                taps: self.taps,
                inputs,
                weights,
                column,
            };
            let output = &mut self.output[column..];
            match S::COLUMNS.min((outputs - column) / S::LANES) {
                // The last lines of outputs, if a vector fills a line.
                1 if S::LANES == LINE => strip.rows::<S, F, 1>(self.rows, output, outputs),
                2 => strip.rows::<S, F, 2>(self.rows, output, outputs),
                3 if S::LANES == LINE => strip.rows::<S, F, 3>(self.rows, output, outputs),
                4 if 4 * S::LANES == LINE => strip.rows::<S, F, 4>(self.rows, output, outputs),
                _ => unreachable!("a strip has at most as many vectors as a block"),
            }
        }
    }
}

/// The columns of a matrix that one block computes.
struct Strip<'a> {
    input: &'a [f32],
    taps: &'a [usize],
    inputs: usize,
    /// Rows of all panels.
    weights: &'a [[f32; LINE]],
    /// First column of the strip in the matrix.
    column: usize,
}

impl Strip<'_> {
    /// Computes all rows, in blocks of nearly equal height.
    #[inline(always)]
    fn rows<S: Simd, F: Factors, const N: usize>(
        &self,
        rows: &[usize],
        output: &mut [f32],
        outputs: usize,
    ) {
        let blocks = rows.len().div_ceil(S::ROWS);
        let mut ahead = Prefetch::new::<S, N>(self, blocks);
        let mut done = 0;
        for block in 0..blocks {
            let count = (rows.len() - done).div_ceil(blocks - block);
            let rows = &rows[done..done + count];
            let output = &mut output[done * outputs..];
            let ahead = &mut ahead;
            match count {
                1 => self.block::<S, F, 1, N>(rows, ahead, output, outputs),
                2 if S::ROWS >= 2 => self.block::<S, F, 2, N>(rows, ahead, output, outputs),
                3 if S::ROWS >= 3 => self.block::<S, F, 3, N>(rows, ahead, output, outputs),
                4 if S::ROWS >= 4 => self.block::<S, F, 4, N>(rows, ahead, output, outputs),
                5 if S::ROWS >= 5 => self.block::<S, F, 5, N>(rows, ahead, output, outputs),
                6 if S::ROWS >= 6 => self.block::<S, F, 6, N>(rows, ahead, output, outputs),
                7 if S::ROWS >= 7 => self.block::<S, F, 7, N>(rows, ahead, output, outputs),
                8 if S::ROWS >= 8 => self.block::<S, F, 8, N>(rows, ahead, output, outputs),
                9 if S::ROWS >= 9 => self.block::<S, F, 9, N>(rows, ahead, output, outputs),
                _ => unreachable!("a block has at most as many rows as registers"),
            }
            done += count;
        }
    }

    /// The micro-kernel: computes `M` rows by `N` vectors of columns, with all sums in registers.
    #[inline(always)]
    fn block<S: Simd, F: Factors, const M: usize, const N: usize>(
        &self,
        rows: &[usize],
        ahead: &mut Prefetch,
        output: &mut [f32],
        outputs: usize,
    ) {
        let depth = self.taps.len() * self.inputs;
        let mut sums = [[S::splat(0.0); N]; M];
        for (number, &tap) in self.taps.iter().enumerate() {
            let mut starts: [*const f32; M] =
                std::array::from_fn(|m| self.input[rows[m] + tap..][..self.inputs].as_ptr());
            let mut columns: [*const f32; N] = std::array::from_fn(|n| {
                let column = self.column + n * S::LANES;
                let first = column / LINE * depth + number * self.inputs;
                let panel = self.weights[first..][..self.inputs].as_flattened();
                panel.as_ptr().wrapping_add(column % LINE)
            });
            let mut left = self.inputs;
            'inputs: while left > 0 {
                ahead.step::<S>();
                for i in 0..S::STEPS {
                    if i == left {
                        break 'inputs;
                    }
                    let mut weights = [S::splat(0.0); N];
                    for (weights, &column) in weights.iter_mut().zip(&columns) {
                        // SAFETY: `i < left`, so the panel has this row; the vector ends in the row's line.
                        let vector =
                            unsafe { std::slice::from_raw_parts(column.add(i * LINE), S::LANES) };
                        *weights = S::load(vector);
                    }
                    for (sums, &start) in sums.iter_mut().zip(&starts) {
                        // SAFETY: `i < left`, so the row has this input.
                        let x = S::splat(unsafe { *start.add(i) });
                        for (sum, &weights) in sums.iter_mut().zip(&weights) {
                            *sum = F::add_product::<S>(x, weights, *sum);
                        }
                    }
                }
                left = left.saturating_sub(S::STEPS);
                for start in &mut starts {
                    *start = start.wrapping_add(S::STEPS);
                }
                for column in &mut columns {
                    *column = column.wrapping_add(S::STEPS * LINE);
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

/// Prefetches the weights of the next strip, which may be those of the next matrix, a part with every iteration of the
/// blocks of a strip. Without it, products with few rows wait for weights.
struct Prefetch {
    at: *const f32,
    /// Floats per step.
    step: usize,
}

impl Prefetch {
    #[inline(always)]
    fn new<S: Simd, const N: usize>(strip: &Strip, blocks: usize) -> Prefetch {
        let depth = strip.taps.len() * strip.inputs;
        let next = (strip.column + N * S::LANES) / LINE;
        Prefetch {
            at: strip.weights.as_ptr().wrapping_add(next * depth).cast(),
            step: S::STEPS * N * S::LANES / blocks,
        }
    }

    #[inline(always)]
    fn step<S: Simd>(&mut self) {
        S::prefetch(self.at);
        self.at = self.at.wrapping_add(self.step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::kernels::bf16::RoundRows;
    use crate::net::kernels::simd::{run, run_bf16};
    use tengen_engine::cpu::Level;

    /// A pseudorandom number from -1 to 1.
    fn number(i: usize) -> f32 {
        let bits = (i as u32 + 1).wrapping_mul(0x9e37_79b9);
        (bits >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// The bfloat16 number nearest to a float, computed without its bits.
    fn nearest(x: f32) -> f64 {
        let unit = 2.0_f64.powi(f64::from(x).abs().log2().floor() as i32 - 7);
        (f64::from(x) / unit).round_ties_even() * unit
    }

    #[test]
    fn pairs_are_multiplied_with_every_instruction_set() {
        // Blocks of all heights and widths, and a pair with only one input.
        for (count, inputs, outputs) in [(1, 1, 1), (7, 6, 16), (20, 33, 40), (31, 48, 100)] {
            let weight = |input, output| number(input * outputs + output);
            let panels = Panels::pack_pairs(inputs, outputs, weight);
            let stride = padded(inputs);
            let mut input = AlignedVec::zeros(count * stride);
            for row in 0..count {
                for i in 0..inputs {
                    input[row * stride + i] = number(5000 + row * inputs + i);
                }
            }
            let rows: Vec<usize> = (0..count).map(|row| row * stride).collect();
            let of_pairs: Vec<usize> = rows.iter().map(|row| row / 2).collect();
            for level in Level::available() {
                for bf16 in [None, Bf16::new(level)] {
                    let mut pairs = AlignedVec::zeros(count * stride / 2);
                    let mut output = AlignedVec::zeros(count * padded(outputs));
                    let rounding = RoundRows {
                        input: &input,
                        rows: &rows,
                        width: stride,
                        output: &mut pairs,
                    };
                    match bf16 {
                        None => run(level, rounding),
                        Some(isa) => run_bf16(isa, rounding),
                    }
                    let product = GemmBf16(Gemm {
                        input: &pairs,
                        rows: &of_pairs,
                        taps: &[0],
                        panels: &panels,
                        matrix: 0,
                        output: &mut output,
                    });
                    let operations = 2 * count * 2 * inputs.div_ceil(2) * outputs;
                    assert_eq!(product.operations(), operations as u64);
                    match bf16 {
                        None => run(level, product),
                        Some(isa) => run_bf16(isa, product),
                    }
                    for row in 0..count {
                        for column in 0..outputs {
                            let product = |i: usize| {
                                nearest(input[row * stride + i]) * nearest(weight(i, column))
                            };
                            let expected: f64 = (0..inputs).map(product).sum();
                            let ours = f64::from(output[row * padded(outputs) + column]);
                            let error = (ours - expected).abs();
                            assert!(error < 1e-5, "{level}: {ours}, should be {expected}");
                        }
                    }
                }
            }
        }
    }
}
