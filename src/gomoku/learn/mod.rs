//! Learning of the evaluation from self-play games.
//!
//! Every quiet position of a game becomes a sample. Its label is the score of its search, mixed with a little of the
//! game's result. Positions one move off the games are added, labeled by the score alone. The linear weights are fitted
//! so that the winrate of their sum matches the labels, and the network is trained on the remaining error. The moves
//! that the searches chose are the samples for move ordering. Each further round plays with the weights of the previous
//! one.
//!
//! - `self_play`: self-play games and their samples
//! - `regression`: fits the linear weights of positions and moves (AdaGrad)
//! - `training`: trains the network (Adam)
//!
//! Tests: unit tests in this file, `regression.rs`, `training.rs` and `self_play.rs`.
//! A change moves: nothing, until `scripts/dev/learn-gomoku` writes `src/gomoku/eval/weights.bin`; then the bench signature.

mod regression;
mod self_play;
mod training;

use std::time::{Duration, Instant};

use super::eval::network::NetworkWeights;
use super::eval::weights::{SideWeights, Weights, side_groups};
use super::rules::Rule;
use regression::{DataSplit, PositionSample};
use self_play::{GameSamples, Player};
use tengen_engine::control::Stop;
use tengen_engine::game::Color;

/// Settings of a learning run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The rules to learn. Weights of the others stay unchanged.
    pub rules: Vec<Rule>,
    /// Number of rounds, at least 1. Each plays with the weights of the previous round.
    pub rounds: u32,
    /// Games per rule and round.
    pub games: u64,
    /// Nodes per move of the player, on average.
    pub nodes: u64,
    /// Number of threads that play. The result does not depend on it.
    pub threads: usize,
    /// Seed of the games.
    pub seed: u64,
}

/// A progress report of the learning run.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Some games were played.
    Played {
        /// Number of the round, from 1.
        round: u32,
        /// The rule of the games.
        rule: Rule,
        /// Games played so far.
        done: u64,
        /// Total number of games to play.
        of: u64,
        /// Time since the first of these games.
        took: Duration,
    },
    /// The weights of a rule were fitted.
    Fitted {
        /// Number of the round, from 1.
        round: u32,
        /// The rule that was fitted.
        rule: Rule,
        /// Number of training positions.
        positions: usize,
        /// Validation loss of positions, with the linear weights.
        values: Losses,
        /// Validation loss of moves.
        moves: Losses,
        /// Validation loss of positions, with the network added.
        network: Losses,
    },
    /// A round ended with these weights.
    Learned(Weights),
}

/// Mean cross-entropy per label, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Loss before the fit.
    pub before: f32,
    /// Loss after the fit.
    pub after: f32,
}

/// Number of games between two reports and checks of `stop`.
const GAMES_PER_REPORT: u64 = 256;

/// One game out of this many goes to the validation set. The number is odd because every fourth game is played on a
/// board of another size: both sets then have the same mix of sizes.
const VALIDATION_INTERVAL: usize = 17;

/// Learns from `start` until the last round ends or `stop` is set, and reports its progress.
pub fn learn(recipe: &Recipe, start: Weights, stop: &Stop, report: &mut dyn FnMut(Progress)) {
    let mut weights = start;
    // Samples of earlier rounds stay in use: their labels are as good as new ones.
    let mut games: Vec<Vec<GameSamples>> = recipe.rules.iter().map(|_| Vec::new()).collect();
    for round in 1..=recipe.rounds {
        let mut next = weights.clone();
        for (&rule, games) in recipe.rules.iter().zip(&mut games) {
            let player = Player::new(rule, &weights, recipe.nodes);
            let seed = recipe.seed ^ u64::from(round) << 32 ^ (rule as u64) << 48;
            let began = Instant::now();
            for begin in (0..recipe.games).step_by(GAMES_PER_REPORT as usize) {
                if stop.is_set() {
                    return;
                }
                let end = recipe.games.min(begin + GAMES_PER_REPORT);
                games.extend(self_play::play_games(
                    &player,
                    seed,
                    begin..end,
                    recipe.threads,
                ));
                report(Progress::Played {
                    round,
                    rule,
                    done: end,
                    of: recipe.games,
                    took: began.elapsed(),
                });
            }
            report(fit_rule(round, rule, games, &mut next));
        }
        weights = next;
        report(Progress::Learned(weights.clone()));
    }
}

/// Fits the weights of one rule: one set for both sides if the rule treats them alike.
fn fit_rule(round: u32, rule: Rule, games: &[GameSamples], weights: &mut Weights) -> Progress {
    let (mut values, mut moves) = (LossTotals::default(), LossTotals::default());
    for &movers in side_groups(rule) {
        let start = weights.of(rule, movers[0]).clone();
        let samples = positions(games, movers);
        let chosen_moves = split_samples(
            games,
            |game| &game.moves,
            |sample| movers.contains(&sample.mover),
        );
        let of_positions = regression::fit_positions(&samples, &start.positions);
        let of_moves = regression::fit_moves(&chosen_moves, &start.moves);
        values.add(
            &samples,
            regression::position_loss,
            [&start.positions, &of_positions],
        );
        moves.add(
            &chosen_moves,
            regression::move_loss,
            [&start.moves, &of_moves],
        );
        let fitted = SideWeights {
            positions: of_positions,
            moves: of_moves,
            network: start.network,
        };
        weights.set(rule, movers, &fitted);
    }
    let samples = positions(games, &Color::BOTH);
    let network = train_networks(rule, &samples, weights);
    Progress::Fitted {
        round,
        rule,
        positions: samples.training.len(),
        values: values.losses(),
        moves: moves.losses(),
        network,
    }
}

