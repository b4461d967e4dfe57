//! The record of a game: where it started, what was played, and the position it led to.

use crate::engine::game::{Color, IllegalMove, Position};

/// One move of a record.
#[derive(Clone, Debug)]
struct PlayedMove<P: Position> {
    color: Color,
    mv: P::Move,
    undo: P::Undo,
}

/// A game from its start, with undo back to it. Handicap and set-up stones belong to the start, so undo
/// never takes them back (GTP 2 draft 2, `undo`).
#[derive(Clone)]
pub struct Record<P: Position> {
    start: P,
    position: P,
    entries: Vec<PlayedMove<P>>,
}

impl<P: Position> Record<P> {
    /// A record that begins at `start`.
    pub fn new(start: P) -> Self {
        Record {
            position: start.clone(),
            start,
            entries: Vec::new(),
        }
    }

    /// The position the record began with.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position now.
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

    /// Whether nothing has been played since the start.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Gives the turn to `color`, where the game allows it.
    pub fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.position.turn_to(color)
    }

    /// Plays a move; a refused one changes nothing.
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

    /// Changes what is not a matter of moves, such as rules, from the start of the record to now.
    pub fn adjust(&mut self, change: impl Fn(&mut P)) {
        change(&mut self.start);
        change(&mut self.position);
    }

    /// Changes what is not a matter of moves, such as komi, or nothing if that is refused. Whether it is must not hang
    /// on the moves.
    pub fn try_adjust<E>(&mut self, change: impl Fn(&mut P) -> Result<(), E>) -> Result<(), E> {
        change(&mut self.start)?;
        change(&mut self.position)
    }
}

/// A game that begins here and has no past.
impl<P: Position> From<P> for Record<P> {
    fn from(start: P) -> Self {
        Record::new(start)
    }
}
