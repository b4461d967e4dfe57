//! Playouts: the path from the root to a leaf, and the update of the path.

use super::graph::{Graph, GraphNodeId, NodeState};
use super::human_explorer::HumanExplorer;
use super::key;
use super::root::PuctRoot;
use super::root_noise::RootNoise;
use super::select::{SelectContext, Selection};
use super::terminal_value;
use crate::board::Move;
use crate::net::GameHistory;
use tengen_engine::SearchRequest;
use tengen_engine::game::Position as _;

/// The end of a playout's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutEnd {
    /// A position of known value.
    Done,
    /// A leaf that the network must evaluate.
    Leaf(GraphNodeId),
    /// A node that another thread is evaluating. The playout is canceled.
    Busy,
    /// A move to a new node for which there is no memory. The playout is canceled.
    Full,
}

/// The context of a search's playouts.
pub struct SearchContext<'a> {
    /// History at the root.
    pub start: &'a GameHistory,
    /// Root data, constant during the search.
    pub root: &'a PuctRoot,
    /// The client's request, which may restrict moves.
    pub request: &'a SearchRequest<Move>,
    /// Weight of a terminal node's value.
    pub terminal_weight: f64,
}

/// Changes the key of a position after a pass that would end the game, if the search assumes that play continues.
const NOT_OVER: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Clone, Copy, Debug)]
struct PlayoutStep {
    /// The node that the step leaves.
    node: GraphNodeId,
    /// Index of the selected candidate.
    index: usize,
    /// Whether the playout counts only below this node, not at it or above.
    is_weightless: bool,
}

#[derive(Clone, Copy, Debug)]
struct SelectedMove {
    selection: Selection,
    is_weightless: bool,
}

/// A playout in progress.
pub struct TreePlayout {
    /// History at the end of the path.
    pub history: GameHistory,
    path: Vec<PlayoutStep>,
    noise: Option<RootNoise>,
    explorer: Option<HumanExplorer>,
    /// Whether a pass at the root is assumed not to end the game.
    conservative: bool,
}

impl TreePlayout {
    /// Creates a playout, not yet started, for the thread with this number.
    pub fn new(context: &SearchContext, thread: u64) -> TreePlayout {
        let options = &context.root.mode.options;
        let seed = context.root.seed.wrapping_add(thread);
        TreePlayout {
            history: context.start.clone(),
            path: Vec::new(),
            noise: RootNoise::new(options.wide_root_noise, seed),
            explorer: HumanExplorer::new(&options.human, !seed),
            conservative: options.conservative_pass,
        }
    }

    /// Returns the moves of the path.
    pub fn moves(&self, graph: &Graph) -> Vec<Move> {
        let path = self.path.iter();
        path.map(|step| graph.candidates(step.node)[step.index].mv)
            .collect()
    }

    /// Follows the selected moves from the root to the end of the path. Unless the playout is canceled,
    /// [`TreePlayout::back_up`] must follow: immediately, or after a leaf has been evaluated; for a leaf that is not
    /// evaluated, [`TreePlayout::abandon`].
    pub fn select_leaf(&mut self, graph: &mut Graph, context: &SearchContext) -> PlayoutEnd {
        self.history.clone_from(context.start);
        self.path.clear();
        let Some(mut id) = graph.root() else {
            return PlayoutEnd::Busy;
        };
        loop {
            match graph.node(id).state {
                NodeState::Evaluated => {}
                NodeState::Terminal => {
                    let values = graph.node(id).stats.values;
                    graph.add_terminal_visit(id, values, context.terminal_weight);
                    return PlayoutEnd::Done;
                }
                NodeState::Pending => {
                    self.cancel(graph);
                    return PlayoutEnd::Busy;
                }
                NodeState::New => return self.open_leaf(graph, id, context),
            }
            let selected = self.select_move(graph, id, context);
            let index = match selected.selection {
                Selection::Candidate(index) => index,
                Selection::Wait => {
                    self.cancel(graph);
                    return PlayoutEnd::Busy;
                }
                // No move may be searched here, so the node's own evaluation counts once more.
                Selection::NoMove => {
                    graph.node_mut(id).visits += 1;
                    return PlayoutEnd::Done;
                }
            };
            let Some((child, is_transposition)) = self.play_candidate(graph, id, index) else {
                self.cancel(graph);
                return PlayoutEnd::Full;
            };
            let is_cycle = self.path.iter().any(|step| step.node == child);
            let is_weightless = selected.is_weightless;
            self.path.push(PlayoutStep {
                node: id,
                index,
                is_weightless,
            });
            graph.node_mut(child).in_flight += 1;
            // A weightless playout continues, to add visits to the child beyond those of the edge.
            if is_transposition && !is_weightless || is_cycle {
                return PlayoutEnd::Done;
            }
            id = child;
        }
    }

