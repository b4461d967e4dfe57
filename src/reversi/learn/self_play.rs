//! Self-play: positions from games of a fast player against itself.
//!
//! After a random opening both sides play as well as they can, searching one or two plies: a search prefers positions
//! that its evaluation misjudges, in favor of one side or the other as its depth is odd or even.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::engine::cpu::{Isa, Level, Task};
use crate::engine::parallel::map_ranges;
use crate::reversi::eval::evaluation::{DISC, Evaluation, STAGE_LENGTH, STAGES, stage};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::board::Board;

/// Fewest and most random moves of an opening; fewer are more likely.
const OPENING_MOVES: (u64, u64) = (4, 40);

/// Last ply of the random opening that positions are taken from; later positions of the opening are too untypical.
const MAX_OPENING_SAMPLE_PLY: u64 = 12;

/// One of this many positions is taken after another random move, since a search evaluates such positions too. The game
/// goes on without that move.
const RANDOM_MOVE_PERIOD: u64 = 4;

/// Weight of the opponent's mobility beside the evaluation; it leads the play of an untrained evaluation.
const MOBILITY_WEIGHT: i32 = DISC / 8;

/// Largest random noise of a move's score.
const NOISE: u64 = DISC as u64 / 2;

/// One of this many games is against a beginner. Such games reach positions that equal players never reach, with few
/// discs or none on one side, and the evaluation must learn them.
const BEGINNER_PERIOD: u64 = 8;

/// Player of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayStyle {
    /// Plays the best move by the evaluation, with noise.
    OnePly,
    /// Plays the best move by a search of two plies, with noise.
    TwoPly,
    /// A beginner who flips as many discs as possible.
    Greedy,
    /// A beginner who moves at random.
    Random,
}

/// A position with a legal move from every stage that a game reached.
pub type GamePositions = [Option<Board>; STAGES];

/// Plays one game for each of `indices`. The game depends on `seed` and the index only.
pub fn play_games(
    player: &Evaluation,
    seed: u64,
    indices: Range<u64>,
    threads: usize,
) -> Vec<GamePositions> {
    map_ranges(indices, threads, |indices| {
        Level::detect().run(PlayGames {
            player,
            seed,
            indices,
        })
    })
}

/// The games of one thread.
struct PlayGames<'a> {
    player: &'a Evaluation,
    seed: u64,
    indices: Range<u64>,
}

impl Task for PlayGames<'_> {
    type Output = Vec<GamePositions>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<GamePositions> {
        let mut games = Vec::new();
        for index in self.indices {
            let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
            games.push(play_game::<I>(self.player, &mut random));
        }
        games
    }
}

/// Plays one game and returns its sampled positions.
#[inline(always)]
fn play_game<I: Isa>(player: &Evaluation, random: &mut Xoshiro256PlusPlus) -> GamePositions {
    // Number of empty squares to sample in each stage, drawn at random: a fixed choice would favor odd or even ones.
    let wanted: [u32; STAGES] = std::array::from_fn(|_| below(random, STAGE_LENGTH as u64) as u32);
    let opening = draw_opening_length(random);
    let players = draw_players(random);
    let mut game = [None; STAGES];
    let mut node = Node::new(Board::START);
    let mut side = 0;
    for ply in 0u64.. {
        if node.board.moves() == 0 {
            node = node.passed();
            side = 1 - side;
            if node.board.moves() == 0 {
                break;
            }
        }
        let empties = node.board.empties();
        if ((1..MAX_OPENING_SAMPLE_PLY).contains(&ply) || ply >= opening)
            && empties % STAGE_LENGTH as u32 == wanted[stage(empties)]
        {
            let sampled = sampled_board(&node, random);
            game[stage(sampled.empties())] = Some(sampled);
        }
        let successor = match players[side] {
            _ if ply < opening => play_random(&node, random),
            PlayStyle::OnePly => {
                play_best::<I>(&node, random, |after| player.score_with::<I>(after))
            }
            PlayStyle::TwoPly => {
                play_best::<I>(&node, random, |after| two_ply_score::<I>(player, after))
            }
            PlayStyle::Greedy => play_greedy(&node, random),
            PlayStyle::Random => play_random(&node, random),
        };
        // The side to move has a move, so one was chosen.
        let Some(after) = successor else { break };
        node = after;
        side = 1 - side;
    }
    game
}

