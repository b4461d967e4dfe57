//! Several threads at one search, by the young brothers wait concept: once a node's first move has been searched,
//! idle threads take others of its moves.
//!
//! Whoever shares a node searches its moves too and, when none is left, helps those who still search one of them. A
//! thread under a node that was decided meanwhile finds out when it next looks at the limits.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::choices::{Choice, Choices};
use super::midgame::child;
use super::probcut::Confidence;
use super::run::Run;
use crate::engine::cpu::{Isa, Task};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::square::Square;

/// The threads of one search and the nodes that they share.
#[derive(Default)]
pub struct Team {
    /// Shared nodes with moves that nobody has taken.
    open: Mutex<Vec<Arc<Shared>>>,
    /// Rings when a node was shared or finished, and at the end of the search.
    bell: Condvar,
    /// Threads without work.
    idle: AtomicUsize,
    /// As many as there are in `open`.
    offers: AtomicUsize,
    /// Positions searched by all threads but the first.
    nodes: AtomicU64,
    /// A limit was met, or a thread failed.
    stopped: AtomicBool,
    /// The search is over.
    over: AtomicBool,
}

/// A node whose moves several threads search.
pub struct Shared {
    /// The shared node above it in the tree.
    above: Option<Arc<Shared>>,
    /// Discs to be placed after each of its moves.
    depth: u32,
    confidence: Confidence,
    alpha: i32,
    beta: i32,
    moves: Mutex<Moves>,
    /// A move reached `beta`: the others do not matter any more.
    is_decided: AtomicBool,
}

/// The moves of a shared node.
struct Moves {
    left: Choices<Node>,
    /// Threads that search one of them.
    working: usize,
    found: Found,
}

/// The best of the moves so far.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Its score.
    pub best: i32,
    /// Its square.
    pub square: Option<Square>,
}

/// How long a thread sleeps before it looks at the limits although nothing rang.
const NAP: Duration = Duration::from_millis(2);

impl Team {
    /// Whether somebody waits for a node to be shared.
    #[inline(always)]
    pub fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > self.offers.load(Ordering::Relaxed)
    }

    /// Whether the search must stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stops the search of all threads.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Positions searched by all threads but the first, those of the last moments perhaps not yet among them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds positions searched by one of the others.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Shared>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn offer(&self, shared: Arc<Shared>) {
        let mut open = self.open();
        open.push(shared);
        self.offers.store(open.len(), Ordering::Relaxed);
        self.bell.notify_all();
    }

    fn withdraw(&self, shared: &Arc<Shared>) {
        let mut open = self.open();
        open.retain(|other| !Arc::ptr_eq(other, shared));
        self.offers.store(open.len(), Ordering::Relaxed);
    }

    /// Rings for those who wait for a node to be finished.
    fn ring(&self) {
        // Under the lock, so that nobody who has just looked misses it.
        let _open = self.open();
        self.bell.notify_all();
    }

    /// The open node with most to do among those that `fits`; if there is none, waits until something happens.
    fn find_or_wait(
        &self,
        fits: impl Fn(&Shared) -> bool,
        is_enough: impl Fn() -> bool,
    ) -> Option<Arc<Shared>> {
        let open = self.open();
        let fitting = open.iter().filter(|shared| fits(shared));
        let found = fitting.max_by_key(|shared| shared.depth).cloned();
        if found.is_none() && !is_enough() {
            self.idle.fetch_add(1, Ordering::Relaxed);
            // Whoever was woken looks again.
            drop(self.bell.wait_timeout(open, NAP));
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        found
    }
}

impl Shared {
    fn moves(&self) -> MutexGuard<'_, Moves> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node, or one above it, needs no more search.
    pub fn is_decided(&self) -> bool {
        let above = |shared: &Shared| {
            shared
                .above
                .as_ref()
                .is_some_and(|above| above.is_decided())
        };
        self.is_decided.load(Ordering::Relaxed) || above(self)
    }

    fn is_under(&self, shared: &Arc<Shared>) -> bool {
        self.above
            .as_ref()
            .is_some_and(|above| Arc::ptr_eq(above, shared) || above.is_under(shared))
    }

