//! Retrograde analysis of a graph of states: the states from which one side can force something.

use super::graph::{Edge, LifeGraph, StateKind};
use super::side::LifeSide;
use super::state::LifeMove;

/// The states from which a side can force its goal in finitely many moves, with a move of that side in each.
pub struct Forced {
    /// For each state the number of the edge to take, or one of the marks below.
    answers: Vec<u8>,
}

const NOT_FORCED: u8 = u8::MAX;
/// Forced, without a move of the side.
const FORCED: u8 = u8::MAX - 1;

/// The value of an edge for the side that wants to force its goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeValue {
    /// Leads on to the goal.
    Good,
    /// Leads elsewhere, as far as is known.
    Bad,
    /// May not be played.
    Barred,
}

/// The right to retake kos at once.
#[derive(Clone, Copy)]
pub enum Retakes<'a> {
    /// None, as by the rule of ko.
    Barred,
    /// One threat is spent on a retake. The states where the attacker captures with one threat less are given.
    Spent(&'a Forced),
}

impl Forced {
    /// Whether the goal can be forced from a state.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.answers[index] != NOT_FORCED
    }

    /// Returns the number of the edge to take in a state; `None` if the other side is to move or nothing is left to do.
    pub fn answer(&self, index: usize) -> Option<usize> {
        let answer = self.answers[index];
        (answer < FORCED).then_some(usize::from(answer))
    }

    /// Returns the states from which the attacker can force the capture.
    pub fn captures(graph: &LifeGraph, attacker: Retakes, defender: Retakes) -> Forced {
        let goal = |index| match graph.kind(index) {
            StateKind::Lost => Some(true),
            StateKind::PassAlive => Some(false),
            StateKind::Open => None,
        };
        let value = |forced: &Forced, side, edge: Edge, _| {
            let retakes = match side {
                LifeSide::Attacker => attacker,
                LifeSide::Defender => defender,
            };
            let known = match (edge.is_retake(), retakes) {
                (true, Retakes::Barred) => return EdgeValue::Barred,
                (true, Retakes::Spent(known)) => known,
                (false, _) => forced,
            };
            if edge.child().is_none_or(|child| known.contains(child)) {
                EdgeValue::Good
            } else {
                EdgeValue::Bad
            }
        };
        Forced::least(graph, LifeSide::Attacker, goal, value)
    }

    /// Returns the states from which the defender can force a pass-alive target.
    pub fn eyes(graph: &LifeGraph) -> Forced {
        let goal = |index| match graph.kind(index) {
            StateKind::Lost => Some(false),
            StateKind::PassAlive => Some(true),
            StateKind::Open => None,
        };
        let value = |forced: &Forced, _, edge, _| defender_value(forced, edge);
        Forced::least(graph, LifeSide::Defender, goal, value)
    }

    /// Returns the states from which the defender can force an end of the play, although the attacker passes only where
    /// he has no other move.
    pub fn ends(graph: &LifeGraph) -> Forced {
        let goal = |index| match graph.kind(index) {
            StateKind::Lost => Some(false),
            StateKind::PassAlive => Some(true),
            StateKind::Open => None,
        };
        let value = |forced: &Forced, side, edge, mv| {
            if side == LifeSide::Attacker && mv == LifeMove::Pass {
                return EdgeValue::Barred;
            }
            defender_value(forced, edge)
        };
        Forced::least(graph, LifeSide::Defender, goal, value)
    }

    /// Returns the least set that contains the goal, the states of `side` with a good edge, and the other side's states
    /// without a bad one.
    fn least(
        graph: &LifeGraph,
        side: LifeSide,
        goal: impl Fn(usize) -> Option<bool>,
        value: impl Fn(&Forced, LifeSide, Edge, LifeMove) -> EdgeValue,
    ) -> Forced {
        let mut forced = Forced {
            answers: vec![NOT_FORCED; graph.len()],
        };
        let mut open = Vec::with_capacity(graph.len());
        // Later states are nearer to the end, so they come first.
        for index in (0..graph.len()).rev() {
            match goal(index) {
                Some(true) => forced.answers[index] = FORCED,
                Some(false) => {}
                None => open.push(index as u32),
            }
        }
        loop {
            let before = open.len();
            open.retain(|&index| {
                let index = index as usize;
                let to_move = graph.to_move(index);
                let mut edges = graph.edges(index).iter().zip(graph.moves(index));
                let is = |wanted, (edge, mv): (&Edge, &LifeMove)| {
                    value(&forced, to_move, *edge, *mv) == wanted
                };
                let answer = if to_move == side {
                    let good = edges.position(|edge| is(EdgeValue::Good, edge));
                    good.map_or(NOT_FORCED, |good| good as u8)
                } else if edges.any(|edge| is(EdgeValue::Bad, edge)) {
                    NOT_FORCED
                } else {
                    FORCED
                };
                forced.answers[index] = answer;
                answer == NOT_FORCED
            });
            if open.len() == before {
                return forced;
            }
        }
    }
}

