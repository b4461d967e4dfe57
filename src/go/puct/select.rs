//! Which move a playout takes from a node: PUCT with KataGo's exploration and first-play urgency.

use super::graph::{Child, Graph, NodeId, State};
use super::update::sign;
use super::utility::deviation;
use crate::go::board::Move;

/// Added to the visits of a node, so that priors count before there is any.
const FIRST_VISIT: f64 = 0.01;

/// What there is to do at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Try the candidate at this place.
    Try(usize),
    /// All that could be tried is being evaluated by other threads.
    Wait,
    /// No move may be tried.
    Nothing,
}

/// What bears on the choice at one node beside the node itself.
pub struct Circumstances<'a> {
    /// Points by which each candidate is better than it seems, for the side to move; none for most nodes.
    pub bonus: &'a [f64],
    /// Whether a pass ends the game.
    pub pass_ends: bool,
    /// Whether the candidate at this place may be tried.
    pub may_try: &'a dyn Fn(usize) -> bool,
}

/// What exploration at a node depends on.
pub struct Exploration {
    /// By which a prior is multiplied.
    pub scale: f64,
    /// The utility of moves that have not been visited, for the side to move.
    unvisited: f64,
}

impl Graph {
    /// The move to take from a known node.
    pub fn select(&self, id: NodeId, around: &Circumstances) -> Choice {
        let explore = self.exploration(id);
        let (mut best, mut best_value) = (Choice::Nothing, f64::NEG_INFINITY);
        let mut waits = false;
        let mut consider = |index, value: f64| {
            if value > best_value {
                (best, best_value) = (Choice::Try(index), value);
            }
        };
        for child in self.children(id) {
            if !(around.may_try)(child.index) {
                continue;
            }
            if child.node.state == State::Pending {
                waits = true;
                continue;
            }
            let bonus = around.bonus.get(child.index).copied().unwrap_or(0.0);
            consider(child.index, self.promise(id, &child, bonus, &explore));
        }
        let untried = self.untried(id, around.may_try);
        if let Some(index) = untried {
            let prior = f64::from(self.candidates(id)[index].prior);
            consider(index, explore.unvisited + explore.scale * prior);
        }
        if around.pass_ends
            && let Some(index) = self.neglected(id, around.may_try)
        {
            return Choice::Try(index);
        }
        match best {
            Choice::Nothing if waits => Choice::Wait,
            _ => best,
        }
    }

    /// The likeliest candidate that has not been tried.
    fn untried(&self, id: NodeId, may_try: &dyn Fn(usize) -> bool) -> Option<usize> {
        let edges = &self.node(id).edges;
        let is_new = |&index: &usize| edges.get(index).is_none_or(|edge| edge.child.is_none());
        let mut new = (0..self.candidates(id).len()).filter(is_new);
        new.find(|&index| may_try(index))
    }

    /// Where a pass ends the game, both the pass and something else have to be looked at: the policy of positions that
    /// are over in all but name may know only one of them.
    fn neglected(&self, id: NodeId, may_try: &dyn Fn(usize) -> bool) -> Option<usize> {
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

    /// How much exploration a node takes.
    pub fn exploration(&self, id: NodeId) -> Exploration {
        let params = &self.params;
        let node = self.node(id);
        let stats = &node.stats;
        let (mut visited, mut weight) = (0.0, 0.0);
        for child in self.children(id) {
            visited += f64::from(child.candidate.prior);
            weight += child.weight();
        }
        let prior = params.deviation_prior;
        let observed = if stats.weight <= 1.0 {
            prior
        } else {
            let square = stats.utility * stats.utility;
            let sum = (square + prior * prior) * params.deviation_weight
                + stats.utility_squared.max(square) * stats.weight;
            deviation(
                stats.utility,
                sum / (params.deviation_weight + stats.weight - 1.0),
            )
        };
        let spread = 1.0 + params.deviation_scale * (observed / prior - 1.0);
        let growth = ((weight + params.explore_base) / params.explore_base).ln();
        let scale =
            (params.explore + params.explore_log * growth) * (weight + FIRST_VISIT).sqrt() * spread;
        let own = node
            .verdict
            .as_ref()
            .map_or(stats.utility, |verdict| self.utility.of(&verdict.outlook));
        let trust = visited.powf(params.fpu_power).min(1.0);
        let reduction = match self.root() == Some(id) {
            true => params.root_fpu_reduction,
            false => params.fpu_reduction,
        };
        let parent = trust * stats.utility + (1.0 - trust) * own;
        Exploration {
            scale,
            unvisited: sign(node.to_move) * parent - reduction * visited.sqrt(),
        }
    }

    /// The value by which moves that have been tried are compared.
    fn promise(&self, id: NodeId, child: &Child, bonus: f64, explore: &Exploration) -> f64 {
        let mut utility = match child.node.visits {
            0 => explore.unvisited,
            _ => self.utility_of(id, child, bonus),
        };
        let mut weight = child.weight();
        if child.node.in_flight > 0 {
            let losses = f64::from(child.node.in_flight) * self.params.virtual_losses;
            let share = losses / (losses + weight.max(0.25));
            utility += (-self.utility.radius() - utility) * share;
            weight += losses;
        }
        utility + explore.scale * f64::from(child.candidate.prior) / (1.0 + weight)
    }

    /// What a move is worth to the side to move, if it is better by so many points than it seems.
    pub fn utility_of(&self, id: NodeId, child: &Child, bonus: f64) -> f64 {
        let sign = sign(self.node(id).to_move);
        let stats = &child.node.stats;
        let extra = match bonus {
            0.0 => 0.0,
            bonus => self.utility.of_points(&stats.outlook, sign * bonus),
        };
        sign * (stats.utility + extra)
    }
}
