//! Epilogues of convolutions: bias, residual sum, normalization and activation, fused into one pass.

use super::grid::{AlignedVec, Grid, Tensor, padded};
use super::simd::{Kernel, Simd};
use crate::net::model::{Activation, Norm};

/// A normalization with its channels padded to whole cache lines. The padding stays zero.
pub(in crate::net) struct PackedNorm {
    scale: AlignedVec,
    bias: AlignedVec,
    activation: Activation,
}

impl PackedNorm {
    pub fn pack(norm: &Norm) -> PackedNorm {
        PackedNorm {
            scale: AlignedVec::from_slice(&norm.scale),
            bias: AlignedVec::from_slice(&norm.bias),
            activation: norm.activation,
        }
    }
}

/// Applies an activation to each lane.
#[inline(always)]
pub(in crate::net) fn activate<S: Simd>(activation: Activation, x: S::V) -> S::V {
    let one = S::splat(1.0);
    match activation {
        Activation::Identity => x,
        Activation::Relu => S::max(x, S::splat(0.0)),
        Activation::Mish => {
            // With e = exp x: tanh(log(1 + e)) = n / (n + 2) where n = e (e + 2). Beyond x = 20 this is 1 to the last
            // bit, and for large x e squared would overflow.
            let two = S::splat(2.0);
            let e = S::exp(S::min(x, S::splat(20.0)));
            let n = S::mul(e, S::add(e, two));
            S::mul(x, S::div(n, S::add(n, two)))
        }
        Activation::Silu => S::div(x, S::add(one, S::exp(S::sub(S::splat(0.0), x)))),
    }
}

/// How a convolution updates a trunk.
pub(in crate::net) enum TrunkUpdate<'a> {
    /// The trunk isn't changed.
    None,
    /// The result becomes the trunk's first value.
    Set(&'a mut Tensor),
    /// The result is added to the trunk (residual connection), and the epilogue continues with the sum.
    Add(&'a mut Tensor),
}

/// The epilogue of a convolution, applied to its sums before they are stored.
pub(in crate::net) struct Epilogue<'a> {
    /// Biases of the channels, board after board, and their stride from board to board in floats.
    pub bias: Option<(&'a [f32], usize)>,
    pub trunk: TrunkUpdate<'a>,
    /// Normalization and activation of the output; the trunk is stored without them.
    pub norm: Option<&'a PackedNorm>,
    pub output: &'a mut Tensor,
}

impl<'a> Epilogue<'a> {
    /// Creates an epilogue without bias and trunk.
    pub fn new(norm: Option<&'a PackedNorm>, output: &'a mut Tensor) -> Epilogue<'a> {
        Epilogue {
            bias: None,
            trunk: TrunkUpdate::None,
            norm,
            output,
        }
    }

    /// Applies the epilogue to a vector of a cell's channels, starting at `channel`, and stores the result.
    #[inline(always)]
    pub fn apply<S: Simd>(&mut self, at: BoardCell, channel: usize, mut x: S::V) {
        let cell = at.board * at.cells + at.cell;
        if let Some((bias, stride)) = self.bias {
            x = S::add(x, S::load(&bias[at.board * stride + channel..]));
        }
        match &mut self.trunk {
            TrunkUpdate::None => {}
            TrunkUpdate::Set(trunk) => {
                let at = cell * trunk.stride + channel;
                S::store(x, &mut trunk.floats[at..]);
            }
            TrunkUpdate::Add(trunk) => {
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

/// A cell of one board in a batch.
#[derive(Clone, Copy)]
pub(in crate::net) struct BoardCell {
    pub board: usize,
    pub cell: usize,
    /// Number of cells per board.
    pub cells: usize,
}

/// Applies an epilogue to sums that are stored point after point, board after board.
pub(in crate::net) struct ApplyEpilogue<'a> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub sums: &'a [f32],
    pub epilogue: Epilogue<'a>,
}

impl Kernel for ApplyEpilogue<'_> {
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
                    let at = BoardCell { board, cell, cells };
                    self.epilogue
                        .apply::<S>(at, channel, S::load(&sums[channel..]));
                }
            }
        }
    }
}
