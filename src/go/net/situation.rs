//! A position with as much of its past as a network looks at.

use arrayvec::ArrayVec;

use crate::engine::game::{Color, IllegalMove, Position as _};
use crate::engine::record::Record;
use crate::go::board::{Board, Move};
use crate::go::rules::ruleset::Scoring;
use crate::go::rules::{Komi, Position};

/// Moves that a network looks at.
pub const MOVES: usize = 5;

/// Former boards that it looks at.
pub const BOARDS: usize = 2;

/// Passes in a row that end a game.
const PASSES_TO_END: u32 = 2;

/// A position, the last moves that led to it and the boards before them.
#[derive(Clone)]
pub struct Situation {
    position: Position,
    /// The latest last.
    moves: ArrayVec<(Color, Move), MOVES>,
    /// The latest last.
    boards: ArrayVec<Board, BOARDS>,
    /// Passes just before, in a row, but for one that took the button.
    ending_passes: u32,
    /// Whether nobody has taken the button yet.
    has_button: bool,
    /// Half points for white by the button and by stones played under territory scoring: a stone played on one's
    /// own territory costs a point there, so that KataGo counts area and charges every stone.
    white_bonus: i32,
}

impl Situation {
    /// A position without a past.
    pub fn new(position: Position) -> Situation {
        let rules = position.rules();
        Situation {
            moves: ArrayVec::new(),
            boards: ArrayVec::new(),
            ending_passes: position.passes(),
            has_button: rules.has_button && rules.scoring == Scoring::Area,
            white_bonus: 0,
            position,
        }
    }

    /// The end of a record.
    pub fn of_record(record: &Record<Position>) -> Situation {
        let mut situation = Situation::new(record.start().clone());
        for (color, mv) in record.moves() {
            if let Err(reason) = situation.play(color, mv) {
                // Rules may have been changed since, so that a move would be illegal now.
                log::debug!("a network will not see the moves up to {mv}: {reason}");
                return Situation::new(record.position().clone());
            }
        }
        // Whose turn it is may have been set since.
        situation.position = record.position().clone();
        situation
    }

    /// Plays a move; a refused one changes nothing.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(color, mv)?;
        if self.boards.is_full() {
            self.boards.remove(0);
        }
        self.boards.push(self.position.board().clone());
        self.position.play(color, mv)?;
        // Of a game that was over, the last move alone is kept.
        let kept = if self.is_over() { 1 } else { MOVES - 1 };
        let old = self.moves.len().saturating_sub(kept);
        self.moves.drain(..old);
        self.moves.push((color, mv));
        let for_white = if color == Color::White { 1 } else { -1 };
        match mv {
            Move::Place(_) => {
                self.ending_passes = 0;
                if self.position.rules().scoring == Scoring::Territory {
                    self.white_bonus -= 2 * for_white;
                }
            }
            Move::Pass if self.has_button => {
                self.ending_passes = 0;
                self.has_button = false;
                self.white_bonus += for_white;
            }
            Move::Pass => self.ending_passes += 1,
        }
        Ok(())
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Changes komi from here on.
    pub fn set_komi(&mut self, komi: Komi) {
        self.position.set_komi(komi);
    }

    /// Gives the turn to the other side than whose it is: there is no past and no ko from there.
    pub fn turn_over(&mut self) {
        let mut position = self.position.clone();
        let to_move = position.to_move().opponent();
        // A position can be given to either side.
        if position.turn_to(to_move).is_ok() {
            let bonus = self.white_bonus;
            *self = Situation::new(position);
            self.white_bonus = bonus;
        }
    }

    /// The last moves, the latest first, as long as the sides take turns.
    pub(in crate::go) fn latest_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let mut color = self.position.to_move();
        let alternate = move |&(mover, mv): &(Color, Move)| {
            color = color.opponent();
            (mover == color).then_some(mv)
        };
        self.moves.iter().rev().map_while(alternate)
    }

    /// The board before the last moves, so many; the earliest that is known if there were fewer.
    pub(in crate::go) fn board_before(&self, moves: usize) -> &Board {
        let known = moves.min(self.boards.len());
        match known {
            0 => self.position.board(),
            _ => &self.boards[self.boards.len() - known],
        }
    }

    /// Whether the last moves were passes that end a game.
    pub(in crate::go) fn is_over(&self) -> bool {
        self.ending_passes >= PASSES_TO_END
    }

    /// Whether a pass now would end the game.
    pub(in crate::go) fn pass_ends(&self) -> bool {
        self.ending_passes + 1 >= PASSES_TO_END
    }

    /// Whether nobody has taken the button yet.
    pub(in crate::go) fn has_button(&self) -> bool {
        self.has_button
    }

    /// Half points that the side to move has beside what the board gives: komi, handicap, button, and what its
    /// stones cost.
    pub(in crate::go) fn self_komi(&self) -> i32 {
        let position = &self.position;
        let handicap = position.rules().handicap_points(position.handicap_stones());
        let white = position.komi().half_points() + 2 * handicap as i32 + self.white_bonus;
        match position.to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}
