//! Staircases: the long diagonal of a ladder across empty board, played in a single step.

use arrayvec::ArrayVec;

use super::super::chain::Chain;
use super::super::point::{MAX_POINTS, Point};
use super::super::zobrist;
use super::{Board, Site, SiteKind};
use tengen_engine::game::Color;

/// The last stone of a running chain and the chain's two liberties. The attacker plays at `flank`, next to the stone,
/// and the defender extends to `ahead`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StairStep {
    stone: Point,
    /// The attacker's move.
    pub flank: Point,
    /// The defender's reply.
    pub ahead: Point,
}

impl StairStep {
    /// Returns the step of a stone with these two liberties, driven there by the attacker's stone at `guard` next to
    /// the point ahead. `None` if the points do not have this arrangement.
    #[inline]
    pub fn new(stone: Point, liberties: [Point; 2], guard: Point) -> Option<StairStep> {
        let [first, second] = liberties;
        [(first, second), (second, first)]
            .into_iter()
            .find(|&(flank, ahead)| ahead.shifted(flank, stone) == guard)
            .map(|(flank, ahead)| StairStep {
                stone,
                flank,
                ahead,
            })
    }

    #[inline]
    fn advanced(self, steps: usize) -> StairStep {
        // Two steps move the pattern by one point along the diagonal.
        let step = |point: Point, far: Point| {
            let way = far.index() as isize - self.stone.index() as isize;
            Point::from_index((point.index() as isize + way * (steps / 2) as isize) as usize)
        };
        let even = [self.stone, self.flank, self.ahead]
            .map(|point| step(step(point, self.flank), self.ahead));
        let [stone, flank, ahead] = even;
        let step = StairStep {
            stone,
            flank,
            ahead,
        };
        if steps.is_multiple_of(2) {
            step
        } else {
            step.next()
        }
    }

    /// Returns the next step: the same pattern with the directions exchanged.
    #[inline]
    fn next(self) -> StairStep {
        StairStep {
            stone: self.ahead,
            flank: self.ahead.shifted(self.stone, self.ahead),
            ahead: self.flank.shifted(self.stone, self.ahead),
        }
    }
}

/// Consecutive steps of a staircase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Staircase {
    first: StairStep,
    length: usize,
}

impl Staircase {
    /// Returns the number of steps, of two moves each.
    #[inline]
    pub fn len(self) -> usize {
        self.length
    }

    #[inline]
    pub fn steps(self) -> impl Iterator<Item = StairStep> {
        self.steps_after(0).take(self.length)
    }

    /// Returns the liberties of the chain at the end.
    #[inline]
    pub fn liberties(self) -> [Point; 2] {
        let end = self.first.advanced(self.length);
        [end.flank, end.ahead]
    }

    #[inline]
    fn steps_after(self, number: usize) -> impl Iterator<Item = StairStep> {
        let first = self.first.advanced(number);
        std::iter::successors(Some(first), |step| Some(step.next()))
    }
}

/// The previous slot contents for one step.
#[derive(Clone, Copy)]
pub(crate) struct StairSlots {
    flank_chain: Chain,
    flank_next: Point,
    ahead_next: Point,
}

/// The saved slots of all staircases on a board, in order.
pub(crate) type StaircaseSlots = ArrayVec<StairSlots, { MAX_POINTS / 2 }>;

/// The state that [`Board::unplay_staircase`] needs in addition to the slots.
pub(crate) struct StaircaseUndo {
    staircase: Staircase,
    laid: usize,
    head: Point,
    head_chain: Chain,
    head_next: Point,
    guard: Point,
    hash: u64,
}

impl Board {
    /// Returns up to `most` steps on open board. On each of them, both sides have a single move:
    ///
    /// - Both `ahead` and `flank` are empty, and `flank` has three empty neighbors. If the attacker played `ahead`,
    ///   the defender would extend to `flank` and gain those three liberties. So the attacker plays `flank`; this
    ///   stone joins nothing and takes no liberty of another chain.
    /// - The defender is now in atari and must extend to `ahead`. That point has the guard on one side and empty points
    ///   on the other two. The stone joins nothing and gets these two liberties.
    /// - No attacking stone is put in atari. The stone at `flank` keeps two of its three liberties, since only the
    ///   stone two steps later takes the one ahead of it. The first guard must have three liberties beforehand.
    /// - The stone at `flank` is the guard of the next step, which is this one with the directions exchanged.
    #[inline]
    pub(crate) fn open_staircase(&self, first: StairStep, most: usize) -> Staircase {
        let mut step = first;
        let mut length = 0;
        while length < most && self.is_open(step) {
            step = step.next();
            length += 1;
        }
        Staircase { first, length }
    }

