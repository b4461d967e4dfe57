//! Moves made and taken back in place.
//!
//! A chain is known by its head, one of its stones; its stones form a ring. Two rings join, and come apart
//! again, by one exchange of successors. What was known about a stone stays in the arrays when it leaves the
//! board, and a move saves the one slot that it overwrites, so taking moves back in reverse order finds
//! everything as it was, without a journal.

use arrayvec::ArrayVec;

use super::super::chain::Chain;
use super::super::point::Point;
use super::super::zobrist;
use super::{Board, Cell, Ko};
use crate::game::Color;

/// What [`Board::unmake`] needs to take a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    color: Color,
    point: Point,
    ko: Option<Ko>,
    hash: u64,
    prisoners: [u32; 2],
    /// The chain that the stone joined, and what was known of it; the stone itself if it joined none.
    base: Point,
    base_chain: Chain,
    /// Chains that became part of `base`, in the order of joining.
    joined: ArrayVec<Point, 3>,
    /// What the point's slots held before.
    point_chain: Chain,
    point_head: Point,
    point_next: Point,
    /// Where the point stood among the empty ones.
    empty_index: u16,
    /// The chains of the other side next to the point.
    foes: ArrayVec<Point, 4>,
    /// Which of them were taken off the board, a bit each.
    captured: u8,
    suicide: bool,
}

impl Undo {
    /// Whether the move took stones of the other side.
    pub fn has_captured(&self) -> bool {
        self.captured != 0
    }

    /// The point that was played.
    pub fn point(&self) -> Point {
        self.point
    }
}

impl Board {
    /// Plays on an empty point for good: [`Board::make`] without the way back.
    pub fn play(&mut self, color: Color, point: Point) {
        self.change(color, point);
    }

    /// Plays on an empty point. Captures are removed, then the stone's own chain if it has no liberty left;
    /// that, the ko and the position's history are for the caller to forbid.
    pub fn make(&mut self, color: Color, point: Point) -> Undo {
        self.change(color, point)
    }

    /// Inlined, so that nothing is saved where nothing is taken back.
    #[inline(always)]
    fn change(&mut self, color: Color, point: Point) -> Undo {
        debug_assert!(self.is_empty(point));
        let mut undo = self.place(color, point);
        let mut taken = 0;
        let mut ko = point;
        for (number, &foe) in undo.foes.iter().enumerate() {
            if self.chains[foe.index()].liberties() == 0 {
                taken += self.remove(foe);
                undo.captured |= 1 << number;
                ko = foe;
            }
        }
        self.prisoners[color.index()] += taken;
        let own = self.chains[undo.base.index()];
        let is_ko = taken == 1 && own.stones() == 1 && own.liberties() == 1;
        self.ko = is_ko.then(|| Ko {
            point: ko,
            barred: color.opponent(),
        });
        if own.liberties() == 0 {
            self.prisoners[color.opponent().index()] += self.remove(undo.base);
            undo.suicide = true;
        }
        undo
    }

    /// Takes back the last move, for which [`Board::make`] returned `undo`. Everything is as before, the order
    /// of the empty points too.
    pub fn unmake(&mut self, undo: Undo) {
        if undo.suicide {
            self.restore(undo.color, undo.base);
        }
        for (number, &foe) in undo.foes.iter().enumerate().rev() {
            if undo.captured & (1 << number) != 0 {
                self.restore(undo.color.opponent(), foe);
            }
        }
        self.lift(&undo);
        self.ko = undo.ko;
        self.hash = undo.hash;
        self.prisoners = undo.prisoners;
    }

