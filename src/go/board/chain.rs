//! Stone and liberty counts of a chain.

use super::point::Point;

/// The number of stones and the liberties of one chain, packed into one word so that adding or removing a liberty takes
/// a single addition.
///
/// From the lowest bit: the number of stones (10 bits), the number of distinct liberties (10 bits), the sum of the
/// liberties' indices (20 bits: at most 360 of them, each index below 704), and the sum of the squared indices modulo
/// 2^24. The two sums identify the liberties of a chain with one or two, without visiting its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain(u64);

const LIBERTIES: u32 = 10;
const SUM: u32 = 20;
const SQUARES: u32 = 40;

impl Chain {
    /// Returns a chain of one stone with no liberties counted yet.
    pub fn lone() -> Chain {
        Chain(1)
    }

    #[inline]
    pub fn stones(self) -> u16 {
        (self.0 & 0x3FF) as u16
    }

    /// Returns the number of distinct liberties.
    #[inline]
    pub fn liberties(self) -> u16 {
        (self.0 >> LIBERTIES & 0x3FF) as u16
    }

    #[inline]
    pub fn add_stones(&mut self, stones: u16) {
        self.0 += u64::from(stones);
    }

    /// Adds `point` to the liberties if `condition` is true, without a branch. It must not be a liberty already.
    #[inline]
    pub fn add_liberty_if(&mut self, condition: bool, point: Point) {
        let mask = u64::from(condition).wrapping_neg();
        self.0 = self.0.wrapping_add(Chain::liberty(point) & mask);
    }

    /// Removes `point` from the liberties if `condition` is true, without a branch. It must be a liberty.
    #[inline]
    pub fn remove_liberty_if(&mut self, condition: bool, point: Point) {
        let mask = u64::from(condition).wrapping_neg();
        self.0 = self.0.wrapping_sub(Chain::liberty(point) & mask);
    }

    /// Returns the liberty of a chain in atari.
    #[inline]
    pub fn one_liberty(self) -> Point {
        debug_assert_eq!(self.liberties(), 1);
        Point::from_index(self.sum() as usize)
    }

    /// Returns both liberties of a chain that has two.
    ///
    /// With s their sum and q the sum of their squares, their difference is the root of 2q - s², a perfect square below
    /// 2^24 and therefore exact in an `f32`.
    #[inline]
    pub fn two_liberties(self) -> [Point; 2] {
        debug_assert_eq!(self.liberties(), 2);
        let sum = self.sum();
        let squares = (self.0 >> SQUARES) as u32;
        let difference = ((2 * squares - sum * sum) as f32).sqrt() as u32;
        let lower = (sum - difference) / 2;
        [lower, lower + difference].map(|index| Point::from_index(index as usize))
    }

    /// The addend for one liberty.
    #[inline]
    fn liberty(point: Point) -> u64 {
        let index = point.index() as u64;
        1 << LIBERTIES | index << SUM | (index * index) << SQUARES
    }

    fn sum(self) -> u32 {
        (self.0 >> SUM & 0xF_FFFF) as u32
    }
}
