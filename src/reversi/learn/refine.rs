//! Weights of all stages from labeled games.
//!
//! What is fitted is the error of the weights at hand. Errors are alike in neighboring stages, so a stage learns from
//! their positions too, which count less. Positions that are as good as won count little, as games between equal
//! players hardly reach them.

use super::fit::{self, Prior, Sample};
use super::labeled_games::LabeledPosition;
use super::max_empties;
use crate::reversi::eval::evaluation::{
    DISC, Evaluation, STAGE_LENGTH, STAGES, stage, terms, tied_weights,
};
use crate::reversi::eval::node::Node;

/// Errors of a stage on games that were not learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageErrors {
    /// Fewest and most empty squares of the stage.
    pub empties: (usize, usize),
    /// Number of positions learned from, those of neighboring stages included.
    pub samples: usize,
    /// Number of positions of the stage in other games.
    pub holdout: usize,
    /// Mean absolute error on these before the fit, in discs.
    pub before: f32,
    /// Mean absolute error on them after it, in discs.
    pub after: f32,
}

/// One of this many games is not learned from.
const HOLDOUT_PERIOD: u32 = 32;

/// Part of the result in a label; the rest is the search's score. This and the numbers below were chosen by the error on
/// games not learned from.
const RESULT_PART: f32 = 0.5;

/// How much positions count by their distance in stages.
const NEIGHBOR_WEIGHTS: [f32; 3] = [1.0, 0.3, 0.3];

/// Scores in discs up to which a position counts in full, and how much one beyond does.
const OPEN_SCORE: f32 = 14.0;
const DECIDED_WEIGHT: f32 = 0.3;

/// Number of samples that the weights before count for: in any case, and per sample in which a weight occurs.
const PENALTY: f32 = 30.0;
const PRIOR_SHARE: f32 = 0.1;

/// Fits the weights of every stage to positions of games, near to those of `start`. Reports the errors of each stage.
///
/// # Errors
///
/// The first error of `report`, which ends the work.
pub fn refine<E>(
    positions: &[LabeledPosition],
    start: &Evaluation,
    mut report: impl FnMut(StageErrors) -> Result<(), E>,
) -> Result<Evaluation, E> {
    let tied = tied_weights();
    let tables: Vec<Vec<f32>> = (0..STAGES)
        .map(|stage| in_discs(start.stage(stage)))
        .collect();
    let (holdout, learned): (Vec<_>, Vec<_>) = positions
        .iter()
        .partition(|position| position.game.is_multiple_of(HOLDOUT_PERIOD));
    let mut refined = start.clone();
    for stage in 0..STAGES {
        let near = learned
            .iter()
            .filter(|position| distance(position, stage) < NEIGHBOR_WEIGHTS.len());
        let samples: Vec<Sample> = near
            .map(|position| sample(position, stage, &tables, &tied))
            .collect();
        let prior = Prior {
            weights: start.stage(stage),
            penalty: PENALTY,
            share: PRIOR_SHARE,
        };
        let weights = fit::fit(&samples, &prior, &tied);
        let own = holdout
            .iter()
            .filter(|position| distance(position, stage) == 0);
        let tests: Vec<Sample> = own.map(|position| test_sample(position, &tied)).collect();
        report(StageErrors {
            empties: (stage * STAGE_LENGTH, max_empties(stage)),
            samples: samples.len(),
            holdout: tests.len(),
            before: fit::mean_absolute_error(&tests, &tables[stage]),
            after: fit::mean_absolute_error(&tests, &weights),
        })?;
        refined.set_stage(stage, fit::rounded(&weights));
    }
    Ok(refined)
}

/// Returns the distance in stages of a position from `from`.
fn distance(position: &LabeledPosition, from: usize) -> usize {
    stage(position.board.empties()).abs_diff(from)
}

/// Returns a position as a sample for the fit of `of_stage`: its label is off from the weights of that stage by as much
/// as from those of its own. `tables` are the weights of all stages before the fit, in discs.
fn sample(
    position: &LabeledPosition,
    of_stage: usize,
    tables: &[Vec<f32>],
    tied: &[u32],
) -> Sample {
    let (search, result) = (discs(position.search), discs(position.result));
    let mut sample = test_sample(position, tied);
    let own_stage = stage(position.board.empties());
    let score = fit::score(&sample, &tables[own_stage]);
    let error = search + RESULT_PART * (result - search) - score;
    sample.label = fit::score(&sample, &tables[of_stage]) + error;
    sample.weight = NEIGHBOR_WEIGHTS[own_stage.abs_diff(of_stage)];
    if score.abs() > OPEN_SCORE {
        sample.weight *= DECIDED_WEIGHT;
    }
    sample
}

/// Returns a position with its result as the label.
fn test_sample(position: &LabeledPosition, tied: &[u32]) -> Sample {
    Sample {
        terms: terms(&Node::new(position.board)).map(|term| tied[term as usize]),
        label: discs(position.result),
        weight: 1.0,
    }
}

fn in_discs(weights: &[i16]) -> Vec<f32> {
    weights.iter().map(|&weight| discs(weight)).collect()
}

fn discs(score: i16) -> f32 {
    f32::from(score) / DISC as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::learn::labeled_games::play_games;

    /// Games whose labels are the differences of discs on the board, which weights can express.
    fn games() -> Vec<LabeledPosition> {
        let mut positions = play_games(Evaluation::learned(), 1, 0..96, 6, 2);
        for position in &mut positions {
            let [mine, theirs] =
                [position.board.player(), position.board.opponent()].map(u64::count_ones);
            position.search = DISC as i16 * (mine as i16 - theirs as i16);
            position.result = position.search;
        }
        positions
    }

    fn refined(
        positions: &[LabeledPosition],
        start: &Evaluation,
    ) -> (Evaluation, Vec<StageErrors>) {
        let mut errors = Vec::new();
        let refined = refine(positions, start, |stage| {
            errors.push(stage);
            Ok::<(), ()>(())
        });
        (refined.unwrap(), errors)
    }

    #[test]
    fn errors_fall_on_games_not_learned_from() {
        let (_, errors) = refined(&games(), &Evaluation::zero());
        assert_eq!(errors.len(), STAGES);
        for stage in &errors[2..12] {
            assert!(stage.samples > 10 * stage.holdout, "{stage:?}");
            assert!(stage.after < 0.5 * stage.before, "{stage:?}");
        }
    }

    #[test]
    fn stages_far_from_the_positions_stay_as_they_are() {
        let mut late = games();
        late.retain(|position| position.board.empties() < 8);
        let start = Evaluation::learned();
        let (refined, _) = refined(&late, start);
        for stage in 0..STAGES {
            let is_same = refined.stage(stage) == start.stage(stage);
            // The emptiest boards are of stage 1, and two stages more learn from them.
            assert_eq!(is_same, stage > 3, "stage {stage}");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut stages = 0;
        let ended = refine(&games(), Evaluation::learned(), |_| {
            stages += 1;
            Err("closed")
        });
        assert_eq!(ended, Err("closed"));
        assert_eq!(stages, 1);
    }
}
