//! Depth-first proof-number search (df-pn; Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications",
//! 2002): always explores the move that needs the least work to decide the position, with a fixed-size transposition
//! table.
//!
//! A repetition is an escape on the line that it ends, but perhaps not on others. An escape that depends on a
//! repetition is therefore stored under a key of the whole line. A capture is valid on every line.

use super::Verdict;
use super::proof_table::{INFINITE, NO_REPETITION, ProofNumbers, ProofTable};
use crate::board::point::Point;
use crate::board::stones::{Board, BoardUndo, Ko};
use tengen_engine::game::Color;

/// Length at which lines are abandoned, so that the recursion fits on a thread's stack.
const MAX_DEPTH: usize = 700;

/// Moves tried between two checks for a stop request: about a millisecond.
const NODES_BETWEEN_POLLS: u64 = 1024;

/// Stones to be proved captured or alive.
pub(crate) trait ProofTarget {
    /// Returns the side of the stones.
    fn defender(&self) -> Color;

    /// Returns whether the stones are captured, if that is clear without a search.
    fn static_outcome(&self, board: &Board, to_move: Color) -> Option<bool>;

    /// Returns the legal moves of the side to move, with `None` for a pass. The outcome must not be clear yet.
    fn moves(&self, board: &Board, to_move: Color) -> Vec<Option<Point>>;

    /// Returns the proof and disproof numbers for an unsearched position.
    fn initial_numbers(&self, board: &Board, to_move: Color) -> (u32, u32);

    /// Whether the stones are still on the board.
    fn stands(&self, board: &Board) -> bool;
}

/// A proof-number search on one board.
pub(crate) struct ProofSearch<'a, T> {
    pub(super) board: &'a mut Board,
    pub(super) target: T,
    nodes: u64,
    nodes_left: u64,
    is_stopped: &'a dyn Fn() -> bool,
    is_exhausted: bool,
    table: ProofTable,
    /// The keys of the positions before the current one.
    pub(super) path: Vec<u64>,
    /// The keys of the lines to each position of `path` and to the current position.
    line_keys: Vec<u64>,
}

/// A move with the proof numbers of the position after it.
pub(super) struct ProofChild {
    /// The move; `None` is a pass.
    pub point: Option<Point>,
    pub numbers: ProofNumbers,
}

/// Proof numbers at which the search returns to the parent.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// The state needed to take back a move.
pub(super) enum ProofUndo {
    Pass(Option<Ko>),
    Stone(BoardUndo),
}

impl<'a, T: ProofTarget> ProofSearch<'a, T> {
    /// Returns a search that may try `nodes` moves.
    pub fn new(
        board: &'a mut Board,
        target: T,
        nodes: u64,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        ProofSearch {
            board,
            target,
            nodes,
            nodes_left: nodes,
            is_stopped,
            is_exhausted: false,
            table: ProofTable::new(),
            path: Vec::new(),
            line_keys: vec![0],
        }
    }

    /// Returns the number of moves tried so far.
    pub fn nodes(&self) -> u64 {
        self.nodes - self.nodes_left
    }

    pub fn verdict(&mut self, first: Color) -> Verdict {
        match self.solve(first).outcome() {
            Some(true) => Verdict::Captured,
            Some(false) => Verdict::Escapes,
            None => Verdict::Unknown,
        }
    }

