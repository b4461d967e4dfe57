//! What is asked of a search beside its best move.

use std::time::Duration;

use crate::engine::game::{Color, GameMove};

/// The wishes of whoever started a search. The default asks for a move and no more.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest<M: GameMove> {
    /// Moves at the root that shall have a full score and line of their own, best first, at least 1. A tree search
    /// reports all it has visited anyway; an alpha-beta search takes as many times longer.
    pub lines: usize,
    /// Moves that may not be tried, or the only ones that may.
    pub restrictions: Vec<Restriction<M>>,
    /// Time between two reports.
    pub every: Duration,
    /// What only searches of this game can be asked.
    pub game: M::Request,
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

impl<M: GameMove> SearchRequest<M> {
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

impl<M: GameMove> Default for SearchRequest<M> {
    fn default() -> Self {
        SearchRequest {
            lines: 1,
            restrictions: Vec::new(),
            every: Duration::from_millis(100),
            game: M::Request::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_hold_for_their_side_and_depth() {
        let rule = |only, moves: &[u32]| Restriction {
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
