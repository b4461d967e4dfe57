//! Training targets of a position.

use super::self_play_result::SelfPlayResult;
use crate::net::Evaluation;
use crate::rules::{Komi, Position};
use tengen_engine::game::{Color, Position as _};

/// The training targets of a position, from the side to move's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Policy of each point, row by row from the top, then of the pass; 0 for illegal moves.
    pub policy: Vec<f32>,
    /// Ownership of each point in the same order, from -1 to 1.
    pub ownership: Vec<f32>,
    /// Probabilities of a win, a loss and no result.
    pub value: [f32; 3],
    /// Mean score in points.
    pub score: f32,
    /// Standard deviation of the score.
    pub deviation: f32,
    /// The change of komi, in points, that would make the game even.
    pub lead: f32,
}

impl Label {
    /// Converts an evaluation to a label.
    pub fn from_evaluation(position: &Position, evaluation: &Evaluation) -> Label {
        let is_white = position.to_move() == Color::White;
        let sign = if is_white { 1.0 } else { -1.0 };
        let (win, loss) = match is_white {
            true => (evaluation.white_win, evaluation.white_loss),
            false => (evaluation.white_loss, evaluation.white_win),
        };
        let score = evaluation.white_score;
        let variance = evaluation.white_score_squared - score * score;
        let policy = &evaluation.policy;
        let points = policy.points.iter().map(|entry| entry.unwrap_or(0.0));
        Label {
            policy: points.chain([policy.pass]).collect(),
            ownership: evaluation
                .white_ownership
                .iter()
                .map(|x| x * sign)
                .collect(),
            value: [win as f32, loss as f32, evaluation.no_result as f32],
            score: score as f32 * sign,
            deviation: variance.max(0.0).sqrt() as f32,
            lead: evaluation.white_lead as f32 * sign,
        }
    }
    /// Averages value, score and ownership with the game's result. `mover` and `komi` are those of the labeled
    /// position. The result counts only half, because the outcome of a single game is largely chance.
    pub fn mix_in_result(&mut self, end: &SelfPlayResult, mover: Color, komi: Komi) {
        let sign = if mover == Color::White { 1.0 } else { -1.0 };
        let margin = sign * end.white_margin(komi);
        let result = match margin {
            0.0 => [0.5, 0.5, 0.0],
            _ if margin > 0.0 => [1.0, 0.0, 0.0],
            _ => [0.0, 1.0, 0.0],
        };
        for (chance, came) in self.value.iter_mut().zip(result) {
            *chance = middle(*chance, came);
        }
        for (owned, &white) in self.ownership.iter_mut().zip(end.white_owns()) {
            *owned = middle(*owned, sign * white);
        }
        let square = self.score * self.score + self.deviation * self.deviation;
        self.score = middle(self.score, margin);
        let variance = middle(square, margin * margin) - self.score * self.score;
        self.deviation = variance.max(0.0).sqrt();
        self.lead = middle(self.lead, margin);
    }
}

fn middle(a: f32, b: f32) -> f32 {
    (a + b) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rules;
    use crate::testing::go_reference::Stones;

    #[test]
    fn the_end_of_a_game_is_half_of_what_is_said_about_it() {
        // Both live with two eyes and have half of the board, so komi decides.
        let stones = Stones::drawn(&[". X O .", "X X O O", ". X O ."]);
        let size = Size::new(4, 3).unwrap();
        let mut position = Position::new(size, Rules::CHINESE, Komi::from_points(7.5).unwrap());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        let end = SelfPlayResult::from_position(&position);
        let said = Label {
            policy: vec![0.1; 13],
            ownership: vec![0.0; 12],
            value: [0.5, 0.5, 0.0],
            score: 0.5,
            deviation: 1.0,
            lead: 1.5,
        };
        let told = |mover, komi| {
            let mut label = said.clone();
            label.mix_in_result(&end, mover, Komi::from_points(komi).unwrap());
            label
        };
        let white = told(Color::White, 7.5);
        assert_eq!(
            (white.value, white.score, white.lead),
            ([0.75, 0.25, 0.0], 4.0, 4.5)
        );
        // Half of the games end at 7.5; the others average 0.5 with a variance of 1.
        assert!((white.deviation.powi(2) - 12.75).abs() < 1e-4, "{white:?}");
        assert_eq!(white.ownership[..4], [-0.5, -0.5, 0.5, 0.5]);
        let black = told(Color::Black, -0.5);
        assert_eq!((black.value, black.score), ([0.75, 0.25, 0.0], 0.5));
        assert_eq!(black.ownership[..4], [0.5, 0.5, -0.5, -0.5]);
        assert_eq!(told(Color::Black, 0.0).value, [0.5, 0.5, 0.0]);
        assert_eq!((&white.policy, &black.policy), (&said.policy, &said.policy));
    }
}
