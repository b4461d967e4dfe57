//! What there is to learn from games that the engine plays with itself, quickly.

use std::ops::Range;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::fit::{Choice, Sample, share};
use crate::engine::game::{Color, Outcome, Position as _};
use crate::engine::parallel::map_ranges;
use crate::engine::{Control, Limits, Searcher, Settings};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::evaluation::{Evaluation, SURE};
use crate::gomoku::eval::weights::Weights;
use crate::gomoku::patterns::classes::Threat;
use crate::gomoku::rules::{MAX_SIDE, Point, Position, Rule};
use crate::gomoku::search::AlphaBeta;
use crate::gomoku::search::candidates::candidates;
use crate::gomoku::search::history::History;

/// A game begins with at least and at most this many random stones.
const OPENING: (u64, u64) = (3, 8);

/// They lie in a square of so many points a side, at least and at most.
const SPAN: (u64, u64) = (7, 10);

/// Openings are left out if one side expects more than this.
const MOST_UNFAIR: f32 = 0.85;

/// Of so many moves one is a random one near the best, as long as the game is young and later.
const RANDOM_MOVE: (u64, u64) = (12, 40);

/// Stones on the board until which a game is young.
const YOUNG: usize = 20;

/// What part of a label the game's result has, where chance had no say later; the search's score has the rest.
const RESULT: f32 = 0.15;

/// Of so many positions one is looked at after another move too, one of the most promising.
const ASIDE: (u64, u64) = (4, 16);

/// Columns and rows of most boards, and of every fourth.
const SIDES: (u8, u8) = (15, 20);

/// A player of one rule.
pub struct Player {
    rule: Rule,
    evaluation: Arc<Evaluation>,
    nodes: u64,
}

impl Player {
    /// A player who judges by `weights` and searches some `nodes` for a move.
    pub fn new(rule: Rule, weights: &Weights, nodes: u64) -> Self {
        Player {
            rule,
            evaluation: Evaluation::new(rule, weights),
            nodes,
        }
    }
}

/// What a game teaches.
#[derive(Debug, Default)]
pub struct Lessons {
    /// Quiet positions of it.
    pub positions: Vec<Sample>,
    /// Moves that searches of it chose.
    pub choices: Vec<Choice>,
}

/// Plays a game for each of `indices`, which with `seed` decides what chance does in it.
pub fn games(player: &Player, seed: u64, indices: Range<u64>, threads: usize) -> Vec<Lessons> {
    map_ranges(indices, threads, |indices| play_all(player, seed, indices))
}

fn play_all(player: &Player, seed: u64, indices: Range<u64>) -> Vec<Lessons> {
    let settings = Settings {
        memory: 4 << 20,
        ..Settings::default()
    };
    let mut searcher = AlphaBeta::new(settings).judging_by(player.rule, player.evaluation.clone());
    let game = |index: u64| {
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index;
        let mut game = Game {
            player,
            searcher: &mut searcher,
            random: Xoshiro256PlusPlus::seed_from_u64(mixed),
        };
        game.play(if index.is_multiple_of(4) {
            SIDES.1
        } else {
            SIDES.0
        })
    };
    indices.map(game).collect()
}

/// A game on its way.
struct Game<'a> {
    player: &'a Player,
    searcher: &'a mut AlphaBeta,
    random: Xoshiro256PlusPlus,
}

