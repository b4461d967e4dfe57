//! The record of a game: its first position, its moves and its current position.

use crate::engine::game::{Color, IllegalMove, Position};

/// One move of a record.
#[derive(Clone, Debug)]
struct PlayedMove<P: Position> {
    color: Color,
    mv: P::Move,
    undo: P::Undo,
}

/// A game with undo back to its start. Handicap and set-up stones belong to the start, so undo never takes them back (GTP 2
/// draft 2, `undo`).
#[derive(Clone)]
pub struct Record<P: Position> {
    start: P,
    position: P,
    entries: Vec<PlayedMove<P>>,
}

impl<P: Position> Record<P> {
    /// Creates a record without moves.
    pub fn new(start: P) -> Self {
        Record {
            position: start.clone(),
            start,
            entries: Vec::new(),
        }
    }

    /// The first position.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The moves so far, oldest first.
    pub fn moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, P::Move)> + ExactSizeIterator + '_ {
        self.entries.iter().map(|entry| (entry.color, entry.mv))
    }

    /// The number of moves since the start.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Gives the turn to `color`.
    ///
    /// # Errors
    ///
    /// [`IllegalMove::WrongSide`] in games in which the turn follows from the position.
    pub fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.position.turn_to(color)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal; the record stays as it was.
    pub fn play(&mut self, color: Color, mv: P::Move) -> Result<(), IllegalMove> {
        let undo = self.position.play(color, mv)?;
        self.entries.push(PlayedMove { color, mv, undo });
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<(Color, P::Move)> {
        let PlayedMove { color, mv, undo } = self.entries.pop()?;
        self.position.undo(undo);
        Some((color, mv))
    }

    /// Changes something that does not depend on the moves, such as the rules, in the first and the current position.
    pub fn adjust(&mut self, change: impl Fn(&mut P)) {
        change(&mut self.start);
        change(&mut self.position);
    }

    /// Changes something that does not depend on the moves, such as komi, in the first and the current position.
    ///
    /// # Errors
    ///
    /// The error of `change`; both positions stay as they were, since whether it fails must not depend on the moves.
    pub fn try_adjust<E>(&mut self, change: impl Fn(&mut P) -> Result<(), E>) -> Result<(), E> {
        change(&mut self.start)?;
        change(&mut self.position)
    }
}

/// A record that begins here.
impl<P: Position> From<P> for Record<P> {
    fn from(start: P) -> Self {
        Record::new(start)
    }
}
