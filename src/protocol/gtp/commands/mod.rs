//! GTP commands that all games share.
//!
//! - `standard`, `client_table`: the tables of these commands
//! - `topics`: topics of the commands of all games
//! - `about`: the engine and the session
//! - `play`, `history`, `query`: moves; the moves of the game; the position
//! - `search`, `best_moves`: searches for a move, and analysis; the best moves with their winrates
//! - `time`, `limits`, `parameters`: clocks; search limits; KataGo's parameters
//! - `levels`: levels of play below full strength
//! - `records`: SGF
//! - `gogui`, `setup`: GoGui's extensions; set-up positions
//! - `analyze_menu`, `gogui_parameters`: GoGui's analysis menu; its parameter dialogs
//! - `engine_report`: descriptions of the engine and its last search, for gomill
//! - `server`: messages of Go servers
//!
//! A handler fails with the reply if its arguments are malformed or the session refuses the command.
//!
//! Tests: the transcripts in `protocol-tests/gtp`, run by `protocol-tests/protocols/gtp.rs`; `src/protocol/gtp/command_table/tests.rs`
//! for the rows; unit tests in `time.rs`, `topics.rs` and `analyze_menu.rs`.
//! A change moves: the manual (`src/protocol/manual.md`), and transcripts, for a new command
//! `protocol-tests/gtp/list-commands.txt`.

mod about;
pub mod analyze_menu;
mod best_moves;
mod client_table;
mod engine_report;
pub(super) mod gogui;
pub mod gogui_parameters;
mod history;
mod levels;
pub(super) mod limits;
pub mod parameters;
mod play;
mod query;
pub mod records;
mod search;
mod server;
mod setup;
pub(super) mod standard;
mod time;
mod topics;
