//! Evaluations by a network, one thread's.

use std::sync::Arc;

use super::key;
use super::verdict::Verdict;
use crate::engine::Settings;
use crate::go::board::Size;
use crate::go::net::{Evaluation, Evaluator, Features, GameHistory, Network, Symmetry};

/// Evaluates situations on boards of one size.
pub struct Oracle {
    evaluator: Evaluator,
    features: Features,
    seed: u64,
}

impl Oracle {
    /// An oracle with the instruction set of these settings that looks at boards from sides that depend on their seed.
    pub fn new(network: &Arc<Network>, size: Size, settings: Settings) -> Oracle {
        Oracle {
            evaluator: Evaluator::new(network, size, 1, settings.isa),
            features: Features::default(),
            seed: settings.seed,
        }
    }

    /// What the network says, with this share of the optimistic policy. A position is always seen from the same side, so
    /// that the answer does not depend on when it was asked.
    pub fn judge(&mut self, situation: &GameHistory, optimism: f64) -> Verdict {
        let suicide = self.evaluator.network().model().area_with_suicide;
        self.features.fill(situation, suicide);
        let symmetry = self.symmetry(situation);
        self.evaluator.set(0, &self.features, symmetry);
        self.evaluator.evaluate(1);
        let output = self.evaluator.output(0);
        let mut evaluation = Evaluation::new(situation, output, optimism as f32);
        if !evaluation.is_finite() {
            self.evaluator.network().mark_failed();
            evaluation = Evaluation::uniform(situation.position());
        }
        Verdict::new(situation, &evaluation)
    }

    /// Whether the network has said something that is no number, so that a search by it is in vain.
    pub fn has_failed(&self) -> bool {
        self.evaluator.network().has_failed()
    }

    fn symmetry(&self, situation: &GameHistory) -> Symmetry {
        let mixed = (key::of_inputs(situation) ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (mixed >> 61) as u8 % Symmetry::COUNT;
        Symmetry::new(number).unwrap_or_default()
    }
}
