//! A game at the table: its record, players, clocks and result.

use std::time::{Duration, Instant};

use jiff::ZonedDateTime;

use super::game::{GameResult, TerminalGame, is_over, won};
use super::messages::Messages;
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::game::Point;
use tengen_engine::game::{Color, IllegalMove, Position};
use tengen_engine::record::Record;
use tengen_play::MoveOf;

/// The sides that the engine plays, black first.
pub type EngineSides = [bool; 2];

/// A game with its players, clocks and result.
pub struct GameTable<G: TerminalGame> {
    /// The start position and the moves so far.
    pub record: Record<G::Position>,
    /// The sides that the engine plays.
    pub engine: EngineSides,
    /// The result, once the game is over and counted.
    pub result: Option<GameResult>,
    /// The date and time at which the game began.
    pub begun: ZonedDateTime,
    clocks: [Clock; 2],
    /// The start of the current turn.
    turn_since: Instant,
    /// The number of moves in the last saved file; `None` before the first save.
    saved: Option<usize>,
}

impl<G: TerminalGame> GameTable<G> {
    /// Sets up a game that begins at `start`, with full clocks.
    pub fn new(start: G::Position, engine: EngineSides, control: TimeControl) -> Self {
        GameTable {
            record: Record::new(start),
            engine,
            result: None,
            begun: ZonedDateTime::now(),
            clocks: [Clock::new(control); 2],
            turn_since: Instant::now(),
            saved: None,
        }
    }

    /// Begins another game from the same start.
    pub fn begin_again(&mut self) {
        let control = self.clocks[0].control();
        *self = GameTable::new(self.record.start().clone(), self.engine, control);
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        self.record.position()
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Color {
        self.position().to_move()
    }

    /// Whether the engine is to move.
    pub fn is_engine_to_move(&self) -> bool {
        self.engine[self.to_move().index()]
    }

    /// Whether the game is over by its rules, by resignation or on time.
    pub fn is_over(&self) -> bool {
        self.result.is_some() || is_over(self.position())
    }

    /// Returns the clock of a side.
    pub fn clock(&self, color: Color) -> &Clock {
        &self.clocks[color.index()]
    }

    /// Returns the time that `color` has used in the current turn; zero if it is not to move.
    pub fn spent(&self, color: Color) -> Duration {
        match color == self.to_move() && !self.is_over() {
            true => self.turn_since.elapsed(),
            false => Duration::ZERO,
        }
    }

    /// Starts the clock of the side to move.
    pub fn start_turn(&mut self) {
        self.turn_since = Instant::now();
    }

    /// Returns the time at which the side to move loses on time.
    pub fn flag_falls_at(&self) -> Option<Instant> {
        let left = self.clock(self.to_move()).flag_time()?;
        self.turn_since.checked_add(left)
    }

    /// Ends the game if the side to move has lost on time. Returns whether it has.
    pub fn check_flag(&mut self, messages: &Messages) -> bool {
        let has_fallen = self.flag_falls_at().is_some_and(|at| at <= Instant::now());
        if has_fallen && !self.is_over() {
            let winner = self.to_move().opponent();
            self.result = Some(won(winner, "T", "wins-on-time", messages));
            return true;
        }
        false
    }

    /// Plays a move for the side to move and charges its clock.
    pub fn play(&mut self, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        let color = self.to_move();
        let spent = self.turn_since.elapsed();
        self.record.play(color, mv)?;
        self.clocks[color.index()].charge(spent);
        self.start_turn();
        Ok(())
    }

    /// Gives the game up for `loser`.
    pub fn resign(&mut self, loser: Color, messages: &Messages) {
        let winner = loser.opponent();
        self.result = Some(won(winner, "R", "wins-by-resignation", messages));
    }

    /// Takes back moves to the last turn of a person. Returns false if there was none.
    pub fn take_back(&mut self) -> bool {
        if self.result.is_some() && !is_over(self.position()) {
            // Only a resignation or a loss on time is taken back, not a move.
            self.result = None;
            self.start_turn();
            return true;
        }
        let mut trial = self.record.clone();
        while let Some((color, _)) = trial.undo().and_then(|step| step.as_move()) {
            // A forced pass was not a decision.
            let is_decision = !G::must_pass(trial.position());
            if is_decision && (!self.engine[color.index()] || self.engine == [true; 2]) {
                self.record = trial;
                self.result = None;
                self.start_turn();
                return true;
            }
        }
        false
    }

    /// Swaps the sides of person and engine.
    pub fn switch_sides(&mut self) {
        self.engine.swap(0, 1);
    }

    /// Returns the point of the last move.
    pub fn last_point(&self) -> Option<Point> {
        let (_, mv) = self.record.moves().next_back()?;
        G::point_of(self.position(), mv)
    }

    /// Marks the game as saved.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.record.len());
    }

