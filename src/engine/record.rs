//! The record of a game: its first position, its steps and its current position.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::game::{Color, Edit, IllegalMove, Position};

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// A move and the side that plays it.
    Move(Color, M),
    /// A change of the position without a move, such as a setup in the middle of a game.
    Edit(Box<Edit<M>>),
}

impl<M: Copy> Step<M> {
    /// Returns the move if the step is one.
    pub fn as_move(&self) -> Option<(Color, M)> {
        match self {
            Step::Move(color, mv) => Some((*color, *mv)),
            Step::Edit(_) => None,
        }
    }
}

/// A game with undo back to its start. Handicap and setup stones of the start are not steps, so undo never takes them
/// back (GTP 2 draft 2, `undo`).
///
/// A record has the moves that were played, even against the rules. Only the last moves have undo information, which
/// keeps records of a million moves small. Taking back earlier moves replays the remaining steps, which gives an eighth
/// of them the information again, so taking back a whole game of legal moves takes time linear in its length. A clone
/// shares everything but the position until one of the two changes.
#[derive(Clone)]
pub struct Record<P: Position> {
    past: Arc<Past<P>>,
    position: P,
}

/// The steps that led to the current position.
#[derive(Clone)]
struct Past<P: Position> {
    start: P,
    steps: Vec<Step<P::Move>>,
    /// For every step that was not a legal move, the number of steps up to it.
    breaks: Vec<usize>,
    /// The position after the last of these steps.
    line_start: Option<P>,
    /// The side to move after the last step.
    to_move: Color,
    /// The last moves, none of them before a break.
    undoable: VecDeque<UndoableMove<P>>,
}

/// A move that can be taken back without replaying the others.
#[derive(Clone)]
struct UndoableMove<P: Position> {
    undo: P::Undo,
    /// The side to move before it, before any [`Position::turn_to`].
    to_move: Color,
}

/// Minimum number of last moves with undo information.
const LEAST_UNDOABLE: usize = 128;

/// One in this many steps has undo information.
const UNDOABLE_SHARE: usize = 8;

impl<P: Position> Past<P> {
    fn new(start: P) -> Self {
        Past {
            to_move: start.to_move(),
            start,
            steps: Vec::new(),
            breaks: Vec::new(),
            line_start: None,
            undoable: VecDeque::new(),
        }
    }

    /// Adds a legal move, after which `to_move` is to move.
    fn add_move(&mut self, step: Step<P::Move>, undo: P::Undo, to_move: Color) {
        self.steps.push(step);
        self.undoable.push_back(UndoableMove {
            undo,
            to_move: self.to_move,
        });
        if self.undoable.len() > LEAST_UNDOABLE + self.steps.len() / UNDOABLE_SHARE {
            self.undoable.pop_front();
        }
        self.to_move = to_move;
    }

    /// Adds a step that is not a legal move and leads to `position`.
    fn add_break(&mut self, step: Step<P::Move>, position: &P) {
        self.add_without_undo(step, position.to_move());
        self.breaks.push(self.steps.len());
        self.line_start = Some(position.clone());
    }

    /// Adds a step that cannot be undone alone, nor can any before it.
    fn add_without_undo(&mut self, step: Step<P::Move>, to_move: Color) {
        self.steps.push(step);
        self.undoable.clear();
        self.to_move = to_move;
    }

    /// The number of steps up to the last break.
    fn line_from(&self) -> usize {
        self.breaks.last().copied().unwrap_or(0)
    }
}

impl<P: Position> Record<P> {
    /// Creates a record without steps.
    pub fn new(start: P) -> Self {
        Record {
            position: start.clone(),
            past: Arc::new(Past::new(start)),
        }
    }

    /// The position at the start of the record.
    pub fn start(&self) -> &P {
        &self.past.start
    }

    /// The position after all steps.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The steps so far, oldest first.
    pub fn steps(&self) -> &[Step<P::Move>] {
        &self.past.steps
    }

