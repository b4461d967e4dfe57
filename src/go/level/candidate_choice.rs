//! The choice among the candidate moves of a search.

use super::profile::Profile;
use crate::board::{Move, Point};
use tengen_engine::RootMove;
use tengen_engine::skill::Misjudgment;

/// Bonus to the prior of a point near the last move, fading out over a distance of four: people tend to answer there.
const NEAR_LAST_MOVE: f32 = 0.15;

/// How a player of one level chooses in one position.
pub(super) struct CandidateChoice<'a> {
    pub profile: &'a Profile,
    pub misjudgment: Misjudgment,
    pub key: u64,
    pub priors: &'a [(Move, f32)],
    /// Point of the last move; `None` after a pass.
    pub last: Option<Point>,
}

impl CandidateChoice<'_> {
    /// Returns the index of the move that the player likes best. A pass is chosen only if it is the only move.
    pub fn best(&self, lines: &[RootMove<Move>]) -> usize {
        let liking = |line: &RootMove<Move>| match line.mv {
            Move::Pass => f32::NEG_INFINITY,
            Move::Place(point) => self.liking(point, line),
        };
        let likings: Vec<f32> = lines.iter().map(liking).collect();
        let mut best = 0;
        for (index, liking) in likings.iter().enumerate() {
            if *liking > likings[best] {
                best = index;
            }
        }
        best
    }

    /// Returns the preference for a move: the logarithm of its weight in a random choice.
    fn liking(&self, point: Point, line: &RootMove<Move>) -> f32 {
        let prior = self.priors.iter().find(|(mv, _)| *mv == line.mv);
        let prior = prior.map_or(0.0, |(_, prior)| *prior) + self.nearness(point);
        let visits = (line.visits as f32 + 0.5).ln() / self.profile.temperature.max(0.05);
        let place = point.index() as u64;
        let thousandths = |what, deviation: f32| {
            self.misjudgment.error(what, deviation * 1_000.0) as f32 / 1_000.0
        };
        // A preference for the point that lasts throughout the game, and one for this position only.
        visits
            + self.profile.instinct * prior
            + thousandths(place, self.profile.noise)
            + thousandths(self.key ^ place << 48, self.profile.noise)
    }

    fn nearness(&self, point: Point) -> f32 {
        let Some(last) = self.last else {
            return 0.0;
        };
        let steps = point.column().abs_diff(last.column()) + point.row().abs_diff(last.row());
        NEAR_LAST_MOVE * (4.0 - f32::from(steps)).max(0.0) / 4.0
    }
}
