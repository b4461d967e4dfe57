//! Self-play: the games of a shard and their teacher.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::game::SelfPlayGame;
use super::game_setup::draw_size;
use super::raw_policy;
use super::rows::Rows;
use super::search_self_play::SearchSelfPlay;
use crate::board::Size;
use crate::net::Network;
use tengen_engine::cpu::Level;

/// The approximate number of points of all boards of a shard together, which determines the number of games.
const POINTS: usize = 3000;

/// The smallest and the largest number of games of a shard.
const GAMES: (usize, usize) = (8, 32);

/// Labeled positions from whole games on one board size.
pub struct Shard {
    /// The board size.
    pub size: Size,
    /// The number of games.
    pub games: usize,
    /// The positions.
    pub rows: Rows,
}

/// Who plays the games and labels the positions.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// Raw-policy self-play: a network with one evaluation per position.
    RawPolicy(Arc<Network>),
    /// Search self-play: a search of so many visits, with a network or playouts. Labels are half its evaluation and
    /// half the result of the game.
    Search(Option<Arc<Network>>, u64),
    /// A network that labels each position by one evaluation, while a search of so many visits plays, with another
    /// network or playouts: positions as the games of a weaker player have them.
    Labeler(Arc<Network>, Option<Arc<Network>>, u64),
}

/// A teacher with the seed of its games.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The teacher.
    pub teacher: Teacher,
    /// The instruction set of the searches and of the network; the last digits of labels depend on it.
    pub isa: Level,
    /// The size of all boards; `None` for random sizes.
    pub size: Option<Size>,
    /// The seed of all games.
    pub seed: u64,
}

impl SelfPlay {
    /// Plays the shard of this number. The same seed, teacher and number give the same shard.
    pub fn shard(&self, number: u64) -> Shard {
        let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
        let size = self.size.unwrap_or_else(|| draw_size(&mut random));
        let count = (POINTS / size.area()).clamp(GAMES.0, GAMES.1);
        let new_game =
            |_| SelfPlayGame::new(size, Xoshiro256PlusPlus::seed_from_u64(random.next_u64()));
        let games: Vec<SelfPlayGame> = (0..count).map(new_game).collect();
        Shard {
            size,
            games: count,
            rows: match &self.teacher {
                Teacher::RawPolicy(network) => raw_policy::play(network, self.isa, size, games),
                Teacher::Search(network, visits) => {
                    SearchSelfPlay::new(network.clone(), *visits, self.isa).play(size, games)
                }
                Teacher::Labeler(network, player, visits) => {
                    SearchSelfPlay::new(player.clone(), *visits, self.isa)
                        .labeled_by(network)
                        .play(size, games)
                }
            },
        }
    }
}
