//! The signals to the engines of a game, their turns and their moves.

use std::convert::Infallible;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::super::engine_sides::{PlayedGame, SideFault};
use super::super::link::GameLinks;
use super::super::network_game::STOPPED;
use super::{Entry, FinalResult, GameRoom, RoomState};
use crate::web::play::GameDescription;
use crate::web::play::codes::GameCode;
use crate::web::play::message::Refusal;
use crate::web::play::referee::Ending;
use crate::web::players::{Choice, EngineFault, EngineGame, EngineMove, EngineTurn, FaultCode};
use tengen_engine::game::Color;

/// The result of a game that goes round in circles.
const DRAW: &str = "0";

/// Most moves between two engines: so many for each point, and these.
const MOST_ROUNDS: usize = 4;
const LEAST_MOVES: usize = 100;

/// Signals to the thread that lets engines play.
#[derive(Clone)]
pub struct EngineSignals {
    /// Receives a signal after a change of the game.
    pub changed: Receiver<()>,
    /// Closed once the game is over.
    pub going: Receiver<Infallible>,
}

/// The other ends of these signals.
pub struct EngineSenders {
    changed: Sender<()>,
    _going: Sender<Infallible>,
}

/// The next task for the engines.
pub enum EngineTask {
    /// The game is over.
    Over,
    /// A person is to move.
    Wait,
    /// Both sides have passed, and the board has to be counted.
    Count,
    Move(EngineTurn),
}

impl GameRoom {
    /// Lets one thread play for the engines. Returns `None` if there is nothing to do, or if a thread already plays.
    pub fn open_engines(&self) -> Option<EngineSignals> {
        let mut state = self.state();
        let has_engines = !state.game.description().engines.are_none();
        let is_over = state.game.check_going_on().is_err();
        let goes_on = !is_over || state.game.next_of_match(self.id).is_some();
        if !has_engines || !goes_on || state.has_engine_thread {
            return None;
        }
        let (changed, on_change) = bounded(1);
        let (going, on_end) = bounded(0);
        state.has_engine_thread = true;
        state.engines = Some(EngineSenders {
            changed,
            _going: going,
        });
        state.signal_engines();
        Some(EngineSignals {
            changed: on_change,
            going: on_end,
        })
    }

    /// Records that an engine of a side runs, and starts the clocks once all players are here.
    pub fn engine_started(&self, color: Color) {
        let mut state = self.state();
        state.guests.set_engine_runs(color, true);
        state.start_clocks();
        state.tell_state();
        state.note_flag();
    }

    /// Records that no engine runs any more.
    pub fn close_engines(&self) {
        let mut state = self.state();
        state.leave_engines();
        state.note_flag();
    }

    /// Removes the engines if no one else is at the game. Returns whether it has.
    pub fn close_idle_engines(&self) -> bool {
        let mut state = self.state();
        let is_idle = state.guests.is_empty() && !state.game.description().engines.are_both();
        if is_idle {
            state.leave_engines();
            state.note_flag();
        }
        is_idle
    }

    /// Returns the next task for the engines.
    pub fn engine_task(&self) -> EngineTask {
        let state = self.state();
        let game = &state.game;
        // The server is ending if the signals are gone.
        if game.check_going_on().is_err() || state.engines.is_none() {
            return EngineTask::Over;
        }
        match game.referee().ending() {
            Ending::Over(_) => EngineTask::Over,
            Ending::ToCount => EngineTask::Count,
            Ending::GoesOn if game.engine(game.referee().to_move()).is_some() => {
                EngineTask::Move(game.engine_turn(Instant::now()))
            }
            Ending::GoesOn => EngineTask::Wait,
        }
    }

    /// Plays the move of an engine for the turn that it was asked about. An illegal move loses. Nothing happens if the
    /// game has changed. Fails if the move cannot be stored.
    pub fn play_choice(&self, turn: &EngineTurn, choice: Choice) -> Result<(), Refusal> {
        let mut state = self.state();
        state.check_flag();
        let played = state.play_choice(turn, choice);
        state.note_flag();
        played
    }

