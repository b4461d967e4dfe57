//! PUCT selection of a playout's next move, with KataGo's exploration, first-play urgency (FPU) and virtual losses.

use super::graph::{Child, Graph, GraphNodeId, NodeState};
use super::root_noise::RootNoise;
use super::update::sign;
use super::utility::stdev;
use crate::board::Move;

/// Added to the total weight of the children, so that priors count before the first visit.
const MIN_TOTAL_WEIGHT: f64 = 0.01;

/// The result of a selection at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Search the candidate with this index.
    Candidate(usize),
    /// All candidates are being evaluated by other threads.
    Wait,
    /// No candidate may be searched.
    NoMove,
}

/// The context of a selection.
pub struct SelectContext<'a> {
    /// Bonus points of each candidate for the side to move; empty except at the root.
    pub bonus: &'a [f64],
    /// Whether a pass ends the game.
    pub pass_ends: bool,
    /// Predicate for the indices of candidates that may be searched.
    pub may_try: &'a dyn Fn(usize) -> bool,
    /// Wide root noise; `None` except at the root.
    pub noise: Option<&'a mut RootNoise>,
    /// Set if this selection follows the human policy.
    pub human: Option<HumanSelection>,
}

/// Selection by the policy of a network that imitates human players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanSelection {
    /// Whether the playout evaluates the move without counting in the node's value.
    pub is_weightless: bool,
    /// PUCT exploration by this policy.
    pub cpuct: f64,
    /// The part of that exploration that doesn't diminish with visits.
    pub cpuct_permanent: f64,
}

impl SelectContext<'_> {
    /// With wide root noise, flattens a prior and returns a random utility bonus.
    fn add_noise(&mut self, prior: &mut f32) -> f64 {
        self.noise.as_mut().map_or(0.0, |noise| {
            *prior = noise.flatten(f64::from(*prior)) as f32;
            noise.bonus()
        })
    }
}

/// The exploration terms of a node.
pub struct Exploration {
    /// Factor of the priors: cpuct times the square root of the children's weight.
    pub scale: f64,
    /// First-play urgency (FPU): the utility of unvisited moves, for the side to move.
    fpu: f64,
    /// Whether all of a child's weight counts, not only the edge's part.
    counts_nodes: bool,
}

impl Graph {
    /// Selects a move at an evaluated node.
    pub fn select(&self, id: GraphNodeId, mut context: SelectContext) -> Selection {
        let human = context.human.zip(self.human_priors(id));
        let exploration = match human {
            Some((human, priors)) => self.human_exploration(id, human, priors),
            None => self.exploration(id),
        };
        let prior_of = |index: usize| match human {
            Some((_, priors)) => priors[index],
            None => self.candidates(id)[index].prior,
        };
        if human.is_some_and(|(human, _)| human.is_weightless) {
            context.noise = None;
        }
        let (mut best, mut best_value) = (Selection::NoMove, f64::NEG_INFINITY);
        let mut waits = false;
        let mut consider = |index, value: f64| {
            if value > best_value {
                (best, best_value) = (Selection::Candidate(index), value);
            }
        };
        for mut child in self.children(id) {
            if !(context.may_try)(child.index) {
                continue;
            }
            if child.node.state == NodeState::Pending {
                waits = true;
                continue;
            }
            let bonus = context.bonus.get(child.index).copied().unwrap_or(0.0);
            child.candidate.prior = prior_of(child.index);
            let noise = context.add_noise(&mut child.candidate.prior);
            let value = self.puct_value(id, &child, bonus, &exploration);
            consider(child.index, value + noise);
        }
        let priors = human.map(|(_, priors)| priors);
        if let Some(index) = self.best_unvisited(id, priors, context.may_try) {
            let mut prior = prior_of(index);
            let noise = context.add_noise(&mut prior);
            let value = exploration.fpu + exploration.scale * f64::from(prior);
            consider(index, value + noise);
        }
        if context.pass_ends
            && let Some(index) = self.forced_candidate(id, context.may_try)
        {
            return Selection::Candidate(index);
        }
        match best {
            Selection::NoMove if waits => Selection::Wait,
            _ => best,
        }
    }

    /// Returns the unvisited candidate with the largest prior, by `priors` if given.
    fn best_unvisited(
        &self,
        id: GraphNodeId,
        priors: Option<&[f32]>,
        may_try: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let edges = &self.node(id).edges;
        let is_new = |&index: &usize| edges.get(index).is_none_or(|edge| edge.child.is_none());
        let mut new = (0..self.candidates(id).len()).filter(is_new);
        match priors {
            // Candidates are ordered by prior.
            None => new.find(|&index| may_try(index)),
            Some(priors) => new
                .filter(|&index| may_try(index))
                .max_by(|&a, &b| priors[a].total_cmp(&priors[b])),
        }
    }

