//! Evaluations: the outputs of a network in terms of the game, as in KataGo's cpp/neuralnet/nneval.cpp.

use super::head_output::HeadOutput;
use super::history::GameHistory;
use super::model::{Model, Scales};
use crate::board::{Move, Point};
use crate::rules::Position;
use crate::rules::ruleset::{KoRule, Scoring};
use tengen_engine::game::{Color, Position as _};

/// The policy of a position: a probability for each point and for the pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// Probabilities of the points, row by row from the top; `None` if the move is illegal.
    pub points: Vec<Option<f32>>,
    /// Probability of the pass, which is always legal.
    pub pass: f32,
}

/// The evaluation of a position by a network, from white's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Probability that white wins.
    pub white_win: f64,
    /// Probability that black wins.
    pub white_loss: f64,
    /// Probability that the game ends without a result, by a long cycle under a simple ko rule.
    pub no_result: f64,
    /// White's lead in points: the komi for black that would make the game even.
    pub white_lead: f64,
    /// Mean of white's score in points.
    pub white_score: f64,
    /// Mean of the square of white's score.
    pub white_score_squared: f64,
    /// Expected number of moves until the result is settled; from format version 9 on.
    pub time_left: Option<f64>,
    /// Expected short-term error of the value, which ranges from -1 to 1; from format version 9 on.
    pub value_error: Option<f64>,
    /// Expected short-term error of the score in points; from format version 9 on.
    pub score_error: Option<f64>,
    /// Prior probabilities of the moves; those of legal moves sum to 1.
    pub policy: Policy,
    /// Expected owner of each point, from -1 for black to 1 for white, row by row from the top.
    pub white_ownership: Vec<f32>,
}

impl Policy {
    /// Returns the probability of a move in this position; `None` if it is illegal.
    pub fn of(&self, position: &Position, mv: Move) -> Option<f32> {
        match mv {
            Move::Pass => Some(self.pass),
            Move::Place(point) => self.points[position.board().size().place_from_top(point)],
        }
    }

    /// Computes the softmax over the logits of the legal moves.
    fn new(position: &Position, output: HeadOutput, optimism: f32) -> Policy {
        let size = position.board().size();
        let color = position.to_move();
        let entry = |point: Point| {
            let from_top = usize::from(size.height() - 1 - point.row());
            let is_legal = position.check(color, Move::Place(point)).is_ok();
            is_legal.then(|| output.policy(usize::from(point.column()), from_top, optimism))
        };
        let mut points: Vec<Option<f32>> = size.points_from_top().map(entry).collect();
        let mut pass = output.pass(optimism);
        let legal = || points.iter().flatten();
        let most = legal().copied().fold(pass, f32::max);
        let sum: f32 = legal().map(|x| (x - most).exp()).sum::<f32>() + (pass - most).exp();
        for x in points.iter_mut().flatten().chain([&mut pass]) {
            *x = (*x - most).exp() / sum;
        }
        Policy { points, pass }
    }
}

impl Evaluation {
    /// Returns the evaluation of an even game with a uniform policy over the legal moves.
    pub fn uniform(position: &Position) -> Evaluation {
        let size = position.board().size();
        let is_legal = |point| {
            let mv = Move::Place(point);
            position.check(position.to_move(), mv).is_ok()
        };
        let legal: Vec<bool> = size.points_from_top().map(is_legal).collect();
        let share = 1.0 / (1 + legal.iter().filter(|&&legal| legal).count()) as f32;
        Evaluation {
            white_win: 0.5,
            white_loss: 0.5,
            no_result: 0.0,
            white_lead: 0.0,
            white_score: 0.0,
            white_score_squared: 0.0,
            time_left: None,
            value_error: None,
            score_error: None,
            policy: Policy {
                points: legal
                    .into_iter()
                    .map(|legal| legal.then_some(share))
                    .collect(),
                pass: share,
            },
            white_ownership: vec![0.0; size.area()],
        }
    }

    /// Returns the mean of evaluations of one position, such as in several symmetries; `None` if there are none.
    pub fn mean(mut evaluations: Vec<Evaluation>) -> Option<Evaluation> {
        if evaluations.len() <= 1 {
            return evaluations.pop();
        }
        let all = || evaluations.iter();
        let count = evaluations.len() as f64;
        let mean = |number: fn(&Evaluation) -> f64| all().map(number).sum::<f64>() / count;
        let known = |number: fn(&Evaluation) -> Option<f64>| {
            let sum: Option<f64> = all().map(number).sum();
            sum.map(|sum| sum / count)
        };
        let places = 0..evaluations.first()?.white_ownership.len();
        let prior = |place: usize| {
            let sum: Option<f32> = all()
                .map(|evaluation| evaluation.policy.points[place])
                .sum();
            sum.map(|sum| sum / count as f32)
        };
        let owner = |place: usize| {
            let sum: f32 = all()
                .map(|evaluation| evaluation.white_ownership[place])
                .sum();
            sum / count as f32
        };
        Some(Evaluation {
            white_win: mean(|evaluation| evaluation.white_win),
            white_loss: mean(|evaluation| evaluation.white_loss),
            no_result: mean(|evaluation| evaluation.no_result),
            white_lead: mean(|evaluation| evaluation.white_lead),
            white_score: mean(|evaluation| evaluation.white_score),
            white_score_squared: mean(|evaluation| evaluation.white_score_squared),
            time_left: known(|evaluation| evaluation.time_left),
            value_error: known(|evaluation| evaluation.value_error),
            score_error: known(|evaluation| evaluation.score_error),
            policy: Policy {
                points: places.clone().map(prior).collect(),
                pass: mean(|evaluation| f64::from(evaluation.policy.pass)) as f32,
            },
            white_ownership: places.map(owner).collect(),
        })
    }