    /// Returns the proof numbers of the current position once they decide it or the moves run out.
    pub(super) fn solve(&mut self, to_move: Color) -> ProofNumbers {
        if let Some(captured) = self.target.static_outcome(self.board, to_move) {
            return ProofNumbers::solved(captured, u16::from(captured));
        }
        let thresholds = Thresholds {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.search(to_move, thresholds)
    }

    /// Searches the current position until a proof number reaches its threshold or the moves run out.
    fn search(&mut self, to_move: Color, thresholds: Thresholds) -> ProofNumbers {
        if self.path.len() >= MAX_DEPTH {
            self.is_exhausted = true;
        }
        let tried_before = self.nodes();
        let mut children = self.children(to_move);
        let numbers = loop {
            let numbers = self.combine(to_move, &children);
            if numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.is_exhausted
            {
                break numbers;
            }
            let Some((best, child_thresholds)) =
                self.select_child(to_move, &children, numbers, thresholds)
            else {
                break numbers;
            };
            let step = self.play(to_move, children[best].point);
            children[best].numbers = self.search(to_move.opponent(), child_thresholds);
            self.undo(step);
        };
        let key = self.key(to_move);
        let key = if numbers.rests_on == NO_REPETITION {
            key
        } else {
            key ^ self.line_key()
        };
        self.table.put(key, numbers, self.nodes() - tried_before);
        numbers
    }

    /// Returns every move with the known numbers for the position after it.
    pub(super) fn children(&mut self, to_move: Color) -> Vec<ProofChild> {
        let moves = self.target.moves(self.board, to_move);
        let mut children = Vec::with_capacity(moves.len());
        for point in moves {
            let is_polled = self.nodes_left.is_multiple_of(NODES_BETWEEN_POLLS);
            if is_polled && (self.is_stopped)() {
                self.nodes_left = 0;
            }
            if self.nodes_left == 0 {
                self.is_exhausted = true;
            }
            self.nodes_left = self.nodes_left.saturating_sub(1);
            let step = self.play(to_move, point);
            let numbers = self.look_up(to_move.opponent());
            self.undo(step);
            children.push(ProofChild { point, numbers });
        }
        children
    }

    /// Returns the numbers known for the current position without trying a move, or initial ones.
    fn look_up(&self, to_move: Color) -> ProofNumbers {
        if let Some(captured) = self.target.static_outcome(self.board, to_move) {
            // At the attacker's turn, a capture that is still to be made is one move away.
            let capture = captured && self.target.stands(self.board);
            return ProofNumbers::solved(captured, u16::from(capture));
        }
        let key = self.key(to_move);
        if let Some(number) = self.path.iter().position(|&former| former == key) {
            return ProofNumbers {
                rests_on: number as u16,
                ..ProofNumbers::solved(false, 0)
            };
        }
        let known = self
            .table
            .get(key ^ self.line_key())
            .or_else(|| self.table.get(key));
        known.unwrap_or_else(|| self.initial_numbers(to_move))
    }

    fn initial_numbers(&self, to_move: Color) -> ProofNumbers {
        let (proof, disproof) = self.target.initial_numbers(self.board, to_move);
        ProofNumbers {
            proof,
            disproof,
            ..ProofNumbers::solved(false, 0)
        }
    }

    /// Combines the children's numbers: at the attacker's turn one capture suffices, at the defender's one escape.
    fn combine(&self, to_move: Color, children: &[ProofChild]) -> ProofNumbers {
        let attacks = to_move == self.attacker();
        let numbers = || children.iter().map(|child| child.numbers);
        let (proofs, disproofs) = (numbers().map(|n| n.proof), numbers().map(|n| n.disproof));
        let (proof, disproof) = if attacks {
            (least(proofs), sum(disproofs))
        } else {
            (sum(proofs), least(disproofs))
        };
        let mut all = ProofNumbers {
            proof,
            disproof,
            length: 0,
            rests_on: NO_REPETITION,
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
        // A repetition of this position itself is valid on every line.
        all.rests_on = rests_on
            .filter(|&number| usize::from(number) < self.path.len())
            .unwrap_or(NO_REPETITION);
        all
    }

    /// Returns the child to explore and its thresholds. It is explored until the second-best child is better by a
    /// quarter, or the position reaches one of its thresholds.
    fn select_child(
        &self,
        to_move: Color,
        children: &[ProofChild],
        now: ProofNumbers,
        thresholds: Thresholds,
    ) -> Option<(usize, Thresholds)> {
        let attacks = to_move == self.attacker();
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
        // The child may raise the sum up to its threshold.
        let grown = |limit: u32, sum: u32, part: u32| match limit {
            INFINITE => INFINITE,
            _ => (limit - sum).saturating_add(part),
        };
        let numbers = children[best].numbers;
        let thresholds = if attacks {
            Thresholds {
                proof: thresholds.proof.min(patience),
                disproof: grown(thresholds.disproof, now.disproof, numbers.disproof),
            }
        } else {
            Thresholds {
                proof: grown(thresholds.proof, now.proof, numbers.proof),
                disproof: thresholds.disproof.min(patience),
            }
        };
        Some((best, thresholds))
    }

    fn attacker(&self) -> Color {
        self.target.defender().opponent()
    }

    pub(super) fn play(&mut self, color: Color, point: Option<Point>) -> ProofUndo {
        let key = self.key(color);
        let line = self
            .line_key()
            .rotate_left(5)
            .wrapping_add(key)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.path.push(key);
        self.line_keys.push(line);
        match point {
            Some(point) => ProofUndo::Stone(self.board.make(color, point)),
            None => {
                let ko = self.board.ko();
                self.board.set_ko(None);
                ProofUndo::Pass(ko)
            }
        }
    }

    pub(super) fn undo(&mut self, step: ProofUndo) {
        match step {
            ProofUndo::Stone(undo) => self.board.unmake(undo),
            ProofUndo::Pass(ko) => self.board.set_ko(ko),
        }
        self.path.pop();
        self.line_keys.pop();
    }

    fn line_key(&self) -> u64 {
        self.line_keys.last().copied().unwrap_or_default()
    }

    /// Returns the key of stones, ko and side to move.
    pub(super) fn key(&self, to_move: Color) -> u64 {
        self.board.hash_with(to_move)
    }
}

/// Returns the least of these numbers, or [`INFINITE`] if there are none.
fn least(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.min().unwrap_or(INFINITE)
}

/// Returns the sum of these numbers, saturating below [`INFINITE`] unless one of them is infinite.
fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum: u32, number| match (sum, number) {
        (INFINITE, _) | (_, INFINITE) => INFINITE,
        _ => sum.saturating_add(number).min(INFINITE - 1),
    })
}
