//! The GTP commands that all games share.
//!
//! - `standard`, `client_table`: the tables of these commands
//! - `about`: the engine and the session
//! - `play`, `history`, `query`: moves; the moves of the game; the position
//! - `search`, `best_moves`: searches for a move, and analysis; the best moves with their winrates
//! - `time`, `limits`, `parameters`: clocks; bounds of searches; KataGo's parameters
//! - `levels`: levels of strength below the full one
//! - `records`: SGF
//! - `gogui`, `setup`: GoGui's extensions; set-up positions
//! - `analyze_menu`, `gogui_parameters`: GoGui's analysis menu; its dialogs of parameters
//! - `engine_report`: the engine and its last search in words, for gomill
//! - `server`: messages of Go servers
//!
//! A handler fails with the reply if its arguments are malformed or if the session refuses the command.
//!
//! Tests: the transcripts in `protocol-tests/gtp`, run by `protocol-tests/gtp.rs`; `src/protocol/gtp/command/tests.rs` for the
//! rows; unit tests in `time.rs` and `analyze_menu.rs`.
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
