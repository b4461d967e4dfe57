//! Making and unmaking moves in place.
//!
//! A chain is identified by its head, one of its stones; its stones form a ring. Swapping two successors joins two
//! rings, and swapping them again separates them. The counts of a captured chain stay in the arrays, and a move saves
//! the one slot that it overwrites. Unmaking moves in reverse order therefore restores everything without a journal.
//!
//! The contents of neighboring points are random, so branches on them are mispredicted. The neighbors' liberties are
//! therefore updated by masked additions; only joining chains, capturing and suicide branch.

use super::super::chain::Chain;
use super::super::point::Point;
use super::super::zobrist;
use super::{Board, Ko, Site, SiteKind};
use tengen_engine::game::Color;

/// The state that [`Board::unmake`] needs to take a move back.
#[derive(Clone, Debug)]
pub struct BoardUndo {
    color: Color,
    suicide: bool,
    /// The neighbors at which opposing chains were captured, one bit each.
    captured: u8,
    captured_stones: u16,
    /// The neighbors whose chains were joined to `base`, one bit each.
    joined: u8,
    point: Point,
    /// The head of the chain that the stone joined, or the stone itself if it joined none.
    base: Point,
    near: [Site; 4],
    /// The counts of the neighbors' chains, each after the updates for the previous neighbors.
    near_chains: [Chain; 4],
    /// The point's previous `chains` and `next` entries.
    point_chain: Chain,
    point_next: Point,
    /// The point's previous index among the empty points.
    empty_index: u16,
    ko: Option<Ko>,
    hash: u64,
    prisoners: [u32; 2],
}

impl BoardUndo {
    /// Whether the move captured opposing stones.
    #[inline]
    pub fn has_captured(&self) -> bool {
        self.captured != 0
    }

    /// Whether the move took stones off the board, by capture or by suicide.
    #[inline]
    pub fn has_removed_stones(&self) -> bool {
        self.captured != 0 || self.suicide
    }

    /// Returns the number of stones that the move captured.
    #[inline]
    pub(crate) fn captured_stones(&self) -> usize {
        usize::from(self.captured_stones)
    }

    #[inline]
    pub(crate) fn color(&self) -> Color {
        self.color
    }

    /// Returns the point played.
    pub fn point(&self) -> Point {
        self.point
    }
}

/// Iterates over the indices of the set bits, from the lowest.
fn ones(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(number)
    })
}

/// Iterates over the indices of the set bits, from the highest.
fn ones_downward(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = bits.checked_ilog2()?;
        bits ^= 1 << number;
        Some(number as usize)
    })
}

impl Board {
    /// Plays on an empty point without saving the state for [`Board::unmake`].
    pub fn play(&mut self, color: Color, point: Point) {
        self.change::<true>(color, point);
    }

    /// Plays on an empty point. Removes captured chains, then the stone's own chain if it has no liberty left. The
    /// caller must rule out ko, repetition and suicide forbidden by the rules.
    pub fn make(&mut self, color: Color, point: Point) -> BoardUndo {
        self.change::<true>(color, point)
    }

    /// Takes back the last move, for which [`Board::make`] returned `undo`. Restores everything, including the order of
    /// the empty points.
    pub fn unmake(&mut self, undo: BoardUndo) {
        self.change_back::<true>(&undo);
        self.prisoners = undo.prisoners;
    }

    /// Takes a single stone off the board and clears the ko. Earlier moves can no longer be unmade.
    pub fn take_off(&mut self, point: Point) {
        let Some(color) = self.at(point) else {
            return;
        };
        let rest: Vec<Point> = self.stones_of(point).skip(1).collect();
        self.remove::<true>(self.head(point), color);
        for stone in rest {
            self.place::<true>(color, stone);
        }
        self.ko = None;
    }

    /// Puts a stone on an empty point without capturing and clears the ko. Earlier moves can no longer be unmade. The
    /// caller must rule out chains without a liberty.
    pub fn put_down(&mut self, color: Color, point: Point) {
        self.place::<true>(color, point);
        self.ko = None;
    }

    /// Plays like [`Board::make`], but is faster because it leaves the list of empty points and the prisoners stale
    /// until [`Board::unmake_unlisted`] has undone the move.
    #[inline]
    pub(crate) fn make_unlisted(&mut self, color: Color, point: Point) -> BoardUndo {
        self.change::<false>(color, point)
    }

