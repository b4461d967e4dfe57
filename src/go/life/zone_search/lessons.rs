//! The winning moves of decided states, from which the weights of `move_costs` are learned.

use super::field::{Field, cells};
use super::move_costs::{MoveKind, MoveKinds};
use super::table::{FieldMove, ZoneNode};
use super::zone_reading::ZoneLimits;
use super::{Fight, ZoneSearch};
use crate::life::question::LifeQuestion;
use crate::life::side::LifeSide;

/// A state that the side to move wins.
pub struct Lesson {
    /// The side to move.
    pub side: LifeSide,
    /// The kinds of its legal moves in the fight, two or more.
    pub moves: Vec<MoveKind>,
    /// The number of the move that wins; others may win too.
    pub winning: usize,
}

/// Searches a question for both first movers, and returns the decided states in which a stone wins. There are none if the
/// region does not suit [`super::reading`].
pub fn lessons(question: &LifeQuestion, limits: ZoneLimits<'_>) -> Vec<Lesson> {
    let Some(field) = Field::new(question) else {
        return Vec::new();
    };
    let mut search = ZoneSearch::new(&field, None, &limits);
    for first in LifeSide::BOTH {
        search.decide(field.start(first, question.board().ko()));
    }
    let decided = search.table.iter().filter(|node| node.like.is_none());
    decided.filter_map(|node| search.lesson(node)).collect()
}

impl ZoneSearch<'_> {
    fn lesson(&self, node: &ZoneNode) -> Option<Lesson> {
        let Some(FieldMove::Stone(answer)) = node.answer else {
            return None;
        };
        let state = &node.key.state;
        let fight = Fight::new(self.field, state);
        let kinds = MoveKinds::new(self.field, state, &fight);
        let empty = cells(fight.cells & self.field.empty(state));
        let legal: Vec<u8> = empty
            .filter(|&index| self.play(state, index).is_some())
            .collect();
        let winning = legal.iter().position(|&index| index == answer)?;
        (legal.len() > 1).then(|| Lesson {
            side: state.to_move,
            moves: legal.iter().map(|&index| kinds.kind(index)).collect(),
            winning,
        })
    }
}
