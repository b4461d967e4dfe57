//! One playout's way from the root down, and back up with what it found.

use super::ending;
use super::graph::{Graph, NodeId, State};
use super::key;
use super::select::{Choice, Circumstances};
use crate::engine::SearchRequest;
use crate::engine::game::Position as _;
use crate::go::board::Move;
use crate::go::net::GameHistory;

/// Where a playout has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At its end: what it found is known already.
    Done,
    /// At a node that the network has to be asked about.
    Unknown(NodeId),
    /// At nodes that other threads are about to evaluate; it has been taken back.
    Busy,
    /// At a move for which there is no room; it has been taken back.
    Full,
}

/// What a walk has to know of its search.
pub struct Terrain<'a> {
    /// The root's situation.
    pub start: &'a GameHistory,
    /// For each candidate of the root the points by which it is better than it seems.
    pub bonus: &'a [f64],
    /// What was asked.
    pub question: &'a SearchRequest<Move>,
    /// The weight of an outcome that is sure.
    pub certainty: f64,
}

/// A playout under way.
pub struct Walk {
    /// The situation that it has come to.
    pub situation: GameHistory,
    /// Nodes, and the candidate that was taken from each.
    steps: Vec<(NodeId, usize)>,
}

impl Walk {
    /// A walk that has not begun.
    pub fn new(start: &GameHistory) -> Walk {
        Walk {
            situation: start.clone(),
            steps: Vec::new(),
        }
    }

    /// Goes from the root to where something is to be learned. Unless it is taken back, [`Walk::finish`] has to follow,
    /// at once or when an unknown node has been evaluated.
    pub fn descend(&mut self, graph: &mut Graph, terrain: &Terrain) -> Arrival {
        self.situation.clone_from(terrain.start);
        self.steps.clear();
        let Some(mut id) = graph.root() else {
            return Arrival::Busy;
        };
        loop {
            match graph.node(id).state {
                State::Known => {}
                State::Over => {
                    let outlook = graph.node(id).stats.outlook;
                    graph.end(id, outlook, terrain.certainty);
                    return Arrival::Done;
                }
                State::Pending => {
                    self.take_back(graph);
                    return Arrival::Busy;
                }
                State::New => return self.arrive(graph, id, terrain),
            }
            let index = match self.choose(graph, id, terrain) {
                Choice::Try(index) => index,
                Choice::Wait => {
                    self.take_back(graph);
                    return Arrival::Busy;
                }
                // Nothing may be tried here: the node counts for itself once more.
                Choice::Nothing => {
                    graph.node_mut(id).visits += 1;
                    return Arrival::Done;
                }
            };
            let Some((child, is_old)) = self.step(graph, id, index) else {
                self.take_back(graph);
                return Arrival::Full;
            };
            let is_cycle = self.steps.iter().any(|&(node, _)| node == child);
            self.steps.push((id, index));
            graph.node_mut(child).in_flight += 1;
            if is_old || is_cycle {
                return Arrival::Done;
            }
            id = child;
        }
    }

    /// The candidate to try. One that superko forbids after these moves, though not after those that first led here, is
    /// passed over.
    fn choose(&self, graph: &Graph, id: NodeId, terrain: &Terrain) -> Choice {
        let position = self.situation.position();
        let color = position.to_move();
        let ply = self.steps.len() as u32;
        let candidates = graph.candidates(id);
        let mut barred: Vec<usize> = Vec::new();
        loop {
            let may_try = |index: usize| {
                !barred.contains(&index)
                    && (ply == 0 || terrain.question.allows(color, &candidates[index].mv, ply))
            };
            let choice = graph.select(
                id,
                &Circumstances {
                    bonus: if ply == 0 { terrain.bonus } else { &[] },
                    pass_ends: self.situation.pass_ends(),
                    may_try: &may_try,
                },
            );
            match choice {
                Choice::Try(index) if position.check(color, candidates[index].mv).is_err() => {
                    barred.push(index);
                }
                choice => return choice,
            }
        }
    }

    /// Plays a candidate; the node that it leads to, and whether that has been visited more often than by this move, so
    /// that there is nothing to be learned by going on. `None` if there is no room for the node.
    fn step(&mut self, graph: &mut Graph, id: NodeId, index: usize) -> Option<(NodeId, bool)> {
        let mv = graph.candidates(id)[index].mv;
        let edge = graph.node(id).edges.get(index).copied().unwrap_or_default();
        if edge.child.is_none() && graph.is_full() {
            return None;
        }
        let before = self.situation.latest_moves().next();
        let color = self.situation.position().to_move();
        let board = self.situation.position().board();
        let surroundings = match edge.child {
            None => before.and_then(|before| key::of_surroundings(board, before, color, mv)),
            Some(_) => None,
        };
        // It was found to be legal when it was chosen.
        self.situation.play(color, mv).ok()?;
        let child = edge.child.unwrap_or_else(|| {
            let key = key::of_position(&self.situation);
            let child = graph.find_or_add(key, color.opponent(), surroundings);
            graph.link(id, index, child);
            child
        });
        let is_old = edge.visits < graph.node(child).visits;
        Some((child, is_old))
    }

    /// Looks at a new node: whether the game is over there, or the network has to be asked.
    fn arrive(&self, graph: &mut Graph, id: NodeId, terrain: &Terrain) -> Arrival {
        let rules = self.situation.position().rules();
        if self.ends(graph, id) && !ending::needs_agreement(rules) {
            graph.end(id, ending::as_it_stands(&self.situation), terrain.certainty);
            return Arrival::Done;
        }
        graph.node_mut(id).state = State::Pending;
        Arrival::Unknown(id)
    }

    /// Whether the game is over at this node. It never is at the root, since somebody wants a move there.
    pub fn ends(&self, graph: &Graph, id: NodeId) -> bool {
        self.situation.is_over() && graph.root() != Some(id)
    }

    /// Tells all nodes on the way, from the last up.
    pub fn finish(&mut self, graph: &mut Graph) {
        while let Some((id, index)) = self.steps.pop() {
            let edge = &mut graph.node_mut(id).edges[index];
            edge.visits += 1;
            if let Some(child) = edge.child {
                graph.node_mut(child).in_flight -= 1;
            }
            graph.node_mut(id).visits += 1;
            graph.update(id);
        }
    }

    /// Leaves no trace of the way.
    fn take_back(&mut self, graph: &mut Graph) {
        for (id, index) in self.steps.drain(..) {
            if let Some(child) = graph.node(id).edges[index].child {
                graph.node_mut(child).in_flight -= 1;
            }
        }
    }
}
