//! Learning the evaluation from the engine's games with itself.
//!
//! Every quiet position of a game is labelled half by the game's result and half by the score that a search of it
//! came to, and the weights are fitted so that the winrate of their sum comes close to the labels. Further rounds
//! play with what was learned before.

mod fit;
mod games;

use std::time::{Duration, Instant};

use super::Rule;
use super::weights::{LEARNED, Weights};
use crate::game::Color;
use crate::search::control::Stop;
use fit::Sample;
use games::Player;

/// What to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How often everything is repeated with the player of the round before, at least 1.
    pub rounds: u32,
    /// Games of each rule in a round.
    pub games: u64,
    /// Nodes that the player searches for a move, on average.
    pub nodes: u64,
    /// Threads that play; the result is the same for any number.
    pub threads: usize,
    /// Seed of the games.
    pub seed: u64,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Some games were played.
    Played {
        /// The round, from 1.
        round: u32,
        /// By this rule.
        rule: Rule,
        /// Games played so far.
        done: u64,
        /// Games to play.
        of: u64,
        /// Time that they took.
        took: Duration,
    },
    /// The weights of a rule were fitted.
    Fitted {
        /// The round, from 1.
        round: u32,
        /// The rule.
        rule: Rule,
        /// Positions they were fitted to.
        positions: usize,
        /// Cross-entropy of the labels of positions kept apart before the fit, in nats.
        before: f32,
        /// The same after it.
        after: f32,
    },
    /// A round is over; this is what the player knows now.
    Learned(Weights),
}

/// Games played between two reports and looks at `stop`.
const CHUNK: u64 = 256;

/// Of so many games the positions of one are kept apart to check the fit.
const KEPT_APART: usize = 16;

/// Follows `recipe` from `start` on, until it ends or is stopped, and says how it goes.
pub fn learn(recipe: &Recipe, start: Weights, stop: &Stop, report: &mut dyn FnMut(Progress)) {
    let mut weights = start;
    // Positions of former rounds go on to be learned from: their results are no worse for being old.
    let mut known: Vec<Vec<Vec<Sample>>> = vec![Vec::new(); LEARNED.len()];
    for round in 1..=recipe.rounds {
        let mut next = weights.clone();
        for (rule, known) in LEARNED.into_iter().zip(&mut known) {
            let player = Player::new(rule, &weights, recipe.nodes);
            let seed = recipe.seed ^ u64::from(round) << 32 ^ (rule as u64) << 48;
            let began = Instant::now();
            for begin in (0..recipe.games).step_by(CHUNK as usize) {
                if stop.is_set() {
                    return;
                }
                let end = recipe.games.min(begin + CHUNK);
                known.extend(games::games(&player, seed, begin..end, recipe.threads));
                report(Progress::Played {
                    round,
                    rule,
                    done: end,
                    of: recipe.games,
                    took: began.elapsed(),
                });
            }
            report(fit_rule(round, rule, known, &mut next));
        }
        weights = next;
        report(Progress::Learned(weights.clone()));
    }
}

/// Fits the weights of one rule: both sides' together where the rule makes no difference between them.
fn fit_rule(round: u32, rule: Rule, games: &[Vec<Sample>], weights: &mut Weights) -> Progress {
    let groups: &[&[Color]] = if rule.forbids(Color::Black) {
        &[&[Color::Black], &[Color::White]]
    } else {
        &[&Color::BOTH]
    };
    let (mut positions, mut checked) = (0, 0);
    let (mut before, mut after) = (0.0, 0.0);
    for &movers in groups {
        let (mut kept_apart, mut samples) = (Vec::new(), Vec::new());
        for (index, game) in games.iter().enumerate() {
            let of_movers = game.iter().filter(|sample| movers.contains(&sample.mover));
            if index % KEPT_APART == 0 {
                kept_apart.extend(of_movers);
            } else {
                samples.extend(of_movers);
            }
        }
        let known = weights.of(rule, movers[0]).to_vec();
        let fitted = fit::fit(&samples, &known);
        positions += samples.len();
        checked += kept_apart.len();
        before += fit::loss(&kept_apart, &known);
        after += fit::loss(&kept_apart, &fitted);
        for &mover in movers {
            weights.set(rule, mover, fitted.clone());
        }
    }
    Progress::Fitted {
        round,
        rule,
        positions,
        before: before / checked.max(1) as f32,
        after: after / checked.max(1) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn little(threads: usize) -> Recipe {
        Recipe {
            rounds: 1,
            games: 40,
            nodes: 60,
            threads,
            seed: 7,
        }
    }

    fn learned(recipe: &Recipe) -> (Weights, Vec<(f32, f32)>) {
        let (mut last, mut losses) = (Weights::by_hand(), Vec::new());
        let mut take = |told| match told {
            Progress::Learned(weights) => last = weights,
            Progress::Fitted { before, after, .. } => losses.push((before, after)),
            Progress::Played { .. } => {}
        };
        learn(recipe, Weights::by_hand(), &Stop::default(), &mut take);
        (last, losses)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (weights, losses) = learned(&little(1));
        assert_eq!(losses.len(), LEARNED.len());
        assert!(weights != Weights::by_hand());
        assert!(learned(&little(3)) == (weights, losses));
    }

    #[test]
    fn a_stop_ends_it_soon() {
        let stop = Stop::default();
        let mut reports = 0;
        learn(&little(1), Weights::by_hand(), &stop, &mut |_| {
            reports += 1;
            stop.stop();
        });
        // The games under work are fitted, and no others begun.
        assert_eq!(reports, 2);
    }
}
