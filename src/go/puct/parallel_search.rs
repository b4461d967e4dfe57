//! One search: threads that send playouts into the graph until a limit is reached.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::evaluation_cache::EvaluationCache;
use super::evaluation_pace::EvaluationPace;
use super::graph::{Graph, GraphNodeId};
use super::key;
use super::node_evaluation::NodeEvaluation;
use super::position_evaluator::PositionEvaluator;
use super::root::PuctRoot;
use super::terminal_value;
use super::tree_playout::{PlayoutEnd, SearchContext, TreePlayout};
use super::update::sign;
use crate::board::Move;
use crate::net::{Canceled, GameHistory};
use tengen_engine::game::Position as _;
use tengen_engine::{Control, resources};

/// Number of playouts from which their rate predicts how many are still to come. Before that, visits from earlier
/// searches may give one move a lead.
const MIN_PLAYOUTS_FOR_PACE: u64 = 32;

/// Maximum time that a thread waits for others before trying again.
const WAIT: Duration = Duration::from_millis(2);

/// Maximum number of visits of the root, so that no count overflows.
const MAX_VISITS: u32 = 1 << 30;

/// The state shared by the threads of a search, under one lock.
pub struct SearchState<'a> {
    /// The graph to be searched.
    pub graph: &'a mut Graph,
    /// Evaluations by key, kept between searches.
    pub cache: &'a mut EvaluationCache,
    /// Number of finished playouts, including the root's evaluation.
    pub playouts: u64,
    /// Number of those that aren't visits of the root: weightless explorations by the human policy.
    weightless: u64,
    in_flight: u64,
    ended: bool,
}

pub struct ParallelSearch<'a> {
    control: &'a Control<Move>,
    context: SearchContext<'a>,
    root: &'a PuctRoot,
    state: Mutex<SearchState<'a>>,
    /// Signaled when a thread has finished a playout.
    playout_done: Condvar,
    evaluation_pace: &'a EvaluationPace,
}

