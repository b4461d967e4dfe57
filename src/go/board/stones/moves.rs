//! Moves made and taken back in place.
//!
//! A chain is known by its head, one of its stones; its stones form a ring. Two rings join, and come apart
//! again, by one exchange of successors. What was known about a chain stays in the arrays when it leaves the
//! board, and a move saves the one slot that it overwrites, so taking moves back in reverse order finds
//! everything as it was, without a journal.
//!
//! What lies around a point is random, so branches on it are guessed wrong: the liberties of the neighbours
//! change by additions that are masked, and only joining two chains, capturing and suicide are branches of their own.

use super::super::chain::Chain;
use super::super::point::Point;
use super::super::zobrist;
use super::{Board, Cell, Ko, Site};
use crate::engine::game::Color;

/// What [`Board::unmake`] needs to take a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    color: Color,
    suicide: bool,
    /// At which neighbours chains of the other side were taken off the board, a bit each.
    captured: u8,
    /// At which neighbours chains became part of `base`, a bit each.
    joined: u8,
    point: Point,
    /// The chain that the stone joined, and what was known of it; the stone itself if it joined none.
    base: Point,
    base_chain: Chain,
    /// What the neighbours held before.
    near: [Site; 4],
    /// What the point's slots held before.
    point_chain: Chain,
    point_next: Point,
    /// Where the point stood among the empty ones.
    empty_index: u16,
    ko: Option<Ko>,
    hash: u64,
    prisoners: [u32; 2],
}

impl Undo {
    /// Whether the move took stones of the other side.
    #[inline]
    pub fn has_captured(&self) -> bool {
        self.captured != 0
    }

    /// The point that was played.
    pub fn point(&self) -> Point {
        self.point
    }
}

/// The numbers of the bits that are set.
fn ones(bits: u8) -> impl DoubleEndedIterator<Item = usize> {
    (0..4).filter(move |number| bits >> number & 1 != 0)
}

impl Board {
    /// Plays on an empty point for good: [`Board::make`] without the way back.
    pub fn play(&mut self, color: Color, point: Point) {
        self.change::<true>(color, point);
    }

    /// Plays on an empty point. Captures are removed, then the stone's own chain if it has no liberty left;
    /// that, the ko and the position's history are for the caller to forbid.
    pub fn make(&mut self, color: Color, point: Point) -> Undo {
        self.change::<true>(color, point)
    }

    /// Takes back the last move, for which [`Board::make`] returned `undo`. Everything is as before, the order
    /// of the empty points too.
    pub fn unmake(&mut self, undo: Undo) {
        self.change_back::<true>(&undo);
        self.prisoners = undo.prisoners;
    }

    /// As [`Board::make`], but the empty points and the prisoners are not brought up to date, which is quicker.
    /// They are right again once [`Board::take_back`] has undone the move.
    #[inline]
    pub(in crate::go) fn try_move(&mut self, color: Color, point: Point) -> Undo {
        self.change::<false>(color, point)
    }

    /// Takes back the last move, for which [`Board::try_move`] returned `undo`.
    #[inline]
    pub(in crate::go) fn take_back(&mut self, undo: &Undo) {
        self.change_back::<false>(undo);
    }

    /// Inlined, so that nothing is saved where nothing is taken back. `LISTED` keeps the list of empty points and
    /// the prisoners.
    #[inline(always)]
    fn change<const LISTED: bool>(&mut self, color: Color, point: Point) -> Undo {
        debug_assert!(self.is_empty(point));
        let mut undo = self.place::<LISTED>(color, point);
        self.ko = None;
        if undo.captured != 0 {
            self.capture::<LISTED>(color, point, undo.near, undo.captured);
        } else if self.chains[undo.base.index()].liberties() == 0 {
            undo.suicide = true;
            let lost = self.remove::<LISTED>(undo.base, color);
            if LISTED {
                self.prisoners[color.opponent().index()] += lost;
            }
        }
        undo
    }

    #[inline(always)]
    fn change_back<const LISTED: bool>(&mut self, undo: &Undo) {
        if undo.suicide {
            self.restore::<LISTED>(undo.base, undo.color);
        }
        if undo.captured != 0 {
            self.release::<LISTED>(undo);
        }
        self.lift::<LISTED>(undo);
        self.ko = undo.ko;
        self.hash = undo.hash;
    }

