//! All games of a server.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use thiserror::Error;

use super::description::{BadDescription, GameDescription};
use super::entry::{Entry, VERSION};
use super::flag_times::FlagTimes;
use super::game_file::{GameFile, GameFileError};
use super::link::{GameId, GameLink, GameLinks, GuestSeat, SeatSecrets};
use super::network_game::NetworkGame;
use super::room::{GameRoom, GuestId};
use crate::web::socket::{CloseReason, SocketBounds, SocketInbox, SocketOutbox};
use tengen_engine::files::printable;
use tengen_engine::resources;
use tengen_protocol::Options;

/// The bounds of a player and of a watcher.
pub const PLAYER_BOUNDS: SocketBounds = SocketBounds {
    burst: 100,
    per_second: 20,
    // What two players may send at once.
    queue: 256,
};

/// End of the names of files.
const SUFFIX: &str = "game";

/// The reason why a game is not made.
#[derive(Debug, Error)]
pub enum NewGameError {
    /// There is no such game.
    #[error(transparent)]
    Description(#[from] BadDescription),
    /// The file cannot be written.
    #[error("the game cannot be stored: {0}")]
    File(#[from] GameFileError),
}

impl From<io::Error> for NewGameError {
    fn from(error: io::Error) -> Self {
        NewGameError::File(error.into())
    }
}

/// The reason why a link leads to no seat.
#[derive(Debug, Error)]
pub enum SeatRefusal {
    /// There is no such game, or the secret is wrong.
    #[error("no such game")]
    Unknown,
    /// Another server has the file.
    #[error("{}", GameFileError::Busy)]
    Busy,
    /// The file cannot be used.
    #[error("this game cannot be opened: {0}")]
    Unusable(String),
}

/// The games in a folder. Those that somebody is at, and those whose clocks run, are in memory; a link opens any other.
pub struct Games {
    folder: PathBuf,
    /// The options of the engine that counts boards.
    engine: Options,
    rooms: Mutex<Rooms>,
    /// A file has been read.
    opened: Condvar,
    flags: Arc<FlagTimes>,
}

/// The games in memory.
#[derive(Default)]
struct Rooms {
    open: HashMap<GameId, Arc<GameRoom>>,
    /// Games that are being read, each by one thread and without the lock: a slow disk holds up no other game.
    opening: HashSet<GameId>,
}

/// Marks a game as being read until it is dropped.
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

/// A seat at a game, as a link opens it. The game stays in memory meanwhile.
pub struct GameSeat {
    games: Arc<Games>,
    /// Present until the seat is dropped.
    room: Option<Arc<GameRoom>>,
    seat: GuestSeat,
}

impl GameSeat {
    /// Serves a connection until it ends.
    pub fn serve(&self, mut inbox: SocketInbox, outbox: &SocketOutbox) {
        let Some(room) = &self.room else {
            return;
        };
        let Some(id) = room.join(self.seat, outbox) else {
            return outbox.close(CloseReason::TooMany);
        };
        let _present = PresentGuest { room, id };
        while let Some(text) = inbox.next() {
            room.obey(self.seat, &text, outbox, &self.games.engine);
        }
    }
}

/// A connection at a game, which leaves when it is dropped, after a panic too.
struct PresentGuest<'a> {
    room: &'a GameRoom,
    id: GuestId,
}

impl Drop for PresentGuest<'_> {
    fn drop(&mut self) {
        self.room.leave(self.id);
    }
}

/// Makes the folder of games, which only the user of this process can read.
///
/// # Errors
///
/// An error of the system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

impl Drop for GameSeat {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            self.games.release(room);
        }
    }
}

