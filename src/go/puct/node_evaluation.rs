//! The network's evaluation of a position, as stored by nodes.

use super::update::sign;
use super::utility::{Utility, ValueStats};
use crate::board::{Move, Point, Size};
use crate::net::{Evaluation, GameHistory};
use crate::search_mode::PuctParams;
use tengen_engine::RawEvaluation;
use tengen_engine::game::Color;

/// Scale of the ownership in its compact form.
const OWNERSHIP_UNIT: f32 = 32767.0;

/// Prior of an illegal move in a report, as in KataGo.
const ILLEGAL: f32 = -1.0;

/// A move and its policy prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move of this candidate.
    pub mv: Move,
    /// Probability from 0 to 1. The priors of all legal moves sum to 1.
    pub prior: f32,
}

/// The network's evaluation of a position.
#[derive(Clone, Debug)]
pub struct NodeEvaluation {
    /// Expected outcome: the network's, or that of the count if nothing is left to play for.
    pub values: ValueStats,
    network_values: ValueStats,
    /// Expected errors of win-loss and score, for networks that predict them.
    errors: Option<[f64; 2]>,
    /// Expected number of moves until the result is settled, for networks that predict it.
    time_left: Option<f32>,
    /// All legal moves, largest prior first.
    pub candidates: Box<[Candidate]>,
    /// White's expected ownership of each point, row by row from the top.
    ownership: Box<[i16]>,
    human: Option<Box<HumanEvaluation>>,
}

/// A human network's evaluation of a position.
#[derive(Clone, Debug)]
struct HumanEvaluation {
    values: ValueStats,
    /// Expected errors of win-loss and score, for networks that predict them.
    errors: Option<[f64; 2]>,
    /// Policy of each candidate, in the same order.
    priors: Box<[f32]>,
}

impl NodeEvaluation {
    /// Converts a network's evaluation of this position.
    pub fn new(history: &GameHistory, evaluation: &Evaluation) -> NodeEvaluation {
        let size = history.position().board().size();
        let policy = &evaluation.policy;
        let points = size.points_from_top().zip(&policy.points);
        let points = points.filter_map(|(point, prior)| {
            prior.map(|prior| Candidate {
                mv: Move::Place(point),
                prior,
            })
        });
        let pass = Candidate {
            mv: Move::Pass,
            prior: policy.pass,
        };
        let mut candidates: Vec<Candidate> = points.chain([pass]).collect();
        candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let owned = evaluation.white_ownership.iter();
        let values = values_of(evaluation);
        NodeEvaluation {
            values,
            network_values: values,
            errors: errors_of(evaluation),
            time_left: evaluation.time_left.map(|moves| moves as f32),
            candidates: candidates.into(),
            ownership: owned.map(|share| (share * OWNERSHIP_UNIT) as i16).collect(),
            human: None,
        }
    }

    /// Adds a human network's evaluation of the same position.
    pub fn with_human(self, history: &GameHistory, human: &Evaluation) -> NodeEvaluation {
        let position = history.position();
        let candidates = self.candidates.iter();
        let priors =
            candidates.map(|candidate| human.policy.of(position, candidate.mv).unwrap_or(0.0));
        let human = HumanEvaluation {
            values: values_of(human),
            errors: errors_of(human),
            priors: priors.collect(),
        };
        NodeEvaluation {
            human: Some(Box::new(human)),
            ..self
        }
    }

    /// Replaces the expected outcome, but not in the raw figures of reports.
    pub fn with_values(self, values: ValueStats) -> NodeEvaluation {
        NodeEvaluation { values, ..self }
    }

    /// Returns a copy with other candidates, in the given order.
    pub fn with_candidates(&self, candidates: Vec<Candidate>) -> NodeEvaluation {
        let human = self.human.as_ref().map(|human| {
            let prior = |candidate: &Candidate| self.human_prior_of(candidate.mv).unwrap_or(0.0);
            Box::new(HumanEvaluation {
                priors: candidates.iter().map(prior).collect(),
                ..(**human).clone()
            })
        });
        NodeEvaluation {
            candidates: candidates.into(),
            human,
            ..self.clone()
        }
    }

    /// Adds the human policy of `from` to that of `to`, for a symmetric move that isn't searched.
    pub fn add_human_prior(&mut self, to: Move, from: Option<f32>) {
        let place = self.candidates.iter().position(|known| known.mv == to);
        if let (Some(human), Some(place)) = (&mut self.human, place) {
            human.priors[place] += from.unwrap_or(0.0);
        }
    }

