//! Evaluation of positions by a network, for one thread.

use std::sync::Arc;

use super::key;
use super::node_evaluation::NodeEvaluation;
use super::settled_value;
use crate::engine::Settings;
use crate::go::board::Size;
use crate::go::net::{Evaluation, Evaluator, Features, GameHistory, Network, Symmetry};
use crate::go::search_mode::NetworkView;

/// Evaluates positions on boards of one size.
pub struct PositionEvaluator {
    evaluator: Evaluator,
    features: Features,
    seed: u64,
}

impl PositionEvaluator {
    /// Returns an evaluator with the instruction set of these settings. The symmetry in which it sees a position
    /// depends on their seed.
    pub fn new(network: &Arc<Network>, size: Size, settings: Settings) -> PositionEvaluator {
        PositionEvaluator {
            evaluator: Evaluator::new(network, size, 1, settings.isa),
            features: Features::default(),
            seed: settings.seed,
        }
    }

    /// Evaluates a position in this view. A position is always seen in the same symmetries, so that its evaluation does
    /// not depend on the time of the query.
    pub fn evaluate(&mut self, history: &GameHistory, view: &NetworkView) -> NodeEvaluation {
        let inputs = self.evaluator.network().model().inputs;
        self.features.fill(history, inputs);
        if view.playout_doublings != 0.0 {
            let doublings = view.playout_doublings as f32;
            self.features.set_playout_doublings(doublings);
        }
        let first = self.symmetry(history).number();
        let symmetries = (0..view.symmetries).filter_map(|index| Symmetry::new(first ^ index));
        let evaluations = symmetries.map(|symmetry| self.evaluate_in(symmetry, history, view));
        let mean = Evaluation::mean(evaluations.collect());
        let evaluation = mean.filter(Evaluation::is_finite).unwrap_or_else(|| {
            self.evaluator.network().mark_failed();
            Evaluation::uniform(history.position())
        });
        let evaluation = NodeEvaluation::new(history, &evaluation);
        match settled_value::settled_values(history, &evaluation) {
            Some(values) => evaluation.with_values(values),
            None => evaluation,
        }
    }

    /// Evaluates the features in one symmetry.
    fn evaluate_in(
        &mut self,
        symmetry: Symmetry,
        history: &GameHistory,
        view: &NetworkView,
    ) -> Evaluation {
        self.evaluator.set(0, &self.features, symmetry);
        self.evaluator.evaluate(1);
        let output = self.evaluator.output(0);
        Evaluation::new(history, output, view.optimism as f32)
    }

    /// Whether the network has returned values that are not finite, which invalidates the search.
    pub fn has_failed(&self) -> bool {
        self.evaluator.network().has_failed()
    }

    fn symmetry(&self, history: &GameHistory) -> Symmetry {
        let mixed = (key::of_inputs(history) ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (mixed >> 61) as u8 % Symmetry::COUNT;
        Symmetry::new(number).unwrap_or_default()
    }
}
