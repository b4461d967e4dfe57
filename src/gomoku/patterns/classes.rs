//! Classes of points by the patterns of their four lines.

use std::sync::OnceLock;

use super::pattern::Pattern;
use super::pattern_tables::PatternPair;
use tengen_engine::game::Color;

/// The patterns of a point's four lines, in 4 bits each: black's in the lower half, white's in the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quad(u32);

impl Quad {
    /// No pattern in any direction.
    pub const NOTHING: Quad = Quad(0);

    /// Replaces the patterns of one direction.
    #[inline]
    pub fn with(self, direction: usize, pair: PatternPair) -> Quad {
        let pair = u32::from(pair);
        let shift = 4 * direction;
        let nibbles = (pair | pair << 12) & 0x000f_000f;
        Quad(self.0 & !(0x000f_000f << shift) | nibbles << shift)
    }

    /// Returns one color's four patterns.
    #[inline]
    fn nibbles(self, color: Color) -> u16 {
        (self.0 >> (16 * color.index())) as u16
    }
}

/// Index of a multiset of four patterns, regardless of directions. Less than [`CLASSES`].
pub(crate) type Class = u16;

/// Number of multisets of four out of fourteen patterns.
pub(crate) const CLASSES: usize = 2380;

/// The smallest power of two that is at least [`CLASSES`].
pub(crate) const CLASS_SLOTS: usize = 4096;

/// The table of classes, the same for every rule.
pub(crate) struct Classes {
    /// Class by the 16 bits of the four patterns.
    numbers: Box<[Class; 1 << 16]>,
    /// Patterns by class, lowest first.
    members: Vec<[Pattern; 4]>,
}

impl Classes {
    /// Returns the table, built at the first call. It is constant, but too large to build at compile time.
    pub fn all() -> &'static Classes {
        static TABLE: OnceLock<Classes> = OnceLock::new();
        TABLE.get_or_init(Classes::build)
    }

    fn build() -> Self {
        let mut numbers = Box::new([0; 1 << 16]);
        let mut members = Vec::with_capacity(CLASSES);
        let count = Pattern::ALL.len();
        for i in 0..count.pow(4) {
            let digits: [usize; 4] = std::array::from_fn(|d| i / count.pow(d as u32) % count);
            if !digits.is_sorted() {
                continue;
            }
            for order in ORDERS {
                let nibbles = order.iter().enumerate().fold(0, |all, (d, &of)| {
                    all | (Pattern::ALL[digits[of]] as usize) << (4 * d)
                });
                numbers[nibbles] = members.len() as Class;
            }
            members.push(digits.map(|digit| Pattern::ALL[digit]));
        }
        Classes { numbers, members }
    }

    /// Returns the class of one color's patterns.
    #[inline]
    pub fn of(&self, quad: Quad, color: Color) -> Class {
        self.numbers[usize::from(quad.nibbles(color))]
    }

    /// Returns the four patterns of every class, lowest first.
    pub fn members(&self) -> &[[Pattern; 4]] {
        &self.members
    }
}

/// All permutations of four indices.
const ORDERS: [[usize; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let (mut found, mut i) = (0, 0);
    while i < 256 {
        let order = [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            orders[found] = order;
            found += 1;
        }
        i += 1;
    }
    orders
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_does_not_hang_on_directions() {
        let classes = Classes::all();
        assert_eq!(classes.members().len(), CLASSES);
        let quad = |patterns: [Pattern; 4], color: Color| {
            let pair = |p: Pattern| (p as u8) << (4 * color.index());
            let each = patterns.into_iter().enumerate();
            each.fold(Quad::NOTHING, |quad, (d, p)| quad.with(d, pair(p)))
        };
        for (number, &members) in classes.members().iter().enumerate() {
            for color in Color::BOTH {
                let turned = [members[2], members[0], members[3], members[1]];
                assert_eq!(usize::from(classes.of(quad(members, color), color)), number);
                assert_eq!(usize::from(classes.of(quad(turned, color), color)), number);
                assert_eq!(classes.of(quad(members, color), color.opponent()), 0);
            }
        }
    }
}
