//! What a node is worth by its children (KataGo's methods: weighting by value, pruning of noise, bias correction).

use std::f64::consts::PI;

use super::graph::{Child, Graph, NodeId, State, Stats};
use super::utility::Outlook;
use crate::engine::game::Color;

/// A child on the scales.
struct Share {
    stats: Stats,
    /// For the side to move at the parent.
    utility: f64,
    prior: f64,
    weight: f64,
}

impl Graph {
    /// Brings a known node's averages up to date with its children's; its visits stay.
    pub fn update(&mut self, id: NodeId) {
        let node = self.node(id);
        let (State::Known, Some(verdict)) = (node.state, node.verdict.clone()) else {
            return self.value_end(id);
        };
        let sign = sign(node.to_move);
        let visited = |child: &Child| child.visits > 0 && child.node.stats.weight > 0.0;
        let mut shares: Vec<Share> = self
            .children(id)
            .filter(visited)
            .map(|child| Share {
                stats: child.node.stats,
                utility: sign * child.node.stats.utility,
                prior: f64::from(child.candidate.prior).max(1e-30),
                weight: child.weight(),
            })
            .collect();
        let total: f64 = shares.iter().map(|share| share.weight).sum();
        prune_noise(&mut shares, self.params.noise_scale);
        favour_the_better(&mut shares, self.params.value_weight);
        let children: f64 = shares.iter().map(|share| share.weight).sum();
        let mut sums = Sums::default();
        for share in &shares {
            sums.add(&share.stats, share.weight);
        }
        let own = self.utility.of(&verdict.outlook);
        let error = (children > 1e-10).then(|| (sums.utility / children - own, total));
        let utility = own + self.correction(id, error);
        let weight = verdict.weight(&self.params, &self.utility);
        let own = Stats {
            outlook: verdict.outlook,
            utility,
            utility_squared: utility * utility,
            weight,
            weight_squared: weight * weight,
        };
        sums.add(&own, weight);
        self.node_mut(id).stats = sums.means();
    }

    /// The utility of a finished game, which changes with what scores are worth.
    fn value_end(&mut self, id: NodeId) {
        if self.node(id).state == State::Over {
            let utility = self.utility.of(&self.node(id).stats.outlook);
            let stats = &mut self.node_mut(id).stats;
            (stats.utility, stats.utility_squared) = (utility, utility * utility);
        }
    }
}

/// 1 if white moves, for whom all figures are, else -1.
pub fn sign(color: Color) -> f64 {
    match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// Takes visits from children that have more than twice their share by the policy and turned out worse than those before
/// them: they were spent on finding that out.
fn prune_noise(shares: &mut [Share], scale: f64) {
    let (mut utilities, mut weights, mut priors) = (0.0, 0.0, 0.0);
    for share in shares {
        if weights > 0.0 && priors > 0.0 {
            let gap = utilities / weights - share.utility;
            let fair = 2.0 * weights * share.prior / priors;
            if gap > 0.0 && share.weight > fair {
                share.weight -= (share.weight - fair) * (1.0 - (-gap / scale).exp());
            }
        }
        utilities += share.utility * share.weight;
        weights += share.weight;
        priors += share.prior;
    }
}

/// Shifts weight to children that are likely to be better than the mean, given how much is known of them; the sum stays.
fn favour_the_better(shares: &mut [Share], power: f64) {
    let total: f64 = shares.iter().map(|share| share.weight).sum();
    if total <= 0.0 {
        return;
    }
    let mean = shares.iter().map(|s| s.utility * s.weight).sum::<f64>() / total;
    for share in shares.iter_mut() {
        let deviation = (1e-8 + 1.0 / (1.5 * share.weight.sqrt())).sqrt();
        let likely = student((share.utility - mean) / deviation) + 1e-4;
        share.weight *= likely.powf(power);
    }
    let shifted: f64 = shares.iter().map(|share| share.weight).sum();
    for share in shares {
        share.weight *= total / shifted;
    }
}

/// The distribution function of Student's t with three degrees of freedom.
fn student(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / PI
}

/// Weighted sums of averages.
#[derive(Default)]
struct Sums {
    outlook: Outlook,
    utility: f64,
    utility_squared: f64,
    weight: f64,
    weight_squared: f64,
}

impl Sums {
    fn add(&mut self, stats: &Stats, weight: f64) {
        let outlook = &stats.outlook;
        self.outlook.win_loss += weight * outlook.win_loss;
        self.outlook.score += weight * outlook.score;
        self.outlook.score_squared += weight * outlook.score_squared;
        self.outlook.lead += weight * outlook.lead;
        self.utility += weight * stats.utility;
        self.utility_squared += weight * stats.utility_squared;
        self.weight += weight;
        self.weight_squared += (weight / stats.weight).powi(2) * stats.weight_squared;
    }

    fn means(&self) -> Stats {
        let mean = |sum: f64| sum / self.weight;
        Stats {
            outlook: Outlook {
                win_loss: mean(self.outlook.win_loss),
                score: mean(self.outlook.score),
                score_squared: mean(self.outlook.score_squared),
                lead: mean(self.outlook.lead),
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

    fn share(utility: f64, weight: f64, prior: f64) -> Share {
        Share {
            stats: Stats::default(),
            utility,
            prior,
            weight,
        }
    }

    #[test]
    fn student_s_distribution_is_that_of_the_tables() {
        for (t, p) in [(0.0, 0.5), (1.638, 0.9), (2.353, 0.95), (-4.541, 0.01)] {
            assert!((student(t) - p).abs() < 1e-3, "{t}");
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
        // Twice the fair share of 0.1 beside 0.4 is 20 of 40; of the 40 above it e^(-0.5/0.15) are left.
        assert!((shares[1].weight - 21.426_960).abs() < 1e-5);
        // The mean is 0.02559 by then, so that e^(-0.12559/0.15) of what is above 24.57078 are left.
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
        favour_the_better(&mut shares, 0.25);
        assert!(shares[0].weight > 55.0);
        assert!((shares[0].weight + shares[1].weight - 100.0).abs() < 1e-9);
    }
}
