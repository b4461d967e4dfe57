//! The choice of the move to play, by play selection values, human policy and temperature.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::graph::{Graph, GraphNodeId};
use super::scored_child::ScoredChild;
use super::uniform::uniform;
use super::update::sign;
use crate::board::Move;
use crate::search_mode::{HumanOptions, MoveChoiceOptions};

/// Maximum share of the largest value that may be pruned or subtracted.
const MAX_PRUNED_SHARE: f64 = 1.0 / 64.0;

/// The moves of a position with their play selection values, the search's best first.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice {
    /// Pairs of candidate index and value.
    values: Vec<(usize, f64)>,
}

impl MoveChoice {
    /// Creates the choice among the searched moves.
    pub fn of_search(scored: &[ScoredChild], options: &MoveChoiceOptions) -> MoveChoice {
        let most = scored.first().map_or(0.0, |best| best.selection_value);
        let limit = most * MAX_PRUNED_SHARE;
        let pruned_below = options.pruned_below.map_or(limit, |value| value.min(limit));
        let subtracted = options.subtracted.min(limit);
        let value = |value: f64| match value >= pruned_below {
            true => (value - subtracted).max(0.0),
            false => 0.0,
        };
        MoveChoice {
            values: scored
                .iter()
                .map(|scored| (scored.index, value(scored.selection_value)))
                .collect(),
        }
    }

    /// Mixes in a human network's policy by the share in the options. Candidates that weren't searched join the choice.
    pub fn mix_human_policy(
        &mut self,
        graph: &Graph,
        root: GraphNodeId,
        priors: &[f32],
        options: &HumanOptions,
    ) {
        self.add_unsearched(graph, root);
        let Some(policy) = self.human_policy(graph, root, priors, options) else {
            return;
        };
        let total = self.total();
        for ((_, value), share) in self.values.iter_mut().zip(policy) {
            *value += options.chosen_share * (total * share - *value);
        }
    }

    /// Adds the candidates that weren't searched, with a value of 0. If all values are 0, uses the network's policy.
    fn add_unsearched(&mut self, graph: &Graph, root: GraphNodeId) {
        let candidates = graph.candidates(root);
        let mut is_known = vec![false; candidates.len()];
        for &(index, _) in &self.values {
            is_known[index] = true;
        }
        let unknown = (0..candidates.len()).filter(|&index| !is_known[index]);
        self.values.extend(unknown.map(|index| (index, 0.0)));
        if self.total() <= 0.0 {
            for (index, value) in &mut self.values {
                *value = f64::from(candidates[*index].prior);
            }
        }
    }

    fn total(&self) -> f64 {
        self.values.iter().map(|(_, value)| value).sum()
    }

    /// Returns the human policy, reduced for each move by the utility it loses (piKL). `None` if it is zero everywhere.
    fn human_policy(
        &self,
        graph: &Graph,
        root: GraphNodeId,
        priors: &[f32],
        options: &HumanOptions,
    ) -> Option<Vec<f64>> {
        let utilities = utilities(graph, root);
        let known: Vec<f64> = utilities.iter().flatten().copied().collect();
        // Moves that weren't searched count as the mean of the others.
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let best = known.iter().copied().fold(mean, f64::max);
        let lambda = options.pikl_lambda.max(f64::MIN_POSITIVE);
        let share = |index: usize| {
            let loss = best - utilities[index].unwrap_or(mean);
            f64::from(priors[index]) * (-loss / lambda).exp()
        };
        let mut policy: Vec<f64> = self.values.iter().map(|&(index, _)| share(index)).collect();
        normalize(&mut policy)?;
        if options.ignores_pass {
            self.take_pass_from_search(graph, root, &mut policy);
        }
        Some(policy)
    }

