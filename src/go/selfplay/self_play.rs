//! Self-play games in shards, and the teachers that play and label them.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::game::SelfPlayGame;
use super::game_setup::draw_size;
use super::raw_policy;
use super::rows::Rows;
use super::search_self_play::SearchSelfPlay;
use super::selection::KeptPositions;
use crate::board::Size;
use crate::net::Network;
use tengen_engine::cpu::Level;

/// Approximate total number of board points in a shard, which determines its number of games.
const POINTS: usize = 3000;

/// Minimum and maximum number of games in a shard.
const GAMES: (usize, usize) = (8, 32);

/// Approximate number of games in a shard that keeps few positions of each.
const SAMPLED_GAMES: usize = 32;

/// Labeled positions from whole games on one board size.
pub struct Shard {
    /// Board size of all games.
    pub size: Size,
    /// Number of games played.
    pub games: usize,
    /// The positions and their labels.
    pub rows: Rows,
}

/// The player of the games and labeler of the positions.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// Raw-policy self-play: a network with one evaluation per position.
    RawPolicy(Arc<Network>),
    /// Search self-play: a search of this many visits, with a network or playouts. Labels are the mean of its
    /// evaluation and the result of the game.
    Search(Option<Arc<Network>>, u64),
    /// Labels by single evaluations of the first network, while a search of this many visits with another network or
    /// playouts plays. The positions are typical of a weaker player's games. Only selected ones are labeled.
    Labeler(Arc<Network>, Option<Arc<Network>>, u64),
}

/// A teacher with the seed of its games.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The teacher that plays all games.
    pub teacher: Teacher,
    /// Instruction set of the searches and the network; the last digits of labels depend on it.
    pub isa: Level,
    /// Size of all boards; `None` for random sizes.
    pub size: Option<Size>,
    /// The positions to keep of each game.
    pub selection: KeptPositions,
    /// Seed of all games.
    pub seed: u64,
}

impl SelfPlay {
    /// Plays the shard with this number. The same seed, teacher and number give the same shard.
    pub fn shard(&self, number: u64) -> Shard {
        let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
        let size = self.size.unwrap_or_else(|| draw_size(&mut random));
        let count = (POINTS / size.area()).clamp(GAMES.0, GAMES.1);
        let batches = match self.selection.count() {
            Some(_) => SAMPLED_GAMES.div_ceil(count),
            None => 1,
        };
        let mut rows = Rows::new(size);
        for _ in 0..batches {
            let new_game =
                |_| SelfPlayGame::new(size, Xoshiro256PlusPlus::seed_from_u64(random.next_u64()));
            let mut played = self.play(size, (0..count).map(new_game).collect());
            if let Some(per_game) = self.selection.count() {
                played.sample(per_game * count, &mut random);
            }
            rows.append(&played);
        }
        Shard {
            size,
            games: batches * count,
            rows,
        }
    }

    /// Plays games, all on boards of this size, and returns every position with its label.
    fn play(&self, size: Size, games: Vec<SelfPlayGame>) -> Rows {
        match &self.teacher {
            Teacher::RawPolicy(network) => raw_policy::play(network, self.isa, size, games),
            Teacher::Search(network, visits) => {
                SearchSelfPlay::new(network.clone(), *visits, self.isa).play(size, games)
            }
            Teacher::Labeler(network, player, visits) => {
                SearchSelfPlay::new(player.clone(), *visits, self.isa)
                    .labeled_by(network, self.selection)
                    .play(size, games)
            }
        }
    }
}
