//! `tengen ladders`: ladder questions in, answers out, one JSON object a line.
//!
//! - `problem`: a position and the questions about it

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::positions::input::{PositionInput, PositionTask};
use super::positions::replies::{Complaint, ReplyLine, ReplyPool, json};
use super::streams::Streams;

use self::problem::{LadderProblem, Mover, Query};
use crate::go::ladder::question::LadderQuestion;
use crate::go::ladder::{self, DEFAULT_NODES, KoMark, Reading, Verdict};
use crate::go::{Board, Point};
use crate::tool::whole_number::whole;

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
        let input = PositionInput::open(&self.file, self.after)?;
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

/// Stack size for the recursion of long ladders.
const STACK: usize = 32 << 20;

/// Answers every question of the input, in its order, with this many threads. Each part of an answer may try
/// `budget` moves. Returns the number of errors among the answers; the log tells them after the `name` of the input.
///
/// # Errors
///
/// The input cannot be read to its end, or the output is closed.
pub fn run(
    input: PositionInput,
    name: &str,
    threads: usize,
    budget: u64,
    streams: &mut Streams,
) -> Result<usize> {
    let pool = ReplyPool {
        threads,
        stack: STACK,
    };
    pool.run(input, name, &|task| answer(task, budget), streams)
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

/// Returns the lines that answer a task.
fn answer(task: PositionTask, budget: u64) -> Vec<ReplyLine> {
    let mut problem = match LadderProblem::of(task) {
        Ok(problem) => problem,
        Err(complaint) => return vec![complaint.into()],
    };
    let queries = std::mem::take(&mut problem.queries);
    let lines = queries
        .into_iter()
        .map(|query| answer_query(&mut problem, query, budget));
    lines.collect()
}

fn answer_query(problem: &mut LadderProblem, query: Query, budget: u64) -> ReplyLine {
    let answered = query.question(&problem.board).and_then(|question| {
        // A question is made from a stone on the board, so there is a reading.
        let reading = ladder::read(&mut problem.board, question.target, question.first, budget);
        Ok((question, reading.ok_or("no stone is there")?))
    });
    match answered {
        Ok((question, reading)) => ReplyLine {
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

#[cfg(test)]
mod tests;