    /// Whether the game has moves that are not saved yet.
    pub fn is_unsaved(&self) -> bool {
        !self.record.is_empty() && self.saved != Some(self.record.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::game::parse_move;
    use crate::terminal::messages::Language;
    use tengen_play::PlayableGame;
    use tengen_play::go::Go;
    use tengen_play::options::GameOptions;
    use tengen_play::reversi::Reversi;

    fn go(engine: EngineSides, control: TimeControl) -> GameTable<Go> {
        let start = Go::start(&GameOptions::default()).unwrap();
        GameTable::new(start, engine, control)
    }

    fn play(table: &mut GameTable<Go>, text: &str) {
        let mv = parse_move::<Go>(table.position(), text).unwrap();
        table.play(mv).unwrap();
    }

    #[test]
    fn a_move_is_taken_back_with_the_engines_answer() {
        let mut table = go([false, true], TimeControl::Unlimited);
        for text in ["d4", "q16", "q4", "d16"] {
            play(&mut table, text);
        }
        assert!(table.take_back());
        assert_eq!(table.record.len(), 2);
        // While the engine thinks, its move is not on the board yet.
        play(&mut table, "q4");
        assert!(table.take_back());
        assert_eq!((table.record.len(), table.to_move()), (2, Color::Black));
        assert!(table.take_back());
        assert!(!table.take_back(), "no move is left");
        assert!(table.record.is_empty());
    }

    #[test]
    fn the_engines_first_move_cannot_be_taken_back() {
        let mut table = go([true, false], TimeControl::Unlimited);
        play(&mut table, "d4");
        assert!(!table.take_back());
        assert_eq!(table.record.len(), 1);
    }

    #[test]
    fn two_persons_take_back_a_move_each() {
        let mut table = go([false, false], TimeControl::Unlimited);
        play(&mut table, "d4");
        play(&mut table, "q16");
        assert!(table.take_back());
        assert_eq!(table.record.len(), 1);
    }

    #[test]
    fn a_forced_pass_is_taken_back_with_the_move_before_it() {
        let text = format!("-OX-----{}XO------", "-".repeat(48));
        let start = tengen_reversi::Position::from_text(&text, Color::Black).unwrap();
        let played = |engine| {
            let mut table =
                GameTable::<Reversi>::new(start.clone(), engine, TimeControl::Unlimited);
            for text in ["a1", "pass"] {
                let mv = parse_move::<Reversi>(table.position(), text).unwrap();
                table.play(mv).unwrap();
            }
            table
        };
        let mut black = played([false, true]);
        assert!(black.take_back());
        assert!(black.record.is_empty());
        let mut white = played([true, false]);
        assert!(!white.take_back(), "white has decided nothing");
        assert_eq!(white.record.len(), 2);
    }

    #[test]
    fn a_fallen_flag_and_a_resignation_end_the_game() {
        let second = TimeControl::Absolute {
            main: Duration::from_nanos(1),
        };
        let messages = Messages::new(Language::En);
        let mut table = go([false, true], second);
        assert!(table.check_flag(&messages));
        let result = table.result.clone().unwrap();
        assert_eq!(
            (&*result.code, &*result.sentence),
            ("W+T", "White wins on time.")
        );
        assert!(table.is_over() && !table.check_flag(&messages));
        let mut table = go([false, true], TimeControl::Unlimited);
        table.resign(Color::White, &messages);
        assert_eq!(
            table.result.as_ref().map(|result| &*result.code),
            Some("B+R")
        );
        assert!(table.take_back() && !table.is_over());
    }

    #[test]
    fn a_game_is_unsaved_after_another_move() {
        let mut table = go([false, false], TimeControl::Unlimited);
        assert!(!table.is_unsaved(), "there is nothing to save");
        play(&mut table, "d4");
        assert!(table.is_unsaved());
        table.mark_saved();
        assert!(!table.is_unsaved());
        play(&mut table, "q16");
        assert!(table.is_unsaved());
    }
}
