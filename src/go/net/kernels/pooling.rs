//! Global pooling, and dense layers.

use super::grid::{Grid, Tensor};
use super::simd::{Kernel, Simd};
use crate::net::model::{Activation, BiasedDense, Dense};

/// The third statistic of global pooling, after the mean and the scaled mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) enum PoolKind {
    /// The maximum, in blocks and in the policy head.
    Maximum,
    /// The mean scaled by the square of the board's size, in the value head.
    Quadratic,
}

/// Global pooling: mean, scaled mean and a third statistic of every channel on every board.
pub(in crate::net) struct GlobalPool<'a> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub kind: PoolKind,
    pub input: &'a Tensor,
    /// For each board, three statistics of all channels.
    pub output: &'a mut [f32],
}

impl Kernel for GlobalPool<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let points = self.grid.points() as f32;
        // Centers the side length between those of 9x9 and 19x19 boards (KataGo's poolRowsGPool).
        let size = points.sqrt() - 14.0;
        let channels = self.channels;
        for board in 0..self.boards {
            let output = &mut self.output[board * 3 * channels..][..3 * channels];
            for start in (0..channels).step_by(S::LANES) {
                let mut sum = S::splat(0.0);
                let mut most = S::splat(-1.0);
                for cell in self.grid.point_cells() {
                    let at = (board * self.grid.cells() + cell) * self.input.stride + start;
                    let x = S::load(&self.input.floats[at..]);
                    sum = S::add(sum, x);
                    most = S::max(most, x);
                }
                let (mut sums, mut maxima) = ([0.0; WIDEST], [0.0; WIDEST]);
                S::store(sum, &mut sums);
                S::store(most, &mut maxima);
                for i in 0..S::LANES.min(channels - start) {
                    let mean = sums[i] / points;
                    output[start + i] = mean;
                    output[channels + start + i] = mean * size * 0.1;
                    output[2 * channels + start + i] = match self.kind {
                        PoolKind::Maximum => maxima[i],
                        PoolKind::Quadratic => mean * (size * size * 0.01 - 0.1),
                    };
                }
            }
        }
    }
}

/// Maximum number of lanes in any kind of vector.
const WIDEST: usize = 16;

impl Dense {
    /// Multiplies `input` by the matrix and adds the product to `output`.
    pub(in crate::net) fn add_to(&self, input: &[f32], output: &mut [f32]) {
        let rows = self.weights.chunks_exact(self.outputs);
        for (row, &x) in rows.zip(&input[..self.inputs]) {
            for (sum, &weight) in output.iter_mut().zip(row) {
                *sum += x * weight;
            }
        }
    }
}

impl BiasedDense {
    pub(in crate::net) fn run(&self, input: &[f32], output: &mut [f32]) {
        output.copy_from_slice(&self.bias);
        self.dense.add_to(input, output);
        for x in output {
            *x = self.activation.of(*x);
        }
    }
}

impl Activation {
    /// Applies the activation to one number.
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => x * x.exp().ln_1p().tanh(),
            Activation::Silu => x / (1.0 + (-x).exp()),
        }
    }
}
