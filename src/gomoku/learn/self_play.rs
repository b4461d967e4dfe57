//! Fast self-play games and their samples.

use std::ops::Range;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::regression::{MoveSample, PositionSample, expected_result};
use crate::eval::board::Board;
use crate::eval::evaluation::Evaluation;
use crate::eval::score::WIN_THRESHOLD;
use crate::eval::weights::Weights;
use crate::patterns::threat::Threat;
use crate::rules::{MAX_SIDE, Point, Position, Rule};
use crate::search::AlphaBeta;
use crate::search::history::History;
use crate::search::move_picker::candidates;
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::parallel::map_ranges;
use tengen_engine::{Control, Limits, Searcher, Settings};

/// Number of random opening stones, minimum and maximum.
const OPENING_STONES: (u64, u64) = (3, 8);

/// Side of the square for the opening stones, in points, minimum and maximum.
const OPENING_SPAN: (u64, u64) = (7, 10);

/// Openings in which one side's winrate exceeds this are dropped.
const MAX_WINRATE: f32 = 0.85;

/// One move out of this many is a random one near the best: early in the game, and later.
const RANDOM_MOVE: (u64, u64) = (12, 40);

/// Number of stones up to which the game is in its early part.
const EARLY_STONES: usize = 20;

/// Weight of the game's result in a label if no random move follows. The rest is the search's score.
const RESULT_WEIGHT: f32 = 0.15;

/// One position out of this many (first number) also yields a sample after one of this many best candidate moves
/// (second number).
const OFF_GAME: (u64, u64) = (4, 16);

/// Board size of most games, in points.
const USUAL_SIDE: u8 = 15;

/// Board size of every fourth game, minimum and maximum.
const OTHER_SIDES: (u8, u8) = (10, 22);

/// A player for one rule.
pub struct Player {
    rule: Rule,
    evaluation: Arc<Evaluation>,
    nodes: u64,
}

impl Player {
    /// Returns a player that evaluates with `weights` and searches about `nodes` nodes per move.
    pub fn new(rule: Rule, weights: &Weights, nodes: u64) -> Self {
        Player {
            rule,
            evaluation: Evaluation::new(rule, weights, Level::detect()),
            nodes,
        }
    }
}

/// The samples of a game.
#[derive(Debug, Default)]
pub struct GameSamples {
    /// Quiet positions with their labels.
    pub positions: Vec<PositionSample>,
    /// Moves chosen by the searches.
    pub moves: Vec<MoveSample>,
}

/// Plays one game per index. Index and `seed` determine the random choices of a game.
pub fn play_games(
    player: &Player,
    seed: u64,
    indices: Range<u64>,
    threads: usize,
) -> Vec<GameSamples> {
    map_ranges(indices, threads, |indices| {
        play_batch(player, seed, indices)
    })
}

fn play_batch(player: &Player, seed: u64, indices: Range<u64>) -> Vec<GameSamples> {
    let settings = Settings {
        memory: 4 << 20,
        ..Settings::default()
    };
    let mut searcher =
        AlphaBeta::new(settings).with_evaluation(player.rule, player.evaluation.clone());
    let game = |index: u64| {
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index;
        let mut game = SelfPlayGame {
            player,
            searcher: &mut searcher,
            random: Xoshiro256PlusPlus::seed_from_u64(mixed),
        };
        let side = game.side(index);
        game.play(side)
    };
    indices.map(game).collect()
}

/// A self-play game in progress.
struct SelfPlayGame<'a> {
    player: &'a Player,
    searcher: &'a mut AlphaBeta,
    random: Xoshiro256PlusPlus,
}

