//! The value of a node from its children, by KataGo's methods: value weighting, noise pruning and bias correction.

use std::f64::consts::PI;

use super::graph::{Child, Graph, GraphNodeId, NodeState, NodeStats};
use super::utility::ValueStats;
use tengen_engine::game::Color;

/// A child with its weight in the parent's average.
struct WeightedChild {
    stats: NodeStats,
    /// Utility for the side to move at the parent.
    utility: f64,
    prior: f64,
    weight: f64,
}

impl Graph {
    /// Recomputes the averages of an evaluated node from its children, without changing its visits.
    pub fn update(&mut self, id: GraphNodeId) {
        let node = self.node(id);
        let (NodeState::Evaluated, Some(evaluation)) = (node.state, node.evaluation.clone()) else {
            return self.update_terminal(id);
        };
        let sign = sign(node.to_move);
        let visited = |child: &Child| child.visits > 0 && child.node.stats.weight > 0.0;
        let mut children: Vec<WeightedChild> = self
            .children(id)
            .filter(visited)
            .map(|child| WeightedChild {
                stats: child.node.stats,
                utility: sign * child.node.stats.utility,
                prior: f64::from(child.candidate.prior).max(1e-30),
                weight: child.weight(),
            })
            .collect();
        let total: f64 = children.iter().map(|child| child.weight).sum();
        prune_noise(&mut children, self.params.noise_prune_scale);
        weight_by_value(&mut children, self.params.value_weight_exponent);
        let child_weight: f64 = children.iter().map(|child| child.weight).sum();
        let mut sums = NodeStatsSum::default();
        for child in &children {
            sums.add(&child.stats, child.weight);
        }
        let own = self.utility.of(&evaluation.values);
        let error = (child_weight > 1e-10).then(|| (sums.utility / child_weight - own, total));
        let utility = own + self.bias_correction(id, error);
        let weight = evaluation.weight(&self.params, &self.utility);
        let own = NodeStats {
            values: evaluation.values,
            utility,
            utility_squared: utility * utility,
            weight,
            weight_squared: weight * weight,
        };
        sums.add(&own, weight);
        self.node_mut(id).stats = sums.means();
    }

    /// Recomputes the utility of a finished game, which depends on the utility of scores.
    fn update_terminal(&mut self, id: GraphNodeId) {
        if self.node(id).state == NodeState::Terminal {
            let utility = self.utility.of(&self.node(id).stats.values);
            let stats = &mut self.node_mut(id).stats;
            (stats.utility, stats.utility_squared) = (utility, utility * utility);
        }
    }
}

