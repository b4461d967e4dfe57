//! A game with the people at it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::entry::{Entry, letter};
use super::flag_times::FlagTimes;
use super::game_file::GameFile;
use super::link::{GameId, GuestSeat};
use super::message::{self, PlayerMessage};
use super::network_game::NetworkGame;
use super::referee::{CountJob, Ending};
use crate::web::secret::Secret;
use crate::web::socket::{CloseReason, Frame, NewestKind, SocketOutbox};
use tengen_engine::game::Color;
use tengen_protocol::Options;

/// Most connections to one seat, and most watchers.
const MOST_AT_SEAT: usize = 8;
const MOST_WATCHERS: usize = 200;

/// Shortest time between two messages about the number of watchers.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// Stack of a thread that counts a board, in bytes: that of a search.
const COUNT_STACK: usize = 32 << 20;

/// Error of a change that could not be written.
const NOT_STORED: &str = "the server cannot store this: ";

/// The number of a connection to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestId(u64);

/// A connection to a game.
struct Guest {
    id: GuestId,
    seat: GuestSeat,
    outbox: SocketOutbox,
}

/// A game with the people at it. Every change is on disk before anybody hears of it.
pub struct GameRoom {
    /// The number of the game.
    pub id: GameId,
    state: Mutex<RoomState>,
}

struct RoomState {
    id: GameId,
    flags: Arc<FlagTimes>,
    game: NetworkGame,
    file: GameFile,
    guests: Vec<Guest>,
    last_guest: u64,
    /// Whether the number of watchers has changed since it was told.
    is_count_due: bool,
    /// The time from which on it may be told again.
    next_count: Instant,
}

