//! Tensors on boards, in NHWC layout: boards, rows, columns, channels, with a border of zeros around each board.

use std::ops::{Deref, DerefMut};
use std::slice::{ChunksExact, ChunksExactMut};

use bytemuck::{Pod, Zeroable};

/// Floats per cache line. Channels are padded to whole lines, so that every kind of vector fits.
pub(in crate::net) const LINE: usize = 16;

/// Rounds a number of channels up to a multiple of [`LINE`].
pub(in crate::net) const fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LINE)
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct CacheLine([f32; LINE]);

/// A vector of floats aligned to cache lines.
#[derive(Clone)]
pub(in crate::net) struct AlignedVec(Vec<CacheLine>);

impl AlignedVec {
    /// Creates at least this many zeros.
    pub fn zeros(count: usize) -> AlignedVec {
        AlignedVec(vec![CacheLine([0.0; LINE]); count.div_ceil(LINE)])
    }

    /// Makes room for at least this many numbers.
    pub fn grow(&mut self, count: usize) {
        let lines = self.0.len().max(count.div_ceil(LINE));
        self.0.resize(lines, CacheLine([0.0; LINE]));
    }

    /// Copies numbers and pads them with zeros to whole lines.
    pub fn from_slice(numbers: &[f32]) -> AlignedVec {
        let mut floats = AlignedVec::zeros(numbers.len());
        floats[..numbers.len()].copy_from_slice(numbers);
        floats
    }
}

impl Deref for AlignedVec {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        bytemuck::must_cast_slice(&self.0)
    }
}

impl DerefMut for AlignedVec {
    fn deref_mut(&mut self) -> &mut [f32] {
        bytemuck::must_cast_slice_mut(&mut self.0)
    }
}

/// The cells of a board with its border, row by row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) struct Grid {
    pub width: usize,
    pub height: usize,
    /// Width of the border on the left and above, at least 1.
    pub border: usize,
    /// Number of cells per row.
    pub columns: usize,
    pub rows: usize,
}

impl Grid {
    /// Creates a grid with a border wide enough for convolutions of this radius, and for the inputs of Winograd tiles
    /// of this side, which cover the board from its upper left corner.
    pub fn new(width: usize, height: usize, radius: usize, tile: usize) -> Grid {
        let border = radius.max(1);
        let cells = |side: usize| border + (side + border).max(side.next_multiple_of(tile) + 1);
        Grid {
            width,
            height,
            border,
            columns: cells(width),
            rows: cells(height),
        }
    }

    /// Returns the number of cells, including the border.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// Returns the cell of a point, by column and row from the upper left.
    #[inline(always)]
    pub fn cell(&self, column: usize, row: usize) -> usize {
        (row + self.border) * self.columns + column + self.border
    }

    /// Returns the cells of all points, row by row from the top.
    pub fn point_cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |x| self.cell(x, row)))
    }
}

/// Channels on the cells of a batch of boards. Cells of the border stay zero.
pub(in crate::net) struct Tensor {
    pub floats: AlignedVec,
    /// Number of floats from cell to cell.
    pub stride: usize,
}

impl Tensor {
    pub fn new(grid: &Grid, boards: usize, channels: usize) -> Tensor {
        let stride = padded(channels);
        Tensor {
            floats: AlignedVec::zeros(boards * grid.cells() * stride),
            stride,
        }
    }

    /// Returns the channels of `count` cells in a row.
    #[inline(always)]
    pub fn cells(&self, first: usize, count: usize) -> ChunksExact<'_, f32> {
        self.floats[first * self.stride..][..count * self.stride].chunks_exact(self.stride)
    }

    /// Returns the channels of `count` cells in a row, to be changed.
    #[inline(always)]
    pub fn cells_mut(&mut self, first: usize, count: usize) -> ChunksExactMut<'_, f32> {
        self.floats[first * self.stride..][..count * self.stride].chunks_exact_mut(self.stride)
    }
}
