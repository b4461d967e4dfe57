//! What is done with the sums of a convolution: bias, trunk, normalisation and activation in one go.

use super::grid::{Floats, Grid, Plane, padded};
use super::model::{Activation, Norm};
use super::simd::{Kernel, Simd};

/// A normalisation for whole cache lines of channels; those that fill up stay zero.
pub(super) struct PackedNorm {
    scale: Floats,
    bias: Floats,
    activation: Activation,
}

impl PackedNorm {
    pub fn pack(norm: &Norm) -> PackedNorm {
        PackedNorm {
            scale: Floats::from_slice(&norm.scale),
            bias: Floats::from_slice(&norm.bias),
            activation: norm.activation,
        }
    }
}

/// Applies an activation to each lane.
#[inline(always)]
pub(super) fn activate<S: Simd>(activation: Activation, x: S::V) -> S::V {
    let one = S::splat(1.0);
    match activation {
        Activation::Identity => x,
        Activation::Relu => S::max(x, S::splat(0.0)),
        Activation::Mish => {
            // With e = exp x: tanh(log(1 + e)) = n / (n + 2) where n = e (e + 2). Beyond 20 it is 1 to the
            // last bit, and e squared would overflow far out.
            let two = S::splat(2.0);
            let e = S::exp(S::min(x, S::splat(20.0)));
            let n = S::mul(e, S::add(e, two));
            S::mul(x, S::div(n, S::add(n, two)))
        }
        Activation::Silu => S::div(x, S::add(one, S::exp(S::sub(S::splat(0.0), x)))),
    }
}

/// What the trunk has to do with a result.
pub(super) enum Trunk<'a> {
    /// Nothing.
    Apart,
    /// The result begins a trunk.
    Begin(&'a mut Plane),
    /// The result is added to a trunk, and goes on as the sum.
    Add(&'a mut Plane),
}

/// Where the sums of a convolution go.
pub(super) struct Finish<'a> {
    /// Summands for each channel of each board, so many floats from board to board.
    pub bias: Option<(&'a [f32], usize)>,
    pub trunk: Trunk<'a>,
    /// Applied at last; not to the trunk.
    pub norm: Option<&'a PackedNorm>,
    pub output: &'a mut Plane,
}

impl<'a> Finish<'a> {
    /// Neither a bias nor a trunk.
    pub fn plain(norm: Option<&'a PackedNorm>, output: &'a mut Plane) -> Finish<'a> {
        Finish {
            bias: None,
            trunk: Trunk::Apart,
            norm,
            output,
        }
    }

    /// Takes the sums of some channels of a cell, given by board and place on the grid of this many cells.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, at: At, channel: usize, mut x: S::V) {
        let cell = at.board * at.cells + at.cell;
        if let Some((bias, stride)) = self.bias {
            x = S::add(x, S::load(&bias[at.board * stride + channel..]));
        }
        match &mut self.trunk {
            Trunk::Apart => {}
            Trunk::Begin(trunk) => {
                let at = cell * trunk.stride + channel;
                S::store(x, &mut trunk.floats[at..]);
            }
            Trunk::Add(trunk) => {
                let at = cell * trunk.stride + channel;
                let trunk = &mut trunk.floats[at..];
                x = S::add(x, S::load(trunk));
                S::store(x, trunk);
            }
        }
        if let Some(norm) = self.norm {
            let scale = S::load(&norm.scale[channel..]);
            let bias = S::load(&norm.bias[channel..]);
            x = activate::<S>(norm.activation, S::mul_add(x, scale, bias));
        }
        let at = cell * self.output.stride + channel;
        S::store(x, &mut self.output.floats[at..]);
    }
}

/// A cell of one of several boards.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub board: usize,
    pub cell: usize,
    /// Cells of a board.
    pub cells: usize,
}

/// Finishes sums that lie point after point, board after board.
pub(super) struct FinishAll<'a> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub sums: &'a [f32],
    pub finish: Finish<'a>,
}

impl Kernel for FinishAll<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self) {
        let stride = padded(self.channels);
        let cells = self.grid.cells();
        let mut sums = self.sums.chunks_exact(stride);
        for board in 0..self.boards {
            for cell in self.grid.point_cells() {
                let Some(sums) = sums.next() else {
                    return;
                };
                for channel in (0..stride).step_by(S::LANES) {
                    let at = At { board, cell, cells };
                    self.finish.put::<S>(at, channel, S::load(&sums[channel..]));
                }
            }
        }
    }
}
