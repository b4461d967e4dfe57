//! Bytes in, bytes out, and the loop between them.
//!
//! - `input`: lines from stdin, read by a thread of its own
//! - `server`: the one `select!` over lines and search events
//! - `output`: the only code that writes to stdout

pub mod input;
pub mod output;
pub mod server;