    /// Replaces the policy of the pass by the search's, and rescales the other moves to the remainder.
    fn take_pass_from_search(&self, graph: &Graph, root: GraphNodeId, policy: &mut [f64]) {
        let candidates = graph.candidates(root);
        let is_pass = |(index, _): &(usize, f64)| candidates[*index].mv == Move::Pass;
        let Some(pass) = self.values.iter().position(is_pass) else {
            return;
        };
        let of_moves = 1.0 - policy[pass];
        if of_moves <= 0.0 {
            return;
        }
        let by_search = self.values[pass].1 / self.total();
        for share in policy.iter_mut() {
            *share *= (1.0 - by_search) / of_moves;
        }
        policy[pass] = by_search;
    }

    /// Samples a candidate index at this temperature, which acts only on moves below the share `only_below` of the sum.
    pub fn sample(
        &self,
        temperature: f64,
        only_below: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let (best, most) = self.best()?;
        if temperature <= 1e-4 && only_below >= 1.0 || most <= 0.0 {
            return Some(best);
        }
        let threshold = (only_below * self.total() / most).min(1.0);
        let weight = |value: f64| {
            let ratio = value / most;
            match ratio > threshold {
                true => ratio,
                false if ratio > 0.0 => threshold * (ratio / threshold).powf(1.0 / temperature),
                false => 0.0,
            }
        };
        let sum: f64 = self.values.iter().map(|&(_, value)| weight(value)).sum();
        let mut left = uniform(rng) * sum;
        let chosen = self.values.iter().find(|&&(_, value)| {
            left -= weight(value);
            left < 0.0
        });
        Some(chosen.map_or(best, |&(index, _)| index))
    }

    /// Returns the first move with the largest value.
    fn best(&self) -> Option<(usize, f64)> {
        let mut values = self.values.iter().copied();
        let first = values.next()?;
        let better = |best: (usize, f64), other: (usize, f64)| match other.1 > best.1 {
            true => other,
            false => best,
        };
        Some(values.fold(first, better))
    }
}

/// Returns the utility of each candidate for the side to move; `None` if it wasn't searched.
fn utilities(graph: &Graph, root: GraphNodeId) -> Vec<Option<f64>> {
    let mut utilities = vec![None; graph.candidates(root).len()];
    let sign = sign(graph.node(root).to_move);
    for child in graph.children(root) {
        if child.node.stats.weight > 0.0 {
            utilities[child.index] = Some(sign * child.node.stats.utility);
        }
    }
    utilities
}

/// Divides numbers by their sum; `None` if that is 0.
fn normalize(numbers: &mut [f64]) -> Option<()> {
    let sum: f64 = numbers.iter().sum();
    if sum <= 0.0 {
        return None;
    }
    numbers.iter_mut().for_each(|number| *number /= sum);
    Some(())
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn choice(values: &[f64]) -> MoveChoice {
        MoveChoice {
            values: values.iter().copied().enumerate().collect(),
        }
    }

    fn counts(choice: &MoveChoice, temperature: f64, only_below: f64) -> [u32; 3] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[choice.sample(temperature, only_below, &mut rng).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn temperature_spreads_the_choice_among_what_is_nearly_as_good() {
        let choice = choice(&[60.0, 30.0, 0.0]);
        assert_eq!(counts(&choice, 0.0, 1.0), [1000, 0, 0]);
        let [first, second, third] = counts(&choice, 1.0, 1.0);
        assert!((600..740).contains(&first) && second == 1000 - first && third == 0);
        let [first, ..] = counts(&choice, 0.1, 1.0);
        assert!(first > 990);
    }

    #[test]
    fn temperature_may_act_on_rare_moves_alone() {
        let choice = choice(&[60.0, 39.0, 1.0]);
        // Moves of 5% and more keep their shares; the third has 0.05 (0.01 / 0.05)^5 of the others.
        let [first, second, third] = counts(&choice, 0.2, 0.05);
        assert!(
            (550..660).contains(&first) && (340..450).contains(&second),
            "{first} {second}"
        );
        assert_eq!(third, 0);
        let [.., third] = counts(&choice, 1.0, 0.05);
        assert!((3..20).contains(&third), "{third}");
    }
}
