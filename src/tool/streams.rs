//! Streams of a tool.

use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;

/// Where a tool writes.
pub struct Streams<'a> {
    /// Results, for standard output.
    pub out: &'a mut Output,
    /// Progress and complaints, for standard error.
    pub log: &'a mut ErrorOutput,
}
