//! Channels over the whole board, and layers without a board.

use super::grid::{Grid, Plane};
use super::model::{Activation, BiasedDense, Dense};
use super::simd::{Kernel, Simd};

/// What becomes of the sums over the board, beside the mean and the mean times a number of the board's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// The maximum, for blocks and the policy.
    Maximum,
    /// The mean times another number of the size, for the value.
    Mean,
}

/// Means over the board, scaled means, and maxima or means scaled otherwise, of every channel of every board.
pub(super) struct Pool<'a> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub third: Third,
    pub input: &'a Plane,
    /// Three times the channels for each board.
    pub output: &'a mut [f32],
}

impl Kernel for Pool<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let points = self.grid.points() as f32;
        // Boards have about 14 points a side on the way from 9 to 19 (KataGo's poolRowsGPool).
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
                    output[2 * channels + start + i] = match self.third {
                        Third::Maximum => maxima[i],
                        Third::Mean => mean * (size * size * 0.01 - 0.1),
                    };
                }
            }
        }
    }
}

/// The most lanes of any kind of vector.
const WIDEST: usize = 16;

impl Dense {
    /// The product with `input`; added to `output` as it is.
    pub(super) fn add_to(&self, input: &[f32], output: &mut [f32]) {
        let rows = self.weights.chunks_exact(self.outputs);
        for (row, &x) in rows.zip(&input[..self.inputs]) {
            for (sum, &weight) in output.iter_mut().zip(row) {
                *sum += x * weight;
            }
        }
    }
}

impl BiasedDense {
    /// The layer's output for `input`.
    pub(super) fn run(&self, input: &[f32], output: &mut [f32]) {
        output.copy_from_slice(&self.bias);
        self.dense.add_to(input, output);
        for x in output {
            *x = self.activation.of(*x);
        }
    }
}

impl Activation {
    /// Applied to one number.
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => x * x.exp().ln_1p().tanh(),
            Activation::Silu => x / (1.0 + (-x).exp()),
        }
    }
}
