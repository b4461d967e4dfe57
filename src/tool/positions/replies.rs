//! Lines of output in the order of the input.

use std::fmt::{self, Display};
use std::io;

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use super::input::PositionTask;
use crate::tool::in_order;
use crate::tool::streams::Streams;

/// A line of output.
pub struct ReplyLine {
    /// The line.
    pub text: String,
    /// The error in words, if the line is one.
    pub fault: Option<String>,
}

impl ReplyLine {
    /// Returns a line that is no error.
    pub fn answer(value: &impl Serialize) -> ReplyLine {
        ReplyLine {
            text: json(value),
            fault: None,
        }
    }
}

impl From<Complaint> for ReplyLine {
    fn from(complaint: Complaint) -> Self {
        ReplyLine {
            text: json(&complaint),
            fault: Some(complaint.to_string()),
        }
    }
}

/// A line of output for an error.
#[derive(Debug, Default, Serialize)]
pub struct Complaint {
    /// The line of input, from 1; none for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The name given in the input.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub id: Value,
    /// The point asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[u64; 2]>,
    /// The error in words.
    pub error: String,
}

impl Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.error),
            None => write!(f, "{}: {}", self.id, self.error),
        }
    }
}

/// Answers positions on this many threads and writes the answers in the order of the positions. `worker` makes what each
/// thread answers with. Returns the number of errors among the answers; the log tells them after the `name` of the input.
///
/// # Errors
///
/// The input cannot be read to its end, or the output is closed.
pub fn write<W>(
    input: impl Iterator<Item = io::Result<PositionTask>> + Send,
    name: &str,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    Streams { out, log }: &mut Streams,
) -> Result<usize>
where
    W: FnMut(PositionTask) -> Vec<ReplyLine>,
{
    let mut faults = 0;
    in_order::run(input, threads, worker, |replies, is_last| {
        for reply in replies {
            out.line(&reply.text)?;
            if let Some(fault) = reply.fault {
                faults += 1;
                writeln!(log, "{name}: {fault}");
            }
        }
        if is_last {
            out.flush()?;
        }
        Ok(())
    })?;
    Ok(faults)
}

/// Returns a value as JSON.
pub fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}
