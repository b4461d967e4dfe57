//! What is done at one position of the tree: principal-variation search with a hash table, tests for wins at hand, a
//! search for fours, and fewer plies, or none, for moves that come late.

use arrayvec::ArrayVec;

use super::super::candidates::Choices;
use super::super::table::{Bound, Entry};
use crate::gomoku::eval::board::points_of;
use crate::gomoku::eval::evaluation::{SURE, WIN, evaluate};
use crate::gomoku::patterns::classes::Threat;
use crate::gomoku::request::RootEvent;
use crate::gomoku::rules::Point;
use crate::gomoku::rules::lines::MAX_POINTS;
use crate::gomoku::threats::attack::replies;

use super::{DEFENCE, MAX_PLY, Tree, Window, from_table};

/// A position and what is asked of it.
#[derive(Clone, Copy)]
struct Node {
    window: Window,
    depth: i32,
    ply: usize,
    /// The rival makes an open four or two fours next.
    pressed: bool,
    /// What an earlier search remembered.
    known: Option<Entry>,
}

impl Tree<'_> {
    /// The score of the position for the side to move, within the window exact.
    pub fn search(&mut self, window: Window, depth: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if !self.enter() || self.board.empty_count() == 0 {
            return 0;
        }
        let (me, rival) = (self.board.to_move(), self.board.to_move().opponent());
        if self.is_restricted(me, ply) {
            return self.search_allowed(window, depth, ply);
        }
        if let Some((point, plies)) = self.win_at_hand() {
            self.lines[ply].push(point);
            return WIN - ply as i32 - plies;
        }
        // The soonest win left takes an open four now and five with the third ply.
        let window = Window {
            alpha: window.alpha,
            beta: window.beta.min(WIN - ply as i32 - 3),
        };
        if window.alpha >= window.beta {
            return window.beta;
        }
        if ply >= MAX_PLY {
            return evaluate(&mut self.board);
        }
        if self.board.count(rival, Threat::Five) > 0 {
            return self.answer_five(window, depth, ply);
        }
        let node = Node {
            window,
            depth,
            ply,
            pressed: self.board.count(rival, Threat::Unstoppable) > 0,
            known: self.shared.table.get(self.board.key()),
        };
        match self.without_moves(&node) {
            Some(score) => score,
            None => self.try_moves(&node),
        }
    }

    /// A win that takes no search, with the number of its plies.
    fn win_at_hand(&self) -> Option<(Point, i32)> {
        let board = &self.board;
        let (me, rival) = (board.to_move(), board.to_move().opponent());
        if let Some(five) = points_of(board.fives(me)).next() {
            return Some((five, 1));
        }
        if board.count(rival, Threat::Five) > 0 {
            return None;
        }
        if board.count(me, Threat::Unstoppable) > 0 {
            let wins = |&point: &Point| {
                let kind = board.kind(me, point);
                kind.threat() == Threat::Unstoppable && !kind.is_suspect()
            };
            if let Some(point) = points_of(board.fours(me)).find(wins) {
                return Some((point, 3));
            }
        }
        // Two threats on lines that meet at this point only: no one stone answers both, and a side that can't make
        // a four has no other answer. Black's threats in renju may rest on fouls.
        let (rows, threat) = if board.count(me, Threat::FourThree) > 0 {
            (board.fours(me), Threat::FourThree)
        } else if board.count(me, Threat::DoubleThree) > 0 {
            (board.threes(me), Threat::DoubleThree)
        } else {
            return None;
        };
        if board.rule().forbids(me) || board.fours(rival).iter().any(|&row| row != 0) {
            return None;
        }
        let point = points_of(rows).find(|&point| board.kind(me, point).threat() == threat)?;
        Some((point, 5))
    }

    /// The score if none of the moves needs to be tried.
    fn without_moves(&mut self, node: &Node) -> Option<i32> {
        let (depth, ply) = (node.depth, node.ply);
        let Window { alpha, beta } = node.window;
        if let Some(entry) = node
            .known
            .filter(|e| i32::from(e.depth) >= depth && ply > 0)
        {
            let score = from_table(entry.score.into(), ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                self.lines[ply].extend(entry.mv);
                return Some(score);
            }
        }
        let params = self.shared.params;
        let worth = evaluate(&mut self.board);
        self.evals[ply] = worth;
        // Where only one side of a number is asked for, how good or bad a position looks may answer.
        let may_guess = !node.pressed && node.window.is_null() && (depth <= 0 || beta.abs() < SURE);
        let needed = beta + params.standing_margin * depth.max(0);
        if may_guess && depth <= params.standing_depth && worth >= needed {
            // Good enough as it stands; whether fours win besides need not be known.
            return Some(worth);
        }
        // Whatever is in the table was searched for fours before.
        if node.known.is_none()
            && let Some(score) = self.fours(depth, ply)
        {
            return Some(score);
        }
        self.calm[ply] = true;
        if depth <= 0 && (!node.pressed || depth <= -DEFENCE) {
            if node.known.is_none() && !node.pressed {
                self.remember(worth, 0, Bound::Exact, None, ply);
            }
            return Some(worth);
        }
        let margin = params.hopeless_base + params.hopeless_margin * depth;
        let is_hopeless = may_guess && depth <= params.hopeless_depth && worth + margin < alpha;
        is_hopeless.then_some(worth)
    }

    /// The best of the moves, or the first that is good enough.
    fn try_moves(&mut self, node: &Node) -> i32 {
        let params = self.shared.params;
        let (depth, ply) = (node.depth, node.ply);
        let Window { mut alpha, beta } = node.window;
        let is_easy = !node.pressed
            && node.window.is_null()
            && self.evals[ply] >= beta + params.ease_margin * depth;
        let best_known = node
            .known
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.plays(mv));
        let enough = self.enough(node);
        let mut choices = Choices::new(best_known);
        let (mut best, mut best_move) = (-WIN, None);
        let mut tried: ArrayVec<Point, MAX_POINTS> = ArrayVec::new();
        for i in 0.. {
            let Some(point) = choices.next(&self.board, &self.history) else {
                break;
            };
            if ply > 0 && best > -SURE {
                if i >= enough {
                    break;
                }
                if i >= self.broad(params.breadth) && !node.pressed && self.board.is_quiet(point) {
                    continue;
                }
            }
            self.watch(RootEvent::Begun(point), ply);
            let makes_four = self.board.makes_four(point);
            let depth = depth - i32::from(is_easy && !makes_four);
            self.board.play(point);
            let child = |alpha| Window { alpha, beta }.turned();
            let mut score;
            if i == 0 {
                score = -self.search(child(alpha), depth - 1, ply + 1);
            } else {
                let narrow = Window::above(alpha).turned();
                let reduction = self.reduction(depth, ply, i);
                score = -self.search(narrow, depth - 1 - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = -self.search(narrow, depth - 1, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.search(child(alpha), depth - 1, ply + 1);
                }
            }
            self.board.undo();
            if self.stopped {
                return 0;
            }
            self.watch_end(point, score, alpha, ply);
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(point));
                self.extend_line(point, ply);
            }
            if alpha >= beta {
                let me = self.board.to_move();
                self.history.learn(me, depth, point, &tried);
                break;
            }
            tried.push(point);
        }
        if best == -WIN {
            // There was no move to try.
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Of moves of which none was good enough only upper bounds are known, which do not tell the best: the one that was
        // known before stays.
        self.remember(best, depth, bound, best_move.or(best_known), ply);
        best
    }

    /// After how many moves the others come too late to be tried at all: the fewer, the fewer plies are left and the
    /// less the side has gained since its last move.
    fn enough(&self, node: &Node) -> usize {
        let depth = node.depth.max(0) as usize;
        let enough = self.enough[depth.min(self.enough.len() - 1)];
        self.broad(if self.has_gained(node.ply) {
            enough
        } else {
            enough / 2
        })
    }

    /// Whether the position looks better to its side to move than two plies ago.
    fn has_gained(&self, ply: usize) -> bool {
        ply < 2 || self.evals[ply] > self.evals[ply - 2]
    }

    /// Plies by which the move of number `i` is searched less deeply at first.
    fn reduction(&self, depth: i32, ply: usize, i: usize) -> i32 {
        if depth < 2 || i < 3 {
            return 0;
        }
        let told_apart = &self.reductions[(depth as usize).min(self.reductions.len() - 1)];
        let reduction = i32::from(told_apart[i.min(told_apart.len() - 1)]);
        (reduction + i32::from(!self.has_gained(ply))).min(depth - 1)
    }

    /// The rival wins next unless it is prevented now; a sole answer costs no depth.
    fn answer_five(&mut self, window: Window, depth: i32, ply: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        let answers = replies(&mut self.board);
        let mut best = -(WIN - ply as i32 - 2);
        self.evals[ply] = -self.evals[ply.saturating_sub(1)];
        self.calm[ply] = ply >= 2 && self.calm[ply - 2];
        for point in answers {
            self.board.play(point);
            let score = -self.search(Window { alpha, beta }.turned(), depth, ply + 1);
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
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;
    use crate::engine::{Control, Limits};
    use crate::gomoku::eval::board::Board;
    use crate::gomoku::params::Params;
    use crate::gomoku::rules::Rule;
    use crate::gomoku::search::table::Table;
    use crate::gomoku::search::tree::Shared;
    use crate::gomoku::threats::vcf::VcfSearch;
    use crate::testing::drawing::board as draw;

    /// Plies with which no position is good enough as it stands.
    const DEPTH: i32 = 6;

    /// Looks at a tree after it has searched a quiet position of which the table knew the move `before`, if any: at
    /// the score and at what the table knows now.
    fn after_search<T>(
        window: Window,
        before: Option<Point>,
        look: impl FnOnce(&Tree, i32, Entry) -> T,
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
        let mut table = Table::new(1 << 20);
        table.begin();
        let board = Board::of(&position);
        if before.is_some() {
            let known = Entry {
                mv: before,
                score: 0,
                depth: 1,
                bound: Bound::Lower,
            };
            table.put(board.key(), known);
        }
        let shared = Shared {
            table: &table,
            params: &Params::default(),
            control: &Control::new(Limits::default()),
            over: &AtomicBool::new(false),
            nodes: &AtomicU64::new(0),
        };
        let mut tree = Tree::new(shared, board, VcfSearch::new(), true);
        let score = tree.search(window, DEPTH, 1);
        let entry = table.get(tree.board.key()).unwrap();
        look(&tree, score, entry)
    }

    #[test]
    fn a_move_is_remembered_if_it_was_good_enough() {
        for before in [None, Some(Point::new(6, 6))] {
            after_search(Window::above(600), before, |_, score, entry| {
                assert!(score <= 600);
                let known = (entry.bound, i32::from(entry.depth), entry.mv);
                assert_eq!(known, (Bound::Upper, DEPTH, before));
            });
            after_search(Window::above(-600), before, |_, score, entry| {
                assert!(score > -600);
                assert_eq!((entry.bound, i32::from(entry.depth)), (Bound::Lower, DEPTH));
                assert!(entry.mv.is_some());
            });
        }
    }

    #[test]
    fn history_takes_in_the_good_move_and_the_vain_one_before_it() {
        // So far away that no other position of the tree tries it.
        let far = Point::new(8, 8);
        let open = Window {
            alpha: -WIN,
            beta: WIN,
        };
        let best = after_search(open, None, |_, score, _| score);
        // With a little less than the best, so that a narrow window's score reaches it too.
        let alpha = best - 30;
        after_search(Window::above(alpha), Some(far), |tree, score, entry| {
            let good = entry.mv.unwrap();
            assert!(score > alpha && good != far, "{score} for {good:?}");
            let merit = |point| tree.history.merit(tree.board.to_move(), point);
            assert!(merit(far) < 0, "{}", merit(far));
            assert!(merit(good) > 0, "{}", merit(good));
        });
    }
}
