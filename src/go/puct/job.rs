//! One search: threads that send playouts into the graph until a limit is met.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::ending;
use super::graph::{Graph, NodeId};
use super::key;
use super::oracle::Oracle;
use super::root::Root;
use super::update::sign;
use super::verdict::Verdict;
use super::walk::{Arrival, Terrain, Walk};
use crate::engine::{Control, resources};
use crate::go::board::Move;
use crate::go::net::GameHistory;

/// Playouts of a search after which their pace tells how many are still to come. Visits of former searches may give one move
/// a lead before the first.
const TELLING_PLAYOUTS: u64 = 32;

/// How long a thread waits for others before it looks around again.
const PATIENCE: Duration = Duration::from_millis(2);

/// The most visits of a root, so that no count overflows.
const MOST_VISITS: u32 = 1 << 30;

/// What the threads of a search share, under one lock.
pub struct Shared<'a> {
    /// The graph.
    pub graph: &'a mut Graph,
    /// Evaluations.
    pub cache: &'a mut Cache,
    /// Playouts that have been finished, the root's evaluation among them.
    pub playouts: u64,
    on_their_way: u64,
    ended: bool,
}

/// One search.
pub struct Job<'a> {
    control: &'a Control<Move>,
    terrain: Terrain<'a>,
    root: &'a Root,
    optimism: f64,
    shared: Mutex<Shared<'a>>,
    /// Rings when a thread has finished a playout.
    freed: Condvar,
    /// How long an evaluation takes, in microseconds.
    pace: &'a AtomicU64,
}

