//! Ladder reading: can a chain with one or two liberties be captured by continuous atari?
//!
//! The attacker may only play on liberties of the chain, and captures it when one is left. The defender may extend at
//! the last liberty or capture an attacking chain in atari that touches the target. The chain has escaped with two
//! liberties at the defender's turn or three at the attacker's. Captures are played out, the simple ko applies along
//! the line, and a line that repeats a position has failed for the attacker.
//!
//! Cost of a verdict over the labeled questions, measured with callgrind: half of them are decided without a move. On
//! average 3.9 moves are made and taken back, and 1.5 more are passed on staircases, in 6,100 instructions. Of these,
//! 2,200 change the board (520 per move made), 2,100 look for escapes and captures before a move is tried, and 300 set
//! up the reading. A reader that only made the same moves would take 2,500. Repeating a reading immediately takes two
//! thirds of the time; the rest is memory latency and unpredicted branches.
//!
//! - `reader`, `pv_finder`: the search for the verdict, with relevance zones for long readings; its principal variation
//! - `question`: a chain and the side that moves first
//! - `changers`, `attack_codes`: ladder breakers and ladder makers; GNU Go's codes for attack and defense
//! - `loose`: loose ladders and nets
//! - `proof_search`, `proof_table`: depth-first proof-number search and its transposition table
//! - `memo`: answers kept from position to position while nothing they depend on changes
//! - `game_ladders`: such answers for the current position of a game
//! - `review`: ladder events of a game
//! - `katago`: ladders as in KataGo's input features
//!
//! Tests: `tests.rs` with `protocol-tests/data/ladders.jsonl` and against `src/go/testing/ladder_reference.rs`;
//! `review/tests.rs`; `protocol-tests/bench/allocation.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), since playouts and networks read ladders; replies in
//! `protocol-tests/gtp/ladder-questions.txt` and its neighbors.

use super::board::point::Point;
use super::board::stones::Board;
use tengen_engine::game::Color;

use self::pv_finder::PvFinder;
use self::reader::{LadderPath, LadderReader, ReadTrace, StopRequest};

pub mod attack_codes;
pub mod changers;
pub mod game_ladders;
pub mod katago;
pub mod loose;
pub mod memo;
pub(crate) mod proof_search;
mod proof_table;
mod pv_finder;
pub mod question;
mod reader;
pub mod review;

#[cfg(test)]
mod tests;

/// Default number of moves that one reading may try. Ladders of real games need a few dozen; this many take about a
/// second.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// The outcome of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker can force the capture.
    Captured,
    /// The attacker cannot force the capture.
    Escapes,
    /// The reading ran out of moves.
    Unknown,
}

/// The side that could change the verdict by retaking a ko immediately, which requires a ko threat each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoMark {
    /// The chain escapes, but an attacker with ko threats captures it.
    Attacker,
    /// The chain is captured, but a defender with ko threats saves it.
    Defender,
}

impl KoMark {
    /// Returns the side's name for output.
    pub fn name(self) -> &'static str {
        match self {
            KoMark::Attacker => "attacker",
            KoMark::Defender => "defender",
        }
    }
}

/// The full result of reading a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The verdict without ko threats.
    pub verdict: Verdict,
    /// The side, if any, that could change the verdict with ko threats.
    pub ko: Option<KoMark>,
    /// The principal variation up to the capture or the escape: shortest for the winner and longest for the loser,
    /// unless finding that takes too many moves. The attacker moves twice in a row if the defender has no legal move.
    /// Empty if nothing is left to play.
    pub pv: Vec<(Color, Point)>,
    /// The first moves that work for the side to move: capturing ones for the attacker, saving ones for the defender.
    pub moves: Vec<Point>,
    /// The number of moves tried for the verdict and the working first moves, excluding the ko mark and the line.
    pub nodes: u64,
}

impl Reading {
    /// Returns a first move that works for the side to move, preferably the first of the line.
    pub fn working_move(&self) -> Option<Point> {
        let of_line = self.pv.first().map(|&(_, point)| point);
        of_line
            .filter(|point| self.moves.contains(point))
            .or(self.moves.first().copied())
    }
}

/// Reads the ladder of the chain of the stone on `target` in full, with `first` to move, trying at most `budget` moves
/// for each part. Returns `None` if the point is empty. A ko mark that would take more moves is omitted. Restores the
/// board except for the order of its empty points.
pub fn read(board: &mut Board, target: Point, first: Color, budget: u64) -> Option<Reading> {
    read_traced(board, target, first, budget, &mut ())
}

/// Reads as [`read`] does until `is_stopped` returns true; then the verdict is unknown or parts of the answer are
/// missing.
pub fn read_until(
    board: &mut Board,
    target: Point,
    first: Color,
    budget: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Reading> {
    read_traced(
        board,
        target,
        first,
        budget,
        &mut StopRequest::new(is_stopped),
    )
}

/// Reads only the verdict and the ko mark, much faster than [`read`].
pub fn verdict(
    board: &mut Board,
    target: Point,
    first: Color,
    nodes: u64,
) -> Option<(Verdict, Option<KoMark>)> {
    verdict_traced(board, target, first, nodes, ())
}

/// Reads as [`read`] does and records the points it examines.
fn read_traced<T: ReadTrace>(
    board: &mut Board,
    target: Point,
    first: Color,
    budget: u64,
    trace: &mut T,
) -> Option<Reading>
where
    for<'t> &'t mut T: ReadTrace,
{
    let mut path = LadderPath::new();
    let mut reader = LadderReader::new(board, &mut path, target, budget, &mut *trace)?;
    let (verdict, moves) = reader.first_moves(first);
    let nodes = reader.nodes_used();
    let ko = ko_mark(&mut reader, first, verdict);
    let pv = match verdict {
        Verdict::Unknown => Vec::new(),
        Verdict::Captured | Verdict::Escapes => {
            let line = PvFinder::new(board, &mut path, target, budget, &mut *trace)?;
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

/// Reads as [`verdict`] does and records the points it examines.
fn verdict_traced(
    board: &mut Board,
    target: Point,
    first: Color,
    nodes: u64,
    trace: impl ReadTrace,
) -> Option<(Verdict, Option<KoMark>)> {
    let mut path = LadderPath::new();
    let mut reader = LadderReader::new(board, &mut path, target, nodes, trace)?;
    let verdict = reader.verdict(first, None);
    let ko = ko_mark(&mut reader, first, verdict);
    Some((verdict, ko))
}

/// Reads again with the losing side free to retake kos, if a ko forbade it a move in the first reading.
fn ko_mark<T: ReadTrace>(
    reader: &mut LadderReader<T>,
    first: Color,
    verdict: Verdict,
) -> Option<KoMark> {
    let (loser, other_verdict, mark) = match verdict {
        Verdict::Captured => (reader.defender(), Verdict::Escapes, KoMark::Defender),
        Verdict::Escapes => (reader.attacker(), Verdict::Captured, KoMark::Attacker),
        Verdict::Unknown => return None,
    };
    let is_turned =
        reader.was_barred_by_ko(loser) && reader.verdict(first, Some(loser)) == other_verdict;
    is_turned.then_some(mark)
}
