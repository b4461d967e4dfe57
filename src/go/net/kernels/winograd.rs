//! Winograd convolution (Lavin and Gray, arXiv 1509.09308): a 3x3 convolution as a GEMM per point of transformed tiles.

use std::marker::PhantomData;

use super::epilogue::{BoardCell, Epilogue};
use super::grid::{Grid, LINE, Tensor, padded};
use super::simd::{Kernel, Simd};

/// The size of the tiles that a board is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::net) enum TileSize {
    /// F(3x3, 3x3): 3x3 outputs with 25 multiplications.
    F3,
    /// F(4x4, 3x3): 4x4 outputs with 36 multiplications.
    F4,
}

impl TileSize {
    pub const ALL: [TileSize; 2] = [TileSize::F3, TileSize::F4];

    /// Returns the tile size with fewer multiplications on a board of this size; F(2x2, 3x3) never has the fewest.
    pub fn for_board(width: usize, height: usize) -> TileSize {
        let products = |kind: TileSize| kind.count(width, height) * kind.points() * kind.points();
        match products(TileSize::F3) < products(TileSize::F4) {
            true => TileSize::F3,
            false => TileSize::F4,
        }
    }

    /// Side of a tile, in points of the board.
    pub fn side(self) -> usize {
        match self {
            TileSize::F3 => 3,
            TileSize::F4 => 4,
        }
    }

    /// Side of a transformed tile.
    pub fn points(self) -> usize {
        self.side() + 2
    }

    /// Number of tiles that cover a board.
    pub fn count(self, width: usize, height: usize) -> usize {
        width.div_ceil(self.side()) * height.div_ceil(self.side())
    }

    /// Returns the kernel transform: for each point of a transformed tile, column by column, the factors of a
    /// 3x3 kernel's weights, row by row.
    pub fn kernel_transform(self) -> Vec<[f64; 9]> {
        let rows: &[[f64; 3]] = match self {
            TileSize::F3 => &F3::KERNEL,
            TileSize::F4 => &F4::KERNEL,
        };
        let pairs = rows.iter().flat_map(|b| rows.iter().map(move |a| (a, b)));
        let factors = pairs.map(|(a, b)| std::array::from_fn(|tap| a[tap / 3] * b[tap % 3]));
        factors.collect()
    }
}

/// One dimension of the transforms of a tile with `OUT` points and `IN` transformed ones. Polynomials are evaluated at
/// integers and at infinity, multiplied, and interpolated (Toom-Cook).
pub(super) trait Tile<const OUT: usize, const IN: usize> {
    /// Kernel transform: the kernel's polynomial at each point of evaluation, with the divisors of the interpolation.
    const KERNEL: [[f64; 3]; IN];

    /// Input transform of `IN` points in a row.
    fn input<S: Simd>(x: [S::V; IN]) -> [S::V; IN];

    /// Output transform to `OUT` points.
    fn output<S: Simd>(x: [S::V; IN]) -> [S::V; OUT];
}

/// F(3, 3): evaluation at 0, 1, -1, 2 and infinity.
pub(super) struct F3;

