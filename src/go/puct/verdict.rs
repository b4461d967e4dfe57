//! What a network said of a position, as the search keeps it.

use super::params::Params;
use super::utility::{Outlook, Utility};
use crate::go::board::{Move, Point, Size};
use crate::go::net::{Evaluation, GameHistory};

/// One in the compact form of an ownership.
const WHOLE: f32 = 32767.0;

/// A move and how likely a strong player is to make it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// From 0 to 1; those of all legal moves sum to 1.
    pub prior: f32,
}

/// What a network said of a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What is expected of the game.
    pub outlook: Outlook,
    /// The error that is expected of win and loss, and of the score, by networks that tell.
    errors: Option<[f64; 2]>,
    /// Every legal move, the likeliest first.
    pub candidates: Box<[Candidate]>,
    /// White's expected ownership of each point, row by row from the top.
    ownership: Box<[i16]>,
}

impl Verdict {
    /// Takes over an evaluation of this situation.
    pub fn new(situation: &GameHistory, evaluation: &Evaluation) -> Verdict {
        let size = situation.position().board().size();
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
        Verdict {
            outlook: Outlook {
                win_loss: evaluation.white_win - evaluation.white_loss,
                score: evaluation.white_score,
                score_squared: evaluation.white_score_squared,
                lead: evaluation.white_lead,
            },
            errors: evaluation
                .value_error
                .zip(evaluation.score_error)
                .map(Into::into),
            candidates: candidates.into(),
            ownership: owned.map(|share| (share * WHOLE) as i16).collect(),
        }
    }

    /// The same with other candidates, in their order.
    pub fn among(&self, candidates: Vec<Candidate>) -> Verdict {
        Verdict {
            candidates: candidates.into(),
            ..self.clone()
        }
    }

    /// Whether the network has told of its errors.
    pub fn knows_errors(&self) -> bool {
        self.errors.is_some()
    }

    /// The weight of this evaluation beside others: 1 for networks that know nothing of their errors.
    pub fn weight(&self, params: &Params, utility: &Utility) -> f64 {
        let Some([value, score]) = self.errors else {
            return 1.0;
        };
        let error = value + utility.slope(self.outlook.score) * score;
        params.usual_error / (error + params.usual_error / params.certain_weight)
    }

    /// White's expected ownership of each point, from -1 to 1, row by row from the top.
    pub fn ownership(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.ownership.iter().map(|&share| f32::from(share) / WHOLE)
    }

    /// White's expected ownership of a point on a board of this size.
    pub fn owner_of(&self, size: Size, point: Point) -> f32 {
        f32::from(self.ownership[size.place_from_top(point)]) / WHOLE
    }

    /// Bytes that it takes on the heap and for itself.
    pub fn bytes(&self) -> usize {
        size_of::<Verdict>()
            + size_of_val::<[Candidate]>(&self.candidates)
            + size_of_val::<[i16]>(&self.ownership)
    }
}
