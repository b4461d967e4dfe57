//! One thread's walk through the game tree: what it keeps, how it begins and what ends it. What it does at a
//! position is `node`'s.

mod node;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::candidates::everything;
use super::history::History;
use super::table::{Bound, Entry, PROOF, Table};
use crate::engine::clock_poll::ClockPoll;
use crate::engine::game::Color;
use crate::engine::{Control, Restriction, RootEvent};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::evaluation::{SURE, WIN, evaluate};
use crate::gomoku::params::Params;
use crate::gomoku::rules::Point;
use crate::gomoku::rules::lines::MAX_POINTS;
use crate::gomoku::threats::attack::{Allowance, Attack};
use crate::gomoku::threats::vcf::{Reach, VcfSearch};

/// The longest line followed.
pub(super) const MAX_PLY: usize = 160;

/// The most nodes between two looks at the clock.
const MOST_BETWEEN: u64 = 256;

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

/// Scores between which the true one is wanted exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window that tells whether a score is above `alpha`.
    pub fn above(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// As the other side sees it.
    pub fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether it only asks on which side of a number the score is.
    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// A thread's own state.
pub(super) struct Tree<'a> {
    shared: Shared<'a>,
    pub board: Board,
    pub vcf: VcfSearch,
    history: History,
    lines: Vec<Line>,
    /// What the positions of the line that is searched are worth without a search, for their sides to move.
    evals: Vec<i32>,
    /// At which of them the side to move has no win by continuous fours that a short search finds.
    calm: Vec<bool>,
    /// By how many plies a late move is searched less deeply at first, by plies left and number of the move.
    reductions: Box<Reductions>,
    /// After how many moves the others come too late to be tried at all, by plies left.
    enough: [usize; TOLD_APART.0],
    nodes: u64,
    counted: u64,
    looks: ClockPoll,
    /// The count of nodes at which the clock is looked at next.
    next_look: u64,
    /// One thread leads: it obeys the limits and ends the search for the others.
    leads: bool,
    stopped: bool,
    /// Moves that the root leaves out because they have lines already.
    pub excluded: Vec<Point>,
}

