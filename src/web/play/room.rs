//! A game with its connections.
//!
//! - `counting`: the engine's judgment of a finished board
//! - `engines`: the signals to the engines, and their moves

pub mod counting;
mod engines;

pub use engines::{EngineSignals, EngineTask};

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::chat::Chat;
use super::codes::GameCode;
use super::entry::{Entry, letter};
use super::flag_times::FlagTimes;
use super::game_file::GameFile;
use super::games::{Games, NewGameError};
use super::guests::{GuestId, Guests};
use super::link::{GameId, GuestRole};
use super::message::{self, PlayerMessage, Refusal};
use super::network_game::{FinalResult, NetworkGame};
use super::referee::Ending;
use crate::web::players::Evaluation;
use crate::web::secret::Secret;
use crate::web::socket::{CloseReason, Frame, NewestKind, SocketOutbox};
use tengen_engine::game::Color;

/// Time between attempts to store that a clock has run out.
const STORE_INTERVAL: Duration = Duration::from_secs(1);

/// Beginning of the error for a change that could not be stored.
const NOT_STORED: &str = "the server cannot store this: ";

/// A game with its connections. Every change is on disk before anyone hears of it.
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
    guests: Guests,
    chat: Chat,
    /// The earliest time to try again to store a loss that could not be stored.
    next_store: Option<Instant>,
    /// Whether the engine looks for dead stones.
    is_proposing: bool,
    /// Signals to the thread that lets engines play; `None` while there is none.
    engines: Option<engines::EngineSenders>,
    /// Whether there is such a thread; it outlives the game a little.
    has_engine_thread: bool,
}

