//! Options of one search, beyond its limits.

use std::time::Duration;

use crate::engine::game::Color;

/// A request to a search. The default asks for the best move alone.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest<M> {
    /// Number of moves at the root to report with an exact score and a principal variation (multi-PV), at least 1. A tree
    /// search reports all visited moves anyway; an alpha-beta search takes that many times longer.
    pub lines: usize,
    /// Moves to avoid, or the only ones to search.
    pub restrictions: Vec<Restriction<M>>,
    /// Whether to report the ownership at the root.
    pub ownership: bool,
    /// Whether to prove the result and report every move that reaches it, in games that can be solved; in gomoku, whether to
    /// search for a proven win first.
    pub proof: bool,
    /// Target score of a balanced position, instead of the best one, in games that support it.
    pub balance: Option<Balance>,
    /// Number of moves that a selective search tries at a node, in percent of its default.
    pub breadth: u32,
    /// Whether to send a [`RootEvent`](super::RootEvent) for each step at the root, in searches that support it.
    pub steps: bool,
    /// Whether the search may take a move from its opening book.
    pub book: bool,
    /// Whether to report the ownership after each move.
    pub line_ownership: bool,
    /// Interval between two reports.
    pub every: Duration,
    /// Winrate below which the search would resign, in games where that is custom; `None` for its own threshold.
    pub resign_below: Option<f32>,
    /// Confidence in percent at which a search to the end of the game may stop, in games with forward pruning of known error;
    /// 100 without pruning.
    pub selectivity: u8,
    /// Whether to capture the opponent's dead stones before passing, as after a dispute about them.
    pub cleans_up: bool,
}

/// A request for moves that bring a position as close as possible to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of moves to find, of both sides in turn: 1 or 2.
    pub moves: usize,
    /// Target score of the position after them for the side to move now, in units of the search's score.
    pub score: i32,
}

/// Moves of one side to avoid near the root, or the only ones to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<M> {
    /// The side that is restricted.
    pub color: Color,
    /// The moves.
    pub moves: Vec<M>,
    /// Whether `moves` are the only ones allowed, rather than those to avoid.
    pub only: bool,
    /// Number of plies from the root for which it holds; 1 is the root alone.
    pub plies: u32,
}

impl<M: PartialEq> SearchRequest<M> {
    /// Whether `color` may play `mv` at `ply` plies from the root.
    pub fn allows(&self, color: Color, mv: &M, ply: u32) -> bool {
        self.rules(color, ply)
            .all(|rule| rule.moves.contains(mv) == rule.only)
    }

    /// Whether `color` is restricted at `ply` plies from the root.
    pub fn restricts(&self, color: Color, ply: u32) -> bool {
        self.rules(color, ply).next().is_some()
    }

    /// Whether `color` is restricted to named moves at `ply` plies from the root.
    pub fn names_moves(&self, color: Color, ply: u32) -> bool {
        self.rules(color, ply).any(|rule| rule.only)
    }

    fn rules(&self, color: Color, ply: u32) -> impl Iterator<Item = &Restriction<M>> {
        let holds = move |rule: &&Restriction<M>| rule.color == color && ply < rule.plies;
        self.restrictions.iter().filter(holds)
    }
}

impl<M> Default for SearchRequest<M> {
    fn default() -> Self {
        SearchRequest {
            lines: 1,
            restrictions: Vec::new(),
            ownership: false,
            proof: false,
            balance: None,
            breadth: 100,
            steps: false,
            book: false,
            line_ownership: false,
            every: Duration::from_millis(100),
            resign_below: None,
            selectivity: 100,
            cleans_up: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_hold_for_their_side_and_depth() {
        let rule = |only, moves: &[u8]| Restriction {
            color: Color::Black,
            moves: moves.to_vec(),
            only,
            plies: 2,
        };
        let question = SearchRequest {
            restrictions: vec![rule(true, &[1, 2]), rule(false, &[2])],
            ..SearchRequest::default()
        };
        assert!(question.allows(Color::Black, &1, 0));
        assert!(!question.allows(Color::Black, &2, 1));
        assert!(!question.allows(Color::Black, &3, 0));
        assert!(question.allows(Color::Black, &3, 2));
        assert!(question.allows(Color::White, &2, 0));
        assert!(question.restricts(Color::Black, 1) && question.names_moves(Color::Black, 1));
        assert!(!question.restricts(Color::Black, 2) && !question.restricts(Color::White, 0));
        let avoiding = SearchRequest {
            restrictions: vec![rule(false, &[2])],
            ..SearchRequest::default()
        };
        assert!(avoiding.restricts(Color::Black, 0) && !avoiding.names_moves(Color::Black, 0));
    }
}
