//! What NBoard can ask for.

use crate::records::ggf::{GgfGame, GgfMove};

/// One line of NBoard's.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The conversation begins; the version makes no difference.
    Hello,
    /// How far to search.
    SetDepth(Depth),
    /// The game that everything from now on is about.
    SetGame(Box<GgfGame>),
    /// What a draw in the book is worth to black, in discs.
    SetContempt(f64),
    /// A move has been made by the side to move.
    Move(GgfMove),
    /// Tell the best moves, this many.
    Hint(usize),
    /// Tell the move to play.
    Go,
    /// Stop thinking and say so with this number.
    Ping(i64),
    /// Keep the game in the book.
    Learn,
    /// Tell what every position of the game is worth.
    Analyze,
    /// The conversation ends.
    Quit,
}

/// How far NBoard lets an engine search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// So many plies in the middle of the game; the end is left to the engine.
    Plies(u32),
    /// To the end of the game, until so many results of a hundred are right.
    End(u8),
}

impl Depth {
    /// Plies to search with this many empty squares. An engine may look further at the end: twice as far as long as
    /// that is quick, as Edax does with its levels.
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Depth::Plies(plies) if empties > end_from(plies) => plies,
            _ => empties.max(1),
        }
    }

    /// How many results of a hundred must be right where the search reaches the end.
    pub fn sureness(self) -> u8 {
        match self {
            Depth::Plies(_) => 100,
            Depth::End(percent) => percent,
        }
    }
}

/// Empty squares from which a search of this depth goes to the end.
fn end_from(plies: u32) -> u32 {
    const QUICK: u32 = 20;
    let more = plies.saturating_sub(QUICK / 2) / 4;
    (2 * plies).min(QUICK + more).max(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_reach_the_end_early() {
        for (depth, empties, plies) in [
            (Depth::Plies(6), 13, 6),
            (Depth::Plies(6), 12, 12),
            (Depth::Plies(12), 21, 12),
            (Depth::Plies(12), 20, 20),
            (Depth::Plies(18), 22, 22),
            (Depth::Plies(30), 31, 30),
            (Depth::Plies(30), 30, 30),
            (Depth::End(100), 40, 40),
            (Depth::End(91), 0, 1),
        ] {
            assert_eq!(
                depth.plies(empties),
                plies,
                "{depth:?} with {empties} empty"
            );
        }
    }
}