    /// Whether all numbers are finite. A network with large finite weights can overflow.
    pub fn is_finite(&self) -> bool {
        let of_game = [
            self.white_win,
            self.white_loss,
            self.no_result,
            self.white_lead,
            self.white_score,
            self.white_score_squared,
        ];
        let known = [self.time_left, self.value_error, self.score_error];
        let policy = self.policy.points.iter().flatten();
        let of_points = policy
            .chain([&self.policy.pass])
            .chain(&self.white_ownership);
        of_game
            .into_iter()
            .chain(known.into_iter().flatten())
            .all(f64::is_finite)
            && of_points.copied().all(f32::is_finite)
    }

    /// Interprets the heads' outputs for a history's last position. `optimism` is the share of the optimistic policy.
    pub fn new(history: &GameHistory, output: HeadOutput, optimism: f32) -> Evaluation {
        let Model {
            scales, version, ..
        } = output.model();
        let version = *version;
        let position = history.position();
        let rules = position.rules();
        // The outputs of version 3 networks are used unchanged.
        let by_cycle =
            version == 3 || rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory;
        let [win, loss, no_result] = probabilities(output.value(), by_cycle);
        let score = output.score();
        let number = |i: usize| f64::from(score[i]);
        let own = OwnScore::new(score, scales, position.board().size().area());
        let has_result = if version == 3 { 1.0 } else { 1.0 - no_result };
        let is_white = position.to_move() == Color::White;
        let (white_win, white_loss) = if is_white { (win, loss) } else { (loss, win) };
        let for_white = if is_white { 1.0 } else { -1.0 };
        let has_errors = score.len() > 5;
        let errors = has_errors.then(|| errors([number(4), number(5)], scales, version));
        let ownership = |x: f32| x.tanh() * for_white as f32;
        let (width, height) = (
            position.board().size().width(),
            position.board().size().height(),
        );
        let points =
            (0..height).flat_map(|row| (0..width).map(move |column| (column.into(), row.into())));
        Evaluation {
            white_win,
            white_loss,
            no_result,
            white_lead: own.lead * has_result * for_white,
            white_score: own.mean * has_result * for_white,
            white_score_squared: own.squared * has_result,
            time_left: has_errors.then(|| softplus(number(3)) * scales.time_left),
            value_error: errors.map(|[value, _]| value),
            score_error: errors.map(|[_, score]| score),
            policy: Policy::new(position, output, optimism),
            white_ownership: points
                .map(|(column, row)| ownership(output.ownership(column, row)))
                .collect(),
        }
    }
}

/// The score of the side to move, provided that the game has a result.
struct OwnScore {
    mean: f64,
    /// Mean of the squared score.
    squared: f64,
    lead: f64,
}

impl OwnScore {
    /// Interprets the outputs for the score; format versions before 9 have fewer of them.
    fn new(score: &[f32], scales: &Scales, points: usize) -> OwnScore {
        let scaled = |number: f32, scale: f64| f64::from(number) * scale;
        let certain = |mean: f64| OwnScore {
            mean,
            squared: mean * mean,
            lead: mean,
        };
        match *score {
            [] => certain(0.0),
            // Version 3 outputs the tangent of a bounded score, in units of twice the side of the board.
            [number] => certain(scaled(number, 2.0 * (points as f64).sqrt())),
            [mean, deviation, ..] => {
                let mean = scaled(mean, scales.score_mean);
                let deviation = softplus(f64::from(deviation)) * scales.score_deviation;
                OwnScore {
                    mean,
                    squared: mean * mean + deviation * deviation,
                    lead: score.get(2).map_or(mean, |&lead| scaled(lead, scales.lead)),
                }
            }
        }
    }
}

/// Computes the softmax over win, loss and no result, the last only if a cycle can end the game.
fn probabilities(value: [f32; 3], by_cycle: bool) -> [f64; 3] {
    let most = value.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let mut weights = value.map(|x| f64::from(x - most).exp());
    if !by_cycle {
        // Recompute the maximum, because no result may have had the largest logit.
        let most = value[0].max(value[1]);
        weights = [
            f64::from(value[0] - most).exp(),
            f64::from(value[1] - most).exp(),
            0.0,
        ];
    }
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// Returns the errors of value and score, which depend on the format version.
fn errors(raw: [f64; 2], scales: &Scales, version: u32) -> [f64; 2] {
    let factors = [scales.value_error, scales.score_error];
    match version {
        ..10 => [softplus(raw[0]), softplus(raw[1]) * 10.0],
        10..14 => std::array::from_fn(|i| (softplus(raw[i]) * factors[i]).sqrt()),
        _ => std::array::from_fn(|i| softplus(raw[i] * 0.5) * factors[i].sqrt()),
    }
}

/// Computes log(1 + exp x).
fn softplus(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}
