//! A game that a teacher plays with itself, not always well.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::label::Label;
use super::setting::{Setting, below, nearest_komi, share};
use crate::engine::game::{Color, Position as _};
use crate::engine::record::Record;
use crate::go::board::{Move, Size};
use crate::go::net::evaluation::Policy;
use crate::go::net::{Evaluation, GameHistory, Symmetry};
use crate::go::rules::Position;

/// A game is broken off after so many moves for each point of the board.
const LENGTH: usize = 2;

/// Passes in a row that end a game.
const PASSES_TO_END: u32 = 2;

/// A side that is as sure of its win as this has won; the game goes on with another komi after some such moves.
const SURE: f64 = 0.95;

/// Of so many moves of a game that is won, one is followed by a komi that makes it even.
const NEW_KOMI: u64 = 6;

/// Blind moves keep so many lines from the edge, as most moves of openings do.
const LOWEST_BLIND: u8 = 1;

/// A game in progress.
pub struct Game {
    setting: Setting,
    record: Record<Position>,
    /// The end of the record.
    situation: GameHistory,
    random: Xoshiro256PlusPlus,
}

impl Game {
    /// A game on a board of this size; its blind moves have been played.
    pub fn new(size: Size, mut random: Xoshiro256PlusPlus) -> Game {
        let setting = Setting::draw(size, &mut random);
        let position = Position::new(size, setting.rules, setting.komi);
        let mut game = Game {
            situation: GameHistory::new(position.clone()),
            record: Record::new(position),
            setting,
            random,
        };
        for _ in 0..game.setting.blind_moves {
            let passes = game.setting.handicap && game.to_move() == Color::White;
            let mv = match passes {
                true => Move::Pass,
                false => game.blind_move(LOWEST_BLIND),
            };
            game.play(mv);
        }
        game
    }

    /// The position with its past.
    pub fn situation(&self) -> &GameHistory {
        &self.situation
    }

    /// The moves so far, as if komi had always been what it is now.
    pub fn record(&self) -> &Record<Position> {
        &self.record
    }

    /// How the teacher is to look at the position.
    pub fn symmetry(&mut self) -> Symmetry {
        let number = below(&mut self.random, u64::from(Symmetry::COUNT));
        Symmetry::new(number as u8).unwrap_or_default()
    }

    /// Whether both sides have passed, or the game has become too long.
    pub fn is_over(&self) -> bool {
        let area = self.situation.position().board().size().area();
        self.has_ended() || self.record.len() >= LENGTH * area
    }

    /// Whether both sides have passed.
    pub fn has_ended(&self) -> bool {
        self.situation.position().passes() >= PASSES_TO_END
    }

    /// Takes the teacher's view of the position, returns it as a label and plays on.
    pub fn go_on(&mut self, evaluation: &Evaluation) -> Label {
        let label = Label::of(self.situation.position(), evaluation);
        let is_blunder = match self.setting.blunder {
            Some(moves) => below(&mut self.random, moves) == 0,
            None => false,
        };
        let mv = match is_blunder {
            true => self.blind_move(0),
            false => self.drawn_move(&evaluation.policy),
        };
        self.play(mv);
        let surest = evaluation.white_win.max(evaluation.white_loss);
        if surest > SURE && below(&mut self.random, NEW_KOMI) == 0 {
            self.make_even(evaluation.white_lead);
        }
        label
    }

    fn to_move(&self) -> Color {
        self.situation.position().to_move()
    }

    fn play(&mut self, mv: Move) {
        let color = self.to_move();
        let played = self.situation.play(color, mv);
        let recorded = self.record.play(color, mv);
        debug_assert!(
            played.is_ok() && recorded.is_ok(),
            "moves come from those that are legal"
        );
    }

    /// Any move that is legal, so many lines from the edge, if there is one.
    fn blind_move(&mut self, lowest: u8) -> Move {
        let position = self.situation.position();
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

    /// A move drawn from the policy, made flatter or steeper by the temperature at this time of the game.
    fn drawn_move(&mut self, policy: &Policy) -> Move {
        let size = self.situation.position().board().size();
        let (early, late) = self.setting.temperature;
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

    /// Changes komi so that the game is about even, by an amount that leaves some doubt about it.
    fn make_even(&mut self, white_lead: f64) {
        let doubt = (below(&mut self.random, 9) as f64 - 4.0) / 2.0;
        let points = self.situation.position().komi().points();
        let even = nearest_komi(points - white_lead + doubt);
        self.situation.set_komi(even);
        self.record.adjust(|position| position.set_komi(even));
    }
}

#[cfg(test)]
mod tests;
