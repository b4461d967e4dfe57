//! The root of a search: iterative deepening, aspiration windows and multiple principal variations.

use std::collections::VecDeque;

use super::endgame;
use super::midgame::{Pvs, SPLIT_DEPTH};
use super::probcut::Selectivity;
use super::search_thread::SearchThread;
use super::solve::SolveMode;
use super::split_point::{BestMove, SplitNode};
use super::split_search::{IsaThread, NodeMoves};
use super::thread_pool::ThreadPool;
use super::transposition_table::Draft;
use super::young_brothers::split;
use crate::eval::evaluation::{DISC, Evaluation, MAX_SCORE};
use crate::eval::node::Node;
use crate::eval::winrate::{discs, winrate};
use crate::rules::board::Board;
use crate::rules::square::{Move, Square};
use tengen_engine::cpu::{Isa, Task};
use tengen_engine::{Limits, Report, RootMove};

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchGoal {
    /// The best move within the limits, with its exact score if the limits allow it.
    Move,
    /// The exact result, regardless of time.
    Result(SolveMode),
}

/// A move at the root, with its latest score.
pub struct RootCandidate {
    /// The square of the move.
    pub square: Square,
    /// The score of the last search that moved it to its rank, for the side to move, in evaluation units.
    pub score: i32,
    /// The nodes searched below it. Moves searched in parallel get equal shares.
    nodes: u64,
    /// The draft of the search behind the score.
    draft: Option<Draft>,
}

/// The root of one search. At any time, its first candidates are the best moves so far, in order.
pub struct RootSearch<'a> {
    /// The main search thread.
    pub thread: SearchThread<'a>,
    /// The board as the side to move sees it.
    pub board: Board,
    /// The root moves, at least one.
    pub candidates: Vec<RootCandidate>,
    /// The number of principal variations (multi-PV).
    lines: usize,
    goal: SearchGoal,
    /// The draft of the last completed iteration.
    completed: Option<Draft>,
    /// Whether the side to move must pass, so that the candidates are its opponent's moves.
    is_after_pass: bool,
}

