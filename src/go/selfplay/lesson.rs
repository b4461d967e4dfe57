//! The games of a shard, and who plays them.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::game::Game;
use super::glance;
use super::rows::Rows;
use super::setting::draw_size;
use super::study::Study;
use crate::engine::cpu::Level;
use crate::go::board::Size;
use crate::go::net::Network;

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

/// Who plays, and what is written down of each position.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// A network, by one evaluation of each position.
    Glance(Arc<Network>),
    /// A search of so many visits, by a network or by playouts. What it says of a position is half of the lesson, and how
    /// the game ended the other half.
    Study(Option<Arc<Network>>, u64),
}

/// A teacher and the seed of its games.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Who plays and labels.
    pub teacher: Teacher,
    /// Instruction set of the searches and of the network; the last digits of labels depend on it.
    pub isa: Level,
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
            rows: match &self.teacher {
                Teacher::Glance(network) => glance::play(network, self.isa, size, games),
                Teacher::Study(network, visits) => {
                    Study::new(network.clone(), *visits, self.isa).play(size, games)
                }
            },
        }
    }
}