    #[inline]
    fn is_open(&self, step: StairStep) -> bool {
        let StairStep {
            stone,
            flank,
            ahead,
        } = step;
        let empty = [
            flank,
            flank.shifted(stone, flank),
            flank.shifted(stone, ahead),
            flank.shifted(ahead, stone),
            ahead,
            ahead.shifted(stone, ahead),
        ];
        let empty = empty.map(|point| self.site(point) == Site::EMPTY);
        empty.into_iter().fold(true, |all, one| all & one)
    }

    /// Plays the moves of a staircase for the chain on `target`, with the stone on `guard` guarding the first step.
    /// Places only the stones of the last `laid` steps, which is enough to inspect the surroundings of the final
    /// liberties. As with [`Board::make_unlisted`], the empty points are not updated. There must be no ko.
    pub(crate) fn play_staircase(
        &mut self,
        staircase: Staircase,
        target: Point,
        guard: Point,
        laid: usize,
        slots: &mut StaircaseSlots,
    ) -> StaircaseUndo {
        let site = self.site(target);
        let head = site.head();
        // `target` always has a stone.
        let color = site.color().unwrap_or(Color::Black);
        let foe = color.opponent();
        let undo = StaircaseUndo {
            staircase,
            laid,
            head,
            head_chain: self.chains[head.index()],
            head_next: self.next[head.index()],
            guard,
            hash: self.hash,
        };
        let guard_head = self.site(guard).head();
        self.chains[guard_head.index()].remove_liberty_if(true, staircase.first.ahead);
        let skipped = staircase.length - laid;
        for (number, step) in (skipped..staircase.length).zip(staircase.steps_after(skipped)) {
            let StairStep {
                stone,
                flank,
                ahead,
            } = step;
            slots.push(StairSlots {
                flank_chain: self.chains[flank.index()],
                flank_next: self.next[flank.index()],
                ahead_next: self.next[ahead.index()],
            });
            let mut chain = Chain::lone();
            chain.add_liberty_if(true, flank.shifted(stone, flank));
            chain.add_liberty_if(true, flank.shifted(ahead, stone));
            chain.add_liberty_if(number + 1 == staircase.length, flank.shifted(stone, ahead));
            self.chains[flank.index()] = chain;
            self.sites[flank.index()] = Site::new(SiteKind::from(foe), flank);
            self.next[flank.index()] = flank;
            self.sites[ahead.index()] = site;
            self.next[ahead.index()] = self.next[head.index()];
            self.next[head.index()] = ahead;
            self.hash ^= zobrist::stone(foe, flank) ^ zobrist::stone(color, ahead);
        }
        let mut chain = Chain::lone();
        chain.add_stones(undo.head_chain.stones() - 1 + staircase.length as u16);
        for liberty in staircase.liberties() {
            chain.add_liberty_if(true, liberty);
        }
        self.chains[head.index()] = chain;
        undo
    }

    /// Takes back the last staircase, for which [`Board::play_staircase`] returned `undo`.
    pub(crate) fn unplay_staircase(&mut self, undo: &StaircaseUndo, slots: &mut StaircaseSlots) {
        let from = slots.len() - undo.laid;
        let steps = undo
            .staircase
            .steps_after(undo.staircase.length - undo.laid);
        for (step, slots) in steps.zip(slots.drain(from..)) {
            self.sites[step.flank.index()] = Site::EMPTY;
            self.sites[step.ahead.index()] = Site::EMPTY;
            self.chains[step.flank.index()] = slots.flank_chain;
            self.next[step.flank.index()] = slots.flank_next;
            self.next[step.ahead.index()] = slots.ahead_next;
        }
        self.chains[undo.head.index()] = undo.head_chain;
        self.next[undo.head.index()] = undo.head_next;
        let guard_head = self.site(undo.guard).head();
        self.chains[guard_head.index()].add_liberty_if(true, undo.staircase.first.ahead);
        self.hash = undo.hash;
    }
}
