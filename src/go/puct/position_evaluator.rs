//! Evaluation of positions by the networks of a search, for one thread.

use std::sync::Arc;

use super::key;
use super::node_evaluation::NodeEvaluation;
use super::settled_value;
use crate::board::Size;
use crate::net::{Canceled, Evaluation, Features, GameHistory, Network, SearchEvaluator, Symmetry};
use crate::search_mode::NetworkView;
use tengen_engine::Settings;

/// The networks of a search.
#[derive(Clone, Debug)]
pub struct SearchNetworks {
    /// Network that evaluates positions.
    pub main: Arc<Network>,
    /// Network that predicts human moves, if any.
    pub human: Option<Arc<Network>>,
}

/// Evaluates positions on boards of one size.
pub struct PositionEvaluator {
    main: NetworkEvaluator,
    human: Option<NetworkEvaluator>,
}

impl PositionEvaluator {
    /// Creates an evaluator with the instruction set in `settings`. Their seed determines the symmetries.
    pub fn new(networks: &SearchNetworks, size: Size, settings: Settings) -> PositionEvaluator {
        let new = |network| NetworkEvaluator::new(network, size, settings);
        PositionEvaluator {
            main: new(&networks.main),
            human: networks.human.as_ref().map(new),
        }
    }

    /// Evaluates a position in this view. A position is always seen in the same symmetries, so that its evaluation
    /// doesn't depend on the time of the query. Canceled if `is_over` is true while the position waits for a batch.
    pub fn evaluate(
        &mut self,
        history: &GameHistory,
        view: &NetworkView,
        is_over: &dyn Fn() -> bool,
    ) -> Result<NodeEvaluation, Canceled> {
        let evaluation = self.main.evaluate(history, view, is_over)?;
        let evaluation = evaluation.unwrap_or_else(|| Evaluation::uniform(history.position()));
        let mut evaluation = NodeEvaluation::new(history, &evaluation);
        if let Some(values) = settled_value::settled_values(history, &evaluation) {
            evaluation = evaluation.with_values(values);
        }
        Ok(match self.human_evaluation(history, view, is_over)? {
            Some(human) => evaluation.with_human(history, &human),
            None => evaluation,
        })
    }

    fn human_evaluation(
        &mut self,
        history: &GameHistory,
        view: &NetworkView,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Evaluation>, Canceled> {
        let human = self.human.as_mut().filter(|_| view.has_human_policy);
        let Some(human) = human else {
            return Ok(None);
        };
        // Without a profile, a network that needs one isn't used.
        let is_in_use = view.profile.is_some() || !human.network().uses_profile();
        if !is_in_use || human.network().has_failed() {
            return Ok(None);
        }
        human.evaluate(history, view, is_over)
    }

    /// Whether the main network has returned non-finite values, which invalidates the search.
    pub fn has_failed(&self) -> bool {
        self.main.network().has_failed()
    }
}

struct NetworkEvaluator {
    evaluator: SearchEvaluator,
    features: Features,
    seed: u64,
}

impl NetworkEvaluator {
    fn new(network: &Arc<Network>, size: Size, settings: Settings) -> NetworkEvaluator {
        NetworkEvaluator {
            evaluator: SearchEvaluator::new(network, size, settings),
            features: Features::default(),
            seed: settings.seed,
        }
    }

    fn network(&self) -> &Network {
        self.evaluator.network()
    }

    /// Returns the mean over a view's symmetries. If it isn't finite, marks the network as failed and returns `None`.
    fn evaluate(
        &mut self,
        history: &GameHistory,
        view: &NetworkView,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Evaluation>, Canceled> {
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
        let evaluations = symmetries.map(|symmetry| {
            let output = self.evaluator.evaluate(&self.features, symmetry, is_over)?;
            Ok(Evaluation::new(history, output, view.optimism as f32))
        });
        let mean = Evaluation::mean(evaluations.collect::<Result<_, Canceled>>()?);
        let mean = mean.filter(Evaluation::is_finite);
        if mean.is_none() {
            self.network().mark_failed();
        }
        Ok(mean)
    }

    fn symmetry(&self, history: &GameHistory) -> Symmetry {
        let mixed = (key::of_inputs(history) ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let number = (mixed >> 61) as u8 % Symmetry::COUNT;
        Symmetry::new(number).unwrap_or_default()
    }
}
