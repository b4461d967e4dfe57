//! Depth-first proof-number search (Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications",
//! 2002): always the move is looked into that needs the least to settle the matter, within a table of fixed size.
//!
//! A repetition is an escape on the line that it ends, and perhaps on no other. An escape that rests on one is
//! therefore kept under a key that tells the whole line; a capture holds on every line.

use super::super::Verdict;
use super::moves::Target;
use super::table::{INFINITE, Numbers, ON_NOTHING, Table};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::{Board, Ko, Undo};

/// Longer lines than this are given up, so that the recursion stays well within a thread's stack.
const LONGEST_LINE: usize = 700;

/// One reading.
pub(super) struct Search<'a> {
    board: &'a mut Board,
    target: Target,
    nodes: u64,
    nodes_left: u64,
    is_spent: bool,
    table: Table,
    /// The keys of the positions before the one on the board.
    path: Vec<u64>,
    /// For the position on the board and for each before it a number that tells the line that led there.
    lines: Vec<u64>,
}

/// A move and what is known of the position that it leads to.
struct Child {
    /// `None` is a pass.
    point: Option<Point>,
    numbers: Numbers,
}

/// How far the numbers of a position may rise before another one is worth more.
#[derive(Clone, Copy)]
struct Limits {
    proof: u32,
    disproof: u32,
}

/// What takes a move back.
enum Step {
    Pass(Option<Ko>),
    Stone(Undo),
}