    /// Selects a candidate. Skips candidates that superko forbids on this path, even if it allowed them on another.
    fn select_move(
        &mut self,
        graph: &Graph,
        id: GraphNodeId,
        context: &SearchContext,
    ) -> SelectedMove {
        let is_root = self.path.is_empty();
        let pass_ends = self.history.pass_ends() && !(is_root && self.conservative);
        let position = self.history.position();
        let color = position.to_move();
        let ply = self.path.len() as u32;
        let explorer = self.explorer.as_mut();
        let human = explorer.and_then(|explorer| explorer.draw(is_root, color));
        let human = human.filter(|_| graph.has_human_policy(id));
        let candidates = graph.candidates(id);
        let mut illegal: Vec<usize> = Vec::new();
        loop {
            let may_try = |index: usize| {
                !illegal.contains(&index)
                    && (ply == 0 || context.request.allows(color, &candidates[index].mv, ply))
            };
            let selection = graph.select(
                id,
                SelectContext {
                    bonus: if is_root { &context.root.bonus } else { &[] },
                    pass_ends,
                    may_try: &may_try,
                    noise: self.noise.as_mut().filter(|_| is_root),
                    human,
                },
            );
            match selection {
                Selection::Candidate(index)
                    if position.check(color, candidates[index].mv).is_err() =>
                {
                    illegal.push(index);
                }
                selection => {
                    return SelectedMove {
                        selection,
                        is_weightless: human.is_some_and(|human| human.is_weightless),
                    };
                }
            }
        }
    }

    /// Plays a candidate. Returns the child and whether it has more visits than this edge, so that its statistics can
    /// be used without searching deeper. `None` if there is no memory for a new child.
    fn play_candidate(
        &mut self,
        graph: &mut Graph,
        id: GraphNodeId,
        index: usize,
    ) -> Option<(GraphNodeId, bool)> {
        let mv = graph.candidates(id)[index].mv;
        let edge = graph.node(id).edges.get(index).copied().unwrap_or_default();
        if edge.child.is_none() && graph.is_full() {
            return None;
        }
        let before = self.history.latest_moves().next();
        let color = self.history.position().to_move();
        let board = self.history.position().board();
        let local_pattern = match edge.child {
            None => before.and_then(|before| key::of_local_pattern(board, before, color, mv)),
            Some(_) => None,
        };
        // Selection has checked that the move is legal.
        self.history.play(color, mv).ok()?;
        let child = edge.child.unwrap_or_else(|| {
            let mut key = key::of_position(&self.history);
            if self.goes_on_after_pass(self.path.len() + 1) {
                // Elsewhere in the graph, the game is over in such a position.
                key ^= NOT_OVER;
            }
            let child = graph.find_or_add(key, color.opponent(), local_pattern);
            graph.link(id, index, child);
            child
        });
        let is_transposition = edge.visits < graph.node(child).visits;
        Some((child, is_transposition))
    }

    /// Opens a new node: values it if the game is over there, otherwise leaves it to the network.
    fn open_leaf(&self, graph: &mut Graph, id: GraphNodeId, context: &SearchContext) -> PlayoutEnd {
        let rules = self.history.position().rules();
        if self.is_terminal(graph, id) && !rules.removes_dead_stones() {
            graph.add_terminal_visit(
                id,
                terminal_value::value_of_all_alive(&self.history),
                context.terminal_weight,
            );
            return PlayoutEnd::Done;
        }
        graph.node_mut(id).state = NodeState::Pending;
        PlayoutEnd::Leaf(id)
    }

    /// Whether the game is over at this node. It never is at the root, where a move is wanted.
    pub fn is_terminal(&self, graph: &Graph, id: GraphNodeId) -> bool {
        self.history.is_over()
            && graph.root() != Some(id)
            && !self.goes_on_after_pass(self.path.len())
    }

    /// Whether this is the position after a game-ending pass at the root, while the search assumes that play continues.
    fn goes_on_after_pass(&self, ply: usize) -> bool {
        self.conservative && ply == 1 && self.history.is_over()
    }

    /// Backs up the result to the root or a weightless step. Returns whether it counts as a visit of the root.
    pub fn back_up(&mut self, graph: &mut Graph) -> bool {
        let mut counts = true;
        while let Some(step) = self.path.pop() {
            counts &= !step.is_weightless;
            let edge = &mut graph.node_mut(step.node).edges[step.index];
            edge.visits += u32::from(counts);
            if let Some(child) = edge.child {
                graph.node_mut(child).in_flight -= 1;
            }
            if counts {
                graph.node_mut(step.node).visits += 1;
                graph.update(step.node);
            }
        }
        counts
    }

    /// Leaves a leaf without an evaluation, and cancels the playout.
    pub fn abandon(&mut self, graph: &mut Graph, leaf: GraphNodeId) {
        graph.node_mut(leaf).state = NodeState::New;
        self.cancel(graph);
    }

    /// Removes the virtual losses along the path.
    fn cancel(&mut self, graph: &mut Graph) {
        for step in self.path.drain(..) {
            if let Some(child) = graph.node(step.node).edges[step.index].child {
                graph.node_mut(child).in_flight -= 1;
            }
        }
    }
}
