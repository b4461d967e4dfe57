//! The record of a game: its first position, its steps and its current position.

use std::borrow::Cow;

use crate::game::{Color, Edit, IllegalMove, Position};

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// A move.
    Move(Color, M),
    /// A change of the position without a move, such as a set-up in the middle of a game.
    Edit(Box<Edit<M>>),
}

impl<M: Copy> Step<M> {
    /// Returns the move, if the step is one.
    pub fn as_move(&self) -> Option<(Color, M)> {
        match self {
            Step::Move(color, mv) => Some((*color, *mv)),
            Step::Edit(_) => None,
        }
    }
}

/// A game with undo back to its start. Handicap and set-up stones of the start are no step, so undo never takes them back
/// (GTP 2 draft 2, `undo`).
///
/// A record has what was played, even where the rules forbid it. Steps are kept without undo information, to keep
/// records of a million moves small: undo plays the remaining steps again.
#[derive(Clone)]
pub struct Record<P: Position> {
    start: P,
    position: P,
    steps: Vec<Step<P::Move>>,
    /// For every step that was no legal move, the number of steps up to it.
    breaks: Vec<usize>,
}

impl<P: Position> Record<P> {
    /// Creates a record without steps.
    pub fn new(start: P) -> Self {
        Record {
            position: start.clone(),
            start,
            steps: Vec::new(),
            breaks: Vec::new(),
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

    /// The steps so far, oldest first.
    pub fn steps(&self) -> &[Step<P::Move>] {
        &self.steps
    }

    /// The moves so far, oldest first, without the edits among them.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, P::Move)> + '_ {
        self.steps.iter().filter_map(Step::as_move)
    }

    /// Returns the longest end of the record that consists of legal moves: the position before it, and the moves. A
    /// search that looks at former positions looks at these.
    pub fn line(&self) -> (Cow<'_, P>, impl Iterator<Item = (Color, P::Move)> + '_) {
        let line_from = self.breaks.last().copied().unwrap_or(0);
        let (before, moves) = self.steps.split_at(line_from);
        let start = match before {
            [] => Cow::Borrowed(&self.start),
            _ => Cow::Owned(self.position_after(before)),
        };
        (start, moves.iter().filter_map(Step::as_move))
    }

    /// The number of steps since the start.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
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
        self.position.play(color, mv)?;
        self.steps.push(Step::Move(color, mv));
        Ok(())
    }

    /// Adds a step of a record that was made elsewhere. Returns the rule that it breaks, if it breaks one.
    ///
    /// # Errors
    ///
    /// The reason why the step cannot be played even against the rules; the record stays as it was.
    pub fn add(&mut self, step: Step<P::Move>) -> Result<Option<IllegalMove>, IllegalMove> {
        let broken = match &step {
            &Step::Move(color, mv) => self.position.check(color, mv).err(),
            Step::Edit(_) => None,
        };
        let is_legal_move = broken.is_none() && step.as_move().is_some();
        apply(&mut self.position, &step)?;
        self.steps.push(step);
        if !is_legal_move {
            self.breaks.push(self.steps.len());
        }
        Ok(broken)
    }

    /// Takes back the last step and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Step<P::Move>> {
        let last = self.steps.last()?.clone();
        self.take_back(1);
        Some(last)
    }

    /// Takes back the last `count` steps, or all if there are fewer.
    pub fn take_back(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let kept = self.steps.len().saturating_sub(count);
        self.steps.truncate(kept);
        let breaks = self.breaks.partition_point(|&steps| steps <= kept);
        self.breaks.truncate(breaks);
        self.position = self.position_after(&self.steps);
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

    fn position_after(&self, steps: &[Step<P::Move>]) -> P {
        let mut position = self.start.clone();
        for step in steps {
            // Every step could be applied before, after the same steps.
            let _ = apply(&mut position, step);
        }
        position
    }
}

/// Applies a step of a record to a position, even against the rules.
///
/// # Errors
///
/// The reason why that is impossible; the position stays as it was.
pub fn apply<P: Position>(position: &mut P, step: &Step<P::Move>) -> Result<(), IllegalMove> {
    match step {
        &Step::Move(color, mv) => position.play_recorded(color, mv),
        Step::Edit(edit) => position.edit(edit),
    }
}

/// A record that begins here.
impl<P: Position> From<P> for Record<P> {
    fn from(start: P) -> Self {
        Record::new(start)
    }
}
