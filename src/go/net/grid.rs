//! Numbers on the points of boards: channels side by side, rows and columns with a border of zeros.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, Zeroable};

/// Floats in a cache line. Channels are counted in whole lines, so that every kind of vector fits.
pub(super) const LINE: usize = 16;

/// The least multiple of [`LINE`] that holds `channels`.
pub(super) const fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LINE)
}

/// A cache line of floats.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct CacheLine([f32; LINE]);

/// A vector of floats that begins at a cache line.
#[derive(Clone)]
pub(super) struct Floats(Vec<CacheLine>);

impl Floats {
    /// Zeros, at least this many.
    pub fn zeros(count: usize) -> Floats {
        Floats(vec![CacheLine([0.0; LINE]); count.div_ceil(LINE)])
    }

    /// These numbers, then zeros to the end of the line.
    pub fn from_slice(numbers: &[f32]) -> Floats {
        let mut floats = Floats::zeros(numbers.len());
        floats[..numbers.len()].copy_from_slice(numbers);
        floats
    }
}

impl Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        bytemuck::must_cast_slice(&self.0)
    }
}

impl DerefMut for Floats {
    fn deref_mut(&mut self) -> &mut [f32] {
        bytemuck::must_cast_slice_mut(&mut self.0)
    }
}

/// Where the points of a board lie among cells: row by row from the top, with a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub width: usize,
    pub height: usize,
    /// Columns to the left and rows above, at least.
    pub border: usize,
    /// Cells of a row.
    pub columns: usize,
    pub rows: usize,
}

impl Grid {
    /// A grid whose border is wide enough for kernels of this radius, and for tiles of this side that cover the
    /// board from its upper left corner, with one point more on every side.
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

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// The cell of a point, by column and row from the upper left.
    #[inline(always)]
    pub fn cell(&self, column: usize, row: usize) -> usize {
        (row + self.border) * self.columns + column + self.border
    }

    /// The cells of all points, row by row from the top.
    pub fn point_cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |x| self.cell(x, row)))
    }
}

/// Channels on the cells of several boards. Cells of the border stay zero.
pub(super) struct Plane {
    pub floats: Floats,
    /// Floats from cell to cell.
    pub stride: usize,
}

impl Plane {
    /// Zeros for `boards` boards of `channels`.
    pub fn new(grid: &Grid, boards: usize, channels: usize) -> Plane {
        let stride = padded(channels);
        Plane {
            floats: Floats::zeros(boards * grid.cells() * stride),
            stride,
        }
    }
}
