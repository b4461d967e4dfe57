//! The choice among the moves of a reading.

use super::profile::Profile;
use crate::board::{Move, Point};
use tengen_engine::RootMove;
use tengen_engine::skill::Misjudgment;

/// What is added to the prior of a point beside the last move, fading out over a distance of four: people answer there.
const NEAR_LAST_MOVE: f32 = 0.15;

/// The choice of a player of one level in one position.
pub(super) struct CandidateChoice<'a> {
    pub profile: &'a Profile,
    /// The misjudgments of the game.
    pub misjudgment: Misjudgment,
    /// The key of the position.
    pub key: u64,
    /// The priors of the moves.
    pub priors: &'a [(Move, f32)],
    /// The point of the last move.
    pub last: Option<Point>,
}

impl CandidateChoice<'_> {
    /// Returns the index of the move that the player likes best. A pass is none of them where there is another move.
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

    /// Returns the liking for a move: the logarithm of its weight in a choice by chance.
    fn liking(&self, point: Point, line: &RootMove<Move>) -> f32 {
        let prior = self.priors.iter().find(|(mv, _)| *mv == line.mv);
        let prior = prior.map_or(0.0, |(_, prior)| *prior) + self.nearness(point);
        let visits = (line.visits as f32 + 0.5).ln() / self.profile.temperature.max(0.05);
        let place = point.index() as u64;
        let thousandths = |what, deviation: f32| {
            self.misjudgment.error(what, deviation * 1_000.0) as f32 / 1_000.0
        };
        // A liking for the point that lasts throughout the game, and one of this moment.
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