impl GameRoom {
    /// Opens a game without people, whose clocks are watched by `flags`.
    pub fn new(id: GameId, game: NetworkGame, file: GameFile, flags: Arc<FlagTimes>) -> GameRoom {
        let mut state = RoomState {
            id,
            flags,
            game,
            file,
            guests: Vec::new(),
            last_guest: 0,
            is_count_due: false,
            next_count: Instant::now(),
        };
        // A server that was killed may have stored a move without what follows from it.
        if let Err(error) = state.follow_rules() {
            log::error!("game {id}: {error}");
        }
        GameRoom {
            id,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, RoomState> {
        // A panic in the rules of a game leaves others as they are; what it has changed is not on disk.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the seat of a link's secret.
    pub fn seat(&self, secret: &Secret) -> Option<GuestSeat> {
        self.state().game.secrets().seat(secret)
    }

    /// Whether nobody is here and no clock runs, so that the file is all there is to the game.
    pub fn is_at_rest(&self) -> bool {
        let state = self.state();
        state.guests.is_empty() && !state.game.clocks().is_running()
    }

    /// Lets a connection in, which gets the state of the game. Returns `None` if there are too many at its seat.
    pub fn join(&self, seat: GuestSeat, outbox: &SocketOutbox) -> Option<GuestId> {
        let mut state = self.state();
        let most = match seat {
            GuestSeat::Player(_) => MOST_AT_SEAT,
            GuestSeat::Watcher => MOST_WATCHERS,
        };
        if state.count(seat) >= most {
            return None;
        }
        state.last_guest += 1;
        let id = GuestId(state.last_guest);
        state.guests.push(Guest {
            id,
            seat,
            outbox: outbox.clone(),
        });
        state.keep_clocks_going(seat);
        state.check_flag();
        match seat {
            GuestSeat::Player(_) => state.tell_state(),
            GuestSeat::Watcher => {
                let text = state.state_for(seat);
                outbox.send_newest(NewestKind::State, Frame::text(text));
                state.watchers_changed();
            }
        }
        outbox.send(Frame::text(message::boards(&state.game.referee().boards())));
        state.note_flag();
        Some(id)
    }

    /// Lets a connection go.
    pub fn leave(&self, id: GuestId) {
        let mut state = self.state();
        let gone = state.guests.iter().position(|guest| guest.id == id);
        match gone.map(|place| state.guests.remove(place).seat) {
            Some(GuestSeat::Player(_)) => state.tell_state(),
            Some(GuestSeat::Watcher) => state.watchers_changed(),
            None => {}
        }
    }

    /// Obeys a message of a connection. What is refused changes nothing and is told to the sender alone.
    pub fn obey(&self, seat: GuestSeat, text: &str, outbox: &SocketOutbox, engine: &Options) {
        let parsed = PlayerMessage::parse(text);
        let number = parsed.as_ref().ok().and_then(PlayerMessage::number);
        let obeyed = parsed.and_then(|message| match (message, seat.side()) {
            (_, None) => Err("watchers only watch".to_owned()),
            (PlayerMessage::Count, Some(_)) => self.count(engine),
            (message, Some(color)) => {
                let mut state = self.state();
                let obeyed = state.obey(message, color);
                state.note_flag();
                obeyed
            }
        });
        if let Err(error) = obeyed {
            // The sender alone waits for it; one that is gone shows at its reader.
            let _ = outbox.send_patiently(Frame::text(message::error(&error, number)));
        }
    }

    /// Ends the game if a clock has run out.
    pub fn check_flag(&self) {
        let mut state = self.state();
        state.check_flag();
        state.tell_watchers();
        state.note_flag();
    }

    /// Writes the clocks before the server ends, and closes all connections.
    pub fn close(&self) {
        let mut state = self.state();
        let now = Instant::now();
        if state.game.clocks().is_running() {
            let clocks = state.game.clocks().readings(now);
            if let Err(error) = state.file.append(&Entry::Pause { clocks }) {
                log::error!("game {}: {error}", self.id);
            }
        }
        for guest in &state.guests {
            guest.outbox.close(CloseReason::ServerEnds);
        }
    }

    /// Counts the board. Meanwhile the game is open to others: it may not be the same any more at the end.
    fn count(&self, engine: &Options) -> Result<(), String> {
        let (count, moves) = {
            let state = self.state();
            (state.game.count(engine)?, state.game.referee().len())
        };
        let result = run_count(count)?;
        let mut state = self.state();
        state.game.check_going_on()?;
        if state.game.count(engine).is_err() || state.game.referee().len() != moves {
            return Err("the game has gone on".to_owned());
        }
        state.finish(result, true)?;
        state.tell_state();
        state.note_flag();
        Ok(())
    }
}

/// Runs a count on a thread that has a stack for it.
fn run_count(count: CountJob) -> Result<String, String> {
    let thread = thread::Builder::new()
        .name("count".to_owned())
        .stack_size(COUNT_STACK)
        .spawn(count);
    let counted = thread.map_err(|error| format!("the board is not counted: {error}"))?;
    counted
        .join()
        .unwrap_or_else(|_| Err("the count has failed".to_owned()))
}

/// Writes the side of a seat, null for a watcher.
fn side_of(seat: GuestSeat) -> Value {
    seat.side()
        .map_or(Value::Null, |color| json!(letter(color)))
}

impl RoomState {
    fn obey(&mut self, message: PlayerMessage, color: Color) -> Result<(), String> {
        self.check_flag();
        match message {
            PlayerMessage::Move { number, mv } => self.play(color, number, &mv),
            PlayerMessage::Resign => {
                self.game.check_going_on()?;
                let winner = color.opponent().letter();
                self.finish(format!("{winner}+R"), false)?;
                self.tell_state();
                Ok(())
            }
            PlayerMessage::Undo => {
                self.game.ask_undo(color)?;
                self.tell_player(color.opponent(), &message::undo_request(color));
                self.tell_state();
                Ok(())
            }
            PlayerMessage::UndoAnswer { accept } => {
                let count = self.game.asked_undo(color)?;
                match accept {
                    true => self.undo(count)?,
                    false => self.game.refuse_undo(),
                }
                self.tell_state();
                Ok(())
            }
            // Counted without the lock.
            PlayerMessage::Count => Ok(()),
        }
    }

    fn play(&mut self, color: Color, number: usize, text: &str) -> Result<(), String> {
        let before = self.game.referee().ending();
        let mv = self.game.try_move(color, number, text)?;
        self.store_move(color, mv)?;
        // The move is stored and told; what follows from it is tried again when the game is opened.
        let followed = self.follow_rules();
        if [before, self.game.referee().ending()] != [Ending::GoesOn, Ending::GoesOn] {
            self.tell_state();
        }
        followed
    }

    /// Passes for a side that has no move, and ends a game that the rules have ended.
    fn follow_rules(&mut self) -> Result<(), String> {
        while let Some(mv) = self.game.try_forced_pass() {
            let color = self.game.referee().to_move().opponent();
            self.store_move(color, mv)?;
        }
        match self.game.ruled_result() {
            Some(result) => self.finish(result, false),
            None => Ok(()),
        }
    }

    /// Notes the time at which a clock runs out or the number of watchers is due.
    fn note_flag(&self) {
        let flag = self.game.clocks().flag();
        let flag = flag.map(|(_, time)| time);
        let count = self.is_count_due.then_some(self.next_count);
        self.flags.set(self.id, flag.into_iter().chain(count).min());
    }

    /// Stores a move that was tried, and tells it.
    fn store_move(&mut self, color: Color, mv: String) -> Result<(), String> {
        let now = Instant::now();
        let clocks = self.game.clocks_after_move(now);
        let entry = Entry::Move {
            mv: mv.clone(),
            clocks: clocks.readings(now),
        };
        if let Err(error) = self.store(&entry) {
            self.game.withdraw_move();
            return Err(error);
        }
        self.game.confirm_move(clocks);
        let clocks = self.game.clocks().json(now);
        self.tell(&message::accepted(
            &(color, mv),
            self.game.referee(),
            clocks,
        ));
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), String> {
        let now = Instant::now();
        let clocks = self.game.clocks().readings(now);
        self.store(&Entry::Undo { count, clocks })?;
        self.game.undo(count, now);
        Ok(())
    }

    fn finish(&mut self, result: String, judged: bool) -> Result<(), String> {
        let now = Instant::now();
        self.store(&Entry::Result {
            result: result.clone(),
            judged,
            clocks: self.game.clocks().readings(now),
        })?;
        self.game.finish(result, judged, now);
        Ok(())
    }

    fn store(&mut self, entry: &Entry) -> Result<(), String> {
        let stored = self.file.append(entry);
        stored.map_err(|error: io::Error| {
            log::error!("a change of a game: {error}");
            format!("{NOT_STORED}{error}")
        })
    }

    /// Starts the clocks once both players are here, and goes on with them when a player comes after a restart.
    fn keep_clocks_going(&mut self, seat: GuestSeat) {
        let now = Instant::now();
        if seat.side().is_none() || !self.game.clocks().are_kept() {
            return;
        }
        let is_here = |color| self.count(GuestSeat::Player(color)) > 0;
        if self.game.has_started() {
            self.game.resume(now);
        } else if Color::BOTH.into_iter().all(is_here) && self.store(&Entry::Start).is_ok() {
            self.game.start(now);
        }
    }

    fn check_flag(&mut self) {
        if let Some(color) = self.game.clocks().fallen(Instant::now()) {
            let winner = color.opponent().letter();
            // A result that cannot be stored is not told; the next move finds the clock as it is.
            if self.finish(format!("{winner}+T"), false).is_ok() {
                self.tell_state();
            }
        }
    }

    fn count(&self, seat: GuestSeat) -> usize {
        self.at_seat(seat).count()
    }

    /// Tells the number of watchers, soon if it has been told just now, so that no watcher can fill the others' queues.
    fn watchers_changed(&mut self) {
        self.is_count_due = true;
        self.tell_watchers();
        self.note_flag();
    }

    /// Tells the number of watchers if it is due.
    fn tell_watchers(&mut self) {
        let now = Instant::now();
        if self.is_count_due && now >= self.next_count {
            self.is_count_due = false;
            self.next_count = now + COUNT_INTERVAL;
            let frame = Frame::text(message::watchers(self.count(GuestSeat::Watcher)));
            for guest in &self.guests {
                guest
                    .outbox
                    .send_newest(NewestKind::Watchers, frame.clone());
            }
        }
    }

    /// Returns the state as those at a seat see it.
    fn state_for(&self, seat: GuestSeat) -> String {
        let mut state = self.state();
        state["side"] = side_of(seat);
        state.to_string()
    }

    fn state(&self) -> Value {
        let mut state = self.game.json(Instant::now());
        let is_here = |color| self.count(GuestSeat::Player(color)) > 0;
        state["connected"] = json!({ "b": is_here(Color::Black), "w": is_here(Color::White) });
        state["watchers"] = json!(self.count(GuestSeat::Watcher));
        state
    }

    /// Tells everybody the state.
    fn tell_state(&self) {
        let mut state = self.state();
        for seat in [
            GuestSeat::Player(Color::Black),
            GuestSeat::Player(Color::White),
            GuestSeat::Watcher,
        ] {
            state["side"] = side_of(seat);
            if self.count(seat) > 0 {
                let frame = Frame::text(state.to_string());
                self.at_seat(seat)
                    .for_each(|outbox| outbox.send_newest(NewestKind::State, frame.clone()));
            }
        }
    }

    fn tell_player(&self, color: Color, text: &str) {
        let frame = Frame::text(text.to_owned());
        self.at_seat(GuestSeat::Player(color))
            .for_each(|outbox| outbox.send(frame.clone()));
    }

    fn at_seat(&self, seat: GuestSeat) -> impl Iterator<Item = &SocketOutbox> {
        let guests = self.guests.iter();
        guests
            .filter(move |guest| guest.seat == seat)
            .map(|guest| &guest.outbox)
    }

    fn tell(&self, text: &str) {
        let frame = Frame::text(text.to_owned());
        for guest in &self.guests {
            guest.outbox.send(frame.clone());
        }
    }
}
