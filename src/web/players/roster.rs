//! The engines of a server that can play games.

use std::convert::Infallible;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use serde_json::{Value, json};

use super::engine_command::EngineCommand;
use super::engine_fault::{EngineFault, EngineStop, FaultCode};
use super::engine_lines::{DELAY, EngineLines, PATIENCE};
use super::engine_player::{Choice, EngineChoice, EngineGame, EnginePlayer, EngineTurn};
use super::engine_process::EngineProcess;
use super::gtp::GtpPlayer;
use super::own_engine::OwnEngine;
use super::probe::{Recognized, recognize};
use crate::web::engine_socket::Engines;
use crate::web::slots::{Slot, Slots};
use tengen_engine::resources;
use tengen_play::Game;

/// The name by which Tengen itself plays.
pub const OWN_NAME: &str = "Tengen";

/// Most engines that are asked for their protocols at once.
const ASKED_AT_ONCE: usize = 4;

/// Longest time for the processes to end with the server.
const END: Duration = Duration::from_secs(2);

/// An engine of the command line.
struct ListedEngine {
    command: EngineCommand,
    /// Set once the engine has been asked.
    recognized: OnceLock<Result<Recognized, EngineFault>>,
}

/// The engines of a server that can play games. Only these are ever started, and only so many at once.
pub struct Roster {
    listed: Vec<ListedEngine>,
    /// A slot for each running process.
    processes: Slots,
    /// Dropped when the server ends.
    going: Mutex<Option<Sender<Infallible>>>,
    ending: Receiver<Infallible>,
    own: Arc<Engines>,
}

impl Roster {
    /// Creates the roster of these engines, at most `most` of them at once. `own` plays for Tengen.
    pub fn new(commands: Vec<EngineCommand>, most: usize, own: Arc<Engines>) -> Roster {
        let listed = |command| ListedEngine {
            command,
            recognized: OnceLock::new(),
        };
        let (going, ending) = bounded(0);
        Roster {
            going: Mutex::new(Some(going)),
            ending,
            listed: commands.into_iter().map(listed).collect(),
            processes: Slots::new(most),
            own,
        }
    }

    /// Asks all engines for their protocols, a few at once, on separate threads. Fails if none can be started.
    pub fn recognize(self: &Arc<Self>) -> io::Result<()> {
        let next = Arc::new(AtomicUsize::new(0));
        for number in 0..self.listed.len().min(ASKED_AT_ONCE) {
            let (roster, next) = (self.clone(), next.clone());
            let ask = move || {
                while let Some(engine) = roster.listed.get(next.fetch_add(1, Ordering::Relaxed)) {
                    roster.ask(engine);
                }
            };
            let thread = thread::Builder::new().name("roster".to_owned());
            match thread.spawn(ask) {
                Ok(_) => {}
                // The others ask its engines as well.
                Err(_) if number > 0 => break,
                Err(error) => return Err(resources::no_thread("engines")(error)),
            }
        }
        Ok(())
    }

    fn ask(&self, engine: &ListedEngine) {
        let name = &engine.command.name;
        let _slot = self.processes.take();
        let found = recognize(&engine.command, self.ending.clone());
        match &found {
            Ok(found) => log::info!("{name}: {:?}", found.protocol),
            Err(stop) => log::warn!("--engine {name}: not recognized: {stop:?}"),
        }
        let found = found.map_err(|stop| match stop {
            EngineStop::Fault(fault) => fault,
            EngineStop::GameOver => EngineFault::new(FaultCode::Hang, ""),
        });
        let _ = engine.recognized.set(found);
    }

    /// Writes the engines that have been recognized as a JSON object, those that have failed with their faults, and
    /// whether others have not answered yet.
    pub fn json(&self) -> Value {
        let (mut engines, mut failed) = (Vec::new(), Vec::new());
        let mut waiting = false;
        for engine in &self.listed {
            let name = &engine.command.name;
            match engine.recognized.get() {
                Some(Ok(recognized)) => {
                    let games = recognized.games.iter().map(|(game, _)| game.choice());
                    engines.push(json!({ "name": name, "games": games.collect::<Vec<_>>() }));
                }
                Some(Err(EngineFault { code, text })) => {
                    failed.push(json!({ "name": name, "code": code.name(), "text": text }));
                }
                None => waiting = true,
            }
        }
        json!({ "engines": engines, "failed": failed, "waiting": waiting })
    }

