//! Input, output, and the loop between them.
//!
//! - `input`: lines from stdin, read on a separate thread
//! - `server`: the one `select!` over lines and search events
//! - `caller_server`: the same loop in steps, for a caller whose thread searches
//! - `output`: the only code that writes to stdout
//! - `error_output`: the only code that writes to stderr
//! - `conversation_log`: a file that keeps a conversation
//! - `signals`: Ctrl-C and the system's requests to end
//! - `terminal`: lines that a person types, and output beside them
//! - `text_reader`: UTF-8 and UTF-16 as UTF-8 without a byte order mark
//!
//! Tests: unit tests in `input.rs`, `server.rs` and `caller_server.rs`; `protocol-tests/streams.rs`, `protocol-tests/floods.rs`
//! and `protocol-tests/signals.rs` on the program.
//! A change moves: all protocols alike, in ends of lines, exit codes and the order of output; no text of a reply.

pub mod caller_server;
pub mod conversation_log;
pub mod error_output;
pub mod input;
pub mod output;
pub mod server;
pub mod signals;
// WebAssembly has none.
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
pub mod text_reader;
