//! Raw-policy self-play: a network plays several games in parallel in one batch, with one evaluation per position.

use std::sync::Arc;

use super::game::SelfPlayGame;
use super::rows::Rows;
use crate::board::Size;
use crate::net::{Evaluation, Evaluator, Features, Network};
use tengen_engine::cpu::Level;

/// Plays the games, all on boards of this size, to their ends and returns every position with its label.
pub fn play(network: &Arc<Network>, isa: Level, size: Size, mut games: Vec<SelfPlayGame>) -> Rows {
    let mut evaluator = Evaluator::new(network, size, games.len(), isa);
    let inputs = network.model().inputs;
    let mut features = vec![Features::default(); games.len()];
    let mut rows = Rows::new(size);
    loop {
        games.retain(|game| !game.is_over());
        if games.is_empty() {
            return rows;
        }
        for (board, (game, features)) in games.iter_mut().zip(&mut features).enumerate() {
            features.fill(game.history(), inputs);
            evaluator.set(board, features, game.symmetry());
        }
        evaluator.evaluate(games.len());
        for (board, (game, features)) in games.iter_mut().zip(&features).enumerate() {
            let evaluation = Evaluation::new(game.history(), evaluator.output(board), 0.0);
            rows.push(features, &game.advance(&evaluation));
        }
    }
}
