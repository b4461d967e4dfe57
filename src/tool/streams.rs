//! The output streams of a tool.

use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;

/// The output streams of a tool.
pub struct Streams<'a> {
    /// Results, for standard output.
    pub out: &'a mut Output,
    /// Progress and errors, for standard error.
    pub log: &'a mut ErrorOutput,
}