    /// Puts a stone down, joins what it connects and takes the point from its neighbours' liberties.
    /// Captures nothing, but tells what has no liberty left.
    #[inline(always)]
    pub(super) fn place<const LISTED: bool>(&mut self, color: Color, point: Point) -> Undo {
        let own = Cell::from(color);
        let foe = own.foe();
        let near = point.neighbours().map(|neighbour| self.site(neighbour));
        let (mut friends, mut captured) = (0, 0);
        for (number, &site) in near.iter().enumerate() {
            let is_new = is_first(&near, number);
            let is_foe = is_new & site.is(foe);
            let chain = &mut self.chains[site.head().index()];
            chain.remove_liberty_if(is_foe, point);
            captured |= u8::from(is_foe & (chain.liberties() == 0)) << number;
            friends |= u8::from(is_new & site.is(own)) << number;
        }
        let (base, joined) = match friends {
            0 => (point, 0),
            _ if friends.is_power_of_two() => (near[friends.trailing_zeros() as usize].head(), 0),
            _ => self.longest(near, friends),
        };
        let undo = Undo {
            color,
            suicide: false,
            captured,
            joined,
            point,
            base,
            base_chain: self.chains[base.index()],
            near,
            point_chain: self.chains[point.index()],
            point_next: self.next[point.index()],
            empty_index: if LISTED {
                self.empty_index[point.index()]
            } else {
                0
            },
            ko: self.ko,
            hash: self.hash,
            prisoners: self.prisoners,
        };
        self.attach(color, point, base, undo.base_chain);
        if LISTED {
            self.remove_empty(point);
        }
        self.hash ^= zobrist::stone(color, point);
        if joined != 0 {
            self.join_all(base, near, joined);
        }
        undo
    }

    /// The head of the longest of several neighbouring chains, and the others.
    #[inline(never)]
    fn longest(&self, near: [Site; 4], friends: u8) -> (Point, u8) {
        let stones = |number: &usize| self.chains[near[*number].head().index()].stones();
        // There are several.
        let longest = ones(friends).max_by_key(stones).unwrap_or(0);
        (near[longest].head(), friends & !(1 << longest))
    }

    /// Makes an empty point part of the chain `base`, or a chain of its own.
    #[inline(always)]
    fn attach(&mut self, color: Color, point: Point, base: Point, base_chain: Chain) {
        let chain = if base == point {
            self.next[point.index()] = point;
            Chain::lone()
        } else {
            let mut chain = base_chain;
            chain.add_stones(1);
            chain.remove_liberty_if(true, point);
            self.next[point.index()] = self.next[base.index()];
            self.next[base.index()] = point;
            chain
        };
        let site = Site::new(Cell::from(color), base);
        self.chains[base.index()] = self.with_liberties(chain, point, site);
        self.sites[point.index()] = site;
    }

    /// The chain with those liberties of a stone that are new to it; `site` is that of its stones.
    #[inline(always)]
    fn with_liberties(&self, mut chain: Chain, stone: Point, site: Site) -> Chain {
        let is_empty = |liberty| self.site(liberty) == Site::EMPTY;
        if chain.liberties() == 0 {
            // No other stone of it lies beside an empty point.
            for liberty in stone.neighbours() {
                chain.add_liberty_if(is_empty(liberty), liberty);
            }
            return chain;
        }
        for liberty in stone.neighbours() {
            let is_new = is_empty(liberty) && !self.touches_site(liberty, site);
            chain.add_liberty_if(is_new, liberty);
        }
        chain
    }

    #[inline(always)]
    pub(super) fn touches_site(&self, point: Point, site: Site) -> bool {
        let neighbours = point.neighbours().into_iter();
        neighbours.fold(false, |found, n| found | (self.site(n) == site))
    }

    #[inline(never)]
    fn join_all(&mut self, base: Point, near: [Site; 4], joined: u8) {
        for number in ones(joined) {
            self.join(base, near[number].head());
        }
    }

    /// Makes the stones of the chain `other` part of the chain `base`. The particulars at `other` stay as
    /// they are, for the way back.
    fn join(&mut self, base: Point, other: Point) {
        let mut chain = self.chains[base.index()];
        chain.add_stones(self.chains[other.index()].stones());
        let site = self.site(base);
        let mut stone = other;
        loop {
            for liberty in stone.neighbours() {
                if self.is_empty(liberty) && !self.touches_site(liberty, site) {
                    chain.add_liberty_if(true, liberty);
                }
            }
            self.sites[stone.index()] = site;
            stone = self.next[stone.index()];
            if stone == other {
                break;
            }
        }
        self.chains[base.index()] = chain;
        self.next.swap(base.index(), other.index());
    }

