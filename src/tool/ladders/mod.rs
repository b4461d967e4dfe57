//! `tengen ladders`: ladder questions in, answers out, one JSON object a line.
//!
//! - `input`: positions from lines of JSON or from a game
//! - `problem`: a position and the questions about it
//! - `review`: ladder events of games
//! - `shard`: a part of the input for one of many machines
//! - `in_order`: work on many threads whose results keep their order

use std::fmt::{self, Display};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::streams::Streams;

use self::in_order::in_order;
use self::problem::{LadderProblem, Mover, Query};
use self::review::ReviewArgs;
use self::shard::InputShard;
use crate::go::ladder::memo::LadderMemo;
use crate::go::ladder::question::LadderQuestion;
use crate::go::ladder::{self, DEFAULT_NODES, KoMark, Reading, Verdict};
use crate::go::{Board, Point};
use crate::tool::whole_number::whole;

pub use self::input::{LadderInput, LadderTask};

mod in_order;
pub(super) mod input;
pub(super) mod problem;
mod review;
mod shard;

/// Arguments of `tengen ladders`.
#[derive(Clone, Debug, Args)]
pub struct LaddersArgs {
    /// Positions as JSON Lines, or games as SGF; - is standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// Threads that read; the output is the same for any number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Moves that each part of an answer may try before the verdict is unknown.
    #[arg(long, default_value_t = DEFAULT_NODES, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    budget: u64,
    /// Of a game, the position after N moves alone.
    #[arg(long = "move", value_name = "N", conflicts_with = "review", value_parser = whole(0_usize..=usize::MAX))]
    after: Option<usize>,
    /// The I-th of N parts of the input alone: every N-th position, of a review every N-th file; lines get a key by which
    /// scripts/spread merges the parts.
    #[arg(long, value_name = "I/N")]
    shard: Option<InputShard>,
    /// Taken for scripts/spread, which gives it to every command; nothing is drawn at random.
    #[arg(long, value_name = "S", hide = true)]
    seed: Option<u64>,
    #[command(flatten)]
    review: ReviewArgs,
}

impl LaddersArgs {
    /// Answers every question of the files, or reviews them. Errors go to the output in place of answers, and to the log.
    ///
    /// # Errors
    ///
    /// A file cannot be read, a line or a question has no answer, a record is damaged, or a stream is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        if self.review.review {
            let threads = self.threads.into();
            return self.review.run(&self.files, threads, self.shard, streams);
        }
        for file in &self.files {
            self.answer_file(file, streams)?;
        }
        Ok(())
    }

    fn answer_file(&self, file: &Path, streams: &mut Streams) -> Result<()> {
        let input = LadderInput::open(file, self.after)?;
        let name = file.display().to_string();
        let settings = LadderSettings {
            threads: self.threads.into(),
            budget: self.budget,
            shard: self.shard,
        };
        let answered = run(input, &name, settings, streams);
        let faults = answered.with_context(|| name.clone())?;
        ensure!(
            faults == 0,
            "{name}: {faults} of the lines of output are errors"
        );
        Ok(())
    }
}

/// How the questions of a file are answered.
#[derive(Clone, Copy, Debug)]
pub struct LadderSettings {
    /// The number of threads.
    pub threads: usize,
    /// The moves that each part of an answer may try.
    pub budget: u64,
    /// The part of the input that is answered.
    pub shard: Option<InputShard>,
}

/// Answers every question of the input, in its order. Returns the number of errors among the answers; the log tells them
/// after the `name` of the input.
///
/// # Errors
///
/// The input cannot be read to its end, or the output is closed.
pub fn run(
    input: LadderInput,
    name: &str,
    settings: LadderSettings,
    Streams { out, log }: &mut Streams,
) -> Result<usize> {
    let LadderSettings {
        threads,
        budget,
        shard,
    } = settings;
    let tasks = input
        .enumerate()
        .filter(|(index, _)| shard.is_none_or(|shard| shard.contains(*index)))
        .map(|(index, task)| task.map(|task| (index, task)));
    let work = |game: &mut FollowedGame, (index, task)| {
        let key = shard.map(|_| index);
        answer(task, budget, key, game)
    };
    let mut faults = 0;
    in_order(
        tasks,
        threads,
        work,
        |replies: Vec<LadderReply>, is_idle| {
            for reply in replies {
                out.line(&reply.text)?;
                if let Some(fault) = reply.fault {
                    faults += 1;
                    writeln!(log, "{name}: {fault}")?;
                }
            }
            if is_idle {
                out.flush()?;
            }
            Ok(())
        },
    )?;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
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
    /// The place of the line in the whole output, for a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
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

/// The answers of a game, and its last position.
#[derive(Default)]
struct FollowedGame {
    memo: LadderMemo,
    board: Option<Board>,
}

impl FollowedGame {
    fn follow(&mut self, board: &Board) {
        if let Some(former) = &self.board {
            self.memo.follow(former, board);
        }
        self.board = Some(board.clone());
    }
}

/// Returns the lines that answer a task, with keys if the task is the one with this index in the whole input. The
/// positions of a game reuse answers of those before.
fn answer(
    task: LadderTask,
    budget: u64,
    index: Option<usize>,
    game: &mut FollowedGame,
) -> Vec<LadderReply> {
    let is_of_game = matches!(task, LadderTask::Problem(_));
    let key = |query: usize| index.map(|index| format!("{index}:{query}"));
    let mut problem = match task.problem() {
        Ok(problem) => problem,
        Err(complaint) => {
            let key = key(0);
            return vec![Complaint { key, ..complaint }.into()];
        }
    };
    if is_of_game {
        game.follow(&problem.board);
    }
    let memo = &mut game.memo;
    let mut read = |board: &mut Board, LadderQuestion { target, first, .. }| match is_of_game {
        true => memo.read(board, target, first, budget),
        false => ladder::read(board, target, first, budget),
    };
    let queries = std::mem::take(&mut problem.queries);
    let lines = queries
        .into_iter()
        .enumerate()
        .map(|(number, query)| answer_query(&mut problem, query, key(number), &mut read));
    lines.collect()
}

fn answer_query(
    problem: &mut LadderProblem,
    query: Query,
    key: Option<String>,
    read: &mut impl FnMut(&mut Board, LadderQuestion) -> Option<Reading>,
) -> LadderReply {
    let answered = query.question(&problem.board).and_then(|question| {
        // A question is made from a stone on the board, so there is a reading.
        let reading = read(&mut problem.board, question);
        Ok((question, reading.ok_or("no stone is there")?))
    });
    match answered {
        Ok((question, reading)) => {
            let line = answer_line(&problem.id, &problem.board, question, &reading);
            LadderReply {
                text: json(&AnswerLine { key, ..line }),
                fault: None,
            }
        }
        Err(error) => Complaint {
            key,
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
        key: None,
        id,
        at: from_top(question.target),
        first: Mover::of(&question),
        verdict: match reading.verdict {
            Verdict::Captured => "captured",
            Verdict::Escapes => "escapes",
            Verdict::Unknown => "unknown",
        },
        ko: reading.ko.map(KoMark::name),
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
