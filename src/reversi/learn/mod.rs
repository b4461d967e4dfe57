//! Training of the evaluation from nothing but the rules, by self-play.
//!
//! Results of weak games are poor labels, so labels are made backwards from the end of the game. Positions with few
//! empty squares are solved exactly and fitted first. Positions of each earlier stage are labeled by a shallow search
//! that ends in the stages fitted before. Further rounds take their positions from games of the improved player.
//!
//! What has been learned so is refined by whole games: stronger play, every position labeled by its search and by how
//! the game went on, and a fit that shares them between stages.
//!
//! - `self_play`, `labels`: positions from games; their labels by search
//! - `labeled_games`, `position_file`: whole games with labels; the file that keeps their positions
//! - `refine`: weights of all stages from such positions
//! - `fit`: weights by ridge regression

mod fit;
pub mod labeled_games;
mod labels;
pub mod position_file;
pub mod refine;
mod self_play;

use std::time::{Duration, Instant};

use super::eval::evaluation::{DISC, Evaluation, STAGE_LENGTH, STAGES, terms, tied_weights};
use super::eval::node::Node;
use super::rules::board::Board;
use crate::engine::control::Stop;
use fit::{Prior, Sample};
use self_play::GamePositions;

/// Settings of a training run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Number of rounds, at least 1; each plays with the evaluation of the round before.
    pub rounds: u32,
    /// Positions per stage in the last round; each round takes a quarter of the next one's.
    pub positions: usize,
    /// Most empty squares of the positions that are solved in the last round.
    pub exact: u32,
    /// Depth in plies of the search that labels the other positions, at least the length of a stage; for half of them
    /// it is one less or more.
    pub depth: u32,
    /// Number of threads; it has no effect on the result.
    pub threads: usize,
    /// Seed of the games.
    pub seed: u64,
}

/// Progress of a training run.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Games of a round were played.
    Played {
        /// The round, from 1.
        round: u32,
        /// Games played so far.
        done: usize,
        /// Games of the round.
        of: usize,
        /// Estimated time left for the whole run.
        left: Duration,
    },
    /// Positions of a stage were labeled.
    Labeled {
        /// The round, from 1.
        round: u32,
        /// Fewest and most empty squares of the stage.
        empties: (usize, usize),
        /// Positions of the stage labeled so far.
        done: usize,
        /// Positions of the stage.
        of: usize,
        /// Estimated time left for the whole run.
        left: Duration,
    },
    /// A stage was fitted.
    Fitted {
        /// The round, from 1.
        round: u32,
        /// Fewest and most empty squares of the stage.
        empties: (usize, usize),
        /// Number of training positions.
        positions: usize,
        /// Mean absolute error on the training positions, in discs.
        error: f32,
        /// Mean absolute error on the holdout positions, in discs.
        validation: f32,
    },
    /// The final evaluation was compared with exact results of new positions.
    Validated {
        /// Fewest and most empty squares of the positions.
        empties: (usize, usize),
        /// Number of positions solved.
        positions: usize,
        /// Mean absolute error, in discs.
        error: f32,
    },
    /// A round is over, with this evaluation.
    Learned(Evaluation),
}

/// Games played or positions labeled between two reports and checks of `stop`.
const CHUNK: usize = 4096;

/// One of this many positions belongs to the holdout set.
const HOLDOUT_PERIOD: usize = 16;

/// Most empty squares of the positions that all rounds but the last solve.
const EARLY_SOLVED_EMPTIES: u32 = 11;

/// Factor on the number of positions of stages that are solved quickly.
const CHEAP_FACTOR: usize = 2;

/// Number of samples that a prior counts for in any case. Chosen by the error on holdout positions.
const PRIOR_PENALTY: f32 = 12.0;

/// Weight of the round before as a prior, relative to new samples: it comes from a quarter of the positions, labeled as
/// well.
const PRIOR_SHARE: f32 = 0.25;

/// A position and its label, in discs for the side to move.
type LabeledBoard = (Board, f32);

/// Trains an evaluation by `recipe`, starting from `start`, until done or stopped. Calls `report` with the progress.
pub fn learn(recipe: &Recipe, start: Evaluation, stop: &Stop, report: &mut dyn FnMut(Progress)) {
    let mut lesson = Learner {
        recipe,
        is_untrained: start == Evaluation::zero(),
        evaluation: start,
        solved: vec![Vec::new(); STAGES],
        estimate: WorkEstimate::new(recipe),
        stop,
        report,
    };
    for round in 1..=recipe.rounds {
        if lesson.run_round(round).is_none() {
            return;
        }
        (lesson.report)(Progress::Learned(lesson.evaluation.clone()));
    }
    lesson.validate();
}

/// State of a training run.
struct Learner<'a> {
    recipe: &'a Recipe,
    /// Whether no round has been completed yet and `start` was empty.
    is_untrained: bool,
    evaluation: Evaluation,
    /// Solved positions of former rounds by stage; their labels stay valid.
    solved: Vec<Vec<LabeledBoard>>,
    estimate: WorkEstimate,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(Progress),
}

