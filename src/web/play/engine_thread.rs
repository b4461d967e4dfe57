//! The thread that lets the engines of a game play.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, select};

use super::games::{GameAccess, Games};
use super::link::GameLinks;
use super::room::{EngineSignals, EngineTask, GameRoom};
use crate::web::players::{EngineStop, RunningEngine};
use crate::web::slots::Slot;
use tengen_engine::game::Color;

/// Time for which engines stay at a game that its player has left, for example to load the page again.
const IDLE: Duration = Duration::from_secs(60);

/// Time between attempts to store a change or to count a board.
const AGAIN: Duration = Duration::from_secs(1);

/// Stack of the thread, in bytes: it reads a game's file to open the next game of a match.
const STACK: usize = 512 << 10;

/// The engines of a game, and the thread's access to it, which keeps it in memory.
pub struct EngineThread {
    games: Arc<Games>,
    access: GameAccess,
    signals: EngineSignals,
    slots: Vec<Slot>,
}

impl EngineThread {
    /// Starts the thread. Fails if that is impossible.
    pub fn start(
        games: Arc<Games>,
        access: GameAccess,
        signals: EngineSignals,
        slots: Vec<Slot>,
    ) -> Result<(), String> {
        let engines = EngineThread {
            games,
            access,
            signals,
            slots,
        };
        let thread = thread::Builder::new().name("engines".to_owned());
        let started = thread.stack_size(STACK).spawn(move || engines.run());
        started.map(drop).map_err(|error| error.to_string())
    }

    fn run(self) {
        let Some(room) = self.access.room().cloned() else {
            return;
        };
        let has_left = self.play(&room);
        if !has_left {
            // Before another thread may play for these engines and start the next game as well.
            let (games, next) = (self.games.clone(), self.next(&room));
            room.close_engines();
            if let Some(links) = next
                && let Err(error) = games.start_engines_at(&links, Some(self.slots))
            {
                log::error!("game {}: the match does not go on: {error}", room.id);
            }
        }
    }

    /// Plays until the game is over or its player has left for good. Returns whether the engines have left the game.
    fn play(&self, room: &GameRoom) -> bool {
        let mut engines: [Option<RunningEngine>; 2] = [None, None];
        loop {
            let task = room.engine_task();
            if matches!(task, EngineTask::Over) {
                return false;
            }
            // At first, and not for a game that is over.
            if engines.iter().all(Option::is_none) {
                for color in Color::BOTH {
                    match self.start_engine(room, color) {
                        Ok(engine) => engines[color.index()] = engine,
                        Err(stop) => return self.lose(room, color, stop),
                    }
                }
                continue;
            }
            let outcome = match task {
                EngineTask::Over => return false,
                EngineTask::Wait => match self.signals.changed.recv_timeout(IDLE) {
                    Err(RecvTimeoutError::Timeout) if room.close_idle_engines() => return true,
                    _ => Ok(()),
                },
                EngineTask::Count => room
                    .count(self.games.engine())
                    .map_err(|refusal| refusal.to_string()),
                EngineTask::Move(turn) => {
                    let Some(engine) = &mut engines[turn.color.index()] else {
                        return false;
                    };
                    match engine.choose(&turn) {
                        Ok(choice) => room
                            .play_choice(&turn, choice)
                            .map_err(|refusal| refusal.to_string()),
                        Err(stop) => return self.lose(room, turn.color, stop),
                    }
                }
            };
            if let Err(error) = outcome {
                log::warn!("game {}: {error}", room.id);
                self.pause();
            }
        }
    }

    /// Starts the engine of a side; `None` for a person.
    fn start_engine(
        &self,
        room: &GameRoom,
        color: Color,
    ) -> Result<Option<RunningEngine>, EngineStop> {
        let description = room.description();
        let Some(choice) = description.engines.get(color) else {
            return Ok(None);
        };
        let game = room.engine_game(color);
        let going = self.signals.going.clone();
        let engine = self.games.roster().start(choice, game, going)?;
        room.engine_started(color);
        Ok(Some(engine))
    }

    /// Ends the game by the fault of an engine, if it is one. Returns false, since they have not left the game.
    fn lose(&self, room: &GameRoom, color: Color, stop: EngineStop) -> bool {
        if let EngineStop::Fault(fault) = stop {
            log::info!("game {}: {color:?}: {fault:?}", room.id);
            while let Err(error) = room.forfeit(color, fault.clone()) {
                log::warn!("game {}: {error}", room.id);
                if !self.pause() {
                    break;
                }
            }
        }
        false
    }

    /// Waits before another attempt. Returns whether the game is still going on.
    fn pause(&self) -> bool {
        select! {
            recv(self.signals.going) -> _ => false,
            default(AGAIN) => true,
        }
    }

    /// Creates the next game of a match; `None` if there is none.
    fn next(&self, room: &GameRoom) -> Option<GameLinks> {
        let (description, played) = room.next_of_match()?;
        let rematches = played.len() as u32;
        let made = self.games.create_after(description, rematches, played);
        let led = made.map_err(|error| error.to_string()).and_then(|links| {
            room.lead_to(links.clone())
                .map_err(|refusal| refusal.to_string())?;
            Ok(links)
        });
        led.map_err(|error| log::error!("game {}: the match does not go on: {error}", room.id))
            .ok()
    }
}
