//! Rotary position embedding: rotates pairs of numbers by angles that depend on the point.

use super::grid::{AlignedVec, Grid, padded};
use super::simd::{Kernel, Simd};
use crate::net::model::LONGEST_SIDE;

/// Sines and cosines of the angles of all columns and rows. The angle of a point is the sum of a column's and a row's,
/// so the addition theorem gives the sines and cosines of every point on every board.
pub(super) struct RotaryTable {
    /// Number of pairs, padded to whole cache lines.
    pairs: usize,
    columns: Turns,
    rows: Turns,
}

/// Sines and cosines by row or column, then by pair.
struct Turns {
    sines: AlignedVec,
    cosines: AlignedVec,
}

impl RotaryTable {
    /// Creates the table for pairs with these frequencies by column and row.
    pub fn new(frequencies: &[[f32; 2]]) -> RotaryTable {
        let of = |axis: usize| {
            let frequencies: Vec<f32> = frequencies.iter().map(|pair| pair[axis]).collect();
            Turns::new(&frequencies)
        };
        RotaryTable {
            pairs: padded(frequencies.len()),
            columns: of(0),
            rows: of(1),
        }
    }
}

impl Turns {
    fn new(frequencies: &[f32]) -> Turns {
        let pairs = padded(frequencies.len());
        let places = usize::from(LONGEST_SIDE);
        let mut turns = Turns {
            sines: AlignedVec::zeros(places * pairs),
            cosines: AlignedVec::zeros(places * pairs),
        };
        for place in 0..places {
            for (pair, &frequency) in frequencies.iter().enumerate() {
                let angle = place as f64 * f64::from(frequency);
                turns.sines[place * pairs + pair] = angle.sin() as f32;
                turns.cosines[place * pairs + pair] = angle.cos() as f32;
            }
        }
        turns
    }
}

/// Rotates the pairs of every point. The first numbers of all pairs precede the second ones.
pub(super) struct Turn<'a> {
    pub table: &'a RotaryTable,
    pub grid: &'a Grid,
    /// Numbers of each point, point after point, board after board.
    pub points: &'a mut [f32],
    /// Number of floats from point to point.
    pub stride: usize,
    /// Offset of the first numbers within a point.
    pub start: usize,
}

impl Kernel for Turn<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let (pairs, width) = (self.table.pairs, self.grid.width);
        let of_board = self.grid.points();
        for (index, point) in self.points.chunks_exact_mut(self.stride).enumerate() {
            let place = index % of_board;
            let (column, row) = (place % width * pairs, place / width * pairs);
            let (first, second) = point[self.start..][..2 * pairs].split_at_mut(pairs);
            for at in (0..pairs).step_by(S::LANES) {
                let column_sine = S::load(&self.table.columns.sines[column + at..]);
                let column_cosine = S::load(&self.table.columns.cosines[column + at..]);
                let row_sine = S::load(&self.table.rows.sines[row + at..]);
                let row_cosine = S::load(&self.table.rows.cosines[row + at..]);
                let sine = S::mul_add(column_sine, row_cosine, S::mul(column_cosine, row_sine));
                let cosine = S::sub(
                    S::mul(column_cosine, row_cosine),
                    S::mul(column_sine, row_sine),
                );
                let (x, y) = (S::load(&first[at..]), S::load(&second[at..]));
                let turned_x = S::sub(S::mul(x, cosine), S::mul(y, sine));
                let turned_y = S::mul_add(x, sine, S::mul(y, cosine));
                S::store(turned_x, &mut first[at..]);
                S::store(turned_y, &mut second[at..]);
            }
        }
    }
}
