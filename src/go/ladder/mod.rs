//! Ladders: can a chain with one or two liberties be caught by atari after atari?
//!
//! The attacker may only take liberties of the chain and captures it when one is left; the defender may extend
//! at the last liberty or capture any attacking chain in atari that touches his. He has escaped with two
//! liberties at his turn or three at the attacker's. Stones are really captured, simple ko is kept along
//! the line, and a line that repeats a position has failed for the attacker.
//!
//! [`loose`] asks more of the attacker's means, nets included; [`katago`] answers as KataGo's networks expect.

use super::board::point::Point;
use super::board::stones::Board;
use crate::engine::game::Color;

use self::line::Line;
use self::reader::{Path, Reader};

pub mod changers;
pub mod katago;
mod line;
pub mod loose;
mod reader;

#[cfg(test)]
mod tests;

/// Moves that one reading may try unless told otherwise: ladders of real games need a few dozen, and this many
/// take about a second.
pub const USUAL_NODES: u64 = 1_000_000;

/// What becomes of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker can force its capture.
    Captured,
    /// He can't.
    Escapes,
    /// The reading was given up because it took too many moves.
    Unknown,
}

/// Who could turn the verdict by retaking a ko at once, that is by having a ko threat each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoMark {
    /// The chain escapes, but an attacker with ko threats would capture it.
    Attacker,
    /// The chain is captured, but a defender with ko threats would get it out.
    Defender,
}

/// The full answer to a ladder question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The verdict without ko threats.
    pub verdict: Verdict,
    /// Whether ko threats would change it, and whose.
    pub ko: Option<KoMark>,
    /// A line that shows it, to the capture or the escape: the winner as short as he can, the loser as long as
    /// he can, unless that takes too many moves to find out. The attacker moves twice in a row where the
    /// defender has no legal move. Empty if nothing is left to be played.
    pub pv: Vec<(Color, Point)>,
    /// The first moves that work for the side that begins: the attacker's that capture, the defender's that
    /// get him out.
    pub moves: Vec<Point>,
    /// Moves tried for the verdict and the first moves that work; neither the ko mark nor the line counts.
    pub nodes: u64,
}

/// Answers the question in full for the chain of the stone on `target`, `first` to move, trying at most `budget`
/// moves for each part of the answer; `None` if no stone is there. A ko mark that takes more moves is left out.
/// The board is left as it was, but for the order of its empty points.
pub fn read(board: &mut Board, target: Point, first: Color, budget: u64) -> Option<Reading> {
    let mut path = Path::new();
    let mut reader = Reader::new(board, &mut path, target, budget)?;
    let (verdict, moves) = reader.first_moves(first);
    let nodes = reader.tried();
    let ko = ko_mark(&mut reader, first, verdict);
    let pv = match verdict {
        Verdict::Unknown => Vec::new(),
        Verdict::Captured | Verdict::Escapes => {
            let line = Line::new(board, &mut path, target, budget)?;
            line.find(first, verdict == Verdict::Captured)
        }
    };
    Some(Reading {
        verdict,
        ko,
        pv,
        moves,
        nodes,
    })
}

/// The verdict alone, with the ko mark: as [`read`], but much quicker.
pub fn verdict(
    board: &mut Board,
    target: Point,
    first: Color,
    nodes: u64,
) -> Option<(Verdict, Option<KoMark>)> {
    let mut path = Path::new();
    let mut reader = Reader::new(board, &mut path, target, nodes)?;
    let verdict = reader.verdict(first, None);
    let ko = ko_mark(&mut reader, first, verdict);
    Some((verdict, ko))
}

/// Reads again with the losing side free to retake kos, if a ko has barred a move of it before.
fn ko_mark(reader: &mut Reader, first: Color, verdict: Verdict) -> Option<KoMark> {
    let (loser, other_verdict, mark) = match verdict {
        Verdict::Captured => (reader.defender(), Verdict::Escapes, KoMark::Defender),
        Verdict::Escapes => (reader.attacker(), Verdict::Captured, KoMark::Attacker),
        Verdict::Unknown => return None,
    };
    let is_turned = reader.was_barred(loser) && reader.verdict(first, Some(loser)) == other_verdict;
    is_turned.then_some(mark)
}
