//! The state of one search thread: limits, aspiration window, principal variations. The search of a node is in `node`.

mod node;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::history::History;
use super::move_picker::all_moves;
use super::transposition::{PROOF, ScoreBound, TableEntry, TranspositionTable};
use crate::eval::board::Board;
use crate::eval::score::{WIN, WIN_THRESHOLD, evaluate};
use crate::params::Params;
use crate::request::RootEvent;
use crate::rules::Point;
use crate::rules::lines::MAX_POINTS;
use crate::threats::attack::{Attack, NodeBudget};
use crate::threats::vcf::{VcfLimits, VcfSearch};
use tengen_engine::game::Color;
use tengen_engine::polling::clock_poll::ClockPoll;
use tengen_engine::{Control, Restriction};

/// Maximum distance from the root, in plies.
pub(super) const MAX_PLY: usize = 160;

/// Maximum number of nodes between two readings of the clock.
const MAX_NODES_PER_POLL: u64 = 256;

/// Quiescence search: plies beyond depth 0 for which open threes are defended before a position is evaluated.
const QUIESCENCE_PLIES: i32 = 4;

/// A principal variation (PV).
pub(super) type Pv = ArrayVec<Point, MAX_PLY>;

/// State shared by the threads of one search.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub params: &'a Params,
    pub control: &'a Control<Point>,
    /// Stop flag for the helper threads, which do not check `control`'s.
    pub stop: &'a AtomicBool,
    /// Nodes of all threads; each thread adds its own from time to time.
    pub nodes: &'a AtomicU64,
}

/// An alpha-beta window. Scores within it are exact, others are bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchWindow {
    pub alpha: i32,
    pub beta: i32,
}

