//! Learning the evaluation from the engine's games with itself.
//!
//! Every quiet position of a game is labelled by the score that a search of it came to and a little by the game's result,
//! and some that no game came to by the score alone. The weights are fitted so that the winrate of their sum comes close
//! to the labels; the network is trained for what they leave. The moves that the searches chose teach which moves look
//! good. Further rounds play with what was learned before.
//!
//! - `fit`: logistic regression of the weights
//! - `games`: labelled positions of games with itself
//! - `train`: training of the network

mod regression;
mod self_play;
mod training;

use std::time::{Duration, Instant};

use super::eval::network::NetworkWeights;
use super::eval::weights::{SideWeights, Weights};
use super::rules::Rule;
use crate::engine::control::Stop;
use crate::engine::game::Color;
use regression::{DataSplit, PositionSample};
use self_play::{GameSamples, Player};

/// What to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The rules to learn, of those that have weights of their own; what is known of others stays.
    pub rules: Vec<Rule>,
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
        /// How they fit the labels of positions kept apart.
        values: Losses,
        /// How they fit moves chosen in games kept apart.
        moves: Losses,
        /// How it fits the labels with the network besides.
        network: Losses,
    },
    /// A round is over; this is what the player knows now.
    Learned(Weights),
}

/// Cross-entropy per label in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Before the fit.
    pub before: f32,
    /// After it.
    pub after: f32,
}

/// Games played between two reports and looks at `stop`.
const GAMES_PER_REPORT: u64 = 256;

/// Of so many games the positions of one are kept apart to check the fit.
const VALIDATION_INTERVAL: usize = 16;

/// Follows `recipe` from `start` on, until it ends or is stopped, and says how it goes.
pub fn learn(recipe: &Recipe, start: Weights, stop: &Stop, report: &mut dyn FnMut(Progress)) {
    let mut weights = start;
    // Positions of former rounds go on to be learned from: their results are no worse for being old.
    let mut known: Vec<Vec<GameSamples>> = recipe.rules.iter().map(|_| Vec::new()).collect();
    for round in 1..=recipe.rounds {
        let mut next = weights.clone();
        for (&rule, known) in recipe.rules.iter().zip(&mut known) {
            let player = Player::new(rule, &weights, recipe.nodes);
            let seed = recipe.seed ^ u64::from(round) << 32 ^ (rule as u64) << 48;
            let began = Instant::now();
            for begin in (0..recipe.games).step_by(GAMES_PER_REPORT as usize) {
                if stop.is_set() {
                    return;
                }
                let end = recipe.games.min(begin + GAMES_PER_REPORT);
                known.extend(self_play::play_games(
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
            report(fit_rule(round, rule, known, &mut next));
        }
        weights = next;
        report(Progress::Learned(weights.clone()));
    }
}

/// Fits the weights of one rule: both sides' together where the rule makes no difference between them.
fn fit_rule(round: u32, rule: Rule, games: &[GameSamples], weights: &mut Weights) -> Progress {
    let groups: &[&[Color]] = if rule.forbids(Color::Black) {
        &[&[Color::Black], &[Color::White]]
    } else {
        &[&Color::BOTH]
    };
    let (mut values, mut moves) = (LossTotals::default(), LossTotals::default());
    for &movers in groups {
        let known = weights.of(rule, movers[0]).clone();
        let samples = positions(games, movers);
        let choices = split_samples(
            games,
            |game| &game.moves,
            |choice| movers.contains(&choice.mover),
        );
        let of_positions = regression::fit_positions(&samples, &known.positions);
        let of_moves = regression::fit_moves(&choices, &known.moves);
        values.add(
            &samples,
            regression::position_loss,
            [&known.positions, &of_positions],
        );
        moves.add(&choices, regression::move_loss, [&known.moves, &of_moves]);
        for &mover in movers {
            let knowledge = SideWeights {
                positions: of_positions.clone(),
                moves: of_moves.clone(),
                network: known.network.clone(),
            };
            weights.set(rule, mover, knowledge);
        }
    }
    let samples = positions(games, &Color::BOTH);
    let network = train_networks(rule, groups, &samples, weights);
    Progress::Fitted {
        round,
        rule,
        positions: samples.training.len(),
        values: values.losses(),
        moves: moves.losses(),
        network,
    }
}

/// Trains the networks of one rule, one for each group of sides, which share its weights.
fn train_networks(
    rule: Rule,
    groups: &[&[Color]],
    samples: &DataSplit<PositionSample>,
    weights: &mut Weights,
) -> Losses {
    let known: Vec<NetworkWeights> = groups
        .iter()
        .map(|movers| weights.of(rule, movers[0]).network.clone())
        .collect();
    let sums = Color::BOTH.map(|mover| weights.of(rule, mover).positions.as_slice());
    let (networks, losses) = training::train(samples, sums, &known);
    for (&movers, network) in groups.iter().zip(networks) {
        for &mover in movers {
            weights.set_network(rule, mover, network.clone());
        }
    }
    let count = samples.validation.len().max(1) as f32;
    let [before, after] = losses.map(|loss| loss / count);
    Losses { before, after }
}

/// The positions of games with one of `movers` to move.
fn positions<'a>(games: &'a [GameSamples], movers: &[Color]) -> DataSplit<'a, PositionSample> {
    split_samples(
        games,
        |game| &game.positions,
        |sample| movers.contains(&sample.mover),
    )
}

/// What `of` takes from games where it is `wanted`.
fn split_samples<'a, T>(
    games: &'a [GameSamples],
    of: fn(&GameSamples) -> &Vec<T>,
    wanted: impl Fn(&T) -> bool,
) -> DataSplit<'a, T> {
    let mut parted = DataSplit {
        training: Vec::new(),
        validation: Vec::new(),
    };
    for (index, game) in games.iter().enumerate() {
        let part = if index % VALIDATION_INTERVAL == 0 {
            &mut parted.validation
        } else {
            &mut parted.training
        };
        part.extend(of(game).iter().filter(|lesson| wanted(lesson)));
    }
    parted
}

