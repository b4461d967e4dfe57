//! Positions of games that a quick player plays with itself.
//!
//! After an opening by chance both sides play as well as they can, some looking a ply ahead and some two: a search picks
//! the positions that its evaluation errs about, in favour of one side or the other as its depth is odd or even.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::engine::cpu::{Isa, Level, Task};
use crate::engine::parallel::map_ranges;
use crate::reversi::eval::evaluation::{DISC, Evaluation, STAGE_LENGTH, STAGES, stage};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::board::Board;

/// A game begins with at least and at most this many random moves, more often few than many.
const OPENING: (u64, u64) = (4, 40);

/// Positions of the opening by chance are shown up to this ply only: they are hardly known otherwise.
const EARLY: u64 = 12;

/// Of so many positions one is shown as a random move leaves it, since a search asks about such ones too. The game goes
/// on without that move.
const ASTRAY: u64 = 4;

/// What a reply less for the other side counts beside the evaluation; before there is one it leads the play.
const REPLY: i32 = DISC / 8;

/// The most that chance adds to a move.
const NOISE: u64 = DISC as u64 / 2;

/// Of so many games one is against a beginner. Such games go where equal players never come, to sides with few discs
/// or none, and the evaluation must know what that is worth.
const BEGINNERS: u64 = 8;

/// Who plays a side of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// By what the weights say of the position after each move, give or take some.
    Glance,
    /// By what they say after each reply.
    Look,
    /// A beginner who takes as many discs as there are to take.
    Greedy,
    /// A beginner who moves anywhere.
    Random,
}

/// A position with a move to make from every stage of a game, as far as the game went.
pub type Game = [Option<Board>; STAGES];

/// Plays a game for each of `indices`, which with `seed` decides what chance does in it.
pub fn games(player: &Evaluation, seed: u64, indices: Range<u64>, threads: usize) -> Vec<Game> {
    map_ranges(indices, threads, |indices| {
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
            games.push(play::<I>(self.player, &mut random));
        }
        games
    }
}

#[inline(always)]
fn play<I: Isa>(player: &Evaluation, random: &mut Xoshiro256PlusPlus) -> Game {
    // Which number of empty squares a stage is shown by, drawn for each: a rule would favour odd or even ones.
    let wanted: [u32; STAGES] = std::array::from_fn(|_| below(random, STAGE_LENGTH as u64) as u32);
    let opening = opening(random);
    let manners = manners(random);
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
        if ((1..EARLY).contains(&ply) || ply >= opening)
            && empties % STAGE_LENGTH as u32 == wanted[stage(empties)]
        {
            let shown = shown(&node, random);
            game[stage(shown.empties())] = Some(shown);
        }
        let chosen = match manners[side] {
            _ if ply < opening => anywhere(&node, random),
            Manner::Glance => choose::<I>(&node, random, |after| player.score_with::<I>(after)),
            Manner::Look => choose::<I>(&node, random, |after| replied::<I>(player, after)),
            Manner::Greedy => grasp(&node, random),
            Manner::Random => anywhere(&node, random),
        };
        // There is a move, so that one was chosen.
        let Some(after) = chosen else { break };
        node = after;
        side = 1 - side;
    }
    game
}

/// How many random moves a game begins with.
fn opening(random: &mut Xoshiro256PlusPlus) -> u64 {
    let mut draw = || below(random, OPENING.1 - OPENING.0 + 1);
    OPENING.0 + draw().min(draw())
}

/// The position of a game, or now and then what a random move makes of it.
#[inline(always)]
fn shown(node: &Node, random: &mut Xoshiro256PlusPlus) -> Board {
    if below(random, ASTRAY) == 0
        && let Some(after) = anywhere(node, random)
        && after.board.moves() != 0
    {
        return after.board;
    }
    node.board
}

/// The players of a game, the one who begins first.
fn manners(random: &mut Xoshiro256PlusPlus) -> [Manner; 2] {
    let mut manners = [(); 2].map(|()| [Manner::Glance, Manner::Look][below(random, 2) as usize]);
    if below(random, BEGINNERS) == 0 {
        let side = below(random, 2) as usize;
        manners[side] = [Manner::Greedy, Manner::Random][below(random, 2) as usize];
    }
    manners
}

/// Any move.
#[inline(always)]
fn anywhere(node: &Node, random: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let mut squares = node.board.squares();
    let choice = below(random, squares.len() as u64);
    squares.nth(choice as usize).map(|square| node.play(square))
}

/// What flips most.
#[inline(always)]
fn grasp(node: &Node, random: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let judged = node.board.squares().map(|square| {
        let flips = u64::from(node.board.flips(square).count_ones());
        (flips * 64 + below(random, 64), square)
    });
    let most = judged.max_by_key(|&(order, _)| order);
    most.map(|(_, square)| node.play(square))
}

/// The move after which `worth` finds least for the other side, give or take some.
#[inline(always)]
fn choose<I: Isa>(
    node: &Node,
    random: &mut Xoshiro256PlusPlus,
    worth: impl Fn(&Node) -> i32,
) -> Option<Node> {
    let judged = node.board.squares().map(|square| {
        let after = node.play_with::<I>(square);
        let replies = after.board.moves_with::<I>().count_ones() as i32;
        let noise = below(random, NOISE) as i32;
        (noise - worth(&after) - REPLY * replies, after)
    });
    let best = judged.max_by_key(|&(score, _)| score);
    best.map(|(_, after)| after)
}

/// What a position is worth for the side to move, a ply deep.
#[inline(always)]
fn replied<I: Isa>(player: &Evaluation, node: &Node) -> i32 {
    let replies = node.board.squares();
    let best = replies.map(|square| -player.score_with::<I>(&node.play_with::<I>(square)));
    best.max().unwrap_or_else(|| player.score_with::<I>(node))
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
        // The start is not among them, few games get to the last square, and many are still by chance in the middle.
        assert!(
            shown[4..60].iter().all(|&count| (15..160).contains(&count)),
            "{shown:?}"
        );
    }
}
