//! The verdict about a question in a large region.

use super::ZoneSearch;
use super::field::{Field, FieldState, cells};
use super::table::{FieldMove, NodeId, NodeKey};
use crate::board::{Move, Point};
use crate::life::question::LifeQuestion;
use crate::life::reading::LifeVerdict;
use crate::life::side::LifeSide;

/// Longest line that is shown, in moves.
const LONGEST_LINE: usize = 40;

/// Limits of a reading.
#[derive(Clone, Copy)]
pub struct ZoneLimits<'a> {
    /// Most visits to states.
    pub visits: u64,
    /// Memory for the states, in bytes.
    pub memory: usize,
    /// Returns true to end the reading early.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// The verdict for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneReading {
    /// Unknown if the verdict depends on ko threats or a limit was reached.
    pub verdict: LifeVerdict,
    /// A line of play with alternating sides, which begins with a move that works if the first side succeeds.
    pub line: Vec<Move>,
    /// The points that the verdict depends on.
    pub zone: Vec<Point>,
    /// The number of visits to states.
    pub visits: u64,
}

impl ZoneReading {
    /// Returns a move with which the first side succeeds, or `None` if it fails or the verdict is unknown.
    pub fn best_move(&self, first: LifeSide) -> Option<Move> {
        let succeeds = self.verdict.winner() == Some(first);
        self.line.first().copied().filter(|_| succeeds)
    }
}

/// Reads a question about one chain in a region that fits into 128 cells, counting an empty column on its right. Returns
/// `None` for other questions.
///
/// A verdict holds without ko threats, and also if the side that it is against has any number of them.
pub fn reading(
    question: &LifeQuestion,
    first: LifeSide,
    limits: ZoneLimits<'_>,
) -> Option<ZoneReading> {
    let field = Field::new(question)?;
    let ko = question
        .board()
        .ko()
        .filter(|ko| ko.barred == question.color(first));
    let start = FieldState {
        stones: field.start,
        ko: ko.and_then(|ko| field.cell_of(ko.point)),
        to_move: first,
    };
    let mut search = ZoneSearch::new(&field, None, &limits);
    let root = search.decide(start);
    let unknown = |visits| ZoneReading {
        verdict: LifeVerdict::Unknown,
        line: Vec::new(),
        zone: Vec::new(),
        visits,
    };
    let Some(winner) = search.winner(root) else {
        return Some(unknown(search.visits));
    };
    let spent = search.visits;
    let left = ZoneLimits {
        visits: limits.visits.saturating_sub(spent),
        ..limits
    };
    let mut search = ZoneSearch::new(&field, Some(winner.opponent()), &left);
    let root = search.decide(start);
    let visits = spent + search.visits;
    if search.winner(root) != Some(winner) {
        return Some(unknown(visits));
    }
    Some(ZoneReading {
        verdict: match winner {
            LifeSide::Attacker => LifeVerdict::Captured,
            LifeSide::Defender => LifeVerdict::Lives,
        },
        line: search.line(root),
        zone: search.points(root),
        visits,
    })
}

impl ZoneSearch<'_> {
    /// Returns the side that certainly wins a state.
    fn winner(&self, id: NodeId) -> Option<LifeSide> {
        let node = self.table.node(id);
        node.numbers.winner().filter(|_| !node.is_by_repetition)
    }

    /// Returns the points of a decided state's zone.
    fn points(&self, id: NodeId) -> Vec<Point> {
        let zone = cells(self.table.node(id).zone);
        zone.map(|index| self.field.point(index)).collect()
    }

    /// Returns a line from a decided state: the winner's moves, and the answers that took longest to refute.
    fn line(&mut self, root: NodeId) -> Vec<Move> {
        let mut line = Vec::new();
        let mut id = root;
        while line.len() < LONGEST_LINE {
            let node = self.table.node(id);
            let state = node.key.state;
            let Some((mv, next)) = (match node.answer {
                Some(answer) => self.after(&state, answer).map(|next| (answer, next)),
                None => self.hardest_answer(id),
            }) else {
                break;
            };
            line.push(match mv {
                FieldMove::Pass => Move::Pass,
                FieldMove::Stone(index) => Move::Place(self.field.point(index)),
            });
            id = next;
        }
        line
    }

    /// Returns the known state after a move.
    fn after(&self, state: &FieldState, mv: FieldMove) -> Option<NodeId> {
        let state = match mv {
            FieldMove::Pass => state.passed(),
            FieldMove::Stone(index) => self.field.play(state, index)?.after,
        };
        self.table.find(&NodeKey {
            state,
            must_place: false,
        })
    }

    /// Returns the loser's stone that took the most visits to refute.
    fn hardest_answer(&self, id: NodeId) -> Option<(FieldMove, NodeId)> {
        let node = self.table.node(id);
        let state = node.key.state;
        let empty = cells(node.zone & self.field.empty(&state));
        let known = empty.filter_map(|index| {
            let mv = FieldMove::Stone(index);
            self.after(&state, mv).map(|next| (mv, next))
        });
        let decided = known.filter(|&(_, next)| self.table.node(next).numbers.is_decided());
        decided.max_by_key(|&(_, next)| self.table.node(next).visits)
    }
}