impl<'a> RootSearch<'a> {
    /// Prepares a search of the moves to `squares`, which must not be empty.
    pub fn new(
        thread: SearchThread<'a>,
        board: Board,
        squares: &[Square],
        goal: SearchGoal,
    ) -> RootSearch<'a> {
        let lines = thread.control().request().lines.clamp(1, squares.len());
        RootSearch {
            candidates: order_by_evaluation(board, squares),
            lines: if goal == SearchGoal::Move { lines } else { 1 },
            thread,
            board,
            goal,
            completed: None,
            is_after_pass: false,
        }
    }

    /// Prepares a search for the value of a forced pass, over the opponent's moves to `squares`, which must not be
    /// empty.
    pub fn after_pass(
        thread: SearchThread<'a>,
        board: Board,
        squares: &[Square],
    ) -> RootSearch<'a> {
        RootSearch {
            lines: 1,
            is_after_pass: true,
            ..RootSearch::new(thread, board.passed(), squares, SearchGoal::Move)
        }
    }

    /// Returns whether the result is exact.
    pub fn is_exact(&self) -> bool {
        let exact = Draft {
            depth: self.board.empties(),
            selectivity: Selectivity::NONE,
        };
        self.completed
            .is_some_and(|completed| completed.suffices(exact))
    }

    /// Returns whether the search reached the end of the game with the required selectivity.
    fn is_solved(&self) -> bool {
        let required = Draft {
            depth: self.board.empties(),
            selectivity: self.required_selectivity(),
        };
        self.completed
            .is_some_and(|completed| completed.suffices(required))
    }

    /// Returns the selectivity that the request allows.
    fn required_selectivity(&self) -> Selectivity {
        match self.goal {
            SearchGoal::Move => {
                Selectivity::of_percent(self.thread.control().request().game.selectivity)
            }
            SearchGoal::Result(_) => Selectivity::NONE,
        }
    }

    /// Returns the draft of the next iteration, if any: selective searches of increasing depth, then searches to the
    /// end of the game with decreasing selectivity.
    fn next_draft(&self) -> Option<Draft> {
        let control = self.thread.control();
        let empties = self.board.empties();
        let depth = self.completed.map_or(0, |completed| completed.depth);
        let may_stop = self.completed.is_some() && control.limits().time.is_some();
        // A single move saves time only when just the move is wanted; its value takes as long as any other.
        let has_no_choice = self.candidates.len() == 1
            && self.goal == SearchGoal::Move
            && control.request().move_only;
        if may_stop && (control.past_soft_time() || has_no_choice) {
            return None;
        }
        if self.is_solved() || !control.allows_depth((depth + 1).min(empties)) {
            return None;
        }
        let to_the_end = |selectivity| Draft {
            depth: empties,
            selectivity,
        };
        if depth >= empties {
            let mut selectivities = ENDGAME_SELECTIVITIES.into_iter();
            let next = selectivities
                .find(|&selectivity| Some(to_the_end(selectivity)) > self.completed)?;
            return Some(to_the_end(next.min(self.required_selectivity())));
        }
        let is_prepared = depth >= empties.saturating_sub(endgame::MAX_EMPTIES) + PREPARATION_PLIES;
        if empties <= endgame::MAX_EMPTIES {
            let is_affordable =
                control.allows_depth(empties) && exact_cost(empties) <= self.endgame_budget();
            if is_affordable {
                return Some(to_the_end(Selectivity::NONE));
            }
        } else if is_prepared
            && control.allows_depth(empties)
            && exact_cost(empties) / SELECTIVE_SPEEDUP <= self.endgame_budget()
        {
            return Some(to_the_end(Selectivity::PERCENT_73));
        }
        let selectivity = if depth + 1 == empties {
            self.required_selectivity()
        } else {
            Selectivity::PERCENT_73
        };
        Some(Draft {
            depth: depth + 1,
            selectivity,
        })
    }

    /// Returns the number of nodes allowed for an exact search.
    fn endgame_budget(&self) -> u64 {
        if self.goal != SearchGoal::Move {
            return u64::MAX;
        }
        let control = self.thread.control();
        let Limits { time, nodes, .. } = *control.limits();
        let by_nodes = nodes.map(|limit| limit.saturating_sub(self.thread.nodes()));
        let by_time = time.map(|budget| {
            let left = budget.hard.saturating_sub(control.elapsed());
            left.as_micros() as u64 * MIN_NODES_PER_MICROSECOND
        });
        match (by_nodes, by_time) {
            (None, None) => UNLIMITED_FACTOR * self.thread.nodes(),
            (nodes, time) => nodes.unwrap_or(u64::MAX).min(time.unwrap_or(u64::MAX)),
        }
    }

    /// Runs one iteration. Returns false if it was cut short; a better move found before that stays in front.
    #[inline(always)]
    fn iterate<I: Isa>(&mut self, draft: Draft) -> bool {
        for line in 0..self.lines {
            if !self.search_line::<I>(line, draft) {
                return false;
            }
        }
        // The search of one line can raise the score of another searched before it.
        self.candidates[..self.lines].sort_by_key(|candidate| -candidate.score);
        true
    }

    /// Finds the best candidate from rank `line` on with an aspiration window around its last score, and moves it
    /// there. Returns false if the search was cut short.
    #[inline(always)]
    fn search_line<I: Isa>(&mut self, line: usize, draft: Draft) -> bool {
        let guess = self.candidates[line].score;
        let (min_alpha, max_beta) = self.full_window(draft);
        let (mut low_margin, mut high_margin) = (ASPIRATION_MARGIN, ASPIRATION_MARGIN);
        loop {
            // Use windows of whole discs, so that an exact search loses nothing to rounding.
            let alpha =
                ((guess - low_margin).div_euclid(DISC) * DISC).clamp(min_alpha, max_beta - DISC);
            let beta =
                (-(-guess - high_margin).div_euclid(DISC) * DISC).clamp(alpha + DISC, max_beta);
            let Some(score) = self.search_candidates::<I>(line, draft.depth, alpha, beta) else {
                return false;
            };
            if score <= alpha && alpha > min_alpha {
                low_margin *= 4;
            } else if score >= beta && beta < max_beta {
                high_margin *= 4;
            } else {
                self.candidates[line].draft = Some(draft);
                return true;
            }
        }
    }

    /// Returns the full window of an iteration.
    fn full_window(&self, draft: Draft) -> (i32, i32) {
        match self.goal {
            SearchGoal::Result(SolveMode::WinLossDraw) if draft.depth >= self.board.empties() => {
                (-DISC, DISC)
            }
            _ => (-MAX_SCORE, MAX_SCORE),
        }
    }

    /// Searches the candidates from rank `line` on in the window from `alpha` to `beta`, and moves the best of them to
    /// `line`. Returns `None` if the search was cut short.
    #[inline(always)]
    fn search_candidates<I: Isa>(
        &mut self,
        line: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let rest = &self.candidates[line + 1..];
        let mut rest: VecDeque<Square> = rest.iter().map(|candidate| candidate.square).collect();
        let mut best = self.search_candidate::<I>(line, depth, (alpha, beta))?;
        self.candidates[line].score = best;
        while best < beta {
            let floor = alpha.max(best);
            let better = self.find_better::<I>(&mut rest, depth, floor)?;
            let Some(square) = better.mv else {
                break;
            };
            let mut score = better.score;
            // The move is known to be better, even without time to find its score.
            self.promote(line, square, score);
            if score < beta {
                score = self.search_candidate::<I>(line, depth, (floor, beta))?;
                self.candidates[line].score = score;
            }
            best = best.max(score);
        }
        Some(best)
    }

    /// Finds a move of `rest` that scores more than `floor`, with a bound on its score, and removes it. The move is
    /// `None` if none is better. Returns `None` if the search was cut short.
    #[inline(always)]
    fn find_better<I: Isa>(
        &mut self,
        rest: &mut VecDeque<Square>,
        depth: u32,
        floor: i32,
    ) -> Option<BestMove<Square>> {
        if depth >= SPLIT_DEPTH
            && rest.len() > 1
            && let Some(pool) = self.thread.pool()
        {
            return self.find_better_side_by_side::<I>(pool, rest, depth, floor);
        }
        while let Some(square) = rest.pop_front() {
            let index = self.rank(square);
            let score = self.search_candidate::<I>(index, depth, (floor, floor + 1))?;
            if score > floor {
                return Some(BestMove {
                    score,
                    mv: Some(square),
                });
            }
        }
        Some(BestMove {
            score: floor,
            mv: None,
        })
    }

    /// Does the work of `find_better` with all threads. Moves that are not better stay in `rest`, because some of them
    /// may have been cut short; the transposition table answers for the others.
    #[inline(always)]
    fn find_better_side_by_side<I: Isa>(
        &mut self,
        pool: &ThreadPool<NodeMoves>,
        rest: &mut VecDeque<Square>,
        depth: u32,
        floor: i32,
    ) -> Option<BestMove<Square>> {
        let before = self.thread.nodes();
        let moves = rest
            .iter()
            .map(|&square| (square, Node::new(self.board.play(square))));
        let node = SplitNode {
            moves: NodeMoves::new(moves, self.thread.selectivity),
            depth: depth - 1,
            alpha: floor,
            beta: floor + 1,
            best: BestMove {
                score: floor,
                mv: None,
            },
            on_demand: false,
        };
        let best = split(&mut IsaThread::<I>::new(&mut self.thread), pool, node);
        // Threads count their own nodes, not those of a move.
        let share = (self.thread.nodes() - before) / rest.len() as u64;
        for &square in rest.iter() {
            let index = self.rank(square);
            self.candidates[index].nodes += share;
        }
        rest.retain(|&square| best.mv != Some(square));
        (best.mv.is_some() || !self.thread.stopped()).then_some(best)
    }

    /// Searches one candidate in `window`. Returns `None` if the search was cut short.
    #[inline(always)]
    fn search_candidate<I: Isa>(
        &mut self,
        index: usize,
        depth: u32,
        window: (i32, i32),
    ) -> Option<i32> {
        let before = self.thread.nodes();
        let candidate = &mut self.candidates[index];
        let score = -I::enter(Pvs {
            thread: &mut self.thread,
            node: Node::new(self.board.play(candidate.square)),
            depth: depth - 1,
            alpha: -window.1,
            beta: -window.0,
        });
        candidate.nodes += self.thread.nodes() - before;
        (!self.thread.stopped()).then_some(score)
    }

    /// Returns a candidate's rank.
    fn rank(&self, square: Square) -> usize {
        let mut candidates = self.candidates.iter();
        candidates
            .position(|candidate| candidate.square == square)
            .expect("a square of a candidate")
    }

    /// Moves a candidate up to rank `line` and sets its score.
    fn promote(&mut self, line: usize, square: Square, score: i32) {
        let index = self.rank(square);
        self.candidates[index].score = score;
        self.candidates[line..=index].rotate_right(1);
    }

    /// Returns the current result of the search.
    pub fn report(&self) -> Report<Move> {
        let lines = &self.candidates[..self.lines];
        Report {
            lines: lines
                .iter()
                .map(|candidate| match self.is_after_pass {
                    true => self.forced_pass(&self.root_move(candidate)),
                    false => self.root_move(candidate),
                })
                .collect(),
            nodes: self.thread.nodes(),
            depth: self
                .completed
                .map_or(0, |completed| self.reported_depth(completed)),
            root: None,
        }
    }

    /// Returns a candidate in the form reported to protocols.
    fn root_move(&self, candidate: &RootCandidate) -> RootMove<Move> {
        let mv = Move::Place(candidate.square);
        let mut pv = vec![mv];
        pv.extend(
            self.thread
                .table
                .principal_variation(self.board.play(candidate.square)),
        );
        let empties = self.board.empties();
        let winrate = winrate(candidate.score, self.is_exact(), empties);
        let mut line = RootMove::new(mv, winrate, discs(candidate.score), candidate.nodes, pv);
        if let Some(draft) = candidate.draft {
            line.details.depth = Some(draft.depth);
            line.details.confidence = Some(draft.selectivity.percent());
        }
        line
    }

    /// Returns the line of a forced pass with the opponent's best answer, `reply`.
    fn forced_pass(&self, reply: &RootMove<Move>) -> RootMove<Move> {
        let mut pv = vec![Move::Pass];
        pv.extend_from_slice(&reply.pv);
        // Avoids `-reply.score`, so that zero has no sign.
        let (winrate, score) = (1.0 - reply.winrate, 0.0 - reply.score);
        let mut line = RootMove::new(Move::Pass, winrate, score, self.thread.nodes(), pv);
        line.details.depth = reply.details.depth;
        line.details.confidence = reply.details.confidence;
        line
    }

    /// Returns the depth to report for an iteration. The report shows no selectivity, so only exact searches count as
    /// searches to the end.
    fn reported_depth(&self, draft: Draft) -> u32 {
        let empties = self.board.empties();
        if draft.selectivity == Selectivity::NONE {
            draft.depth
        } else {
            draft.depth.min(empties - 1)
        }
    }
}

