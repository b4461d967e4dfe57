//! The verdict about a question in a large region.

use super::ZoneSearch;
use super::field::{ENDLESS, Field, FieldState, cells};
use super::table::{FieldMove, NodeId, NodeKey};
use super::verdict_proof::VerdictProof;
use crate::board::stones::Ko;
use crate::board::{Move, Point};
use crate::life::proof::LifeClaim;
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
    /// The ko threats that change the verdict. `None` if three or fewer do not change it, and more do not or are not known to.
    pub ko: Option<KoThreats>,
    /// A line of play with alternating sides. It begins with a move that works if the first side succeeds, or succeeds
    /// with ko threats.
    pub line: Vec<Move>,
    /// The points that the verdict depends on, also with ko threats for the side that it is against; empty in a ko.
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
    Some(ZoneReader::new(&field, question, limits).read(first))
}

/// Reads a question for both sides moving first, the attacker in the first reading. Returns `None` as [`reading`] does.
pub fn readings(question: &LifeQuestion, limits: ZoneLimits<'_>) -> Option<[ZoneReading; 2]> {
    let field = Field::new(question)?;
    let mut reader = ZoneReader::new(&field, question, limits);
    Some(LifeSide::BOTH.map(|first| reader.read(first)))
}

/// Reads a question as [`readings`] does, with the proofs of each verdict and of the effect of ko threats on it.
pub fn proved_readings(
    question: &LifeQuestion,
    limits: ZoneLimits<'_>,
) -> Option<[(ZoneReading, Vec<VerdictProof>); 2]> {
    let field = Field::new(question)?;
    let mut reader = ZoneReader::new(&field, question, limits);
    reader.collects = true;
    Some(LifeSide::BOTH.map(|first| {
        let reading = reader.read(first);
        (reading, std::mem::take(&mut reader.proofs))
    }))
}

/// Searches a question with and without ko threats.
struct ZoneReader<'a> {
    field: &'a Field,
    ko: Option<Ko>,
    limits: ZoneLimits<'a>,
    /// The search without ko threats, for both first movers.
    base: ZoneSearch<'a>,
    /// Visits of the current reading.
    visits: u64,
    /// Whether proofs are wanted.
    collects: bool,
    /// The proofs of the current reading.
    proofs: Vec<VerdictProof>,
}

/// The result of a search with ko threats.
struct Fought {
    winner: LifeSide,
    line: Vec<Move>,
    zone: Vec<Point>,
    /// The proof, if proofs are wanted.
    proof: Option<VerdictProof>,
}

impl<'a> ZoneReader<'a> {
    fn new(field: &'a Field, question: &LifeQuestion, limits: ZoneLimits<'a>) -> Self {
        ZoneReader {
            field,
            ko: question.board().ko(),
            limits,
            base: ZoneSearch::new(field, None, &limits),
            visits: 0,
            collects: false,
            proofs: Vec::new(),
        }
    }

    /// Returns the reading for a first mover, which may be unknown.
    fn read(&mut self, first: LifeSide) -> ZoneReading {
        self.visits = 0;
        self.proofs.clear();
        let reading = self.decided(first).unwrap_or_else(|| ZoneReading {
            verdict: LifeVerdict::Unknown,
            ko: None,
            line: Vec::new(),
            zone: Vec::new(),
            visits: 0,
        });
        ZoneReading {
            visits: self.visits,
            ..reading
        }
    }

    /// Returns the reading, or `None` if a limit was reached.
    fn decided(&mut self, first: LifeSide) -> Option<ZoneReading> {
        let start = self.field.start(first, self.ko);
        let before = self.base.visits;
        self.base.most_visits = before + self.limits.visits;
        let root = self.base.decide(start);
        self.visits += self.base.visits - before;
        let winner = self.base.winner(root)?;
        let verdict = match winner {
            LifeSide::Attacker => LifeVerdict::Captured,
            LifeSide::Defender => LifeVerdict::Lives,
        };
        let loser = winner.opponent();
        let strict = LifeClaim {
            first,
            captured: winner == LifeSide::Attacker,
            free: None,
            budget: None,
        };
        if self.collects {
            self.proofs
                .push(VerdictProof::collect(&self.base, root, strict));
        }
        let reading = |line, zone| ZoneReading {
            verdict,
            ko: None,
            line,
            zone,
            visits: 0,
        };
        let endless = LifeClaim {
            free: Some(loser),
            ..strict
        };
        let helps_endlessly = match self.fight(start, endless) {
            Some(fought) if fought.winner == winner => {
                self.proofs.extend(fought.proof);
                return Some(reading(fought.line, fought.zone));
            }
            other => other.is_some(),
        };
        let mut with_most = None;
        for count in 1..=MOST_THREATS {
            let counted = LifeClaim {
                budget: Some(count.into()),
                ..endless
            };
            let fought = self.fight(start, counted)?;
            if fought.winner == loser {
                let line = match first == winner {
                    true => self.base.line(root),
                    false => fought.line,
                };
                self.proofs.extend(fought.proof);
                self.proofs
                    .extend(with_most.and_then(|fewer: Fought| fewer.proof));
                return Some(ZoneReading {
                    ko: Some(KoThreats {
                        side: loser,
                        count: count.into(),
                    }),
                    ..reading(line, Vec::new())
                });
            }
            with_most = Some(fought);
        }
        // More threats would help, or their result was not confirmed.
        let most = with_most.filter(|_| !helps_endlessly)?;
        self.proofs.extend(most.proof);
        Some(reading(most.line, most.zone))
    }

