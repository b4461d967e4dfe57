//! The verdict about a question in a large region.

use super::ZoneSearch;
use super::field::{ENDLESS, Field, FieldState, cells};
use super::table::{FieldMove, NodeId, NodeKey};
use crate::board::{Move, Point};
use crate::life::question::LifeQuestion;
use crate::life::reading::{KoThreats, LifeVerdict};
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

/// Most ko threats that are counted.
const MOST_THREATS: u8 = 3;

/// The verdict for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneReading {
    /// The verdict without ko threats. Unknown if a limit was reached before it was known whether threats change it.
    pub verdict: LifeVerdict,
    /// The ko threats that change the verdict.
    pub ko: Option<KoThreats>,
    /// A line of play with alternating sides. It begins with a move that works if the first side succeeds, or succeeds
    /// with ko threats.
    pub line: Vec<Move>,
    /// The points that the verdict depends on, for any number of ko threats of the side that it is against; empty in a ko.
    pub zone: Vec<Point>,
    /// The number of visits to states.
    pub visits: u64,
}

impl ZoneReading {
    /// Returns a move with which the first side succeeds, if need be by ko threats, or `None` if it fails or the verdict
    /// is unknown.
    pub fn best_move(&self, first: LifeSide) -> Option<Move> {
        let succeeds = self.verdict.winner() == Some(first);
        let fights = self.ko.is_some_and(|ko| ko.side == first);
        self.line.first().copied().filter(|_| succeeds || fights)
    }
}

/// Reads a question about one chain in a region that fits into 128 cells, counting an empty column on its right. Returns
/// `None` for other questions.
pub fn reading(
    question: &LifeQuestion,
    first: LifeSide,
    limits: ZoneLimits<'_>,
) -> Option<ZoneReading> {
    let field = Field::new(question)?;
    let start = field.start(first, question.board().ko());
    let mut reader = ZoneReader {
        field: &field,
        start,
        limits,
        visits: 0,
    };
    let reading = reader.read().unwrap_or_else(|| ZoneReading {
        verdict: LifeVerdict::Unknown,
        ko: None,
        line: Vec::new(),
        zone: Vec::new(),
        visits: 0,
    });
    Some(ZoneReading {
        visits: reader.visits,
        ..reading
    })
}

/// Searches a question with and without ko threats.
struct ZoneReader<'a> {
    field: &'a Field,
    start: FieldState,
    limits: ZoneLimits<'a>,
    visits: u64,
}

impl<'a> ZoneReader<'a> {
    /// Returns the reading, or `None` if a limit was reached.
    fn read(&mut self) -> Option<ZoneReading> {
        let (mut search, root, winner) = self.search(None)?;
        let verdict = match winner {
            LifeSide::Attacker => LifeVerdict::Captured,
            LifeSide::Defender => LifeVerdict::Lives,
        };
        let loser = winner.opponent();
        let (mut endless, endless_root, with_threats) = self.search(Some((loser, ENDLESS)))?;
        let mut reading = ZoneReading {
            verdict,
            ko: None,
            line: Vec::new(),
            zone: Vec::new(),
            visits: 0,
        };
        if with_threats == winner {
            reading.line = endless.line(endless_root);
            reading.zone = endless.points(endless_root);
            return Some(reading);
        }
        for threats in 1..=MOST_THREATS {
            let (mut fight, fight_root, with_threats) = self.search(Some((loser, threats)))?;
            if with_threats == loser {
                reading.ko = Some(KoThreats {
                    side: loser,
                    count: threats.into(),
                });
                reading.line = match self.start.to_move == winner {
                    true => search.line(root),
                    false => fight.line(fight_root),
                };
                return Some(reading);
            }
        }
        None
    }

    /// Searches the question once. Returns the search with its root and the winner.
    fn search(
        &mut self,
        threats: Option<(LifeSide, u8)>,
    ) -> Option<(ZoneSearch<'a>, NodeId, LifeSide)> {
        let limits = ZoneLimits {
            visits: self.limits.visits.saturating_sub(self.visits),
            ..self.limits
        };
        let mut search = ZoneSearch::new(self.field, threats.map(|(side, _)| side), &limits);
        let root = search.decide(FieldState {
            threats: threats.map_or(0, |(_, number)| number),
            ..self.start
        });
        self.visits += search.visits;
        let winner = search.winner(root)?;
        Some((search, root, winner))
    }
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
    pub(super) fn after(&self, state: &FieldState, mv: FieldMove) -> Option<NodeId> {
        let state = match mv {
            FieldMove::Pass => state.passed(),
            FieldMove::Stone(index) => self.play(state, index)?,
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