impl<'a> Search<'a> {
    /// A search that may try this many moves.
    pub fn new(board: &'a mut Board, target: Target, nodes: u64) -> Search<'a> {
        Search {
            board,
            target,
            nodes,
            nodes_left: nodes,
            is_spent: false,
            table: Table::new(),
            path: Vec::new(),
            lines: vec![0],
        }
    }

    /// Moves tried so far.
    pub fn nodes(&self) -> u64 {
        self.nodes - self.nodes_left
    }

    /// The verdict with `first` to move.
    pub fn verdict(&mut self, first: Color) -> Verdict {
        match self.solve(first).outcome() {
            Some(true) => Verdict::Captured,
            Some(false) => Verdict::Escapes,
            None => Verdict::Unknown,
        }
    }

    /// The line from a position whose outcome is known.
    pub fn line(&mut self, first: Color, captured: bool) -> Vec<(Color, Point)> {
        let mut to_move = first;
        let mut line = Vec::new();
        let mut steps = Vec::new();
        while let Some(point) = self.next_move(to_move, captured) {
            if let Some(point) = point {
                line.push((to_move, point));
            }
            steps.push(self.step(to_move, point));
            to_move = to_move.opponent();
        }
        while let Some(step) = steps.pop() {
            self.step_back(step);
        }
        line
    }

    /// The quickest move for the side that gets its wish, the slowest for the other, `Some(None)` for a pass; `None` at
    /// the end of the line.
    fn next_move(&mut self, to_move: Color, captured: bool) -> Option<Option<Point>> {
        if self.target.outcome(self.board, to_move) == Some(false) {
            return None;
        }
        if self.board.at(self.target.stone) != Some(self.target.defender) || self.repeats(to_move) {
            return None;
        }
        if let Some(last) = self.capture(to_move) {
            return Some(Some(last));
        }
        let mut children = self.children(to_move);
        if children
            .iter()
            .all(|child| child.numbers.outcome() != Some(captured))
        {
            // The table has forgotten it.
            self.solve(to_move);
            children = self.children(to_move);
        }
        let attacker = self.target.attacker();
        let wins = captured == (to_move == attacker);
        children.retain(|child| child.numbers.outcome() == Some(captured));
        if wins {
            // Where a pass will do, the rest is no answer to the attack.
            let best = children.iter().min_by_key(|child| child.numbers.length)?;
            let may_pass = children.iter().any(|child| child.point.is_none());
            return (!may_pass).then_some(best.point);
        }
        // A pass only where there is nothing else.
        let slowest = children
            .iter()
            .max_by_key(|child| (child.point.is_some(), child.numbers.length));
        match slowest {
            Some(child) => Some(child.point),
            // In atari without a legal move.
            None => (captured && to_move != attacker).then_some(None),
        }
    }

    /// The attacker's capturing move, if he is to move and can.
    fn capture(&self, to_move: Color) -> Option<Point> {
        let last = self.board.last_liberty(self.target.stone)?;
        (to_move == self.target.attacker()).then_some(last)
    }

    fn repeats(&self, to_move: Color) -> bool {
        self.path.contains(&self.key(to_move))
    }

    /// The numbers of the position on the board, once they settle it or the means are spent.
    fn solve(&mut self, to_move: Color) -> Numbers {
        if let Some(captured) = self.target.outcome(self.board, to_move) {
            return Numbers::solved(captured, u16::from(captured));
        }
        let limits = Limits {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.expand(to_move, limits)
    }

    /// Looks into the position on the board until one of its numbers reaches its limit or the means are spent.
    fn expand(&mut self, to_move: Color, limits: Limits) -> Numbers {
        if self.path.len() >= LONGEST_LINE {
            self.is_spent = true;
        }
        let tried_before = self.nodes();
        let mut children = self.children(to_move);
        let numbers = loop {
            let numbers = self.combine(to_move, &children);
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || self.is_spent
            {
                break numbers;
            }
            let Some((best, child_limits)) = self.choose(to_move, &children, numbers, limits)
            else {
                break numbers;
            };
            let step = self.step(to_move, children[best].point);
            children[best].numbers = self.expand(to_move.opponent(), child_limits);
            self.step_back(step);
        };
        let key = self.key(to_move);
        let key = if numbers.rests_on == ON_NOTHING {
            key
        } else {
            key ^ self.line_key()
        };
        self.table.put(key, numbers, self.nodes() - tried_before);
        numbers
    }

    /// Every move, with what is known of the position after it.
    fn children(&mut self, to_move: Color) -> Vec<Child> {
        let moves = self.target.moves(self.board, to_move);
        let mut children = Vec::with_capacity(moves.len());
        for point in moves {
            if self.nodes_left == 0 {
                self.is_spent = true;
            }
            self.nodes_left = self.nodes_left.saturating_sub(1);
            let step = self.step(to_move, point);
            let numbers = self.look_up(to_move.opponent());
            self.step_back(step);
            children.push(Child { point, numbers });
        }
        children
    }

    /// What is known of the position on the board without a move, or a guess.
    fn look_up(&self, to_move: Color) -> Numbers {
        if let Some(captured) = self.target.outcome(self.board, to_move) {
            // To an end at the attacker's turn it still takes the capture.
            let capture = captured && self.board.at(self.target.stone).is_some();
            return Numbers::solved(captured, u16::from(capture));
        }
        let key = self.key(to_move);
        if let Some(number) = self.path.iter().position(|&former| former == key) {
            return Numbers {
                rests_on: number as u16,
                ..Numbers::solved(false, 0)
            };
        }
        let known = self
            .table
            .get(key ^ self.line_key())
            .or_else(|| self.table.get(key));
        known.unwrap_or_else(|| self.guess(to_move))
    }

    /// The more liberties, the farther the capture; the attacker's turn is worth one.
    fn guess(&self, to_move: Color) -> Numbers {
        let liberties = self.board.liberty_count(self.target.stone) as u32;
        let (proof, disproof) = if to_move == self.target.defender {
            (liberties * liberties, 1)
        } else {
            (
                liberties * liberties / 3,
                self.target.reach as u32 + 1 - liberties,
            )
        };
        Numbers {
            proof,
            disproof,
            ..Numbers::solved(false, 0)
        }
    }

    /// The numbers of the position on the board from those after its moves: one capture suffices at the attacker's
    /// turn, one escape at the defender's.
    fn combine(&self, to_move: Color, children: &[Child]) -> Numbers {
        let attacks = to_move == self.target.attacker();
        let numbers = || children.iter().map(|child| child.numbers);
        let (proofs, disproofs) = (numbers().map(|n| n.proof), numbers().map(|n| n.disproof));
        let (proof, disproof) = if attacks {
            (least(proofs), sum(disproofs))
        } else {
            (sum(proofs), least(disproofs))
        };
        let mut all = Numbers {
            proof,
            disproof,
            length: 0,
            rests_on: ON_NOTHING,
        };
        let Some(captured) = all.outcome() else {
            return all;
        };
        let wins = captured == attacks;
        let deciding = || numbers().filter(|n| n.outcome() == Some(captured));
        let lengths = deciding().map(|n| n.length);
        let length = if wins { lengths.min() } else { lengths.max() };
        all.length = length.unwrap_or_default().saturating_add(1);
        let rests = deciding().map(|n| n.rests_on);
        let rests_on = if wins { rests.max() } else { rests.min() };
        // What repeats this position itself does so on every line.
        all.rests_on = rests_on
            .filter(|&number| usize::from(number) < self.path.len())
            .unwrap_or(ON_NOTHING);
        all
    }

    /// The child to look into, and how far: until the second best is better by a quarter, or the limits of the
    /// position are met.
    fn choose(
        &self,
        to_move: Color,
        children: &[Child],
        now: Numbers,
        limits: Limits,
    ) -> Option<(usize, Limits)> {
        let attacks = to_move == self.target.attacker();
        let open = |index: &usize| children[*index].numbers.outcome().is_none();
        let ease = |index: usize| {
            let numbers = children[index].numbers;
            if attacks {
                numbers.proof
            } else {
                numbers.disproof
            }
        };
        let best = (0..children.len())
            .filter(open)
            .min_by_key(|&index| ease(index))?;
        let others = (0..children.len()).filter(|&index| index != best && open(&index));
        let second = others.map(ease).min().unwrap_or(INFINITE);
        let patience = second.saturating_add(second / 4).saturating_add(1);
        // The sum may grow by what is left to its limit.
        let grown = |limit: u32, sum: u32, part: u32| match limit {
            INFINITE => INFINITE,
            _ => (limit - sum).saturating_add(part),
        };
        let numbers = children[best].numbers;
        let limits = if attacks {
            Limits {
                proof: limits.proof.min(patience),
                disproof: grown(limits.disproof, now.disproof, numbers.disproof),
            }
        } else {
            Limits {
                proof: grown(limits.proof, now.proof, numbers.proof),
                disproof: limits.disproof.min(patience),
            }
        };
        Some((best, limits))
    }

    fn step(&mut self, color: Color, point: Option<Point>) -> Step {
        let key = self.key(color);
        let line = self
            .line_key()
            .rotate_left(5)
            .wrapping_add(key)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.path.push(key);
        self.lines.push(line);
        match point {
            Some(point) => Step::Stone(self.board.make(color, point)),
            None => {
                let ko = self.board.ko();
                self.board.set_ko(None);
                Step::Pass(ko)
            }
        }
    }

    fn step_back(&mut self, step: Step) {
        match step {
            Step::Stone(undo) => self.board.unmake(undo),
            Step::Pass(ko) => self.board.set_ko(ko),
        }
        self.path.pop();
        self.lines.pop();
    }

    /// Tells the lines to the position on the board apart.
    fn line_key(&self) -> u64 {
        self.lines.last().copied().unwrap_or_default()
    }

    /// Tells positions apart by stones, ko and side to move.
    fn key(&self, to_move: Color) -> u64 {
        self.board.hash_with(to_move)
    }
}

/// The least of these numbers, [`INFINITE`] of none.
fn least(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.min().unwrap_or(INFINITE)
}

/// The sum of these numbers, [`INFINITE`] only if one of them is.
fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum: u32, number| match (sum, number) {
        (INFINITE, _) | (_, INFINITE) => INFINITE,
        _ => sum.saturating_add(number).min(INFINITE - 1),
    })
}
