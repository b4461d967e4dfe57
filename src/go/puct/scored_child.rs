//! The order of searched moves by visits and lower confidence bound (LCB).

use super::graph::{Child, Graph, GraphNodeId};
use super::update::sign;

/// A searched move with its score for selection.
#[derive(Clone, Copy, Debug)]
pub struct ScoredChild {
    /// Index of the candidate.
    pub index: usize,
    /// The node that the move leads to.
    pub child: GraphNodeId,
    /// KataGo's play selection value: the weight of the move's visits, raised if its LCB is the best.
    pub selection_value: f64,
    /// Lower confidence bound (LCB) of the utility, for the side to move.
    pub lcb: f64,
    /// Distance of the bound below the utility.
    pub radius: f64,
}

/// Maximum factor by which a confidence interval is widened to compare visits by LCB.
const MAX_LCB_WIDENING: f64 = 5.0;

impl Graph {
    /// Returns the searched moves of a node, best first.
    pub fn scored_children(&self, id: GraphNodeId, bonus: &[f64]) -> Vec<ScoredChild> {
        // A child without edge visits but with weight was reached by weightless exploration.
        let is_searched = |child: &Child| child.visits > 0 || child.node.stats.weight > 0.0;
        let children: Vec<Child> = self.children(id).filter(is_searched).collect();
        let mut scored: Vec<ScoredChild> = children
            .iter()
            .map(|child| {
                let (bound, radius) =
                    self.lower_confidence_bound(id, child, bonus_of(bonus, child));
                ScoredChild {
                    index: child.index,
                    child: child.id,
                    selection_value: child.weight(),
                    lcb: bound,
                    radius,
                }
            })
            .collect();
        if let Some(best) = heaviest(&children) {
            let most = scored[best].selection_value;
            self.reduce_selection_values(id, bonus, best, (&children, &mut scored));
            self.apply_lcb(most, &mut scored);
        }
        // Candidates are ordered by prior, and a stable sort keeps that order among equals.
        scored.sort_by(|a, b| b.selection_value.total_cmp(&a.selection_value));
        scored
    }

    /// Removes visits that would have gone to the best move if its present utility had been known.
    fn reduce_selection_values(
        &self,
        id: GraphNodeId,
        bonus: &[f64],
        best: usize,
        (children, scored): (&[Child], &mut [ScoredChild]),
    ) {
        let exploration = self.exploration(id);
        let utility = |child: &Child| self.utility_of(id, child, bonus_of(bonus, child));
        let prior = |child: &Child| f64::from(child.candidate.prior);
        let leader = &children[best];
        let best_value =
            utility(leader) + exploration.scale * prior(leader) / (1.0 + leader.weight());
        for (index, (child, scored)) in children.iter().zip(scored).enumerate() {
            let gap = best_value - utility(child);
            if index == best || gap <= 0.0 {
                continue;
            }
            let earned = (exploration.scale * prior(child) / gap - 1.0).max(0.0);
            scored.selection_value = scored.selection_value.min(earned).ceil();
        }
    }

    /// Raises the selection value of the move with the best lower confidence bound above those of the moves that it
    /// beats by this bound.
    fn apply_lcb(&self, most: f64, scored: &mut [ScoredChild]) {
        let least = self.params.lcb_min_visit_share * most;
        let eligible = (0..scored.len())
            .filter(|&i| scored[i].selection_value > 0.0 && scored[i].selection_value >= least);
        let best = eligible.max_by(|&a, &b| scored[a].lcb.total_cmp(&scored[b].lcb));
        let Some(best) = best else {
            return;
        };
        let mut value = scored[best].selection_value;
        for (index, rival) in scored.iter().enumerate() {
            let excess = scored[best].lcb - rival.lcb;
            if index == best || excess < 0.0 {
                continue;
            }
            // Factor by which the rival's interval would have to be wider. Its visits count by the square of that.
            let wider = (rival.radius + excess) / (rival.radius + excess / MAX_LCB_WIDENING);
            value = value.max(wider * wider * rival.selection_value);
        }
        scored[best].selection_value = value;
    }

    /// Returns the lower confidence bound of a move's utility for the side to move, and its distance below the utility.
    fn lower_confidence_bound(&self, id: GraphNodeId, child: &Child, bonus: f64) -> (f64, f64) {
        let deviations = self.params.lcb_stdevs;
        let range = self.utility.max_abs();
        let (mut weight, mut squares) = (child.weight(), child.weight_squared());
        if weight <= 0.0 || squares <= 0.0 {
            let radius = 2.0 * range * deviations;
            return (-radius, radius);
        }
        let stats = &child.node.stats;
        // A few visits say little about the variance, so mix in the largest possible variance, less with more visits.
        let sample = weight * weight / squares;
        let prior = weight / sample.powi(3);
        let mean_square = stats.utility * stats.utility;
        let square = stats.utility_squared.max(mean_square + 1e-8);
        let square = (square * weight + (square + range * range) * prior) / (weight + prior);
        weight += prior;
        squares += prior * prior;
        let variance = (square - mean_square) * squares / (weight * weight);
        let radius = variance.max(0.0).sqrt() * deviations;
        (self.utility_of(id, child, bonus) - radius, radius)
    }

    /// Converts a win-loss value to a winrate for the side to move at a node.
    pub fn winrate(&self, id: GraphNodeId, win_loss: f64) -> f64 {
        (0.5 + 0.5 * sign(self.node(id).to_move) * win_loss).clamp(0.0, 1.0)
    }
}

fn bonus_of(bonus: &[f64], child: &Child) -> f64 {
    bonus.get(child.index).copied().unwrap_or(0.0)
}

/// Returns the index of the child with the most weight. The last visit is excluded, because it may have been one too
/// many; the prior counts as two visits.
fn heaviest(children: &[Child]) -> Option<usize> {
    let weight = |child: &Child| {
        let visits = f64::from(child.visits);
        child.weight() * (visits - 1.0) / visits + 2.0 * f64::from(child.candidate.prior)
    };
    let places = (0..children.len()).rev();
    let places = places.filter(|&place| children[place].visits > 0);
    places.max_by(|&a, &b| weight(&children[a]).total_cmp(&weight(&children[b])))
}
