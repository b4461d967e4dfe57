//! The root of a search: which moves are in question, how deep the next look goes, and what is known so far.

use super::endgame;
use super::midgame::Pvs;
use super::probcut::Confidence;
use super::run::Run;
use super::solve::Ending;
use super::table::Effort;
use crate::engine::cpu::{Isa, Task};
use crate::engine::{Limits, Report, RootMove};
use crate::reversi::eval::evaluation::{DISC, Evaluation, MOST};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::square::{Move, Square};

/// What a search is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move, within the limits, and its exact result where that can be afforded.
    Move,
    /// The exact result, however long it takes.
    Result(Ending),
}

/// A move at the root.
pub struct Candidate {
    /// Where the disc goes.
    pub square: Square,
    /// For the side to move, of the last search that raised it to its place.
    pub score: i32,
    /// Nodes spent on it so far.
    nodes: u64,
    /// The search behind its score, if there was one.
    effort: Option<Effort>,
}

/// The root of one search. Its first candidates are the best so far, in order, at every moment.
pub struct Root<'a> {
    /// The search under way.
    pub run: Run<'a>,
    /// As the side to move sees it.
    pub board: Board,
    /// The moves in question, at least one.
    pub candidates: Vec<Candidate>,
    /// Candidates that shall have a score and a line of their own.
    lines: usize,
    aim: Aim,
    /// The last iteration that was completed.
    done: Option<Effort>,
}

