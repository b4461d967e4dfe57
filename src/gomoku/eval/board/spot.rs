//! The state of one empty point.

use crate::eval::evaluation::{Evaluation, PointScores};
use crate::patterns::classes::{Classes, Quad};
use crate::patterns::threat::PackedThreatPair;
use tengen_engine::game::Color;

/// Patterns, threats and scores of one empty point for both sides, in 16 bytes: moves are undone by copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(super) struct Spot {
    pub scores: PointScores,
    pub quad: Quad,
    pub threats: PackedThreatPair,
    pub slot: u16,
}

impl Spot {
    pub const NOTHING: Spot = Spot {
        scores: PointScores::NONE,
        quad: Quad::NOTHING,
        threats: PackedThreatPair::NOTHING,
        slot: 0,
    };

    /// Returns the state of a point with these patterns.
    #[inline]
    pub fn new(slot: usize, quad: Quad, classes: &Classes, evaluation: &Evaluation) -> Spot {
        let black = evaluation.class_info(Color::Black, classes.of(quad, Color::Black));
        let white = evaluation.class_info(Color::White, classes.of(quad, Color::White));
        Spot {
            scores: black.scores.wrapping_add(white.scores),
            quad,
            threats: black.threats.union(white.threats),
            slot: slot as u16,
        }
    }
}
