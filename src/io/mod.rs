//! Input, output, and the loop between them.
//!
//! - `input`: lines from stdin, read on a separate thread
//! - `server`: the one `select!` over lines and search events
//! - `output`: the only code that writes to stdout
//! - `conversation_log`: a file that keeps a conversation
//! - `terminal`: lines that a person types, and output beside them

pub mod conversation_log;
pub mod input;
pub mod output;
pub mod server;
pub mod terminal;