impl<'a> Root<'a> {
    /// A search of `squares`, of which there must be some.
    pub fn new(run: Run<'a>, board: Board, squares: &[Square], aim: Aim) -> Root<'a> {
        let lines = run.control().request().lines.clamp(1, squares.len());
        Root {
            candidates: first_order(board, squares),
            lines: if aim == Aim::Move { lines } else { 1 },
            run,
            board,
            aim,
            done: None,
        }
    }

    /// Whether the result is known as well as it ever will be.
    pub fn is_exact(&self) -> bool {
        let exact = Effort {
            depth: self.board.empties(),
            confidence: Confidence::SURE,
        };
        self.done.is_some_and(|done| done.suffices(exact))
    }

    /// Whether the end is known as surely as was asked.
    fn is_sure_enough(&self) -> bool {
        let enough = Effort {
            depth: self.board.empties(),
            confidence: self.enough(),
        };
        self.done.is_some_and(|done| done.suffices(enough))
    }

    /// How sure the end must be.
    fn enough(&self) -> Confidence {
        match self.aim {
            Aim::Move => Confidence::of_percent(self.run.control().request().selectivity),
            Aim::Result(_) => Confidence::SURE,
        }
    }

    /// How thorough the next iteration is, if there is to be one: deeper and deeper with shortcuts, then to the
    /// end of the game with fewer and fewer of them.
    fn next_effort(&self) -> Option<Effort> {
        let control = self.run.control();
        let empties = self.board.empties();
        let depth = self.done.map_or(0, |done| done.depth);
        let waits = self.done.is_some() && control.limits().time.is_some();
        let decided = self.candidates.len() == 1 && self.aim == Aim::Move;
        if waits && (control.past_soft_time() || decided) {
            return None;
        }
        if self.is_sure_enough() || !control.allows_depth((depth + 1).min(empties)) {
            return None;
        }
        let end = |confidence| Effort {
            depth: empties,
            confidence,
        };
        if depth >= empties {
            let mut levels = FINAL_LEVELS.into_iter();
            let next = levels.find(|&level| Some(end(level)) > self.done)?;
            return Some(end(next.min(self.enough())));
        }
        let prepared = depth >= empties.saturating_sub(endgame::MOST_EMPTIES) + PREPARATION;
        if empties <= endgame::MOST_EMPTIES {
            let exact = control.allows_depth(empties) && exact_cost(empties) <= self.affordable();
            if exact {
                return Some(end(Confidence::SURE));
            }
        } else if prepared
            && control.allows_depth(empties)
            && exact_cost(empties) / SELECTIVE <= self.affordable()
        {
            return Some(end(Confidence::LEAST));
        }
        let confidence = if depth + 1 == empties {
            Confidence::SURE
        } else {
            Confidence::LEAST
        };
        Some(Effort {
            depth: depth + 1,
            confidence,
        })
    }

    /// Nodes that an exact search may take.
    fn affordable(&self) -> u64 {
        if self.aim != Aim::Move {
            return u64::MAX;
        }
        let control = self.run.control();
        let Limits { time, nodes, .. } = *control.limits();
        let by_nodes = nodes.map(|limit| limit.saturating_sub(self.run.nodes()));
        let by_time = time.map(|budget| {
            let left = budget.hard.saturating_sub(control.elapsed());
            left.as_micros() as u64 * NODES_PER_MICROSECOND
        });
        match (by_nodes, by_time) {
            (None, None) => PATIENCE * self.run.nodes(),
            (nodes, time) => nodes.unwrap_or(u64::MAX).min(time.unwrap_or(u64::MAX)),
        }
    }

    /// One iteration; false if it was cut off. A better move found before that stays in front.
    #[inline(always)]
    fn iterate<I: Isa>(&mut self, effort: Effort) -> bool {
        for line in 0..self.lines {
            if !self.settle::<I>(line, effort) {
                return false;
            }
        }
        // What is known of one line can teach better about another that was settled before it.
        self.candidates[..self.lines].sort_by_key(|candidate| -candidate.score);
        true
    }

    /// Finds the best candidate from `line` on and puts it there; false if it was cut off.
    #[inline(always)]
    fn settle<I: Isa>(&mut self, line: usize, effort: Effort) -> bool {
        let guess = self.candidates[line].score;
        let (least, most) = self.bounds(effort);
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        loop {
            // Windows of whole discs, so that an exact search loses nothing by rounding.
            let alpha = ((guess - below).div_euclid(DISC) * DISC).clamp(least, most - DISC);
            let beta = (-(-guess - above).div_euclid(DISC) * DISC).clamp(alpha + DISC, most);
            let Some(score) = self.search_from::<I>(line, effort.depth, alpha, beta) else {
                return false;
            };
            if score <= alpha && alpha > least {
                below *= 4;
            } else if score >= beta && beta < most {
                above *= 4;
            } else {
                self.candidates[line].effort = Some(effort);
                return true;
            }
        }
    }

    /// The widest window of an iteration.
    fn bounds(&self, effort: Effort) -> (i32, i32) {
        match self.aim {
            Aim::Result(Ending::WinLossDraw) if effort.depth >= self.board.empties() => {
                (-DISC, DISC)
            }
            _ => (-MOST, MOST),
        }
    }

    /// Searches the candidates from `line` on in the window from `alpha` to `beta`; the best of them comes to
    /// `line`. `None` if the search was cut off.
    #[inline(always)]
    fn search_from<I: Isa>(
        &mut self,
        line: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = -MOST - 1;
        for index in line..self.candidates.len() {
            let floor = alpha.max(best);
            let first = index == line;
            let mut score =
                self.search_one::<I>(index, depth, (floor, if first { beta } else { floor + 1 }))?;
            if !first && score > floor && score < beta {
                // Proven better already, even if there is no time to say by how much.
                self.put_at(line, index, score);
                score = self.search_one::<I>(line, depth, (floor, beta))?;
                self.candidates[line].score = score;
            } else if first || score > floor {
                self.put_at(line, index, score);
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    #[inline(always)]
    fn search_one<I: Isa>(&mut self, index: usize, depth: u32, window: (i32, i32)) -> Option<i32> {
        let before = self.run.nodes();
        let candidate = &mut self.candidates[index];
        let score = -I::enter(Pvs {
            run: &mut self.run,
            node: Node::new(self.board.play(candidate.square)),
            depth: depth - 1,
            alpha: -window.1,
            beta: -window.0,
        });
        candidate.nodes += self.run.nodes() - before;
        (!self.run.stopped()).then_some(score)
    }

    fn put_at(&mut self, line: usize, index: usize, score: i32) {
        self.candidates[index].score = score;
        self.candidates[line..=index].rotate_right(1);
    }

    /// What is known so far.
    pub fn report(&self) -> Report<Move> {
        let lines = &self.candidates[..self.lines];
        Report {
            lines: lines.iter().map(|candidate| self.line(candidate)).collect(),
            nodes: self.run.nodes(),
            depth: self.done.map_or(0, |done| self.plies(done)),
            root: None,
        }
    }

    fn line(&self, candidate: &Candidate) -> RootMove<Move> {
        let mv = Move::Place(candidate.square);
        let mut pv = vec![mv];
        pv.extend(self.run.table.line(self.board.play(candidate.square)));
        let empties = self.board.empties();
        let winrate = winrate(candidate.score, self.is_exact(), empties);
        let mut line = RootMove::new(mv, winrate, discs(candidate.score), candidate.nodes, pv);
        if let Some(effort) = candidate.effort {
            line.details.depth = Some(self.plies(effort));
            line.details.confidence = Some(effort.confidence.percent());
        }
        line
    }

    /// The depth of an iteration as it is told: only what is exact reaches the end.
    fn plies(&self, effort: Effort) -> u32 {
        let empties = self.board.empties();
        if effort.confidence == Confidence::SURE {
            effort.depth
        } else {
            effort.depth.min(empties - 1)
        }
    }
}

/// The moves as they look at first sight, best first.
fn first_order(board: Board, squares: &[Square]) -> Vec<Candidate> {
    let candidate = |&square: &Square| Candidate {
        square,
        score: -Evaluation::learned().score(&Node::new(board.play(square))),
        nodes: 0,
        effort: None,
    };
    let mut candidates: Vec<Candidate> = squares.iter().map(candidate).collect();
    candidates.sort_by_key(|candidate| -candidate.score);
    candidates
}

/// Searches deeper and deeper until the result is exact or a limit is met.
pub struct Deepen<'r, 'a>(pub &'r mut Root<'a>);

impl Task for Deepen<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let root = self.0;
        while let Some(effort) = root.next_effort() {
            root.run.confidence = effort.confidence;
            if !root.iterate::<I>(effort) {
                return;
            }
            root.done = Some(effort);
            if root.run.control().wants_reports() {
                root.run.control().report(root.report());
            }
        }
    }
}

/// Half the width of the first window of an iteration around the score of the one before. Three discs cost the FFO
/// positions 40 to 42 two nodes in a hundred more.
const ASPIRATION: i32 = DISC;

/// Confidences of the searches to the end that prepare the exact one, and of that.
const FINAL_LEVELS: [Confidence; 3] = [Confidence::LEAST, Confidence::LIKELY, Confidence::SURE];

/// So much deeper than to where endgames need no evaluation a search looks before it goes to the end.
const PREPARATION: u32 = 4;

/// How many times less than the exact search the quickest one to the end takes.
const SELECTIVE: u64 = 8;

/// Without limits: an exact search may take this many times what was spent before, by nodes that are quicker.
const PATIENCE: u64 = 32;

/// What a slow machine searches in the endgame.
const NODES_PER_MICROSECOND: u64 = 10;

/// Nodes that an exact search is expected to take at most: about twice 2.2 to the number of empty squares. No FFO position
/// with 14 to 24 of them takes more, and most take less than a third.
fn exact_cost(empties: u32) -> u64 {
    (0..empties).fold(1, |cost: u64, _| {
        cost.saturating_add(cost.saturating_mul(6) / 5 + 1)
    })
}

/// A score in discs.
pub fn discs(score: i32) -> f32 {
    score as f32 / DISC as f32
}

/// The chance that `score` stands for, a drawn game counted half.
pub fn winrate(score: i32, exact: bool, empties: u32) -> f32 {
    if exact {
        return 0.5 + 0.5 * score.signum() as f32;
    }
    // Estimates are less sure the further the end is away.
    let doubt = 1.0 + 0.1 * empties as f32;
    1.0 / (1.0 + (-discs(score) / doubt).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_the_score_and_near_the_end() {
        assert_eq!(winrate(0, false, 30), 0.5);
        assert!(winrate(4 * DISC, false, 30) > winrate(2 * DISC, false, 30));
        assert!(winrate(4 * DISC, false, 5) > winrate(4 * DISC, false, 50));
        assert_eq!(
            [1, 0, -1].map(|score| winrate(score, true, 0)),
            [1.0, 0.5, 0.0]
        );
    }
}
