//! The typed commands of the protocol.

use tengen_reversi::records::ggf::{GgfGame, GgfMove};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum NBoardCommand {
    /// `nboard`: begin the conversation. The version is ignored.
    Hello,
    /// `set depth`: set the depth of searches.
    SetDepth(Depth),
    /// `set game`: set up this game.
    SetGame(Box<GgfGame>),
    /// `set contempt`: the value of a draw in the book for black, in discs.
    SetContempt(f64),
    /// `move`: play a move of the side to move.
    Move(GgfMove),
    /// `hint`: report this number of best moves.
    Hint(usize),
    /// `go`: reply the engine's move.
    Go,
    /// `ping`: end the search and reply with this number.
    Ping(i64),
    /// `learn`: add the game to the book.
    Learn,
    /// `analyze`: report the value of every position of the game.
    Analyze,
    /// `quit`: end the conversation.
    Quit,
}

/// The depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Plies in the middlegame. Endgame searches may be deeper.
    Plies(u32),
    /// To the end of the game, with this percentage of correct results.
    End(u8),
}

impl Depth {
    /// Returns the number of plies to search with this number of empty squares. In the endgame the depth is up to
    /// doubled while that is fast, like the levels of Edax.
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Depth::Plies(plies) if empties > end_from(plies) => plies,
            _ => empties.max(1),
        }
    }

    /// Returns the selectivity of endgame searches: the percentage of correct results.
    pub fn sureness(self) -> u8 {
        match self {
            Depth::Plies(_) => 100,
            Depth::End(percent) => percent,
        }
    }
}

/// Returns the maximum number of empty squares at which a search of this depth reaches the end of the game.
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
