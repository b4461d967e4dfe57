//! Which move the search would play: the most visited one, unless another is surely better.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::graph::{Child, Graph, NodeId};
use super::update::sign;

/// A move of the root that has been tried.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// Its place among the candidates.
    pub index: usize,
    /// Where it leads.
    pub child: NodeId,
    /// How much there is to be said for playing it: visits, more for the one with the best lower bound.
    pub value: f64,
    /// The lower confidence bound of the utility, for the side to move.
    pub bound: f64,
    /// How far that is below the utility.
    pub radius: f64,
}

/// Moves with less than this share of the best one's value are never chosen.
const LEAST_SHARE: f64 = 1.0 / 64.0;

/// The most that the best bound can make of a rival's visits, as a factor on the deviation.
const BOUND_GAIN: f64 = 5.0;

impl Graph {
    /// The moves from a node that have been tried, the best first.
    pub fn rated(&self, id: NodeId, bonus: &[f64]) -> Vec<Rated> {
        let children: Vec<Child> = self.children(id).filter(|child| child.visits > 0).collect();
        let mut rated: Vec<Rated> = children
            .iter()
            .map(|child| {
                let (bound, radius) = self.bound(id, child, bonus_of(bonus, child));
                Rated {
                    index: child.index,
                    child: child.id,
                    value: child.weight(),
                    bound,
                    radius,
                }
            })
            .collect();
        if let Some(best) = steadiest(&children) {
            let most = rated[best].value;
            self.discount(id, bonus, best, (&children, &mut rated));
            self.favour_bound(most, &mut rated);
        }
        // Candidates come in the order of their priors, and a stable sort keeps it among equals.
        rated.sort_by(|a, b| b.value.total_cmp(&a.value));
        rated
    }

    /// Takes away visits that the best move, as it looks now, would not have left to the others.
    fn discount(
        &self,
        id: NodeId,
        bonus: &[f64],
        best: usize,
        (children, rated): (&[Child], &mut [Rated]),
    ) {
        let explore = self.exploration(id);
        let utility = |child: &Child| self.utility_of(id, child, bonus_of(bonus, child));
        let prior = |child: &Child| f64::from(child.candidate.prior);
        let leader = &children[best];
        let promise = utility(leader) + explore.scale * prior(leader) / (1.0 + leader.weight());
        for (place, (child, rated)) in children.iter().zip(rated).enumerate() {
            let lack = promise - utility(child);
            if place == best || lack <= 0.0 {
                continue;
            }
            let deserved = (explore.scale * prior(child) / lack - 1.0).max(0.0);
            rated.value = rated.value.min(deserved).ceil();
        }
    }

    /// Gives the move with the best lower bound as much as it takes to be ahead of those that it beats by it.
    fn favour_bound(&self, most: f64, rated: &mut [Rated]) {
        let least = self.params.lcb_visits * most;
        let eligible =
            (0..rated.len()).filter(|&i| rated[i].value > 0.0 && rated[i].value >= least);
        let best = eligible.max_by(|&a, &b| rated[a].bound.total_cmp(&rated[b].bound));
        let Some(best) = best else {
            return;
        };
        let mut value = rated[best].value;
        for (place, rival) in rated.iter().enumerate() {
            let excess = rated[best].bound - rival.bound;
            if place == best || excess < 0.0 {
                continue;
            }
            // How many times wider the rival's interval would have to be: its visits count for the square of that.
            let wider = (rival.radius + excess) / (rival.radius + excess / BOUND_GAIN);
            value = value.max(wider * wider * rival.value);
        }
        rated[best].value = value;
    }

    /// The lower confidence bound of a move's utility for the side to move, and how far it lies below.
    fn bound(&self, id: NodeId, child: &Child, bonus: f64) -> (f64, f64) {
        let deviations = self.params.lcb_deviations;
        let range = self.utility.radius();
        let (mut weight, mut squares) = (child.weight(), child.weight_squared());
        if weight <= 0.0 || squares <= 0.0 {
            let radius = 2.0 * range * deviations;
            return (-radius, radius);
        }
        let stats = &child.node.stats;
        // Few visits say little of the variance: the largest possible one counts too, less and less.
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

    /// The place among the rated moves, the best of which comes first, that is played at this temperature.
    pub fn draw(rated: &[Rated], temperature: f64, random: &mut Xoshiro256PlusPlus) -> usize {
        let most = rated.first().map_or(0.0, |best| best.value);
        if temperature <= 1e-4 || most <= 0.0 {
            return 0;
        }
        let weight = |rated: &Rated| match rated.value >= most * LEAST_SHARE {
            true => (rated.value / most).powf(1.0 / temperature),
            false => 0.0,
        };
        let sum: f64 = rated.iter().map(weight).sum();
        // 53 bits are as many as a float of this size can tell apart.
        let mut left = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * sum;
        let chosen = rated.iter().position(|rated| {
            left -= weight(rated);
            left < 0.0
        });
        chosen.unwrap_or(0)
    }

    /// The winrate that goes with a win and loss, for the side to move at a node.
    pub fn winrate(&self, id: NodeId, win_loss: f64) -> f64 {
        (0.5 + 0.5 * sign(self.node(id).to_move) * win_loss).clamp(0.0, 1.0)
    }
}

fn bonus_of(bonus: &[f64], child: &Child) -> f64 {
    bonus.get(child.index).copied().unwrap_or(0.0)
}

/// The child with the most weight. The last visit counts for nothing, as it may have been one too many, and the prior
/// for two.
fn steadiest(children: &[Child]) -> Option<usize> {
    let steadiness = |child: &Child| {
        let visits = f64::from(child.visits);
        child.weight() * (visits - 1.0) / visits + 2.0 * f64::from(child.candidate.prior)
    };
    let places = (0..children.len()).rev();
    places.max_by(|&a, &b| steadiness(&children[a]).total_cmp(&steadiness(&children[b])))
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::engine::game::Color;
    use crate::go::puct::params::Params;

    #[test]
    fn temperature_spreads_the_choice_among_what_is_nearly_as_good() {
        let mut graph = Graph::new(Params::default(), 1 << 20);
        let child = graph.plant(Color::Black);
        let rated = |value| Rated {
            index: 0,
            child,
            value,
            bound: 0.0,
            radius: 1.0,
        };
        let rated = [rated(60.0), rated(30.0), rated(0.5)];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = |temperature| {
            let mut counts = [0; 3];
            for _ in 0..1000 {
                counts[Graph::draw(&rated, temperature, &mut random)] += 1;
            }
            counts
        };
        assert_eq!(counts(0.0), [1000, 0, 0]);
        let [first, second, third] = counts(1.0);
        assert!((600..740).contains(&first) && second == 1000 - first && third == 0);
        let [first, ..] = counts(0.1);
        assert!(first > 990);
    }
}
