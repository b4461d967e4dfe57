//! The evaluation of one rule: scores by pattern class and threat state, and the network.

use std::sync::Arc;

use super::network::Network;
use super::network::THREAT_STATES;
use super::weights::Weights;
use crate::patterns::classes::{CLASS_SLOTS, CLASSES, Class, Classes};
use crate::patterns::threat::{PackedThreat, PackedThreatPair};
use crate::rules::Rule;
use tengen_engine::cpu::Level;
use tengen_engine::game::Color;

/// The scores of an empty point, in four 16-bit lanes that are added at once: its part of the position score, and the
/// score of a move to it, each for black and for white to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointScores(u64);

impl PointScores {
    /// Zero in all lanes.
    pub const NONE: PointScores = PointScores(0);

    /// Packs position scores and move scores, each for black and for white to move.
    fn new(position_scores: [i16; 2], move_scores: [i16; 2]) -> PointScores {
        let numbers = [
            position_scores[0],
            position_scores[1],
            move_scores[0],
            move_scores[1],
        ];
        let join = |all, &number: &i16| all << 16 | u64::from(number as u16);
        PointScores(numbers.iter().rev().fold(0, join))
    }

    /// Returns the point's part of the position score with `mover` to move.
    #[inline]
    fn position_score(self, mover: Color) -> i32 {
        ((self.0 >> (16 * mover.index())) as i16).into()
    }

    /// Returns the score of `mover`'s move to the point.
    #[inline]
    pub fn move_score(self, mover: Color) -> i32 {
        ((self.0 >> (32 + 16 * mover.index())) as i16).into()
    }

    /// Adds the lanes; sums beyond 16 bits wrap around.
    #[inline]
    pub fn wrapping_add(self, other: PointScores) -> PointScores {
        // The highest bit of each lane is added without its carry, which would overflow into the next lane.
        const HIGHEST: u64 = 0x8000_8000_8000_8000;
        let sums = (self.0 & !HIGHEST) + (other.0 & !HIGHEST);
        PointScores(sums ^ ((self.0 ^ other.0) & HIGHEST))
    }
}

/// The scores of a position, for black and for white to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scores([i32; 2]);

impl Scores {
    /// Returns the score for `color`, if it is to move.
    pub fn of(self, color: Color) -> i32 {
        self.0[color.index()]
    }

    /// Returns the scores after a point's scores changed from `before` to `now`.
    #[inline]
    pub fn with(self, before: PointScores, now: PointScores) -> Scores {
        Scores(
            Color::BOTH.map(|mover| {
                self.of(mover) + now.position_score(mover) - before.position_score(mover)
            }),
        )
    }
}

/// Scores and threats of an empty point by the class of one color's patterns.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct ClassInfo {
    /// That color's part of the point's scores.
    pub scores: PointScores,
    /// That color's threat; the other color has none here.
    pub threats: PackedThreatPair,
}

impl ClassInfo {
    const NOTHING: ClassInfo = ClassInfo {
        scores: PointScores::NONE,
        threats: PackedThreatPair::NOTHING,
    };
}

/// Tables by class and threat state, and the network, of one rule.
pub(crate) struct Evaluation {
    classes: [[ClassInfo; CLASS_SLOTS]; 2],
    states: [[i16; THREAT_STATES]; 2],
    network: Option<Network>,
    isa: Level,
}

impl Evaluation {
    /// Builds the evaluation of `rule` from weights. The network computes with the instructions of `isa`.
    pub fn new(rule: Rule, weights: &Weights, isa: Level) -> Arc<Self> {
        let mut evaluation = Evaluation {
            classes: [[ClassInfo::NOTHING; CLASS_SLOTS]; 2],
            states: [[0; THREAT_STATES]; 2],
            network: None,
            isa,
        };
        for color in Color::BOTH {
            let own = weights.of(rule, color);
            let others = weights.of(rule, color.opponent());
            for (class, members) in Classes::all().members().iter().enumerate() {
                let threat = PackedThreat::from_patterns(*members, rule.forbids(color));
                let mut position_scores = [own.positions[class], others.positions[CLASSES + class]];
                let mut move_scores = [own.moves[class], others.moves[CLASSES + class]];
                if color == Color::White {
                    position_scores.reverse();
                    move_scores.reverse();
                }
                evaluation.classes[color.index()][class] = ClassInfo {
                    scores: PointScores::new(position_scores, move_scores),
                    threats: PackedThreatPair::only(color, threat),
                };
            }
            evaluation.states[color.index()].copy_from_slice(&own.positions[2 * CLASSES..]);
        }
        let numbers = Color::BOTH.map(|mover| &weights.of(rule, mover).network);
        if numbers.iter().any(|numbers| !numbers.is_zero()) {
            evaluation.network = Some(Network::new(numbers));
        }
        Arc::new(evaluation)
    }

    /// Returns the score of a threat state for `mover`.
    pub fn state_score(&self, mover: Color, state: usize) -> i32 {
        self.states[mover.index()][state % THREAT_STATES].into()
    }

    /// Returns the instruction set of the network.
    pub(super) fn isa(&self) -> Level {
        self.isa
    }

    /// Returns the network, if the rule has one.
    #[inline]
    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// Returns the scores and threats of a point with this class of `color`'s patterns.
    #[inline]
    pub(super) fn class_info(&self, color: Color, class: Class) -> &ClassInfo {
        &self.classes[color.index()][usize::from(class) % CLASS_SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_scores_are_added_independently() {
        let numbers = [-4000, -300, -1, 0, 1, 70, 4000];
        for a in numbers {
            for b in numbers {
                let sum = PointScores::new([a, b], [b, a])
                    .wrapping_add(PointScores::new([b, b], [a, -a]));
                assert_eq!(sum, PointScores::new([a + b, 2 * b], [b + a, 0]));
                assert_eq!(sum.move_score(Color::Black), i32::from(a + b));
                let scores = Scores::default().with(PointScores::NONE, sum);
                assert_eq!(scores.of(Color::White), i32::from(2 * b));
                assert_eq!(scores.with(sum, PointScores::NONE), Scores::default());
            }
        }
    }
}
