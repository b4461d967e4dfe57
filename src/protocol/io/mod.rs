//! Input, output, and the loop between them.
//!
//! - `input`: lines from stdin, read on a separate thread
//! - `server`: the single `select!` over lines and search events
//! - `caller_server`: the same loop in single steps, for a caller with searches in its own thread
//! - `output`: the only code that writes to stdout
//! - `error_output`: the only code that writes to stderr
//! - `conversation_log`: the log file of a conversation
//! - `signals`: Ctrl-C and the system's requests to terminate
//! - `terminal`: lines typed by a person, and output next to them
//! - `text_reader`: UTF-8 and UTF-16 as UTF-8 without a byte order mark
//!
//! Tests: unit tests in `input.rs`, `server.rs` and `caller_server.rs`; `protocol-tests/process/streams.rs`,
//! `protocol-tests/process/floods.rs` and `protocol-tests/process/signals.rs` on the program.
//! A change moves: all protocols alike, in ends of lines, exit codes and the order of output; no text of a reply.

pub mod caller_server;
pub mod conversation_log;
pub mod error_output;
pub mod input;
pub mod output;
pub mod server;
pub mod signals;
// WebAssembly has no terminal.
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
pub mod text_reader;