    /// Ends what has not been recognized yet, and waits a moment for the processes of games, which are ending.
    pub fn end(&self) {
        let going = self.going.lock();
        drop(going.unwrap_or_else(PoisonError::into_inner).take());
        let deadline = Instant::now() + END;
        while !self.processes.are_free() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn find(&self, name: &str) -> Option<&ListedEngine> {
        self.listed
            .iter()
            .find(|engine| engine.command.name == name)
    }

    fn player(&self, name: &str, game: Game) -> Option<Box<dyn EnginePlayer>> {
        if name == OWN_NAME {
            return Some(Box::new(GtpPlayer::new(game.name().to_owned())));
        }
        let recognized = self.find(name)?.recognized.get()?;
        recognized.as_ref().ok()?.player(game)
    }

    /// Fails unless an engine has this name and plays this game.
    pub fn check(&self, choice: &EngineChoice, game: Game) -> Result<(), String> {
        match self.player(&choice.name, game) {
            Some(_) => Ok(()),
            None => Err(format!(
                "no engine {} plays {} here",
                choice.name,
                game.name()
            )),
        }
    }

    /// Takes slots for the engines of a game; `None` if one is missing. Tengen needs one of a conversation.
    pub fn take_slots<'a>(
        &self,
        choices: impl IntoIterator<Item = &'a EngineChoice>,
    ) -> Option<Vec<Slot>> {
        let slot = |choice: &EngineChoice| match choice.name == OWN_NAME {
            true => self.own.take_slot(),
            false => self.processes.take(),
        };
        choices.into_iter().map(slot).collect()
    }

    /// Starts an engine for a game, until `going` is closed.
    pub fn start(
        &self,
        choice: &EngineChoice,
        game: EngineGame,
        going: Receiver<Infallible>,
    ) -> Result<RunningEngine, EngineStop> {
        let missing = || EngineStop::fault(FaultCode::Start, "");
        let player = self.player(&choice.name, game.game).ok_or_else(missing)?;
        let started: Result<EngineLines, EngineFault> = match self.find(&choice.name) {
            Some(engine) => EngineProcess::start(&engine.command)
                .map(|process| EngineLines::new(Box::new(process), going)),
            None => OwnEngine::start(&self.own, game.game)
                .map(|own| EngineLines::new(Box::new(own), going)),
        };
        let lines = started.map_err(EngineStop::Fault)?;
        let mut engine = RunningEngine {
            player,
            lines,
            game,
            has_moved: false,
        };
        engine.player.begin(&mut engine.lines, &engine.game)?;
        Ok(engine)
    }
}

/// An engine at a game. It is ended when dropped.
pub struct RunningEngine {
    player: Box<dyn EnginePlayer>,
    lines: EngineLines,
    game: EngineGame,
    has_moved: bool,
}

impl RunningEngine {
    /// Asks for a move.
    pub fn choose(&mut self, turn: &EngineTurn) -> Result<Choice, EngineStop> {
        let delay = if self.has_moved { DELAY } else { PATIENCE };
        let turn = EngineTurn {
            delay,
            ..turn.clone()
        };
        let choice = self.player.choose(&mut self.lines, &self.game, &turn)?;
        self.has_moved = true;
        Ok(choice)
    }
}

impl Drop for RunningEngine {
    fn drop(&mut self) {
        self.lines.send(self.player.farewell());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_protocol::Options;

    #[test]
    fn only_listed_engines_play_and_only_so_many() {
        let own = Arc::new(Engines::new(Options::new(Game::Go), 1));
        let command = "A=no-such-program".parse().unwrap();
        let roster = Arc::new(Roster::new(vec![command], 2, own));
        let choice = |name: &str| EngineChoice {
            name: name.to_owned(),
            level: None,
        };
        let [a, tengen] = ["A", "Tengen"].map(choice);
        assert_eq!(
            roster.json(),
            json!({ "engines": [], "failed": [], "waiting": true })
        );
        assert!(roster.check(&tengen, Game::Reversi).is_ok());
        let refusal = roster.check(&a, Game::Go).unwrap_err();
        assert_eq!(refusal, "no engine A plays Go here");
        let recognized = Recognized {
            protocol: super::super::probe::EngineProtocol::Gtp,
            games: vec![(Game::Go, "Go".to_owned())],
        };
        roster.listed[0].recognized.set(Ok(recognized)).unwrap();
        assert_eq!(roster.check(&a, Game::Go), Ok(()));
        assert!(roster.check(&a, Game::Reversi).is_err());
        let list = json!([{ "name": "A", "games": ["go"] }]);
        assert_eq!(
            roster.json(),
            json!({ "engines": list, "failed": [], "waiting": false })
        );
        let slots = roster.take_slots([&a, &tengen]);
        assert!(slots.is_some() && roster.take_slots([&tengen]).is_none());
        let more = roster.take_slots([&a]);
        assert!(more.is_some() && roster.take_slots([&a]).is_none());
        drop(slots);
        assert!(roster.take_slots([&tengen]).is_some());
    }

    #[test]
    fn an_engine_that_does_not_start_is_listed_with_the_reason() {
        let own = Arc::new(Engines::new(Options::new(Game::Go), 1));
        let commands = ["A=/nonexistent/engine", "B=/"].map(|text| text.parse().unwrap());
        let roster = Arc::new(Roster::new(commands.to_vec(), 2, own));
        roster.recognize().unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while roster.json()["waiting"] == true {
            assert!(Instant::now() < deadline);
            thread::sleep(Duration::from_millis(5));
        }
        let failed =
            |name: &str, text: &str| json!({ "name": name, "code": "start", "text": text });
        assert_eq!(
            roster.json()["failed"],
            json!([failed("A", "not_found"), failed("B", "denied")])
        );
    }
}
