//! The opening rule Swap2: which side to take, and stones to offer the choice with.
//!
//! One player puts three stones (black, white, black). The other takes black, goes on as white, or puts a
//! white and a black stone more and leaves the choice of colours to the first.

use super::{Point, Position};
use crate::search::Found;

/// An answer to three or five stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Take the black stones; the other player goes on as white.
    Swap,
    /// Stay white and play here.
    Play(Point),
}

/// The answer to three or five stones, from a search of the position with white to move, which is white's
/// turn in both cases.
///
/// The better side is worth at least half the game, and two more stones with the choice left to the other
/// player are worth at most that, so they are never put.
pub fn choose(found: &Found<Point>) -> Swap2 {
    let for_white = found.report.lines.first().map_or(0.5, |line| line.winrate);
    if for_white < 0.5 {
        Swap2::Swap
    } else {
        Swap2::Play(found.mv)
    }
}
