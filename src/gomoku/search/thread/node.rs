//! The search of one node: principal variation search (PVS) with transposition table, immediate wins, VCF search,
//! reverse futility pruning, futility pruning, internal iterative reduction (IIR), singular extension, late move
//! reduction (LMR) and late move pruning (LMP).

use arrayvec::ArrayVec;

use super::super::move_picker::MovePicker;
use super::super::transposition::{ScoreBound, TableEntry};
use crate::eval::point_set::points_of;
use crate::eval::score::{WIN, WIN_THRESHOLD, evaluate};
use crate::patterns::threat::Threat;
use crate::request::RootEvent;
use crate::rules::Point;
use crate::rules::lines::MAX_POINTS;
use crate::threats::attack::defenses;

use super::{MAX_PLY, QUIESCENCE_PLIES, SearchThread, SearchWindow, score_from_table};

/// A node and its search arguments.
#[derive(Clone, Copy)]
struct SearchNode {
    window: SearchWindow,
    depth: i32,
    ply: usize,
    /// Whether the opponent threatens an open four or two fours.
    threatened: bool,
    /// The transposition table's entry.
    entry: Option<TableEntry>,
    /// A move that is left out, to test whether it is singular.
    excluded: Option<Point>,
}

/// Singular extension: maximum distance from the root per ply of the iteration's depth, so that lines do not grow
/// without end.
const MAX_SINGULAR_PLIES: usize = 2;

/// Singular extension: number of plies by which the table entry may be shallower than the node.
const SINGULAR_ENTRY_LAG: i32 = 3;

