//! One thread's walk through the game tree: principal-variation search with a hash table, static tests for
//! wins at hand and a threat search at the leaves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::Point;
use super::board::{Board, points_of, slot};
use super::candidates::{History, candidates, everything};
use super::classes::Threat;
use super::eval::{SURE, WIN, evaluate};
use super::params::Params;
use super::table::{Bound, Entry, Table};
use super::threats::{VcfSearch, replies};
use crate::game::Color;
use crate::search::{Control, Restriction, Step};

/// The longest line followed.
pub(super) const MAX_PLY: usize = 160;

/// Nodes between two looks at the clock: a fraction of a millisecond.
const POLL: u64 = 256;

/// Plies beyond the horizon for which open threes are defended before a position is evaluated.
const DEFENCE: i32 = 4;

/// A line of play.
pub(super) type Line = ArrayVec<Point, MAX_PLY>;

/// What the threads of one search have in common.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub params: &'a Params,
    pub control: &'a Control<Point>,
    /// Set when the search is over, for the threads that do not look at the control.
    pub over: &'a AtomicBool,
    /// Nodes of all threads, brought up to date now and then.
    pub nodes: &'a AtomicU64,
}

/// A thread's own state.
pub(super) struct Tree<'a> {
    shared: Shared<'a>,
    pub board: Board,
    pub vcf: VcfSearch,
    history: Box<History>,
    lines: Vec<Line>,
    nodes: u64,
    counted: u64,
    /// One thread leads: it obeys the limits and ends the search for the others.
    leads: bool,
    stopped: bool,
    /// The last move was a pass, and another one would prove nothing.
    passed: bool,
    /// Moves that the root leaves out because they have lines already.
    pub excluded: Vec<Point>,
}

impl<'a> Tree<'a> {
    /// A thread that is about to search `board`.
    pub fn new(shared: Shared<'a>, board: Board, vcf: VcfSearch, leads: bool) -> Self {
        Tree {
            shared,
            board,
            vcf,
            history: Box::new([[0; super::board::SLOTS]; 2]),
            lines: vec![Line::new(); MAX_PLY + 2],
            nodes: 0,
            counted: 0,
            leads,
            stopped: false,
            passed: false,
            excluded: Vec::new(),
        }
    }

    /// Whether the search has been told to end; its last scores are worthless then.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes of all threads as far as known, this one's exactly.
    pub fn nodes(&self) -> u64 {
        let others = self.shared.nodes.load(Ordering::Relaxed) - self.counted;
        others + self.nodes
    }

    /// The best line found from the root.
    pub fn line(&self) -> &Line {
        &self.lines[0]
    }

    /// Searches the root to `depth` plies.
    pub fn search_root(&mut self, depth: i32) -> i32 {
        self.search(-WIN, WIN, depth, 0)
    }

