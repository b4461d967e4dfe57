//! Positions of games that a quick player plays with itself, not always well.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::isa::{Isa, Level, Task};
use crate::reversi::board::Board;
use crate::reversi::eval::{DISC, Evaluation, STAGE_LENGTH, STAGES, stage};
use crate::reversi::node::Node;
use crate::shares::in_shares;

/// A game begins with at least and at most this many random moves.
const OPENING: (u64, u64) = (2, 16);

/// Of so many later moves one is random.
const RANDOM_MOVE: u64 = 10;

/// What a reply less for the other side counts beside the evaluation; before there is one it leads the play.
const REPLY: i32 = DISC / 2;

/// The most that chance adds to a move.
const NOISE: u64 = 2 * DISC as u64;

/// A position with a move to make from every stage of a game, as far as the game went.
pub type Game = [Option<Board>; STAGES];

/// Plays a game for each of `indices`, which with `seed` decides what chance does in it.
pub fn games(player: &Evaluation, seed: u64, indices: Range<u64>, threads: usize) -> Vec<Game> {
    in_shares(indices, threads, |indices| {
        Level::detect().run(Play {
            player,
            seed,
            indices,
        })
    })
}

/// A game for each index.
struct Play<'a> {
    player: &'a Evaluation,
    seed: u64,
    indices: Range<u64>,
}

impl Task for Play<'_> {
    type Output = Vec<Game>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<Game> {
        let mut games = Vec::new();
        for index in self.indices {
            let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
            games.push(play(self.player, &mut random));
        }
        games
    }
}

#[inline(always)]
fn play(player: &Evaluation, random: &mut Xoshiro256PlusPlus) -> Game {
    // Which number of empty squares a stage is shown by, drawn for each: a rule would favour odd or even ones.
    let wanted: [u32; STAGES] = std::array::from_fn(|_| below(random, STAGE_LENGTH as u64) as u32);
    let opening = OPENING.0 + below(random, OPENING.1 - OPENING.0 + 1);
    let mut game = [None; STAGES];
    let mut node = Node::new(Board::START);
    for ply in 0.. {
        if node.board.moves() == 0 {
            node = node.passed();
            if node.board.moves() == 0 {
                break;
            }
        }
        let empties = node.board.empties();
        let stage = stage(empties);
        if empties % STAGE_LENGTH as u32 == wanted[stage] {
            game[stage] = Some(node.board);
        }
        let chosen = if ply < opening || below(random, RANDOM_MOVE) == 0 {
            let mut squares = node.board.squares();
            let choice = below(random, squares.len() as u64);
            squares.nth(choice as usize).map(|square| node.play(square))
        } else {
            choose(player, &node, random)
        };
        // There is a move, so that one was chosen.
        let Some(after) = chosen else { break };
        node = after;
    }
    game
}

/// What the player thinks best, give or take some.
#[inline(always)]
fn choose(player: &Evaluation, node: &Node, random: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let judged = node.board.squares().map(|square| {
        let after = node.play(square);
        let replies = after.board.moves().count_ones() as i32;
        let noise = below(random, NOISE) as i32;
        (noise - player.score(&after) - REPLY * replies, after)
    });
    let best = judged.max_by_key(|&(score, _)| score);
    best.map(|(_, after)| after)
}

/// A random number below `bound`; the bias is far below what matters here.
fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    random.next_u64() % bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_shown_by_each_of_its_numbers_of_empty_squares() {
        let mut shown = [0; 60];
        for board in games(&Evaluation::nothing(), 1, 0..400, 2)
            .iter()
            .flatten()
            .flatten()
        {
            assert!(board.moves() != 0);
            shown[board.empties() as usize] += 1;
        }
        // The start is not among them, and few games get to the last square.
        assert!(
            shown[4..60].iter().all(|&count| (60..140).contains(&count)),
            "{shown:?}"
        );
    }
}