    /// Ends the game by the fault of an engine. Fails if that cannot be stored.
    pub fn forfeit(&self, color: Color, fault: EngineFault) -> Result<(), Refusal> {
        let mut state = self.state();
        let lost = state.forfeit_engine(color, fault);
        state.note_flag();
        lost
    }

    /// Ends a game between engines without a winner. Fails if the game is over or not between engines.
    pub fn stop(&self) -> Result<(), Refusal> {
        let mut state = self.state();
        state.game.check_going_on()?;
        if !state.game.description().engines.are_both() {
            return Err(Refusal::new(
                GameCode::NotStopped,
                "only games between engines are stopped",
            ));
        }
        state.finish(FinalResult::new(STOPPED.to_owned()))?;
        state.tell_state();
        state.note_flag();
        Ok(())
    }

    /// Returns the next game of a match; `None` if there is none.
    pub fn next_of_match(&self) -> Option<(GameDescription, Vec<PlayedGame>)> {
        self.state().game.next_of_match(self.id)
    }

    /// Leads everyone to the next game of a match. Fails if the links cannot be stored.
    pub fn lead_to(&self, links: GameLinks) -> Result<(), Refusal> {
        let mut state = self.state();
        state.store(&Entry::Rematch {
            links: links.clone(),
        })?;
        state.game.set_rematch(links);
        state.tell_state();
        Ok(())
    }

    /// Returns the settings of the game.
    pub fn description(&self) -> GameDescription {
        self.state().game.description().clone()
    }

    /// Returns the settings of the game for the engine of a side.
    pub fn engine_game(&self, color: Color) -> EngineGame {
        self.state().game.engine_game(color)
    }
}

impl RoomState {
    /// Signals a change to the thread that lets engines play, or the end of the game.
    pub(super) fn signal_engines(&mut self) {
        if let Some(engines) = &self.engines {
            // One signal that waits is enough.
            let _ = engines.changed.try_send(());
        }
        if self.game.check_going_on().is_err() {
            self.engines = None;
        }
    }

    fn leave_engines(&mut self) {
        self.engines = None;
        self.has_engine_thread = false;
        for color in Color::BOTH {
            self.guests.set_engine_runs(color, false);
        }
        self.tell_state();
    }

    fn play_choice(&mut self, turn: &EngineTurn, choice: Choice) -> Result<(), Refusal> {
        let referee = self.game.referee();
        let is_same = referee.len() == turn.moves.len() && referee.to_move() == turn.color;
        if !is_same || self.game.check_going_on().is_err() {
            return Ok(());
        }
        let text = match choice.mv {
            EngineMove::Resign => {
                let winner = turn.color.opponent().letter();
                self.finish(FinalResult::new(format!("{winner}+R")))?;
                self.tell_state();
                return Ok(());
            }
            EngineMove::Text(text) => text,
            EngineMove::Point(point) => referee.spell_point(point),
        };
        let before = referee.ending();
        let is_last = self.is_last_move();
        match self.game.try_move(turn.color, turn.moves.len() + 1, &text) {
            Ok(mv) => {
                self.complete_move(turn.color, mv, choice.evaluation, before)?;
                if is_last && self.game.check_going_on().is_ok() {
                    self.finish(FinalResult::new(DRAW.to_owned()))?;
                    self.tell_state();
                }
                Ok(())
            }
            Err(_) => self.forfeit_engine(turn.color, EngineFault::new(FaultCode::Illegal, &text)),
        }
    }

    /// Whether the next move between two engines ends a game that goes round in circles.
    fn is_last_move(&self) -> bool {
        let referee = self.game.referee();
        let points = usize::from(referee.size()).pow(2);
        let both = self.game.description().engines.are_both();
        both && referee.len() + 1 >= points * MOST_ROUNDS + LEAST_MOVES
    }

    fn forfeit_engine(&mut self, color: Color, fault: EngineFault) -> Result<(), Refusal> {
        if self.game.check_going_on().is_err() {
            return Ok(());
        }
        let winner = color.opponent().letter();
        let result = FinalResult {
            fault: Some(SideFault {
                black: color == Color::Black,
                fault,
            }),
            ..FinalResult::new(format!("{winner}+F"))
        };
        self.finish(result)?;
        self.tell_state();
        Ok(())
    }
}