impl Tile<3, 5> for F3 {
    const KERNEL: [[f64; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 2.0 / 6.0, 4.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>([a, b, c, d, e]: [S::V; 5]) -> [S::V; 5] {
        let two = S::splat(2.0);
        let d_b = S::sub(d, b);
        [
            // 2a - b - 2c + d
            S::mul_add(two, S::sub(a, c), d_b),
            // -2b - c + d
            S::sub(S::mul_add(S::splat(-2.0), b, d), c),
            // 2b - 3c + d
            S::mul_add(S::splat(-3.0), c, S::mul_add(two, b, d)),
            d_b,
            // 2b - c - 2d + e
            S::sub(S::mul_add(S::splat(-2.0), d_b, e), c),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>([a, b, c, d, e]: [S::V; 5]) -> [S::V; 3] {
        let sum = S::add(b, c);
        [
            S::add(S::add(a, sum), d),
            S::mul_add(S::splat(2.0), d, S::sub(b, c)),
            S::mul_add(S::splat(4.0), d, S::add(sum, e)),
        ]
    }
}

/// F(4, 3): evaluation at 0, 1, -1, 2, -2 and infinity.
pub(super) struct F4;

impl Tile<4, 6> for F4 {
    const KERNEL: [[f64; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn input<S: Simd>([a, b, c, d, e, f]: [S::V; 6]) -> [S::V; 6] {
        let (two, four, five) = (S::splat(2.0), S::splat(4.0), S::splat(-5.0));
        let minus_four = S::splat(-4.0);
        let even = S::mul_add(minus_four, c, e);
        let odd = S::mul_add(minus_four, b, d);
        let e_c = S::sub(e, c);
        let d_b = S::mul(two, S::sub(d, b));
        [
            // 4a - 5c + e
            S::mul_add(four, a, S::mul_add(five, c, e)),
            S::add(even, odd),
            S::sub(even, odd),
            S::add(e_c, d_b),
            S::sub(e_c, d_b),
            // 4b - 5d + f
            S::mul_add(four, b, S::mul_add(five, d, f)),
        ]
    }

    #[inline(always)]
    fn output<S: Simd>([a, b, c, d, e, f]: [S::V; 6]) -> [S::V; 4] {
        let (sum, difference) = (S::add(b, c), S::sub(b, c));
        let (far_sum, far_difference) = (S::add(d, e), S::sub(d, e));
        [
            S::add(S::add(a, sum), far_sum),
            S::mul_add(S::splat(2.0), far_difference, difference),
            S::mul_add(S::splat(4.0), far_sum, sum),
            S::add(S::mul_add(S::splat(8.0), far_difference, difference), f),
        ]
    }
}

/// Returns the number of floats from one point of the transformed tiles to the next, with room for `channels` floats
/// for each of `tiles` tiles. It is an odd number of cache lines: a transform accesses all points of a tile together,
/// and with a power of two as stride they would share a few sets of the cache.
pub(super) fn point_stride(tiles: usize, channels: usize) -> usize {
    ((tiles * channels / LINE) | 1) * LINE
}

/// The input transform of all tiles. Writes the channels by point of a transformed tile, column by column, then by tile.
pub(super) struct InputTransform<'a, T, const OUT: usize, const IN: usize> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub input: &'a Tensor,
    pub output: &'a mut [f32],
    pub tile: PhantomData<T>,
}

impl<T: Tile<OUT, IN>, const OUT: usize, const IN: usize> Kernel
    for InputTransform<'_, T, OUT, IN>
{
    #[inline(always)]
    fn run<S: Simd>(self) {
        let zero = S::splat(0.0);
        let grid = self.grid;
        let (across, down) = (grid.width.div_ceil(OUT), grid.height.div_ceil(OUT));
        let channels = padded(self.channels);
        let per_point = point_stride(self.boards * across * down, channels);
        let mut at = 0;
        for board in 0..self.boards {
            for tile in 0..across * down {
                let (column, row) = (tile % across * OUT, tile / across * OUT);
                // A tile's input begins one point to the upper left, in the border for the first tiles.
                let corner = board * grid.cells() + grid.cell(column, row) - grid.columns - 1;
                for channel in (0..channels).step_by(S::LANES) {
                    let mut halves = [[zero; IN]; IN];
                    for (y, half) in halves.iter_mut().enumerate() {
                        let cells = self.input.cells(corner + y * grid.columns, IN);
                        for (v, cell) in half.iter_mut().zip(cells) {
                            *v = S::load(&cell[channel..]);
                        }
                        *half = T::input::<S>(*half);
                    }
                    let mut points = self.output.chunks_exact_mut(per_point);
                    for x in 0..IN {
                        let mut line = [zero; IN];
                        for (v, half) in line.iter_mut().zip(&halves) {
                            *v = half[x];
                        }
                        let line = T::input::<S>(line);
                        for (&v, point) in line.iter().zip(&mut points) {
                            S::store(v, &mut point[at + channel..]);
                        }
                    }
                }
                at += channels;
            }
        }
    }
}

/// The output transform of all tiles, in the order of [`InputTransform`], followed by the epilogue.
pub(super) struct OutputTransform<'a, T, const OUT: usize, const IN: usize> {
    pub grid: &'a Grid,
    pub boards: usize,
    pub channels: usize,
    pub sums: &'a [f32],
    pub epilogue: Epilogue<'a>,
    pub tile: PhantomData<T>,
}

impl<T: Tile<OUT, IN>, const OUT: usize, const IN: usize> Kernel
    for OutputTransform<'_, T, OUT, IN>
{
    #[inline(always)]
    fn run<S: Simd>(mut self) {
        let zero = S::splat(0.0);
        let grid = self.grid;
        let (across, down) = (grid.width.div_ceil(OUT), grid.height.div_ceil(OUT));
        let channels = padded(self.channels);
        let per_point = point_stride(self.boards * across * down, channels);
        let mut at = 0;
        for board in 0..self.boards {
            for tile in 0..across * down {
                let (column, row) = (tile % across * OUT, tile / across * OUT);
                let (width, height) = (OUT.min(grid.width - column), OUT.min(grid.height - row));
                for channel in (0..channels).step_by(S::LANES) {
                    let mut halves = [[zero; OUT]; IN];
                    let mut points = self.sums.chunks_exact(per_point);
                    for half in &mut halves {
                        let mut sums = [zero; IN];
                        for (v, point) in sums.iter_mut().zip(&mut points) {
                            *v = S::load(&point[at + channel..]);
                        }
                        *half = T::output::<S>(sums);
                    }
                    for y in 0..height {
                        let mut line = [zero; IN];
                        for (v, half) in line.iter_mut().zip(&halves) {
                            *v = half[y];
                        }
                        let at = BoardCell {
                            board,
                            cell: grid.cell(column, row + y),
                            cells: grid.cells(),
                        };
                        let line = T::output::<S>(line);
                        self.epilogue.apply::<S, OUT>(at, channel, line, width);
                    }
                }
                at += channels;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_tile_lie_in_different_sets_of_the_cache() {
        // Number of sets in the first-level cache of all processors in use.
        const SETS: usize = 64;
        for tiles in 1..=4 * 49 {
            for channels in [16, 48, 64, 96, 192, 256] {
                let stride = point_stride(tiles, channels);
                assert!((tiles * channels..tiles * channels + 2 * LINE).contains(&stride));
                let sets: std::collections::HashSet<usize> =
                    (0..36).map(|point| point * stride / LINE % SETS).collect();
                assert_eq!(sets.len(), 36, "{tiles} tiles of {channels} channels");
            }
        }
    }
}
