//! What is seen of a position before a move is tried: ways out, dead ends and captures that free.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::Reader;
use crate::go::board::point::Point;
use crate::go::board::stones::{Room, Survey};

/// An attacker's move against a chain with two liberties.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    pub point: Point,
    /// The liberty that it leaves.
    pub way_out: Point,
    /// What lies around that, once the attack is made.
    around: Survey,
    /// What lies around the attack before it.
    around_point: Survey,
    /// The liberties of the chain after it extends there; at least two at most, or the attack would have failed.
    room: Room,
}

/// The attacks worth a look.
pub(super) type Attacks = ArrayVec<Attack, 2>;

impl Attack {
    /// Whether the defender's extension joins and captures nothing. It may yet capture the attacking stone.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.around.is_plain()
    }

    /// The two liberties that a plain extension gains, if it does.
    #[inline]
    pub fn gained(&self) -> [Option<Point>; 2] {
        let mut gained = self.around.empties(self.way_out);
        [gained.next(), gained.next()]
    }

    /// Whether this attack catches a chain that has nothing to capture: its way out leads into atari, and the
    /// attacking stone can't be captured in turn.
    #[inline]
    pub fn catches(&self) -> bool {
        if !self.room.is_hopeless() {
            return false;
        }
        // Two liberties beside the way out.
        let open = self.around_point.open() - usize::from(self.point.touches(self.way_out));
        open >= 2 || self.around_point.has_foe_with_at_least(4)
    }
}

impl Reader<'_> {
    /// The attacker's moves against a chain with two liberties that are legal but for a ko, without those that leave
    /// it a way out to three.
    #[inline]
    pub(super) fn open_attacks(&self) -> Attacks {
        match self.board.two_liberties(self.target) {
            Some([first, second]) => self.attacks_at(first, second),
            None => Attacks::new(),
        }
    }

    /// The same of a chain with these liberties.
    #[inline]
    pub(super) fn attacks_at(&self, first: Point, second: Point) -> Attacks {
        let around = [first, second].map(|liberty| self.board.survey(liberty, self.target));
        let mut attacks = Attacks::new();
        for (point, way_out, around_point, around) in [
            (first, second, around[0], around[1]),
            (second, first, around[1], around[0]),
        ] {
            let around = around.without(way_out, point);
            let room = self.board.room(way_out, self.target, around, Some(point));
            if room.least < 3
                && !self.leads_into_the_open(way_out, around, Some(point))
                && around_point.is_open_to_foe()
            {
                attacks.push(Attack {
                    point,
                    way_out,
                    around,
                    around_point,
                    room,
                });
            }
        }
        // The narrower way out first, and of two alike the one towards the edge.
        let order = |attack: &Attack| {
            (
                attack.room.least,
                Reverse(self.height_above_edge(attack.point)),
            )
        };
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

    /// A bound from below for the liberties of the chain after an attack at one liberty and an extension at the other.
    pub(super) fn room_after(&self, way_out: Point, attack: Point) -> usize {
        let around = self.board.survey(way_out, self.target);
        let around = around.without(way_out, attack);
        let room = self.board.room(way_out, self.target, around, Some(attack));
        room.least
    }

    /// Whether an extension at `last`, which the survey is of, perhaps after an attack, gains two liberties of which
    /// the attacker can take only one: the other leads to three.
    #[inline]
    pub(super) fn leads_into_the_open(
        &self,
        last: Point,
        around: Survey,
        attack: Option<Point>,
    ) -> bool {
        around.open() >= 2
            && around.empties(last).all(|liberty| {
                // The extension itself still counts as one of the four.
                self.board.is_bare(liberty) && attack.is_none_or(|attack| !attack.touches(liberty))
            })
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
