//! Streams of a tool.

use crate::io::error_output::ErrorOutput;
use crate::io::output::Output;

/// Where a tool writes.
pub struct Streams<'a> {
    /// Results, for standard output.
    pub out: &'a mut Output,
    /// Progress and complaints, for standard error.
    pub log: &'a mut ErrorOutput,
}
