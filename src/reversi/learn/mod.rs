//! Learning the evaluation from nothing but the rules.
//!
//! Results of weak games say little about their positions, so labels come backwards from the end: positions with
//! few empty squares are solved exactly and fitted first; positions of each stage before are labelled by a shallow
//! search that ends in the stages fitted already. Further rounds take their positions from games of the better
//! player.

mod fit;
mod labels;
mod self_play;

use std::time::{Duration, Instant};

use super::eval::evaluation::{DISC, Evaluation, STAGE_LENGTH, STAGES, terms, tied_weights};
use super::eval::node::Node;
use super::rules::board::Board;
use crate::engine::control::Stop;
use fit::{Prior, Sample};
use self_play::GamePositions;

/// What to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How often everything is repeated with the player of the round before, at least 1.
    pub rounds: u32,
    /// Positions of each stage in the last round; each round before takes a quarter of those after it.
    pub positions: usize,
    /// Positions with at most this many empty squares are solved in the last round.
    pub exact: u32,
    /// Plies of the search that labels the others, at least the length of a stage; half of them go a ply less or more.
    pub depth: u32,
    /// Threads that play and label; the result is the same for any number.
    pub threads: usize,
    /// Seed of the games.
    pub seed: u64,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Some of the games were played that a round takes its positions from.
    Played {
        /// The round, from 1.
        round: u32,
        /// Games played so far.
        done: usize,
        /// Games of the round.
        of: usize,
        /// A guess at what is left of the whole recipe.
        left: Duration,
    },
    /// Some positions were labelled.
    Labeled {
        /// The round, from 1.
        round: u32,
        /// The least and the most empty squares of the stage.
        empties: (usize, usize),
        /// Positions of the stage labelled so far.
        done: usize,
        /// Positions of the stage.
        of: usize,
        /// A guess at what is left of the whole recipe.
        left: Duration,
    },
    /// A stage was fitted.
    Fitted {
        /// The round, from 1.
        round: u32,
        /// The least and the most empty squares of the stage.
        empties: (usize, usize),
        /// Positions it was fitted to.
        positions: usize,
        /// Mean distance of the scores from those positions' labels, in discs.
        error: f32,
        /// The same for positions kept apart.
        validation: f32,
    },
    /// The scores were compared with exact results of other positions, once everything was learned.
    Checked {
        /// The least and the most empty squares of the positions.
        empties: (usize, usize),
        /// Positions solved.
        positions: usize,
        /// Mean distance of the scores from the results, in discs.
        error: f32,
    },
    /// A round is over; this is what the player knows now.
    Learned(Evaluation),
}

/// Games played or positions labelled between two reports and looks at `stop`.
const CHUNK: usize = 4096;

/// Of so many positions one is kept apart to check the fit.
const HOLDOUT_PERIOD: usize = 16;

/// The first rounds solve positions up to here only.
const EARLY_SOLVED_EMPTIES: u32 = 11;

/// Stages that are solved quickly get this many times the positions.
const CHEAP_FACTOR: usize = 2;

/// What weights of the round before stand for beside new samples: they come from a quarter of the positions, labelled
/// as well.
const PRIOR_SHARE: f32 = 0.25;

/// A position and its value for the side to move in discs.
type LabeledBoard = (Board, f32);

