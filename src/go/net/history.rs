//! Game histories: a position with the earlier moves and boards that are inputs of a network.

use arrayvec::ArrayVec;

use crate::board::{Board, Move};
use crate::rules::ruleset::Scoring;
use crate::rules::{Komi, Position};
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;

/// Number of last moves among the inputs of a network.
pub const MOVES: usize = 5;

/// Number of earlier boards among the inputs of a network.
pub const BOARDS: usize = 2;

/// Number of passes in a row that end a game.
const PASSES_TO_END: u32 = 2;

/// A position with the last moves and the boards before them.
#[derive(Clone)]
pub struct GameHistory {
    position: Position,
    /// Last moves, oldest first.
    moves: ArrayVec<(Color, Move), MOVES>,
    /// Boards before the last moves, oldest first.
    boards: ArrayVec<Board, BOARDS>,
    /// Number of last passes in a row, without one that took the button.
    ending_passes: u32,
    /// Whether the button is still to be taken.
    has_button: bool,
    /// Half points for white by the button, and by stones played under territory scoring: there a stone on one's own territory
    /// costs a point, so KataGo counts area and charges a point for every stone.
    white_bonus: i32,
}

impl GameHistory {
    /// Creates a history without earlier moves.
    pub fn new(position: Position) -> GameHistory {
        let rules = position.rules();
        GameHistory {
            moves: ArrayVec::new(),
            boards: ArrayVec::new(),
            ending_passes: position.passes(),
            has_button: rules.has_button && rules.scoring == Scoring::Area,
            white_bonus: 0,
            position,
        }
    }

    /// Creates the history at the end of a record.
    pub fn of_record(record: &Record<Position>) -> GameHistory {
        let (start, moves) = record.line();
        let mut history = GameHistory::new(start.into_owned());
        for (color, mv) in moves {
            if let Err(reason) = history.play(color, mv) {
                // A move may be illegal under rules that were changed after it.
                log::debug!("a network will not see the moves up to {mv}: {reason}");
                return GameHistory::new(record.position().clone());
            }
        }
        // The turn may have been changed after the last move.
        history.position = record.position().clone();
        history
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal; the history stays as it was.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(color, mv)?;
        if self.boards.is_full() {
            self.boards.remove(0);
        }
        self.boards.push(self.position.board().clone());
        self.position.play(color, mv)?;
        // After the end of a game only the last move is kept.
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

    /// The last position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Changes the komi of the position.
    pub fn set_komi(&mut self, komi: Komi) {
        self.position.set_komi(komi);
    }

    /// Forgets the moves and boards that a network would see. Superko, and passes that may end the game, stay.
    pub fn forget_moves(&mut self) {
        self.moves.clear();
        self.boards.clear();
    }

    /// Forgets the same, and the passes after which another would end the game.
    pub fn forget_passes(&mut self) {
        self.forget_moves();
        self.ending_passes = 0;
    }

    /// Gives the turn to the other side and clears earlier moves and the ko.
    pub fn turn_over(&mut self) {
        let mut position = self.position.clone();
        let to_move = position.to_move().opponent();
        // In Go either side can get the turn.
        if position.turn_to(to_move).is_ok() {
            let bonus = self.white_bonus;
            *self = GameHistory::new(position);
            self.white_bonus = bonus;
        }
    }

    /// Returns the last moves, latest first, as far back as the sides alternate.
    pub(crate) fn latest_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let mut color = self.position.to_move();
        let alternate = move |&(mover, mv): &(Color, Move)| {
            color = color.opponent();
            (mover == color).then_some(mv)
        };
        self.moves.iter().rev().map_while(alternate)
    }

    /// Returns the board before so many of the last moves, or the earliest kept.
    pub(crate) fn board_before(&self, moves: usize) -> &Board {
        let known = moves.min(self.boards.len());
        match known {
            0 => self.position.board(),
            _ => &self.boards[self.boards.len() - known],
        }
    }

    /// Whether the last moves were passes that end the game.
    pub(crate) fn is_over(&self) -> bool {
        self.ending_passes >= PASSES_TO_END
    }

    /// Whether a pass now would end the game.
    pub(crate) fn pass_ends(&self) -> bool {
        self.ending_passes + 1 >= PASSES_TO_END
    }

    /// Whether the button is still to be taken.
    pub(crate) fn has_button(&self) -> bool {
        self.has_button
    }

    /// Returns the half points of the side to move beside those on the board: komi, handicap, button, and the charge for
    /// stones.
    pub(crate) fn self_komi(&self) -> i32 {
        let position = &self.position;
        let handicap = position.rules().handicap_points(position.handicap_stones());
        let white = position.komi().half_points() + 2 * handicap as i32 + self.white_bonus;
        match position.to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}
