//! The gomoku player: iterative deepening over one or more threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::balance::{self, Balanced};
use super::candidates::{candidates, everything};
use super::history::History;
use super::table::Table;
use super::tree::{MAX_PLY, Shared, Tree};
use super::{opening, table_file};
use crate::engine::game::Position as _;
use crate::engine::record::Record;
use crate::engine::{
    Balance, Control, Report, RootMove, SearchRequest, SearchResult, Searcher, Settings,
    TableCommand, resources,
};
use crate::gomoku::eval::board::{Board, points_of};
use crate::gomoku::eval::evaluation::{Evaluation, SURE, WIN, winrate};
use crate::gomoku::eval::weights::Weights;
use crate::gomoku::params::Params;
use crate::gomoku::rules::{Point, Position, Rule};
use crate::gomoku::threats::attack::{Allowance, Attack, replies};
use crate::gomoku::threats::vcf::VcfSearch;
use crate::gomoku::threats::vct::VctSearch;

/// Alpha-beta with a threat search. Its score is in evaluation units, a won position's 30000 less the plies to
/// the five. Nothing in it is random, so the seed is not used. Tables are built and memory is taken when the
/// first search needs them.
pub struct AlphaBeta {
    settings: Settings,
    params: Params,
    table: Table,
    evaluation: Option<(Rule, Arc<Evaluation>)>,
}

/// Positions looked at for a proof: what is not found in so many is left to the search, which may have no end.
const MOST_PROOF_NODES: u64 = 5_000_000;

/// What a thread takes besides the table.
const THREAD_BYTES: usize = VcfSearch::BYTES + (1 << 20);

impl AlphaBeta {
    /// A player with these resources.
    pub fn new(settings: Settings) -> Self {
        AlphaBeta {
            params: Params::new(&settings),
            settings,
            table: Table::new(table_bytes(settings)),
            evaluation: None,
        }
    }

    /// The player with another evaluation for games by `rule`.
    pub(in crate::gomoku) fn judging_by(self, rule: Rule, evaluation: Arc<Evaluation>) -> Self {
        AlphaBeta {
            evaluation: Some((rule, evaluation)),
            ..self
        }
    }

    fn evaluation(&mut self, rule: Rule) -> Arc<Evaluation> {
        match &self.evaluation {
            Some((of, evaluation)) if *of == rule => evaluation.clone(),
            _ => {
                let evaluation = Evaluation::new(rule, Weights::embedded());
                self.evaluation = Some((rule, evaluation.clone()));
                evaluation
            }
        }
    }

    /// A move found without search.
    fn at_once(&self, mv: Point, score: i32) -> SearchResult<Point> {
        self.found(&[mv], score, 0, 0)
    }

    fn found(&self, pv: &[Point], score: i32, depth: u32, nodes: u64) -> SearchResult<Point> {
        let line = self.line(pv, score, depth, nodes);
        SearchResult {
            mv: line.mv,
            resigns: false,
            report: Report::new(vec![line], nodes, depth),
        }
    }

    /// A move with its line of play, which is not empty.
    fn line(&self, pv: &[Point], score: i32, depth: u32, nodes: u64) -> RootMove<Point> {
        let winrate = winrate(score, &self.params);
        let mut line = RootMove::new(pv[0], winrate, score as f32, nodes, pv.to_vec());
        line.details.depth = Some(depth);
        line
    }

    /// Deepens until the answer is sure or the limits are met; the leading thread's part.
    fn lead(
        &self,
        tree: &mut Tree,
        control: &Control<Point>,
        fallback: SearchResult<Point>,
    ) -> SearchResult<Point> {
        let mut found = fallback;
        let question = control.request();
        if is_plain(question)
            && let Attack::Win { moves, pv } = tree.root_vcf()
        {
            let score = WIN - (2 * moves as i32 - 1);
            return self.found(&pv, score, 2 * moves - 1, tree.nodes());
        }
        let wanted = question.lines.clamp(1, tree.board.empty_count().into());
        let forced = wanted == 1 && replies(&mut tree.board).len() == 1;
        for depth in 1..=MAX_PLY as u32 {
            if !control.allows_depth(depth) || depth > 1 && control.past_soft_time() {
                break;
            }
            let lines = self.iterate(tree, depth, wanted, &mut found);
            if !tree.stopped() && !lines.is_empty() {
                found.mv = lines[0].mv;
                found.report = Report::new(lines, tree.nodes(), depth);
                control.report(found.report.clone());
            }
            let is_sure = |line: &RootMove<Point>| {
                let score = line.score as i32;
                score >= SURE || score <= -SURE && WIN + score <= depth as i32
            };
            if tree.stopped() || found.report.lines.iter().all(is_sure) {
                break;
            }
            if forced && control.limits().time.is_some() || tree.board.empty_count() as u32 <= depth
            {
                break;
            }
        }
        found.report.nodes = tree.nodes();
        found
    }

    /// A win by continuous threats, looked for with half of what the whole search may take, or the nodes that were
    /// spent in vain.
    fn proven_win(
        &self,
        board: &Board,
        control: &Control<Point>,
    ) -> Result<SearchResult<Point>, u64> {
        let limits = control.limits();
        let half = limits.time.map(|budget| budget.soft / 2);
        let is_over =
            || control.interrupted() || half.is_some_and(|half| control.elapsed() >= half);
        let nodes = limits.nodes.map_or(MOST_PROOF_NODES, |nodes| nodes / 2);
        let mut allowance = Allowance::new(nodes.min(MOST_PROOF_NODES), &is_over);
        match VctSearch::new().shortest(&mut board.clone(), &mut allowance) {
            Attack::Win { moves, pv } => {
                let plies = 2 * moves - 1;
                Ok(self.found(&pv, WIN - plies as i32, plies, allowance.spent()))
            }
            Attack::None | Attack::Unknown => Err(allowance.spent()),
        }
    }

