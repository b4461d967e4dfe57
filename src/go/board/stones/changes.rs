//! The difference of two boards, as far as reading can tell them apart.

use std::ops::Range;

use super::{Board, Site};
use crate::board::point::Point;
use crate::board::point_set::PointSet;

/// Liberties of a chain that is large.
pub(crate) const LARGE: usize = 16;

/// The number of points that are compared at once.
const PART: usize = 32;

/// The points at which two boards differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardChanges {
    /// The points with other contents, the stones of chains with other stones or liberties or with the stones in another
    /// order, and the points of the kos where they differ.
    pub near: PointSet,
    /// The stones of chains that have the same stones on both boards and other liberties, [`LARGE`] or more on both.
    pub large_chains: PointSet,
}

impl Board {
    /// Returns the difference of this board from a former one; `None` if they have different sizes.
    pub(crate) fn changes_since(&self, former: &Board) -> Option<BoardChanges> {
        if self.size != former.size {
            return None;
        }
        let mut changes = ChangesOfBoards::default();
        let corner = Point::new(self.size.width() - 1, self.size.height() - 1);
        let end = corner.index() + 1;
        // Most parts are equal, and those of one length are compared fastest.
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

    /// Returns the contents of equally many points each, and the links between the stones there.
    fn parts(&self) -> impl Iterator<Item = (&[Site; PART], &[Point; PART])> {
        let (sites, _) = self.sites.as_chunks::<PART>();
        let (links, _) = self.next.as_chunks::<PART>();
        sites.iter().zip(links)
    }

    /// Adds a point and, if there is a stone, its chain to a set that has each chain as a whole or not at all.
    fn add_chain_to(&self, set: &mut PointSet, point: Point) {
        if set.insert(point) && self.at(point).is_some() {
            for stone in self.stones_of(point) {
                set.insert(stone);
            }
        }
    }

    /// Whether there is a stone of a chain with many liberties.
    fn has_large_chain(&self, point: Point) -> bool {
        self.at(point).is_some() && self.liberty_count(point) >= LARGE
    }
}

/// The points at which two boards differ, by the board whose chains they belong to.
#[derive(Default)]
struct ChangesOfBoards {
    own: PointSet,
    former: PointSet,
    large_chains: PointSet,
}

impl ChangesOfBoards {
    /// Adds the points in this part of the arrays that differ.
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
                // A chain whose stones were played in another order: moves may be listed in another order too.
                own.add_chain_to(&mut self.own, point);
            }
        }
    }

    /// Adds the chains around a point with another content, whose liberties differ.
    fn add_liberties(&mut self, own: &Board, former: &Board, point: Point) {
        for near in point.neighbors() {
            // A chain with the same head has the same stones, or points of it differ.
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
