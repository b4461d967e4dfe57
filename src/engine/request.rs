//! Options of one search, beyond its limits.

use std::time::Duration;

use crate::game::{Color, GameMove};
use crate::skill::SkillLevel;

/// Options of a search. By default it returns the best move and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest<M: GameMove> {
    /// Number of root moves to report with an exact score and a principal variation (multi-PV), at least 1. A tree
    /// search reports all visited moves anyway; an alpha-beta search takes this many times longer.
    pub lines: usize,
    /// Moves to avoid, or the only ones to search.
    pub restrictions: Vec<Restriction<M>>,
    /// Whether only the move is wanted. A move without alternatives then needs no search, and a report without lines
    /// means an unknown value. Otherwise every value comes from a search at full strength.
    pub move_only: bool,
    /// Whether to begin a new tree, without the visits of earlier searches. Knowledge about positions is kept.
    pub fresh: bool,
    /// Time of the first report.
    pub first: Duration,
    /// Interval between two reports.
    pub every: Duration,
    /// Level of play; `None` for full strength.
    pub level: Option<SkillLevel>,
    /// Options that only searches of this game have.
    pub game: M::Request,
}

/// Moves of one side to avoid near the root, or the only ones to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<M> {
    /// The side to which the restriction applies.
    pub color: Color,
    /// The moves to avoid or to allow.
    pub moves: Vec<M>,
    /// Whether `moves` are the only ones allowed, rather than those to avoid.
    pub only: bool,
    /// Number of plies from the root for which the restriction is valid; 1 is the root alone.
    pub plies: u32,
}

impl<M: GameMove> SearchRequest<M> {
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

impl<M: GameMove> Default for SearchRequest<M> {
    fn default() -> Self {
        SearchRequest {
            lines: 1,
            restrictions: Vec::new(),
            move_only: false,
            fresh: false,
            first: Duration::from_millis(100),
            every: Duration::from_millis(100),
            level: None,
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