/// Draws the number of random moves of an opening.
fn draw_opening_length(random: &mut Xoshiro256PlusPlus) -> u64 {
    let mut draw = || below(random, OPENING_MOVES.1 - OPENING_MOVES.0 + 1);
    OPENING_MOVES.0 + draw().min(draw())
}

/// Returns the position of a game, or sometimes the position after a random move.
#[inline(always)]
fn sampled_board(node: &Node, random: &mut Xoshiro256PlusPlus) -> Board {
    if below(random, RANDOM_MOVE_PERIOD) == 0
        && let Some(after) = play_random(node, random)
        && after.board.moves() != 0
    {
        return after.board;
    }
    node.board
}

/// Draws the players of a game, black first.
fn draw_players(random: &mut Xoshiro256PlusPlus) -> [PlayStyle; 2] {
    let mut players =
        [(); 2].map(|()| [PlayStyle::OnePly, PlayStyle::TwoPly][below(random, 2) as usize]);
    if below(random, BEGINNER_PERIOD) == 0 {
        let side = below(random, 2) as usize;
        players[side] = [PlayStyle::Greedy, PlayStyle::Random][below(random, 2) as usize];
    }
    players
}

/// Plays a random move.
#[inline(always)]
fn play_random(node: &Node, random: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let mut squares = node.board.squares();
    let choice = below(random, squares.len() as u64);
    squares.nth(choice as usize).map(|square| node.play(square))
}

/// Plays a move that flips the most discs.
#[inline(always)]
fn play_greedy(node: &Node, random: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let moves = node.board.squares().map(|square| {
        let flips = u64::from(node.board.flips(square).count_ones());
        (flips * 64 + below(random, 64), square)
    });
    let best = moves.max_by_key(|&(order, _)| order);
    best.map(|(_, square)| node.play(square))
}

/// Plays the move that leaves the opponent the lowest `score` and mobility, with noise.
#[inline(always)]
fn play_best<I: Isa>(
    node: &Node,
    random: &mut Xoshiro256PlusPlus,
    score: impl Fn(&Node) -> i32,
) -> Option<Node> {
    let moves = node.board.squares().map(|square| {
        let after = node.play_with::<I>(square);
        let replies = after.board.moves_with::<I>().count_ones() as i32;
        let noise = below(random, NOISE) as i32;
        (noise - score(&after) - MOBILITY_WEIGHT * replies, after)
    });
    let best = moves.max_by_key(|&(score, _)| score);
    best.map(|(_, after)| after)
}

/// Returns the score of a position for the side to move, by a search of one ply.
#[inline(always)]
fn two_ply_score<I: Isa>(player: &Evaluation, node: &Node) -> i32 {
    let replies = node.board.squares();
    let best = replies.map(|square| -player.score_with::<I>(&node.play_with::<I>(square)));
    best.max().unwrap_or_else(|| player.score_with::<I>(node))
}

/// Returns a random number below `bound`. The bias is negligible here.
fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    random.next_u64() % bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_sampled_at_each_of_its_numbers_of_empty_squares() {
        let mut sampled = [0; 60];
        for board in play_games(&Evaluation::zero(), 1, 0..400, 2)
            .iter()
            .flatten()
            .flatten()
        {
            assert!(board.moves() != 0);
            sampled[board.empties() as usize] += 1;
        }
        // The start is excluded, few games reach the last square, and many are still in the random opening in the
        // middle.
        assert!(
            sampled[4..60]
                .iter()
                .all(|&count| (15..160).contains(&count)),
            "{sampled:?}"
        );
    }
}