    /// If a pass ends the game, both the pass and another move must be searched, because the policy of a position that
    /// is practically over may contain only one of them. Returns the candidate still missing.
    fn forced_candidate(&self, id: GraphNodeId, may_try: &dyn Fn(usize) -> bool) -> Option<usize> {
        let candidates = self.candidates(id);
        let tried = |pass| {
            let mut children = self.children(id);
            children.any(|child| (child.candidate.mv == Move::Pass) == pass)
        };
        let visits: u32 = self.node(id).edges.iter().map(|edge| edge.visits).sum();
        if visits < 2 || tried(true) && tried(false) {
            return None;
        }
        let wanted = !tried(true);
        let is_wanted = |&index: &usize| (candidates[index].mv == Move::Pass) == wanted;
        let mut wanted = (0..candidates.len()).filter(is_wanted);
        wanted.find(|&index| may_try(index))
    }

    /// Whether a human network has evaluated a node.
    pub fn has_human_policy(&self, id: GraphNodeId) -> bool {
        self.human_priors(id).is_some()
    }

    /// Returns the human policy of a node's candidates; `None` if no human network has evaluated the node.
    fn human_priors(&self, id: GraphNodeId) -> Option<&[f32]> {
        self.node(id).evaluation.as_ref()?.human_priors()
    }

    fn human_exploration(
        &self,
        id: GraphNodeId,
        human: HumanSelection,
        priors: &[f32],
    ) -> Exploration {
        let counts_nodes = human.is_weightless;
        let (mut visited, mut weight) = (0.0, 0.0);
        for child in self.children(id) {
            visited += f64::from(priors[child.index]);
            weight += explored_weight(&child, counts_nodes);
        }
        let cpuct = human.cpuct + human.cpuct_permanent * weight.sqrt();
        Exploration {
            scale: cpuct * (weight + MIN_TOTAL_WEIGHT).sqrt(),
            fpu: self.first_play_urgency(id, visited),
            counts_nodes,
        }
    }

    /// Returns the exploration terms of a node for a selection by the network's policy.
    pub fn exploration(&self, id: GraphNodeId) -> Exploration {
        let params = &self.params;
        let node = self.node(id);
        let stats = &node.stats;
        let (mut visited, mut weight) = (0.0, 0.0);
        for child in self.children(id) {
            visited += f64::from(child.candidate.prior);
            weight += child.weight();
        }
        let prior = params.utility_stdev_prior;
        let observed = if stats.weight <= 1.0 {
            prior
        } else {
            let square = stats.utility * stats.utility;
            let sum = (square + prior * prior) * params.utility_stdev_prior_weight
                + stats.utility_squared.max(square) * stats.weight;
            stdev(
                stats.utility,
                sum / (params.utility_stdev_prior_weight + stats.weight - 1.0),
            )
        };
        let spread = 1.0 + params.utility_stdev_scale * (observed / prior - 1.0);
        let growth = ((weight + params.cpuct_base) / params.cpuct_base).ln();
        let scale = (params.cpuct + params.cpuct_log * growth)
            * (weight + MIN_TOTAL_WEIGHT).sqrt()
            * spread;
        Exploration {
            scale,
            fpu: self.first_play_urgency(id, visited),
            counts_nodes: false,
        }
    }

    /// Returns the first-play urgency (FPU) of unvisited moves, given the share of the policy that has been visited.
    fn first_play_urgency(&self, id: GraphNodeId, visited: f64) -> f64 {
        let params = &self.params;
        let node = self.node(id);
        let stats = &node.stats;
        let own = node
            .evaluation
            .as_ref()
            .map_or(stats.utility, |evaluation| {
                self.utility.of(&evaluation.values)
            });
        let trust = visited.powf(params.fpu_parent_power).min(1.0);
        let reduction = match self.root() == Some(id) {
            true => params.root_fpu_reduction,
            false => params.fpu_reduction,
        };
        let parent = trust * stats.utility + (1.0 - trust) * own;
        sign(node.to_move) * parent - reduction * visited.sqrt()
    }

    /// Returns the PUCT value of a searched move: utility plus exploration, with unfinished playouts as virtual losses.
    fn puct_value(
        &self,
        id: GraphNodeId,
        child: &Child,
        bonus: f64,
        exploration: &Exploration,
    ) -> f64 {
        let mut utility = match child.node.visits {
            0 => exploration.fpu,
            _ => self.utility_of(id, child, bonus),
        };
        let mut weight = explored_weight(child, exploration.counts_nodes);
        if child.node.in_flight > 0 {
            let losses = f64::from(child.node.in_flight) * self.params.virtual_losses;
            let share = losses / (losses + weight.max(0.25));
            utility += (-self.utility.max_abs() - utility) * share;
            weight += losses;
        }
        utility + exploration.scale * f64::from(child.candidate.prior) / (1.0 + weight)
    }

    /// Returns the utility of a move for the side to move, with this many bonus points.
    pub fn utility_of(&self, id: GraphNodeId, child: &Child, bonus: f64) -> f64 {
        let sign = sign(self.node(id).to_move);
        let stats = &child.node.stats;
        let extra = match bonus {
            0.0 => 0.0,
            bonus => self.utility.gain_of_points(&stats.values, sign * bonus),
        };
        sign * (stats.utility + extra)
    }
}

/// Returns the weight of a child for exploration.
fn explored_weight(child: &Child, counts_nodes: bool) -> f64 {
    match counts_nodes {
        true => child.node.stats.weight,
        false => child.weight(),
    }
}