    /// A move to search, with the score that it must exceed.
    fn take(&self) -> Option<(Choice<Node>, i32)> {
        let mut moves = self.moves();
        if self.is_decided.load(Ordering::Relaxed) {
            return None;
        }
        let choice = moves.left.pick()?;
        moves.working += 1;
        Some((choice, self.alpha.max(moves.found.best)))
    }

    /// Notes the score of a move that was taken; `None` if its search was cut off.
    fn give(&self, square: Square, score: Option<i32>) {
        let mut moves = self.moves();
        moves.working -= 1;
        if let Some(score) = score
            && score > moves.found.best
        {
            moves.found = Found {
                best: score,
                square: Some(square),
            };
            if score >= self.beta {
                self.is_decided.store(true, Ordering::Relaxed);
            }
        }
    }

    fn is_finished(&self) -> bool {
        self.moves().working == 0
    }
}

/// Searches the moves left of a node, together with idle threads; `found` is what the moves before them are worth.
/// Without meaning once the run has stopped.
#[inline(always)]
pub fn share<I: Isa>(
    run: &mut Run,
    team: &Team,
    left: Choices<Node>,
    (depth, alpha, beta): (u32, i32, i32),
    found: Found,
) -> Found {
    let above = run.shared.take();
    let shared = Arc::new(Shared {
        above: above.clone(),
        depth,
        confidence: run.confidence,
        alpha,
        beta,
        moves: Mutex::new(Moves {
            left,
            working: 0,
            found,
        }),
        is_decided: AtomicBool::new(false),
    });
    team.offer(Arc::clone(&shared));
    work::<I>(run, team, &shared);
    while !shared.is_finished() {
        let under = |other: &Shared| other.is_under(&shared);
        if let Some(other) = team.find_or_wait(under, || shared.is_finished()) {
            work::<I>(run, team, &other);
        }
    }
    run.shared = above;
    run.resume();
    shared.moves().found
}

/// Searches moves of a shared node until none is left.
#[inline(always)]
fn work<I: Isa>(run: &mut Run, team: &Team, shared: &Arc<Shared>) {
    run.shared = Some(Arc::clone(shared));
    run.confidence = shared.confidence;
    run.resume();
    while !run.stopped()
        && let Some((choice, floor)) = shared.take()
    {
        let taken = Taken(team, shared, choice.square);
        let score = I::enter(Child {
            run: &mut *run,
            node: choice.after,
            depth: shared.depth,
            window: (floor, shared.beta),
        });
        taken.give((!run.stopped()).then_some(score));
    }
    team.withdraw(shared);
}

/// A move under search; given back even if the search panics, as somebody waits for it.
struct Taken<'a>(&'a Team, &'a Shared, Square);

impl Taken<'_> {
    fn give(self, score: Option<i32>) {
        let Taken(team, shared, square) = self;
        std::mem::forget(self);
        shared.give(square, score);
        team.ring();
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let Taken(team, shared, square) = *self;
        team.stop();
        shared.give(square, None);
        team.ring();
    }
}

/// One move of a shared node.
struct Child<'r, 'a> {
    run: &'r mut Run<'a>,
    node: Node,
    depth: u32,
    window: (i32, i32),
}

impl Task for Child<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let (low, high) = self.window;
        child::<I>(self.run, &self.node, self.depth, (low, high), false)
    }
}

/// Searches what others share until the search is over.
pub struct Help<'r, 'a>(pub &'r mut Run<'a>, pub &'a Team);

impl Task for Help<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Help(run, team) = self;
        while !team.over.load(Ordering::Relaxed) {
            let is_over = || team.over.load(Ordering::Relaxed);
            if let Some(shared) = team.find_or_wait(|_| true, is_over) {
                work::<I>(run, team, &shared);
                run.report_nodes();
            }
        }
    }
}

/// Ends a search for its helpers, whatever becomes of it.
pub struct End<'a>(pub &'a Team);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
        self.0.over.store(true, Ordering::Relaxed);
        self.0.ring();
    }
}
