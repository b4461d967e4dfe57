//! `tengen ladders`: ladder questions in, answers out, one JSON object a line.
//!
//! - `input`: positions from lines of JSON or from a game
//! - `problem`: a position and the questions about it

use std::fmt::{self, Display};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;
use crossbeam_channel::{Receiver, Sender, bounded};
use serde::Serialize;
use serde_json::Value;

use super::streams::Streams;

use self::problem::{LadderProblem, Mover, Query};
use crate::go::ladder::question::LadderQuestion;
use crate::go::ladder::{self, DEFAULT_NODES, KoMark, Reading, Verdict};
use crate::go::{Board, Point};
use crate::tool::whole_number::whole;

pub use self::input::{LadderInput, LadderTask};

pub(super) mod input;
pub(super) mod problem;

/// Arguments of `tengen ladders`.
#[derive(Clone, Debug, Args)]
pub struct LaddersArgs {
    /// Positions as JSON Lines, or a game as SGF; - is standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: PathBuf,
    /// Threads that read; the output is the same for any number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Moves that each part of an answer may try before the verdict is unknown.
    #[arg(long, default_value_t = DEFAULT_NODES, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    budget: u64,
    /// Of a game, the position after N moves alone.
    #[arg(long = "move", value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    after: Option<usize>,
}

impl LaddersArgs {
    /// Answers every question of the file. Errors go to the output in place of answers, and to the log.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a line or a question has no answer, or a stream is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let input = LadderInput::open(&self.file, self.after)?;
        let name = self.file.display().to_string();
        let answered = run(input, &name, self.threads.into(), self.budget, streams);
        let faults = answered.with_context(|| name.clone())?;
        ensure!(
            faults == 0,
            "{name}: {faults} of the lines of output are errors"
        );
        Ok(())
    }
}

/// Answers that may wait for an earlier one, for each thread.
const AHEAD: usize = 64;

/// Stack size for the recursion of long ladders.
const STACK: usize = 32 << 20;

/// Answers every question of the input, in its order, with this many threads. Each part of an answer may try
/// `budget` moves. Returns the number of errors among the answers; the log tells them after the `name` of the input.
///
/// # Errors
///
/// The input cannot be read to its end, or the output is closed.
pub fn run(
    input: LadderInput,
    name: &str,
    threads: usize,
    budget: u64,
    streams: &mut Streams,
) -> Result<usize> {
    let (to_readers, tasks) = bounded::<(LadderTask, Sender<Vec<LadderReply>>)>(threads);
    let (to_writer, answers) = bounded(threads * AHEAD);
    thread::scope(move |scope| {
        for _ in 0..threads {
            let tasks = tasks.clone();
            let read = move || {
                for (task, reply) in tasks {
                    // The receiver is gone if the output has been closed.
                    let _ = reply.send(answer(task, budget));
                }
            };
            thread::Builder::new()
                .stack_size(STACK)
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

/// Sends each task to an idle thread, and to the writer the channel of its answer.
fn hand_out(
    input: LadderInput,
    to_readers: &Sender<(LadderTask, Sender<Vec<LadderReply>>)>,
    to_writer: &Sender<io::Result<Receiver<Vec<LadderReply>>>>,
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
    answers: Receiver<io::Result<Receiver<Vec<LadderReply>>>>,
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
struct LadderReply {
    text: String,
    /// The error in words, if the line is one.
    fault: Option<String>,
}

impl From<Complaint> for LadderReply {
    fn from(complaint: Complaint) -> Self {
        LadderReply {
            text: json(&complaint),
            fault: Some(complaint.to_string()),
        }
    }
}

/// An answer as a line of output.
#[derive(Serialize)]
struct AnswerLine<'a> {
    id: &'a Value,
    at: [u8; 2],
    first: Mover,
    verdict: &'static str,
    ko: Option<&'static str>,
    moves: Vec<[u8; 2]>,
    pv: Vec<[u8; 2]>,
    nodes: u64,
}

/// A line of output for an error.
#[derive(Debug, Default, Serialize)]
pub struct Complaint {
    /// The line of input, from 1; none for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Value::is_null")]
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[u64; 2]>,
    error: String,
}

impl Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.error),
            None => write!(f, "{}: {}", self.id, self.error),
        }
    }
}

/// Returns the lines that answer a task.
fn answer(task: LadderTask, budget: u64) -> Vec<LadderReply> {
    let mut problem = match task.problem() {
        Ok(problem) => problem,
        Err(complaint) => return vec![complaint.into()],
    };
    let queries = std::mem::take(&mut problem.queries);
    let lines = queries
        .into_iter()
        .map(|query| answer_query(&mut problem, query, budget));
    lines.collect()
}

fn answer_query(problem: &mut LadderProblem, query: Query, budget: u64) -> LadderReply {
    let answered = query.question(&problem.board).and_then(|question| {
        // A question is made from a stone on the board, so there is a reading.
        let reading = ladder::read(&mut problem.board, question.target, question.first, budget);
        Ok((question, reading.ok_or("no stone is there")?))
    });
    match answered {
        Ok((question, reading)) => LadderReply {
            text: json(&answer_line(
                &problem.id,
                &problem.board,
                question,
                &reading,
            )),
            fault: None,
        },
        Err(error) => Complaint {
            line: problem.line,
            id: problem.id.clone(),
            at: Some(query.at),
            error,
        }
        .into(),
    }
}

fn answer_line<'a>(
    id: &'a Value,
    board: &Board,
    question: LadderQuestion,
    reading: &Reading,
) -> AnswerLine<'a> {
    let from_top = |point: Point| [point.column(), board.size().height() - 1 - point.row()];
    AnswerLine {
        id,
        at: from_top(question.target),
        first: Mover::of(&question),
        verdict: match reading.verdict {
            Verdict::Captured => "captured",
            Verdict::Escapes => "escapes",
            Verdict::Unknown => "unknown",
        },
        ko: reading.ko.map(|ko| match ko {
            KoMark::Attacker => "attacker",
            KoMark::Defender => "defender",
        }),
        moves: reading.moves.iter().copied().map(from_top).collect(),
        pv: reading
            .pv
            .iter()
            .map(|&(_, point)| from_top(point))
            .collect(),
        nodes: reading.nodes,
    }
}

fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests;
