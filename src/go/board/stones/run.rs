//! A chain that runs up a staircase in a ladder across empty board, many moves at once.

use arrayvec::ArrayVec;

use super::super::chain::Chain;
use super::super::point::{MAX_POINTS, Point};
use super::super::zobrist;
use super::{Board, Cell, Site};
use crate::engine::game::Color;

/// The last stone of a running chain and its two liberties, which are all that the chain has. The attacker will
/// play beside the stone, the defender ahead of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::go) struct Stair {
    stone: Point,
    /// Where the attacker plays.
    pub beside: Point,
    /// Where the defender answers.
    pub ahead: Point,
}

impl Stair {
    /// The stair of a stone with these two liberties, which the attacker's stone at `guard` has just driven there: it
    /// lies beside what is ahead. `None` where they do not lie so.
    #[inline]
    pub fn new(stone: Point, liberties: [Point; 2], guard: Point) -> Option<Stair> {
        let [first, second] = liberties;
        [(first, second), (second, first)]
            .into_iter()
            .find(|&(beside, ahead)| ahead.shifted(beside, stone) == guard)
            .map(|(beside, ahead)| Stair {
                stone,
                beside,
                ahead,
            })
    }

    /// So many stairs further up.
    #[inline]
    fn after(self, stairs: usize) -> Stair {
        // Two of them are one step along the diagonal.
        let step = |point: Point, far: Point| {
            let way = far.index() as isize - self.stone.index() as isize;
            Point::from_index((point.index() as isize + way * (stairs / 2) as isize) as usize)
        };
        let even = [self.stone, self.beside, self.ahead]
            .map(|point| step(step(point, self.beside), self.ahead));
        let [stone, beside, ahead] = even;
        let stair = Stair {
            stone,
            beside,
            ahead,
        };
        if stairs.is_multiple_of(2) {
            stair
        } else {
            stair.next()
        }
    }

    /// After both moves: the same with the directions exchanged.
    #[inline]
    fn next(self) -> Stair {
        Stair {
            stone: self.ahead,
            beside: self.ahead.shifted(self.stone, self.ahead),
            ahead: self.beside.shifted(self.stone, self.ahead),
        }
    }
}

/// Stairs one after the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::go) struct Run {
    first: Stair,
    length: usize,
}

impl Run {
    /// The number of stairs, of two moves each.
    #[inline]
    pub fn len(self) -> usize {
        self.length
    }

    /// Where the two moves of each stair are made.
    #[inline]
    pub fn stairs(self) -> impl Iterator<Item = Stair> {
        self.stairs_after(0).take(self.length)
    }

    /// The liberties of the chain at the end.
    #[inline]
    pub fn liberties(self) -> [Point; 2] {
        let end = self.first.after(self.length);
        [end.beside, end.ahead]
    }

    #[inline]
    fn stairs_after(self, number: usize) -> impl Iterator<Item = Stair> {
        let first = self.first.after(number);
        std::iter::successors(Some(first), |stair| Some(stair.next()))
    }
}

/// What the slots of the two points of a stair held before.
#[derive(Clone, Copy)]
pub(in crate::go) struct Slots {
    beside_chain: Chain,
    beside_next: Point,
    ahead_next: Point,
}

/// The slots of all runs on a board, the last one's last.
pub(in crate::go) type RunSlots = ArrayVec<Slots, { MAX_POINTS / 2 }>;

/// What [`Board::run_back`] needs beside the slots.
pub(in crate::go) struct RunUndo {
    run: Run,
    laid: usize,
    head: Point,
    head_chain: Chain,
    head_next: Point,
    guard: Point,
    hash: u64,
}

impl Board {
    /// The stairs, at most so many, that lie in the open. On each of them both sides have one move:
    ///
    /// - Ahead is empty, and beside is empty with three empty neighbours. If the attacker plays ahead, the defender
    ///   extends beside and has these three liberties. So he plays beside, with a stone that joins nothing and takes no
    ///   liberty of another chain.
    /// - The defender is in atari and has to extend ahead, where he meets the guard on one side, empty points on the
    ///   two others, joins nothing and has these two liberties.
    /// - No stone of the attacker gets into atari. The one beside keeps two of its three liberties: the run only takes
    ///   the one ahead of it, by the next stair but one. The first guard has to have three before.
    /// - The stone beside guards the next stair, which is this one with the directions exchanged.
    #[inline]
    pub(in crate::go) fn open_run(&self, first: Stair, most: usize) -> Run {
        let mut stair = first;
        let mut length = 0;
        while length < most && self.is_open(stair) {
            stair = stair.next();
            length += 1;
        }
        Run { first, length }
    }

