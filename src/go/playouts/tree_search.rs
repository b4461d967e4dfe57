//! The tree search: playouts steered by a tree, by priors and by what was played later in other playouts.
//!
//! All threads of a search share one tree. With one thread the same seed, position and node limit give the same move.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::ending::{should_pass, wins_by_passing};
use super::ownership::Ownership;
use super::params::Params;
use super::simulation::{Hand, Root};
use super::tree::{Node, NodeId, Tree};
use crate::engine;
use crate::engine::game::{Color, Position as _};
use crate::engine::record::Record;
use crate::engine::{Control, Report, RootMove, SearchResult, Searcher, Settings, resources};
use crate::go::board::point::{Move, Point};
use crate::go::board::point_set::PointSet;
use crate::go::rules::position::Position;

/// The most moves in a report, unless more are asked for.
const MAX_LINES: usize = 10;

/// Playouts between two questions whether the search may end early.
const ASK_EVERY: u32 = 64;

/// A player of Go by tree search.
pub struct TreeSearch {
    settings: Settings,
    params: Params,
    tree: Tree,
}

impl TreeSearch {
    /// A player with these resources.
    pub fn new(settings: Settings) -> TreeSearch {
        TreeSearch::with_params(settings, Params::new(&settings))
    }

    /// A player with other numbers than the default ones, to try them.
    pub fn with_params(settings: Settings, params: Params) -> TreeSearch {
        TreeSearch {
            tree: Tree::new(settings.memory),
            settings,
            params,
        }
    }
}

impl Searcher<Position> for TreeSearch {
    /// Always returns a move: the pass is always legal.
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        self.tree.clear();
        let root = Root::new(position, &self.tree, &self.params, control.request());
        let job = Job {
            position,
            root,
            control,
            begun: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        };
        let ownership = job.run(self.settings);
        Some(job.found(&ownership))
    }

    /// Nothing is kept from move to move.
    fn clear(&mut self) {}

    fn configure(&mut self, settings: Settings) {
        if settings.memory != self.settings.memory {
            self.tree = Tree::new(settings.memory);
        }
        self.settings = settings;
    }
}

/// One search.
struct Job<'a> {
    position: &'a Position,
    root: Root<'a>,
    control: &'a Control<Move>,
    /// Playouts begun by all threads.
    begun: AtomicU64,
    ended: AtomicBool,
}

