//! Tools: subcommands that do their work without a conversation. Each is a struct of arguments with `run`.
//!
//! - `streams`: where a tool writes
//! - `annotate`: values and comments in games
//! - `bench`: fixed searches, ladders and networks, timed
//! - `book`: opening books for Reversi
//! - `games`: what the tools ask of each game
//! - `genmove`: moves for positions from files
//! - `in_order`: tasks for several threads
//! - `interrupt`: the request to end a tool by Ctrl-C or by the system
//! - `ladders`: ladder questions from files
//! - `learn`: weights from games
//! - `life`: questions of life and death from files
//! - `manual`: commands of all protocols
//! - `openings`: openings for matches
//! - `params`: numbers of the searches, in tuning builds
//! - `perft`: counts of games
//! - `positions`: positions of Go from files, and answers about them
//! - `searches`: searches of positions, each as if it were the only one
//! - `shard`: parts of an input
//! - `source`: the input of a tool
//! - `solve`: exact results of Reversi
//! - `whole_number`: whole numbers on the command line
//!
//! Tests: `protocol-tests/program.rs`, `protocol-tests/streams.rs` and `protocol-tests/signals.rs` for every tool;
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
pub mod searches;
pub mod shard;
pub mod solve;
pub mod source;
pub mod streams;
pub mod whole_number;
