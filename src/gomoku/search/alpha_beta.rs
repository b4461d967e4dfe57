//! The gomoku player: iterative deepening on one or more threads.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::balance::{self, BalancedLine};
use super::helper::{self, Iteration};
use super::history::History;
use super::move_picker::{all_moves, candidates};
use super::thread::{MAX_PLY, SearchThread, Shared};
use super::transposition::TranspositionTable;
use super::{opening, table_file};
use crate::eval::board::Board;
use crate::eval::evaluation::Evaluation;
use crate::eval::point_set::points_of;
use crate::eval::score::{WIN, WIN_THRESHOLD, winrate};
use crate::eval::weights::Weights;
use crate::params::Params;
use crate::request::Balance;
use crate::rules::{Point, Position, Rule};
use crate::threats::attack::{Attack, NodeBudget, defenses};
use crate::threats::vcf::VcfSearch;
use crate::threats::vct::find_vct;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{
    Control, Report, RootMove, SearchRequest, SearchResult, Searcher, Settings, TableCommand,
    resources,
};

/// Alpha-beta search with threat searches. Scores are in evaluation units; a win scores 30,000 minus the plies to the
/// five. The search is deterministic and ignores the seed. Tables are built and memory is allocated at the first
/// search.
pub struct AlphaBeta {
    settings: Settings,
    params: Params,
    table: TranspositionTable,
    evaluation: Option<(Rule, Arc<Evaluation>)>,
}

/// Node limit of a proof by VCT. Wins beyond it are left to the main search, which may have no limit.
const MAX_PROOF_NODES: u64 = 5_000_000;

/// Memory of a thread in addition to the transposition table, in bytes.
const THREAD_BYTES: usize = VcfSearch::BYTES + (1 << 20);

impl AlphaBeta {
    /// Returns a player with these settings.
    pub fn new(settings: Settings) -> Self {
        AlphaBeta {
            params: Params::new(&settings),
            settings,
            table: TranspositionTable::new(table_bytes(settings)),
            evaluation: None,
        }
    }

    /// Replaces the evaluation of games under `rule`.
    pub(crate) fn with_evaluation(self, rule: Rule, evaluation: Arc<Evaluation>) -> Self {
        AlphaBeta {
            evaluation: Some((rule, evaluation)),
            ..self
        }
    }

    fn evaluation(&mut self, rule: Rule) -> Arc<Evaluation> {
        match &self.evaluation {
            Some((of, evaluation)) if *of == rule => evaluation.clone(),
            _ => {
                let evaluation = Evaluation::new(rule, Weights::embedded(), self.settings.isa);
                self.evaluation = Some((rule, evaluation.clone()));
                evaluation
            }
        }
    }

    /// Returns the result of a move found without search.
    fn instant_result(&self, mv: Point, score: i32) -> SearchResult<Point> {
        self.result(&[mv], score, 0, 0)
    }

    fn result(&self, pv: &[Point], score: i32, depth: u32, nodes: u64) -> SearchResult<Point> {
        let line = self.root_move(pv, score, depth, nodes);
        SearchResult {
            mv: line.mv,
            resigns: false,
            report: Report::new(vec![line], nodes, depth),
        }
    }

    /// Returns a root move with its PV, which must not be empty.
    fn root_move(&self, pv: &[Point], score: i32, depth: u32, nodes: u64) -> RootMove<Point> {
        let winrate = winrate(score, &self.params);
        let mut line = RootMove::new(pv[0], winrate, score as f32, nodes, pv.to_vec());
        line.details.depth = Some(depth);
        line
    }

