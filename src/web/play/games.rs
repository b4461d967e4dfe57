//! The games of a server.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use thiserror::Error;

use super::chat::Chat;
use super::codes::{GameCode, GameSetting};
use super::description::{BadDescription, GameDescription};
use super::engine_sides::PlayedGame;
use super::engine_thread::EngineThread;
use super::entry::{Entry, VERSION};
use super::flag_times::FlagTimes;
use super::game_file::{GameFile, GameFileError};
use super::guests::GuestId;
use super::link::{GameId, GameLink, GameLinks, GuestRole, LinkSecrets};
use super::message::{self, Refusal};
use super::network_game::NetworkGame;
use super::opening;
use super::room::GameRoom;
use crate::web::players::Roster;
use crate::web::slots::Slot;
use crate::web::socket::{CloseReason, Frame, SocketBounds, SocketInbox, SocketOutbox};
use tengen_engine::files::printable;
use tengen_engine::resources;
use tengen_protocol::Options;

/// Message limits of a player and of a watcher.
pub const PLAYER_BOUNDS: SocketBounds = SocketBounds {
    burst: 100,
    per_second: 20,
    // As much as two players may send at once.
    queue: 256,
};

/// Extension of the games' files.
const SUFFIX: &str = "game";

/// The reason why a game cannot be created.
#[derive(Debug, Error)]
pub enum NewGameError {
    /// No game supports these settings.
    #[error(transparent)]
    Description(#[from] BadDescription),
    /// As many engines play as may.
    #[error("all places for engines are taken; tengen web --players N and --engines N allow more")]
    Busy,
    /// The file cannot be written.
    #[error("the game cannot be stored: {0}")]
    File(#[from] GameFileError),
}

impl NewGameError {
    /// Returns the code of the reason, which the page puts into words.
    pub fn code(&self) -> String {
        match self {
            NewGameError::Description(error) => format!("setting_{}", error.setting().name()),
            NewGameError::Busy => GameCode::EnginesBusy.name().to_owned(),
            NewGameError::File(_) => GameCode::NotStored.name().to_owned(),
        }
    }
}

impl From<io::Error> for NewGameError {
    fn from(error: io::Error) -> Self {
        NewGameError::File(error.into())
    }
}

/// The reason why a link does not open a game.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The game does not exist, or the secret is wrong.
    #[error("no such game")]
    Unknown,
    /// Another server has the file open.
    #[error("{}", GameFileError::Busy)]
    Busy,
    /// The file cannot be used.
    #[error("this game cannot be opened: {reason}")]
    Unusable {
        /// The code of the reason, which the page puts into words.
        code: GameCode,
        /// The reason as a sentence.
        reason: String,
    },
}

/// The games in a folder. Games with a connection or a running clock are in memory; links open the others on demand.
pub struct Games {
    folder: PathBuf,
    /// Options of the engine that counts boards.
    engine: Options,
    /// The engines that can play.
    roster: Arc<Roster>,
    rooms: Mutex<Rooms>,
    /// Signals that a file has been read.
    opened: Condvar,
    flags: Arc<FlagTimes>,
}

/// The games in memory.
#[derive(Default)]
struct Rooms {
    open: HashMap<GameId, Arc<GameRoom>>,
    /// Games being read, each by one thread and without the lock, so that a slow disk does not delay other games.
    opening: HashSet<GameId>,
}

/// Marks a game as being read until dropped.
struct OpeningGame<'a> {
    games: &'a Games,
    id: GameId,
}

impl Drop for OpeningGame<'_> {
    fn drop(&mut self) {
        self.games.rooms().opening.remove(&self.id);
        self.games.opened.notify_all();
    }
}

/// Access to a game in a role, opened by a link. It keeps the game in memory.
pub struct GameAccess {
    games: Arc<Games>,
    /// `Some` until the access is dropped.
    room: Option<Arc<GameRoom>>,
    role: GuestRole,
}

impl GameAccess {
    /// Returns the game; `None` while the access is dropped.
    pub fn room(&self) -> Option<&Arc<GameRoom>> {
        self.room.as_ref()
    }