    #[inline]
    fn is_open(&self, stair: Stair) -> bool {
        let Stair {
            stone,
            beside,
            ahead,
        } = stair;
        let empty = [
            beside,
            beside.shifted(stone, beside),
            beside.shifted(stone, ahead),
            beside.shifted(ahead, stone),
            ahead,
            ahead.shifted(stone, ahead),
        ];
        let empty = empty.map(|point| self.site(point) == Site::EMPTY);
        empty.into_iter().fold(true, |all, one| all & one)
    }

    /// Makes the moves of a run of the chain of this colour on `target`, the first of which is guarded by the stone
    /// on `guard`, but leaves out the stones of all stairs except the last `laid`, which suffice to see what lies around
    /// its two liberties then. As with [`Board::try_move`] the empty points are not brought up to date. There is no ko.
    pub(in crate::go) fn run_ahead(
        &mut self,
        run: Run,
        target: Point,
        guard: Point,
        laid: usize,
        slots: &mut RunSlots,
    ) -> RunUndo {
        let site = self.site(target);
        let head = site.head();
        // On the target is a stone.
        let color = site.color().unwrap_or(Color::Black);
        let foe = color.opponent();
        let undo = RunUndo {
            run,
            laid,
            head,
            head_chain: self.chains[head.index()],
            head_next: self.next[head.index()],
            guard,
            hash: self.hash,
        };
        let guard_head = self.site(guard).head();
        self.chains[guard_head.index()].remove_liberty_if(true, run.first.ahead);
        let skipped = run.length - laid;
        for (number, stair) in (skipped..run.length).zip(run.stairs_after(skipped)) {
            let Stair {
                stone,
                beside,
                ahead,
            } = stair;
            slots.push(Slots {
                beside_chain: self.chains[beside.index()],
                beside_next: self.next[beside.index()],
                ahead_next: self.next[ahead.index()],
            });
            let mut chain = Chain::lone();
            chain.add_liberty_if(true, beside.shifted(stone, beside));
            chain.add_liberty_if(true, beside.shifted(ahead, stone));
            chain.add_liberty_if(number + 1 == run.length, beside.shifted(stone, ahead));
            self.chains[beside.index()] = chain;
            self.sites[beside.index()] = Site::new(Cell::from(foe), beside);
            self.next[beside.index()] = beside;
            self.sites[ahead.index()] = site;
            self.next[ahead.index()] = self.next[head.index()];
            self.next[head.index()] = ahead;
            self.hash ^= zobrist::stone(foe, beside) ^ zobrist::stone(color, ahead);
        }
        let mut chain = Chain::lone();
        chain.add_stones(undo.head_chain.stones() - 1 + run.length as u16);
        for liberty in run.liberties() {
            chain.add_liberty_if(true, liberty);
        }
        self.chains[head.index()] = chain;
        undo
    }

    /// Takes back the last run, for which [`Board::run_ahead`] returned `undo`.
    pub(in crate::go) fn run_back(&mut self, undo: &RunUndo, slots: &mut RunSlots) {
        let from = slots.len() - undo.laid;
        let stairs = undo.run.stairs_after(undo.run.length - undo.laid);
        for (stair, slots) in stairs.zip(slots.drain(from..)) {
            self.sites[stair.beside.index()] = Site::EMPTY;
            self.sites[stair.ahead.index()] = Site::EMPTY;
            self.chains[stair.beside.index()] = slots.beside_chain;
            self.next[stair.beside.index()] = slots.beside_next;
            self.next[stair.ahead.index()] = slots.ahead_next;
        }
        self.chains[undo.head.index()] = undo.head_chain;
        self.next[undo.head.index()] = undo.head_next;
        let guard_head = self.site(undo.guard).head();
        self.chains[guard_head.index()].add_liberty_if(true, undo.run.first.ahead);
        self.hash = undo.hash;
    }
}
