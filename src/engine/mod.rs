//! Code that belongs to no game and no protocol.
//!
//! - `game`: names of games, colors, and the trait of positions
//! - `record`, `perft`: a game with undo; the number of lines of play
//! - `searcher`: the interface of a search, and its settings; a player with its levels
//! - `request`, `report`: options of a search; its reports and results
//! - `control`, `grace`, `polling`: limits and stop flags; the end of a session; what searches ask about once a millisecond
//! - `clock`: clocks of players and the time for a move
//! - `worker`, `deferred`: the search thread, or the caller's in its place; values that it computes for other threads
//! - `threads`: what threads share: flags, signals, events and bounds
//! - `conversation`: commands behind a search, for all protocols
//! - `resources`, `parallel`: memory and threads within what the system has; a range split among threads
//! - `table`: the lock-less hash table, and huge pages for it
//! - `cpu`: detection and names of instruction sets, and code compiled for each; the processor time of the process
//! - `excerpt`: the beginning of a text, for error messages
//! - `files`: reading, writing and locking files, and keeping them within a folder
//! - `params`, `tuning`: declaration of parameters; setting them by name
//! - `skill`: levels of strength below the full one

pub mod clock;
pub mod control;
pub mod conversation;
pub mod cpu;
pub mod deferred;
pub mod excerpt;
pub mod files;
pub mod game;
pub mod grace;
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
pub use grace::Grace;
pub use report::{Event, MoveDetails, RawEvaluation, Report, RootMove, RootStats, SearchResult};
pub use request::{Restriction, SearchRequest};
pub use searcher::{Searcher, Settings, TableCommand};
pub use skill::SkillLevel;
pub use threads::Ticket;
pub use worker::{CallerThread, Waker, Worker};