    /// Takes back the last move, for which [`Board::make_unlisted`] returned `undo`.
    #[inline]
    pub(crate) fn unmake_unlisted(&mut self, undo: &BoardUndo) {
        self.change_back::<false>(undo);
    }

    /// Makes a move. Inlined, so that callers that never unmake save nothing. With `LISTED`, keeps the list of empty
    /// points and the prisoners up to date.
    #[inline(always)]
    fn change<const LISTED: bool>(&mut self, color: Color, point: Point) -> BoardUndo {
        debug_assert!(self.is_empty(point));
        let mut undo = self.place::<LISTED>(color, point);
        self.ko = None;
        if undo.captured != 0 {
            let taken = self.capture::<LISTED>(color, point, undo.near, undo.captured);
            undo.captured_stones = taken as u16;
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
    fn change_back<const LISTED: bool>(&mut self, undo: &BoardUndo) {
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

    /// Places a stone, joins it to its friends and removes the point from its neighbors' liberties. Reports chains
    /// without a liberty, but does not remove them.
    #[inline(always)]
    pub(super) fn place<const LISTED: bool>(&mut self, color: Color, point: Point) -> BoardUndo {
        let own = SiteKind::from(color);
        let foe = own.foe();
        let near = point.neighbors().map(|neighbor| self.site(neighbor));
        let mut near_chains = [Chain::default(); 4];
        let (mut friends, mut captured) = (0, 0);
        for (number, &site) in near.iter().enumerate() {
            let is_new = is_first(&near, number);
            let is_foe = is_new & site.is(foe);
            let chain = &mut self.chains[site.head().index()];
            near_chains[number] = *chain;
            chain.remove_liberty_if(is_foe, point);
            captured |= u8::from(is_foe & (chain.liberties() == 0)) << number;
            friends |= u8::from(is_new & site.is(own)) << number;
        }
        let (base, joined) = match friends {
            0 => (point, 0),
            _ if friends.is_power_of_two() => (near[friends.trailing_zeros() as usize].head(), 0),
            _ => self.longest(near, friends),
        };
        let undo = BoardUndo {
            color,
            suicide: false,
            captured,
            captured_stones: 0,
            joined,
            point,
            base,
            near,
            near_chains,
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
        self.attach(color, point, base);
        if LISTED {
            self.remove_empty(point);
        }
        self.hash ^= zobrist::stone(color, point);
        if joined != 0 {
            self.join_all(base, near, joined);
        }
        undo
    }

    /// Returns the head of the longest of the neighboring chains, and the bits of the others.
    #[inline(never)]
    fn longest(&self, near: [Site; 4], friends: u8) -> (Point, u8) {
        let stones = |number: &usize| self.chains[near[*number].head().index()].stones();
        // `friends` has at least one bit set.
        let longest = ones(friends).max_by_key(stones).unwrap_or(0);
        (near[longest].head(), friends & !(1 << longest))
    }

    /// Adds an empty point to the chain `base`, or makes it a new chain.
    #[inline(always)]
    fn attach(&mut self, color: Color, point: Point, base: Point) {
        let chain = if base == point {
            self.next[point.index()] = point;
            Chain::lone()
        } else {
            let mut chain = self.chains[base.index()];
            chain.add_stones(1);
            chain.remove_liberty_if(true, point);
            self.next[point.index()] = self.next[base.index()];
            self.next[base.index()] = point;
            chain
        };
        let site = Site::new(SiteKind::from(color), base);
        self.chains[base.index()] = self.with_liberties(chain, point, site);
        self.sites[point.index()] = site;
    }

    /// Returns `chain` extended by those liberties of `stone` that it lacks. `site` is the content of the chain's
    /// points.
    #[inline(always)]
    fn with_liberties(&self, mut chain: Chain, stone: Point, site: Site) -> Chain {
        let is_empty = |liberty| self.site(liberty) == Site::EMPTY;
        if chain.liberties() == 0 {
            // No other stone of the chain is next to an empty point.
            for liberty in stone.neighbors() {
                chain.add_liberty_if(is_empty(liberty), liberty);
            }
            return chain;
        }
        for liberty in stone.neighbors() {
            let is_new = is_empty(liberty) && !self.touches_site(liberty, site);
            chain.add_liberty_if(is_new, liberty);
        }
        chain
    }

    #[inline(always)]
    pub(super) fn touches_site(&self, point: Point, site: Site) -> bool {
        let neighbors = point.neighbors().into_iter();
        neighbors.fold(false, |found, n| found | (self.site(n) == site))
    }

    #[inline(never)]
    fn join_all(&mut self, base: Point, near: [Site; 4], joined: u8) {
        for number in ones(joined) {
            self.join(base, near[number].head());
        }
    }

    /// Joins the chain `other` to the chain `base`. The counts at `other` are kept for unmaking.
    fn join(&mut self, base: Point, other: Point) {
        let mut chain = self.chains[base.index()];
        chain.add_stones(self.chains[other.index()].stones());
        let site = self.site(base);
        let mut stone = other;
        loop {
            for liberty in stone.neighbors() {
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
    fn lift<const LISTED: bool>(&mut self, undo: &BoardUndo) {
        let &BoardUndo { point, base, .. } = undo;
        if undo.joined != 0 {
            self.part(undo);
        }
        for (site, &chain) in undo.near.iter().zip(&undo.near_chains).rev() {
            self.chains[site.head().index()] = chain;
        }
        if LISTED {
            self.reinsert_empty(point, undo.empty_index);
        }
        if base != point {
            self.next[base.index()] = self.next[point.index()];
        }
        self.chains[point.index()] = undo.point_chain;
        self.sites[point.index()] = Site::EMPTY;
        self.next[point.index()] = undo.point_next;
    }

    /// Undoes [`Board::join_all`].
    #[inline(never)]
    fn part(&mut self, undo: &BoardUndo) {
        for number in ones_downward(undo.joined) {
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

    /// Removes the captured chains around a point and returns the number of their stones.
    #[inline(never)]
    fn capture<const LISTED: bool>(
        &mut self,
        color: Color,
        point: Point,
        near: [Site; 4],
        captured: u8,
    ) -> u32 {
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
        taken
    }

    /// Calls `change` with the chain at each neighbor and whether it is a chain of `foe` seen for the first time.
    #[inline(always)]
    fn change_chains(
        &mut self,
        near: &[Site; 4],
        foe: SiteKind,
        change: impl Fn(&mut Chain, bool),
    ) {
        for (number, &site) in near.iter().enumerate() {
            let is_foe = is_first(near, number) & site.is(foe);
            change(&mut self.chains[site.head().index()], is_foe);
        }
    }

    /// Undoes [`Board::capture`].
    #[inline(never)]
    fn release<const LISTED: bool>(&mut self, undo: &BoardUndo) {
        for number in ones_downward(undo.captured) {
            self.restore::<LISTED>(undo.near[number].head(), undo.color.opponent());
        }
    }

    /// Removes a chain and returns the number of its stones.
    fn remove<const LISTED: bool>(&mut self, head: Point, color: Color) -> u32 {
        let foe = SiteKind::from(color).foe();
        let mut stone = head;
        loop {
            self.sites[stone.index()] = Site::EMPTY;
            if LISTED {
                self.insert_empty(stone);
            }
            self.hash ^= zobrist::stone(color, stone);
            let near = stone.neighbors().map(|neighbor| self.site(neighbor));
            self.change_chains(&near, foe, |chain, is_foe| {
                chain.add_liberty_if(is_foe, stone);
            });
            stone = self.next[stone.index()];
            if stone == head {
                return u32::from(self.chains[head.index()].stones());
            }
        }
    }

    /// Undoes [`Board::remove`], except for the hash. The stones are the last of the empty points, so the others keep
    /// their indices.
    fn restore<const LISTED: bool>(&mut self, head: Point, color: Color) {
        let site = Site::new(SiteKind::from(color), head);
        let foe = SiteKind::from(color).foe();
        let mut stone = head;
        loop {
            self.sites[stone.index()] = site;
            if LISTED {
                self.remove_empty(stone);
            }
            let near = stone.neighbors().map(|neighbor| self.site(neighbor));
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

/// Whether no neighbor before this one belongs to the same chain.
#[inline(always)]
fn is_first(near: &[Site; 4], number: usize) -> bool {
    let site = near[number];
    near[..number]
        .iter()
        .fold(true, |first, &before| first & (before != site))
}
