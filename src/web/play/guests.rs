//! The connections to a game.

use std::time::{Duration, Instant};

use super::link::GuestRole;
use super::message;
use crate::web::socket::{CloseReason, Frame, NewestKind, SocketOutbox};
use tengen_engine::game::Color;

/// Most connections of one player, and most watchers.
const MOST_PER_PLAYER: usize = 8;
const MOST_WATCHERS: usize = 200;

/// Shortest time between two messages about the number of watchers.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// The number of a connection to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestId(u64);

/// A connection to a game.
struct Guest {
    id: GuestId,
    role: GuestRole,
    outbox: SocketOutbox,
}

/// All connections to a game.
pub struct Guests {
    guests: Vec<Guest>,
    /// Whether each side's engine is running.
    engines_run: [bool; 2],
    last: u64,
    /// Whether the number of watchers has changed since it was last sent.
    is_count_due: bool,
    /// The earliest time to send it again.
    next_count: Instant,
    /// The side that has left its opponent alone, and since when.
    absent: Option<(Color, Instant)>,
}

impl Guests {
    /// Returns a game's connections before anyone has come.
    pub fn new(now: Instant) -> Guests {
        Guests {
            guests: Vec::new(),
            engines_run: [false; 2],
            last: 0,
            is_count_due: false,
            next_count: now,
            absent: None,
        }
    }

    /// Whether there are no connections.
    pub fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// Adds a connection. Returns `None` if the role has too many.
    pub fn join(&mut self, role: GuestRole, outbox: &SocketOutbox) -> Option<GuestId> {
        let most = match role {
            GuestRole::Player(_) => MOST_PER_PLAYER,
            GuestRole::Watcher => MOST_WATCHERS,
        };
        if self.count(role) >= most {
            return None;
        }
        self.last += 1;
        let id = GuestId(self.last);
        self.guests.push(Guest {
            id,
            role,
            outbox: outbox.clone(),
        });
        self.note_change(role);
        Some(id)
    }

    /// Removes a connection. Returns its role; `None` if it has gone before.
    pub fn leave(&mut self, id: GuestId) -> Option<GuestRole> {
        let place = self.guests.iter().position(|guest| guest.id == id)?;
        let role = self.guests.remove(place).role;
        self.note_change(role);
        Some(role)
    }

    /// Notes that the number of watchers has changed, or which side has left its opponent alone.
    fn note_change(&mut self, role: GuestRole) {
        self.note_absence();
        self.is_count_due |= role == GuestRole::Watcher;
    }

    /// Records that the engine of a side runs, or that it has ended.
    pub fn set_engine_runs(&mut self, color: Color, runs: bool) {
        self.engines_run[color.index()] = runs;
        self.note_absence();
    }

    /// Notes which side has left its opponent alone.
    fn note_absence(&mut self) {
        let absent = match Color::BOTH.map(|color| self.is_here(color)) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            [true, true] | [false, false] => None,
        };
        if absent != self.absent.map(|(color, _)| color) {
            self.absent = absent.map(|color| (color, Instant::now()));
        }
    }

    /// The number of connections with this role.
    pub fn count(&self, role: GuestRole) -> usize {
        self.with_role(role).count()
    }

    /// Whether a player is connected, or the side's engine runs.
    pub fn is_here(&self, color: Color) -> bool {
        self.engines_run[color.index()] || self.count(GuestRole::Player(color)) > 0
    }

    /// The side that has left its opponent alone, and since when.
    pub fn absent(&self) -> Option<(Color, Instant)> {
        self.absent
    }

    /// The time at which the number of watchers is to be sent.
    pub fn count_due(&self) -> Option<Instant> {
        self.is_count_due.then_some(self.next_count)
    }

    /// Sends the number of watchers if it is due. It is sent at a bounded rate, so that watchers who come and go cannot
    /// fill others' queues.
    pub fn send_count(&mut self, now: Instant) {
        if self.count_due().is_none_or(|due| now < due) {
            return;
        }
        self.is_count_due = false;
        self.next_count = now + COUNT_INTERVAL;
        let frame = Frame::text(message::watchers(self.count(GuestRole::Watcher)));
        for guest in &self.guests {
            guest
                .outbox
                .send_newest(NewestKind::Watchers, frame.clone());
        }
    }

    /// Sends a message to all connections.
    pub fn send(&self, text: &str) {
        let frame = Frame::text(text.to_owned());
        for guest in &self.guests {
            guest.outbox.send(frame.clone());
        }
    }

    /// Sends a message to a player.
    pub fn send_to(&self, color: Color, text: &str) {
        let frame = Frame::text(text.to_owned());
        self.with_role(GuestRole::Player(color))
            .for_each(|outbox| outbox.send(frame.clone()));
    }

    /// Sends each role the state that it sees. A newer state replaces one that is still queued.
    pub fn send_state(&self, seen_by: impl Fn(GuestRole) -> String) {
        for role in [
            GuestRole::Player(Color::Black),
            GuestRole::Player(Color::White),
            GuestRole::Watcher,
        ] {
            if self.count(role) > 0 {
                let frame = Frame::text(seen_by(role));
                self.with_role(role)
                    .for_each(|outbox| outbox.send_newest(NewestKind::State, frame.clone()));
            }
        }
    }

    /// Closes all connections.
    pub fn close(&self, reason: CloseReason) {
        for guest in &self.guests {
            guest.outbox.close(reason);
        }
    }

    fn with_role(&self, role: GuestRole) -> impl Iterator<Item = &SocketOutbox> {
        let guests = self.guests.iter();
        guests
            .filter(move |guest| guest.role == role)
            .map(|guest| &guest.outbox)
    }
}
