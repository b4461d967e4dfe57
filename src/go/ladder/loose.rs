//! Loose ladders and nets: can a chain be captured without giving atari with every move?
//!
//! `max_liberties` is the number of liberties that the chain may have at the attacker's turn: 3 in a loose ladder, 2 in
//! a plain ladder.
//!
//! - Attacker to move: with more than `max_liberties` liberties, the chain has escaped. With one liberty, the attacker
//!   captures it there if that is legal. Otherwise the attacker may play on any liberty and, while the chain has fewer
//!   than `max_liberties`, on an empty point next to a liberty, as in a net.
//! - Defender to move: with `max_liberties` or more, the chain has escaped. In atari, the defender may extend or
//!   capture a chain that touches the target; without a legal move the target is captured. With two or more liberties,
//!   the defender may play on any liberty, on an empty point next to a liberty, on a liberty of an attacking chain with
//!   at most two that touches the target or one of its liberties, or pass.
//! - An attacker without a legal move has failed. Suicide is forbidden. The simple ko applies without ko threats; a
//!   pass lifts it. A line that repeats a position (stones, ko and side to move) has failed for the attacker.
//!
//! The defender has more moves than the attacker, so a capture is certain. An escape only means that the attacker's
//! moves considered here do not suffice.

use std::ops::RangeInclusive;

use super::Verdict;
use super::proof_search::ProofSearch;
use crate::board::point::Point;
use crate::board::stones::Board;
use tengen_engine::game::Color;

use self::moves::LooseTarget;

mod moves;
mod pv;

#[cfg(test)]
mod tests;

/// The default number of liberties at the attacker's turn.
pub const DEFAULT_MAX_LIBERTIES: usize = 3;

/// The possible numbers of liberties at the attacker's turn. Below 2, every chain with two liberties would have
/// escaped. Above 4, the attacker could surround at leisure, which reading a few points around the chain cannot decide.
pub const MAX_LIBERTIES: RangeInclusive<usize> = 2..=4;

/// Default number of moves that one reading may try. Nets take hundreds to a few thousand; this many take about a
/// second.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// The result of reading a loose ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseReading {
    /// The verdict for the chain.
    pub verdict: Verdict,
    /// A line that demonstrates the verdict, up to the capture, the escape, or a position where the defender can ignore
    /// the attack. The attacker moves twice in a row if the defender can only pass. Not always the shortest line.
    pub pv: Vec<(Color, Point)>,
    /// The number of moves tried to reach the verdict.
    pub nodes: u64,
}

/// A loose ladder to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseQuestion {
    /// A stone of the chain.
    pub target: Point,
    /// The side that moves first.
    pub first: Color,
    /// The number of liberties that the chain may have at the attacker's turn, within [`MAX_LIBERTIES`].
    pub max_liberties: usize,
}

/// Reads a loose ladder, trying at most `nodes` moves. Returns `None` if the point is empty. Restores the board except
/// for the order of its empty points. Uses a fixed amount of memory, about 2 MB.
pub fn read(board: &mut Board, question: LooseQuestion, nodes: u64) -> Option<LooseReading> {
    read_until(board, question, nodes, &|| false)
}

/// Reads as [`read`] does until `is_stopped` returns true, in which case the verdict is unknown.
pub fn read_until(
    board: &mut Board,
    question: LooseQuestion,
    nodes: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Option<LooseReading> {
    let LooseQuestion {
        target,
        first,
        max_liberties,
    } = question;
    let target = LooseTarget {
        stone: target,
        defender: board.at(target)?,
        max_liberties,
    };
    let mut search = ProofSearch::new(board, target, nodes, is_stopped);
    let verdict = search.verdict(first);
    let nodes = search.nodes();
    let pv = match verdict {
        Verdict::Unknown => Vec::new(),
        Verdict::Captured | Verdict::Escapes => {
            search.principal_variation(first, verdict == Verdict::Captured)
        }
    };
    Some(LooseReading { verdict, pv, nodes })
}