impl SearchWindow {
    /// Returns the null window (zero window) that tests whether a score is above `alpha`.
    pub fn null(alpha: i32) -> SearchWindow {
        SearchWindow {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Returns the window from the opponent's point of view.
    pub fn negated(self) -> SearchWindow {
        SearchWindow {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// The state of one search thread.
pub(super) struct SearchThread<'a> {
    shared: Shared<'a>,
    pub board: Board,
    pub vcf: VcfSearch,
    history: History,
    /// Principal variations by ply.
    pvs: Vec<Pv>,
    /// Static evaluations of the positions on the current path, each for its side to move, by ply.
    evals: Vec<i32>,
    /// Whether the short VCF search found no win for the side to move, by ply of the current path.
    no_vcf: Vec<bool>,
    /// Late move reductions in plies, by depth and move number.
    lmr: Box<LmrTable>,
    /// Late move pruning: number of moves tried, by depth.
    lmp_limits: [usize; LMR_SIZE.0],
    /// Depth of the current iteration, in plies.
    root_depth: usize,
    /// Nodes of this thread.
    nodes: u64,
    /// Nodes of this thread already included in `Shared::nodes`.
    reported_nodes: u64,
    clock_poll: ClockPoll,
    /// Node count at which the clock is polled next.
    next_poll: u64,
    /// Whether this is the leading thread, which obeys the limits and stops the helpers.
    is_leader: bool,
    stopped: bool,
    /// Root moves to skip, because they already have a line (multi-PV).
    pub excluded: Vec<Point>,
}

impl<'a> SearchThread<'a> {
    /// Returns a thread ready to search `board`.
    pub fn new(shared: Shared<'a>, board: Board, vcf: VcfSearch, is_leader: bool) -> Self {
        SearchThread {
            lmr: lmr_table(shared.params.lmr_scale),
            lmp_limits: lmp_limits(shared.params),
            history: History::new(shared.params.history),
            shared,
            board,
            vcf,
            pvs: vec![Pv::new(); MAX_PLY + 2],
            evals: vec![0; MAX_PLY + 2],
            no_vcf: vec![false; MAX_PLY + 2],
            root_depth: 0,
            nodes: 0,
            reported_nodes: 0,
            clock_poll: ClockPoll::new(MAX_NODES_PER_POLL),
            next_poll: 1,
            is_leader,
            stopped: false,
            excluded: Vec::new(),
        }
    }

    /// Whether the search was stopped. Scores returned after that are meaningless.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the nodes of all threads: this thread's exactly, the others' as last reported.
    pub fn nodes(&self) -> u64 {
        let others = self.shared.nodes.load(Ordering::Relaxed) - self.reported_nodes;
        others + self.nodes
    }

    /// Returns the principal variation of the root.
    pub fn pv(&self) -> &Pv {
        &self.pvs[0]
    }

    /// Searches the root to `depth` plies, at first with an aspiration window around `guess`, the last iteration's
    /// score.
    pub fn search_root(&mut self, depth: i32, guess: Option<i32>) -> i32 {
        self.root_depth = depth as usize;
        let width = self.shared.params.aspiration_window;
        let (mut below, mut above) = match guess {
            Some(guess) if guess.abs() < WIN_THRESHOLD => (guess - width, guess + width),
            _ => (-WIN, WIN),
        };
        loop {
            let window = SearchWindow {
                alpha: below.max(-WIN),
                beta: above.min(WIN),
            };
            let score = self.search(window, depth, 0);
            if self.stopped {
                return score;
            }
            if score <= window.alpha && window.alpha > -WIN {
                below = score - 2 * (above - below);
            } else if score >= window.beta && window.beta < WIN {
                above = score + 2 * (above - below);
            } else {
                return score;
            }
        }
    }

    /// Searches for a VCF win at the root; its nodes count as nodes of the search.
    pub fn root_vcf(&mut self) -> Attack {
        let control = self.shared.control;
        let nodes = self.shared.params.root_vcf_nodes.min(self.nodes_left() / 4);
        let interrupted = || control.interrupted();
        let mut budget = NodeBudget::new(nodes, &interrupted);
        let found = self.vcf.shortest(&mut self.board, &mut budget);
        self.nodes += budget.spent();
        found
    }

    /// Returns the number of nodes left until the limit.
    fn nodes_left(&self) -> u64 {
        let limit = self.shared.control.limits().nodes;
        limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()))
    }

    /// Counts a node. Returns false if the search has to stop.
    pub fn count_node(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        if self.is_leader && self.shared.control.out_of_nodes(self.nodes()) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + self.clock_poll.until_next();
            self.shared
                .nodes
                .fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
            self.reported_nodes = self.nodes;
            let is_stopped = || self.shared.stop.load(Ordering::Relaxed);
            self.shared.control.wait_for_slice(&is_stopped);
            self.stopped = is_stopped() || self.is_leader && self.shared.control.interrupted();
        }
        !self.stopped
    }

    /// Whether the request excludes some moves of `me` at this ply.
    fn is_restricted(&self, me: Color, ply: usize) -> bool {
        let restrictions = &self.shared.control.request().restrictions;
        let holds = |rule: &Restriction<Point>| rule.color == me && (ply as u32) < rule.plies;
        ply == 0 && !self.excluded.is_empty() || restrictions.iter().any(holds)
    }

    /// Searches a node with some moves excluded. It uses neither table entries nor pruning, because these would take
    /// the excluded moves into account.
    fn search_restricted(&mut self, window: SearchWindow, depth: i32, ply: usize) -> i32 {
        let SearchWindow { mut alpha, beta } = window;
        let me = self.board.to_move();
        self.no_vcf[ply] = false;
        let request = self.shared.control.request();
        let mut moves: ArrayVec<Point, MAX_POINTS> =
            all_moves(&self.board, &self.history).collect();
        moves.retain(|point| {
            request.allows(me, point, ply as u32) && !(ply == 0 && self.excluded.contains(point))
        });
        if moves.is_empty() {
            return evaluate(&mut self.board);
        }
        let mut best = -WIN;
        for point in moves {
            self.send_event(RootEvent::Begun(point), ply);
            let score = if self.board.packed_threat(me, point).is_five() {
                self.pvs[ply + 1].clear();
                WIN - ply as i32 - 1
            } else {
                self.board.play(point);
                let null_window = SearchWindow::null(alpha).negated();
                let mut score = -self.search(null_window, depth - 1, ply + 1);
                if score > alpha && score < beta {
                    score =
                        -self.search(SearchWindow { alpha, beta }.negated(), depth - 1, ply + 1);
                }
                self.board.undo();
                score
            };
            if self.stopped {
                return 0;
            }
            self.send_end_events(point, score, alpha, ply);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.update_pv(point, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Reports an event of a root move, if the request asks for such events.
    fn send_event(&self, event: RootEvent, ply: usize) {
        let control = self.shared.control;
        if ply == 0 && self.is_leader && control.request().game.root_events {
            control.event(event);
        }
    }

    /// Reports the end of the search of a root move.
    fn send_end_events(&self, point: Point, score: i32, alpha: i32, ply: usize) {
        self.send_event(RootEvent::Ended(point), ply);
        if score <= -WIN_THRESHOLD {
            self.send_event(RootEvent::Lost(point), ply);
        } else if score > alpha {
            self.send_event(RootEvent::Best(point), ply);
        }
    }

    /// Scales a number of moves by the requested breadth in percent. Returns at least 1.
    fn scaled_by_breadth(&self, moves: usize) -> usize {
        let percent = self.shared.control.request().game.breadth as usize;
        (moves * percent / 100).max(1)
    }

    /// Runs a short VCF search and returns the score of a win. If there was none two plies ago, the chain of fours has
    /// to be linked to the stone that the side has played since.
    fn search_vcf(&mut self, depth: i32, ply: usize) -> Option<i32> {
        let me = self.board.to_move();
        if self.board.fours(me).iter().all(|&row| row == 0) {
            return None;
        }
        let params = self.shared.params;
        let nodes = params.vcf_nodes * (1 + depth.max(0) as u64);
        let nodes = nodes.min(params.max_vcf_nodes).min(self.nodes_left());
        let mut budget = NodeBudget::new(nodes, &|| false);
        let had_no_vcf = ply >= 2 && self.no_vcf[ply - 2];
        let limits = VcfLimits {
            moves: params.vcf_moves,
            linked_to: self.board.last_own_stone().filter(|_| had_no_vcf),
            selective: true,
        };
        let found = self.vcf.find(&mut self.board, limits, &mut budget);
        self.nodes += budget.spent();
        let (plies, first) = found?;
        let score = WIN - ply as i32 - plies as i32;
        self.pvs[ply].push(first);
        // A proof is valid at any depth.
        self.store(score, PROOF.into(), ScoreBound::Lower, Some(first), ply);
        Some(score)
    }

    /// Whether `point` is a legal move. A table move may come from another position with the same key.
    fn is_playable(&self, point: Point) -> bool {
        self.board.is_empty(point) && !self.board.is_forbidden(self.board.to_move(), point)
    }

    /// Sets the PV at `ply` to the move `point` followed by the PV of the next ply.
    fn update_pv(&mut self, point: Point, ply: usize) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(point);
        let room = MAX_PLY - 1;
        line.extend(lower[0].iter().copied().take(room));
    }

    fn store(&self, score: i32, depth: i32, bound: ScoreBound, mv: Option<Point>, ply: usize) {
        let entry = TableEntry {
            mv,
            score: score_to_table(score, ply) as i16,
            depth: depth.clamp(0, u8::MAX.into()) as u8,
            bound,
        };
        self.shared.table.store(self.board.key(), entry);
    }
}

/// Size of the late move tables: depths, and move numbers. Larger values use the last entry.
const LMR_SIZE: (usize, usize) = (32, 64);

/// Late move reductions by depth and move number.
type LmrTable = [[u8; LMR_SIZE.1]; LMR_SIZE.0];

/// Returns the late move reductions: scale * ln(depth) * ln(move number), rounded down.
fn lmr_table(scale: f32) -> Box<LmrTable> {
    let ln = |n: usize| (n as f32).ln();
    let by_depth =
        |depth: usize| std::array::from_fn(|i| (scale * ln(depth.max(1)) * ln(i + 1)) as u8);
    Box::new(std::array::from_fn(by_depth))
}

/// Returns the number of moves that late move pruning leaves at each depth.
fn lmp_limits(params: &Params) -> [usize; LMR_SIZE.0] {
    let more = |depth: usize| (depth as f32).powf(params.lmp_power) as usize;
    std::array::from_fn(|depth| params.lmp_base + more(depth))
}

/// Converts a score for the table: in the search, wins count plies from the root; in the table, from the position.
fn score_to_table(score: i32, ply: usize) -> i32 {
    match score {
        WIN_THRESHOLD.. => score + ply as i32,
        _ if score <= -WIN_THRESHOLD => score - ply as i32,
        _ => score,
    }
}

/// Converts a score from the table.
fn score_from_table(score: i32, ply: usize) -> i32 {
    match score {
        WIN_THRESHOLD.. => score - ply as i32,
        _ if score <= -WIN_THRESHOLD => score + ply as i32,
        _ => score,
    }
}
