//! Game histories: a position with the earlier moves and boards that are inputs of a network.

use arrayvec::ArrayVec;

use crate::board::{Board, Move};
use crate::rules::ruleset::Scoring;
use crate::rules::{Komi, Position};
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;

/// Number of last moves among a network's inputs.
pub const MOVES: usize = 5;

/// Number of earlier boards among a network's inputs.
pub const BOARDS: usize = 2;

/// Number of consecutive passes that end a game.
const PASSES_TO_END: u32 = 2;

/// A position with the last moves and the boards before them.
#[derive(Clone)]
pub struct GameHistory {
    position: Position,
    /// Last moves, oldest first.
    moves: ArrayVec<(Color, Move), MOVES>,
    /// Boards before the last moves, oldest first.
    boards: ArrayVec<Board, BOARDS>,
    /// Number of consecutive passes at the end, excluding one that took the button.
    ending_passes: u32,
    /// Whether the button can still be taken.
    has_button: bool,
    /// Half points for white from the button, and from stones played under territory scoring. A stone on one's own
    /// territory costs a point there, so KataGo counts area and charges a point for every stone.
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
        // Only the last moves need boards. Playing all would take time linear in the length of the game.
        let seen = record.line_len().min(MOVES);
        let mut history = GameHistory {
            ending_passes: start.passes(),
            ..GameHistory::new(record.before_last(seen))
        };
        for (number, (color, mv)) in moves.enumerate() {
            if number + seen < record.line_len() {
                history.count(color, mv);
            } else if let Err(reason) = history.play(color, mv) {
                // A move may be illegal under rules that were changed later.
                log::debug!("a network will not see the moves up to {mv}: {reason}");
                return GameHistory::new(record.position().clone());
            }
        }
        // The turn may have changed after the last move.
        history.position = record.position().clone();
        history
    }

    /// Plays a move. An illegal move leaves the history unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(color, mv)?;
        if self.boards.is_full() {
            self.boards.remove(0);
        }
        self.boards.push(self.position.board().clone());
        self.position.play(color, mv)?;
        // After the end of a game, only the last move is kept.
        let kept = if self.is_over() { 1 } else { MOVES - 1 };
        let old = self.moves.len().saturating_sub(kept);
        self.moves.drain(..old);
        self.moves.push((color, mv));
        self.count(color, mv);
        Ok(())
    }

    /// Counts a move for the end of the game and for points that are not on the board.
    fn count(&mut self, color: Color, mv: Move) {
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
    }

    /// Returns the last position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Changes the komi of the position.
    pub fn set_komi(&mut self, komi: Komi) {
        self.position.set_komi(komi);
    }

    /// Forgets the moves and boards that a network would see, but not superko and passes that may end the game.
    pub fn forget_moves(&mut self) {
        self.moves.clear();
        self.boards.clear();
    }

    /// Forgets the moves and boards, and the passes after which another would end the game.
    pub fn forget_passes(&mut self) {
        self.forget_moves();
        self.ending_passes = 0;
    }

    /// Gives the turn to the other side and clears earlier moves and the ko.
    pub fn turn_over(&mut self) {
        let mut position = self.position.clone();
        let to_move = position.to_move().opponent();
        // In Go, either side can get the turn.
        if position.turn_to(to_move).is_ok() {
            let bonus = self.white_bonus;
            *self = GameHistory::new(position);
            self.white_bonus = bonus;
        }
    }

    /// Returns the last moves, latest first, as long as the sides alternate.
    pub(crate) fn latest_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let mut color = self.position.to_move();
        let alternate = move |&(mover, mv): &(Color, Move)| {
            color = color.opponent();
            (mover == color).then_some(mv)
        };
        self.moves.iter().rev().map_while(alternate)
    }

    /// Returns the board before this many of the last moves, or the earliest one kept.
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

    /// Whether a pass would end the game.
    pub(crate) fn pass_ends(&self) -> bool {
        self.ending_passes + 1 >= PASSES_TO_END
    }

    /// Whether the button can still be taken.
    pub(crate) fn has_button(&self) -> bool {
        self.has_button
    }

    /// Returns everything that a network sees, for comparisons.
    #[cfg(test)]
    pub(crate) fn summary(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let boards: Vec<u64> = self.boards.iter().map(Board::hash).collect();
        let board = self.position.board().hash();
        let counts = (self.ending_passes, self.has_button, self.white_bonus);
        (self.moves.clone(), boards, board, counts)
    }

    /// Returns the side to move's half points that aren't on the board: komi, handicap, button, and charge for stones.
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