    /// Looks for moves after which the position is worth so much.
    fn balance(
        &self,
        tree: &mut Tree,
        wish: Balance,
        control: &Control<Point>,
    ) -> Option<SearchResult<Point>> {
        let tell = |best: &Balanced, tree: &Tree| {
            let found = self.found(&best.moves, best.score, best.depth, tree.nodes());
            control.report(found.report);
        };
        let best = balance::find(tree, wish, control, tell)?;
        Some(self.found(&best.moves, best.score, best.depth, tree.nodes()))
    }

    /// Searches one ply deeper: the best lines with moves of their own, at most as many as wanted. When stopped it
    /// leaves `found` with a move that has proved better, and its lines are worthless.
    fn iterate(
        &self,
        tree: &mut Tree,
        depth: u32,
        wanted: usize,
        found: &mut SearchResult<Point>,
    ) -> Vec<RootMove<Point>> {
        let mut lines: Vec<RootMove<Point>> = Vec::with_capacity(wanted);
        tree.excluded.clear();
        while lines.len() < wanted {
            let before = tree.nodes();
            let guess = (depth > 1 && lines.is_empty()).then(|| found.report.lines[0].score as i32);
            let score = tree.search_root(depth as i32, guess);
            let lost = [found.mv];
            let pv = match &tree.line()[..] {
                // Lost whatever is played.
                [] if lines.is_empty() => &lost[..],
                pv => pv,
            };
            if tree.stopped() && lines.is_empty() && pv[0] != found.mv {
                // A move that beat the last iteration's best before time ran out; its score is not exact.
                found.mv = pv[0];
                found.report.lines[0].mv = pv[0];
                found.report.lines[0].pv = pv.to_vec();
            }
            if tree.stopped() || pv.is_empty() {
                break;
            }
            lines.push(self.line(pv, score, depth, tree.nodes() - before));
            tree.excluded.push(pv[0]);
        }
        lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        lines
    }
}

/// What is left for the hash table.
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
        let plain = is_plain(control.request());
        if plain && board.is_bare() {
            return Some(self.at_once(opening::centre(position)?, 0));
        }
        if plain && let Some(five) = points_of(board.fives(board.to_move())).next() {
            return Some(self.at_once(five, WIN - 1));
        }
        if plain && let Some(answer) = opening::renju_answer(position) {
            return Some(self.at_once(answer, 0));
        }
        let mut spent = 0;
        if plain && control.request().proof {
            match self.proven_win(&board, control) {
                Ok(won) => return Some(won),
                Err(nodes) => spent = nodes,
            }
        }
        let fallback = self.at_once(first_choice(&mut board, control)?, 0);
        self.table.begin();
        let (over, nodes) = (AtomicBool::new(false), AtomicU64::new(spent));
        let shared = || Shared {
            table: &self.table,
            params: &self.params,
            control,
            over: &over,
            nodes: &nodes,
        };
        let found = std::thread::scope(|scope| {
            // Set even if the leader panics, or the scope would wait for ever.
            let _over = SetOnDrop(&over);
            let helpers = (1..self.settings.threads).map(|helper| {
                let (shared, board) = (shared(), board.clone());
                move || help(shared, board, helper)
            });
            resources::spawn_all(scope, helpers);
            let mut tree = Tree::new(shared(), board.clone(), VcfSearch::new(), true);
            match control.request().balance {
                Some(wish) => self.balance(&mut tree, wish, control).unwrap_or(fallback),
                None => self.lead(&mut tree, control, fallback),
            }
        });
        Some(found)
    }

    fn prepare(&mut self, position: &Position) {
        self.evaluation(position.rule());
        self.table.begin();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn run_table_command(
        &mut self,
        errand: &TableCommand,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        table_file::run(errand, &mut self.table, interrupted)
    }

    fn configure(&mut self, settings: Settings) {
        if table_bytes(settings) != table_bytes(self.settings) {
            self.table = Table::new(table_bytes(settings));
        }
        self.settings = settings;
    }
}

/// Whether nothing but the best of all moves is asked for.
fn is_plain(question: &SearchRequest<Point>) -> bool {
    question.lines <= 1 && question.restrictions.is_empty() && question.balance.is_none()
}

/// The move to play if there is no time to search: it prevents a five if it can.
fn first_choice(board: &mut Board, control: &Control<Point>) -> Option<Point> {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let allowed = |point: &Point| control.request().allows(me, point, 0);
    if let Some(answer) = replies(board).into_iter().find(allowed) {
        return Some(answer);
    }
    points_of(board.fives(rival))
        .find(|point| !board.is_foul(me, *point) && allowed(point))
        .or_else(|| {
            let no_history = History::none();
            let usual = candidates(board, &no_history);
            usual.chain(everything(board, &no_history)).find(allowed)
        })
}

/// Another thread deepens on its own; what it finds reaches the leader through the table.
fn help(shared: Shared, board: Board, number: usize) {
    let mut tree = Tree::new(shared, board, VcfSearch::new(), false);
    // Every other helper is one ply ahead, so that they do not all walk the same way.
    for depth in 1 + number % 2..=MAX_PLY {
        tree.search_root(depth as i32, None);
        if tree.stopped() {
            return;
        }
    }
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
