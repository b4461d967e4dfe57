//! Lines of output, written in the order of the input although several threads answer.

use std::fmt::{self, Display};
use std::io::{self, Write as _};
use std::thread;

use anyhow::{Context, Result};
use crossbeam_channel::{Receiver, Sender, bounded};
use serde::Serialize;
use serde_json::Value;

use super::input::{PositionInput, PositionTask};
use crate::tool::streams::Streams;

/// Answers that may wait for an earlier one, for each thread.
const AHEAD: usize = 64;

/// Threads that answer positions.
#[derive(Clone, Copy)]
pub struct ReplyPool {
    /// The number of threads.
    pub threads: usize,
    /// The stack of each, in bytes.
    pub stack: usize,
}

impl ReplyPool {
    /// Answers every position of the input, in its order. Returns the number of errors among the answers; the log tells
    /// them after the `name` of the input.
    ///
    /// # Errors
    ///
    /// The input cannot be read to its end, or the output is closed.
    pub fn run(
        self,
        input: PositionInput,
        name: &str,
        answer: &(dyn Fn(PositionTask) -> Vec<ReplyLine> + Sync),
        streams: &mut Streams,
    ) -> Result<usize> {
        let ReplyPool { threads, stack } = self;
        let (to_readers, tasks) = bounded::<(PositionTask, Sender<Vec<ReplyLine>>)>(threads);
        let (to_writer, answers) = bounded(threads * AHEAD);
        thread::scope(move |scope| {
            for _ in 0..threads {
                let tasks = tasks.clone();
                let read = move || {
                    for (task, reply) in tasks {
                        // The receiver is gone if the output has been closed.
                        let _ = reply.send(answer(task));
                    }
                };
                thread::Builder::new()
                    .stack_size(stack)
                    .spawn_scoped(scope, read)
                    .context("no thread to read with")?;
            }
            drop(tasks);
            thread::Builder::new()
                .spawn_scoped(scope, move || hand_out(input, &to_readers, &to_writer))
                .context("no input thread")?;
            write_in_order(answers, name, streams)
        })
    }
}

/// Sends each task to an idle thread, and to the writer the channel of its answer.
fn hand_out(
    input: PositionInput,
    to_readers: &Sender<(PositionTask, Sender<Vec<ReplyLine>>)>,
    to_writer: &Sender<io::Result<Receiver<Vec<ReplyLine>>>>,
) {
    for task in input {
        let (reply, answer) = bounded(1);
        // A closed channel means that the run has ended.
        let is_over = match task {
            Ok(task) => {
                to_writer.send(Ok(answer)).is_err() || to_readers.send((task, reply)).is_err()
            }
            Err(error) => {
                // The writer stops at an error, if it has not stopped yet.
                let _ = to_writer.send(Err(error));
                true
            }
        };
        if is_over {
            return;
        }
    }
}

fn write_in_order(
    answers: Receiver<io::Result<Receiver<Vec<ReplyLine>>>>,
    name: &str,
    Streams { out, log }: &mut Streams,
) -> Result<usize> {
    let mut faults = 0;
    while let Ok(answer) = answers.recv() {
        for reply in answer?.recv().context("a reading thread has ended")? {
            out.line(&reply.text)?;
            if let Some(fault) = reply.fault {
                faults += 1;
                writeln!(log, "{name}: {fault}")?;
            }
        }
        if answers.is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(faults)
}

/// A line of output.
pub struct ReplyLine {
    /// The line.
    pub text: String,
    /// The error in words, if the line is one.
    pub fault: Option<String>,
}

impl ReplyLine {
    /// Returns a line that is no error.
    pub fn answer(text: String) -> ReplyLine {
        ReplyLine { text, fault: None }
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

/// Returns a value as JSON.
pub fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}