    /// Whether this is a player and the game is over.
    pub fn may_review(&self) -> bool {
        let room = self.room.as_ref().filter(|_| self.role.side().is_some());
        room.is_some_and(|room| room.is_over())
    }

    /// Stops a game between engines. Fails with the reason if it is over, or if a person plays.
    pub fn stop(&self) -> Result<(), Refusal> {
        self.room.as_ref().map_or(Ok(()), |room| room.stop())
    }

    /// Serves a connection until it ends.
    pub fn serve(&self, mut inbox: SocketInbox, outbox: &SocketOutbox) {
        let Some(room) = &self.room else {
            return;
        };
        let Some(id) = room.join(self.role, outbox) else {
            return outbox.close(CloseReason::TooMany);
        };
        let _present = PresentGuest { room, id };
        if let Err(refusal) = self.games.start_engines(self, None) {
            outbox.send(Frame::text(message::error(&refusal, None)));
        }
        while let Some(text) = inbox.next() {
            room.handle_message(self.role, &text, outbox, &self.games);
        }
    }
}

/// A connection that has joined a game. It leaves when dropped, even after a panic.
struct PresentGuest<'a> {
    room: &'a GameRoom,
    id: GuestId,
}

impl Drop for PresentGuest<'_> {
    fn drop(&mut self) {
        self.room.leave(self.id);
    }
}

/// Creates the folder of games, accessible only to the user of this process.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

impl Drop for GameAccess {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            self.games.release(room);
        }
    }
}

impl Games {
    /// Opens the games in a folder and watches their clocks. The folder is created with the first game. Fails if no
    /// thread can be started.
    pub fn open(folder: PathBuf, engine: Options, roster: Arc<Roster>) -> io::Result<Arc<Games>> {
        let games = Arc::new(Games {
            folder,
            engine,
            roster,
            rooms: Mutex::default(),
            opened: Condvar::new(),
            flags: Arc::default(),
        });
        let watched = Arc::downgrade(&games);
        let flags = games.flags.clone();
        thread::Builder::new()
            .name("clocks".to_owned())
            .spawn(move || {
                loop {
                    let id = flags.wait();
                    let Some(games) = watched.upgrade() else {
                        return;
                    };
                    games.check_flag(id);
                }
            })
            .map_err(resources::no_thread("the clocks"))?;
        Ok(games)
    }

    /// Creates a game. One between engines begins at once. Fails if no game supports the settings, if too many engines
    /// play already, or if the file cannot be written.
    pub fn create(
        self: &Arc<Self>,
        mut description: GameDescription,
    ) -> Result<GameLinks, NewGameError> {
        let (options, _) = description.options()?;
        for engine in description.engines.all() {
            let known = self.roster.check(engine, options.game);
            known.map_err(|reason| BadDescription::new(GameSetting::Engines, reason))?;
        }
        description.name_engines();
        let slots = self.roster.take_slots(description.engines.all());
        let slots = slots.ok_or(NewGameError::Busy)?;
        let begins = description.engines.are_both();
        let links = self.create_after(description, 0, Vec::new())?;
        if begins {
            let begun = self.start_engines_at(&links, Some(slots));
            begun.map_err(|_| NewGameError::Busy)?;
        }
        Ok(links)
    }

    /// Creates a game that follows others between the same players, like [`create`](Self::create). `played` are the
    /// games of a match before it.
    pub fn create_after(
        &self,
        mut description: GameDescription,
        rematches: u32,
        played: Vec<PlayedGame>,
    ) -> Result<GameLinks, NewGameError> {
        let (options, _) = description.options()?;
        opening::draw(&mut description, &options)?;
        let (id, secrets) = (GameId::random()?, LinkSecrets::random()?);
        make_folder(&self.folder)?;
        let entry = Entry::Game {
            version: VERSION,
            description: Box::new(description),
            secrets: secrets.clone(),
            rematches,
            played,
        };
        // No connection exists yet, so the file is the whole state of the game.
        GameFile::create(&self.path(id), &entry)?;
        Ok(GameLinks::new(id, secrets))
    }