impl Job<'_> {
    /// Searches until the limits say stop; to whom the points went.
    fn run(&self, settings: Settings) -> Ownership {
        let mut leader = Hand::new(&self.root, settings.seed);
        if self.moves().len() < 2 && self.control.request().restrictions.is_empty() {
            // Nothing but a pass: one playout tells what it is worth.
            leader.simulate(&self.root);
            return leader.ownership;
        }
        std::thread::scope(|scope| {
            let helpers = (1..settings.threads as u64).map(|i| {
                let mut hand = Hand::new(&self.root, settings.seed.wrapping_add(i));
                move || {
                    self.work(&mut hand, |_| ());
                    hand.ownership
                }
            });
            let helpers = resources::spawn_all(scope, helpers);
            let every = self.control.request().every;
            let mut next_report = every;
            self.work(&mut leader, |hand| {
                if hand.ownership.playouts().is_multiple_of(ASK_EVERY) && self.may_end(hand) {
                    self.ended.store(true, Ordering::Relaxed);
                }
                if self.control.wants_reports() && self.control.elapsed() >= next_report {
                    next_report = self.control.elapsed() + every;
                    self.control.report(self.report(&hand.ownership));
                }
            });
            let mut ownership = leader.ownership;
            for helper in helpers {
                match helper.join() {
                    Ok(theirs) => ownership.merge(&theirs),
                    // The worker turns it into an event.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            ownership
        })
    }

    /// Plays out until somebody says stop; `after_each` is called after every playout.
    fn work(&self, hand: &mut Hand, mut after_each: impl FnMut(&Hand)) {
        while !self.ended.load(Ordering::Relaxed) && !self.control.interrupted() {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if self.control.out_of_nodes(number) {
                self.begun.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            hand.simulate(&self.root);
            after_each(hand);
        }
        // One thread's end is everybody's: its reason holds for all.
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether a search on a clock would waste the rest of its time. One without a clock goes on to its limit.
    fn may_end(&self, hand: &Hand) -> bool {
        let Some(budget) = self.control.limits().time else {
            return false;
        };
        let moves = self.moves();
        let [(_, best), rest @ ..] = moves.as_slice() else {
            return true;
        };
        let second = rest.first().map_or(0, |(_, node)| node.visits());
        let elapsed = self.control.elapsed();
        let is_past_soft = elapsed >= budget.soft;
        // Past the soft limit only a dispute is worth more time: the move with the most visits is not the best one.
        let likes = |node: &Node| node.visits() * 4 > second && node.mean() > best.mean();
        if is_past_soft && !rest.iter().any(|(_, node)| likes(node)) {
            return true;
        }
        let limit = if is_past_soft {
            budget.hard
        } else {
            budget.soft
        };
        let left = limit.saturating_sub(elapsed).as_secs_f64();
        let playouts = self.begun.load(Ordering::Relaxed) as f64;
        let to_come = playouts / elapsed.as_secs_f64().max(1e-6) * left;
        if f64::from(best.visits().saturating_sub(second)) > to_come {
            return true;
        }
        self.should_pass(&hand.ownership)
    }

    fn should_pass(&self, ownership: &Ownership) -> bool {
        let params = self.root.params;
        let is_trusted = ownership.playouts() >= params.trusted_visits;
        wins_by_passing(self.position)
            || is_trusted && should_pass(self.position, ownership, params)
    }

    /// The moves at the root, the most visited first, then those with the better prior.
    fn moves(&self) -> Vec<(NodeId, &Node)> {
        let mut moves: Vec<_> = self
            .root
            .tree
            .children(Tree::ROOT)
            .filter(|(_, n)| !n.is_banned())
            .collect();
        // Cached, because other threads go on counting and a sort may not see its keys change.
        moves.sort_by_cached_key(|(_, node)| {
            // Priors are not negative, so their bits are in order.
            (Reverse(node.visits()), Reverse(node.prior().to_bits()))
        });
        moves
    }

    /// What the search thinks now; a thread that has seen the playouts that led to `ownership` asks.
    fn report(&self, ownership: &Ownership) -> Report<Move> {
        let moves = self.moves();
        let tried = moves.iter().filter(|(_, node)| node.visits() > 0).count();
        Report {
            lines: moves
                .iter()
                .take(tried.clamp(1, self.max_lines()))
                .map(|m| self.line(*m))
                .collect(),
            nodes: self.begun.load(Ordering::Relaxed),
            depth: 0,
            root: Some(self.whole(ownership)),
        }
    }

    fn max_lines(&self) -> usize {
        self.control.request().lines.max(MAX_LINES)
    }

    /// The root as a whole. Its results are those of the side that moved last.
    fn whole(&self, ownership: &Ownership) -> engine::RootStats {
        let root = self.root.tree.node(Tree::ROOT);
        let winrate = 1.0 - root.mean().unwrap_or(0.5);
        let mut whole = engine::RootStats {
            winrate,
            score: -root.mean_score(),
            utility: 2.0 * winrate - 1.0,
            ..engine::RootStats::default()
        };
        if self.control.request().game.ownership {
            let sign = match self.position.to_move() {
                Color::Black => 1.0,
                Color::White => -1.0,
            };
            let size = self.position.board().size();
            let owned = |point| sign * ownership.of(point);
            whole.ownership = size.points_from_top().map(owned).collect();
        }
        whole
    }

    fn line(&self, (id, node): (NodeId, &Node)) -> RootMove<Move> {
        RootMove::new(
            node.mv(),
            node.mean().unwrap_or(node.prior()),
            node.mean_score(),
            u64::from(node.visits()),
            self.course(id),
        )
    }

    /// The most visited moves from a move of the root on.
    fn course(&self, id: NodeId) -> Vec<Move> {
        let next = |id: &NodeId| {
            let children = self
                .root
                .tree
                .children(*id)
                .filter(|(_, n)| n.visits() > 0 && !n.is_banned());
            // The first of equals, whatever the order of threads.
            children
                .rev()
                .max_by_key(|(_, node)| node.visits())
                .map(|(child, _)| child)
        };
        let course = std::iter::successors(Some(id), next);
        course.map(|id| self.root.tree.node(id).mv()).collect()
    }

    /// The move to play: the most visited one, or a pass where the game is over in all but name; but first what takes dead
    /// stones off the board, if that is asked for.
    fn found(&self, ownership: &Ownership) -> SearchResult<Move> {
        let mut report = self.report(ownership);
        let to_clean = self.to_clean(ownership);
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
            // A game that is over is lost by counting.
            resigns: !passes && !cleans && self.is_lost(best),
            report,
        }
    }

    /// The liberties of the other side's dead chains, if they shall be taken off before a pass.
    fn to_clean(&self, ownership: &Ownership) -> PointSet {
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

    /// Puts the most visited of the moves that `fits` first, if there is one.
    fn put_first(&self, report: &mut Report<Move>, fits: impl Fn(Move) -> bool) {
        let moves = self.moves();
        let Some(&first) = moves.iter().find(|(_, node)| fits(node.mv())) else {
            return;
        };
        let line = self.line(first);
        report.lines.retain(|other| other.mv != line.mv);
        report.lines.insert(0, line);
        report.lines.truncate(self.max_lines());
    }

    /// Whether the best move has no chance worth playing on for, in a game that has come far enough to tell.
    fn is_lost(&self, best: &RootMove<Move>) -> bool {
        let Params {
            trusted_visits,
            resign_below,
            resign_after,
            resign_after_handicap,
            ..
        } = *self.root.params;
        let resign_below = self
            .control
            .request()
            .game
            .resign_below
            .unwrap_or(resign_below);
        // Black is ahead from the start in a game with handicap, and white is there to see what becomes of it.
        let resign_after = match self.position.handicap_stones() {
            0 => resign_after,
            _ => resign_after_handicap,
        };
        let board = self.position.board();
        let area = board.size().area() as f32;
        let played = area - board.empty_points().len() as f32;
        // All playouts together count too, because in a lost game no move gets many of them.
        let theirs = self.root.tree.node(Tree::ROOT).mean().unwrap_or_default();
        self.begun.load(Ordering::Relaxed) >= u64::from(trusted_visits)
            && best.winrate.max(1.0 - theirs) < resign_below
            && played >= resign_after * area
    }
}

#[cfg(test)]
mod tests;