/// Follows `recipe` from `start` on, until it ends or is stopped, and says how it goes.
pub fn learn(recipe: &Recipe, start: Evaluation, stop: &Stop, report: &mut dyn FnMut(Progress)) {
    let mut lesson = Learner {
        recipe,
        is_first_round: start == Evaluation::zero(),
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

/// The state of a recipe.
struct Learner<'a> {
    recipe: &'a Recipe,
    /// Whether no round has been completed yet, and none came before.
    is_first_round: bool,
    evaluation: Evaluation,
    /// Solved positions of former rounds, by stage: their labels stay true.
    solved: Vec<Vec<LabeledBoard>>,
    estimate: WorkEstimate,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(Progress),
}

impl Learner<'_> {
    /// One round; `None` if it was stopped.
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
        self.is_first_round = false;
        Some(())
    }

    /// Compares scores with exact results of new positions, for every four numbers of empty squares.
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
            let results = labels::labels(&self.evaluation, &boards, (most as u32, 0), threads);
            let distance = |(&board, result): (&Board, f32)| {
                let score = self.evaluation.score(&Node::new(board)) as f32 / DISC as f32;
                (score - result).abs()
            };
            let errors: f32 = boards.iter().zip(results).map(distance).sum();
            (self.report)(Progress::Checked {
                empties: (least, most),
                positions: boards.len(),
                error: errors / boards.len().max(1) as f32,
            });
        }
    }

    /// Games of the player so far.
    fn play_games(&mut self, round: u32) -> Option<Vec<GamePositions>> {
        let wanted = game_count(self.recipe, round);
        let seed = self.recipe.seed ^ u64::from(round) << 32;
        let mut games = Vec::with_capacity(wanted);
        while games.len() < wanted {
            if self.stop.is_set() {
                return None;
            }
            let begin = games.len();
            let end = wanted.min(begin + CHUNK);
            let (indices, threads) = (begin as u64..end as u64, self.recipe.threads);
            games.extend(self_play::play_games(
                &self.evaluation,
                seed,
                indices,
                threads,
            ));
            self.estimate.done(end - begin, GAME_COST);
            (self.report)(Progress::Played {
                round,
                done: end,
                of: wanted,
                left: self.estimate.time_left(),
            });
        }
        Some(games)
    }

    fn label(&mut self, round: u32, stage: usize, boards: &[Board]) -> Option<Vec<LabeledBoard>> {
        let exact = solved_empties(self.recipe, round);
        let (threads, depth) = (self.recipe.threads, self.recipe.depth);
        let mut all = Vec::with_capacity(boards.len());
        for chunk in boards.chunks(CHUNK) {
            if self.stop.is_set() {
                return None;
            }
            let labels = labels::labels(&self.evaluation, chunk, (exact, depth), threads);
            all.extend(chunk.iter().copied().zip(labels));
            self.estimate.done(chunk.len(), label_cost(stage, exact));
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
        let labelled = if is_exact {
            self.solved[stage].extend(fresh);
            &self.solved[stage]
        } else {
            &fresh
        };
        let twins = tied_weights();
        let sample = |&(board, label): &LabeledBoard| Sample {
            terms: terms(&Node::new(board)).map(|term| twins[term as usize]),
            label,
        };
        let (mut kept_apart, mut samples) = (Vec::new(), Vec::new());
        for (index, position) in labelled.iter().enumerate() {
            let list = if index % HOLDOUT_PERIOD == 0 {
                &mut kept_apart
            } else {
                &mut samples
            };
            list.push(sample(position));
        }
        // What no position tells is taken from the round before, and at first from the stage nearer to the end.
        let known = Prior {
            weights: if self.is_first_round && stage > 0 {
                self.evaluation.stage(stage - 1)
            } else {
                self.evaluation.stage(stage)
            },
            share: if round == 1 { 0.0 } else { PRIOR_SHARE },
        };
        let weights = fit::fit(&samples, &known, &twins);
        let (error, validation) = (
            fit::mean_absolute_error(&samples, &weights),
            fit::mean_absolute_error(&kept_apart, &weights),
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

/// Games of which positions are solved to check what was learned, and the empty squares of the last of them.
const VALIDATION_GAMES: u64 = 1000;
const VALIDATION_EMPTIES: usize = 16;

/// The most empty squares of a stage.
fn max_empties(stage: usize) -> usize {
    stage * STAGE_LENGTH + STAGE_LENGTH - 1
}

/// Empty squares up to which a round solves its positions.
fn solved_empties(recipe: &Recipe, round: u32) -> u32 {
    if round == recipe.rounds {
        recipe.exact
    } else {
        recipe.exact.min(EARLY_SOLVED_EMPTIES)
    }
}

/// New positions of a stage in a round.
fn position_count(recipe: &Recipe, round: u32, stage: usize) -> usize {
    let share = (round..recipe.rounds).fold(recipe.positions, |share, _| share.div_ceil(4));
    if max_empties(stage) as u32 <= EARLY_SOLVED_EMPTIES {
        share * CHEAP_FACTOR
    } else {
        share
    }
}

/// Games of a round, enough for every stage.
fn game_count(recipe: &Recipe, round: u32) -> usize {
    let wanted = (0..STAGES).map(|stage| position_count(recipe, round, stage));
    wanted.max().unwrap_or(0)
}

/// Guesses the time left from what the work so far took.
struct WorkEstimate {
    began: Instant,
    add_done: f64,
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
            add_done: 0.0,
            all,
        }
    }

    fn done(&mut self, count: usize, cost: f64) {
        self.add_done += count as f64 * cost;
    }

    fn time_left(&self) -> Duration {
        let rest = (self.all - self.add_done).max(0.0) / self.add_done.max(1.0);
        self.began.elapsed().mul_f64(rest)
    }
}

/// What a game takes, in parts of a shallow search.
const GAME_COST: f64 = 1.4;

/// What labelling a position of a stage takes, in parts of a shallow search. Each empty square more makes solving
/// twice as long.
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

    /// What is learned, and the errors of the fits.
    fn learned(recipe: &Recipe) -> (Evaluation, Vec<f32>) {
        let (mut last, mut errors) = (Evaluation::zero(), Vec::new());
        learn(
            recipe,
            Evaluation::zero(),
            &Stop::default(),
            &mut |told| match told {
                Progress::Learned(evaluation) => last = evaluation,
                Progress::Fitted { error, .. } => errors.push(error),
                Progress::Played { .. } | Progress::Labeled { .. } | Progress::Checked { .. } => {}
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
        // While games are played, positions labelled, stages fitted.
        for told in [1, 2, 3, 8] {
            let stop = Stop::default();
            let mut reports = 0;
            learn(&little(1), Evaluation::zero(), &stop, &mut |_| {
                reports += 1;
                if reports == told {
                    stop.stop();
                }
            });
            // The stage under work is fitted, and no other begun.
            assert!(
                (told..=told + 1).contains(&reports),
                "{reports} after {told}"
            );
        }
    }
}
