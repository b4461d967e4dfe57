//! What lies around a point, as one chain sees it.

use std::hint::black_box;

use super::{Board, Cell, Site};
use crate::engine::game::Color;
use crate::go::board::point::Point;

/// The four neighbours of a point, as a chain sees them that the point is a liberty of.
///
/// What they hold is random, and branches that depend on it are guessed wrong; so all is computed at once without
/// any, and the few conditions that matter are asked of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::go) struct Survey {
    /// Which neighbours are empty, a bit each in the order of [`Point::neighbours`].
    empty: u8,
    /// Which numbers of liberties other chains of the same colour have, a bit each; the highest stands for more too.
    friends: u8,
    /// The same for chains of the other colour.
    foes: u8,
}

/// How many liberties a chain has after an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::go) struct Room {
    /// At least so many. With at least one the extension is legal: no ko bars it, because the mouth of a ko has no
    /// neighbour of the side that is barred.
    pub least: usize,
    /// Whether there are no more: the extension captures nothing and joins one chain at most.
    pub is_all: bool,
}

impl Room {
    /// Whether the extension leads into atari at once.
    #[inline]
    pub fn is_hopeless(self) -> bool {
        self.is_all && self.least <= 1
    }
}

/// The highest number of liberties that a survey tells apart.
const MANY: u16 = 7;

impl Survey {
    /// The number of empty neighbours.
    #[inline]
    pub fn open(self) -> usize {
        // The ones of every number of four bits, in four bits each.
        (0x4332_3221_3221_2110_u64 >> (4 * self.empty) & 7) as usize
    }

    /// The empty neighbours of the surveyed point.
    #[inline]
    pub fn empties(self, point: Point) -> impl Iterator<Item = Point> {
        let neighbours = point.neighbours();
        let mut left = self.empty;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            neighbours.get(number).copied()
        })
    }

    /// As if a stone lay on this empty neighbour.
    #[inline]
    pub fn without(mut self, point: Point, neighbour: Point) -> Survey {
        for (number, other) in point.neighbours().into_iter().enumerate() {
            self.empty &= !(u8::from(other == neighbour) << number);
        }
        self
    }

    /// Whether an extension here joins and captures nothing.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.friends == 0 && self.foes & 0b10 == 0
    }

    /// Whether a chain of the other colour has this number of liberties or more, at most 7.
    #[inline]
    pub fn has_foe_with_at_least(self, liberties: u32) -> bool {
        self.foes >> liberties != 0
    }

    /// Whether the other colour may play here: a stone of it has a liberty, joins a chain with another, or captures
    /// a chain that is not the one that looks.
    #[inline]
    pub fn is_open_to_foe(self) -> bool {
        self.empty != 0 || self.foes > 0b11 || self.friends & 0b10 != 0
    }
}

impl Board {
    /// What lies around an empty point, as the chain of the stone on `chain` sees it.
    #[inline]
    pub(in crate::go) fn survey(&self, point: Point, chain: Point) -> Survey {
        let own = self.site(chain);
        let foe = own.cell() ^ 1;
        let mut survey = Survey {
            empty: 0,
            friends: 0,
            foes: 0,
        };
        for (number, neighbour) in point.neighbours().into_iter().enumerate() {
            let site = self.site(neighbour);
            let liberties = self.chains[site.head().index()].liberties().min(MANY);
            let is_friend = (site.cell() == own.cell()) & (site != own);
            let is_foe = site.cell() == foe;
            survey.empty |= u8::from(site == Site::EMPTY) << number;
            survey.friends |= u8::from(is_friend) << liberties;
            survey.foes |= u8::from(is_foe) << liberties;
        }
        survey
    }

    /// The liberties of a chain, roughly if more than two, after it extends on the surveyed point, its only liberty but perhaps for one where the
    /// other side plays before; the survey is without that.
    #[inline]
    pub(in crate::go) fn room(
        &self,
        point: Point,
        chain: Point,
        around: Survey,
        attack: Option<Point>,
    ) -> Room {
        // The point itself is lost as a liberty, and perhaps the one attacked.
        let lost = 1 + usize::from(attack.is_some());
        let most_of_friends = around.friends.checked_ilog2().unwrap_or(0) as usize;
        let room = Room {
            least: around.open().max(most_of_friends.saturating_sub(lost)),
            is_all: around.foes & 0b10 == 0,
        };
        if around.friends == 0 || room.least > 2 {
            room
        } else {
            self.room_with_friends(point, chain, around, attack, room)
        }
    }

    #[inline(never)]
    fn room_with_friends(
        &self,
        point: Point,
        chain: Point,
        around: Survey,
        attack: Option<Point>,
        mut room: Room,
    ) -> Room {
        let own = self.site(chain);
        let mut first = None;
        for neighbour in point.neighbours() {
            let friend = self.site(neighbour);
            if friend.cell() != own.cell() || friend == own {
                continue;
            }
            room.is_all &= *first.get_or_insert(friend) == friend;
            let is_attacked = attack.is_some_and(|attack| self.touches_site(attack, friend));
            let kept = self.chains[friend.head().index()].liberties() - 1 - u16::from(is_attacked);
            let empties = around.empties(point);
            let gained = empties.filter(|&empty| !self.touches_site(empty, friend));
            room.least = room.least.max(usize::from(kept) + gained.count());
        }
        room
    }

    /// Whether a chain of this colour that is in atari touches the point.
    #[inline]
    pub(in crate::go) fn touches_atari(&self, point: Point, color: Color) -> bool {
        let cell = Cell::from(color);
        point.neighbours().into_iter().fold(false, |found, n| {
            let site = self.site(n);
            let in_atari = self.chains[site.head().index()].liberties() == 1;
            found | (site.is(cell) & in_atari)
        })
    }

    /// Reads the slots around a point of the board before anything depends on them, so that those which are not in a
    /// cache come from memory all at once and not one after the other.
    #[inline]
    pub(in crate::go) fn call_up(&self, point: Point) {
        let [_, _, below, above] = point.neighbours();
        let rows = [
            point,
            below,
            above,
            below.shifted(point, below),
            above.shifted(point, above),
        ];
        for (distance, row) in rows.into_iter().enumerate() {
            // Two rows away may lie outside of the arrays.
            let index = row.index();
            black_box(self.sites.get(index).copied());
            black_box(self.chains.get(index).copied());
            if distance < 3 {
                black_box(self.next.get(index).copied());
            }
        }
    }

    /// Whether the point and its neighbours are all empty.
    #[inline]
    pub(in crate::go) fn is_bare(&self, point: Point) -> bool {
        let is_empty = |p: Point| self.site(p) == Site::EMPTY;
        let bare = point.neighbours().into_iter().map(is_empty);
        bare.fold(is_empty(point), |all, one| all & one)
    }
}