impl GameRoom {
    /// Opens a game without connections. `flags` watches its clocks.
    pub fn new(
        id: GameId,
        game: NetworkGame,
        chat: Chat,
        file: GameFile,
        flags: Arc<FlagTimes>,
    ) -> GameRoom {
        let mut state = RoomState {
            id,
            flags,
            chat,
            game,
            file,
            guests: Guests::new(Instant::now()),
            next_store: None,
            is_proposing: false,
            engines: None,
            has_engine_thread: false,
        };
        // A killed server may have stored a move without its consequences.
        if let Err(error) = state.follow_rules() {
            log::error!("game {id}: {error}");
        }
        GameRoom {
            id,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, RoomState> {
        // A panic in the rules of one game does not affect others, and its changes are not on disk.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the role with this secret.
    pub fn role(&self, secret: &Secret) -> Option<GuestRole> {
        let state = self.state();
        let role = state.game.secrets().role(secret)?;
        // An engine plays this side.
        let is_engine = |color| state.game.engine(color).is_some();
        Some(match role.side().is_some_and(is_engine) {
            true => GuestRole::Watcher,
            false => role,
        })
    }

    /// Whether the game has a result.
    pub fn is_over(&self) -> bool {
        self.state().game.check_going_on().is_err()
    }

    /// Whether there are no connections and no running clock, so that the file is the whole state of the game.
    pub fn is_at_rest(&self) -> bool {
        let state = self.state();
        state.guests.is_empty() && !state.game.clocks().is_running()
    }

    /// Lets a connection in and sends it the state of the game. Returns `None` if the role has too many connections.
    pub fn join(&self, role: GuestRole, outbox: &SocketOutbox) -> Option<GuestId> {
        let mut state = self.state();
        let id = state.guests.join(role, outbox)?;
        state.keep_clocks_going(role);
        state.check_flag();
        match role {
            GuestRole::Player(_) => {
                state.tell_state();
                if let Some(lines) = state.chat.history() {
                    outbox.send(Frame::text(lines));
                }
            }
            GuestRole::Watcher => {
                let text = state.state_for(role);
                outbox.send_newest(NewestKind::State, Frame::text(text));
                state.guests.send_count(Instant::now());
            }
        }
        outbox.send(Frame::text(message::boards(&state.game.referee().boards())));
        state.note_flag();
        Some(id)
    }

    /// Removes a connection.
    pub fn leave(&self, id: GuestId) {
        let mut state = self.state();
        match state.guests.leave(id) {
            Some(GuestRole::Player(_)) => state.tell_state(),
            Some(GuestRole::Watcher) => state.guests.send_count(Instant::now()),
            None => {}
        }
        state.note_flag();
    }

    /// Handles a message from a connection. A refused message changes nothing, and only the sender is notified.
    pub fn handle_message(
        &self,
        role: GuestRole,
        text: &str,
        outbox: &SocketOutbox,
        games: &Games,
    ) {
        let parsed = PlayerMessage::parse(text);
        let number = parsed.as_ref().ok().and_then(PlayerMessage::number);
        let outcome = parsed.and_then(|message| match (message, role.side()) {
            (_, None) => Err(Refusal::new(GameCode::Watcher, "watchers only watch")),
            (PlayerMessage::Count, Some(_)) => self.count(games.engine()),
            (PlayerMessage::Propose, Some(_)) => {
                self.state().game.check_settling()?;
                self.propose(games.engine())
            }
            (PlayerMessage::Rematch { accept }, Some(color)) => {
                self.wish_rematch(color, accept, games)
            }
            (message, Some(color)) => {
                let mut state = self.state();
                let outcome = state.handle(message, color);
                state.note_flag();
                drop(state);
                outcome?;
                // The second pass asks for the dead stones. Without an engine the players mark them themselves.
                if let Err(error) = self.propose(games.engine()) {
                    log::warn!("game {}: {error:?}", self.id);
                }
                Ok(())
            }
        });
        if let Err(error) = outcome {
            // Only the sender waits for this. If it has gone, the thread that reads from it notices.
            let _ = outbox.send_patiently(Frame::text(message::error(&error, number)));
        }
    }

    /// Records whether a player wants another game, and makes it once both do.
    fn wish_rematch(&self, color: Color, wants: bool, games: &Games) -> Result<(), Refusal> {
        let (description, rematches) = {
            let mut state = self.state();
            let mut is_wanted = state.game.wish_rematch(color, wants)?;
            // An engine always plays again.
            if wants && !is_wanted && state.game.engine(color.opponent()).is_some() {
                is_wanted = state.game.wish_rematch(color.opponent(), true)?;
            }
            state.tell_state();
            if !is_wanted {
                return Ok(());
            }
            state.game.next_game()
        };
        // This thread alone makes it, since it saw the second wish. The lock is not held while the disk works.
        let made = games.create_after(description, rematches, Vec::new());
        let mut state = self.state();
        let not_stored = |error: NewGameError| Refusal::new(GameCode::NotStored, error.to_string());
        let stored = made.map_err(not_stored).and_then(|links| {
            state.store(&Entry::Rematch {
                links: links.clone(),
            })?;
            Ok(links)
        });
        match stored {
            Ok(links) => state.game.set_rematch(links),
            Err(error) => {
                state.game.withdraw_rematch();
                state.tell_state();
                return Err(error);
            }
        }
        state.tell_state();
        Ok(())
    }

    /// Ends the game if a clock has run out.
    pub fn check_flag(&self) {
        let mut state = self.state();
        state.check_flag();
        state.guests.send_count(Instant::now());
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
        state.engines = None;
        state.guests.close(CloseReason::ServerEnds);
    }
}

/// Writes the side of a role; null for a watcher.
fn side_of(role: GuestRole) -> Value {
    role.side()
        .map_or(Value::Null, |color| json!(letter(color)))
}

impl RoomState {
    fn handle(&mut self, message: PlayerMessage, color: Color) -> Result<(), Refusal> {
        self.check_flag();
        match message {
            PlayerMessage::Move { number, mv } => self.play(color, number, &mv),
            PlayerMessage::Resign => {
                self.game.check_going_on()?;
                let winner = color.opponent().letter();
                self.finish(FinalResult::new(format!("{winner}+R")))?;
                self.tell_state();
                Ok(())
            }
            // An engine always agrees.
            PlayerMessage::Undo if self.game.engine(color.opponent()).is_some() => {
                self.game.ask_undo(color)?;
                let count = self.game.asked_undo(color.opponent())?;
                self.undo(count)?;
                self.tell_state();
                Ok(())
            }
            PlayerMessage::Undo => {
                self.game.check_undo_is_welcome()?;
                self.game.ask_undo(color)?;
                self.guests
                    .send_to(color.opponent(), &message::undo_request(color));
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
            PlayerMessage::Mark { point, dead } => {
                self.game.mark(&point, dead)?;
                self.tell_state();
                Ok(())
            }
            PlayerMessage::Accept { version } => self.accept(color, version),
            PlayerMessage::PlayOn => {
                let count = self.game.moves_to_play_on(color)?;
                self.undo(count)?;
                self.tell_state();
                Ok(())
            }
            PlayerMessage::Chat { text } => self.say(color, &text),
            PlayerMessage::Name { name } => {
                let name = self.game.check_name(color, &name)?;
                self.store(&Entry::Name {
                    black: color == Color::Black,
                    name: name.clone(),
                })?;
                self.game.set_name(color, name);
                self.tell_state();
                Ok(())
            }
            PlayerMessage::ChatSwitch { on } => {
                self.chat.switch(color, on)?;
                self.tell_state();
                Ok(())
            }
            // Handled elsewhere, without the lock.
            PlayerMessage::Count | PlayerMessage::Propose | PlayerMessage::Rematch { .. } => Ok(()),
        }
    }

    /// Passes a line of the chat on to both players.
    fn say(&mut self, color: Color, text: &str) -> Result<(), Refusal> {
        let text = self.chat.check(color, text, Instant::now())?;
        if self.chat.is_stored() {
            self.store(&Entry::Chat {
                black: color == Color::Black,
                text: text.clone(),
            })?;
        }
        let line = self.chat.add(color, text);
        for color in Color::BOTH {
            self.guests.send_to(color, &line);
        }
        Ok(())
    }

    /// Accepts the marks of a finished board for a side, and ends the game if the other side has too.
    fn accept(&mut self, color: Color, version: u32) -> Result<(), Refusal> {
        self.game.check_settling()?;
        let is_agreed = self.game.settling().accept(color, version)?;
        if let Some(result) = is_agreed.then(|| self.game.settled_result()).flatten() {
            let ended = self.finish(FinalResult::new(result));
            if ended.is_err() {
                self.game.settling().withdraw(color);
            }
            ended?;
        }
        self.tell_state();
        Ok(())
    }

    fn play(&mut self, color: Color, number: usize, text: &str) -> Result<(), Refusal> {
        let before = self.game.referee().ending();
        let mv = self.game.try_move(color, number, text)?;
        self.complete_move(color, mv, None, before)
    }

    /// Stores a move that was tried, and follows the rules. `before` is the state before the move.
    fn complete_move(
        &mut self,
        color: Color,
        mv: String,
        evaluation: Option<Evaluation>,
        before: Ending,
    ) -> Result<(), Refusal> {
        self.store_move(color, mv, evaluation)?;
        // The move is stored and sent. If its consequences cannot be, they are tried again when the game is opened.
        let followed = self.follow_rules();
        if [before, self.game.referee().ending()] != [Ending::GoesOn, Ending::GoesOn] {
            self.tell_state();
        }
        followed
    }

    /// Passes for a side that has no move, and ends a game that is over by the rules.
    fn follow_rules(&mut self) -> Result<(), Refusal> {
        while let Some(mv) = self.game.try_forced_pass() {
            let color = self.game.referee().to_move().opponent();
            self.store_move(color, mv, None)?;
        }
        match self.game.ruled_result() {
            Some(result) => self.finish(FinalResult::new(result)),
            None => Ok(()),
        }
    }

    /// Registers the time at which a clock runs out or the number of watchers is due, and lets the engines see what has
    /// changed.
    fn note_flag(&mut self) {
        self.signal_engines();
        let flag = self.game.clocks().flag();
        let flag = flag.map(|(_, time)| time);
        let count = self.guests.count_due();
        let forfeit = self.forfeit().map(|(_, time)| time);
        let times = flag.into_iter().chain(count).chain(forfeit);
        let time = times
            .min()
            .map(|time| self.next_store.map_or(time, |next| next.max(time)));
        self.flags.set(self.id, time);
    }

    /// Returns the side that loses by having left, and when, if it does not return.
    fn forfeit(&self) -> Option<(Color, Instant)> {
        let seconds = self.game.description().leaving?;
        let (color, since) = self.guests.absent().filter(|_| self.game.can_be_left())?;
        let time = since.checked_add(Duration::from_secs(seconds.into()))?;
        Some((color, time))
    }

    /// Stores a move that was tried, and sends it.
    fn store_move(
        &mut self,
        color: Color,
        mv: String,
        evaluation: Option<Evaluation>,
    ) -> Result<(), Refusal> {
        let now = Instant::now();
        let clocks = self.game.clocks_after_move(now);
        let entry = Entry::Move {
            mv: mv.clone(),
            clocks: clocks.readings(now),
            evaluation,
        };
        if let Err(error) = self.store(&entry) {
            self.game.withdraw_move();
            return Err(error);
        }
        self.game.confirm_move(clocks, evaluation);
        let clocks = self.game.clocks().json(now);
        self.guests.send(&message::accepted(
            &(color, mv),
            self.game.referee(),
            clocks,
            evaluation,
        ));
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), Refusal> {
        let now = Instant::now();
        let clocks = self.game.clocks().readings(now);
        self.store(&Entry::Undo { count, clocks })?;
        self.game.undo(count, now);
        Ok(())
    }

    fn finish(&mut self, result: FinalResult) -> Result<(), Refusal> {
        let now = Instant::now();
        self.store(&Entry::Result {
            result: result.text.clone(),
            judged: result.judged,
            fault: result.fault.clone(),
            clocks: self.game.clocks().readings(now),
            dead: self.game.dead(),
        })?;
        self.game.finish(result, now);
        Ok(())
    }

    fn store(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let stored = self.file.append(entry);
        stored.map_err(|error: io::Error| {
            log::error!("a change of a game: {error}");
            Refusal::new(GameCode::NotStored, format!("{NOT_STORED}{error}"))
        })
    }

    /// Starts the clocks once both players are here, or restarts them when a player returns after the server was down.
    fn keep_clocks_going(&mut self, role: GuestRole) {
        if role.side().is_some() {
            self.start_clocks();
        }
    }

    /// Starts the clocks if both players are here.
    fn start_clocks(&mut self) {
        let now = Instant::now();
        // An engine that is being started gets its time for that.
        let is_starting = |color| self.game.engine(color).is_some() && !self.guests.is_here(color);
        if !self.game.clocks().are_kept() || Color::BOTH.into_iter().any(is_starting) {
            return;
        }
        let is_here = |color| self.guests.is_here(color);
        if self.game.has_started() {
            self.game.resume(now);
        } else if Color::BOTH.into_iter().all(is_here) && self.store(&Entry::Start).is_ok() {
            self.game.start(now);
        }
    }

    /// Ends the game if a clock has run out, or if a side has been away for too long.
    fn check_flag(&mut self) {
        let now = Instant::now();
        let on_time = self.game.clocks().fallen(now).map(|color| (color, 'T'));
        let by_leaving = self.forfeit().filter(|&(_, time)| time <= now);
        if let Some((color, reason)) = on_time.or(by_leaving.map(|(color, _)| (color, 'F'))) {
            let winner = color.opponent().letter();
            // A result that cannot be stored is not announced, and tried again later.
            match self.finish(FinalResult::new(format!("{winner}+{reason}"))) {
                Ok(()) => {
                    self.next_store = None;
                    self.tell_state();
                }
                Err(_) => self.next_store = Some(now + STORE_INTERVAL),
            }
        }
    }

    /// Returns the state as seen from a role.
    fn state_for(&self, role: GuestRole) -> String {
        self.as_seen(self.state(), role).to_string()
    }

    /// Adds to the state what concerns one role. Watchers do not see the chat.
    fn as_seen(&self, mut state: Value, role: GuestRole) -> Value {
        state["side"] = side_of(role);
        if role.side().is_some() {
            state["chat"] = self.chat.json();
        }
        if let Some(links) = self.game.rematch() {
            let next = role
                .side()
                .map_or(role, |color| GuestRole::Player(color.opponent()));
            state["rematch"]["link"] = json!(links.path(next));
        }
        state
    }

    fn state(&self) -> Value {
        let now = Instant::now();
        let mut state = self.game.json(now);
        state["leaves"] = self.forfeit().map_or(Value::Null, |(color, time)| {
            let left = time.saturating_duration_since(now).as_secs_f64();
            json!({ "side": letter(color), "seconds": left })
        });
        let [black, white] = Color::BOTH.map(|color| self.guests.is_here(color));
        state["connected"] = json!({ "b": black, "w": white });
        state["watchers"] = json!(self.guests.count(GuestRole::Watcher));
        state
    }

    /// Sends the state to all connections.
    fn tell_state(&self) {
        let state = self.state();
        self.guests
            .send_state(|role| self.as_seen(state.clone(), role).to_string());
    }
}
