//! The engines of a server that can play games.

use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use serde_json::{Value, json};

use super::engine_command::EngineCommand;
use super::engine_fault::{EngineFault, EngineStop, FaultCode};
use super::engine_lines::EngineLines;
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

/// Longest time for the processes to end with the server.
const END: Duration = Duration::from_secs(2);

/// An engine of the command line.
struct ListedEngine {
    command: EngineCommand,
    /// Set once the engine has been asked; `None` in it if it has not answered.
    recognized: OnceLock<Option<Recognized>>,
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

    /// Asks all engines for their protocols, one after the other, on a separate thread. Fails if it cannot be started.
    pub fn recognize(self: &Arc<Self>) -> io::Result<()> {
        if self.listed.is_empty() {
            return Ok(());
        }
        let roster = self.clone();
        let ask = move || {
            for engine in &roster.listed {
                let name = &engine.command.name;
                let _slot = roster.processes.take();
                let found = recognize(&engine.command, roster.ending.clone());
                match &found {
                    Ok(found) => log::info!("{name}: {:?}", found.protocol),
                    Err(stop) => log::warn!("--engine {name}: not recognized: {stop:?}"),
                }
                let _ = engine.recognized.set(found.ok());
            }
        };
        let thread = thread::Builder::new().name("roster".to_owned());
        let started = thread.spawn(ask);
        started.map(drop).map_err(resources::no_thread("engines"))
    }

    /// Writes the engines that have been recognized as a JSON object, and whether others have not answered yet.
    pub fn json(&self) -> Value {
        let engines = self.listed.iter().filter_map(|engine| {
            let recognized = engine.recognized.get()?.as_ref()?;
            let games = recognized.games.iter().map(|(game, _)| game.choice());
            Some(json!({ "name": engine.command.name, "games": games.collect::<Vec<_>>() }))
        });
        let waits = |engine: &ListedEngine| engine.recognized.get().is_none();
        json!({
            "engines": engines.collect::<Vec<_>>(),
            "waiting": self.listed.iter().any(waits),
        })
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
        self.find(name)?.recognized.get()?.as_ref()?.player(game)
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
}

impl RunningEngine {
    /// Asks for a move.
    pub fn choose(&mut self, turn: &EngineTurn) -> Result<Choice, EngineStop> {
        self.player.choose(&mut self.lines, &self.game, turn)
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
        assert_eq!(roster.json(), json!({ "engines": [], "waiting": true }));
        assert!(roster.check(&tengen, Game::Reversi).is_ok());
        let refusal = roster.check(&a, Game::Go).unwrap_err();
        assert_eq!(refusal, "no engine A plays Go here");
        let recognized = Recognized {
            protocol: super::super::probe::EngineProtocol::Gtp,
            games: vec![(Game::Go, "Go".to_owned())],
        };
        roster.listed[0].recognized.set(Some(recognized)).unwrap();
        assert_eq!(roster.check(&a, Game::Go), Ok(()));
        assert!(roster.check(&a, Game::Reversi).is_err());
        let list = json!({ "engines": [{ "name": "A", "games": ["go"] }], "waiting": false });
        assert_eq!(roster.json(), list);
        let slots = roster.take_slots([&a, &tengen]);
        assert!(slots.is_some() && roster.take_slots([&tengen]).is_none());
        let more = roster.take_slots([&a]);
        assert!(more.is_some() && roster.take_slots([&a]).is_none());
        drop(slots);
        assert!(roster.take_slots([&tengen]).is_some());
    }
}