/// Returns 1 for white and -1 for black: the factor that converts white's point of view to that of `color`.
pub fn sign(color: Color) -> f64 {
    match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// Noise pruning: reduces the visits of children that have more than twice their share by the policy and turned out
/// worse than the children before them, as those visits only served to find that out.
fn prune_noise(children: &mut [WeightedChild], scale: f64) {
    let (mut utilities, mut weights, mut priors) = (0.0, 0.0, 0.0);
    for child in children {
        if weights > 0.0 && priors > 0.0 {
            let gap = utilities / weights - child.utility;
            let fair = 2.0 * weights * child.prior / priors;
            if gap > 0.0 && child.weight > fair {
                child.weight -= (child.weight - fair) * (1.0 - (-gap / scale).exp());
            }
        }
        utilities += child.utility * child.weight;
        weights += child.weight;
        priors += child.prior;
    }
}

/// Value weighting: shifts weight to children that are probably better than the mean, given their visits. The sum of
/// the weights doesn't change.
fn weight_by_value(children: &mut [WeightedChild], power: f64) {
    let total: f64 = children.iter().map(|child| child.weight).sum();
    if total <= 0.0 {
        return;
    }
    let mean = children.iter().map(|s| s.utility * s.weight).sum::<f64>() / total;
    for child in children.iter_mut() {
        let deviation = (1e-8 + 1.0 / (1.5 * child.weight.sqrt())).sqrt();
        let probability = student_t_cdf((child.utility - mean) / deviation) + 1e-4;
        child.weight *= probability.powf(power);
    }
    let weighted: f64 = children.iter().map(|child| child.weight).sum();
    for child in children {
        child.weight *= total / weighted;
    }
}

/// Returns the cumulative distribution function of Student's t with three degrees of freedom.
fn student_t_cdf(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / PI
}

#[derive(Default)]
struct NodeStatsSum {
    values: ValueStats,
    utility: f64,
    utility_squared: f64,
    weight: f64,
    weight_squared: f64,
}

impl NodeStatsSum {
    fn add(&mut self, stats: &NodeStats, weight: f64) {
        let values = &stats.values;
        self.values.win_loss += weight * values.win_loss;
        self.values.no_result += weight * values.no_result;
        self.values.score += weight * values.score;
        self.values.score_squared += weight * values.score_squared;
        self.values.lead += weight * values.lead;
        self.utility += weight * stats.utility;
        self.utility_squared += weight * stats.utility_squared;
        self.weight += weight;
        self.weight_squared += (weight / stats.weight).powi(2) * stats.weight_squared;
    }

    fn means(&self) -> NodeStats {
        let mean = |sum: f64| sum / self.weight;
        NodeStats {
            values: ValueStats {
                win_loss: mean(self.values.win_loss),
                no_result: mean(self.values.no_result),
                score: mean(self.values.score),
                score_squared: mean(self.values.score_squared),
                lead: mean(self.values.lead),
            },
            utility: mean(self.utility),
            utility_squared: mean(self.utility_squared),
            weight: self.weight,
            weight_squared: self.weight_squared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(utility: f64, weight: f64, prior: f64) -> WeightedChild {
        WeightedChild {
            stats: NodeStats::default(),
            utility,
            prior,
            weight,
        }
    }

    #[test]
    fn student_s_distribution_is_that_of_the_tables() {
        for (t, p) in [(0.0, 0.5), (1.638, 0.9), (2.353, 0.95), (-4.541, 0.01)] {
            assert!((student_t_cdf(t) - p).abs() < 1e-3, "{t}");
        }
    }

    #[test]
    fn visits_to_a_move_that_proved_worse_count_less_but_for_its_share() {
        let mut shares = [
            share(0.2, 40.0, 0.4),
            share(-0.3, 60.0, 0.1),
            share(0.3, 60.0, 0.1),
        ];
        prune_noise(&mut shares, 0.15);
        assert_eq!((shares[0].weight, shares[2].weight), (40.0, 60.0));
        assert!(shares[1].weight > 20.0 && shares[1].weight < 25.0);
    }

    #[test]
    fn visits_are_pruned_by_how_much_worse_a_move_is_than_those_before_it() {
        let mut shares = [
            share(0.2, 40.0, 0.4),
            share(-0.3, 60.0, 0.1),
            share(-0.1, 80.0, 0.1),
        ];
        prune_noise(&mut shares, 0.15);
        // Twice the fair share of prior 0.1 against 0.4 is 20 of 40; of the 40 above it e^(-0.5/0.15) are left.
        assert!((shares[1].weight - 21.426_960).abs() < 1e-5);
        // By then the mean is 0.02559, so that e^(-0.12559/0.15) of the weight above 24.57078 is left.
        assert!((shares[2].weight - 48.565_666).abs() < 1e-5);
    }

    #[test]
    fn no_more_than_a_fair_share_is_no_noise_however_bad_the_move() {
        let mut shares = [share(0.2, 40.0, 0.4), share(-0.9, 10.0, 0.1)];
        prune_noise(&mut shares, 0.15);
        assert_eq!((shares[0].weight, shares[1].weight), (40.0, 10.0));
    }

    #[test]
    fn better_children_gain_weight_and_the_sum_stays() {
        let mut shares = [share(0.5, 50.0, 0.5), share(-0.5, 50.0, 0.5)];
        weight_by_value(&mut shares, 0.25);
        assert!(shares[0].weight > 55.0);
        assert!((shares[0].weight + shares[1].weight - 100.0).abs() < 1e-9);
    }
}