/// Returns the moves ordered by static evaluation, best first.
fn order_by_evaluation(board: Board, squares: &[Square]) -> Vec<RootCandidate> {
    let candidate = |&square: &Square| RootCandidate {
        square,
        score: -Evaluation::learned().score(&Node::new(board.play(square))),
        nodes: 0,
        draft: None,
    };
    let mut candidates: Vec<RootCandidate> = squares.iter().map(candidate).collect();
    candidates.sort_by_key(|candidate| -candidate.score);
    candidates
}

/// Deepens iteratively until the result is exact or a limit is reached.
pub struct IterativeDeepening<'r, 'a>(pub &'r mut RootSearch<'a>);

impl Task for IterativeDeepening<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let root = self.0;
        while let Some(draft) = root.next_draft() {
            root.thread.selectivity = draft.selectivity;
            if !root.iterate::<I>(draft) {
                return;
            }
            root.completed = Some(draft);
            if root.thread.control().wants_reports() {
                root.thread.control().report(root.report());
            }
        }
    }
}

/// Half the width of the aspiration window. Three discs cost 2% more nodes on FFO positions 40 to 42.
const ASPIRATION_MARGIN: i32 = DISC;

/// The selectivities of searches to the end of the game, in order.
const ENDGAME_SELECTIVITIES: [Selectivity; 3] = [
    Selectivity::PERCENT_73,
    Selectivity::PERCENT_95,
    Selectivity::NONE,
];

/// The number of plies that the midgame search must reach into the endgame search's range before a search to the end
/// starts.
const PREPARATION_PLIES: u32 = 4;

/// The factor by which the most selective search to the end is faster than the exact one.
const SELECTIVE_SPEEDUP: u64 = 8;

/// Without limits, an exact search may take this many times the nodes searched before, since endgame nodes are faster.
const UNLIMITED_FACTOR: u64 = 32;

/// The endgame speed of a slow machine.
const MIN_NODES_PER_MICROSECOND: u64 = 10;

/// Returns an upper estimate of the nodes of an exact search: about twice 2.2 to the power of the number of empty
/// squares. Of the FFO positions with 14 to 24 empty squares one takes an eighth more, and most take less than half.
fn exact_cost(empties: u32) -> u64 {
    (0..empties).fold(1, |cost: u64, _| {
        cost.saturating_add(cost.saturating_mul(6) / 5 + 1)
    })
}
