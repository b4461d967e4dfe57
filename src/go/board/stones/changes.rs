//! The difference between two boards, down to the details that affect reading.

use std::ops::Range;

use super::{Board, Site};
use crate::board::point::Point;
use crate::board::point_set::PointSet;

/// The number of liberties from which a chain counts as large.
pub(crate) const LARGE: usize = 16;

/// The number of points compared at a time.
const PART: usize = 32;

/// The points at which two boards differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardChanges {
    /// The points with different contents, the stones of chains that differ in stones, liberties or stone order, and
    /// the ko points if they differ.
    pub near: PointSet,
    /// The stones of chains that have the same stones on both boards but different liberties, at least [`LARGE`] on
    /// each board.
    pub large_chains: PointSet,
}

impl Board {
    /// Returns how this board differs from `former`, or `None` if their sizes differ.
    pub(crate) fn changes_since(&self, former: &Board) -> Option<BoardChanges> {
        if self.size != former.size {
            return None;
        }
        let mut changes = ChangesOfBoards::default();
        let corner = Point::new(self.size.width() - 1, self.size.height() - 1);
        let end = corner.index() + 1;
        // Most parts are equal, and parts of a fixed length compare fastest.
        let parts = self.parts().zip(former.parts()).take(end.div_ceil(PART));
        let mut compared = 0;
        for ((sites, links), (former_sites, former_links)) in parts {
            if Site::differ(sites, former_sites) | Point::differ(links, former_links) {
                changes.add(self, former, compared..compared + PART);
            }
            compared += PART;
        }
        changes.add(self, former, compared..end);
        let ChangesOfBoards {
            own: mut near,
            former: gone,
            large_chains,
        } = changes;
        near.insert_all(&gone);
        if self.ko != former.ko {
            let kos = [self.ko, former.ko].into_iter().flatten();
            for ko in kos {
                near.insert(ko.point);
            }
        }
        Some(BoardChanges { near, large_chains })
    }

    /// Iterates over the board in parts of [`PART`] points: their contents and the links between stones.
    fn parts(&self) -> impl Iterator<Item = (&[Site; PART], &[Point; PART])> {
        let (sites, _) = self.sites.as_chunks::<PART>();
        let (links, _) = self.next.as_chunks::<PART>();
        sites.iter().zip(links)
    }

    /// Adds a point and, if it has a stone, the stone's chain. The set must contain each chain entirely or not at all.
    fn add_chain_to(&self, set: &mut PointSet, point: Point) {
        if set.insert(point) && self.at(point).is_some() {
            for stone in self.stones_of(point) {
                set.insert(stone);
            }
        }
    }

    /// Whether the point has a stone of a large chain.
    fn has_large_chain(&self, point: Point) -> bool {
        self.at(point).is_some() && self.liberty_count(point) >= LARGE
    }
}

/// The points at which two boards differ, grouped by the board that their chains belong to.
#[derive(Default)]
struct ChangesOfBoards {
    own: PointSet,
    former: PointSet,
    large_chains: PointSet,
}

impl ChangesOfBoards {
    /// Adds the differing points in this part of the arrays.
    fn add(&mut self, own: &Board, former: &Board, part: Range<usize>) {
        for index in part {
            let point = Point::from_index(index);
            let (site, former_site) = (own.sites[index], former.sites[index]);
            if site != former_site {
                own.add_chain_to(&mut self.own, point);
                former.add_chain_to(&mut self.former, point);
                if site.kind() != former_site.kind() {
                    self.add_liberties(own, former, point);
                }
            } else if site.is_stone() && own.next[index] != former.next[index] {
                // The chain's stones were played in another order, so moves may also be listed in another order.
                own.add_chain_to(&mut self.own, point);
            }
        }
    }

    /// Adds the chains around a point with different contents, since their liberties differ.
    fn add_liberties(&mut self, own: &Board, former: &Board, point: Point) {
        for near in point.neighbors() {
            // A chain with the same head has the same stones, or its points differ elsewhere.
            let stays = own.site(near) == former.site(near);
            if stays && own.has_large_chain(near) && former.has_large_chain(near) {
                own.add_chain_to(&mut self.large_chains, near);
                continue;
            }
            if own.at(near).is_some() {
                own.add_chain_to(&mut self.own, near);
            }
            if former.at(near).is_some() {
                former.add_chain_to(&mut self.former, near);
            }
        }
    }
}

#[cfg(test)]
mod tests;
