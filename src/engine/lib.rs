//! The parts of a game engine that do not depend on a game or a protocol.
//!
//! Use this crate to build an engine for another game: implement [`game::Position`] and [`Searcher`] to get records
//! with undo, a worker thread, limits, clocks and conversations.
//!
//! ```
//! use std::time::Duration;
//! use tengen_engine::clock::{Clock, TimeControl};
//!
//! // Ten minutes, then five periods of half a minute.
//! let mut clock = Clock::new(TimeControl::Byoyomi {
//!     main: Duration::from_secs(600),
//!     period: Duration::from_secs(30),
//!     periods: 5,
//! });
//! let budget = clock.budget(40).expect("there is a clock");
//! assert!(budget.soft < budget.hard, "main time can be saved");
//!
//! // The main time and two whole periods are gone.
//! clock.charge(Duration::from_secs(660));
//! assert_eq!(clock.overtime(), Some(3));
//! let budget = clock.budget(40).expect("there is a clock");
//! assert!(!budget.can_save(), "the rest of a period would be lost");
//! ```
//!
//! - `game`: colors, points, outcomes, and the trait of positions
//! - `record`, `perft`: a game with undo; the number of lines of play
//! - `searcher`: the interface of a search and its settings; a player with its levels
//! - `request`, `report`: options of a search; its reports and results
//! - `control`, `polling`: limits and stop flags; checks that a search makes once per millisecond
//! - `clock`: players' clocks and the time for a move
//! - `worker`, `deferred`: the search thread, or the caller's thread instead; values that it computes for other threads
//! - `threads`: flags, signals, events and bounds shared between threads
//! - `conversation`: commands queued behind a search, for all protocols
//! - `resources`, `parallel`: memory and threads within the system's limits; a range split among threads
//! - `table`: the lock-less hash table; huge pages
//! - `cpu`: instruction sets: their detection, their names, and code compiled for each; CPU time of the process
//! - `codes`: declaration of codes for reasons and faults
//! - `excerpt`: the beginning of a text, for error messages
//! - `files`: reading, writing and locking files, and keeping them within a folder
//! - `params`, `tuning`: declaration of parameters; setting them by name
//! - `skill`: levels of play below full strength
//!
//! Tests: unit tests next to the code; generic code runs on toy games there, and on each game in that game's crate.
//! `protocol-tests/threads` compiles the files of `threads` a second time and runs them under many schedules.
//! A change moves: all games and all protocols. The bench signature (`protocol-tests/bench/signature`) moves with
//! `table` and with the defaults of a search; stops and times (`protocol-tests/process/stops.rs`) move with `control`, `polling`
//! and `worker`.
//!
//! Invariants:
//!
//! - No global state: two engines in one process do not affect each other.
//! - A clock rule is a pure function of the time left. Only `control`, `polling` and `worker` read the time of a
//!   search.
//! - A job has its own ticket and stop flag, so a late stop cannot hit the next job, and stale events are dropped.
//! - A panic in a search becomes an event; the next job runs.
//! - Randomness comes from a seed: with one thread and a node limit, a search finds the same move every time.

pub mod clock;
pub mod codes;
pub mod control;
pub mod conversation;
pub mod cpu;
pub mod deferred;
pub mod excerpt;
pub mod files;
pub mod game;
pub mod parallel;
pub mod params;
pub mod perft;
pub mod polling;
pub mod record;
pub mod report;
pub mod request;
pub mod resources;
pub mod searcher;
pub mod skill;
pub mod table;
pub mod threads;
#[cfg(feature = "tuning")]
pub mod tuning;
pub mod worker;

pub use control::{Control, Limits};
pub use report::{
    ComputationError, Event, MoveDetails, RawEvaluation, Report, RootMove, RootStats, SearchResult,
};
pub use request::{Restriction, SearchRequest};
pub use searcher::{
    Backend, BatchCounts, OnnxBackend, OnnxProvider, Searcher, Settings, TableCommand,
    UnknownBackend,
};
pub use skill::SkillLevel;
pub use threads::Ticket;
pub use worker::{CallerThread, Grace, Waker, Worker};

#[cfg(any(test, feature = "testing"))]
pub mod testing;
