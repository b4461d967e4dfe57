//! The evaluation of a level: handcrafted counting of rows, the learned evaluation, and errors.

use super::profile::Profile;
use crate::eval::board::Board;
use crate::eval::score::{WIN, evaluate};
use crate::patterns::threat::Threat;
use crate::rules::Point;
use tengen_engine::game::Color;
use tengen_engine::skill::{Misjudgment, mix};

/// Evaluation units of a point where a four can be made.
const FOUR: i32 = 40;

/// Evaluation units of a point where an open three can be made.
const THREE: i32 = 12;

/// Number of points of a kind beyond which more do not count.
const MOST_POINTS: usize = 6;

/// The evaluation of a player of one level in one game.
pub(super) struct LimitedEval<'a> {
    profile: &'a Profile,
    misjudgment: Misjudgment,
}

impl<'a> LimitedEval<'a> {
    pub fn new(profile: &'a Profile, misjudgment: Misjudgment) -> Self {
        LimitedEval {
            profile,
            misjudgment,
        }
    }

    /// Evaluates a position without reading, for the side to move. Fives of either side must already have been checked.
    pub fn score(&self, board: &mut Board, ply: i32) -> i32 {
        let me = board.to_move();
        let key = board.key();
        if board.count(me, Threat::Unstoppable) > 0
            && self.misjudgment.happens(key ^ 1, self.profile.alertness)
        {
            return WIN - ply - 3;
        }
        let counted = rows(board, me) * 3 / 2 - rows(board, me.opponent());
        let learned = match self.profile.counting {
            1.0 => 0,
            _ => evaluate(board),
        };
        mix(learned as f32, counted as f32, self.profile.counting) as i32
            + self.misjudgment.error(key, self.profile.noise)
    }

    /// Returns how striking a move is: its score for move ordering, misjudged by its shape and point.
    pub fn appeal(&self, board: &Board, point: Point) -> i32 {
        let [own, other] = board.move_features(point).map(u64::from);
        // One error depends on the shape, the other on the position and the point.
        let noise = self.profile.noise / NOISE_PER_APPEAL;
        let of_shape = self.misjudgment.error(own << 32 | other, noise);
        let of_place = self.misjudgment.error(board.key() ^ place(point), noise);
        board.move_score(point) + of_shape + of_place
    }
}

/// Evaluation noise per unit of noise in move scores.
const NOISE_PER_APPEAL: f32 = 6.0;

fn place(point: Point) -> u64 {
    (u64::from(point.x()) << 8 | u64::from(point.y())) << 40
}

/// Counts the rows of a side: points that make a four, and points that make an open three. A point that makes two of
/// them counts as one, since combinations are not seen.
fn rows(board: &Board, color: Color) -> i32 {
    let count = |threats: &[Threat]| {
        let points: usize = threats
            .iter()
            .map(|&threat| board.count(color, threat))
            .sum();
        points.min(MOST_POINTS) as i32
    };
    FOUR * count(&[Threat::Four, Threat::FourThree, Threat::Unstoppable])
        + THREE * count(&[Threat::OpenThree, Threat::DoubleThree])
}