impl<'a> ParallelSearch<'a> {
    /// Creates a search from the root of the graph, which must have been evaluated.
    pub fn new(
        control: &'a Control<Move>,
        history: &'a GameHistory,
        root: &'a PuctRoot,
        evaluation_pace: &'a EvaluationPace,
        state: SearchState<'a>,
    ) -> ParallelSearch<'a> {
        let params = &state.graph.params;
        let terminal_weight = match root.evaluation.has_errors() {
            true => params.max_evaluation_weight,
            false => 1.0,
        };
        ParallelSearch {
            control,
            context: SearchContext {
                start: history,
                root,
                request: control.request(),
                terminal_weight,
            },
            root,
            state: Mutex::new(state),
            playout_done: Condvar::new(),
            evaluation_pace,
        }
    }

    /// Searches until a limit is reached, with one thread per evaluator, and returns the final state.
    pub fn run(self, evaluators: &mut [PositionEvaluator]) -> SearchState<'a> {
        if let Some((first, others)) = evaluators.split_first_mut() {
            let search = &self;
            std::thread::scope(|scope| {
                let helpers = (1..).zip(others).map(|(thread, evaluator)| {
                    move || search.run_playouts(thread, evaluator, |_| false)
                });
                resources::spawn_all(scope, helpers);
                let mut next_report = self.control.request().first;
                self.run_playouts(0, first, |state| {
                    let elapsed = self.control.elapsed();
                    if self.control.wants_reports() && elapsed >= next_report {
                        next_report = elapsed + self.control.request().every;
                        self.control.report(self.report(state));
                    }
                    self.may_stop_early(state)
                });
            });
        }
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs playouts until a limit is reached or `after_each` returns true.
    fn run_playouts(
        &self,
        thread: u64,
        evaluator: &mut PositionEvaluator,
        mut after_each: impl FnMut(&SearchState) -> bool,
    ) {
        let mut playout = TreePlayout::new(&self.context, thread);
        let mut state = self.lock();
        while !state.ended {
            state.ended =
                self.limit_reached(&state) || evaluator.has_failed() || after_each(&state);
            if state.ended {
                break;
            }
            match playout.select_leaf(state.graph, &self.context) {
                PlayoutEnd::Done => self.back_up(&mut playout, &mut state),
                PlayoutEnd::Leaf(node) => {
                    state.in_flight += 1;
                    drop(state);
                    let evaluated = self.evaluate(evaluator, &playout.history);
                    state = self.lock();
                    state.in_flight -= 1;
                    let Ok((key, evaluation, is_new)) = evaluated else {
                        playout.abandon(state.graph, node);
                        continue;
                    };
                    if is_new {
                        state.cache.put(key, &evaluation);
                    }
                    self.store_evaluation(&playout, &mut state, node, evaluation);
                    self.back_up(&mut playout, &mut state);
                }
                PlayoutEnd::Busy => {
                    let waited = self.playout_done.wait_timeout(state, WAIT);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                // The memory is full. A search without limits still has to wait until it is stopped.
                PlayoutEnd::Full if self.control.limits().bounded() => state.ended = true,
                PlayoutEnd::Full => {
                    drop(state);
                    std::thread::sleep(WAIT);
                    state = self.lock();
                }
            }
        }
        self.playout_done.notify_all();
    }

    fn back_up(&self, playout: &mut TreePlayout, state: &mut SearchState) {
        let is_visit = playout.back_up(state.graph);
        state.playouts += 1;
        state.weightless += u64::from(!is_visit);
        self.playout_done.notify_all();
    }

    /// Returns the evaluation of a position, its key, and whether it is new to the cache.
    fn evaluate(
        &self,
        evaluator: &mut PositionEvaluator,
        history: &GameHistory,
    ) -> Result<(u64, Arc<NodeEvaluation>, bool), Canceled> {
        let view = self.root.mode.tree_view(history.position().to_move());
        let key = key::of_evaluation(history, &view);
        let known = self.lock().cache.get(key);
        if let Some(evaluation) = known {
            return Ok((key, evaluation, false));
        }
        let began = Instant::now();
        let evaluation = evaluator.evaluate(history, &view, &|| self.control.is_over())?;
        self.evaluation_pace.note(began.elapsed());
        Ok((key, Arc::new(evaluation), true))
    }

    fn store_evaluation(
        &self,
        playout: &TreePlayout,
        state: &mut SearchState,
        node: GraphNodeId,
        evaluation: Arc<NodeEvaluation>,
    ) {
        if playout.is_terminal(state.graph, node) {
            let values = terminal_value::value_by_agreement(&playout.history, &evaluation);
            state
                .graph
                .add_terminal_visit(node, values, self.context.terminal_weight);
            return;
        }
        let mirror = self.root.mirror;
        let adjusted =
            mirror.and_then(|mirror| mirror.adjusted(&playout.moves(state.graph), &evaluation));
        let evaluation = adjusted.map_or(evaluation, Arc::new);
        state.graph.set_evaluation(node, evaluation);
    }

    fn limit_reached(&self, state: &SearchState) -> bool {
        let begun = state.playouts + state.in_flight;
        let visits = self.visits(state) + state.in_flight;
        self.control.out_of_visits(begun, visits)
            || self.control.interrupted()
            || self.would_overrun()
            || visits >= u64::from(MAX_VISITS)
    }

    /// Whether one more evaluation would exceed the time.
    fn would_overrun(&self) -> bool {
        let pace = self.evaluation_pace.expected();
        let budget = self.control.limits().time;
        budget.is_some_and(|budget| self.control.elapsed() + pace > budget.hard)
    }

    /// Returns the visits of the root, including weightless ones.
    fn visits(&self, state: &SearchState) -> u64 {
        let root = state.graph.root();
        let visits = root.map_or(0, |root| u64::from(state.graph.node(root).visits));
        visits + state.weightless
    }

    /// Whether a search on a clock may stop before its time is over. A search without a clock runs to its limit.
    fn may_stop_early(&self, state: &SearchState) -> bool {
        let Some(budget) = self.control.limits().time else {
            return false;
        };
        let Some(root) = state.graph.root() else {
            return true;
        };
        let graph = &*state.graph;
        if graph.candidates(root).len() < 2 {
            return true;
        }
        if !budget.can_save() {
            // Use the time to grow the graph for later moves.
            return false;
        }
        let elapsed = self.control.elapsed();
        let is_past_soft = elapsed >= budget.soft;
        if is_past_soft && !self.is_contested(graph, root) {
            return true;
        }
        if state.playouts < MIN_PLAYOUTS_FOR_PACE {
            return false;
        }
        let left = budget.left(elapsed).as_secs_f64();
        let rate = state.playouts as f64 / elapsed.as_secs_f64().max(1e-6);
        let mut visits: Vec<u32> = graph.children(root).map(|child| child.visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let second = visits.get(1).copied().unwrap_or(0);
        let lead = visits.first().map_or(0, |most| most - second);
        // A lower confidence bound may favor a move with few visits, so the leader must be out of its reach too.
        let reach = graph.params.lcb_min_visit_share;
        let settled = f64::from(second) < reach * f64::from(visits.first().copied().unwrap_or(0));
        f64::from(lead) > rate * left && (settled || !self.is_contested(graph, root))
    }

    /// Whether another move has a better utility than the most visited one or is about to overtake it.
    fn is_contested(&self, graph: &Graph, root: GraphNodeId) -> bool {
        let scored = graph.scored_children(root, &self.root.bonus);
        let [best, rivals @ ..] = scored.as_slice() else {
            return false;
        };
        let visits = |child: GraphNodeId| f64::from(graph.node(child).visits);
        let sign = sign(graph.node(root).to_move);
        let utility = |child: GraphNodeId| sign * graph.node(child).stats.utility;
        let edges = &graph.node(root).edges;
        let rivals = rivals.iter().filter(|rival| edges[rival.index].visits > 0);
        rivals.into_iter().any(|rival| {
            let is_serious = visits(rival.child) * 4.0 > visits(best.child);
            is_serious && utility(rival.child) > utility(best.child)
                || visits(rival.child) > visits(best.child)
        })
    }

    fn report(&self, state: &SearchState) -> tengen_engine::Report<Move> {
        let request = self.control.request();
        state
            .graph
            .report(self.root, self.context.start, request, state.playouts)
    }

    fn lock(&self) -> MutexGuard<'_, SearchState<'a>> {
        // A panic in a thread ends the whole search when the thread is joined.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> SearchState<'a> {
    /// Creates the state after `playouts` playouts: 1 if the root has just been evaluated, otherwise 0.
    pub fn new(
        graph: &'a mut Graph,
        cache: &'a mut EvaluationCache,
        playouts: u64,
    ) -> SearchState<'a> {
        SearchState {
            graph,
            cache,
            playouts,
            weightless: 0,
            in_flight: 0,
            ended: false,
        }
    }
}
