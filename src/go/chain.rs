//! What is kept for every chain of stones.

use super::point::Point;

/// The stones and liberties of one chain. The two sums name the liberties of a chain that has one or two of
/// them without a look at its stones, however long it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain {
    /// The number of stones.
    pub stones: u16,
    /// The number of different empty points next to the chain.
    pub liberties: u16,
    /// The sum of the liberties' indices.
    sum: u32,
    /// The sum of the squares of the liberties' indices: 360 liberties at most, each index below 704.
    squares: u32,
}

impl Chain {
    /// A lone stone, liberties not counted yet.
    pub fn lone() -> Chain {
        Chain {
            stones: 1,
            ..Chain::default()
        }
    }

    /// Counts a point that was no liberty of the chain.
    pub fn add_liberty(&mut self, point: Point) {
        let index = point.index() as u32;
        self.liberties += 1;
        self.sum += index;
        self.squares += index * index;
    }

    /// Takes away a point that was a liberty of the chain.
    pub fn remove_liberty(&mut self, point: Point) {
        let index = point.index() as u32;
        self.liberties -= 1;
        self.sum -= index;
        self.squares -= index * index;
    }

    /// The only liberty of a chain in atari.
    pub fn one_liberty(&self) -> Point {
        debug_assert_eq!(self.liberties, 1);
        Point::from_index(self.sum as usize)
    }

    /// Both liberties of a chain that has two: from their sum s and the sum of their squares q their
    /// difference is the root of 2q - s², a perfect square below 2^24 and so exact in an `f32`.
    pub fn two_liberties(&self) -> [Point; 2] {
        debug_assert_eq!(self.liberties, 2);
        let difference = ((2 * self.squares - self.sum * self.sum) as f32).sqrt() as u32;
        let lower = (self.sum - difference) / 2;
        [lower, lower + difference].map(|index| Point::from_index(index as usize))
    }
}
