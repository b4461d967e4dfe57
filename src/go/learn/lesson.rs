//! The games of a shard, played side by side so that the teacher looks at several positions at once.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::game::Game;
use super::rows::Rows;
use super::setting::draw_size;
use crate::go::Size;
use crate::go::net::{Evaluation, Evaluator, Features, Level, Network};

/// Points of all boards of a shard together, about; so many games are played that there are as many.
const POINTS: usize = 3000;

/// The fewest and the most games of a shard.
const GAMES: (usize, usize) = (8, 32);

/// Positions with labels from whole games on one size of board.
pub struct Shard {
    /// The board.
    pub size: Size,
    /// Games played.
    pub games: usize,
    /// The positions.
    pub rows: Rows,
}

/// A teacher and the seed of its games.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The network that plays and labels.
    pub teacher: Arc<Network>,
    /// Vectors that it may use; the last digits of labels depend on them.
    pub level: Level,
    /// The size of all boards; `None` for sizes by chance.
    pub size: Option<Size>,
    /// Seed of all games.
    pub seed: u64,
}

impl Lesson {
    /// The shard of this number: the same for the same seed and teacher.
    pub fn shard(&self, number: u64) -> Shard {
        let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
        let size = self.size.unwrap_or_else(|| draw_size(&mut random));
        let count = (POINTS / size.area()).clamp(GAMES.0, GAMES.1);
        let new_game = |_| Game::new(size, Xoshiro256PlusPlus::seed_from_u64(random.next_u64()));
        let games: Vec<Game> = (0..count).map(new_game).collect();
        Shard {
            size,
            games: count,
            rows: self.play(size, games),
        }
    }

    fn play(&self, size: Size, mut games: Vec<Game>) -> Rows {
        let mut evaluator = Evaluator::new(&self.teacher, size, games.len(), self.level);
        let with_suicide = self.teacher.model().area_with_suicide;
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
}