    /// The moves so far, oldest first, without the edits between them.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, P::Move)> + '_ {
        self.past.steps.iter().filter_map(Step::as_move)
    }

    /// Returns the longest end of the record that consists of legal moves: the position before it, and the moves.
    /// Searches that look at earlier positions use these.
    pub fn line(&self) -> (&P, impl Iterator<Item = (Color, P::Move)> + '_) {
        let past = &self.past;
        let moves = &past.steps[past.line_from()..];
        let start = past.line_start.as_ref().unwrap_or(&past.start);
        (start, moves.iter().filter_map(Step::as_move))
    }

    /// The number of moves of [`line`](Self::line).
    pub fn line_len(&self) -> usize {
        self.past.steps.len() - self.past.line_from()
    }

    /// Returns the position before the last `count` steps, or the first one if there are fewer. For at most a hundred
    /// legal moves, the time does not depend on the length of the record.
    pub fn before_last(&self, count: usize) -> P {
        let past = &self.past;
        self.taken_back(count).unwrap_or_else(|| {
            let kept = past.steps.len().saturating_sub(count);
            let mut position = past.start.clone();
            for step in &past.steps[..kept] {
                // Every step was applicable before, after the same steps.
                let _ = apply(&mut position, step);
            }
            position
        })
    }

    /// Undoes `count` steps in a copy of the position, if they have undo information.
    fn taken_back(&self, count: usize) -> Option<P> {
        let past = &self.past;
        let kept = past.undoable.len().checked_sub(count)?;
        let mut position = self.position.clone();
        let mut to_move = past.to_move;
        for undoable in past.undoable.range(kept..).rev() {
            position.undo(undoable.undo.clone());
            to_move = undoable.to_move;
        }
        position.turn_to(to_move).ok()?;
        Some(position)
    }

    /// The number of steps since the start.
    pub fn len(&self) -> usize {
        self.past.steps.len()
    }

    /// Whether the record has no steps.
    pub fn is_empty(&self) -> bool {
        self.past.steps.is_empty()
    }

    /// Sets the side to move. Fails with [`IllegalMove::WrongSide`] in games in which it follows from the position.
    pub fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
        self.position.turn_to(color)
    }

    /// Plays a move. An illegal move leaves the record unchanged.
    pub fn play(&mut self, color: Color, mv: P::Move) -> Result<(), IllegalMove> {
        let undo = self.position.play(color, mv)?;
        let to_move = self.position.to_move();
        Arc::make_mut(&mut self.past).add_move(Step::Move(color, mv), undo, to_move);
        Ok(())
    }

    /// Adds a step of a record that was made elsewhere. Returns the rule that it breaks, if any. Fails, and leaves the
    /// record unchanged, if the step cannot be played even against the rules.
    pub fn add(&mut self, step: Step<P::Move>) -> Result<Option<IllegalMove>, IllegalMove> {
        let broken = match step {
            Step::Move(color, mv) => match self.play(color, mv) {
                Ok(()) => return Ok(None),
                Err(reason) => Some(reason),
            },
            Step::Edit(_) => None,
        };
        apply(&mut self.position, &step)?;
        Arc::make_mut(&mut self.past).add_break(step, &self.position);
        Ok(broken)
    }

    /// Takes back the last step and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Step<P::Move>> {
        let last = self.past.steps.last()?.clone();
        self.take_back(1);
        Some(last)
    }

    /// Takes back the last `count` steps, or all if there are fewer.
    pub fn take_back(&mut self, count: usize) {
        let count = count.min(self.len());
        if count == 0 {
            return;
        }
        let kept = self.len() - count;
        let past = Arc::make_mut(&mut self.past);
        let Some(first) = past.undoable.len().checked_sub(count) else {
            self.replay(kept);
            return;
        };
        past.steps.truncate(kept);
        for undoable in past.undoable.drain(first..).rev() {
            self.position.undo(undoable.undo);
            past.to_move = undoable.to_move;
        }
        if self.position.turn_to(past.to_move).is_err() {
            self.replay(kept);
        }
    }

    /// Replays the first `kept` steps.
    fn replay(&mut self, kept: usize) {
        let past = Arc::make_mut(&mut self.past);
        let mut old = std::mem::replace(past, Past::new(past.start.clone()));
        old.steps.truncate(kept);
        let mut breaks = old.breaks.into_iter().peekable();
        self.position = past.start.clone();
        for (number, step) in (1..).zip(old.steps) {
            let is_break = breaks.next_if_eq(&number).is_some();
            let mv = step.as_move().filter(|_| !is_break);
            // A move may be illegal under rules that were changed later.
            match mv.map(|(color, mv)| self.position.play(color, mv)) {
                Some(Ok(undo)) => past.add_move(step, undo, self.position.to_move()),
                Some(Err(_)) => {
                    let _ = apply(&mut self.position, &step);
                    past.add_without_undo(step, self.position.to_move());
                }
                // Every step was applicable before, after the same steps.
                None => {
                    let _ = apply(&mut self.position, &step);
                    past.add_break(step, &self.position);
                }
            }
        }
    }

    /// Changes a property that does not depend on the moves, such as the rules, in the first and the current position.
    pub fn adjust(&mut self, change: impl Fn(&mut P)) {
        let past = Arc::make_mut(&mut self.past);
        change(&mut past.start);
        past.line_start.iter_mut().for_each(&change);
        change(&mut self.position);
    }

    /// Changes a property that does not depend on the moves, such as komi, in the first and the current position. If
    /// `change` fails, both positions stay unchanged, provided that its success does not depend on the moves.
    pub fn try_adjust<E>(&mut self, change: impl Fn(&mut P) -> Result<(), E>) -> Result<(), E> {
        let past = Arc::make_mut(&mut self.past);
        change(&mut past.start)?;
        past.line_start.iter_mut().try_for_each(&change)?;
        change(&mut self.position)
    }
}

