//! RMS normalization, in place.

use super::epilogue::activate;
use super::grid::{AlignedVec, Grid, LINE, Tensor};
use super::kernel_runner::KernelKind;
use super::simd::{Kernel, Simd};
use super::workspace::Workspace;
use crate::net::model::{Activation, RmsNorm};

/// An RMS normalization with its channels padded to whole cache lines. The padding stays zero.
pub(in crate::net) struct PackedRmsNorm {
    epsilon: f32,
    spatial: bool,
    channels: usize,
    scale: AlignedVec,
    bias: AlignedVec,
    activation: Activation,
}

impl PackedRmsNorm {
    pub fn pack(norm: &RmsNorm) -> PackedRmsNorm {
        PackedRmsNorm {
            epsilon: norm.epsilon,
            spatial: norm.spatial,
            channels: norm.channels(),
            scale: AlignedVec::from_slice(&norm.scale),
            bias: AlignedVec::from_slice(&norm.bias),
            activation: norm.activation,
        }
    }

    /// Normalizes the points of all boards in a batch.
    pub fn run(&self, workspace: &mut Workspace, tensor: &mut Tensor) {
        workspace.runner.run(
            KernelKind::RmsNorms,
            Normalize {
                norm: self,
                grid: &workspace.grid,
                boards: workspace.boards,
                tensor,
            },
        );
    }

    /// Returns the factor for a sum of squares over the channels of this many points.
    fn factor(&self, squares: f32, points: usize) -> f32 {
        let mean = squares / (points * self.channels) as f32;
        1.0 / (mean + self.epsilon).sqrt()
    }
}

struct Normalize<'a> {
    norm: &'a PackedRmsNorm,
    grid: &'a Grid,
    boards: usize,
    tensor: &'a mut Tensor,
}

impl Kernel for Normalize<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let Normalize { norm, grid, .. } = self;
        let stride = self.tensor.stride;
        for board in 0..self.boards {
            let of_board = &mut self.tensor.floats[board * grid.cells() * stride..];
            if norm.spatial {
                let mut squares = 0.0;
                for cell in grid.point_cells() {
                    squares += sum_of_squares::<S>(&of_board[cell * stride..][..stride]);
                }
                let factor = norm.factor(squares, grid.points());
                for cell in grid.point_cells() {
                    scale::<S>(norm, factor, &mut of_board[cell * stride..][..stride]);
                }
            } else {
                for cell in grid.point_cells() {
                    let point = &mut of_board[cell * stride..][..stride];
                    let factor = norm.factor(sum_of_squares::<S>(point), 1);
                    scale::<S>(norm, factor, point);
                }
            }
        }
    }
}

#[inline(always)]
fn sum_of_squares<S: Simd>(channels: &[f32]) -> f32 {
    let mut sum = S::splat(0.0);
    for channels in channels.chunks_exact(S::LANES) {
        let x = S::load(channels);
        sum = S::mul_add(x, x, sum);
    }
    let mut sums = [0.0; LINE];
    S::store(sum, &mut sums);
    sums.iter().sum()
}

/// Multiplies a point's channels by a factor and applies scale, bias and activation.
#[inline(always)]
fn scale<S: Simd>(norm: &PackedRmsNorm, factor: f32, channels: &mut [f32]) {
    let factor = S::splat(factor);
    for (line, channels) in channels.chunks_exact_mut(S::LANES).enumerate() {
        let at = line * S::LANES;
        let x = S::mul(S::load(channels), factor);
        let x = S::mul_add(x, S::load(&norm.scale[at..]), S::load(&norm.bias[at..]));
        S::store(activate::<S>(norm.activation, x), channels);
    }
}
