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

/// Applies an activation to each lane of some vectors.
#[inline(always)]
fn activate_all<S: Simd, const W: usize>(activation: Activation, row: &mut [S::V; W]) {
    // One choice for all vectors.
    match activation {
        Activation::Identity => {}
        Activation::Relu => {
            for x in row {
                *x = activate::<S>(Activation::Relu, *x);
            }
        }
        Activation::Mish => {
            for x in row {
                *x = activate::<S>(Activation::Mish, *x);
            }
        }
        Activation::Silu => {
            for x in row {
                *x = activate::<S>(Activation::Silu, *x);
            }
        }
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

    /// Applies the epilogue to vectors of the channels, starting at `channel`, of `W` cells in a row from `at` on, and
    /// stores the results of the first `width`.
    #[inline(always)]
    pub fn apply<S: Simd, const W: usize>(
        &mut self,
        at: BoardCell,
        channel: usize,
        mut row: [S::V; W],
        width: usize,
    ) {
        let cell = at.board * at.cells + at.cell;
        if let Some((bias, stride)) = self.bias {
            let bias = S::load(&bias[at.board * stride + channel..]);
            for x in &mut row {
                *x = S::add(*x, bias);
            }
        }
        match &mut self.trunk {
            TrunkUpdate::None => {}
            TrunkUpdate::Set(trunk) => {
                for (x, cell) in row.iter().zip(trunk.cells_mut(cell, width)) {
                    S::store(*x, &mut cell[channel..]);
                }
            }
            TrunkUpdate::Add(trunk) => {
                for (x, cell) in row.iter_mut().zip(trunk.cells_mut(cell, width)) {
                    let trunk = &mut cell[channel..];
                    *x = S::add(*x, S::load(trunk));
                    S::store(*x, trunk);
                }
            }
        }
        if let Some(norm) = self.norm {
            let scale = S::load(&norm.scale[channel..]);
            let bias = S::load(&norm.bias[channel..]);
            for x in &mut row {
                *x = S::mul_add(*x, scale, bias);
            }
            activate_all::<S, W>(norm.activation, &mut row);
        }
        for (x, cell) in row.iter().zip(self.output.cells_mut(cell, width)) {
            S::store(*x, &mut cell[channel..]);
        }
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
                    let row = [S::load(&sums[channel..])];
                    self.epilogue.apply::<S, 1>(at, channel, row, 1);
                }
            }
        }
    }
}
