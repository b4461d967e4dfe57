//! What is seen of a position before a move is tried: ways out, dead ends and captures that free.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::super::super::point::Point;
use super::Reader;

/// An attacker's move against a chain with two liberties.
pub(super) struct Attack {
    pub point: Point,
    /// The liberty that it leaves.
    way_out: Point,
    /// A bound from below for the liberties of the chain after it extends there; at most two, or the attack
    /// would have failed.
    room: usize,
}

impl Reader<'_> {
    /// The attacker's legal moves against a chain with two liberties, without those that leave it a way out to
    /// three.
    pub(super) fn open_attacks(&mut self) -> ArrayVec<Attack, 2> {
        let mut attacks = ArrayVec::new();
        let Some([a, b]) = self.board.two_liberties(self.target) else {
            return attacks;
        };
        for (point, way_out) in [(a, b), (b, a)] {
            let room = self.least_after_extending(way_out, Some(point));
            if room < 3
                && !self.leads_into_the_open(way_out, Some(point))
                && self.allows(self.attacker(), point)
            {
                attacks.push(Attack {
                    point,
                    way_out,
                    room,
                });
            }
        }
        // The narrower way out first, and of two alike the one towards the edge.
        let order = |attack: &Attack| (attack.room, Reverse(self.height_above_edge(attack.point)));
        if let [first, second] = &attacks[..]
            && order(second) < order(first)
        {
            attacks.swap(0, 1);
        }
        attacks
    }

    /// The distance from the nearest edge.
    fn height_above_edge(&self, point: Point) -> u8 {
        let size = self.board.size();
        let across = point.column().min(size.width() - 1 - point.column());
        let along = point.row().min(size.height() - 1 - point.row());
        across.min(along)
    }

    /// A bound from below for the liberties of the chain after it extends at `last`, its only liberty but perhaps
    /// for the one where the attacker plays before. With at least one it is legal: no ko bars it, because
    /// the mouth of a ko has no neighbour of the side that is barred.
    pub(super) fn least_after_extending(&self, last: Point, attack: Option<Point>) -> usize {
        let own_head = self.board.head(self.target);
        let mut open = 0;
        let mut joined = 0;
        for neighbour in last.neighbours() {
            if self.board.is_empty(neighbour) {
                open += usize::from(attack != Some(neighbour));
            } else if self.board.at(neighbour) == Some(self.defender)
                && self.board.head(neighbour) != own_head
            {
                // The point itself is lost as a liberty, and perhaps the one attacked.
                let lost = 1 + usize::from(attack.is_some());
                joined = joined.max(self.board.liberty_count(neighbour).saturating_sub(lost));
            }
        }
        open.max(joined)
    }

    /// Whether an extension at `last`, perhaps after an attack, gains two liberties of which the attacker can
    /// take only one: the other leads to three.
    pub(super) fn leads_into_the_open(&self, last: Point, attack: Option<Point>) -> bool {
        let mut gained = 0;
        for liberty in last.neighbours() {
            if !self.board.is_empty(liberty) || attack == Some(liberty) {
                continue;
            }
            // The extension itself still counts as one of the four.
            let is_open = self.board.neighbours(liberty).empty() == 4
                && attack.is_none_or(|attack| !attack.touches(liberty));
            if !is_open {
                return false;
            }
            gained += 1;
        }
        gained >= 2
    }

    /// Whether an extension at this liberty joins and captures nothing.
    pub(super) fn is_plain(&self, liberty: Point) -> bool {
        let own_head = self.board.head(self.target);
        liberty
            .neighbours()
            .into_iter()
            .all(|n| match self.board.at(n) {
                Some(color) if color == self.defender => self.board.head(n) == own_head,
                Some(_) => self.board.liberty_count(n) > 1,
                None => true,
            })
    }

    /// Whether this attack catches a chain that has nothing to capture: its way out leads nowhere, and the
    /// attacking stone can't be captured in turn.
    pub(super) fn is_caught_by(&self, attack: &Attack) -> bool {
        let &Attack {
            point,
            way_out,
            room,
        } = attack;
        if room > 1 || !self.is_plain(way_out) {
            return false;
        }
        let open = self.board.neighbours(point).empty() as usize;
        // Two liberties beside the way out.
        if open >= 2 + usize::from(point.touches(way_out)) {
            return true;
        }
        point
            .neighbours()
            .into_iter()
            .any(|n| self.board.at(n) == Some(self.attacker()) && self.board.liberty_count(n) >= 4)
    }

    /// Whether the capture of this chain, which is in atari, gives the target three liberties after the attack.
    pub(super) fn is_answered_by_capture(&self, attack: &Attack, foe: Point) -> bool {
        let last = self.board.last_liberty(foe);
        last != Some(attack.point)
            && last != Some(attack.way_out)
            && self.frees_two(foe)
            && self.board.captures(self.attacker(), attack.point) == 0
    }

    /// Whether the capture of this chain gives the target two liberties more. No ko bars it.
    pub(super) fn frees_two(&self, foe: Point) -> bool {
        if self.board.chain_len(foe) < 2 {
            return false;
        }
        let head = self.board.head(self.target);
        let mut touching = self
            .board
            .stones_of(foe)
            .filter(|stone| stone.neighbours().into_iter().any(|n| self.is_of(n, head)));
        touching.nth(1).is_some()
    }
}
