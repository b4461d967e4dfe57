//! `tengen ladders`: answers ladder questions, as JSON Lines.
//!
//! - `problem`: a position and the questions about it
//! - `review`: ladder events of games
//!
//! Tests: `tests.rs` with `protocol-tests/data/ladders.jsonl`; `protocol-tests/process/program.rs`;
//! `protocol-tests/fuzz/files.rs`; `scripts/tests/test_positions.py` for shards.
//! A change moves: lines of JSON that `src/tool/manual/subcommands.md` describes and that `scripts/python/tengen/ladders.py` and
//! `scripts/dev/hard-ladders` read.

use std::io;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::positions::input::PositionTask;
use super::positions::position_args::PositionArgs;
use super::positions::replies::{self, Complaint, ReplyLine};
use super::streams::Streams;

use self::problem::{LadderProblem, Mover, Query};
use self::review::ReviewArgs;
use crate::tool::whole_number::whole;
use tengen_go::ladder::game_ladders::GameLadders;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::ladder::{self, DEFAULT_NODES, KoMark, Reading, Verdict};
use tengen_go::{Board, Point};

pub(super) mod problem;
mod review;

/// Arguments of `tengen ladders`.
#[derive(Clone, Debug, Args)]
pub struct LaddersArgs {
    #[command(flatten)]
    positions: PositionArgs,
    /// Try at most N moves for each part of an answer; beyond that the verdict is unknown.
    #[arg(long, default_value_t = DEFAULT_NODES, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    budget: u64,
    #[command(flatten)]
    review: ReviewArgs,
}

impl LaddersArgs {
    /// Answers every question of the files, or reviews the files. Errors go to the output in place of answers, and to
    /// the log. Fails in the end if a question or line had no answer, or a record was damaged, unless `--lenient`
    /// allows it.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.review.review {
            true => self.review.run(&self.positions, streams),
            false => self.positions.answer(|| answerer(self.budget), streams),
        }
    }
}

/// Answers every question of the input, in order, on `threads` threads. Each part of an answer may try `budget` moves.
/// Returns the number of errors among the answers. Logs them after the `name` of the input.
pub fn run(
    input: impl Iterator<Item = io::Result<PositionTask>> + Send,
    name: &str,
    threads: usize,
    budget: u64,
    streams: &mut Streams,
) -> Result<usize> {
    replies::write(input, name, threads, || answerer(budget), streams)
}

/// Creates the function that answers tasks on one thread.
fn answerer(budget: u64) -> impl FnMut(PositionTask) -> Vec<ReplyLine> {
    let mut game = GameLadders::default();
    move |task| answer(task, budget, &mut game)
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

/// Returns the lines that answer a task. Positions of a game reuse the answers of earlier positions.
fn answer(task: PositionTask, budget: u64, game: &mut GameLadders) -> Vec<ReplyLine> {
    let is_of_game = matches!(task, PositionTask::Game(_));
    let mut problem = match LadderProblem::from_task(task) {
        Ok(problem) => problem,
        Err(complaint) => return vec![complaint.into()],
    };
    if is_of_game {
        game.follow(&problem.board);
    }
    let mut read = |board: &mut Board, question: LadderQuestion| match is_of_game {
        true => game.read_until(question, budget, &|| false),
        false => ladder::read(board, question.target, question.first, budget),
    };
    let queries = std::mem::take(&mut problem.queries);
    let lines = queries
        .into_iter()
        .map(|query| answer_query(&mut problem, query, &mut read));
    lines.collect()
}

fn answer_query(
    problem: &mut LadderProblem,
    query: Query,
    read: &mut impl FnMut(&mut Board, LadderQuestion) -> Option<Reading>,
) -> ReplyLine {
    let answered = query.question(&problem.board).and_then(|question| {
        // The target is a stone on the board, so there is a reading.
        let reading = read(&mut problem.board, question);
        Ok((question, reading.ok_or("no stone is there")?))
    });
    match answered {
        Ok((question, reading)) => ReplyLine::answer(&answer_line(
            &problem.id,
            &problem.board,
            question,
            &reading,
        )),
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
        first: Mover::from_question(&question),
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

#[cfg(test)]
mod tests;
