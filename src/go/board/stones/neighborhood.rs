//! The neighborhood of a point, as seen by one chain.

use std::hint::black_box;

use super::{Board, Chain, Site, SiteKind};
use crate::board::point::Point;
use tengen_engine::game::Color;

/// The four neighbors of a chain's liberty, as seen by that chain.
///
/// Their contents are random, and branches on them are mispredicted. Everything is therefore computed up front without
/// branches, and the few conditions that matter are tests of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighborhood {
    /// The empty neighbors, one bit each in the order of [`Point::neighbors`].
    empty: u8,
    /// The liberty counts of other chains of the same color: bit n for n liberties, the highest bit for more.
    friends: u8,
    /// The liberty counts of the opposing chains, in the same format.
    foes: u8,
}

/// The number of liberties of a chain after an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExtensionLiberties {
    /// A lower bound. If it is at least one, the extension is legal: no ko forbids it, because the neighbors of a ko
    /// point all belong to the side that may play there.
    pub at_least: usize,
    /// Whether the bound is exact: the extension captures nothing and joins at most one chain.
    pub is_exact: bool,
}

impl ExtensionLiberties {
    /// Whether the extension leaves the chain in atari.
    #[inline]
    pub fn is_self_atari(self) -> bool {
        self.is_exact && self.at_least <= 1
    }
}

/// The usual size of a cache line, in bytes.
const CACHE_LINE: usize = 64;

/// The liberty count from which neighborhoods stop distinguishing.
const MANY: u16 = 7;

impl Neighborhood {
    /// Returns the number of empty neighbors.
    #[inline]
    pub fn empty_count(self) -> usize {
        // A table of the bit counts of all 4-bit numbers, 4 bits each.
        (0x4332_3221_3221_2110_u64 >> (4 * self.empty) & 7) as usize
    }

    /// Iterates over the empty neighbors of `point`, the point of this neighborhood.
    #[inline]
    pub fn empty_points(self, point: Point) -> impl Iterator<Item = Point> {
        let neighbors = point.neighbors();
        let mut left = self.empty;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            neighbors.get(number).copied()
        })
    }

    /// Returns the neighborhood after a stone is played on this empty neighbor.
    #[inline]
    pub fn with_stone_at(mut self, point: Point, neighbor: Point) -> Neighborhood {
        for (number, other) in point.neighbors().into_iter().enumerate() {
            self.empty &= !(u8::from(other == neighbor) << number);
        }
        self
    }

    /// Whether an extension here joins and captures nothing.
    #[inline]
    pub fn is_isolated(self) -> bool {
        self.friends == 0 && self.foes & 0b10 == 0
    }

    /// Whether an opposing chain has at least this many liberties (at most 7).
    #[inline]
    pub fn has_foe_with_at_least(self, liberties: u32) -> bool {
        self.foes >> liberties != 0
    }

    /// Whether the opponent may play here: the new stone has a liberty, joins a chain with another liberty, or captures
    /// a chain other than the one that sees the neighborhood.
    #[inline]
    pub fn allows_opponent(self) -> bool {
        self.empty != 0 || self.foes > 0b11 || self.friends & 0b10 != 0
    }
}

/// Returns the neighbors that satisfy `test`, one bit each.
#[inline(always)]
fn mask_of(near: [Site; 4], test: impl Fn(Site) -> bool) -> u8 {
    let bits = near.map(|site| u8::from(test(site)));
    bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3
}

impl Board {
    /// Returns the neighborhood of an empty point as seen by the chain of the stone on `chain`.
    #[inline]
    pub(crate) fn neighborhood(&self, point: Point, chain: Point) -> Neighborhood {
        let own = self.site(chain);
        let mut empty = 0;
        // One byte of liberty counts per kind of neighbor: friends, foes, and two for kinds that don't count.
        let mut counts = 0_u32;
        for (number, neighbor) in point.neighbors().into_iter().enumerate() {
            let site = self.site(neighbor);
            let liberties = self.chains[site.head().index()].liberties().min(MANY);
            let kind = site.kind() ^ own.kind() | u32::from(site == own) << 1;
            counts |= 1 << (8 * kind + u32::from(liberties));
            empty |= u8::from(site == Site::EMPTY) << number;
        }
        let [friends, foes, ..] = counts.to_le_bytes();
        Neighborhood {
            empty,
            friends,
            foes,
        }
    }

