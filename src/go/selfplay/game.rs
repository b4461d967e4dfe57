//! A self-play game: moves sampled from a policy, mixed with random moves.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::game_setup::{GameSetup, below, nearest_komi, share};
use super::label::Label;
use crate::board::{Move, Size};
use crate::net::evaluation::Policy;
use crate::net::{Evaluation, GameHistory, Symmetry};
use crate::rules::Position;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;

/// Maximum length of a game, in moves per point of the board.
const MAX_MOVES_PER_POINT: usize = 2;

/// Number of consecutive passes that ends a game.
const PASSES_TO_END: u32 = 2;

/// Winrate at which a game counts as decided. Komi changes after some moves of a decided game.
const SURE: f64 = 0.95;

/// After one in this many moves of a decided game, komi changes to make the game even.
const KOMI_CHANGE_INTERVAL: u64 = 6;

/// Number of lines at the edge without random opening moves, as most opening moves are higher.
const OPENING_EDGE_LINES: u8 = 1;

/// A self-play game in progress.
pub struct SelfPlayGame {
    setup: GameSetup,
    record: Record<Position>,
    history: GameHistory,
    random: Xoshiro256PlusPlus,
}

impl SelfPlayGame {
    /// Creates a game on a board of this size, with its random opening moves played.
    pub fn new(size: Size, mut random: Xoshiro256PlusPlus) -> SelfPlayGame {
        let setting = GameSetup::draw(size, &mut random);
        let position = Position::new(size, setting.rules, setting.komi);
        let mut game = SelfPlayGame {
            history: GameHistory::new(position.clone()),
            record: Record::new(position),
            setup: setting,
            random,
        };
        for _ in 0..game.setup.random_opening_moves {
            let passes = game.setup.handicap && game.to_move() == Color::White;
            let mv = match passes {
                true => Move::Pass,
                false => game.random_move(OPENING_EDGE_LINES),
            };
            game.play(mv);
        }
        game
    }

    /// Returns the history up to the end of the record.
    pub fn history(&self) -> &GameHistory {
        &self.history
    }

    /// Returns the record, as if the present komi had been valid from the start.
    pub fn record(&self) -> &Record<Position> {
        &self.record
    }

    /// Draws a random symmetry under which the teacher sees the position.
    pub fn symmetry(&mut self) -> Symmetry {
        let number = below(&mut self.random, u64::from(Symmetry::COUNT));
        Symmetry::new(number as u8).unwrap_or_default()
    }

    /// Returns the game's random generator.
    pub fn random(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.random
    }

    /// Whether both sides have passed or the game has become too long.
    pub fn is_over(&self) -> bool {
        let area = self.history.position().board().size().area();
        self.has_ended() || self.record.len() >= MAX_MOVES_PER_POINT * area
    }

    /// Whether both sides have passed.
    pub fn has_ended(&self) -> bool {
        self.history.position().passes() >= PASSES_TO_END
    }

    /// Plays a move by the teacher's evaluation, and returns the evaluation as a label.
    pub fn advance(&mut self, evaluation: &Evaluation) -> Label {
        let label = Label::from_evaluation(self.history.position(), evaluation);
        let is_blunder = match self.setup.random_move_interval {
            Some(moves) => below(&mut self.random, moves) == 0,
            None => false,
        };
        let mv = match is_blunder {
            true => self.random_move(0),
            false => self.policy_move(&evaluation.policy),
        };
        self.play(mv);
        let surest = evaluation.white_win.max(evaluation.white_loss);
        if surest > SURE && below(&mut self.random, KOMI_CHANGE_INTERVAL) == 0 {
            self.make_even(evaluation.white_lead);
        }
        label
    }

    fn to_move(&self) -> Color {
        self.history.position().to_move()
    }

    fn play(&mut self, mv: Move) {
        let color = self.to_move();
        let played = self.history.play(color, mv);
        let recorded = self.record.play(color, mv);
        debug_assert!(
            played.is_ok() && recorded.is_ok(),
            "moves come from those that are legal"
        );
    }

    /// Returns a random legal move at least `lowest` lines from the edge; a pass if there is none.
    fn random_move(&mut self, lowest: u8) -> Move {
        let position = self.history.position();
        let size = position.board().size();
        let is_inside = |at: u8, side: u8| (lowest..side - lowest).contains(&at);
        let mut moves = position.legal_moves(position.to_move());
        moves.retain(|&mv| match mv {
            Move::Place(point) => {
                is_inside(point.column(), size.width()) && is_inside(point.row(), size.height())
            }
            Move::Pass => false,
        });
        match moves.len() {
            0 => Move::Pass,
            count => moves[below(&mut self.random, count as u64) as usize],
        }
    }

    /// Samples a move from the policy at the temperature of this stage of the game.
    fn policy_move(&mut self, policy: &Policy) -> Move {
        let size = self.history.position().board().size();
        let (early, late) = self.setup.temperature;
        let halvings = self.record.len() as f32 / f32::from(size.width());
        let power = 1.0 / (late + (early - late) * 0.5f32.powf(halvings));
        let weight = |entry: Option<f32>| entry.map_or(0.0, |share| share.powf(power));
        let points = size.points_from_top().zip(&policy.points);
        let sum: f32 = policy.points.iter().map(|&entry| weight(entry)).sum();
        let mut left = share(&mut self.random) * (sum + weight(Some(policy.pass)));
        for (point, &entry) in points {
            left -= weight(entry);
            if left < 0.0 {
                return Move::Place(point);
            }
        }
        Move::Pass
    }

    /// Changes komi to make the game about even, with a small random deviation.
    fn make_even(&mut self, white_lead: f64) {
        let doubt = (below(&mut self.random, 9) as f64 - 4.0) / 2.0;
        let points = self.history.position().komi().points();
        let even = nearest_komi(points - white_lead + doubt);
        self.history.set_komi(even);
        self.record.adjust(|position| position.set_komi(even));
    }
}

#[cfg(test)]
mod tests;
