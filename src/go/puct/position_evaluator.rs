//! Evaluation of positions by the networks of a search, for one thread.

use std::sync::Arc;

use super::key;
use super::node_evaluation::NodeEvaluation;
use super::settled_value;
use crate::board::Size;
use crate::net::{Evaluation, Evaluator, Features, GameHistory, Network, Symmetry};
use crate::search_mode::NetworkView;
use tengen_engine::Settings;

/// The networks of a search.
#[derive(Clone, Debug)]
pub struct SearchNetworks {
    /// The network that evaluates positions.
    pub main: Arc<Network>,
    /// A network that predicts the moves of people.
    pub human: Option<Arc<Network>>,
}

/// Evaluates positions on boards of one size.
pub struct PositionEvaluator {
    main: NetworkEvaluator,
    human: Option<NetworkEvaluator>,
}

impl PositionEvaluator {
    /// Returns an evaluator with the instruction set of these settings. The symmetry in which it sees a position
    /// depends on their seed.
    pub fn new(networks: &SearchNetworks, size: Size, settings: Settings) -> PositionEvaluator {
        let new = |network| NetworkEvaluator::new(network, size, settings);
        PositionEvaluator {
            main: new(&networks.main),
            human: networks.human.as_ref().map(new),
        }
    }

    /// Evaluates a position in this view. A position is always seen in the same symmetries, so that its evaluation does
    /// not depend on the time of the query.
    pub fn evaluate(&mut self, history: &GameHistory, view: &NetworkView) -> NodeEvaluation {
        let evaluation = self.main.evaluate(history, view);
        let evaluation = evaluation.unwrap_or_else(|| Evaluation::uniform(history.position()));
        let mut evaluation = NodeEvaluation::new(history, &evaluation);
        if let Some(values) = settled_value::settled_values(history, &evaluation) {
            evaluation = evaluation.with_values(values);
        }
        match self.human_evaluation(history, view) {
            Some(human) => evaluation.with_human(history, &human),
            None => evaluation,
        }
    }

    /// Evaluates a position by the human network, if that is wanted.
    fn human_evaluation(
        &mut self,
        history: &GameHistory,
        view: &NetworkView,
    ) -> Option<Evaluation> {
        let human = self.human.as_mut().filter(|_| view.has_human_policy)?;
        // Without a profile, no player is imitated.
        let is_in_use = view.profile.is_some() || !human.network().uses_profile();
        if !is_in_use || human.network().has_failed() {
            return None;
        }
        human.evaluate(history, view)
    }

    /// Whether the main network has returned values that are not finite, which invalidates the search.
    pub fn has_failed(&self) -> bool {
        self.main.network().has_failed()
    }
}

/// Evaluates positions by one network.
struct NetworkEvaluator {
    evaluator: Evaluator,
    features: Features,
    seed: u64,
}

impl NetworkEvaluator {
    fn new(network: &Arc<Network>, size: Size, settings: Settings) -> NetworkEvaluator {
        NetworkEvaluator {
            evaluator: Evaluator::for_search(network, size, 1, settings.isa),
            features: Features::default(),
            seed: settings.seed,
        }
    }

    fn network(&self) -> &Network {
        self.evaluator.network()
    }

    /// Returns the mean over the symmetries of a view; `None`, with a mark on the network, if it is not finite.
    fn evaluate(&mut self, history: &GameHistory, view: &NetworkView) -> Option<Evaluation> {
        let inputs = self.network().model().inputs;
        self.features.fill(history, inputs);
        if view.playout_doublings != 0.0 {
            let doublings = view.playout_doublings as f32;
            self.features.set_playout_doublings(doublings);
        }
        if let Some(profile) = &view.profile {
            self.features.set_profile(profile, history.position());
        }
        let first = self.symmetry(history).number();
        let symmetries = (0..view.symmetries).filter_map(|index| Symmetry::new(first ^ index));
        let evaluations = symmetries.map(|symmetry| self.evaluate_in(symmetry, history, view));
        let mean = Evaluation::mean(evaluations.collect());
        let mean = mean.filter(Evaluation::is_finite);
        if mean.is_none() {
            self.network().mark_failed();
        }
        mean
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

    fn symmetry(&self, history: &GameHistory) -> Symmetry {
        let mixed = (key::of_inputs(history) ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (mixed >> 61) as u8 % Symmetry::COUNT;
        Symmetry::new(number).unwrap_or_default()
    }
}
