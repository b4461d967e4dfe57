//! The region of a question as a graph of at most 60 nodes, and the moves in it.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::question::LifeQuestion;
use super::side::LifeSide;
use super::state::{LifeMove, LifeState, MAX_NODES, Node, nodes};
use crate::board::{Board, Point};

/// A region as a graph. A single target chain is one node, because it does not change until the question is decided;
/// every other point of the region is a separate node.
pub struct Enclosure {
    neighbors: [u64; MAX_NODES],
    all: u64,
    /// Per side, the nodes where a stone makes its chain safe because it touches an empty point or a friendly stone
    /// outside the region.
    anchors: [u64; 2],
    /// Nodes next to an outside point without a defending stone.
    open: u64,
    /// Outer liberties, which only the attacker plays, one after the other.
    outer: u64,
    /// The node of each point, in the order of `points`.
    node_of: Vec<Node>,
    points: Vec<Point>,
    start: LifeState,
}

#[derive(Clone, Copy)]
struct LocalChain {
    stones: u64,
    liberties: u64,
    /// Whether the chain can never be removed.
    is_safe: bool,
}

type LocalChains = ArrayVec<LocalChain, MAX_NODES>;

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The game goes on.
    Next(LifeState),
    /// The last target stone was removed.
    Captured,
}

/// A legal move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeStep {
    /// The move that is made.
    pub mv: LifeMove,
    /// The position after the move, or the capture.
    pub outcome: StepOutcome,
    /// Whether the simple ko forbids the move, so that it needs a ko threat.
    pub is_retake: bool,
}

/// The legal moves of a state, with the pass first.
pub type LifeSteps = ArrayVec<LifeStep, { MAX_NODES + 1 }>;