    /// Puts a stone down, joins what it connects and takes the point from its neighbours' liberties.
    /// Captures nothing.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point) -> Undo {
        let mut friends = ArrayVec::<Point, 4>::new();
        let mut foes = ArrayVec::<Point, 4>::new();
        for neighbour in point.neighbours() {
            let Some(owner) = self.at(neighbour) else {
                continue;
            };
            let heads = if owner == color {
                &mut friends
            } else {
                &mut foes
            };
            let head = self.heads[neighbour.index()];
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
        let longest = (0..friends.len()).max_by_key(|&i| self.chains[friends[i].index()].stones());
        let base = longest.map_or(point, |i| friends.swap_remove(i));
        let undo = Undo {
            color,
            point,
            ko: self.ko,
            hash: self.hash,
            prisoners: self.prisoners,
            base,
            base_chain: self.chains[base.index()],
            joined: friends.into_iter().collect(),
            point_chain: self.chains[point.index()],
            point_head: self.heads[point.index()],
            point_next: self.next[point.index()],
            empty_index: self.empty_index[point.index()],
            foes,
            captured: 0,
            suicide: false,
        };
        self.attach(point, base);
        self.cells[point.index()] = Cell::from(color);
        self.remove_empty(point);
        self.hash ^= zobrist::stone(color, point);
        for foe in &undo.foes {
            self.chains[foe.index()].remove_liberty(point);
        }
        for &other in &undo.joined {
            self.join(base, other);
        }
        undo
    }

    /// Makes a point, which still counts as empty, part of the chain `base`, or a chain of its own.
    fn attach(&mut self, point: Point, base: Point) {
        let mut chain = if base == point {
            self.next[point.index()] = point;
            Chain::lone()
        } else {
            let mut chain = self.chains[base.index()];
            chain.add_stones(1);
            chain.remove_liberty(point);
            self.next[point.index()] = self.next[base.index()];
            self.next[base.index()] = point;
            chain
        };
        for liberty in point.neighbours() {
            if self.is_empty(liberty) && (base == point || !self.is_next_to(liberty, base)) {
                chain.add_liberty(liberty);
            }
        }
        self.chains[base.index()] = chain;
        self.heads[point.index()] = base;
    }

    /// Makes the stones of the chain `other` part of the chain `base`. The particulars at `other` stay as
    /// they are, for the way back.
    fn join(&mut self, base: Point, other: Point) {
        let mut chain = self.chains[base.index()];
        chain.add_stones(self.chains[other.index()].stones());
        let mut stone = other;
        loop {
            for liberty in stone.neighbours() {
                if self.is_empty(liberty) && !self.is_next_to(liberty, base) {
                    chain.add_liberty(liberty);
                }
            }
            self.heads[stone.index()] = base;
            stone = self.next[stone.index()];
            if stone == other {
                break;
            }
        }
        self.chains[base.index()] = chain;
        self.next.swap(base.index(), other.index());
    }

    /// Undoes [`Board::place`].
    fn lift(&mut self, undo: &Undo) {
        let &Undo { point, base, .. } = undo;
        for &other in undo.joined.iter().rev() {
            self.next.swap(base.index(), other.index());
            let mut stone = other;
            loop {
                self.heads[stone.index()] = other;
                stone = self.next[stone.index()];
                if stone == other {
                    break;
                }
            }
        }
        for foe in &undo.foes {
            self.chains[foe.index()].add_liberty(point);
        }
        self.cells[point.index()] = Cell::Empty;
        self.reinsert_empty(point, undo.empty_index);
        if base != point {
            self.next[base.index()] = self.next[point.index()];
        }
        self.chains[base.index()] = undo.base_chain;
        self.chains[point.index()] = undo.point_chain;
        self.heads[point.index()] = undo.point_head;
        self.next[point.index()] = undo.point_next;
    }

    /// Takes a chain off the board and returns the number of its stones.
    fn remove(&mut self, head: Point) -> u32 {
        let Some(color) = self.at(head) else {
            return 0;
        };
        let mut stone = head;
        loop {
            self.cells[stone.index()] = Cell::Empty;
            self.insert_empty(stone);
            self.hash ^= zobrist::stone(color, stone);
            for foe in self.chains_around(color.opponent(), stone) {
                self.chains[foe.index()].add_liberty(stone);
            }
            stone = self.next[stone.index()];
            if stone == head {
                return u32::from(self.chains[head.index()].stones());
            }
        }
    }

    /// Undoes [`Board::remove`], but for the hash. The stones are the last of the empty points, so that those
    /// before them keep their places.
    fn restore(&mut self, color: Color, head: Point) {
        let mut stone = head;
        loop {
            self.cells[stone.index()] = Cell::from(color);
            self.remove_empty(stone);
            for foe in self.chains_around(color.opponent(), stone) {
                self.chains[foe.index()].remove_liberty(stone);
            }
            stone = self.next[stone.index()];
            if stone == head {
                return;
            }
        }
    }
}