    /// Returns the options of the engine that judges boards.
    pub fn engine(&self) -> &Options {
        &self.engine
    }

    /// Returns the engines that can play.
    pub fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// Lets the engines of a new game play.
    pub fn start_engines_at(
        self: &Arc<Self>,
        links: &GameLinks,
        slots: Option<Vec<Slot>>,
    ) -> Result<(), Refusal> {
        let path = links.path(GuestRole::Watcher);
        let link = path.strip_prefix("/game/").unwrap_or(&path);
        let opened = self.enter(link);
        let access =
            opened.map_err(|error| Refusal::new(GameCode::NotStarted, error.to_string()))?;
        self.start_engines(&access, slots)
    }

    /// Lets the engines of a game play, unless it has none or they do already. Takes slots for them if none are given.
    /// Fails if there are not enough.
    fn start_engines(
        self: &Arc<Self>,
        access: &GameAccess,
        slots: Option<Vec<Slot>>,
    ) -> Result<(), Refusal> {
        let Some(room) = access.room() else {
            return Ok(());
        };
        let Some(signals) = room.open_engines() else {
            return Ok(());
        };
        let take = || self.roster.take_slots(room.description().engines.all());
        let Some(slots) = slots.or_else(take) else {
            room.close_engines();
            return Err(Refusal::Code(GameCode::EnginesBusy));
        };
        let access = GameAccess {
            games: self.clone(),
            room: Some(room.clone()),
            role: GuestRole::Watcher,
        };
        let started = EngineThread::start(self.clone(), access, signals, slots);
        started.map_err(|error| {
            room.close_engines();
            Refusal::new(GameCode::NotStarted, error)
        })
    }

    /// Opens the game of a link. Fails if there is no such game, or if its file cannot be used.
    pub fn enter(self: &Arc<Self>, link: &str) -> Result<GameAccess, LinkError> {
        let link = GameLink::parse(link).ok_or(LinkError::Unknown)?;
        let room = self.room(link.id)?;
        let Some(role) = room.role(&link.secret) else {
            self.release(room);
            return Err(LinkError::Unknown);
        };
        Ok(GameAccess {
            games: self.clone(),
            room: Some(room),
            role,
        })
    }

    /// Writes the clocks of all games before the server ends, and closes their connections.
    pub fn close(&self) {
        let rooms: Vec<Arc<GameRoom>> = self.rooms().open.values().cloned().collect();
        for room in rooms {
            room.close();
        }
    }

    /// Returns a game, reading its file if it is not in memory.
    fn room(&self, id: GameId) -> Result<Arc<GameRoom>, LinkError> {
        let mut rooms = self.rooms();
        loop {
            if let Some(room) = rooms.open.get(&id) {
                return Ok(room.clone());
            }
            if rooms.opening.insert(id) {
                break;
            }
            let opened = self.opened.wait(rooms);
            rooms = opened.unwrap_or_else(PoisonError::into_inner);
        }
        drop(rooms);
        let opening = OpeningGame { games: self, id };
        let room = Arc::new(self.open_room(id)?);
        self.rooms().open.insert(id, room.clone());
        drop(opening);
        Ok(room)
    }

