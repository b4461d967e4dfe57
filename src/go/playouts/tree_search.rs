//! Monte Carlo tree search without a network: playouts guided by a tree, priors and RAVE.
//!
//! All threads of a search share one tree. With one thread, the same seed, position and node limit give the same move.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::ownership::Ownership;
use super::params::PlayoutParams;
use super::passing::{should_pass, wins_by_passing};
use super::playout_tree::{PlayoutTree, TreeNode, TreeNodeId};
use super::simulation::{SearchThread, SharedSearch};
use crate::board::point::{Move, Point};
use crate::board::point_set::PointSet;
use crate::rules::position::Position;
use tengen_engine;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Control, Report, RootMove, SearchResult, Searcher, Settings, resources};

/// Maximum number of moves in a report, unless more are requested.
const MAX_LINES: usize = 10;

/// Playouts between two checks for an early stop.
const STOP_CHECK_INTERVAL: u32 = 64;

/// A player that searches with playouts.
pub struct TreeSearch {
    settings: Settings,
    params: PlayoutParams,
    tree: PlayoutTree,
}

impl TreeSearch {
    /// Creates a player with these resources.
    pub fn new(settings: Settings) -> TreeSearch {
        TreeSearch::with_params(settings, PlayoutParams::new(&settings))
    }

    /// Creates a player with these search parameters.
    pub fn with_params(settings: Settings, params: PlayoutParams) -> TreeSearch {
        TreeSearch {
            tree: PlayoutTree::new(settings.memory),
            settings,
            params,
        }
    }
}

impl Searcher<Position> for TreeSearch {
    /// Always returns a move, since a pass is legal.
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        self.tree.clear();
        let shared = SharedSearch::new(position, &self.tree, &self.params, control.request());
        let job = SearchRun {
            position,
            shared,
            control,
            begun: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        };
        let ownership = job.run(self.settings);
        Some(job.result(&ownership))
    }

    /// Does nothing: no state is kept between moves.
    fn clear(&mut self) {}

    fn configure(&mut self, settings: Settings) {
        if settings.memory != self.settings.memory {
            self.tree = PlayoutTree::new(settings.memory);
        }
        self.settings = settings;
    }
}

struct SearchRun<'a> {
    position: &'a Position,
    shared: SharedSearch<'a>,
    control: &'a Control<Move>,
    /// Playouts started by all threads.
    begun: AtomicU64,
    ended: AtomicBool,
}

