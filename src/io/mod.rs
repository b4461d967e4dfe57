//! Input, output, and the loop between them.
//!
//! - `input`: lines from stdin, read on a separate thread
//! - `server`: the one `select!` over lines and search events
//! - `output`: the only code that writes to stdout

pub mod input;
pub mod output;
pub mod server;
