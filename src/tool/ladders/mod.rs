//! `tengen ladders`: ladder questions in, answers out, one JSON object a line.
//!
//! - `input`: positions from lines of JSON or from a game
//! - `problem`: a position and the questions about it

use std::fmt::{self, Display};
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::streams::Streams;

use self::problem::{LadderProblem, Mover, Query};
use crate::go::ladder::question::LadderQuestion;
use crate::go::ladder::{self, DEFAULT_NODES, KoMark, Reading, Verdict};
use crate::go::{Board, Point};
use crate::tool::in_order;
use crate::tool::shard::{self, ShardArgs};
use crate::tool::source::Source;
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
    #[command(flatten)]
    shard: ShardArgs,
}

impl LaddersArgs {
    /// Answers every question of the file. Errors go to the output in place of answers, and to the log.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a line or a question has no answer, or a stream is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let source = Source::of(&self.file, self.shard.shard.is_some())?;
        let open = || LadderInput::open(&source, self.after);
        let input = shard::part(self.shard.shard, open)?;
        let name = self.file.display().to_string();
        let answered = run(input, &name, self.threads.into(), self.budget, streams);
        let faults = answered.with_context(|| name.clone())?;
        self.shard.judge(faults, || {
            format!("{name}: {faults} of the lines of output are errors")
        })
    }
}

/// Answers every question of the input, in its order, with this many threads. Each part of an answer may try
/// `budget` moves. Returns the number of errors among the answers; the log tells them after the `name` of the input.
///
/// # Errors
///
/// The input cannot be read to its end, or the output is closed.
pub fn run(
    input: impl Iterator<Item = io::Result<LadderTask>> + Send,
    name: &str,
    threads: usize,
    budget: u64,
    Streams { out, log }: &mut Streams,
) -> Result<usize> {
    let mut faults = 0;
    let reader = || move |task| answer(task, budget);
    in_order::run(input, threads, reader, |replies, is_last| {
        for reply in replies {
            out.line(&reply.text)?;
            if let Some(fault) = reply.fault {
                faults += 1;
                writeln!(log, "{name}: {fault}")?;
            }
        }
        if is_last {
            out.flush()?;
        }
        Ok(())
    })?;
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