impl Games {
    /// Opens the games in a folder, which is made when the first game is, and watches their clocks.
    ///
    /// # Errors
    ///
    /// The system has no thread.
    pub fn open(folder: PathBuf, engine: Options) -> io::Result<Arc<Games>> {
        let games = Arc::new(Games {
            folder,
            engine,
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

    /// Makes a game.
    ///
    /// # Errors
    ///
    /// There is no such game, or its file cannot be written.
    pub fn create(&self, description: GameDescription) -> Result<GameLinks, NewGameError> {
        description.options()?;
        let (id, secrets) = (GameId::random()?, SeatSecrets::random()?);
        make_folder(&self.folder)?;
        let entry = Entry::Game {
            version: VERSION,
            description,
            secrets: secrets.clone(),
        };
        // Nobody has come yet, so that the file is all there is to it.
        GameFile::create(&self.path(id), &entry)?;
        Ok(GameLinks::new(id, secrets))
    }

    /// Returns the seat of a link.
    ///
    /// # Errors
    ///
    /// There is no such game, or its file cannot be used.
    pub fn seat(self: &Arc<Self>, link: &str) -> Result<GameSeat, SeatRefusal> {
        let link = GameLink::parse(link).ok_or(SeatRefusal::Unknown)?;
        let room = self.room(link.id)?;
        let Some(seat) = room.seat(&link.secret) else {
            self.release(room);
            return Err(SeatRefusal::Unknown);
        };
        Ok(GameSeat {
            games: self.clone(),
            room: Some(room),
            seat,
        })
    }

    /// Writes the clocks of all games before the server ends, and closes their connections.
    pub fn close(&self) {
        let rooms: Vec<Arc<GameRoom>> = self.rooms().open.values().cloned().collect();
        for room in rooms {
            room.close();
        }
    }

    /// Returns a game, and reads it from its file if it is not in memory.
    fn room(&self, id: GameId) -> Result<Arc<GameRoom>, SeatRefusal> {
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

    /// Reads a game from its file.
    fn open_room(&self, id: GameId) -> Result<GameRoom, SeatRefusal> {
        let path = self.path(id);
        let unusable = |reason: String| {
            log::error!("{}: {reason}", printable(&path));
            SeatRefusal::Unusable(reason)
        };
        let (file, entries) = GameFile::open(&path).map_err(|error| match error {
            GameFileError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                SeatRefusal::Unknown
            }
            GameFileError::Busy => SeatRefusal::Busy,
            error => unusable(error.to_string()),
        })?;
        let game = NetworkGame::restore(&entries, Instant::now()).map_err(unusable)?;
        Ok(GameRoom::new(id, game, file, self.flags.clone()))
    }

    /// Gives a game back. One at rest that nobody else holds is forgotten, and its file closed.
    fn release(&self, room: Arc<GameRoom>) {
        let mut rooms = self.rooms();
        let id = room.id;
        // Under the lock, so that of two who give it back the second one finds it free.
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
    use tengen_engine::game::Color;
    use tengen_play::Game;
    use tengen_testing::scratch::Scratch;

    fn open(folder: &Scratch) -> Arc<Games> {
        Games::open(folder.path().join("games"), Options::plain(Game::Go)).unwrap()
    }

    fn new_game(games: &Games) -> [String; 3] {
        let description = serde_json::from_str(r#"{"game":"go"}"#).unwrap();
        let links = games.create(description).unwrap().json();
        ["black", "white", "watch"].map(|name| {
            let path = links[name].as_str().unwrap();
            path.strip_prefix("/game/").unwrap().to_owned()
        })
    }

    #[test]
    fn a_game_is_in_memory_while_somebody_has_its_seat() {
        let folder = Scratch::new("games-rest");
        let games = open(&folder);
        let links = new_game(&games);
        assert_eq!(games.rooms().open.len(), 0, "nobody has come");
        let black = games.seat(&links[0]).unwrap();
        let watcher = games.seat(&links[2]).unwrap();
        assert_eq!(black.seat, GuestSeat::Player(Color::Black));
        assert_eq!(
            (watcher.seat, games.rooms().open.len()),
            (GuestSeat::Watcher, 1)
        );
        drop(black);
        assert_eq!(games.rooms().open.len(), 1);
        drop(watcher);
        assert_eq!(games.rooms().open.len(), 0);
        assert!(games.seat(&links[1]).is_ok(), "its file opens it again");
        assert_eq!(games.rooms().open.len(), 0);
    }

    #[test]
    fn a_wrong_secret_or_a_damaged_file_opens_no_game() {
        let folder = Scratch::new("games-wrong");
        let games = open(&folder);
        let links = new_game(&games);
        let wrong = format!("{}{}", &links[0][..11], &new_game(&games)[0][11..]);
        assert!(matches!(games.seat(&wrong), Err(SeatRefusal::Unknown)));
        assert_eq!(games.rooms().open.len(), 0);
        let path = folder
            .path()
            .join(format!("games/{}.game", &links[0][..11]));
        fs::write(path, "no game\n").unwrap();
        let refusal = games.seat(&links[0]).err().unwrap();
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
                    scope.spawn(|| assert!(games.seat(link).is_ok()));
                }
            });
            assert!(games.rooms().open.is_empty() && games.rooms().opening.is_empty());
        }
    }
}
