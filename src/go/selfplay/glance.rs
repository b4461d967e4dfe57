//! Games that a network plays by one evaluation of each position, side by side so that it looks at several at once.

use std::sync::Arc;

use super::game::Game;
use super::rows::Rows;
use crate::engine::cpu::Level;
use crate::go::board::Size;
use crate::go::net::{Evaluation, Evaluator, Features, Network};

/// Plays games on boards of this size to their ends; every position as the network sees it.
pub fn play(network: &Arc<Network>, isa: Level, size: Size, mut games: Vec<Game>) -> Rows {
    let mut evaluator = Evaluator::new(network, size, games.len(), isa);
    let with_suicide = network.model().area_with_suicide;
    let mut features = vec![Features::default(); games.len()];
    let mut rows = Rows::new(size);
    loop {
        games.retain(|game| !game.is_over());
        if games.is_empty() {
            return rows;
        }
        for (board, (game, features)) in games.iter_mut().zip(&mut features).enumerate() {
            features.fill(game.situation(), with_suicide);
            evaluator.set(board, features, game.symmetry());
        }
        evaluator.evaluate(games.len());
        for (board, (game, features)) in games.iter_mut().zip(&features).enumerate() {
            let evaluation = Evaluation::new(game.situation(), evaluator.output(board), 0.0);
            rows.push(features, &game.go_on(&evaluation));
        }
    }
}