/// Returns the value of an edge for a defender who goes for a goal of his own.
fn defender_value(forced: &Forced, edge: Edge) -> EdgeValue {
    match edge.child() {
        _ if edge.is_retake() => EdgeValue::Barred,
        Some(child) if forced.contains(child) => EdgeValue::Good,
        _ => EdgeValue::Bad,
    }
}

/// The states from which the attacker can force the capture, for every number of ko threats that matters.
pub struct ThreatLayers {
    /// Without threats, and then with 1, 2, ... threats of the attacker. The last number captures as much as any.
    attacker: Vec<Forced>,
    /// The same with threats of the defender.
    defender: Vec<Forced>,
}

impl ThreatLayers {
    /// Analyzes a graph. `None` if the work is interrupted.
    pub fn new(graph: &LifeGraph, is_stopped: &dyn Fn() -> bool) -> Option<ThreatLayers> {
        let strict = || Forced::captures(graph, Retakes::Barred, Retakes::Barred);
        let mut layers = ThreatLayers {
            attacker: vec![strict()],
            defender: vec![strict()],
        };
        for side in LifeSide::BOTH {
            let mut is_settled = !graph.has_retakes(side);
            while !is_settled {
                if is_stopped() {
                    return None;
                }
                let layers = layers.of_mut(side);
                let last = &layers[layers.len() - 1];
                let spent = Retakes::Spent(last);
                let next = match side {
                    LifeSide::Attacker => Forced::captures(graph, spent, Retakes::Barred),
                    LifeSide::Defender => Forced::captures(graph, Retakes::Barred, spent),
                };
                is_settled =
                    (0..graph.len()).all(|index| next.contains(index) == last.contains(index));
                layers.push(next);
            }
        }
        Some(layers)
    }

    /// Returns the captures with this number of threats of one side, or with any if there is no number.
    pub fn captures(&self, side: LifeSide, threats: Option<usize>) -> &Forced {
        let layers = match side {
            LifeSide::Attacker => &self.attacker,
            LifeSide::Defender => &self.defender,
        };
        let last = layers.len() - 1;
        &layers[threats.map_or(last, |threats| threats.min(last))]
    }

    /// Returns the least number of threats with which a side succeeds in a state; `None` if no number is enough.
    pub fn threats(&self, side: LifeSide, index: usize) -> Option<usize> {
        let succeeds = |captures: &Forced| captures.contains(index) == (side == LifeSide::Attacker);
        match side {
            LifeSide::Attacker => self.attacker.iter().position(succeeds),
            LifeSide::Defender => self.defender.iter().position(succeeds),
        }
    }

    fn of_mut(&mut self, side: LifeSide) -> &mut Vec<Forced> {
        match side {
            LifeSide::Attacker => &mut self.attacker,
            LifeSide::Defender => &mut self.defender,
        }
    }
}