impl SelfPlayGame<'_> {
    fn play(&mut self, side: u8) -> GameSamples {
        let mut position = self.opening(side);
        let mut board = Board::new(&position, self.player.evaluation.clone());
        let mut samples = GameSamples::default();
        let mut off_game = Vec::new();
        // Number of positions before the last random move. They are not labeled by the game's result.
        let mut before_random = 0;
        while position.outcome().is_none() {
            let nodes = self.player.nodes / 2 + self.below(self.player.nodes);
            let Some(found) = self
                .searcher
                .search(&position, &Control::new(Limits::nodes(nodes)))
            else {
                break;
            };
            let score = found.report.lines[0].score as i32;
            samples.positions.extend(position_sample(&board, score));
            samples.moves.extend(move_sample(&board, found.mv, score));
            let undecided = score.abs() < WIN_THRESHOLD;
            if undecided && self.below(OFF_GAME.0) == 0 {
                off_game.extend(self.sample_off_game(&position, &mut board));
            }
            let mut mv = found.mv;
            if undecided && self.plays_randomly(&position) {
                mv = self.random_move_near(&position, found.mv);
                before_random = samples.positions.len();
            }
            // Both a searched and a random move are legal.
            if position.play(position.to_move(), mv).is_err() {
                break;
            }
            board.play(mv);
        }
        for sample in &mut samples.positions[before_random..] {
            let result = match position.outcome() {
                Some(Outcome::Win(color)) => f32::from(u8::from(color == sample.mover)),
                _ => 0.5,
            };
            sample.label += RESULT_WEIGHT * (result - sample.label);
        }
        samples.positions.extend(off_game);
        samples
    }

    /// Returns the board size for the game with this index.
    fn side(&mut self, index: u64) -> u8 {
        let (smallest, largest) = OTHER_SIDES;
        match index % 4 {
            0 => smallest + self.below(u64::from(largest - smallest) + 1) as u8,
            _ => USUAL_SIDE,
        }
    }

    /// Whether the next move is random.
    fn plays_randomly(&mut self, position: &Position) -> bool {
        let stones = position.stone_count(Color::Black) + position.stone_count(Color::White);
        let (early, late) = RANDOM_MOVE;
        self.below(if stones < EARLY_STONES { early } else { late }) == 0
    }

    /// Samples the position after one of the best candidate moves: the games themselves only have positions after best
    /// moves.
    fn sample_off_game(
        &mut self,
        position: &Position,
        board: &mut Board,
    ) -> Option<PositionSample> {
        let moves: Vec<Point> = candidates(board, &History::disabled()).collect();
        let index = self.below((moves.len() as u64).clamp(1, OFF_GAME.1)) as usize;
        let &mv = moves.get(index)?;
        let mut position = position.clone();
        position.play(position.to_move(), mv).ok()?;
        let control = Control::new(Limits::nodes(self.player.nodes));
        let found = self.searcher.search(&position, &control)?;
        board.play(mv);
        let sample = position_sample(board, found.report.lines[0].score as i32);
        board.undo();
        sample
    }

    /// Returns a position of random stones that is not too unbalanced.
    fn opening(&mut self, side: u8) -> Position {
        loop {
            let mut position =
                Position::new(side, side, self.player.rule).expect("boards of these sizes exist");
            let count = OPENING_STONES.0 + self.below(OPENING_STONES.1 - OPENING_STONES.0 + 1);
            let span = OPENING_SPAN.0 + self.below(OPENING_SPAN.1 - OPENING_SPAN.0 + 1);
            let corner = [(); 2].map(|()| self.below(u64::from(side) - span + 1));
            while (position.stone_count(Color::Black) + position.stone_count(Color::White))
                < count as usize
                && position.outcome().is_none()
            {
                let [x, y] = corner.map(|least| (least + self.below(span)) as u8);
                // A move to an occupied point is rejected and changes nothing.
                let _ = position.play(position.to_move(), Point::new(x, y));
            }
            self.searcher.clear();
            let control = Control::new(Limits::nodes(self.player.nodes));
            let found = self.searcher.search(&position, &control);
            let fair = (1.0 - MAX_WINRATE)..MAX_WINRATE;
            if found.is_some_and(|found| fair.contains(&found.report.lines[0].winrate)) {
                return position;
            }
        }
    }

    /// Returns a random legal move at most two steps from `mv` in every direction.
    fn random_move_near(&mut self, position: &Position, mv: Point) -> Point {
        let mut moves = position.legal_moves(position.to_move());
        moves.retain(|p| p.x().abs_diff(mv.x()).max(p.y().abs_diff(mv.y())) <= 2);
        let index = self.below(moves.len().max(1) as u64) as usize;
        moves.get(index).copied().unwrap_or(mv)
    }

    /// Returns a random number below `bound`. The bias of the modulo does not matter here.
    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }
}

/// Returns the sample of a position, labeled by its score, or `None` if the search decides it without evaluation.
fn position_sample(board: &Board, score: i32) -> Option<PositionSample> {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let decided = board.count(me, Threat::Five) > 0
        || board.count(opponent, Threat::Five) > 0
        || board.count(me, Threat::Unstoppable) > 0
        || board.count(opponent, Threat::Unstoppable) > 0;
    (!decided).then(|| PositionSample {
        features: board.position_features(),
        mover: me,
        label: expected_result(score),
    })
}

/// Returns the sample of a chosen move, or `None` if the move was forced or the position is lost.
fn move_sample(board: &Board, best: Point, score: i32) -> Option<MoveSample> {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let decided = board.count(me, Threat::Five) > 0
        || board.count(opponent, Threat::Five) > 0
        || board.count(me, Threat::Unstoppable) > 0;
    if decided || score <= -WIN_THRESHOLD {
        return None;
    }
    let moves: Vec<Point> = candidates(board, &History::disabled()).collect();
    let best = moves.iter().position(|&point| point == best)?;
    Some(MoveSample {
        moves: moves
            .iter()
            .map(|&point| board.move_features(point))
            .collect(),
        mover: me,
        best,
    })
}

/// The largest board is supported, and the opening stones fit on the smallest.
const _: () = assert!(OTHER_SIDES.1 as usize <= MAX_SIDE && OPENING_SPAN.1 <= OTHER_SIDES.0 as u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_positions_of_both_sides_and_both_results() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let player = Player::new(rule, &Weights::handcrafted(), 60);
            let games = play_games(&player, 1, 0..60, 2);
            assert_eq!(games.len(), 60);
            let samples: Vec<_> = games.iter().flat_map(|game| &game.positions).collect();
            for mover in Color::BOTH {
                let choices = games.iter().flat_map(|game| &game.moves);
                assert!(choices.filter(|choice| choice.mover == mover).count() > 100);
                let labels = samples.iter().filter(|s| s.mover == mover).map(|s| s.label);
                let (won, lost): (Vec<f32>, Vec<f32>) = labels.partition(|&label| label > 0.5);
                assert!(
                    won.len() > 50 && lost.len() > 50,
                    "{} {}",
                    won.len(),
                    lost.len()
                );
            }
        }
    }
}
