//! The pool of analysts, and the queue of turns before them.

use std::io;
use std::num::NonZero;
use std::thread;

use super::action;
use super::analyst::{Analyst, GameAnalyst};
use super::fields::Object;
use super::queue::{QueuedTurn, TurnFilter, TurnQueue};
use super::reply;
use crate::Options;
use tengen_engine::{Settings, Waker};
use tengen_play::Game;
use tengen_play::games::with_game;

/// The smallest memory of an analyst, in bytes. With less, a search would end after a few hundred visits.
const LEAST_MEMORY: usize = 8 << 20;

/// Analysts that take turns from one queue.
pub struct Pool {
    options: Options,
    waker: Waker,
    /// The largest number of analysts.
    capacity: usize,
    seats: Vec<Seat>,
    queue: TurnQueue,
}

/// A place for an analyst. Analysts are made when they are needed, and again for a turn of another game.
#[derive(Default)]
struct Seat {
    analyst: Option<Box<dyn Analyst>>,
    turn: Option<QueuedTurn>,
}

impl Pool {
    /// Creates a pool that analyzes so many positions at a time, by default one for each processor, as far as the memory
    /// suffices. Each analyst has the threads of `options`, at most one for each processor, and its share of the memory.
    pub fn new(mut options: Options, positions: Option<usize>, waker: Waker) -> Pool {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let asked = positions.unwrap_or(processors);
        let capacity = asked.min(options.settings.memory / LEAST_MEMORY).max(1);
        if capacity < asked {
            log::warn!(
                "{capacity} positions are analyzed at a time, not {asked}: there is no memory for more"
            );
        }
        options.settings.threads = options.settings.threads.min(processors);
        Pool {
            capacity,
            options,
            waker,
            seats: Vec::new(),
            queue: TurnQueue::default(),
        }
    }

    /// Adds a turn to the queue.
    ///
    /// # Errors
    ///
    /// The system has no thread for the first analyst.
    pub fn add(&mut self, turn: QueuedTurn) -> io::Result<()> {
        self.queue.push(turn);
        self.fill_seats()
    }

    /// Returns the replies that are due.
    ///
    /// # Errors
    ///
    /// The system has no thread for the first analyst.
    pub fn hear(&mut self) -> io::Result<Vec<Object>> {
        let mut replies = Vec::new();
        for seat in &mut self.seats {
            if let (Some(analyst), Some(_)) = (&mut seat.analyst, &seat.turn) {
                let (heard, is_over) = analyst.hear();
                replies.extend(heard);
                if is_over {
                    seat.turn = None;
                }
            }
        }
        self.fill_seats()?;
        Ok(replies)
    }

    /// Ends the analysis of turns. Returns the replies to those that had not begun.
    pub fn terminate(&mut self, filter: &TurnFilter) -> Vec<Object> {
        for seat in &mut self.seats {
            if let (Some(analyst), Some(turn)) = (&mut seat.analyst, &seat.turn)
                && filter.matches(turn)
            {
                analyst.stop();
            }
        }
        let ended = self.queue.take(filter);
        let reply = |turn: &QueuedTurn| reply::no_results(turn.query.as_ref(), turn.turn);
        ended.iter().map(reply).collect()
    }

    /// Forgets all evaluations of positions.
    pub fn clear(&self) {
        for analyst in self.seats.iter().filter_map(|seat| seat.analyst.as_ref()) {
            analyst.clear();
        }
    }

    /// Whether a turn is being analyzed or waits.
    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty() || self.seats.iter().any(|seat| seat.turn.is_some())
    }

    /// Adds the networks to the echo of a query.
    pub fn add_models(&self, echo: &mut Object) {
        action::add_models(echo, &self.options);
    }

    /// Gives waiting turns to analysts without one.
    fn fill_seats(&mut self) -> io::Result<()> {
        while !self.queue.is_empty() {
            let free = self.seats.iter().position(|seat| seat.turn.is_none());
            let seat = match free {
                Some(seat) => seat,
                None if self.seats.len() < self.capacity => {
                    self.seats.push(Seat::default());
                    self.seats.len() - 1
                }
                None => return Ok(()),
            };
            let Some(turn) = self.queue.pop() else {
                return Ok(());
            };
            self.take_seat(seat, turn)?;
        }
        Ok(())
    }

    fn take_seat(&mut self, seat: usize, turn: QueuedTurn) -> io::Result<()> {
        let game = turn.query.game();
        let analyst = match self.seats[seat].analyst.take() {
            Some(analyst) if analyst.game() == game => Ok(analyst),
            _ => self.new_analyst(game),
        };
        match analyst {
            Ok(mut analyst) => {
                analyst.begin(&turn);
                self.seats[seat] = Seat {
                    analyst: Some(analyst),
                    turn: Some(turn),
                };
                Ok(())
            }
            // Others go on with what they have; without any there is nobody.
            Err(error) if self.seats.len() > 1 => {
                log::warn!(
                    "{} positions are analyzed at a time: {error}",
                    self.seats.len() - 1
                );
                self.seats.remove(seat);
                self.capacity = self.seats.len();
                self.queue.push(turn);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn new_analyst(&self, game: Game) -> io::Result<Box<dyn Analyst>> {
        let settings = Settings {
            memory: self.options.settings.memory / self.capacity,
            ..self.options.settings
        };
        let waker = self.waker.clone();
        Ok(with_game!(game, G => {
            Box::new(GameAnalyst::<G>::new(settings, &self.options, waker)?)
        }))
    }
}