    /// Undoes [`Board::place`].
    #[inline(always)]
    fn lift<const LISTED: bool>(&mut self, undo: &Undo) {
        let &Undo { point, base, .. } = undo;
        if undo.joined != 0 {
            self.part(undo);
        }
        let foe = Cell::from(undo.color).foe();
        self.change_chains(&undo.near, foe, |chain, is_foe| {
            chain.add_liberty_if(is_foe, point);
        });
        if LISTED {
            self.reinsert_empty(point, undo.empty_index);
        }
        if base != point {
            self.next[base.index()] = self.next[point.index()];
        }
        self.chains[base.index()] = undo.base_chain;
        self.chains[point.index()] = undo.point_chain;
        self.sites[point.index()] = Site::EMPTY;
        self.next[point.index()] = undo.point_next;
    }

    /// Undoes [`Board::join_all`].
    #[inline(never)]
    fn part(&mut self, undo: &Undo) {
        for number in ones(undo.joined).rev() {
            let other = undo.near[number].head();
            self.next.swap(undo.base.index(), other.index());
            let mut stone = other;
            loop {
                self.sites[stone.index()] = undo.near[number];
                stone = self.next[stone.index()];
                if stone == other {
                    break;
                }
            }
        }
    }

    /// Takes the captured chains around a point off the board.
    #[inline(never)]
    fn capture<const LISTED: bool>(
        &mut self,
        color: Color,
        point: Point,
        near: [Site; 4],
        captured: u8,
    ) {
        let foe = color.opponent();
        let mut taken = 0;
        let mut ko = point;
        for number in ones(captured) {
            ko = near[number].head();
            taken += self.remove::<LISTED>(ko, foe);
        }
        if LISTED {
            self.prisoners[color.index()] += taken;
        }
        let own = self.chain(point);
        if taken == 1 && own.stones() == 1 && own.liberties() == 1 {
            self.ko = Some(Ko {
                point: ko,
                barred: foe,
            });
        }
    }

    /// Calls `change` for what is at each of these neighbours, with whether it is a chain of `foe` that was not yet.
    #[inline(always)]
    fn change_chains(&mut self, near: &[Site; 4], foe: Cell, change: impl Fn(&mut Chain, bool)) {
        for (number, &site) in near.iter().enumerate() {
            let is_foe = is_first(near, number) & site.is(foe);
            change(&mut self.chains[site.head().index()], is_foe);
        }
    }

    /// Undoes [`Board::capture`].
    #[inline(never)]
    fn release<const LISTED: bool>(&mut self, undo: &Undo) {
        for number in ones(undo.captured).rev() {
            self.restore::<LISTED>(undo.near[number].head(), undo.color.opponent());
        }
    }

    /// Takes a chain off the board and returns the number of its stones.
    fn remove<const LISTED: bool>(&mut self, head: Point, color: Color) -> u32 {
        let foe = Cell::from(color).foe();
        let mut stone = head;
        loop {
            self.sites[stone.index()] = Site::EMPTY;
            if LISTED {
                self.insert_empty(stone);
            }
            self.hash ^= zobrist::stone(color, stone);
            let near = stone.neighbours().map(|neighbour| self.site(neighbour));
            self.change_chains(&near, foe, |chain, is_foe| {
                chain.add_liberty_if(is_foe, stone);
            });
            stone = self.next[stone.index()];
            if stone == head {
                return u32::from(self.chains[head.index()].stones());
            }
        }
    }

    /// Undoes [`Board::remove`], but for the hash. The stones are the last of the empty points, so that those
    /// before them keep their places.
    fn restore<const LISTED: bool>(&mut self, head: Point, color: Color) {
        let site = Site::new(Cell::from(color), head);
        let foe = Cell::from(color).foe();
        let mut stone = head;
        loop {
            self.sites[stone.index()] = site;
            if LISTED {
                self.remove_empty(stone);
            }
            let near = stone.neighbours().map(|neighbour| self.site(neighbour));
            self.change_chains(&near, foe, |chain, is_foe| {
                chain.remove_liberty_if(is_foe, stone);
            });
            stone = self.next[stone.index()];
            if stone == head {
                return;
            }
        }
    }
}

/// Whether no neighbour before this one belongs to the same chain.
#[inline(always)]
fn is_first(near: &[Site; 4], number: usize) -> bool {
    let site = near[number];
    near[..number]
        .iter()
        .fold(true, |first, &before| first & (before != site))
}