    /// Searches with ko threats for the free side of a claim. Returns `None` if a limit was reached. The proof is that of the claim,
    /// or of the contrary.
    fn fight(&mut self, start: FieldState, claim: LifeClaim) -> Option<Fought> {
        let side = claim.free?;
        let threats = claim.budget.map_or(ENDLESS, |budget| budget as u8);
        let mut search = self.with_threats(side);
        let root = search.decide(FieldState { threats, ..start });
        let fought = search.winner(root).map(|winner| {
            let captured = winner == LifeSide::Attacker;
            let claim = LifeClaim { captured, ..claim };
            Fought {
                winner,
                line: search.line(root),
                zone: search.points(root),
                proof: self
                    .collects
                    .then(|| VerdictProof::collect(&search, root, claim)),
            }
        });
        let visits = search.visits;
        self.visits += visits;
        fought
    }

    /// Returns a search in which a side has ko threats, within the remaining limits.
    fn with_threats(&self, side: LifeSide) -> ZoneSearch<'_> {
        let limits = ZoneLimits {
            visits: self.limits.visits.saturating_sub(self.visits),
            memory: self.limits.memory.saturating_sub(self.base.memory()),
            ..self.limits
        };
        ZoneSearch {
            without_threats: Some(&self.base),
            ..ZoneSearch::new(self.field, Some(side), &limits)
        }
    }
}

impl ZoneSearch<'_> {
    /// Returns the side that certainly wins a state.
    pub(super) fn winner(&self, id: NodeId) -> Option<LifeSide> {
        let node = self.table.node(id);
        node.numbers.winner().filter(|_| !node.is_by_repetition)
    }

    /// Returns the points of a decided state's zone.
    fn points(&self, id: NodeId) -> Vec<Point> {
        let zone = cells(self.table.node(id).zone);
        zone.map(|index| self.field.point(index)).collect()
    }

    /// Returns a line from a decided state: the winner's moves, and the answers that took longest to refute.
    fn line(&self, root: NodeId) -> Vec<Move> {
        let mut line = Vec::new();
        self.add_line(&mut line, root, self.table.node(root).key.state);
        line
    }

    /// Adds the moves from a state that looks like a decided one.
    fn add_line(&self, line: &mut Vec<Move>, decided: NodeId, state: FieldState) {
        let mut id = decided;
        let mut state = state;
        while line.len() < LONGEST_LINE {
            // A state that looks like another one has no searched states below it.
            id = self.table.node(id).like.unwrap_or(id);
            let node = self.table.node(id);
            let Some((mv, next)) = (match node.answer {
                Some(answer) => self
                    .after(&node.key.state, answer)
                    .map(|next| (answer, next)),
                None => self.hardest_answer(id),
            }) else {
                self.add_line_without_threats(line, id, state);
                break;
            };
            let (mv, after) = match mv {
                FieldMove::Pass => (Move::Pass, Some(state.passed())),
                FieldMove::Stone(index) => {
                    let point = self.field.point(index);
                    (Move::Place(point), self.play(&state, index))
                }
            };
            let Some(after) = after else {
                break;
            };
            line.push(mv);
            (id, state) = (next, after);
        }
    }

    /// Adds the rest of a line from a state that looks like one that was decided without ko threats.
    fn add_line_without_threats(&self, line: &mut Vec<Move>, decided: NodeId, state: FieldState) {
        let key = self.table.node(decided).key.without_threats();
        let Some(search) = self.without_threats else {
            return;
        };
        if let Some(id) = search.table.find(&key) {
            let state = FieldState {
                threats: 0,
                ..state
            };
            search.add_line(line, id, state);
        }
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

    /// Returns the loser's stone that took the most visits to refute. A retake that needs a ko threat is left out, since the line
    /// does not show the threat.
    fn hardest_answer(&self, id: NodeId) -> Option<(FieldMove, NodeId)> {
        let node = self.table.node(id);
        let state = node.key.state;
        let empty = cells(node.zone & self.field.empty(&state));
        let empty = empty.filter(|&index| state.ko != Some(index));
        let known = empty.filter_map(|index| {
            let mv = FieldMove::Stone(index);
            self.after(&state, mv).map(|next| (mv, next))
        });
        let decided = known.filter(|&(_, next)| self.table.node(next).numbers.is_decided());
        decided.max_by_key(|&(_, next)| self.table.node(next).visits)
    }
}