    fn open_room(&self, id: GameId) -> Result<GameRoom, LinkError> {
        let path = self.path(id);
        let unusable = |code, reason: String| {
            log::error!("{}: {reason}", printable(&path));
            LinkError::Unusable { code, reason }
        };
        let (file, entries) = GameFile::open(&path).map_err(|error| match error {
            GameFileError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                LinkError::Unknown
            }
            GameFileError::Busy => LinkError::Busy,
            GameFileError::Damaged(_) => unusable(GameCode::FileDamaged, error.to_string()),
            GameFileError::NotWritable(_) => unusable(GameCode::FileReadOnly, error.to_string()),
            error => unusable(GameCode::FileUnreadable, error.to_string()),
        })?;
        let now = Instant::now();
        let game = NetworkGame::restore(&entries, now)
            .map_err(|reason| unusable(GameCode::FileDamaged, reason))?;
        let chat = Chat::restore(game.description().chat, &entries, now);
        Ok(GameRoom::new(id, game, chat, file, self.flags.clone()))
    }

    /// Releases a game. If it is at rest and not in use elsewhere, it is removed from memory and its file closed.
    fn release(&self, room: Arc<GameRoom>) {
        let mut rooms = self.rooms();
        let id = room.id;
        // Under the lock, so that of two threads releasing a game, the second one finds it unused.
        drop(room);
        let is_free = |room: &Arc<GameRoom>| Arc::strong_count(room) == 1 && room.is_at_rest();
        if rooms.open.get(&id).is_some_and(is_free) {
            rooms.open.remove(&id);
        }
    }

    fn check_flag(&self, id: GameId) {
        let room = self.rooms().open.get(&id).cloned();
        if let Some(room) = room {
            room.check_flag();
            self.release(room);
        }
    }

    fn path(&self, id: GameId) -> PathBuf {
        self.folder.join(format!("{id}.{SUFFIX}"))
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::engine_socket::Engines;
    use tengen_engine::game::Color;
    use tengen_play::Game;
    use tengen_testing::scratch::Scratch;

    fn open(folder: &Scratch) -> Arc<Games> {
        let own = Arc::new(Engines::new(Options::new(Game::Go), 1));
        let roster = Arc::new(Roster::new(Vec::new(), 1, own));
        Games::open(folder.path().join("games"), Options::new(Game::Go), roster).unwrap()
    }

    fn new_game(games: &Arc<Games>) -> [String; 3] {
        let description = serde_json::from_str(r#"{"game":"go"}"#).unwrap();
        let links = games.create(description).unwrap().json();
        ["black", "white", "watch"].map(|name| {
            let path = links[name].as_str().unwrap();
            path.strip_prefix("/game/").unwrap().to_owned()
        })
    }

    #[test]
    fn a_game_is_in_memory_while_somebody_is_connected() {
        let folder = Scratch::new("games-rest");
        let games = open(&folder);
        let links = new_game(&games);
        assert_eq!(games.rooms().open.len(), 0, "nobody has come");
        let black = games.enter(&links[0]).unwrap();
        let watcher = games.enter(&links[2]).unwrap();
        assert_eq!(black.role, GuestRole::Player(Color::Black));
        assert_eq!(
            (watcher.role, games.rooms().open.len()),
            (GuestRole::Watcher, 1)
        );
        drop(black);
        assert_eq!(games.rooms().open.len(), 1);
        drop(watcher);
        assert_eq!(games.rooms().open.len(), 0);
        assert!(games.enter(&links[1]).is_ok(), "its file opens it again");
        assert_eq!(games.rooms().open.len(), 0);
    }

    #[test]
    fn a_wrong_secret_or_a_damaged_file_opens_no_game() {
        let folder = Scratch::new("games-wrong");
        let games = open(&folder);
        let links = new_game(&games);
        let wrong = format!("{}{}", &links[0][..11], &new_game(&games)[0][11..]);
        assert!(matches!(games.enter(&wrong), Err(LinkError::Unknown)));
        assert_eq!(games.rooms().open.len(), 0);
        let path = folder
            .path()
            .join(format!("games/{}.game", &links[0][..11]));
        fs::write(path, "no game\n").unwrap();
        let refusal = games.enter(&links[0]).err().unwrap();
        let text = fs::read_to_string(
            folder
                .path()
                .join(format!("games/{}.game", &links[0][..11])),
        );
        assert_eq!(text.unwrap(), "no game\n", "what was there is kept");
        assert_eq!(
            refusal.to_string(),
            "this game cannot be opened: the file is damaged at byte 0"
        );
    }

    #[cfg(unix)]
    #[test]
    fn many_who_come_at_once_share_a_game() {
        let folder = Scratch::new("games-at-once");
        let games = open(&folder);
        let links = new_game(&games);
        for _ in 0..20 {
            thread::scope(|scope| {
                for link in [&links[0], &links[1], &links[2], &links[2]] {
                    scope.spawn(|| assert!(games.enter(link).is_ok()));
                }
            });
            assert!(games.rooms().open.is_empty() && games.rooms().opening.is_empty());
        }
    }
}
