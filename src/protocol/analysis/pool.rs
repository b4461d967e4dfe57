//! Pool of analysts with their queue of turns.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use super::fields::Object;
use super::game::AnalysisGame;
use super::query::AnalysisQuery;
use super::queue::{QueuedTurn, TurnFilter, TurnQueue};
use super::reply;
use super::search::{Analyst, GameAnalyst};
use crate::Options;
use tengen_engine::{Settings, Waker};
use tengen_go::net::Network;
use tengen_play::options::GameOptions;

/// Minimum memory of an analyst in bytes. With less, a search would end after a few hundred visits.
const LEAST_MEMORY: usize = 8 << 20;

/// Analysts that take turns from a common queue.
pub struct Pool {
    options: Options,
    waker: Waker,
    /// Maximum number of analysts.
    capacity: usize,
    slots: Vec<AnalystSlot>,
    queue: TurnQueue,
}

/// A slot for an analyst. Analysts are created on demand, and again for a turn of another game.
#[derive(Default)]
struct AnalystSlot {
    analyst: Option<AnyAnalyst>,
    turn: Option<QueuedTurn>,
}

/// Defines a query and an analyst of any game from the table of games.
macro_rules! define_any_game {
    ({} $($(#[$doc:meta])* $Game:ident: $Type:ty, $name:literal, $choice:literal;)*) => {
        /// A query about any game.
        #[derive(Clone)]
        pub enum AnyQuery {
            $($(#[$doc])* $Game(Arc<AnalysisQuery<$Type>>),)*
        }

        impl AnyQuery {
            /// Returns the id, which need not be unique.
            pub fn id(&self) -> &str {
                match self {
                    $(AnyQuery::$Game(query) => query.id(),)*
                }
            }
        }

        $(impl From<AnalysisQuery<$Type>> for AnyQuery {
            fn from(query: AnalysisQuery<$Type>) -> AnyQuery {
                AnyQuery::$Game(Arc::new(query))
            }
        })*

        /// An analyst of any game.
        enum AnyAnalyst {
            $($Game(Box<GameAnalyst<$Type>>),)*
        }

        impl AnyAnalyst {
            fn get(&self) -> &dyn Analyst {
                match self {
                    $(AnyAnalyst::$Game(analyst) => &**analyst,)*
                }
            }

            fn get_mut(&mut self) -> &mut dyn Analyst {
                match self {
                    $(AnyAnalyst::$Game(analyst) => &mut **analyst,)*
                }
            }
        }

        impl Pool {
            /// Returns an analyst that analyzes a turn: `idle` if it is of the same game, otherwise a new one.
            fn begin(&self, idle: Option<AnyAnalyst>, turn: &QueuedTurn) -> io::Result<AnyAnalyst> {
                Ok(match &turn.query {
                    $(AnyQuery::$Game(query) => {
                        let mut analyst = match idle {
                            Some(AnyAnalyst::$Game(analyst)) => analyst,
                            _ => Box::new(self.new_analyst()?),
                        };
                        analyst.begin(query.clone(), turn.turn);
                        AnyAnalyst::$Game(analyst)
                    })*
                })
            }
        }
    };
}

tengen_play::game_rows!((define_any_game) {});

impl Pool {
    /// Creates a pool that analyzes this number of positions in parallel, by default one per processor, limited by the
    /// memory. Each analyst has the threads of `options`, at most one per processor, and its share of the memory.
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
            slots: Vec::new(),
            queue: TurnQueue::default(),
        }
    }

    /// Adds a turn to the queue. Fails if no thread can be started for the first analyst.
    pub fn add(&mut self, turn: QueuedTurn) -> io::Result<()> {
        self.queue.push(turn);
        self.assign_turns()
    }

    /// Returns the replies that are due. Fails if no thread can be started for the first analyst.
    pub fn take_replies(&mut self) -> io::Result<Vec<Object>> {
        let mut replies = Vec::new();
        for slot in &mut self.slots {
            if let (Some(analyst), Some(_)) = (&mut slot.analyst, &slot.turn) {
                let (due, is_over) = analyst.get_mut().take_replies();
                replies.extend(due);
                if is_over {
                    slot.turn = None;
                }
            }
        }
        self.assign_turns()?;
        Ok(replies)
    }

    /// Ends the analysis of turns. Returns the replies for turns that had not begun.
    pub fn terminate(&mut self, filter: &TurnFilter) -> Vec<Object> {
        for slot in &mut self.slots {
            if let (Some(analyst), Some(turn)) = (&mut slot.analyst, &slot.turn)
                && filter.matches(turn)
            {
                analyst.get_mut().stop();
            }
        }
        let ended = self.queue.take(filter);
        let reply = |turn: &QueuedTurn| reply::no_results(turn.query.id(), turn.turn);
        ended.iter().map(reply).collect()
    }

    /// Clears all cached evaluations.
    pub fn clear(&self) {
        for analyst in self.slots.iter().filter_map(|slot| slot.analyst.as_ref()) {
            analyst.get().clear();
        }
    }

    /// Whether any turn is being analyzed or waiting.
    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty() || self.slots.iter().any(|slot| slot.turn.is_some())
    }

    /// Returns the networks in use.
    pub fn networks(&self) -> impl Iterator<Item = &Network> {
        let go = &self.options.games.go;
        go.network.iter().chain(&go.human).map(Arc::as_ref)
    }

    /// Returns the options of the games.
    pub fn game_options(&self) -> &GameOptions {
        &self.options.games
    }

    /// Gives waiting turns to idle analysts.
    fn assign_turns(&mut self) -> io::Result<()> {
        while !self.queue.is_empty() {
            let free = self.slots.iter().position(|slot| slot.turn.is_none());
            let slot = match free {
                Some(slot) => slot,
                None if self.slots.len() < self.capacity => {
                    self.slots.push(AnalystSlot::default());
                    self.slots.len() - 1
                }
                None => return Ok(()),
            };
            let Some(turn) = self.queue.pop() else {
                return Ok(());
            };
            self.assign_turn(slot, turn)?;
        }
        Ok(())
    }

    fn assign_turn(&mut self, slot: usize, turn: QueuedTurn) -> io::Result<()> {
        let idle = self.slots[slot].analyst.take();
        match self.begin(idle, &turn) {
            Ok(analyst) => {
                self.slots[slot] = AnalystSlot {
                    analyst: Some(analyst),
                    turn: Some(turn),
                };
                Ok(())
            }
            // The other analysts carry on; without any, the failure is an error.
            Err(error) if self.slots.len() > 1 => {
                log::warn!(
                    "{} positions are analyzed at a time: {error}",
                    self.slots.len() - 1
                );
                self.slots.remove(slot);
                self.capacity = self.slots.len();
                self.queue.push(turn);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn new_analyst<G: AnalysisGame>(&self) -> io::Result<GameAnalyst<G>> {
        let settings = Settings {
            memory: self.options.settings.memory / self.capacity,
            ..self.options.settings
        };
        GameAnalyst::new(settings, &self.options, self.waker.clone())
    }
}