impl Learner<'_> {
    /// Runs one round. Returns `None` if stopped.
    fn run_round(&mut self, round: u32) -> Option<()> {
        let games = self.play_games(round)?;
        for stage in 0..STAGES {
            let of_stage = games.iter().filter_map(|game| game[stage]);
            let boards: Vec<Board> = of_stage
                .take(position_count(self.recipe, round, stage))
                .collect();
            let fresh = self.label(round, stage, &boards)?;
            self.fit(round, stage, fresh);
        }
        self.is_untrained = false;
        Some(())
    }

    /// Compares the evaluation with exact results of new positions, in ranges of four empty squares.
    fn validate(&mut self) {
        let (seed, threads) = (!self.recipe.seed, self.recipe.threads);
        let games = self_play::play_games(&self.evaluation, seed, 0..VALIDATION_GAMES, threads);
        let boards: Vec<Board> = games.into_iter().flatten().flatten().collect();
        for most in (STAGE_LENGTH..=VALIDATION_EMPTIES).step_by(STAGE_LENGTH) {
            let least = most - STAGE_LENGTH + 1;
            let inside = |board: &&Board| (least..=most).contains(&(board.empties() as usize));
            let boards: Vec<Board> = boards.iter().filter(inside).copied().collect();
            if self.stop.is_set() {
                return;
            }
            let results =
                labels::label_boards(&self.evaluation, &boards, (most as u32, 0), threads);
            let distance = |(&board, result): (&Board, f32)| {
                let score = self.evaluation.score(&Node::new(board)) as f32 / DISC as f32;
                (score - result).abs()
            };
            let errors: f32 = boards.iter().zip(results).map(distance).sum();
            (self.report)(Progress::Validated {
                empties: (least, most),
                positions: boards.len(),
                error: errors / boards.len().max(1) as f32,
            });
        }
    }

    /// Plays the games of a round with the current evaluation. Returns `None` if stopped.
    fn play_games(&mut self, round: u32) -> Option<Vec<GamePositions>> {
        let count = game_count(self.recipe, round);
        let seed = self.recipe.seed ^ u64::from(round) << 32;
        let mut games = Vec::with_capacity(count);
        while games.len() < count {
            if self.stop.is_set() {
                return None;
            }
            let begin = games.len();
            let end = count.min(begin + CHUNK);
            let (indices, threads) = (begin as u64..end as u64, self.recipe.threads);
            games.extend(self_play::play_games(
                &self.evaluation,
                seed,
                indices,
                threads,
            ));
            self.estimate.add_done(end - begin, GAME_COST);
            (self.report)(Progress::Played {
                round,
                done: end,
                of: count,
                left: self.estimate.time_left(),
            });
        }
        Some(games)
    }

    /// Labels the positions of a stage. Returns `None` if stopped.
    fn label(&mut self, round: u32, stage: usize, boards: &[Board]) -> Option<Vec<LabeledBoard>> {
        let exact = solved_empties(self.recipe, round);
        let (threads, depth) = (self.recipe.threads, self.recipe.depth);
        let mut all = Vec::with_capacity(boards.len());
        for chunk in boards.chunks(CHUNK) {
            if self.stop.is_set() {
                return None;
            }
            let labels = labels::label_boards(&self.evaluation, chunk, (exact, depth), threads);
            all.extend(chunk.iter().copied().zip(labels));
            self.estimate
                .add_done(chunk.len(), label_cost(stage, exact));
            (self.report)(Progress::Labeled {
                round,
                empties: (stage * STAGE_LENGTH, max_empties(stage)),
                done: all.len(),
                of: boards.len(),
                left: self.estimate.time_left(),
            });
        }
        Some(all)
    }

    /// Fits a stage to its solved positions, old and new, or to new labels alone.
    fn fit(&mut self, round: u32, stage: usize, fresh: Vec<LabeledBoard>) {
        let is_exact = max_empties(stage) as u32 <= solved_empties(self.recipe, round);
        let labeled = if is_exact {
            self.solved[stage].extend(fresh);
            &self.solved[stage]
        } else {
            &fresh
        };
        let tied = tied_weights();
        let sample = |&(board, label): &LabeledBoard| Sample {
            terms: terms(&Node::new(board)).map(|term| tied[term as usize]),
            label,
            weight: 1.0,
        };
        let (mut holdout, mut samples) = (Vec::new(), Vec::new());
        for (index, position) in labeled.iter().enumerate() {
            let list = if index % HOLDOUT_PERIOD == 0 {
                &mut holdout
            } else {
                &mut samples
            };
            list.push(sample(position));
        }
        // Weights without samples come from the round before, in the first round from the stage nearer to the end.
        let prior = Prior {
            weights: if self.is_untrained && stage > 0 {
                self.evaluation.stage(stage - 1)
            } else {
                self.evaluation.stage(stage)
            },
            penalty: PRIOR_PENALTY,
            share: if round == 1 { 0.0 } else { PRIOR_SHARE },
        };
        let weights = fit::fit(&samples, &prior, &tied);
        let (error, validation) = (
            fit::mean_absolute_error(&samples, &weights),
            fit::mean_absolute_error(&holdout, &weights),
        );
        self.evaluation.set_stage(stage, fit::rounded(&weights));
        (self.report)(Progress::Fitted {
            round,
            empties: (stage * STAGE_LENGTH, max_empties(stage)),
            positions: samples.len(),
            error,
            validation,
        });
    }
}

