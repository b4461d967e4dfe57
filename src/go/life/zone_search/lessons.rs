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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::testing::go_reference::Stones;

    #[test]
    fn both_sides_learn_the_vital_point_of_three_in_a_row() {
        let board = Stones::drawn(&[
            ". . . . .",
            "O O O O O",
            "X X X X O",
            ". . . X O",
            "X X X X O",
        ])
        .board();
        let region: Vec<Point> = board.size().points().collect();
        let question = LifeQuestion::new(&board, &[Point::new(0, 2)], &region).unwrap();
        let limits = ZoneLimits {
            visits: 10_000,
            memory: 1 << 24,
            is_stopped: &|| false,
        };
        let found = lessons(&question, limits);
        let field = Field::new(&question).unwrap();
        let vital = field.cell_of(Point::new(1, 1)).unwrap();
        for first in LifeSide::BOTH {
            let state = field.start(first, None);
            let fight = Fight::new(&field, &state);
            let kinds = MoveKinds::new(&field, &state, &fight);
            let (wanted, others) = (kinds.kind(vital), field.empty(&state) & fight.cells);
            assert!(found.iter().any(|lesson| {
                lesson.side == first
                    && lesson.moves.len() == others.count_ones() as usize
                    && lesson.moves[lesson.winning] == wanted
            }));
        }
    }
}
