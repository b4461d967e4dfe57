//! Self-play games with labels for every position.
//!
//! A game begins with random moves. After that, a search of a few plies, or the solver near the end, chooses the moves,
//! with an occasional random move so that the games differ. A position has two labels: the score of its own search, and
//! the outcome of the game for as long as both sides played their searches' best moves. The second is more accurate if
//! the game was played to its solved end, the first if a random move changed it.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::eval::evaluation::{DISC, Evaluation, MAX_SCORE};
use crate::eval::node::Node;
use crate::params::Params;
use crate::rules::board::Board;
use crate::rules::square::{Move, Square};
use crate::search::local_cache::LocalCache;
use crate::search::midgame::Pvs;
use crate::search::probcut::Selectivity;
use crate::search::search_thread::SearchThread;
use crate::search::transposition_table::TranspositionTable;
use tengen_engine::cpu::{Isa, Level, Task};
use tengen_engine::parallel::map_ranges;
use tengen_engine::{Control, Limits};

/// A position of a game with its labels, in evaluation units for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabeledPosition {
    /// A board on which the side to move has a legal move.
    pub board: Board,
    /// The number of the game.
    pub game: u32,
    /// The score of the position's own search.
    pub search: i16,
    /// The score that best play from here led to: that of the first position, this one included, that was solved or did
    /// not continue with its search's best move.
    pub result: i16,
}

impl LabeledPosition {
    /// Returns whether a move from here may end the game.
    pub fn can_be_last(&self) -> bool {
        let mut ends = self.board.squares().map(|square| self.board.play(square));
        ends.any(|board| to_move(board).is_none())
    }
}

/// The fewest random moves of an opening and the most additional ones; fewer are more likely.
const OPENING_MOVES: (u64, u64) = (3, 26);

/// The depth in plies of the search that judges openings.
const OPENING_DEPTH: u32 = 4;

/// The largest score of an even opening. One in `UNEVEN_PERIOD` openings may be uneven, since searches meet such
/// positions too.
const EVEN_SCORE: i32 = 8 * DISC;
const UNEVEN_PERIOD: u64 = 8;

/// The greater of the two depths, chosen at random, of searches for moves. With a single parity, an evaluation bias
/// toward the side to move would persist.
const DEPTH: u32 = 7;

/// The selectivity of these searches in percent.
const PERCENT: u8 = 87;

/// One in this many moves is random, before and from `LATE_EMPTIES` empty squares on. After a random move, the labels
/// are those of another game, which are cheap near the end.
const RANDOM_PERIOD: u64 = 16;
const LATE_RANDOM_PERIOD: u64 = 4;
const LATE_EMPTIES: u32 = 12;

/// In one of this many games, one side is a beginner who flips as many discs as possible. Such games reach positions
/// that equal players never reach, with few or no discs on one side.
const BEGINNER_PERIOD: u64 = 8;

/// Half the initial window around the expected score in evaluation units, for a search and for a solution.
const WINDOW: i32 = 2 * MAX_SCORE;
const EXACT_WINDOW: i32 = 4 * DISC;

/// The size of the transposition table in bytes, small because it is cleared for each game.
const MEMORY: usize = 1 << 21;

/// Plays the games with these numbers and returns their positions in order. A game depends only on the player, `seed`,
/// its number, and `exact`, the number of empty squares from which positions are solved.
pub fn play_games(
    player: &Evaluation,
    seed: u64,
    numbers: Range<u32>,
    exact: u32,
    threads: usize,
) -> Vec<LabeledPosition> {
    let numbers = u64::from(numbers.start)..u64::from(numbers.end);
    map_ranges(numbers, threads, |numbers| {
        Level::detect().run(PlayLabeledGames {
            player,
            seed,
            numbers,
            exact,
        })
    })
}

/// The games played by one thread.
struct PlayLabeledGames<'a> {
    player: &'a Evaluation,
    seed: u64,
    numbers: Range<u64>,
    exact: u32,
}

impl Task for PlayLabeledGames<'_> {
    type Output = Vec<LabeledPosition>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Vec<LabeledPosition> {
        let control = Control::new(Limits::default());
        let params = Params::default();
        let mut positions = Vec::new();
        let mut table = TranspositionTable::new(MEMORY);
        for number in self.numbers {
            // Clear it, so that a game does not depend on earlier games.
            table.clear();
            let mixed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
            let mut game = GameUnderWay {
                player: self.player,
                control: &control,
                params: &params,
                table: &mut table,
                local_cache: LocalCache::default(),
                random: Xoshiro256PlusPlus::seed_from_u64(mixed),
                exact: self.exact,
            };
            let turns = game.play::<I>();
            positions.extend(labeled(&turns, number as u32, self.exact));
        }
        positions
    }
}