impl SearchThread<'_> {
    /// Searches the position and returns its score for the side to move, exact within the window.
    pub fn search(&mut self, window: SearchWindow, depth: i32, ply: usize) -> i32 {
        self.pvs[ply].clear();
        if !self.count_node() || self.board.empty_count() == 0 {
            return 0;
        }
        let (me, opponent) = (self.board.to_move(), self.board.to_move().opponent());
        if self.is_restricted(me, ply) {
            return self.search_restricted(window, depth, ply);
        }
        if let Some((point, plies)) = self.immediate_win() {
            self.pvs[ply].push(point);
            return WIN - ply as i32 - plies;
        }
        // Mate distance pruning: the fastest win left is an open four in this position and a five at the third ply.
        let window = SearchWindow {
            alpha: window.alpha,
            beta: window.beta.min(WIN - ply as i32 - 3),
        };
        if window.alpha >= window.beta {
            return window.beta;
        }
        if ply >= MAX_PLY {
            return evaluate(&mut self.board);
        }
        if self.board.count(opponent, Threat::Five) > 0 {
            return self.search_five_defenses(window, depth, ply);
        }
        let node = SearchNode {
            window,
            depth,
            ply,
            threatened: self.board.count(opponent, Threat::Unstoppable) > 0,
            entry: self.shared.table.probe(self.board.key()),
            excluded: None,
        };
        match self.prune(&node) {
            Some(score) => score,
            None => self.search_moves(&node),
        }
    }

    /// Returns a win that needs no search, and the number of its plies.
    fn immediate_win(&self) -> Option<(Point, i32)> {
        let board = &self.board;
        let (me, opponent) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            return Some((five, 1));
        }
        if board.count(opponent, Threat::Five) > 0 {
            return None;
        }
        if board.count(me, Threat::Unstoppable) > 0 {
            let wins = |&point: &Point| {
                let packed = board.packed_threat(me, point);
                packed.threat() == Threat::Unstoppable && !packed.may_be_forbidden()
            };
            if let Some(point) = points_of(board.fours(me)).find(wins) {
                return Some((point, 3));
            }
        }
        // A four-three or a double three: the two threats are on lines that meet only at this point, so no single stone
        // stops both, and an opponent who cannot make a four has no other defense. For black in renju the threats may
        // depend on forbidden moves.
        let (rows, threat) = if board.count(me, Threat::FourThree) > 0 {
            (board.fours(me), Threat::FourThree)
        } else if board.count(me, Threat::DoubleThree) > 0 {
            (board.threes(me), Threat::DoubleThree)
        } else {
            return None;
        };
        if board.rule().forbids(me) || board.fours(opponent).iter().any(|&row| row != 0) {
            return None;
        }
        let point =
            points_of(rows).find(|&point| board.packed_threat(me, point).threat() == threat)?;
        Some((point, 5))
    }

    /// Returns the score if no move needs to be searched: from the transposition table, a VCF win, pruning, or
    /// evaluation at the horizon.
    fn prune(&mut self, node: &SearchNode) -> Option<i32> {
        let (depth, ply) = (node.depth, node.ply);
        let SearchWindow { alpha, beta } = node.window;
        if let Some(entry) = node
            .entry
            .filter(|e| i32::from(e.depth) >= depth && ply > 0)
        {
            let score = score_from_table(entry.score.into(), ply);
            let is_cutoff = match entry.bound {
                ScoreBound::Exact => true,
                ScoreBound::Lower => score >= beta,
                ScoreBound::Upper => score <= alpha,
            };
            if is_cutoff {
                self.pvs[ply].extend(entry.mv);
                return Some(score);
            }
        }
        let params = self.shared.params;
        let static_eval = evaluate(&mut self.board);
        self.evals[ply] = static_eval;
        // In a null window the static evaluation may decide.
        let can_prune =
            !node.threatened && node.window.is_null() && (depth <= 0 || beta.abs() < WIN_THRESHOLD);
        let required = beta + params.reverse_futility_margin * depth.max(0);
        if can_prune && depth <= params.reverse_futility_depth && static_eval >= required {
            // Reverse futility pruning. A VCF win would only be better, so it is not searched for.
            return Some(static_eval);
        }
        // A position with a table entry was searched for VCF when the entry was stored.
        if node.entry.is_none()
            && let Some(score) = self.search_vcf(depth, ply)
        {
            return Some(score);
        }
        self.no_vcf[ply] = true;
        // Quiescence search: beyond the horizon only threats are defended.
        if depth <= 0 && (!node.threatened || depth <= -QUIESCENCE_PLIES) {
            if node.entry.is_none() && !node.threatened {
                self.store(static_eval, 0, ScoreBound::Exact, None, ply);
            }
            return Some(static_eval);
        }
        let margin = params.futility_base + params.futility_margin * depth;
        let is_futile = can_prune && depth <= params.futility_depth && static_eval + margin < alpha;
        is_futile.then_some(static_eval)
    }

    /// Searches the moves in order until one fails high. Returns the best score.
    fn search_moves(&mut self, node: &SearchNode) -> i32 {
        let params = self.shared.params;
        let ply = node.ply;
        let SearchWindow { mut alpha, beta } = node.window;
        let is_far_above_beta = !node.threatened
            && node.window.is_null()
            && self.evals[ply] >= beta + params.reverse_futility_reduction_margin * node.depth;
        let table_move = node
            .entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.is_playable(mv));
        let lmp_limit = self.lmp_limit(node);
        let has_iir = table_move.is_none() && node.depth >= params.iir_depth;
        let depth = node.depth - i32::from(has_iir);
        let singular = table_move.filter(|&mv| self.is_singular(node, mv));
        let mut picker = MovePicker::new(table_move);
        let (mut best, mut best_move) = (-WIN, None);
        let mut tried: ArrayVec<Point, MAX_POINTS> = ArrayVec::new();
        for i in 0.. {
            let next = std::iter::from_fn(|| picker.next(&self.board, &self.history))
                .find(|&point| Some(point) != node.excluded);
            let Some(point) = next else {
                break;
            };
            if ply > 0 && best > -WIN_THRESHOLD {
                // Late move pruning (move count pruning).
                if i >= lmp_limit {
                    break;
                }
                if i >= self.scaled_by_breadth(params.breadth)
                    && !node.threatened
                    && self.board.is_quiet(point)
                {
                    continue;
                }
            }
            self.send_event(RootEvent::Begun(point), ply);
            let makes_four = self.board.makes_four(point);
            let depth = depth - i32::from(is_far_above_beta && !makes_four)
                + i32::from(Some(point) == singular);
            let score = self.search_move(point, i, SearchWindow { alpha, beta }, depth, ply);
            if self.stopped {
                return 0;
            }
            self.send_end_events(point, score, alpha, ply);
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(point));
                self.update_pv(point, ply);
            }
            if alpha >= beta {
                let me = self.board.to_move();
                self.history.update(me, depth, point, &tried);
                break;
            }
            tried.push(point);
        }
        if node.excluded.is_some() {
            return best;
        }
        if best == -WIN {
            // In renju, every empty point is forbidden to black.
            return -(WIN - node.ply as i32);
        }
        // If all moves fail low, their scores are upper bounds and do not identify the best move, so the old table move
        // stays.
        self.store_best(node, depth, best, best_move.or(table_move));
        best
    }

    /// Stores the best score of a node's moves, searched to `depth`.
    fn store_best(&self, node: &SearchNode, depth: i32, best: i32, mv: Option<Point>) {
        let SearchWindow { alpha, beta } = node.window;
        let bound = if best >= beta {
            ScoreBound::Lower
        } else if best > alpha {
            ScoreBound::Exact
        } else {
            ScoreBound::Upper
        };
        self.store(best, depth, bound, mv, node.ply);
    }

    /// Singular extension: whether the table move `mv` is better than every other move by a margin, according to a
    /// search of half the depth without it. A sole answer to a threat is singular too.
    fn is_singular(&mut self, node: &SearchNode, mv: Point) -> bool {
        let params = self.shared.params;
        let near_root = 1..MAX_SINGULAR_PLIES * self.root_depth;
        if node.excluded.is_some()
            || node.depth < params.singular_depth
            || !near_root.contains(&node.ply)
        {
            return false;
        }
        let is_reliable = |entry: &TableEntry| {
            entry.bound != ScoreBound::Upper
                && i32::from(entry.depth) + SINGULAR_ENTRY_LAG >= node.depth
                && i32::from(entry.score).abs() < WIN_THRESHOLD
        };
        let Some(entry) = node.entry.filter(is_reliable) else {
            return false;
        };
        let limit = i32::from(entry.score) - params.singular_margin * node.depth;
        let others = SearchNode {
            window: SearchWindow::null(limit - 1),
            depth: (node.depth - 1) / 2,
            excluded: Some(mv),
            ..*node
        };
        let best = self.search_moves(&others);
        self.pvs[node.ply].clear();
        best < limit
    }

    /// Searches move number `i` by principal variation search: the first with the full window, a later one with a null
    /// window and reduced depth (LMR). If a later one scores above alpha, it is searched again, first at full depth and
    /// then with the full window.
    fn search_move(
        &mut self,
        point: Point,
        i: usize,
        window: SearchWindow,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let SearchWindow { alpha, beta } = window;
        let full_window = window.negated();
        self.shared.table.prefetch(self.board.key_after(point));
        self.board.play(point);
        let mut score;
        if i == 0 {
            score = -self.search(full_window, depth - 1, ply + 1);
        } else {
            let null_window = SearchWindow::null(alpha).negated();
            let reduction = self.reduction(depth, ply, i);
            score = -self.search(null_window, depth - 1 - reduction, ply + 1);
            if score > alpha && reduction > 0 {
                score = -self.search(null_window, depth - 1, ply + 1);
            }
            if score > alpha && score < beta {
                score = -self.search(full_window, depth - 1, ply + 1);
            }
        }
        self.board.undo();
        score
    }

    /// Late move pruning: returns the number of moves to try. It grows with the depth and is halved if the side to move
    /// is not improving.
    fn lmp_limit(&self, node: &SearchNode) -> usize {
        let depth = node.depth.max(0) as usize;
        let limit = self.lmp_limits[depth.min(self.lmp_limits.len() - 1)];
        self.scaled_by_breadth(if self.is_improving(node.ply) {
            limit
        } else {
            limit / 2
        })
    }

    /// Whether the static evaluation is higher than two plies ago.
    fn is_improving(&self, ply: usize) -> bool {
        ply < 2 || self.evals[ply] > self.evals[ply - 2]
    }

    /// Returns the late move reduction of move number `i`, in plies.
    fn reduction(&self, depth: i32, ply: usize, i: usize) -> i32 {
        if depth < 2 || i < 3 {
            return 0;
        }
        let row = &self.lmr[(depth as usize).min(self.lmr.len() - 1)];
        let reduction = i32::from(row[i.min(row.len() - 1)]);
        (reduction + i32::from(!self.is_improving(ply))).min(depth - 1)
    }

    /// Searches the defenses against a five. The depth does not decrease: forced moves extend the search.
    fn search_five_defenses(&mut self, window: SearchWindow, depth: i32, ply: usize) -> i32 {
        let SearchWindow { mut alpha, beta } = window;
        let defenses = defenses(&mut self.board);
        // Without a legal defense, the five follows.
        let mut best = -(WIN - ply as i32 - 2);
        self.evals[ply] = -self.evals[ply.saturating_sub(1)];
        self.no_vcf[ply] = ply >= 2 && self.no_vcf[ply - 2];
        for point in defenses {
            self.shared.table.prefetch(self.board.key_after(point));
            self.board.play(point);
            let score = -self.search(SearchWindow { alpha, beta }.negated(), depth, ply + 1);
            self.board.undo();
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha || self.pvs[ply].is_empty() {
                self.update_pv(point, ply);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;
    use crate::eval::board::Board;
    use crate::params::Params;
    use crate::rules::Rule;
    use crate::search::thread::Shared;
    use crate::search::transposition::TranspositionTable;
    use crate::testing::drawing::board as draw;
    use crate::threats::vcf::VcfSearch;
    use tengen_engine::{Control, Limits};

    /// A depth at which reverse futility pruning is off.
    const DEPTH: i32 = 6;

    /// Searches a quiet position with the move `before` in its table entry, if any, and passes the thread, the score
    /// and the new table entry to `look`.
    fn after_search<T>(
        window: SearchWindow,
        before: Option<Point>,
        look: impl FnOnce(&mut SearchThread, i32, TableEntry) -> T,
    ) -> T {
        let position = draw(
            Rule::Freestyle,
            &[
                ". . . . . . . . .",
                ". . . . . . . . .",
                ". . . . O . . . .",
                ". . . . X . . . .",
                ". . . . X . . . .",
                ". . . . O . . . .",
                ". . . . . . . . .",
                ". . . . . . . . .",
                ". . . . . . . . .",
            ],
        );
        let mut table = TranspositionTable::new(1 << 20);
        table.new_search();
        let board = Board::from_position(&position);
        if before.is_some() {
            let known = TableEntry {
                mv: before,
                score: 0,
                depth: 1,
                bound: ScoreBound::Lower,
            };
            table.store(board.key(), known);
        }
        let shared = Shared {
            table: &table,
            params: &Params::default(),
            control: &Control::new(Limits::default()),
            stop: &AtomicBool::new(false),
            nodes: &AtomicU64::new(0),
        };
        let mut thread = SearchThread::new(shared, board, VcfSearch::new(), true);
        let score = thread.search(window, DEPTH, 1);
        let entry = table.probe(thread.board.key()).unwrap();
        look(&mut thread, score, entry)
    }

    #[test]
    fn a_move_is_stored_if_it_failed_high() {
        for before in [None, Some(Point::new(6, 6))] {
            after_search(SearchWindow::null(600), before, |_, score, entry| {
                assert!(score <= 600);
                let known = (entry.bound, i32::from(entry.depth), entry.mv);
                // Without a table move the node is searched one ply less deep.
                let depth = DEPTH - i32::from(before.is_none());
                assert_eq!(known, (ScoreBound::Upper, depth, before));
            });
            after_search(SearchWindow::null(-600), before, |_, score, entry| {
                assert!(score > -600);
                let depth = DEPTH - i32::from(before.is_none());
                assert_eq!(
                    (entry.bound, i32::from(entry.depth)),
                    (ScoreBound::Lower, depth)
                );
                assert!(entry.mv.is_some());
            });
        }
    }

    #[test]
    fn a_move_is_singular_if_all_others_are_worse_by_a_margin() {
        let mv = Point::new(6, 6);
        let window = SearchWindow::null(0);
        after_search(window, Some(mv), |thread, _, _| {
            thread.root_depth = 10;
            let mut is_singular = |score, bound, ply| {
                let entry = TableEntry {
                    mv: Some(mv),
                    score,
                    depth: DEPTH as u8,
                    bound,
                };
                let node = SearchNode {
                    window,
                    depth: DEPTH,
                    ply,
                    threatened: false,
                    entry: Some(entry),
                    excluded: None,
                };
                thread.is_singular(&node, mv)
            };
            assert!(is_singular(900, ScoreBound::Lower, 1));
            // Others are as good, the score is not a lower bound, the line is too long, or this is the root.
            assert!(!is_singular(-900, ScoreBound::Lower, 1));
            assert!(!is_singular(900, ScoreBound::Upper, 1));
            assert!(!is_singular(900, ScoreBound::Lower, 20));
            assert!(!is_singular(900, ScoreBound::Lower, 0));
        });
    }

    #[test]
    fn a_cutoff_rewards_its_move_and_penalizes_those_tried_before() {
        // Too far away for any other position of the tree to try it.
        let far = Point::new(8, 8);
        let open = SearchWindow {
            alpha: -WIN,
            beta: WIN,
        };
        let best = after_search(open, None, |_, score, _| score);
        // A little below the best score, so that a null-window score reaches it too.
        let alpha = best - 30;
        after_search(
            SearchWindow::null(alpha),
            Some(far),
            |thread, score, entry| {
                let good = entry.mv.unwrap();
                assert!(score > alpha && good != far, "{score} for {good:?}");
                let merit = |point| thread.history.score(thread.board.to_move(), point);
                assert!(merit(far) < 0, "{}", merit(far));
                assert!(merit(good) > 0, "{}", merit(good));
            },
        );
    }
}
