//! What is asked of a search beside its best move.

use std::time::Duration;

use crate::engine::game::Color;

/// The wishes of whoever started a search. The default asks for a move and no more.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest<M> {
    /// Moves at the root that shall have a full score and line of their own, best first, at least 1. A tree search
    /// reports all it has visited anyway; an alpha-beta search takes as many times longer.
    pub lines: usize,
    /// Moves that may not be tried, or the only ones that may.
    pub restrictions: Vec<Restriction<M>>,
    /// Whether `Root::ownership` is wanted.
    pub ownership: bool,
    /// Whether the result has to be proven, with a line for every move that reaches it, in games that can be solved; in
    /// gomoku, whether a proof of a win is looked for before the search.
    pub proof: bool,
    /// A wish for a position worth so much, and not for as good a one as possible, in games that can be asked for it.
    pub balance: Option<Balance>,
    /// How many moves a selective search tries at a node, in percent of its usual number.
    pub breadth: u32,
    /// Whether every move at the root shall be told as it is begun and ended, by searches that can tell.
    pub steps: bool,
    /// Whether a move from an opening book will do, where the search has one.
    pub book: bool,
    /// Whether each line's ownership is wanted.
    pub line_ownership: bool,
    /// Time between two reports.
    pub every: Duration,
    /// Winning chances below which the search would resign, in games where that is custom; its own idea if nobody says.
    pub resign_below: Option<f32>,
    /// How many of a hundred results must be right before a search to the end of the game may stop, in games whose search
    /// can leave moves out and knows what that costs; 100 if none may be left out.
    pub selectivity: u8,
    /// Whether the other side's dead stones shall be taken off the board before a pass, as after a dispute about them.
    pub cleans_up: bool,
}

/// Moves wanted that make a position worth as nearly as can be so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Moves to find, the sides in turn: one or two.
    pub moves: usize,
    /// What the position after them shall be worth to the side to move now, in the search's own score.
    pub score: i32,
}

/// Moves that one side may not play near the root, or the only ones that it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<M> {
    /// Whose moves.
    pub color: Color,
    /// Which.
    pub moves: Vec<M>,
    /// Whether these are the only ones allowed, and not those forbidden.
    pub only: bool,
    /// Plies from the root on within which it holds; 1 is the root alone.
    pub plies: u32,
}

impl<M: PartialEq> SearchRequest<M> {
    /// Whether `color` may play `mv` after `ply` moves from the root.
    pub fn allows(&self, color: Color, mv: &M, ply: u32) -> bool {
        self.rules(color, ply)
            .all(|rule| rule.moves.contains(mv) == rule.only)
    }

    /// Whether some moves of `color` are barred after `ply` moves from the root.
    pub fn restricts(&self, color: Color, ply: u32) -> bool {
        self.rules(color, ply).next().is_some()
    }

    /// Whether the only moves of `color` that may be tried after `ply` moves from the root are named.
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