    /// Estimates a chain's liberties after it extends at `point`, the point of this neighborhood and the chain's only
    /// liberty. With `attack`, the chain has that liberty too, but the opponent plays there first; the neighborhood
    /// must already include that stone. Numbers above two are rough.
    #[inline]
    pub(crate) fn extension_liberties(
        &self,
        point: Point,
        chain: Point,
        around: Neighborhood,
        attack: Option<Point>,
    ) -> ExtensionLiberties {
        // A joined chain loses `point` as a liberty, and possibly the attacked point.
        let lost = 1 + usize::from(attack.is_some());
        let most_of_friends = around.friends.checked_ilog2().unwrap_or(0) as usize;
        let liberties = ExtensionLiberties {
            at_least: around
                .empty_count()
                .max(most_of_friends.saturating_sub(lost)),
            is_exact: around.foes & 0b10 == 0,
        };
        if around.friends == 0 || liberties.at_least > 2 {
            liberties
        } else {
            self.joined_liberties(point, chain, around, attack, liberties)
        }
    }

    #[inline(never)]
    fn joined_liberties(
        &self,
        point: Point,
        chain: Point,
        around: Neighborhood,
        attack: Option<Point>,
        mut liberties: ExtensionLiberties,
    ) -> ExtensionLiberties {
        let own = self.site(chain);
        let points = point.neighbors();
        let near = points.map(|neighbor| self.site(neighbor));
        let mut friends = mask_of(near, |site| (site.kind() == own.kind()) & (site != own));
        while friends != 0 {
            let friend = near[friends.trailing_zeros() as usize & 3];
            friends &= !mask_of(near, |site| site == friend);
            liberties.is_exact &= friends == 0;
            let is_attacked = attack.is_some_and(|attack| self.touches_site(attack, friend));
            let mut count = self.chains[friend.head().index()].liberties() - 1;
            count -= u16::from(is_attacked);
            let mut empty = around.empty;
            while empty != 0 {
                let liberty = points[empty.trailing_zeros() as usize & 3];
                count += u16::from(!self.touches_site(liberty, friend));
                empty &= empty - 1;
            }
            liberties.at_least = liberties.at_least.max(usize::from(count));
        }
        liberties
    }

    /// Whether a chain of this color in atari touches the point.
    #[inline]
    pub(crate) fn touches_atari(&self, point: Point, color: Color) -> bool {
        let cell = SiteKind::from(color);
        point.neighbors().into_iter().fold(false, |found, n| {
            let site = self.site(n);
            let in_atari = self.chains[site.head().index()].liberties() == 1;
            found | (site.is(cell) & in_atari)
        })
    }

    /// Reads one entry of every cache line of the contents and the chains, so that all uncached lines load in parallel.
    /// Reading a position on a cold board would load them one by one, because each entry says where to look next.
    #[inline]
    pub(crate) fn prefetch(&self) {
        let (sites, _) = self.sites.as_chunks::<{ CACHE_LINE / size_of::<Site>() }>();
        let (chains, _) = self
            .chains
            .as_chunks::<{ CACHE_LINE / size_of::<Chain>() }>();
        black_box(sites.iter().fold(0, |all, line| all | line[0].kind()));
        black_box(chains.iter().fold(0, |all, line| all | line[0].stones()));
    }

    /// Whether the point and its neighbors are all empty.
    #[inline]
    pub(crate) fn is_surrounded_by_empty(&self, point: Point) -> bool {
        let is_empty = |p: Point| self.site(p) == Site::EMPTY;
        let bare = point.neighbors().into_iter().map(is_empty);
        bare.fold(is_empty(point), |all, one| all & one)
    }
}