    /// Returns the human policy of each candidate, in the same order; `None` without a human network.
    pub fn human_priors(&self) -> Option<&[f32]> {
        self.human.as_ref().map(|human| &*human.priors)
    }

    /// Returns the human policy of a candidate; `None` without a human network.
    pub fn human_prior_of(&self, mv: Move) -> Option<f32> {
        let priors = self.human_priors()?;
        let place = self.candidates.iter().position(|known| known.mv == mv)?;
        Some(priors[place])
    }

    /// Whether the network predicts its errors.
    pub fn has_errors(&self) -> bool {
        self.errors.is_some()
    }

    /// Returns the figures of a report, for the side to move. The policy is included if `policy` is set.
    pub fn raw(&self, to_move: Color, size: Size, policy: bool) -> RawEvaluation {
        let priors = || self.candidates.iter().map(|candidate| candidate.prior);
        RawEvaluation {
            time_left: self.time_left,
            policy: match policy {
                true => self.policy(size, priors()),
                false => Vec::new(),
            },
            ..raw_of(&self.network_values, self.errors, to_move)
        }
    }

    /// Returns the figures of the human network for a report; `None` without one.
    pub fn raw_human(&self, to_move: Color, size: Size, policy: bool) -> Option<RawEvaluation> {
        let human = self.human.as_ref()?;
        Some(RawEvaluation {
            policy: match policy {
                true => self.policy(size, human.priors.iter().copied()),
                false => Vec::new(),
            },
            ..raw_of(&human.values, human.errors, to_move)
        })
    }

    /// Returns priors of the candidates by point, row by row from the top, then of the pass; -1 for illegal moves.
    fn policy(&self, size: Size, priors: impl Iterator<Item = f32>) -> Vec<f32> {
        let mut policy = vec![ILLEGAL; size.area() + 1];
        for (candidate, prior) in self.candidates.iter().zip(priors) {
            let place = match candidate.mv {
                Move::Place(point) => size.place_from_top(point),
                Move::Pass => size.area(),
            };
            policy[place] = prior;
        }
        policy
    }

    /// Returns the weight of this evaluation: 1 for networks that don't predict their errors.
    pub fn weight(&self, params: &PuctParams, utility: &Utility) -> f64 {
        let Some([value, score]) = self.errors else {
            return 1.0;
        };
        let error = params.win_loss_factor * value + utility.score_slope(self.values.score) * score;
        params.unit_error / (error + params.unit_error / params.max_evaluation_weight)
    }

    /// Iterates over white's expected ownership of each point, from -1 to 1, row by row from the top.
    pub fn ownership(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.ownership
            .iter()
            .map(|&share| f32::from(share) / OWNERSHIP_UNIT)
    }

    /// Returns white's expected ownership of a point, from -1 to 1, on a board of this size.
    pub fn ownership_of(&self, size: Size, point: Point) -> f32 {
        f32::from(self.ownership[size.place_from_top(point)]) / OWNERSHIP_UNIT
    }

    /// Returns the memory used in bytes, including the heap.
    pub fn bytes(&self) -> usize {
        let human = self.human.as_ref().map_or(0, |human| {
            size_of::<HumanEvaluation>() + size_of_val::<[f32]>(&human.priors)
        });
        size_of::<NodeEvaluation>()
            + size_of_val::<[Candidate]>(&self.candidates)
            + size_of_val::<[i16]>(&self.ownership)
            + human
    }
}

fn values_of(evaluation: &Evaluation) -> ValueStats {
    ValueStats {
        win_loss: evaluation.white_win - evaluation.white_loss,
        no_result: evaluation.no_result,
        score: evaluation.white_score,
        score_squared: evaluation.white_score_squared,
        lead: evaluation.white_lead,
    }
}

fn errors_of(evaluation: &Evaluation) -> Option<[f64; 2]> {
    let errors = evaluation.value_error.zip(evaluation.score_error);
    errors.map(Into::into)
}

/// Returns the figures of a report except policy and time left.
fn raw_of(values: &ValueStats, errors: Option<[f64; 2]>, to_move: Color) -> RawEvaluation {
    let sign = sign(to_move);
    RawEvaluation {
        winrate: (0.5 + 0.5 * sign * values.win_loss) as f32,
        lead: (sign * values.lead) as f32,
        score_selfplay: (sign * values.score) as f32,
        score_selfplay_stdev: values.score_stdev() as f32,
        no_result: values.no_result as f32,
        // The winrate has half the range of win-loss.
        winrate_error: errors.map(|[value, _]| (0.5 * value) as f32),
        score_error: errors.map(|[_, score]| score as f32),
        ..RawEvaluation::default()
    }
}
