//! Exhaustive answers: every state that can be reached is labeled by retrograde analysis.

use super::enclosure::Enclosure;
use super::graph::LifeGraph;
use super::question::LifeQuestion;
use super::reading::{KoThreats, LifeReading, LifeVerdict, WayOfLife};
use super::retrograde::{Forced, ThreatLayers};
use super::side::LifeSide;
use super::state::{LifeMove, LifeState};

/// The longest line that is shown.
const LONGEST_LINE: usize = 60;

/// The labeled states of a question.
pub struct ExhaustiveAnalysis {
    graph: LifeGraph,
    layers: ThreatLayers,
    eyes: Forced,
    ends: Forced,
}

/// The value of a state with ko threats taken into account, in the attacker's favor: captured; captured unless the
/// defender has so many threats; lives unless the attacker has so many; lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LifeValue(i32);

impl LifeValue {
    const CAPTURED: LifeValue = LifeValue(i32::MAX);
    const LIVES: LifeValue = LifeValue(i32::MIN);

    /// Returns the value of a state in which the sides need these numbers of threats.
    pub fn new(attacker: Option<usize>, defender: Option<usize>) -> LifeValue {
        match (attacker, defender) {
            (Some(0), None) => LifeValue::CAPTURED,
            (Some(0), Some(count)) => LifeValue(count as i32),
            (Some(count), _) => LifeValue(-(count as i32)),
            (None, _) => LifeValue::LIVES,
        }
    }

    /// Returns the value of a move whose result has this value if the move itself takes a threat of `side`.
    pub fn after_retake(self, side: LifeSide) -> LifeValue {
        match side {
            LifeSide::Attacker if self.0 > 0 => LifeValue(-1),
            LifeSide::Attacker if self == LifeValue::LIVES => self,
            LifeSide::Attacker => LifeValue(self.0 - 1),
            LifeSide::Defender if self.0 < 0 => LifeValue(1),
            LifeSide::Defender if self == LifeValue::CAPTURED => self,
            LifeSide::Defender => LifeValue(self.0 + 1),
        }
    }

    /// Whether the target is captured without ko threats.
    pub fn is_captured(self) -> bool {
        self.0 > 0
    }

    /// Whether `side` gets nothing, even with ko threats.
    pub fn is_hopeless(self, side: LifeSide) -> bool {
        match side {
            LifeSide::Attacker => self == LifeValue::LIVES,
            LifeSide::Defender => self == LifeValue::CAPTURED,
        }
    }

    /// Returns the threats that turn the verdict.
    pub fn ko(self) -> Option<KoThreats> {
        if self == LifeValue::CAPTURED || self == LifeValue::LIVES {
            return None;
        }
        let side = if self.is_captured() {
            LifeSide::Defender
        } else {
            LifeSide::Attacker
        };
        Some(KoThreats {
            side,
            count: self.0.unsigned_abs() as usize,
        })
    }
}