/// A game in progress and the state that its searches need.
struct GameUnderWay<'a> {
    player: &'a Evaluation,
    control: &'a Control<Move>,
    params: &'a Params,
    table: &'a mut TranspositionTable,
    local_cache: LocalCache,
    random: Xoshiro256PlusPlus,
    exact: u32,
}

struct SearchedTurn {
    board: Board,
    score: i32,
    /// Whether the search's best move was played.
    is_best: bool,
    /// Whether the same side also made the previous move.
    after_pass: bool,
}

impl GameUnderWay<'_> {
    #[inline(always)]
    fn play<I: Isa>(&mut self) -> Vec<SearchedTurn> {
        let mut board = self.even_opening::<I>();
        let mut turns = Vec::new();
        let beginner = (self.below(BEGINNER_PERIOD) == 0).then(|| self.below(2));
        let mut side = 0;
        // The expected score, initially unknown.
        let mut guess = 0;
        loop {
            let after_pass = board.moves() == 0;
            if after_pass {
                board = board.passed();
                side = 1 - side;
                guess = -guess;
                if board.moves() == 0 {
                    return turns;
                }
            }
            let empties = board.empties();
            let depth = if empties <= self.exact {
                empties
            } else {
                DEPTH - self.below(2) as u32
            };
            let (score, best) = self.search::<I>(board, depth, guess);
            let greedy = (beginner == Some(side)).then(|| greedy_square(board));
            let square = greedy.flatten().unwrap_or_else(|| self.choose(board, best));
            turns.push(SearchedTurn {
                board,
                score,
                is_best: Some(square) == best,
                after_pass,
            });
            board = board.play(square);
            side = 1 - side;
            guess = -score;
        }
    }

    /// Returns the best move, or occasionally a random one.
    fn choose(&mut self, board: Board, best: Option<Square>) -> Square {
        let period = if board.empties() <= LATE_EMPTIES {
            LATE_RANDOM_PERIOD
        } else {
            RANDOM_PERIOD
        };
        let is_random = self.below(period) == 0;
        match best {
            Some(best) if !is_random => best,
            _ => self.random_square(board),
        }
    }

    fn random_square(&mut self, board: Board) -> Square {
        let squares: Vec<Square> = board.squares().collect();
        squares[self.below(squares.len() as u64) as usize]
    }

    /// Returns an opening that a search judges even, or occasionally any opening.
    #[inline(always)]
    fn even_opening<I: Isa>(&mut self) -> Board {
        loop {
            let Some(board) = self.opening() else {
                continue;
            };
            let (score, _) = self.search::<I>(board, OPENING_DEPTH, 0);
            if score.abs() <= EVEN_SCORE || self.below(UNEVEN_PERIOD) == 0 {
                return board;
            }
        }
    }

    /// Plays random moves from the start. Returns `None` if they end the game.
    fn opening(&mut self) -> Option<Board> {
        let (least, more) = OPENING_MOVES;
        let length = least + self.below(more + 1).min(self.below(more + 1));
        let mut board = Some(Board::START);
        for _ in 0..length {
            let square = self.random_square(board?);
            board = to_move(board?.play(square));
        }
        board
    }

    /// Returns the score and best move of a search, or of the solution if `depth` fills the board.
    #[inline(always)]
    fn search<I: Isa>(&mut self, board: Board, depth: u32, guess: i32) -> (i32, Option<Square>) {
        self.table.start_search();
        let solves = depth == board.empties();
        let mut thread = SearchThread::new(self.table, self.player, self.params, self.control);
        thread.local_cache = std::mem::take(&mut self.local_cache);
        thread.selectivity = if solves {
            Selectivity::NONE
        } else {
            Selectivity::of_percent(PERCENT)
        };
        let window = if solves { EXACT_WINDOW } else { WINDOW };
        let (mut below, mut above) = (window, window);
        let score = loop {
            // Use whole discs, as the solver requires.
            let alpha = (guess - below).div_euclid(DISC) * DISC;
            let alpha = alpha.clamp(-MAX_SCORE, MAX_SCORE - DISC);
            let beta = -(-guess - above).div_euclid(DISC) * DISC;
            let beta = beta.clamp(alpha + DISC, MAX_SCORE);
            let score = I::enter(Pvs {
                thread: &mut thread,
                node: Node::new(board),
                depth,
                alpha,
                beta,
            });
            if score <= alpha && alpha > -MAX_SCORE {
                below *= 4;
            } else if score >= beta && beta < MAX_SCORE {
                above *= 4;
            } else {
                break score;
            }
        };
        self.local_cache = thread.local_cache;
        let best = self.table.get(board).and_then(|entry| entry.best);
        (
            score,
            best.filter(|square| board.moves() & square.bit() != 0),
        )
    }

    /// Returns a random number below `bound`. The modulo bias is negligible.
    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }
}

