//! Tools: subcommands that work without a conversation. Each is a struct of arguments with a method `run`.
//!
//! - `streams`: a tool's output streams
//! - `annotate`: values and comments in games
//! - `bench`: timed searches, ladders and networks
//! - `book`: opening books for Reversi
//! - `games`: the parts of each game in the tools
//! - `genmove`: moves for positions from files
//! - `in_order`: tasks for several threads
//! - `interrupt`: requests to end a tool, from Ctrl-C or the system
//! - `ladders`: ladder questions from files
//! - `learn`: weights learned from games
//! - `life`: questions of life and death from files
//! - `manual`: the manual of all protocols
//! - `openings`: openings for matches
//! - `params`: search parameters, in tuning builds
//! - `perft`: counts of games
//! - `positions`: Go positions from files, and answers about them
//! - `problems`: problems from games
//! - `searches`: independent searches of positions
//! - `shard`: parts of an input
//! - `source`: a tool's input
//! - `solve`: exact results of Reversi positions
//! - `whole_number`: whole numbers on the command line
//!
//! Tests: `protocol-tests/process/program.rs`, `protocol-tests/process/streams.rs` and `protocol-tests/process/signals.rs` for every tool;
//! `scripts/tests/test_python_module.py`; unit tests in the files.
//! A change moves: `src/tool/README.md`, the manual (`src/protocol/manual.md`), man pages and completions.

pub mod annotate;
pub mod bench;
pub mod book;
mod games;
pub mod genmove;
pub mod in_order;
pub mod interrupt;
pub mod ladders;
pub mod learn;
pub mod life;
pub mod manual;
pub mod openings;
#[cfg(feature = "tuning")]
pub mod params;
pub mod perft;
pub mod positions;
pub mod problems;
pub mod searches;
pub mod shard;
pub mod solve;
pub mod source;
pub mod streams;
pub mod whole_number;
