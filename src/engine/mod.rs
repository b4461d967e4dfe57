//! What no game and no protocol owns.
//!
//! - `game`: the games' names, colors, and what a position is
//! - `record`, `perft`: a game with undo; the count of all games of a length
//! - `searcher`: what a player of a game is, and its settings
//! - `request`, `report`: what is asked of a search, and what it tells
//! - `control`, `grace`, `clock_poll`: limits and stop flags; the end of the input; how often a search looks at its clock
//! - `clock`: time for a move from a game's clock
//! - `worker`, `delivery`: the thread that searches; values that its computations deliver
//! - `conversation`, `backlog`: commands behind a search, for all protocols; how many bytes of input may wait
//! - `supply`, `parallel`: threads for a search; work shared out among threads
//! - `table`, `huge_pages`: clusters of hash tables without locks; large pages of memory for them
//! - `cpu`: instruction sets
//! - `files`: how files are read, written and kept out of reach
//! - `params`, `tuning`: how a game declares its numbers; how a tuning build sets them by name

pub mod backlog;
pub mod clock;
pub mod clock_poll;
pub mod control;
pub mod conversation;
pub mod cpu;
pub mod delivery;
pub mod files;
pub mod game;
pub mod grace;
pub mod huge_pages;

pub mod parallel;
pub mod params;
pub mod perft;
pub mod record;
pub mod report;
pub mod request;
pub mod searcher;
pub mod supply;
pub mod table;
#[cfg(feature = "tuning")]
pub mod tuning;
pub mod worker;

pub use control::{Control, Limits};
pub use grace::Grace;
pub use report::{MoveDetails, Report, RootMove, RootStats, SearchResult};
pub use request::{Restriction, SearchRequest};
pub use searcher::{Searcher, Settings, TableCommand};
pub use worker::{Event, Ticket, Waker, Worker};
