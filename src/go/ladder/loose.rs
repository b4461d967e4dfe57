//! Loose ladders: can a chain be caught by an attacker who need not give atari with every move?
//!
//! The question has a `reach`, the liberties that the chain may have at the attacker's turn: 3 in a loose
//! ladder. With a reach of 2 it is the plain ladder.
//!
//! - Attacker to move: with more liberties than the reach the chain has escaped. With one liberty he captures it
//!   there, if that is legal. Else he may play on any of its liberties and, while it has fewer liberties than the
//!   reach, any net move: an empty point next to one of its liberties.
//! - Defender to move: with as many liberties as the reach the chain has escaped. In atari he may extend, or
//!   capture a chain that touches his; if he has no legal move, the chain is captured. With two liberties or more
//!   he may play on any of its liberties, on an empty point next to one of them, on any liberty of an attacking
//!   chain with at most two that touches his chain or one of its liberties, or he may pass.
//! - An attacker without a legal move has failed. Suicide is not allowed and simple ko is kept, without ko threats;
//!   a pass lifts the ban. A line that repeats a position (stones, ko and side to move) has failed for the attacker.
//!
//! Captured is a strong word here, since the defender may do more than the attacker; escapes means that he gets
//! away from these moves of the attacker.

use std::ops::RangeInclusive;

use super::Verdict;
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;

use self::moves::Target;
use self::search::Search;

mod moves;
mod search;
mod table;

#[cfg(test)]
mod tests;

/// The reach of a loose ladder unless told otherwise.
pub const USUAL_REACH: usize = 3;

/// What a reach may be. With less than 2 every chain with two liberties would have escaped; with more than 4 the
/// attacker may surround at leisure, which is no matter of reading a few points around the chain.
pub const REACHES: RangeInclusive<usize> = 2..=4;

/// Moves that one reading may try unless told otherwise: nets take hundreds or a few thousands, and this many about
/// a second.
pub const USUAL_NODES: u64 = 1_000_000;

/// The answer to the question of a loose ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseReading {
    /// What becomes of the chain.
    pub verdict: Verdict,
    /// A line that shows it, to the capture, to the escape, or to where the defender can leave the chain alone. The
    /// attacker moves twice in a row where the defender has nothing but a pass. Not always the shortest.
    pub pv: Vec<(Color, Point)>,
    /// Moves tried for the verdict.
    pub nodes: u64,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseQuestion {
    /// A stone of the chain.
    pub target: Point,
    /// Who moves first.
    pub first: Color,
    /// The liberties that the chain may have at the attacker's turn, one of [`REACHES`].
    pub reach: usize,
}

/// Answers the question, trying at most `nodes` moves; `None` if no stone is there. The board is left as it was, but
/// for the order of its empty points. Takes a fixed amount of memory, about 2 MB.
pub fn read(board: &mut Board, question: LooseQuestion, nodes: u64) -> Option<LooseReading> {
    let LooseQuestion {
        target,
        first,
        reach,
    } = question;
    let target = Target {
        stone: target,
        defender: board.at(target)?,
        reach,
    };
    let mut search = Search::new(board, target, nodes);
    let verdict = search.verdict(first);
    let nodes = search.nodes();
    let pv = match verdict {
        Verdict::Unknown => Vec::new(),
        Verdict::Captured | Verdict::Escapes => search.line(first, verdict == Verdict::Captured),
    };
    Some(LooseReading { verdict, pv, nodes })
}
