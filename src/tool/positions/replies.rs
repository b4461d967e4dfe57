//! Output lines in the order of the input.

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
    /// Text without the line break.
    pub text: String,
    /// Error sentence for the log, if the line is an error.
    pub fault: Option<String>,
}

impl ReplyLine {
    /// Creates a line from an answer.
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

/// An error as a line of output.
#[derive(Debug, Default, Serialize)]
pub struct Complaint {
    /// Number of the input line, from 1; `None` for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Name from the input, or of the game's position.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub id: Value,
    /// Column and row of the question's point, if the error is about a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[u64; 2]>,
    /// Sentence that describes the error.
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

/// Answers positions on `threads` threads and writes the answers in the order of the positions. `worker` creates a
/// thread's answering function. Returns the number of errors among the answers. Logs them after the `name` of the
/// input.
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

/// Formats a value as JSON.
pub fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}