/// Returns the legal move that flips the most discs.
fn greedy_square(board: Board) -> Option<Square> {
    board
        .squares()
        .max_by_key(|&square| board.flips(square).count_ones())
}

/// Returns the board seen by a side that has a legal move, or `None` if the game is over.
fn to_move(board: Board) -> Option<Board> {
    let sides = [board, board.passed()];
    sides.into_iter().find(|board| board.moves() != 0)
}

/// Labels the turns of a game in which positions with up to `exact` empty squares were solved.
fn labeled(turns: &[SearchedTurn], game: u32, exact: u32) -> Vec<LabeledPosition> {
    let mut positions = Vec::with_capacity(turns.len());
    // The result of the next turn, from the view of the side that makes this turn.
    let mut result = None;
    for turn in turns.iter().rev() {
        let own = match result {
            Some(result) if turn.is_best && turn.board.empties() > exact => result,
            _ => turn.score,
        };
        positions.push(LabeledPosition {
            board: turn.board,
            game,
            search: turn.score as i16,
            result: own as i16,
        });
        result = Some(if turn.after_pass { own } else { -own });
    }
    positions.reverse();
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    const EXACT: u32 = 6;

    fn games(numbers: Range<u32>, threads: usize) -> Vec<LabeledPosition> {
        play_games(Evaluation::learned(), 5, numbers, EXACT, threads)
    }

    #[test]
    fn a_game_depends_on_its_number_and_not_on_the_threads() {
        let all = games(0..6, 1);
        assert_eq!(games(0..6, 4), all);
        let later: Vec<LabeledPosition> = all.iter().filter(|p| p.game >= 4).copied().collect();
        assert_eq!(games(4..6, 1), later);
        let other = play_games(Evaluation::learned(), 6, 0..6, EXACT, 1);
        assert_ne!(other, all);
    }

    #[test]
    fn games_go_on_to_their_end_move_by_move() {
        let all = games(0..6, 1);
        for pair in all.windows(2).filter(|pair| pair[0].game == pair[1].game) {
            let boards = pair[0].board.squares();
            let mut successors = boards.filter_map(|square| to_move(pair[0].board.play(square)));
            assert!(successors.any(|board| board == pair[1].board), "{pair:?}");
        }
        for game in 0..6 {
            let last = all.iter().rfind(|position| position.game == game).unwrap();
            assert!(last.can_be_last(), "{last:?}");
        }
    }

    /// Returns the result of best play in discs, by trying every move.
    fn solved(board: Board) -> i32 {
        match to_move(board) {
            None => board.final_score(),
            Some(mover) if mover != board => -solved(mover),
            Some(mover) => {
                let results = mover.squares().map(|square| -solved(mover.play(square)));
                results.max().unwrap()
            }
        }
    }

    #[test]
    fn positions_near_the_end_have_their_exact_result() {
        let all = games(0..6, 1);
        for position in all
            .iter()
            .filter(|position| position.board.empties() <= EXACT)
        {
            let exact = solved(position.board) * DISC;
            assert_eq!(i32::from(position.search), exact, "{position:?}");
            assert_eq!(position.result, position.search);
        }
    }

    #[test]
    fn results_come_from_where_best_play_led() {
        let board = Board::START;
        let turn = |score, is_best, after_pass| SearchedTurn {
            board,
            score,
            is_best,
            after_pass,
        };
        let results = |turns: &[SearchedTurn]| -> Vec<i16> {
            let positions = labeled(turns, 3, 10);
            positions.iter().map(|position| position.result).collect()
        };
        // If a side moves twice in a row, the sign does not change.
        let turns = [
            turn(10, true, false),
            turn(-20, true, false),
            turn(-30, true, true),
        ];
        assert_eq!(results(&turns), [30, -30, -30]);
        // A move other than the best one separates the results before it from those after it.
        let turns = [
            turn(10, true, false),
            turn(-20, false, false),
            turn(40, true, false),
        ];
        assert_eq!(results(&turns), [20, -20, 40]);
    }
}
