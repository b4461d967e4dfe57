//! The eight symmetries of a board.

/// A symmetry by KataGo's number from 0 to 7: bit 0 flips top and bottom, bit 1 left and right, bit 2 swaps columns and
/// rows, after the flips and on square boards only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Number of symmetries of a square board.
    pub const COUNT: u8 = 8;

    /// Returns the symmetry with this number; `None` from [`Symmetry::COUNT`] on.
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < Symmetry::COUNT).then_some(Symmetry(number))
    }

    /// Returns all symmetries, ordered by number.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT).map(Symmetry)
    }

    /// Returns KataGo's number of the symmetry.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the image of a point, by column and row on a board of `width` by `height` points.
    pub fn apply(
        self,
        (width, height): (usize, usize),
        column: usize,
        row: usize,
    ) -> (usize, usize) {
        let row = if self.0 & 1 == 0 {
            row
        } else {
            height - 1 - row
        };
        let column = if self.0 & 2 == 0 {
            column
        } else {
            width - 1 - column
        };
        match self.0 & 4 != 0 && width == height {
            true => (row, column),
            false => (column, row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_different_and_lose_no_point() {
        for size in [(3, 3), (4, 3)] {
            let images: Vec<Vec<(usize, usize)>> = Symmetry::all()
                .map(|symmetry| {
                    let points = (0..size.1).flat_map(|row| (0..size.0).map(move |c| (c, row)));
                    points
                        .map(|(column, row)| symmetry.apply(size, column, row))
                        .collect()
                })
                .collect();
            let different = |i: usize| (0..i).all(|j| images[i] != images[j]);
            let count = (0..images.len()).filter(|&i| different(i)).count();
            assert_eq!(count, if size.0 == size.1 { 8 } else { 4 });
            for image in &images {
                let mut sorted = image.clone();
                sorted.sort();
                sorted.dedup();
                assert_eq!(sorted.len(), size.0 * size.1);
            }
        }
    }
}