impl Enclosure {
    /// Returns the region of a question, or `None` if it has more than 60 nodes.
    pub fn new(question: &LifeQuestion) -> Option<Enclosure> {
        let board = question.board();
        let points = question.region();
        let mut node_of_point = FxHashMap::default();
        let targets = question.targets();
        let mut target_nodes = 0_u64;
        let mut count = 0;
        if let [target] = targets {
            node_of_point.extend(board.stones_of(*target).map(|stone| (stone, 0)));
            target_nodes = 1;
            count = 1;
        }
        for &point in points {
            node_of_point.entry(point).or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        if count > MAX_NODES {
            return None;
        }
        let node_of: Vec<Node> = points
            .iter()
            .map(|point| node_of_point[point] as Node)
            .collect();
        for stone in targets.iter().flat_map(|&target| board.stones_of(target)) {
            target_nodes |= 1 << node_of_point[&stone];
        }
        let mut enclosure = Enclosure {
            neighbors: [0; MAX_NODES],
            all: (1 << count) - 1,
            anchors: [0; 2],
            open: 0,
            outer: 0,
            node_of,
            points: points.to_vec(),
            start: LifeState {
                stones: [0; 2],
                targets: target_nodes,
                ko: None,
                to_move: LifeSide::Attacker,
            },
        };
        enclosure.survey(question, |point| node_of_point.get(&point).copied());
        Some(enclosure)
    }

    /// Treats the outer liberties of a single target as interchangeable. These are empty points next to the target and
    /// to a safe attacking chain that touch nothing else in the region except such points. They never become eyes, and
    /// a defending stone there gains no liberty. The attacker therefore fills them in one order and the defender does
    /// not play there, which leaves the verdicts unchanged with far fewer states.
    pub fn with_equal_outer_liberties(mut self) -> Enclosure {
        let target = self.start.targets;
        if target.count_ones() != 1 {
            return self;
        }
        let adjacent = self.neighbors[target.trailing_zeros() as usize];
        let mut outer = adjacent & self.empty(&self.start);
        outer &= self.anchors[LifeSide::Attacker as usize];
        outer &= !self.anchors[LifeSide::Defender as usize];
        loop {
            let is_apart = |node: &Node| {
                let neighbors = self.neighbors[usize::from(*node)];
                neighbors & !(outer | target) == 0
            };
            let kept = nodes(outer)
                .filter(is_apart)
                .fold(0, |set, node| set | 1 << node);
            if kept == outer {
                break;
            }
            outer = kept;
        }
        self.outer = outer;
        self
    }

    /// Returns the points where a side looks for moves: all empty ones, except outer liberties, of which only the
    /// attacker considers the first.
    #[inline]
    fn playable(&self, empty: u64, side: LifeSide) -> u64 {
        let outer = empty & self.outer;
        match side {
            LifeSide::Attacker => empty & !outer | outer & outer.wrapping_neg(),
            LifeSide::Defender => empty & !outer,
        }
    }

    /// Fills in the stones, the neighbors and the surroundings of the region.
    fn survey(&mut self, question: &LifeQuestion, node: impl Fn(Point) -> Option<usize>) {
        let board: &Board = question.board();
        let side_of = |point| {
            let color = board.at(point)?;
            LifeSide::BOTH
                .into_iter()
                .find(|&side| question.color(side) == color)
        };
        for (&point, &at) in self.points.iter().zip(&self.node_of) {
            let bit = 1 << at;
            if let Some(side) = side_of(point) {
                self.start.stones[side as usize] |= bit;
            }
            for near in point
                .neighbors()
                .into_iter()
                .filter(|&near| board.contains(near))
            {
                if let Some(other) = node(near) {
                    self.neighbors[usize::from(at)] |= 1 << other & !bit;
                    continue;
                }
                let side = side_of(near);
                for own in LifeSide::BOTH {
                    if side.is_none_or(|side| side == own) {
                        self.anchors[own as usize] |= bit;
                    }
                }
                if side != Some(LifeSide::Defender) {
                    self.open |= bit;
                }
            }
        }
    }

    /// Returns the state of the question with this side to move. The board's ko binds that side if its move there would
    /// retake one stone with one stone.
    pub fn start(&self, question: &LifeQuestion, first: LifeSide) -> LifeState {
        let state = LifeState {
            to_move: first,
            ..self.start
        };
        let barred = question.board().ko().and_then(|ko| {
            let node = self.node(ko.point)?;
            let steps = self.steps(&state);
            let retake = steps.iter().find(|step| step.mv == LifeMove::Stone(node))?;
            let makes_ko = matches!(retake.outcome, StepOutcome::Next(after) if after.ko.is_some());
            makes_ko.then_some(node)
        });
        LifeState {
            ko: barred,
            ..state
        }
    }

    /// Returns the node of a point of the region.
    pub fn node(&self, point: Point) -> Option<Node> {
        let index = self.points.iter().position(|&inside| inside == point)?;
        Some(self.node_of[index])
    }

    /// Returns the index in the region of the first point of a node.
    pub fn index(&self, node: Node) -> usize {
        // Every node has at least one point.
        self.node_of.iter().position(|&at| at == node).unwrap_or(0)
    }

    /// Returns the first point of a node.
    pub fn point(&self, node: Node) -> Point {
        self.points[self.index(node)]
    }

    /// Returns the node of each point, in the region's order.
    pub fn nodes_of_points(&self) -> &[Node] {
        &self.node_of
    }

    /// Returns the empty nodes.
    #[inline]
    pub fn empty(&self, state: &LifeState) -> u64 {
        self.all & !(state.stones[0] | state.stones[1])
    }

    /// Returns the part of `within` that is connected with `seed`, and all nodes adjacent to it.
    #[inline]
    fn flood(&self, seed: u64, within: u64) -> (u64, u64) {
        let mut found = seed;
        let mut frontier = seed;
        let mut around = 0;
        while frontier != 0 {
            let mut adjacent = 0;
            for node in nodes(frontier) {
                adjacent |= self.neighbors[usize::from(node)];
            }
            around |= adjacent;
            frontier = adjacent & within & !found;
            found |= frontier;
        }
        (found, around)
    }

    fn chains(&self, state: &LifeState, side: LifeSide) -> LocalChains {
        let empty = self.empty(state);
        let mut chains = LocalChains::new();
        let mut rest = state.of(side);
        while rest != 0 {
            let (stones, around) = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !stones;
            chains.push(LocalChain {
                stones,
                liberties: around & empty,
                is_safe: stones & self.anchors[side as usize] != 0,
            });
        }
        chains
    }

    /// Returns the legal moves, including those forbidden by the simple ko.
    pub fn steps(&self, state: &LifeState) -> LifeSteps {
        let mut steps = LifeSteps::new();
        self.each_step(state, |step| steps.push(step));
        steps
    }

    /// Calls `visit` for the legal moves in the order of [`Enclosure::steps`].
    #[inline]
    pub fn each_step(&self, state: &LifeState, mut visit: impl FnMut(LifeStep)) {
        visit(LifeStep {
            mv: LifeMove::Pass,
            outcome: StepOutcome::Next(state.passed()),
            is_retake: false,
        });
        let side = state.to_move;
        let empty = self.empty(state);
        let foes = self.chains(state, side.opponent());
        let in_atari = |chain: &&LocalChain| !chain.is_safe && chain.liberties.count_ones() == 1;
        let ataris: ArrayVec<LocalChain, MAX_NODES> =
            foes.iter().filter(in_atari).copied().collect();
        let last_liberties = ataris.iter().fold(0, |set, chain| set | chain.liberties);
        // Own stones that can spare a liberty.
        let mut supports = 0;
        for chain in self.chains(state, side) {
            if chain.is_safe || chain.liberties.count_ones() > 1 {
                supports |= chain.stones;
            }
        }
        for node in nodes(self.playable(empty, side)) {
            let bit = 1 << node;
            let adjacent = self.neighbors[usize::from(node)];
            let mut taken = 0;
            if last_liberties & bit != 0 {
                for chain in ataris.iter().filter(|chain| chain.liberties == bit) {
                    taken |= chain.stones;
                }
            }
            let is_anchored = self.anchors[side as usize] & bit != 0;
            if taken == 0 && adjacent & (empty | supports) == 0 && !is_anchored {
                continue;
            }
            let is_retake = state.ko == Some(node);
            let outcome = self.after(state, node, taken);
            visit(LifeStep {
                mv: LifeMove::Stone(node),
                outcome,
                is_retake,
            });
        }
    }

    /// Returns the result of a legal move that removes the stones in `taken`.
    #[inline]
    fn after(&self, state: &LifeState, node: Node, taken: u64) -> StepOutcome {
        let side = state.to_move;
        let bit = 1 << node;
        let targets = state.targets & !taken;
        if targets == 0 {
            return StepOutcome::Captured;
        }
        let mut stones = state.stones;
        stones[side as usize] |= bit;
        stones[side.opponent() as usize] &= !taken;
        let adjacent = self.neighbors[usize::from(node)];
        let is_ko = taken.count_ones() == 1
            && (adjacent & stones[side as usize]) == 0
            && self.anchors[side as usize] & bit == 0
            && adjacent & !(stones[0] | stones[1]) == taken;
        StepOutcome::Next(LifeState {
            stones,
            targets,
            ko: is_ko.then(|| taken.trailing_zeros() as Node),
            to_move: side.opponent(),
        })
    }

    /// Whether the attacker, to move, can remove the last target immediately, without needing a ko threat.
    pub fn captures_at_once(&self, state: &LifeState) -> bool {
        let mut last = None;
        for chain in self.chains(state, LifeSide::Defender) {
            if chain.stones & state.targets == 0 {
                continue;
            }
            let is_same = last.is_none_or(|point| point == chain.liberties);
            if chain.is_safe || chain.liberties.count_ones() != 1 || !is_same {
                return false;
            }
            last = Some(chain.liberties);
        }
        last.is_some_and(|point| state.ko.is_none_or(|ko| point != 1 << ko))
    }

    /// Whether a chain with a target stone is alive even if the defender always passes (Benson, Life in the Game of Go,
    /// 1976). Chains that are safe by the region's rule count as alive.
    pub fn is_pass_alive(&self, state: &LifeState) -> bool {
        let own = state.of(LifeSide::Defender);
        let empty = self.empty(state);
        let mut eyes: ArrayVec<u64, MAX_NODES> = ArrayVec::new();
        let mut rest = self.all & !own;
        while rest != 0 {
            let (points, _) = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !points;
            if points & self.open == 0 {
                eyes.push(points);
            }
        }
        let safe_target = |chain: &LocalChain| chain.is_safe && chain.stones & state.targets != 0;
        if eyes.len() < 2 {
            let anchored = self.anchors[LifeSide::Defender as usize];
            return own & anchored != 0
                && self
                    .chains(state, LifeSide::Defender)
                    .iter()
                    .any(safe_target);
        }
        let chains = self.chains(state, LifeSide::Defender);
        let is_vital = |chain: &LocalChain, eye: u64| {
            eye & empty & !chain.liberties == 0 && eye & empty & chain.liberties != 0
        };
        let mut live: u64 = (1 << chains.len()) - 1;
        loop {
            let mut kept = live;
            for (index, chain) in chains.iter().enumerate() {
                let vital = eyes.iter().filter(|&&eye| is_vital(chain, eye)).count();
                if !chain.is_safe && vital < 2 {
                    kept &= !(1 << index);
                }
            }
            let dead = chains
                .iter()
                .enumerate()
                .filter(|(index, _)| kept >> index & 1 == 0);
            let dead = dead.fold(0, |set, (_, chain)| set | chain.stones);
            let before = eyes.len();
            eyes.retain(|eye| self.flood(*eye, *eye).1 & dead == 0);
            if kept == live && eyes.len() == before {
                break;
            }
            live = kept;
        }
        let mut alive = chains
            .iter()
            .enumerate()
            .filter(|(index, _)| live >> index & 1 != 0);
        alive.any(|(_, chain)| chain.stones & state.targets != 0)
    }
}