/// How several fits did on what was kept apart.
#[derive(Default)]
struct LossTotals {
    count: usize,
    sums: [f32; 2],
}

impl LossTotals {
    /// Adds the losses of weights before a fit and after it.
    fn add<T>(
        &mut self,
        lessons: &DataSplit<T>,
        loss: fn(&[&T], &[i16]) -> f32,
        weights: [&[i16]; 2],
    ) {
        self.count += lessons.validation.len();
        for (sum, weights) in self.sums.iter_mut().zip(weights) {
            *sum += loss(&lessons.validation, weights);
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
    use crate::gomoku::eval::weights::LEARNED_RULES;

    fn little(threads: usize) -> Recipe {
        Recipe {
            rules: LEARNED_RULES.to_vec(),
            rounds: 1,
            games: 40,
            nodes: 60,
            threads,
            seed: 7,
        }
    }

    fn learned(recipe: &Recipe) -> (Weights, Vec<[Losses; 3]>) {
        let (mut last, mut losses) = (Weights::handcrafted(), Vec::new());
        let mut take = |told| match told {
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
        let (weights, losses) = learned(&little(1));
        assert_eq!(losses.len(), LEARNED_RULES.len());
        assert!(weights != Weights::handcrafted());
        assert!(learned(&little(3)) == (weights, losses));
    }

    #[test]
    fn a_rule_alone_is_learned_as_with_others_and_leaves_them() {
        let (all, _) = learned(&little(1));
        let alone = Recipe {
            rules: vec![Rule::Standard],
            ..little(1)
        };
        let (weights, losses) = learned(&alone);
        assert_eq!(losses.len(), 1);
        for mover in Color::BOTH {
            assert!(weights.of(Rule::Standard, mover) == all.of(Rule::Standard, mover));
            for other in [Rule::Freestyle, Rule::Renju] {
                assert!(weights.of(other, mover) == Weights::handcrafted().of(other, mover));
                assert!(all.of(other, mover) != Weights::handcrafted().of(other, mover));
            }
        }
    }

    #[test]
    fn a_stop_ends_it_soon() {
        let stop = Stop::default();
        let mut reports = 0;
        learn(&little(1), Weights::handcrafted(), &stop, &mut |_| {
            reports += 1;
            stop.stop();
        });
        // The games under work are fitted, and no others begun.
        assert_eq!(reports, 2);
    }
}