impl ExhaustiveAnalysis {
    /// Labels all states of a question with either side to move first. `None` if there are more than `most`, or the
    /// analysis is interrupted.
    pub fn new(
        enclosure: &Enclosure,
        question: &LifeQuestion,
        most: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<ExhaustiveAnalysis> {
        let roots = LifeSide::BOTH.map(|first| enclosure.start(question, first));
        let graph = LifeGraph::explore(enclosure, &roots, most, is_stopped)?;
        let layers = ThreatLayers::new(&graph, is_stopped)?;
        let eyes = Forced::eyes(&graph);
        let ends = Forced::ends(&graph);
        Some(ExhaustiveAnalysis {
            graph,
            layers,
            eyes,
            ends,
        })
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.graph.len()
    }

    /// Returns the answer with this side to move first.
    pub fn reading(&self, first: LifeSide) -> LifeReading {
        let root = self.graph.root(first as usize);
        let value = self.value(root);
        let mut reading = LifeReading::unknown(first, self.graph.len() as u64);
        reading.verdict = if value.is_captured() {
            LifeVerdict::Captured
        } else {
            LifeVerdict::Lives
        };
        reading.ko = value.ko();
        reading.how = (!value.is_captured()).then(|| self.way(root));
        let wants_capture = first == LifeSide::Attacker;
        for (mv, after) in self.values_of_moves(root) {
            if after.is_captured() == wants_capture {
                reading.moves.push(mv);
            }
            if after == value && !value.is_hopeless(first) {
                reading.best.push(mv);
            }
        }
        reading.pv = self.line(root);
        reading
    }

    fn value(&self, index: usize) -> LifeValue {
        let [attacker, defender] = LifeSide::BOTH.map(|side| self.layers.threats(side, index));
        LifeValue::new(attacker, defender)
    }

    /// Returns the moves of a state and their values for the attacker.
    fn values_of_moves(&self, index: usize) -> Vec<(LifeMove, LifeValue)> {
        let side = self.graph.to_move(index);
        let edges = self.graph.edges(index).iter().zip(self.graph.moves(index));
        let value = |(edge, &mv): (&super::graph::Edge, &LifeMove)| {
            let value = edge
                .child()
                .map_or(LifeValue::CAPTURED, |child| self.value(child));
            let value = if edge.is_retake() {
                value.after_retake(side)
            } else {
                value
            };
            (mv, value)
        };
        edges.map(value).collect()
    }

    fn way(&self, index: usize) -> WayOfLife {
        if self.eyes.contains(index) {
            WayOfLife::Eyes
        } else if self.ends.contains(index) {
            WayOfLife::Seki
        } else {
            WayOfLife::Cycle
        }
    }

    /// Returns a line of best play: up to the capture, to a pass-alive target, to two passes or to a repetition.
    fn line(&self, root: usize) -> Vec<LifeMove> {
        let mut line = Vec::new();
        let mut seen = vec![root];
        let mut at = root;
        while line.len() < LONGEST_LINE {
            let Some(edge) = self.best_edge(at) else {
                break;
            };
            line.push(self.graph.moves(at)[edge]);
            let two_passes = line.len() >= 2 && line[line.len() - 2..] == [LifeMove::Pass; 2];
            match self.graph.edges(at)[edge].child() {
                Some(child) if !two_passes && !seen.contains(&child) => at = child,
                _ => break,
            }
            seen.push(at);
        }
        line
    }

    /// Returns the number of an edge of best play.
    fn best_edge(&self, index: usize) -> Option<usize> {
        let strict = self.layers.captures(LifeSide::Attacker, Some(0));
        let side = self.graph.to_move(index);
        let answer = match side {
            LifeSide::Attacker => strict.answer(index),
            LifeSide::Defender => self.eyes.answer(index),
        };
        if answer.is_some() {
            return answer;
        }
        let edges = self.graph.edges(index);
        let value = |edge: usize| {
            let child = edges[edge].child();
            child.map_or(LifeValue::CAPTURED, |child| self.value(child))
        };
        let lasts = |edge: usize| {
            let child = edges[edge].child();
            child.is_some_and(|child| self.graph.kind(child) == super::graph::StateKind::Open)
        };
        let allowed = (0..edges.len()).filter(|&edge| !edges[edge].is_retake());
        match side {
            LifeSide::Attacker => allowed.max_by_key(|&edge| (value(edge), lasts(edge), edge)),
            LifeSide::Defender => allowed.min_by_key(|&edge| (value(edge), !lasts(edge), edge)),
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &LifeGraph {
        &self.graph
    }

    /// Returns the captures by number of threats.
    pub fn layers(&self) -> &ThreatLayers {
        &self.layers
    }

    /// Returns the states from which the defender can force a pass-alive target.
    pub fn eyes(&self) -> &Forced {
        &self.eyes
    }
}

/// Returns the state with this side to move first, for proofs.
pub fn start(enclosure: &Enclosure, question: &LifeQuestion, first: LifeSide) -> LifeState {
    enclosure.start(question, first)
}
