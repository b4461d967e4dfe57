//! The kinds of problems.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use tengen_play::Game;

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// Go: capture a chain in a ladder.
    Ladder,
    /// Go: save a chain from a ladder by running or capturing.
    Escape,
    /// Go: save a chain from a ladder by a move elsewhere.
    Breaker,
    /// Go: capture a chain in a net or loose ladder that no ladder captures.
    Net,
    /// Go: kill a group.
    Kill,
    /// Go: save a group.
    Live,
    /// Gomoku: win by continuous fours.
    Vcf,
    /// Gomoku: win by continuous threats where no fours win.
    Vct,
    /// Gomoku: prevent a win by continuous fours.
    Defense,
    /// Renju: find the points forbidden to Black.
    Forbidden,
    /// Reversi: the only winning move of an endgame.
    EndgameWin,
    /// Reversi: the only drawing move of an endgame that cannot be won.
    EndgameDraw,
}

/// A kind with its name and its game.
type KindRow = (ProblemKind, &'static str, Game);

const KINDS: [KindRow; 12] = [
    (ProblemKind::Ladder, "ladder", Game::Go),
    (ProblemKind::Escape, "escape", Game::Go),
    (ProblemKind::Breaker, "breaker", Game::Go),
    (ProblemKind::Net, "net", Game::Go),
    (ProblemKind::Kill, "kill", Game::Go),
    (ProblemKind::Live, "live", Game::Go),
    (ProblemKind::Vcf, "vcf", Game::Gomoku),
    (ProblemKind::Vct, "vct", Game::Gomoku),
    (ProblemKind::Defense, "defense", Game::Gomoku),
    (ProblemKind::Forbidden, "forbidden", Game::Gomoku),
    (ProblemKind::EndgameWin, "endgame-win", Game::Reversi),
    (ProblemKind::EndgameDraw, "endgame-draw", Game::Reversi),
];

impl ProblemKind {
    /// Returns all kinds, grouped by game.
    pub fn all() -> impl Iterator<Item = ProblemKind> {
        KINDS.into_iter().map(|(kind, ..)| kind)
    }

    fn row(self) -> KindRow {
        // The rows are in the order of the variants.
        KINDS[self as usize]
    }

    /// Returns the name on the command line and in output.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the game of the kind.
    pub fn game(self) -> Game {
        self.row().2
    }

    /// Whether the question names stones that leave few moves to consider.
    pub fn is_local(self) -> bool {
        use ProblemKind::{Escape, Kill, Ladder, Live, Net};
        matches!(self, Ladder | Escape | Net | Kill | Live)
    }

    /// Whether problems of this kind ask for points rather than for a move.
    pub fn asks_for_points(self) -> bool {
        self == ProblemKind::Forbidden
    }

    /// Whether problems of this kind arise at every move of one attack, so that a game has one problem per attack.
    pub fn is_attack(self) -> bool {
        matches!(self, ProblemKind::Vcf | ProblemKind::Vct)
    }
}

impl Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a name that is not a kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", KINDS.map(|(_, name, _)| name).join(", "))]
pub struct UnknownKind;

impl FromStr for ProblemKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let mut kinds = ProblemKind::all();
        kinds.find(|kind| kind.name() == text).ok_or(UnknownKind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_as_it_is_written() {
        for kind in ProblemKind::all() {
            assert_eq!(kind.name().parse(), Ok(kind));
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, format!("\"{kind}\""));
        }
        let error = "ladders".parse::<ProblemKind>().unwrap_err().to_string();
        assert!(error.starts_with("expected ladder, escape, "), "{error}");
    }
}