/// Number of games with positions to validate on, and the most empty squares of these positions.
const VALIDATION_GAMES: u64 = 1000;
const VALIDATION_EMPTIES: usize = 16;

/// Returns the most empty squares of a stage.
fn max_empties(stage: usize) -> usize {
    stage * STAGE_LENGTH + STAGE_LENGTH - 1
}

/// Returns the most empty squares of the positions that a round solves.
fn solved_empties(recipe: &Recipe, round: u32) -> u32 {
    if round == recipe.rounds {
        recipe.exact
    } else {
        recipe.exact.min(EARLY_SOLVED_EMPTIES)
    }
}

/// Returns the number of new positions of a stage in a round.
fn position_count(recipe: &Recipe, round: u32, stage: usize) -> usize {
    let share = (round..recipe.rounds).fold(recipe.positions, |share, _| share.div_ceil(4));
    if max_empties(stage) as u32 <= EARLY_SOLVED_EMPTIES {
        share * CHEAP_FACTOR
    } else {
        share
    }
}

/// Returns the number of games of a round, enough for every stage.
fn game_count(recipe: &Recipe, round: u32) -> usize {
    let counts = (0..STAGES).map(|stage| position_count(recipe, round, stage));
    counts.max().unwrap_or(0)
}

/// Estimates the time left from the work done so far.
struct WorkEstimate {
    began: Instant,
    done: f64,
    all: f64,
}

impl WorkEstimate {
    fn new(recipe: &Recipe) -> WorkEstimate {
        let mut all = 0.0;
        for round in 1..=recipe.rounds {
            all += game_count(recipe, round) as f64 * GAME_COST;
            for stage in 0..STAGES {
                let cost = label_cost(stage, solved_empties(recipe, round));
                all += position_count(recipe, round, stage) as f64 * cost;
            }
        }
        WorkEstimate {
            began: Instant::now(),
            done: 0.0,
            all,
        }
    }

    fn add_done(&mut self, count: usize, cost: f64) {
        self.done += count as f64 * cost;
    }

    fn time_left(&self) -> Duration {
        let rest = (self.all - self.done).max(0.0) / self.done.max(1.0);
        self.began.elapsed().mul_f64(rest)
    }
}

/// Cost of a game, in shallow searches.
const GAME_COST: f64 = 1.4;

/// Returns the cost of labeling a position of a stage, in shallow searches. Each further empty square doubles the time
/// to solve.
fn label_cost(stage: usize, exact: u32) -> f64 {
    let of_empties = |empties: usize| {
        if empties as u32 <= exact {
            0.1 + 2f64.powi(empties as i32 - 10)
        } else {
            1.0
        }
    };
    let all: f64 = (stage * STAGE_LENGTH..=max_empties(stage))
        .map(of_empties)
        .sum();
    all / STAGE_LENGTH as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn little(threads: usize) -> Recipe {
        Recipe {
            rounds: 2,
            positions: 400,
            exact: 8,
            depth: 4,
            threads,
            seed: 7,
        }
    }

    /// The learned evaluation and the errors of the fits.
    fn learned(recipe: &Recipe) -> (Evaluation, Vec<f32>) {
        let (mut last, mut errors) = (Evaluation::zero(), Vec::new());
        learn(
            recipe,
            Evaluation::zero(),
            &Stop::default(),
            &mut |progress| match progress {
                Progress::Learned(evaluation) => last = evaluation,
                Progress::Fitted { error, .. } => errors.push(error),
                Progress::Played { .. } | Progress::Labeled { .. } | Progress::Validated { .. } => {
                }
            },
        );
        (last, errors)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (evaluation, errors) = learned(&little(1));
        assert_eq!(errors.len(), 2 * STAGES);
        // Labels of even positions are some 15 discs off.
        assert!(
            errors[STAGES..STAGES + 3].iter().all(|&error| error < 10.0),
            "{errors:?}"
        );
        assert!(learned(&little(3)) == (evaluation, errors));
    }

    #[test]
    fn a_stop_ends_it_soon() {
        // While games are played, positions labeled, stages fitted.
        for stop_after in [1, 2, 3, 8] {
            let stop = Stop::default();
            let mut reports = 0;
            learn(&little(1), Evaluation::zero(), &stop, &mut |_| {
                reports += 1;
                if reports == stop_after {
                    stop.stop();
                }
            });
            // The stage under work is fitted, and no other begun.
            assert!(
                (stop_after..=stop_after + 1).contains(&reports),
                "{reports} after {stop_after}"
            );
        }
    }
}
