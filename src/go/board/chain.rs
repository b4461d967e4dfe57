//! What is kept for every chain of stones.

use super::point::Point;

/// The stones and liberties of one chain in one word, so that a liberty comes or goes with one addition. The
/// two sums name the liberties of a chain that has one or two of them without a look at its stones.
///
/// From the lowest bit: the number of stones (10 bits), the number of different empty points next to the chain
/// (10 bits), the sum of their indices (20 bits: at most 360 of them, each index below 704), and the sum of the
/// squares of the indices, modulo 2^24, which is enough for two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain(u64);

const LIBERTIES: u32 = 10;
const SUM: u32 = 20;
const SQUARES: u32 = 40;

impl Chain {
    /// A lone stone, liberties not counted yet.
    pub fn lone() -> Chain {
        Chain(1)
    }

    /// The number of stones.
    #[inline]
    pub fn stones(self) -> u16 {
        (self.0 & 0x3FF) as u16
    }

    /// The number of different empty points next to the chain.
    #[inline]
    pub fn liberties(self) -> u16 {
        (self.0 >> LIBERTIES & 0x3FF) as u16
    }

    /// Counts stones that are new to the chain.
    #[inline]
    pub fn add_stones(&mut self, stones: u16) {
        self.0 += u64::from(stones);
    }

    /// Counts a point that was no liberty of the chain, if `condition` holds; without a branch.
    #[inline]
    pub fn add_liberty_if(&mut self, condition: bool, point: Point) {
        let mask = u64::from(condition).wrapping_neg();
        self.0 = self.0.wrapping_add(Chain::liberty(point) & mask);
    }

    /// Takes away a point that was a liberty of the chain, if `condition` holds; without a branch.
    #[inline]
    pub fn remove_liberty_if(&mut self, condition: bool, point: Point) {
        let mask = u64::from(condition).wrapping_neg();
        self.0 = self.0.wrapping_sub(Chain::liberty(point) & mask);
    }

    /// The only liberty of a chain in atari.
    #[inline]
    pub fn one_liberty(self) -> Point {
        debug_assert_eq!(self.liberties(), 1);
        Point::from_index(self.sum() as usize)
    }

    /// Both liberties of a chain that has two: from their sum s and the sum of their squares q their
    /// difference is the root of 2q - s², a perfect square below 2^24 and so exact in an `f32`.
    #[inline]
    pub fn two_liberties(self) -> [Point; 2] {
        debug_assert_eq!(self.liberties(), 2);
        let sum = self.sum();
        let squares = (self.0 >> SQUARES) as u32;
        let difference = ((2 * squares - sum * sum) as f32).sqrt() as u32;
        let lower = (sum - difference) / 2;
        [lower, lower + difference].map(|index| Point::from_index(index as usize))
    }

    /// One liberty as it counts in the word.
    #[inline]
    fn liberty(point: Point) -> u64 {
        let index = point.index() as u64;
        1 << LIBERTIES | index << SUM | (index * index) << SQUARES
    }

    fn sum(self) -> u32 {
        (self.0 >> SUM & 0xF_FFFF) as u32
    }
}