impl Game<'_> {
    fn play(&mut self, side: u8) -> Lessons {
        let mut position = self.opening(side);
        let mut board = Board::new(&position, self.player.evaluation.clone());
        let mut lessons = Lessons::default();
        let mut asides = Vec::new();
        // Of how many positions the result tells nothing, because chance had a say in it later.
        let mut unsettled = 0;
        while position.outcome().is_none() {
            let nodes = self.player.nodes / 2 + self.below(self.player.nodes);
            let Some(found) = self
                .searcher
                .search(&position, &Control::new(Limits::nodes(nodes)))
            else {
                break;
            };
            let score = found.report.lines[0].score as i32;
            lessons.positions.extend(sample(&board, score));
            lessons.choices.extend(choice(&board, found.mv, score));
            let is_open = score.abs() < SURE;
            if is_open && self.below(ASIDE.0) == 0 {
                asides.extend(self.aside(&position, &mut board));
            }
            let mut mv = found.mv;
            if is_open && self.wanders(&position) {
                mv = self.near(&position, found.mv);
                unsettled = lessons.positions.len();
            }
            // A search's move is legal, and so is one near it that was looked up.
            if position.play(position.to_move(), mv).is_err() {
                break;
            }
            board.play(mv);
        }
        for sample in &mut lessons.positions[unsettled..] {
            let result = match position.outcome() {
                Some(Outcome::Win(color)) => f32::from(u8::from(color == sample.mover)),
                _ => 0.5,
            };
            sample.label += RESULT * (result - sample.label);
        }
        lessons.positions.extend(asides);
        lessons
    }

    /// Whether chance has a say in the next move.
    fn wanders(&mut self, position: &Position) -> bool {
        let stones = position.stone_count(Color::Black) + position.stone_count(Color::White);
        let (young, later) = RANDOM_MOVE;
        self.below(if stones < YOUNG { young } else { later }) == 0
    }

    /// What there is to learn from the position after one of the moves that look good: games know the best alone.
    fn aside(&mut self, position: &Position, board: &mut Board) -> Option<Sample> {
        let moves: Vec<Point> = candidates(board, &History::none()).collect();
        let choice = self.below((moves.len() as u64).clamp(1, ASIDE.1)) as usize;
        let &mv = moves.get(choice)?;
        let mut position = position.clone();
        position.play(position.to_move(), mv).ok()?;
        let control = Control::new(Limits::nodes(self.player.nodes));
        let found = self.searcher.search(&position, &control)?;
        board.play(mv);
        let sample = sample(board, found.report.lines[0].score as i32);
        board.undo();
        sample
    }

    /// Random stones that leave both sides a game.
    fn opening(&mut self, side: u8) -> Position {
        loop {
            let mut position =
                Position::new(side, side, self.player.rule).expect("boards of these sizes exist");
            let count = OPENING.0 + self.below(OPENING.1 - OPENING.0 + 1);
            let span = SPAN.0 + self.below(SPAN.1 - SPAN.0 + 1);
            let corner = [(); 2].map(|()| self.below(u64::from(side) - span + 1));
            while (position.stone_count(Color::Black) + position.stone_count(Color::White))
                < count as usize
                && position.outcome().is_none()
            {
                let [x, y] = corner.map(|least| (least + self.below(span)) as u8);
                // An occupied point leaves the position as it is.
                let _ = position.play(position.to_move(), Point::new(x, y));
            }
            self.searcher.clear();
            let control = Control::new(Limits::nodes(self.player.nodes));
            let found = self.searcher.search(&position, &control);
            let fair = (1.0 - MOST_UNFAIR)..MOST_UNFAIR;
            if found.is_some_and(|found| fair.contains(&found.report.lines[0].winrate)) {
                return position;
            }
        }
    }

    /// A legal move at most two steps from `mv` in every direction.
    fn near(&mut self, position: &Position, mv: Point) -> Point {
        let mut moves = position.legal_moves(position.to_move());
        moves.retain(|p| p.x().abs_diff(mv.x()).max(p.y().abs_diff(mv.y())) <= 2);
        let choice = self.below(moves.len().max(1) as u64) as usize;
        moves.get(choice).copied().unwrap_or(mv)
    }

    /// A random number below `bound`; the bias is far below what matters here.
    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }
}

/// What there is to learn from a position with this score, unless the search decides it without an evaluation. Its
/// label is the score's part.
fn sample(board: &Board, score: i32) -> Option<Sample> {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let decided = board.count(me, Threat::Five) > 0
        || board.count(rival, Threat::Five) > 0
        || board.count(me, Threat::Unstoppable) > 0
        || board.count(rival, Threat::Unstoppable) > 0;
    (!decided).then(|| Sample {
        terms: board.terms(),
        mover: me,
        label: share(score),
    })
}

/// What there is to learn from the move that a search chose, unless it had no choice or lost anyhow.
fn choice(board: &Board, best: Point, score: i32) -> Option<Choice> {
    let (me, rival) = (board.to_move(), board.to_move().opponent());
    let decided = board.count(me, Threat::Five) > 0
        || board.count(rival, Threat::Five) > 0
        || board.count(me, Threat::Unstoppable) > 0;
    if decided || score <= -SURE {
        return None;
    }
    let moves: Vec<Point> = candidates(board, &History::none()).collect();
    let best = moves.iter().position(|&point| point == best)?;
    Some(Choice {
        moves: moves.iter().map(|&point| board.move_terms(point)).collect(),
        mover: me,
        best,
    })
}

/// No board has more points.
const _: () = assert!(SIDES.1 as usize <= MAX_SIDE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_positions_of_both_sides_and_both_results() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let player = Player::new(rule, &Weights::by_hand(), 60);
            let games = games(&player, 1, 0..60, 2);
            assert_eq!(games.len(), 60);
            let samples: Vec<_> = games.iter().flat_map(|game| &game.positions).collect();
            for mover in Color::BOTH {
                let choices = games.iter().flat_map(|game| &game.choices);
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