impl<'a> Tree<'a> {
    /// A thread that is about to search `board`.
    pub fn new(shared: Shared<'a>, board: Board, vcf: VcfSearch, leads: bool) -> Self {
        Tree {
            reductions: reductions(shared.params.reduction),
            enough: enough(shared.params),
            history: History::new(shared.params.history),
            shared,
            board,
            vcf,
            lines: vec![Line::new(); MAX_PLY + 2],
            evals: vec![0; MAX_PLY + 2],
            calm: vec![false; MAX_PLY + 2],
            nodes: 0,
            counted: 0,
            looks: ClockPoll::new(MOST_BETWEEN),
            next_look: 1,
            leads,
            stopped: false,
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

    /// Searches the root to `depth` plies; near `guess` at first, which a search less deep has come to.
    pub fn search_root(&mut self, depth: i32, guess: Option<i32>) -> i32 {
        let width = self.shared.params.aspiration;
        let (mut below, mut above) = match guess {
            Some(guess) if guess.abs() < SURE => (guess - width, guess + width),
            _ => (-WIN, WIN),
        };
        loop {
            let window = Window {
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

    /// A win by continuous fours from the root, at the cost of its nodes.
    pub fn root_vcf(&mut self) -> Attack {
        let control = self.shared.control;
        let nodes = self.shared.params.root_vcf_nodes.min(self.nodes_left() / 4);
        let interrupted = || control.interrupted();
        let mut allowance = Allowance::new(nodes, &interrupted);
        let found = self.vcf.shortest(&mut self.board, &mut allowance);
        self.nodes += allowance.spent();
        found
    }

    /// Nodes until the limit.
    fn nodes_left(&self) -> u64 {
        let limit = self.shared.control.limits().nodes;
        limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()))
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
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + self.looks.until_next();
            self.shared
                .nodes
                .fetch_add(self.nodes - self.counted, Ordering::Relaxed);
            self.counted = self.nodes;
            self.stopped = self.shared.over.load(Ordering::Relaxed)
                || self.leads && self.shared.control.interrupted();
        }
        !self.stopped
    }

    /// Whether some moves may not be tried here.
    fn is_restricted(&self, me: Color, ply: usize) -> bool {
        let restrictions = &self.shared.control.request().restrictions;
        let holds = |rule: &Restriction<Point>| rule.color == me && (ply as u32) < rule.plies;
        ply == 0 && !self.excluded.is_empty() || restrictions.iter().any(holds)
    }

    /// As `search`, where some moves may not be tried: without what is known of the position with all of them.
    fn search_allowed(&mut self, window: Window, depth: i32, ply: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        let me = self.board.to_move();
        self.calm[ply] = false;
        let question = self.shared.control.request();
        let mut moves: ArrayVec<Point, MAX_POINTS> =
            everything(&self.board, &self.history).collect();
        moves.retain(|point| {
            question.allows(me, point, ply as u32) && !(ply == 0 && self.excluded.contains(point))
        });
        if moves.is_empty() {
            return evaluate(&mut self.board);
        }
        let mut best = -WIN;
        for point in moves {
            self.watch(RootEvent::Begun(point), ply);
            let score = if self.board.kind(me, point).is_five() {
                self.lines[ply + 1].clear();
                WIN - ply as i32 - 1
            } else {
                self.board.play(point);
                let narrow = Window::above(alpha).turned();
                let mut score = -self.search(narrow, depth - 1, ply + 1);
                if score > alpha && score < beta {
                    score = -self.search(Window { alpha, beta }.turned(), depth - 1, ply + 1);
                }
                self.board.undo();
                score
            };
            if self.stopped {
                return 0;
            }
            self.watch_end(point, score, alpha, ply);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(point, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Tells those who watch what becomes of a move at the root.
    fn watch(&self, step: RootEvent<Point>, ply: usize) {
        if ply == 0 && self.leads {
            self.shared.control.event(step);
        }
    }

    fn watch_end(&self, point: Point, score: i32, alpha: i32, ply: usize) {
        self.watch(RootEvent::Ended(point), ply);
        if score <= -SURE {
            self.watch(RootEvent::Lost(point), ply);
        } else if score > alpha {
            self.watch(RootEvent::Best(point), ply);
        }
    }

    /// So many moves, or what the question asks for instead of them.
    fn broad(&self, moves: usize) -> usize {
        let percent = self.shared.control.request().breadth as usize;
        (moves * percent / 100).max(1)
    }

    /// A win by continuous fours that a short search finds. If there was none two plies ago, it has to begin with what
    /// the side has played since.
    fn fours(&mut self, depth: i32, ply: usize) -> Option<i32> {
        let me = self.board.to_move();
        if self.board.fours(me).iter().all(|&row| row == 0) {
            return None;
        }
        let params = self.shared.params;
        let nodes = params.vcf_nodes * (1 + depth.max(0) as u64);
        let nodes = nodes.min(params.most_vcf_nodes).min(self.nodes_left());
        let mut allowance = Allowance::new(nodes, &|| false);
        let was_calm = ply >= 2 && self.calm[ply - 2];
        let after = self.board.last_own().filter(|_| was_calm);
        let reach = Reach {
            moves: params.vcf_moves,
            after,
        };
        let found = self.vcf.any(&mut self.board, reach, &mut allowance);
        self.nodes += allowance.spent();
        let (plies, first) = found?;
        let score = WIN - ply as i32 - plies as i32;
        self.lines[ply].push(first);
        // A proof holds at any depth.
        self.remember(score, PROOF.into(), Bound::Lower, Some(first), ply);
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

    fn remember(&self, score: i32, depth: i32, bound: Bound, mv: Option<Point>, ply: usize) {
        let entry = Entry {
            mv,
            score: to_table(score, ply) as i16,
            depth: depth.clamp(0, u8::MAX.into()) as u8,
            bound,
        };
        self.shared.table.put(self.board.key(), entry);
    }
}

/// Plies left, and moves tried before, for which reductions and numbers of moves differ.
const TOLD_APART: (usize, usize) = (32, 64);

type Reductions = [[u8; TOLD_APART.1]; TOLD_APART.0];

/// Reductions by the product of the logarithms of plies left and moves tried.
fn reductions(scale: f32) -> Box<Reductions> {
    let ln = |n: usize| (n as f32).ln();
    let by_depth =
        |depth: usize| std::array::from_fn(|i| (scale * ln(depth.max(1)) * ln(i + 1)) as u8);
    Box::new(std::array::from_fn(by_depth))
}

/// Moves that are enough for so many plies left.
fn enough(params: &Params) -> [usize; TOLD_APART.0] {
    let more = |depth: usize| (depth as f32).powf(params.late_power) as usize;
    std::array::from_fn(|depth| params.late_base + more(depth))
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