/// Applies a step of a record to a position, even against the rules. If that is impossible, the position stays
/// unchanged.
pub fn apply<P: Position>(position: &mut P, step: &Step<P::Move>) -> Result<(), IllegalMove> {
    match step {
        &Step::Move(color, mv) => position.play_recorded(color, mv),
        Step::Edit(edit) => position.edit(edit),
    }
}

/// A record that begins at this position.
impl<P: Position> From<P> for Record<P> {
    fn from(start: P) -> Self {
        Record::new(start)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::game::Outcome;

    /// Numbers below 100 are legal moves, and those below 200 can be played against the rules.
    const ILLEGAL: u32 = 100;

    /// A game of numbers that are put in a row, with a count of all moves played.
    #[derive(Clone)]
    struct Row {
        /// A hash of the numbers.
        hash: u64,
        to_move: Color,
        played: Arc<AtomicUsize>,
    }

    impl Row {
        fn put(&mut self, color: Color, number: u32) -> (u64, Color) {
            let before = (self.hash, self.to_move);
            self.played.fetch_add(1, Ordering::Relaxed);
            let number = u64::from(number) * 2 + color.index() as u64;
            self.hash = self.hash.wrapping_mul(0x0000_0100_0000_01b3) ^ number;
            self.to_move = color.opponent();
            before
        }
    }

    impl Position for Row {
        type Move = u32;
        type Undo = (u64, Color);

        fn to_move(&self) -> Color {
            self.to_move
        }

        fn turn_to(&mut self, color: Color) -> Result<(), IllegalMove> {
            self.to_move = color;
            Ok(())
        }

        fn legal_moves(&self, _: Color) -> Vec<u32> {
            (0..ILLEGAL).collect()
        }

        fn check(&self, _: Color, number: u32) -> Result<(), IllegalMove> {
            match number < ILLEGAL {
                true => Ok(()),
                false => Err(IllegalMove::Occupied),
            }
        }

        fn play(&mut self, color: Color, number: u32) -> Result<Self::Undo, IllegalMove> {
            self.check(color, number)?;
            Ok(self.put(color, number))
        }

        fn undo(&mut self, undo: Self::Undo) {
            (self.hash, self.to_move) = undo;
        }

        fn play_recorded(&mut self, color: Color, number: u32) -> Result<(), IllegalMove> {
            match number < 2 * ILLEGAL {
                true => {
                    self.put(color, number);
                    Ok(())
                }
                false => Err(IllegalMove::OffBoard),
            }
        }

        fn edit(&mut self, edit: &Edit<u32>) -> Result<(), IllegalMove> {
            self.hash ^= 1 << 63;
            self.to_move = edit.to_move.unwrap_or(self.to_move);
            Ok(())
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }
    }

    fn record() -> Record<Row> {
        Record::new(Row {
            hash: 0,
            to_move: Color::Black,
            played: Arc::default(),
        })
    }

    fn played(record: &Record<Row>) -> usize {
        record.position().played.load(Ordering::Relaxed)
    }

    fn state(position: &Row) -> (u64, Color) {
        (position.hash, position.to_move)
    }

    /// Steps of every kind: mostly legal moves, some of them of the side that is not to move.
    fn mixed_steps(count: u32) -> Vec<Step<u32>> {
        let step = |number: u32| match number.wrapping_mul(2_654_435_761) >> 24 {
            0..4 => Step::Edit(Box::new(Edit {
                stones: Vec::new(),
                empty: Vec::new(),
                to_move: Some(Color::Black),
            })),
            4..8 => Step::Move(Color::White, ILLEGAL + number % ILLEGAL),
            kind @ 8..20 => Step::Move(Color::White, kind),
            _ => Step::Move(Color::BOTH[number as usize % 2], number % ILLEGAL),
        };
        (0..count).map(step).collect()
    }

    fn of_steps(steps: &[Step<u32>]) -> Record<Row> {
        let mut record = record();
        for step in steps {
            record.add(step.clone()).unwrap();
        }
        record
    }

    #[test]
    fn taking_back_and_adding_leads_to_the_same_positions() {
        let steps = mixed_steps(1500);
        let expected: Vec<_> = (0..=steps.len())
            .map(|kept| state(of_steps(&steps[..kept]).position()))
            .collect();
        for back in [1, 2, 7, 130, 400, 2000] {
            let mut record = of_steps(&steps);
            while !record.is_empty() {
                let kept = record.len().saturating_sub(back);
                assert_eq!(state(&record.before_last(back)), expected[kept]);
                // The turn may be given to a side before a move is taken back.
                record.turn_to(Color::White).unwrap();
                record.take_back(back);
                assert_eq!(record.steps(), &steps[..kept]);
                assert_eq!(state(record.position()), expected[kept], "{kept}, {back}");
                let again = of_steps(record.steps());
                let (start, moves) = record.line();
                let (start_again, moves_again) = again.line();
                assert_eq!(state(start), state(start_again));
                assert!(moves.eq(moves_again));
                let branch = record.clone();
                record.add(steps[kept].clone()).unwrap();
                assert_eq!(state(record.position()), expected[kept + 1]);
                assert_eq!(state(branch.position()), expected[kept]);
                assert_eq!(branch.len(), kept);
                record.take_back(1);
            }
        }
    }

    #[test]
    fn taking_back_a_long_game_plays_few_of_its_moves_again() {
        const MOVES: usize = 20_000;
        let mut record = record();
        for number in 0..MOVES {
            let color = Color::BOTH[number % 2];
            record.play(color, number as u32 % ILLEGAL).unwrap();
        }
        assert_eq!(played(&record), MOVES);
        for _ in 0..1000 {
            record.take_back(2);
            for color in Color::BOTH {
                record.play(color, 1).unwrap();
            }
        }
        while record.undo().is_some() {}
        assert!(played(&record) < 12 * MOVES, "{}", played(&record));
    }

    #[test]
    fn the_last_moves_are_looked_at_without_the_others() {
        let mut record = record();
        for number in 0..10_000 {
            record.play(Color::BOTH[number % 2], 1).unwrap();
            record.before_last(5);
        }
        assert_eq!(played(&record), 10_000);
    }
}
