//! The positions of a game that a network labels, chosen before it does, since a strong network takes long.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::game_setup::share;
use crate::board::Move;
use tengen_engine::Report;

/// The weight of a position in which search and network agree, so that a quiet game has positions too.
const LEAST_WEIGHT: f64 = 1e-3;

/// Smallest probability in a divergence, which would otherwise be infinite.
const LEAST_SHARE: f64 = 1e-3;

/// Which positions of each game to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptPositions {
    /// All positions.
    All,
    /// This many random ones.
    Random(usize),
    /// This many, with probabilities in proportion to the [`disagreement`] of the player's search with its network.
    Disagreement(usize),
}

impl KeptPositions {
    /// Returns the number of positions to keep of each game; `None` for all.
    pub fn count(self) -> Option<usize> {
        match self {
            KeptPositions::All => None,
            KeptPositions::Random(count) | KeptPositions::Disagreement(count) => Some(count),
        }
    }

    /// Draws positions of a game from the disagreement in each. Returns their indices in ascending order.
    pub fn draw(self, disagreements: &[f64], random: &mut Xoshiro256PlusPlus) -> Vec<usize> {
        let weight = |disagreement: f64| match self {
            KeptPositions::Disagreement(_) => disagreement.max(LEAST_WEIGHT),
            KeptPositions::All | KeptPositions::Random(_) => 1.0,
        };
        let most = self.count().unwrap_or(disagreements.len());
        if most >= disagreements.len() {
            return (0..disagreements.len()).collect();
        }
        // The largest of these keys give a weighted sample without replacement (Efraimidis and Spirakis, 2006).
        let key = |disagreement: f64| f64::from(share(random)).ln() / weight(disagreement);
        let keys: Vec<f64> = disagreements.iter().copied().map(key).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
        order.truncate(most);
        order.sort_unstable();
        order
    }
}

/// Returns how far a search has moved from its network, in nats: the divergence of the visits from the policy, plus that
/// of the winrate from the network's. `None` if the search has no network.
pub fn disagreement(report: &Report<Move>) -> Option<f64> {
    let root = report.root.as_ref()?;
    let raw = root.raw.as_ref()?;
    let total: u64 = report.lines.iter().map(|line| line.visits).sum();
    let of_moves = report.lines.iter().filter(|line| line.visits > 0);
    let of_moves = of_moves.map(|line| {
        let prior = line.details.prior.unwrap_or(0.0);
        divergence(line.visits as f64 / total as f64, prior.into())
    });
    let (win, raw) = (f64::from(root.winrate), f64::from(raw.winrate));
    let of_result = divergence(win, raw) + divergence(1.0 - win, 1.0 - raw);
    Some(of_moves.sum::<f64>() + of_result)
}

/// Returns an outcome's part of a Kullback-Leibler divergence.
fn divergence(share: f64, expected: f64) -> f64 {
    match share > 0.0 {
        true => share * (share / expected.max(LEAST_SHARE)).ln(),
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;
    use tengen_engine::{RawEvaluation, RootMove, RootStats};

    use super::*;
    use crate::board::Point;

    fn drawn(selection: KeptPositions, disagreements: &[f64]) -> Vec<usize> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut counts = vec![0; disagreements.len()];
        for _ in 0..1000 {
            let chosen = selection.draw(disagreements, &mut random);
            assert!(chosen.is_sorted());
            chosen.iter().for_each(|&index| counts[index] += 1);
        }
        counts
    }

    #[test]
    fn positions_are_kept_in_proportion_to_their_disagreement() {
        let disagreements = [0.1, 0.3, 0.0, 0.6];
        assert_eq!(drawn(KeptPositions::All, &disagreements), [1000; 4]);
        assert_eq!(drawn(KeptPositions::Random(7), &disagreements), [1000; 4]);
        for count in drawn(KeptPositions::Random(1), &disagreements) {
            assert!((200..300).contains(&count), "{count}");
        }
        let counts = drawn(KeptPositions::Disagreement(1), &disagreements);
        for (count, expected) in counts.into_iter().zip([100, 300, 0, 600]) {
            assert!(usize::abs_diff(count, expected) < 50, "{count} {expected}");
        }
        // Without disagreement, any position serves.
        for count in drawn(KeptPositions::Disagreement(2), &[0.0; 4]) {
            assert!((430..570).contains(&count), "{count}");
        }
    }

    #[test]
    fn disagreement_is_about_moves_and_about_the_result() {
        let report = |visits: [u64; 2], winrate| {
            let moves = [Move::Place(Point::new(0, 0)), Move::Pass];
            let lines = moves.into_iter().zip(visits).map(|(mv, visits)| {
                let mut line = RootMove::new(mv, 0.5, 0.0, visits, vec![mv]);
                line.details.prior = Some(0.5);
                line
            });
            let mut report = Report::new(lines.collect(), 10, 0);
            report.root = Some(RootStats {
                winrate,
                raw: Some(RawEvaluation {
                    winrate: 0.5,
                    ..RawEvaluation::default()
                }),
                ..RootStats::default()
            });
            report
        };
        let by = |visits, winrate| disagreement(&report(visits, winrate)).unwrap();
        assert_eq!(by([5, 5], 0.5), 0.0);
        let sure = std::f64::consts::LN_2;
        assert!((by([10, 0], 0.5) - sure).abs() < 1e-9);
        assert!((by([10, 0], 1.0) - 2.0 * sure).abs() < 1e-9);
        let mut playouts = report([5, 5], 0.5);
        playouts.root.as_mut().unwrap().raw = None;
        assert_eq!(disagreement(&playouts), None);
    }
}