    /// Runs the leading thread's iterative deepening until the score is decided or a limit is reached.
    fn deepen(
        &self,
        thread: &mut SearchThread,
        control: &Control<Point>,
        fallback: SearchResult<Point>,
    ) -> SearchResult<Point> {
        let mut found = fallback;
        let request = control.request();
        if is_unrestricted(request)
            && let Attack::Win { moves, pv } = thread.root_vcf()
        {
            let score = WIN - (2 * moves as i32 - 1);
            return self.result(&pv, score, 2 * moves - 1, thread.nodes());
        }
        let wanted = request.lines.clamp(1, thread.board.empty_count().into());
        // If a clock keeps unused time, none is spent on a forced move. Otherwise the search fills the table for the
        // next moves.
        let saves_time = control
            .limits()
            .time
            .is_some_and(|budget| budget.can_save());
        let plays_at_once = saves_time
            && request.move_only
            && wanted == 1
            && defenses(&mut thread.board).len() == 1;
        for depth in 1..=MAX_PLY as u32 {
            if !control.allows_depth(depth) || depth > 1 && control.past_soft_time() {
                break;
            }
            let lines = self.search_depth(thread, depth, wanted, &mut found);
            if !thread.stopped() && !lines.is_empty() {
                found.mv = lines[0].mv;
                found.report = Report::new(lines, thread.nodes(), depth);
                control.report(found.report.clone());
            }
            let is_sure = |line: &RootMove<Point>| {
                let score = line.score as i32;
                score >= WIN_THRESHOLD || score <= -WIN_THRESHOLD && WIN + score <= depth as i32
            };
            if thread.stopped() || found.report.lines.iter().all(is_sure) {
                break;
            }
            if plays_at_once || thread.board.empty_count() as u32 <= depth {
                break;
            }
        }
        found.report.nodes = thread.nodes();
        found
    }

    /// Searches for a VCT win within half of the limits. Returns the win, or the number of nodes spent.
    fn prove_win(
        &self,
        board: &Board,
        control: &Control<Point>,
    ) -> Result<SearchResult<Point>, u64> {
        let limits = control.limits();
        let half = limits.time.map(|budget| budget.soft / 2);
        let is_over =
            || control.interrupted() || half.is_some_and(|half| control.elapsed() >= half);
        let nodes = limits.nodes.map_or(MAX_PROOF_NODES, |nodes| nodes / 2);
        let mut budget = NodeBudget::new(nodes.min(MAX_PROOF_NODES), &is_over);
        match find_vct(&mut board.clone(), &mut budget) {
            Attack::Win { moves, pv } => {
                let plies = 2 * moves - 1;
                Ok(self.result(&pv, WIN - plies as i32, plies, budget.spent()))
            }
            Attack::None | Attack::Unknown => Err(budget.spent()),
        }
    }

    /// Searches for moves that bring the position near the target score.
    fn search_balance(
        &self,
        thread: &mut SearchThread,
        target: Balance,
        control: &Control<Point>,
    ) -> Option<SearchResult<Point>> {
        let report = |best: &BalancedLine, thread: &SearchThread| {
            let found = self.result(&best.moves, best.score, best.depth, thread.nodes());
            control.report(found.report);
        };
        let best = balance::find_balanced(thread, target, control, report)?;
        Some(self.result(&best.moves, best.score, best.depth, thread.nodes()))
    }

    /// Searches the root to `depth`, once per requested line (multi-PV). When stopped, it leaves in `found` a move that
    /// has proved better than the last iteration's best, and the returned lines are meaningless.
    fn search_depth(
        &self,
        thread: &mut SearchThread,
        depth: u32,
        wanted: usize,
        found: &mut SearchResult<Point>,
    ) -> Vec<RootMove<Point>> {
        let mut lines: Vec<RootMove<Point>> = Vec::with_capacity(wanted);
        thread.excluded.clear();
        while lines.len() < wanted {
            let before = thread.nodes();
            let guess = (depth > 1 && lines.is_empty()).then(|| found.report.lines[0].score as i32);
            let score = thread.search_root(depth as i32, guess);
            let lost = [found.mv];
            let pv = match &thread.pv()[..] {
                // Every move loses.
                [] if lines.is_empty() => &lost[..],
                pv => pv,
            };
            if thread.stopped() && lines.is_empty() && pv[0] != found.mv {
                // This move beat the last iteration's best before time ran out. Its score is not exact.
                found.mv = pv[0];
                found.report.lines[0].mv = pv[0];
                found.report.lines[0].pv = pv.to_vec();
            }
            if thread.stopped() || pv.is_empty() {
                break;
            }
            lines.push(self.root_move(pv, score, depth, thread.nodes() - before));
            thread.excluded.push(pv[0]);
        }
        lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        lines
    }