    /// A win by continuous fours from the root, at the cost of its nodes.
    pub fn root_vcf(&mut self) -> super::Attack {
        let control = self.shared.control;
        let left = control
            .limits()
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes) / 4);
        let nodes = self.shared.params.root_vcf_nodes.min(left);
        let found = self
            .vcf
            .shortest(&mut self.board, nodes, &|| control.interrupted());
        self.nodes += self.vcf.nodes();
        found
    }

    /// Counts a node; false if the search has to end instead.
    pub fn enter(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        if self.leads && self.shared.control.out_of_nodes(self.nodes()) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes - self.counted >= POLL {
            self.shared
                .nodes
                .fetch_add(self.nodes - self.counted, Ordering::Relaxed);
            self.counted = self.nodes;
            self.stopped = self.shared.over.load(Ordering::Relaxed)
                || self.leads && self.shared.control.interrupted();
        }
        !self.stopped
    }

    /// The score of the position for the side to move, within `alpha` and `beta` exact.
    pub fn search(&mut self, mut alpha: i32, mut beta: i32, depth: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if !self.enter() {
            return 0;
        }
        let (me, rival) = (self.board.to_move(), self.board.to_move().opponent());
        if self.board.empty_count() == 0 {
            return 0;
        }
        if self.is_restricted(me, ply) {
            return self.search_allowed(alpha, beta, depth, ply);
        }
        if let Some(five) = points_of(self.board.fives(me)).next() {
            self.lines[ply].push(five);
            return WIN - ply as i32 - 1;
        }
        // The soonest win left is an open four now and five with the third ply.
        beta = beta.min(WIN - ply as i32 - 3);
        if alpha >= beta {
            return beta;
        }
        if ply >= MAX_PLY {
            return evaluate(&self.board);
        }
        if self.board.count(rival, Threat::Five) > 0 {
            return self.answer_five(alpha, beta, depth, ply);
        }
        if self.board.count(me, Threat::Unstoppable) > 0 {
            let wins = |&point: &Point| {
                let kind = self.board.kind(me, point);
                kind.threat() == Threat::Unstoppable && !kind.is_suspect()
            };
            if let Some(point) = points_of(self.board.fours(me)).find(wins) {
                self.lines[ply].push(point);
                return WIN - ply as i32 - 3;
            }
        }
        let known = self.shared.table.get(self.board.key());
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth && ply > 0) {
            let score = from_table(entry.score.into(), ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                self.lines[ply].extend(entry.mv);
                return score;
            }
        }
        if (known.is_none() || depth <= 0)
            && let Some(score) = self.fours(ply)
        {
            return score;
        }
        let pressed = self.board.count(rival, Threat::Unstoppable) > 0;
        if depth <= 0 && (!pressed || depth <= -DEFENCE) {
            return evaluate(&self.board);
        }
        if !pressed
            && beta - alpha == 1
            && beta.abs() < SURE
            && let Some(score) = self.cut_off(beta, depth, ply)
        {
            return score;
        }
        let best_known = known
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.plays(mv));
        let floor = alpha;
        let mut best = -WIN;
        let mut best_move = None;
        let moves = candidates(&self.board, best_known, &self.history);
        let breadth = self.breadth();
        for (i, candidate) in moves.iter().enumerate() {
            let is_late = candidate.is_quiet && !pressed && ply > 0;
            if is_late && i >= breadth && best > -SURE {
                break;
            }
            self.watch(Step::Begun(candidate.point), ply);
            self.board.play(candidate.point);
            self.passed = false;
            let mut score;
            if i == 0 {
                score = -self.search(-beta, -alpha, depth - 1, ply + 1);
            } else {
                let is_reduced = candidate.is_quiet && !pressed;
                let reduction = if is_reduced { reduction(depth, i) } else { 0 };
                score = -self.search(-alpha - 1, -alpha, depth - 1 - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = -self.search(-alpha - 1, -alpha, depth - 1, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.search(-beta, -alpha, depth - 1, ply + 1);
                }
            }
            self.board.undo();
            if self.stopped {
                return 0;
            }
            self.watch_end(candidate.point, score, alpha, ply);
            if score > best {
                best = score;
                best_move = Some(candidate.point);
            }
            if score > alpha {
                alpha = score;
                self.extend_line(candidate.point, ply);
            }
            if alpha >= beta {
                let merit = &mut self.history[me.index()][slot(candidate.point)];
                *merit = (*merit + depth.max(1) * depth.max(1)).min(1 << 14);
                break;
            }
        }
        let Some(best_move) = best_move else {
            return 0;
        };
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(best, depth, bound, best_move, ply);
        best
    }

    /// Whether some moves may not be tried here.
    fn is_restricted(&self, me: Color, ply: usize) -> bool {
        let restrictions = &self.shared.control.question().restrictions;
        let holds = |rule: &Restriction<Point>| rule.color == me && (ply as u32) < rule.plies;
        ply == 0 && !self.excluded.is_empty() || restrictions.iter().any(holds)
    }

    /// As `search`, where some moves may not be tried: without what is known of the position with all of them.
    fn search_allowed(&mut self, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let me = self.board.to_move();
        let question = self.shared.control.question();
        let mut moves = everything(&self.board, &self.history);
        moves.retain(|c| {
            question.allows(me, &c.point, ply as u32)
                && !(ply == 0 && self.excluded.contains(&c.point))
        });
        if moves.is_empty() {
            return evaluate(&self.board);
        }
        let mut best = -WIN;
        for candidate in &moves {
            self.watch(Step::Begun(candidate.point), ply);
            let score = if self.board.kind(me, candidate.point).is_five() {
                self.lines[ply + 1].clear();
                WIN - ply as i32 - 1
            } else {
                self.board.play(candidate.point);
                self.passed = false;
                let mut score = -self.search(-alpha - 1, -alpha, depth - 1, ply + 1);
                if score > alpha && score < beta {
                    score = -self.search(-beta, -alpha, depth - 1, ply + 1);
                }
                self.board.undo();
                score
            };
            if self.stopped {
                return 0;
            }
            self.watch_end(candidate.point, score, alpha, ply);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(candidate.point, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Tells those who watch what becomes of a move at the root.
    fn watch(&self, step: Step<Point>, ply: usize) {
        if ply == 0 && self.leads {
            self.shared.control.step(step);
        }
    }

    fn watch_end(&self, point: Point, score: i32, alpha: i32, ply: usize) {
        self.watch(Step::Ended(point), ply);
        if score <= -SURE {
            self.watch(Step::Lost(point), ply);
        } else if score > alpha {
            self.watch(Step::Best(point), ply);
        }
    }

    /// Quiet moves tried at an inner node.
    fn breadth(&self) -> usize {
        let percent = self.shared.control.question().breadth as usize;
        (self.shared.params.breadth * percent / 100).max(1)
    }

    /// A score that fails high without a move, in a position that is good enough anyway.
    fn cut_off(&mut self, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        let params = self.shared.params;
        let score = evaluate(&self.board);
        if depth <= params.standing_depth && score - params.standing_margin * depth >= beta {
            return Some(score);
        }
        if depth < 2 || score < beta || self.passed {
            return None;
        }
        self.board.pass();
        self.passed = true;
        let reduced = depth - 2 - depth / 4;
        let score = -self.search(-beta, -beta + 1, reduced, ply + 1);
        self.passed = false;
        self.board.pass();
        (score >= beta && !self.stopped).then(|| score.min(SURE - 1))
    }

    /// The rival wins next unless it is prevented now; a sole answer costs no depth.
    fn answer_five(&mut self, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let answers = replies(&mut self.board);
        let mut best = -(WIN - ply as i32 - 2);
        for point in answers {
            self.board.play(point);
            self.passed = false;
            let score = -self.search(-beta, -alpha, depth, ply + 1);
            self.board.undo();
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha || self.lines[ply].is_empty() {
                self.extend_line(point, ply);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A win by continuous fours that a short search finds.
    fn fours(&mut self, ply: usize) -> Option<i32> {
        let me = self.board.to_move();
        if self.board.fours(me).iter().all(|&row| row == 0) {
            return None;
        }
        let params = self.shared.params;
        let left = self
            .shared
            .control
            .limits()
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes));
        let nodes = params.leaf_vcf_nodes.min(left);
        let found = self.vcf.any(&mut self.board, params.leaf_vcf_moves, nodes);
        self.nodes += self.vcf.nodes();
        let (plies, first) = found?;
        let score = WIN - ply as i32 - plies as i32;
        self.lines[ply].push(first);
        // A proof holds at any depth.
        self.remember(score, u8::MAX.into(), Bound::Lower, first, ply);
        Some(score)
    }

    fn plays(&self, point: Point) -> bool {
        self.board.is_empty(point) && !self.board.is_foul(self.board.to_move(), point)
    }

    fn extend_line(&mut self, point: Point, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(point);
        let room = MAX_PLY - 1;
        line.extend(lower[0].iter().copied().take(room));
    }

    fn remember(&self, score: i32, depth: i32, bound: Bound, mv: Point, ply: usize) {
        let entry = Entry {
            mv: Some(mv),
            score: to_table(score, ply) as i16,
            depth: depth.clamp(0, u8::MAX.into()) as u8,
            bound,
        };
        self.shared.table.put(self.board.key(), entry);
    }
}

/// Plies by which the quiet move of number `i` is searched less deeply at first. Reducing less than this won
/// 36 of 100 games at 8000 nodes a move, reducing yet more won 48.
fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 2 || i < 3 {
        return 0;
    }
    1 + i32::from(i >= 8) + i32::from(i >= 16) + depth / 4
}

/// Wins are counted from the root in the search, from the position itself in the table.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        SURE.. => score + ply as i32,
        _ if score <= -SURE => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        SURE.. => score - ply as i32,
        _ if score <= -SURE => score + ply as i32,
        _ => score,
    }
}