/// Trains the networks of one rule, one for each group of sides that share weights.
fn train_networks(
    rule: Rule,
    samples: &DataSplit<PositionSample>,
    weights: &mut Weights,
) -> Losses {
    let groups = side_groups(rule);
    let start: Vec<NetworkWeights> = groups
        .iter()
        .map(|movers| weights.of(rule, movers[0]).network.clone())
        .collect();
    let linear = Color::BOTH.map(|mover| weights.of(rule, mover).positions.as_slice());
    let (networks, losses) = training::train(samples, linear, &start);
    for (&movers, network) in groups.iter().zip(networks) {
        weights.set_network(rule, movers, &network);
    }
    let count = samples.validation.len().max(1) as f32;
    let [before, after] = losses.map(|loss| loss / count);
    Losses { before, after }
}

/// Returns the positions with one of `movers` to move.
fn positions<'a>(games: &'a [GameSamples], movers: &[Color]) -> DataSplit<'a, PositionSample> {
    split_samples(
        games,
        |game| &game.positions,
        |sample| movers.contains(&sample.mover),
    )
}

/// Collects the `wanted` samples of games and splits them by game.
fn split_samples<'a, T>(
    games: &'a [GameSamples],
    of: fn(&GameSamples) -> &Vec<T>,
    wanted: impl Fn(&T) -> bool,
) -> DataSplit<'a, T> {
    let mut split = DataSplit {
        training: Vec::new(),
        validation: Vec::new(),
    };
    for (index, game) in games.iter().enumerate() {
        let part = if index % VALIDATION_INTERVAL == 0 {
            &mut split.validation
        } else {
            &mut split.training
        };
        part.extend(of(game).iter().filter(|sample| wanted(sample)));
    }
    split
}

/// Validation losses summed over several fits.
#[derive(Default)]
struct LossTotals {
    count: usize,
    sums: [f32; 2],
}

impl LossTotals {
    /// Adds the losses of the weights before and after a fit.
    fn add<T>(
        &mut self,
        samples: &DataSplit<T>,
        loss: fn(&[&T], &[i16]) -> f32,
        weights: [&[i16]; 2],
    ) {
        self.count += samples.validation.len();
        for (sum, weights) in self.sums.iter_mut().zip(weights) {
            *sum += loss(&samples.validation, weights);
        }
    }

    fn losses(&self) -> Losses {
        let [before, after] = self.sums.map(|sum| sum / self.count.max(1) as f32);
        Losses { before, after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_recipe(threads: usize) -> Recipe {
        Recipe {
            rules: Rule::ALL.to_vec(),
            rounds: 1,
            games: 20,
            nodes: 60,
            threads,
            seed: 7,
        }
    }

    fn learned(recipe: &Recipe) -> (Weights, Vec<[Losses; 3]>) {
        let (mut last, mut losses) = (Weights::handcrafted(), Vec::new());
        let mut take = |progress| match progress {
            Progress::Learned(weights) => last = weights,
            Progress::Fitted {
                values,
                moves,
                network,
                ..
            } => losses.push([values, moves, network]),
            Progress::Played { .. } => {}
        };
        learn(recipe, Weights::handcrafted(), &Stop::default(), &mut take);
        (last, losses)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (weights, losses) = learned(&small_recipe(1));
        assert_eq!(losses.len(), Rule::ALL.len());
        assert!(weights != Weights::handcrafted());
        assert!(learned(&small_recipe(3)) == (weights, losses));
    }

    #[test]
    fn a_rule_alone_is_learned_as_with_others_and_leaves_them() {
        let (all, _) = learned(&small_recipe(1));
        let alone = Recipe {
            rules: vec![Rule::Standard],
            ..small_recipe(1)
        };
        let (weights, losses) = learned(&alone);
        assert_eq!(losses.len(), 1);
        for mover in Color::BOTH {
            assert!(weights.of(Rule::Standard, mover) == all.of(Rule::Standard, mover));
            for other in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Standard) {
                assert!(weights.of(other, mover) == Weights::handcrafted().of(other, mover));
                assert!(all.of(other, mover) != Weights::handcrafted().of(other, mover));
            }
        }
    }

    #[test]
    fn a_stop_ends_it_soon() {
        let stop = Stop::default();
        let mut reports = 0;
        learn(&small_recipe(1), Weights::handcrafted(), &stop, &mut |_| {
            reports += 1;
            stop.stop();
        });
        // The games already played are fitted, and no others are started.
        assert_eq!(reports, 2);
    }
}