    /// Searches with all threads. `spent` nodes were searched before and count toward the limit.
    fn search_threads(
        &self,
        board: &Board,
        control: &Control<Point>,
        fallback: SearchResult<Point>,
        spent: u64,
    ) -> SearchResult<Point> {
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(spent));
        let shared = || Shared {
            table: &self.table,
            params: &self.params,
            control,
            stop: &stop,
            nodes: &nodes,
        };
        std::thread::scope(|scope| {
            // Set even if the leader panics; otherwise the scope would wait for the helpers forever.
            let stop_helpers = SetOnDrop(&stop);
            let helpers = (1..self.settings.threads).map(|number| {
                let (shared, board) = (shared(), board.clone());
                move || helper::run(shared, board, number)
            });
            let helpers = resources::spawn_all(scope, helpers);
            let mut thread = SearchThread::new(shared(), board.clone(), VcfSearch::new(), true);
            let found = match control.request().game.balance {
                Some(target) => self
                    .search_balance(&mut thread, target, control)
                    .unwrap_or(fallback),
                None => self.deepen(&mut thread, control, fallback),
            };
            drop(stop_helpers);
            let iterations: Vec<Iteration> = helpers
                .into_iter()
                .filter_map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect();
            self.best_result(found, iterations, control.request())
        })
    }

    /// Returns the leader's result, or that of a helper that knows more.
    fn best_result(
        &self,
        found: SearchResult<Point>,
        iterations: Vec<Iteration>,
        request: &SearchRequest<Point>,
    ) -> SearchResult<Point> {
        if !is_unrestricted(request) {
            return found;
        }
        let leaders = &found.report.lines[0];
        let better = iterations
            .into_iter()
            .filter(|iteration| iteration.beats(leaders.score as i32, found.report.depth))
            .max_by_key(Iteration::rank);
        match better {
            Some(Iteration { depth, score, pv }) => {
                self.result(&pv, score, depth, found.report.nodes)
            }
            None => found,
        }
    }
}

/// Returns the memory left for the transposition table, in bytes.
fn table_bytes(settings: Settings) -> usize {
    settings
        .memory
        .saturating_sub(settings.threads * THREAD_BYTES)
        .max(settings.memory / 2)
}

impl Searcher<Position> for AlphaBeta {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Point>,
    ) -> Option<SearchResult<Point>> {
        let position = record.position();
        if position.outcome().is_some() {
            return None;
        }
        let evaluation = self.evaluation(position.rule());
        let mut board = Board::new(position, evaluation);
        let unrestricted = is_unrestricted(control.request());
        // Renju begins in the center, so no search is needed.
        if unrestricted && board.has_no_stones() {
            return Some(self.instant_result(opening::center(position)?, 0));
        }
        if unrestricted && let Some(five) = points_of(board.fives(board.to_move())).next() {
            return Some(self.instant_result(five, WIN - 1));
        }
        if unrestricted && let Some(answer) = opening::renju_second_move(position) {
            return Some(self.instant_result(answer, 0));
        }
        let mut spent = 0;
        if unrestricted && control.request().game.proof {
            match self.prove_win(&board, control) {
                Ok(won) => return Some(won),
                Err(nodes) => spent = nodes,
            }
        }
        let fallback = self.instant_result(fallback_move(&mut board, control)?, 0);
        self.table.new_search();
        Some(self.search_threads(&board, control, fallback, spent))
    }

    fn prepare(&mut self, position: &Position) {
        self.evaluation(position.rule());
        self.table.new_search();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn run_table_command(
        &mut self,
        command: &TableCommand,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        table_file::run(command, &mut self.table, interrupted)
    }

    fn configure(&mut self, settings: Settings) {
        if table_bytes(settings) != table_bytes(self.settings) {
            self.table = TranspositionTable::new(table_bytes(settings));
        }
        self.settings = settings;
    }
}

/// Whether the request asks only for the best of all moves.
fn is_unrestricted(request: &SearchRequest<Point>) -> bool {
    request.lines <= 1 && request.restrictions.is_empty() && request.game.balance.is_none()
}

/// Returns the move to play without a search: one that prevents a five, if there is any.
fn fallback_move(board: &mut Board, control: &Control<Point>) -> Option<Point> {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let allowed = |point: &Point| control.request().allows(me, point, 0);
    if let Some(answer) = defenses(board).into_iter().find(allowed) {
        return Some(answer);
    }
    points_of(board.fives(opponent))
        .find(|point| !board.is_forbidden(me, *point) && allowed(point))
        .or_else(|| {
            let no_history = History::disabled();
            let likely = candidates(board, &no_history);
            likely.chain(all_moves(board, &no_history)).find(allowed)
        })
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