impl<'a> Job<'a> {
    /// A search from the root of the graph, whose own evaluation is there.
    pub fn new(
        control: &'a Control<Move>,
        situation: &'a GameHistory,
        root: &'a Root,
        pace: &'a AtomicU64,
        shared: Shared<'a>,
    ) -> Job<'a> {
        let params = &shared.graph.params;
        let certainty = match root.verdict.knows_errors() {
            true => params.certain_weight,
            false => 1.0,
        };
        Job {
            control,
            terrain: Terrain {
                start: situation,
                bonus: &root.bonus,
                question: control.request(),
                certainty,
            },
            root,
            optimism: params.optimism,
            shared: Mutex::new(shared),
            freed: Condvar::new(),
            pace,
        }
    }

    /// Searches until the limits say stop, with one thread for each oracle; what has come of it.
    pub fn run(self, oracles: &mut [Oracle]) -> Shared<'a> {
        if let Some((first, others)) = oracles.split_first_mut() {
            std::thread::scope(|scope| {
                let helpers = others
                    .iter_mut()
                    .map(|oracle| || self.work(oracle, |_| false));
                resources::spawn_all(scope, helpers);
                let mut next_report = self.control.request().every;
                self.work(first, |shared| {
                    let elapsed = self.control.elapsed();
                    if self.control.wants_reports() && elapsed >= next_report {
                        next_report = elapsed + self.control.request().every;
                        self.control.report(self.report(shared));
                    }
                    self.may_end(shared)
                });
            });
        }
        let shared = self.shared.into_inner();
        shared.unwrap_or_else(PoisonError::into_inner)
    }

    /// Does playouts until somebody says stop, or `after_each` that it is enough.
    fn work(&self, oracle: &mut Oracle, mut after_each: impl FnMut(&Shared) -> bool) {
        let mut walk = Walk::new(self.terrain.start);
        let mut shared = self.lock();
        while !shared.ended {
            shared.ended = self.is_out(&shared) || oracle.has_failed() || after_each(&shared);
            if shared.ended {
                break;
            }
            match walk.descend(shared.graph, &self.terrain) {
                Arrival::Done => self.finish(&mut walk, &mut shared),
                Arrival::Unknown(node) => {
                    shared.on_their_way += 1;
                    drop(shared);
                    let (key, verdict, is_new) = self.verdict(oracle, &walk.situation);
                    shared = self.lock();
                    shared.on_their_way -= 1;
                    if is_new {
                        shared.cache.put(key, &verdict);
                    }
                    self.take_in(&walk, &mut shared, node, verdict);
                    self.finish(&mut walk, &mut shared);
                }
                Arrival::Busy => {
                    let waited = self.freed.wait_timeout(shared, PATIENCE);
                    shared = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                // There is nothing more to learn, but who has set no limit waits for what has been learned.
                Arrival::Full if self.control.limits().bounded() => shared.ended = true,
                Arrival::Full => {
                    drop(shared);
                    std::thread::sleep(PATIENCE);
                    shared = self.lock();
                }
            }
        }
        self.freed.notify_all();
    }

    fn finish(&self, walk: &mut Walk, shared: &mut Shared) {
        walk.finish(shared.graph);
        shared.playouts += 1;
        self.freed.notify_all();
    }

    /// What the network says of a situation, the key of that, and whether it had to be asked.
    fn verdict(&self, oracle: &mut Oracle, situation: &GameHistory) -> (u64, Arc<Verdict>, bool) {
        let key = key::of_inputs(situation);
        let known = self.lock().cache.get(key);
        if let Some(verdict) = known {
            return (key, verdict, false);
        }
        let began = Instant::now();
        let verdict = oracle.judge(situation, self.optimism);
        let took = began.elapsed().as_micros() as u64;
        // Slower ones count at once, quicker ones little by little: a clock has to be kept.
        let usual = self.pace.load(Ordering::Relaxed);
        let pace = took.max(usual - usual / 16);
        self.pace.store(pace, Ordering::Relaxed);
        (key, Arc::new(verdict), true)
    }

    fn take_in(&self, walk: &Walk, shared: &mut Shared, node: NodeId, verdict: Arc<Verdict>) {
        if walk.ends(shared.graph, node) {
            let outlook = ending::by_agreement(&walk.situation, &verdict);
            shared.graph.end(node, outlook, self.terrain.certainty);
        } else {
            shared.graph.learn(node, verdict);
        }
    }

    /// Whether a limit is met.
    fn is_out(&self, shared: &Shared) -> bool {
        let begun = shared.playouts + shared.on_their_way;
        let visits = self.visits(shared) + shared.on_their_way;
        self.control.out_of_visits(begun, visits)
            || self.control.interrupted()
            || self.is_too_late()
            || visits >= u64::from(MOST_VISITS)
    }

    /// Whether one more evaluation would overstep the time.
    fn is_too_late(&self) -> bool {
        let pace = Duration::from_micros(self.pace.load(Ordering::Relaxed));
        let budget = self.control.limits().time;
        budget.is_some_and(|budget| self.control.elapsed() + pace > budget.hard)
    }

    /// The visits of the root.
    fn visits(&self, shared: &Shared) -> u64 {
        let root = shared.graph.root();
        root.map_or(0, |root| u64::from(shared.graph.node(root).visits))
    }

    /// Whether a search on a clock would waste the rest of its time. One without a clock goes on to its limit.
    fn may_end(&self, shared: &Shared) -> bool {
        let Some(budget) = self.control.limits().time else {
            return false;
        };
        let Some(root) = shared.graph.root() else {
            return true;
        };
        let graph = &*shared.graph;
        if graph.candidates(root).len() < 2 {
            return true;
        }
        let elapsed = self.control.elapsed();
        // Where the two are close, what is left of the time is lost if it is not used now.
        let can_save = budget.soft * 2 < budget.hard;
        let is_past_soft = can_save && elapsed >= budget.soft;
        if is_past_soft && !self.is_disputed(graph, root) {
            return true;
        }
        let limit = match can_save && !is_past_soft {
            true => budget.soft,
            false => budget.hard,
        };
        if shared.playouts < TELLING_PLAYOUTS {
            return false;
        }
        let left = limit.saturating_sub(elapsed).as_secs_f64();
        let rate = shared.playouts as f64 / elapsed.as_secs_f64().max(1e-6);
        let mut visits: Vec<u32> = graph.children(root).map(|child| child.visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let second = visits.get(1).copied().unwrap_or(0);
        let lead = visits.first().map_or(0, |most| most - second);
        // A lower bound may favour a move with few visits, so the leader has to be out of its reach too.
        let reach = graph.params.lcb_visits;
        let settled = f64::from(second) < reach * f64::from(visits.first().copied().unwrap_or(0));
        f64::from(lead) > rate * left && (settled || !self.is_disputed(graph, root))
    }

    /// Whether the most visited move is not the one that looks best, or another is about to catch up with it.
    fn is_disputed(&self, graph: &Graph, root: NodeId) -> bool {
        let rated = graph.rated(root, &self.root.bonus);
        let [best, rivals @ ..] = rated.as_slice() else {
            return false;
        };
        let visits = |child: NodeId| f64::from(graph.node(child).visits);
        let sign = sign(graph.node(root).to_move);
        let utility = |child: NodeId| sign * graph.node(child).stats.utility;
        rivals.iter().any(|rival| {
            let is_serious = visits(rival.child) * 4.0 > visits(best.child);
            is_serious && utility(rival.child) > utility(best.child)
                || visits(rival.child) > visits(best.child)
        })
    }

    fn report(&self, shared: &Shared) -> crate::engine::Report<Move> {
        let question = self.control.request();
        shared
            .graph
            .report(self.root, self.terrain.start, question, shared.playouts)
    }

    fn lock(&self) -> MutexGuard<'_, Shared<'a>> {
        // A thread that panicked ends the whole search when it is joined.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Shared<'a> {
    /// Before the first playout, or after one if the root's evaluation was the first.
    pub fn new(graph: &'a mut Graph, cache: &'a mut Cache, playouts: u64) -> Shared<'a> {
        Shared {
            graph,
            cache,
            playouts,
            on_their_way: 0,
            ended: false,
        }
    }
}
