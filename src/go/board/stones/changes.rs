//! The difference of two boards, as far as reading can tell them apart.

use std::ops::Range;

use super::{Board, Site};
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;

/// Liberties of a chain that is large.
pub(in crate::go) const LARGE: usize = 16;

/// The number of points that are compared at once.
const PART: usize = 32;

/// The points at which two boards differ.
#[derive(Clone, Debug, Default)]
pub(in crate::go) struct BoardChanges {
    /// The points with other contents, the stones of chains with other stones or liberties or with the stones in another
    /// order, and the points of the kos where they differ.
    pub near: PointSet,
    /// The stones of chains that have the same stones on both boards and other liberties, [`LARGE`] or more on both.
    pub large_chains: PointSet,
}

impl Board {
    /// Returns the difference of this board from a former one; `None` if they have different sizes.
    pub(in crate::go) fn changes_since(&self, former: &Board) -> Option<BoardChanges> {
        if self.size != former.size {
            return None;
        }
        let mut changes = BoardChanges::default();
        if self.ko != former.ko {
            let kos = [self.ko, former.ko].into_iter().flatten();
            for ko in kos {
                changes.near.insert(ko.point);
            }
        }
        let corner = Point::new(self.size.width() - 1, self.size.height() - 1);
        let end = corner.index() + 1;
        // Most parts are equal, and those of one length are compared fastest.
        let parts = self.parts().zip(former.parts()).take(end.div_ceil(PART));
        let mut compared = 0;
        for ((sites, links), (former_sites, former_links)) in parts {
            if Site::differ(sites, former_sites) || Point::differ(links, former_links) {
                self.add_changes_in(compared..compared + PART, former, &mut changes);
            }
            compared += PART;
        }
        self.add_changes_in(compared..end, former, &mut changes);
        Some(changes)
    }

    /// Returns the contents of equally many points each, and the links between the stones there.
    fn parts(&self) -> impl Iterator<Item = (&[Site; PART], &[Point; PART])> {
        let (sites, _) = self.sites.as_chunks::<PART>();
        let (links, _) = self.next.as_chunks::<PART>();
        sites.iter().zip(links)
    }

    /// Adds the points in this part of the arrays that differ on the other board.
    fn add_changes_in(&self, part: Range<usize>, former: &Board, changes: &mut BoardChanges) {
        for index in part {
            let point = Point::from_index(index);
            if self.sites[index] != former.sites[index] {
                self.add_changes_at(point, former, changes);
                former.add_changes_at(point, self, changes);
            } else if self.next[index] != former.next[index] && self.at(point).is_some() {
                // A chain whose stones were played in another order: lines of play may be of another order too.
                for stone in self.stones_of(point) {
                    changes.near.insert(stone);
                }
            }
        }
    }

    /// Adds a point that differs on the other board, its chain, and the chains around it, whose liberties differ.
    fn add_changes_at(&self, point: Point, other: &Board, changes: &mut BoardChanges) {
        changes.near.insert(point);
        if self.at(point).is_some() {
            for stone in self.stones_of(point) {
                changes.near.insert(stone);
            }
        }
        for neighbor in point.neighbors() {
            if self.at(neighbor).is_none() {
                continue;
            }
            let is_large = |board: &Board| board.liberty_count(neighbor) >= LARGE;
            // A chain with the same head has the same stones, or points of it differ.
            let stays = self.site(neighbor) == other.site(neighbor);
            let set = if stays && is_large(self) && is_large(other) {
                &mut changes.large_chains
            } else {
                &mut changes.near
            };
            if !set.contains(neighbor) {
                for stone in self.stones_of(neighbor) {
                    set.insert(stone);
                }
            }
        }
    }
}