impl SearchRun<'_> {
    /// Searches until a limit is reached and returns the ownership.
    fn run(&self, settings: Settings) -> Ownership {
        let mut leader = SearchThread::new(&self.shared, settings.seed);
        if self.moves().len() < 2 && self.control.request().restrictions.is_empty() {
            // Only a pass is legal: one playout gives its value.
            leader.simulate(&self.shared);
            return leader.ownership;
        }
        std::thread::scope(|scope| {
            let helpers = (1..settings.threads as u64).map(|i| {
                let mut thread = SearchThread::new(&self.shared, settings.seed.wrapping_add(i));
                move || {
                    self.run_playouts(&mut thread, |_| ());
                    thread.ownership
                }
            });
            let helpers = resources::spawn_all(scope, helpers);
            let every = self.control.request().every;
            let mut next_report = self.control.request().first;
            self.run_playouts(&mut leader, |thread| {
                if thread
                    .ownership
                    .playouts()
                    .is_multiple_of(STOP_CHECK_INTERVAL)
                    && self.may_stop_early(thread)
                {
                    self.ended.store(true, Ordering::Relaxed);
                }
                if self.control.wants_reports() && self.control.elapsed() >= next_report {
                    next_report = self.control.elapsed() + every;
                    self.control.report(self.report(&thread.ownership));
                }
            });
            let mut ownership = leader.ownership;
            for helper in helpers {
                match helper.join() {
                    Ok(theirs) => ownership.merge(&theirs),
                    // The worker turns the panic into an event.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            ownership
        })
    }

    /// Runs simulations until a limit is reached, calling `after_each` after every one.
    fn run_playouts(&self, thread: &mut SearchThread, mut after_each: impl FnMut(&SearchThread)) {
        while !self.ended.load(Ordering::Relaxed) && !self.control.interrupted() {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if self.control.out_of_nodes(number) {
                self.begun.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            thread.simulate(&self.shared);
            after_each(thread);
        }
        // The reason to stop applies to all threads.
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether a search on a clock may stop before its time is over. A search without a clock runs to its limit.
    fn may_stop_early(&self, thread: &SearchThread) -> bool {
        let Some(budget) = self.control.limits().time else {
            return false;
        };
        let moves = self.moves();
        let [(_, best), rest @ ..] = moves.as_slice() else {
            return true;
        };
        if !budget.can_save() {
            return self.should_pass(&thread.ownership);
        }
        let second = rest.first().map_or(0, |(_, node)| node.visits());
        let elapsed = self.control.elapsed();
        let is_past_soft = elapsed >= budget.soft;
        // Past the soft limit, only a contested move is worth more time: another move has a better mean.
        let likes = |node: &TreeNode| node.visits() * 4 > second && node.mean() > best.mean();
        if is_past_soft && !rest.iter().any(|(_, node)| likes(node)) {
            return true;
        }
        let left = budget.left(elapsed).as_secs_f64();
        let playouts = self.begun.load(Ordering::Relaxed) as f64;
        let to_come = playouts / elapsed.as_secs_f64().max(1e-6) * left;
        if f64::from(best.visits().saturating_sub(second)) > to_come {
            return true;
        }
        self.should_pass(&thread.ownership)
    }

    fn should_pass(&self, ownership: &Ownership) -> bool {
        let params = self.shared.params;
        let is_trusted = ownership.playouts() >= params.min_playouts;
        wins_by_passing(self.position)
            || is_trusted && should_pass(self.position, ownership, params)
    }

    /// Returns the root's moves, most visited first, then by prior.
    fn moves(&self) -> Vec<(TreeNodeId, &TreeNode)> {
        let mut moves: Vec<_> = self
            .shared
            .tree
            .children(PlayoutTree::ROOT)
            .filter(|(_, n)| !n.is_banned())
            .collect();
        // Cache the keys: other threads keep changing the counts, and keys must not change during a sort.
        moves.sort_by_cached_key(|(_, node)| {
            // Priors aren't negative, so their bits are ordered.
            (Reverse(node.visits()), Reverse(node.prior().to_bits()))
        });
        moves
    }

    /// Returns the state of the search, with the ownership of the calling thread.
    fn report(&self, ownership: &Ownership) -> Report<Move> {
        let moves = self.moves();
        let tried = moves.iter().filter(|(_, node)| node.visits() > 0).count();
        Report {
            lines: moves
                .iter()
                .take(tried.clamp(1, self.max_lines()))
                .map(|m| self.root_move(*m))
                .collect(),
            nodes: self.begun.load(Ordering::Relaxed),
            depth: 0,
            root: Some(self.root_stats(ownership)),
        }
    }

    fn max_lines(&self) -> usize {
        self.control.request().lines.max(MAX_LINES)
    }

    /// Returns the statistics of the root. The root node's results are those of the side that moved last.
    fn root_stats(&self, ownership: &Ownership) -> tengen_engine::RootStats {
        let root = self.shared.tree.node(PlayoutTree::ROOT);
        let winrate = 1.0 - root.mean().unwrap_or(0.5);
        let mut stats = tengen_engine::RootStats {
            winrate,
            score: -root.mean_score(),
            utility: 2.0 * winrate - 1.0,
            ..tengen_engine::RootStats::default()
        };
        if self.control.request().game.ownership {
            let sign = match self.position.to_move() {
                Color::Black => 1.0,
                Color::White => -1.0,
            };
            let size = self.position.board().size();
            let owned = |point| sign * ownership.of(point);
            stats.ownership = size.points_from_top().map(owned).collect();
        }
        stats
    }

    fn root_move(&self, (id, node): (TreeNodeId, &TreeNode)) -> RootMove<Move> {
        RootMove::new(
            node.mv(),
            node.mean().unwrap_or(node.prior()),
            node.mean_score(),
            u64::from(node.visits()),
            self.principal_variation(id),
        )
    }

    /// Returns the principal variation starting with a root move.
    fn principal_variation(&self, id: TreeNodeId) -> Vec<Move> {
        let next = |id: &TreeNodeId| {
            let children = self
                .shared
                .tree
                .children(*id)
                .filter(|(_, n)| n.visits() > 0 && !n.is_banned());
            // Among equals take the first, so that the order of threads doesn't matter.
            children
                .rev()
                .max_by_key(|(_, node)| node.visits())
                .map(|(child, _)| child)
        };
        let line = std::iter::successors(Some(id), next);
        line.map(|id| self.shared.tree.node(id).mv()).collect()
    }

    /// Returns the move to play: the most visited one, a pass if the game is practically over, or a capture of dead
    /// stones if these must be removed first.
    fn result(&self, ownership: &Ownership) -> SearchResult<Move> {
        let mut report = self.report(ownership);
        let to_clean = self.dead_chain_liberties(ownership);
        let cleans = !to_clean.is_empty();
        let passes = !cleans && self.should_pass(ownership);
        if passes {
            self.put_first(&mut report, |mv| mv == Move::Pass);
        } else if cleans {
            let captures = |point| to_clean.contains(point);
            self.put_first(
                &mut report,
                |mv| matches!(mv, Move::Place(p) if captures(p)),
            );
        }
        let best = &report.lines[0];
        SearchResult {
            mv: best.mv,
            // A finished game is lost by counting, not by resigning.
            resigns: !passes && !cleans && self.is_lost(best),
            report,
        }
    }

    /// Returns the liberties of the opponent's dead chains, if these must be captured before passing.
    fn dead_chain_liberties(&self, ownership: &Ownership) -> PointSet {
        if !self.control.request().game.cleans_up {
            return PointSet::new();
        }
        let board = self.position.board();
        let dead = ownership.dead(board, self.position.rules().suicide);
        let theirs = self.position.to_move().opponent();
        let is_prey = |&chain: &Point| board.at(chain) == Some(theirs) && dead.contains(chain);
        let prey = board.chains().filter(is_prey);
        prey.flat_map(|chain| board.liberties(chain)).collect()
    }

    /// Moves the most visited move that satisfies `fits` to the front.
    fn put_first(&self, report: &mut Report<Move>, fits: impl Fn(Move) -> bool) {
        let moves = self.moves();
        let Some(&first) = moves.iter().find(|(_, node)| fits(node.mv())) else {
            return;
        };
        let line = self.root_move(first);
        report.lines.retain(|other| other.mv != line.mv);
        report.lines.insert(0, line);
        report.lines.truncate(self.max_lines());
    }

    /// Whether the best move has no realistic chance, after enough of the game has been played.
    fn is_lost(&self, best: &RootMove<Move>) -> bool {
        let PlayoutParams {
            min_playouts,
            resign_below,
            resign_after,
            resign_after_handicap,
            ..
        } = *self.shared.params;
        let set = self.control.request().game.resign;
        let resign_below = set.below.unwrap_or(resign_below);
        // In a handicap game black is ahead from the start, so white plays on for longer.
        let resign_after = match self.position.handicap_stones() {
            0 => resign_after,
            _ => resign_after_handicap,
        };
        let resign_after = set.after.unwrap_or(resign_after);
        let board = self.position.board();
        let area = board.size().area() as f32;
        let played = area - board.empty_points().len() as f32;
        // Also consider the mean of all playouts, because in a lost game no move gets many of them.
        let theirs = self
            .shared
            .tree
            .node(PlayoutTree::ROOT)
            .mean()
            .unwrap_or_default();
        self.begun.load(Ordering::Relaxed) >= u64::from(min_playouts)
            && best.winrate.max(1.0 - theirs) < resign_below
            && played >= resign_after * area
            && set.is_behind(best.score)
    }
}

#[cfg(test)]
mod tests;
