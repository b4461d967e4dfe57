//! `tengen life`: answers questions of life and death, as JSON Lines.
//!
//! - `problem`: a position and the questions about it
//! - `diagrams`: problem diagrams, in which no group is named
//! - `proof_files`: proofs of the answers
//!
//! Tests: `tests.rs` with `protocol-tests/data/life.jsonl` and the manual's example; `scripts/tests/test_positions.py`
//! for shards, `scripts/tests/test_life_proofs.py` for proofs.
//! A change moves: lines of JSON and proofs that `src/tool/manual/subcommands.md` describes and that
//! `scripts/python/tengen/life.py` and `scripts/python/tengen/diagrams.py` read.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::positions::input::PositionTask;
use super::positions::position_args::PositionArgs;
use super::positions::replies::{Complaint, ReplyLine};
use super::streams::Streams;
use tengen_engine::Settings;
use tengen_engine::files::{Access, printable};

use self::diagrams::DiagramReader;
use self::problem::LifeProblem;
use self::proof_files::ProofFiles;
use crate::tool::whole_number::whole;
use tengen_go::board::{Board, Move, Point};
use tengen_go::life::enclosure::Enclosure;
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::proof::LifeClaim;
use tengen_go::life::question::LifeQuestion;
use tengen_go::life::reading::{LifeReading, LifeVerdict, WayOfLife};
use tengen_go::life::side::LifeSide;
use tengen_go::life::solver::{DEFAULT_BUDGET, LifeSolver, NoProof};
use tengen_go::life::state::LifeMove;
use tengen_go::life::zone_search::{self, ZoneLimits, ZoneReading};
use tengen_go::net::{NetworkSource, builtin};
use tengen_go::problem::{self as problem_reader, ProblemLimits};

mod diagrams;
mod problem;
mod proof_files;

/// Arguments of `tengen life`.
#[derive(Clone, Debug, Args)]
pub struct LifeArgs {
    #[command(flatten)]
    positions: PositionArgs,
    /// Visit at most N states per reading; beyond that the verdict is unknown.
    /// [default: 8000000; with --problems 400000]
    #[arg(long, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    budget: Option<u64>,
    /// Use this much memory for the tables of all threads, in MiB. If it is too little, answers may depend on the
    /// number of threads.
    #[arg(long, default_value_t = 1024, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
    /// Write a proof of every verdict to this folder, as ID_FIRST.ldp, with proofs about ko threats next to it. Captures
    /// found by --problems have none.
    #[arg(long, value_name = "DIR")]
    proof: Option<PathBuf>,
    /// Answer problem diagrams, in which nothing is enclosed: find the group in question and the first moves of the side to
    /// move, which the field to_move names.
    #[arg(long)]
    problems: bool,
    /// Find the groups in question with this network: a KataGo network file, or own for the built-in one.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own", requires = "problems")]
    model: NetworkSource,
}

/// The settings of a run.
struct LifeRun {
    budget: u64,
    /// Memory for one question, in bytes.
    memory: usize,
    proofs: Option<ProofFiles>,
}

impl LifeArgs {
    /// Answers every question of the files. Errors go to the output in place of answers, and to the log. Fails in the
    /// end if there were any, unless `--lenient` allows them.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        if let Some(folder) = &self.proof {
            fs::create_dir_all(folder).with_context(|| printable(folder))?;
        }
        if self.problems {
            return self.answer_diagrams(streams);
        }
        let run = LifeRun {
            budget: self.budget.unwrap_or(DEFAULT_BUDGET),
            memory: self.memory_per_thread(),
            proofs: self.proof.map(ProofFiles::new),
        };
        self.positions.answer(|| |task| run.answer(task), streams)
    }

    /// Answers problem diagrams. Fails without a network.
    fn answer_diagrams(&self, streams: &mut Streams) -> Result<()> {
        let named = || format!("--model {}", self.model);
        let network = self.model.open(&Access::Anywhere).with_context(named)?;
        let network = network.with_context(|| format!("{}: problems need a network", named()))?;
        let limits = ProblemLimits {
            budget: self.budget.unwrap_or(problem_reader::DEFAULT_BUDGET),
            memory: self.memory_per_thread(),
        };
        let reader = || {
            let search = problem_reader::search(&network, Settings::default());
            let proofs = self.proof.clone().map(ProofFiles::new);
            DiagramReader::new(search, limits, proofs)
        };
        let worker = || {
            let mut reader = reader();
            move |task| reader.answer(task)
        };
        self.positions.answer(worker, streams)
    }

    fn memory_per_thread(&self) -> usize {
        ((self.memory as usize) << 20) / self.positions.threads()
    }
}

/// An answer as a line of output.
#[derive(Serialize)]
struct LifeAnswerLine<'a> {
    id: &'a Value,
    first: LifeSide,
    verdict: &'static str,
    ko: Option<LifeSide>,
    threats: Option<usize>,
    how: Option<&'static str>,
    moves: Vec<DrawnMove>,
    best: Vec<DrawnMove>,
    pv: Vec<DrawnMove>,
    region: Vec<[u8; 2]>,
    nodes: u64,
    target: Vec<[u8; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walls: Option<Vec<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<Vec<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// A move in an answer: column and row, or the word `pass`.
#[derive(Serialize)]
#[serde(untagged)]
enum DrawnMove {
    Point([u8; 2]),
    Pass(&'static str),
}

impl LifeRun {
    /// Returns the lines that answer a task.
    fn answer(&self, task: PositionTask) -> Vec<ReplyLine> {
        let problem = match LifeProblem::from_task(task) {
            Ok(problem) => problem,
            Err(complaint) => return vec![complaint.into()],
        };
        let questions = problem.questions.iter();
        questions
            .flat_map(|posed| self.answer_posed(&problem, posed))
            .collect()
    }

    fn answer_posed(&self, problem: &LifeProblem, posed: &PosedQuestion) -> Vec<ReplyLine> {
        let question = match &posed.question {
            Ok(question) => question,
            Err(reason) => {
                let refuse = |first| {
                    let mut line = empty_line(problem, posed, first);
                    line.verdict = "not enclosed";
                    line.reason = Some(reason.to_string());
                    ReplyLine::answer(&line)
                };
                return LifeSide::BOTH.map(refuse).into();
            }
        };
        let Some(enclosure) = Enclosure::new(question) else {
            return self.answer_large(problem, posed, question);
        };
        let is_stopped = || false;
        let mut solver = LifeSolver::new(&enclosure, question, self.memory, &is_stopped);
        let readings = LifeSide::BOTH.map(|first| solver.reading(first, self.budget));
        let line = |reading| {
            let line = answer_line(problem, posed, (question, &enclosure), reading);
            ReplyLine::answer(&line)
        };
        let mut replies: Vec<ReplyLine> = readings.iter().map(line).collect();
        // Write the proofs last, so that they don't change the answers.
        let id = proof_files::id_text(&problem.id);
        for reading in &readings {
            let claims = LifeClaim::from_reading(reading).into_iter();
            let texts = claims.map(|claim| (claim, solver.proof_text(claim, &id)));
            let needed = reading.ko.map(|ko| ko.count);
            replies.extend(self.write_proofs(problem, question, needed, texts));
        }
        replies
    }

    /// Answers a question about a region that is too large for a full answer: one move that works is enough.
    fn answer_large(
        &self,
        problem: &LifeProblem,
        posed: &PosedQuestion,
        question: &LifeQuestion,
    ) -> Vec<ReplyLine> {
        let limits = ZoneLimits {
            visits: self.budget,
            memory: self.memory,
            is_stopped: &|| false,
        };
        let read = match self.proofs {
            Some(_) => zone_search::proved_readings(question, limits),
            None => zone_search::readings(question, limits)
                .map(|readings| readings.map(|reading| (reading, Vec::new()))),
        };
        let Some(read) = read else {
            let refuse = |first| {
                let mut line = large_line(problem, posed, question, first);
                line.reason = Some("the region is too large".to_owned());
                ReplyLine::answer(&line)
            };
            return LifeSide::BOTH.map(refuse).into();
        };
        let answers = LifeSide::BOTH.into_iter().zip(&read);
        let answers = answers.map(|(first, (reading, _))| {
            ReplyLine::answer(&zone_line(problem, posed, question, (first, reading)))
        });
        let mut replies: Vec<ReplyLine> = answers.collect();
        let id = proof_files::id_text(&problem.id);
        for (reading, proofs) in &read {
            let texts = proofs
                .iter()
                .map(|proof| (proof.claim, proof.text(question, &id)));
            let needed = reading.ko.map(|ko| ko.count);
            replies.extend(self.write_proofs(problem, question, needed, texts));
        }
        replies
    }

    /// Writes the proofs of a reading, if wanted. Returns the error of the first that cannot be written.
    fn write_proofs(
        &self,
        problem: &LifeProblem,
        question: &LifeQuestion,
        needed: Option<usize>,
        proofs: impl IntoIterator<Item = (LifeClaim, Result<String, NoProof>)>,
    ) -> Option<ReplyLine> {
        let files = self.proofs.as_ref()?;
        let target = (!problem.has_target).then(|| question.targets()[0]);
        let error = files.write(&problem.id, target, needed, proofs).err()?;
        Some(proof_complaint(problem.line, &problem.id, &error).into())
    }
}

/// Returns the line of output for a proof that cannot be written.
fn proof_complaint(line: Option<usize>, id: &Value, error: &anyhow::Error) -> Complaint {
    Complaint {
        line,
        id: id.clone(),
        error: format!("proof: {error:#}"),
        ..Complaint::default()
    }
}

fn large_line<'a>(
    problem: &'a LifeProblem,
    posed: &PosedQuestion,
    question: &LifeQuestion,
    first: LifeSide,
) -> LifeAnswerLine<'a> {
    LifeAnswerLine {
        region: places(&problem.board, question.region()),
        ..empty_line(problem, posed, first)
    }
}

fn zone_line<'a>(
    problem: &'a LifeProblem,
    posed: &PosedQuestion,
    question: &LifeQuestion,
    (first, reading): (LifeSide, &ZoneReading),
) -> LifeAnswerLine<'a> {
    let board = &problem.board;
    let best = || {
        let best = reading.best_move(first);
        best.iter().map(|mv| drawn(board, mv)).collect()
    };
    let reason = match reading.verdict {
        LifeVerdict::Unknown => "the budget or the memory is spent",
        _ => "moves may be missing: the region is large",
    };
    LifeAnswerLine {
        verdict: reading.verdict.name(),
        ko: reading.ko.map(|ko| ko.side),
        threats: reading.ko.map(|ko| ko.count),
        moves: match reading.verdict.winner() == Some(first) {
            true => best(),
            false => Vec::new(),
        },
        best: best(),
        pv: reading.line.iter().map(|mv| drawn(board, mv)).collect(),
        zone: Some(places(board, &reading.zone)).filter(|zone| !zone.is_empty()),
        nodes: reading.visits,
        reason: Some(reason.to_owned()),
        ..large_line(problem, posed, question, first)
    }
}

fn empty_line<'a>(
    problem: &'a LifeProblem,
    posed: &PosedQuestion,
    first: LifeSide,
) -> LifeAnswerLine<'a> {
    LifeAnswerLine {
        id: &problem.id,
        first,
        verdict: LifeVerdict::Unknown.name(),
        ko: None,
        threats: None,
        how: None,
        moves: Vec::new(),
        best: Vec::new(),
        pv: Vec::new(),
        region: Vec::new(),
        nodes: 0,
        target: places(&problem.board, &posed.targets),
        walls: None,
        zone: None,
        reason: None,
    }
}

fn answer_line<'a>(
    problem: &'a LifeProblem,
    posed: &PosedQuestion,
    (question, enclosure): (&LifeQuestion, &Enclosure),
    reading: &LifeReading,
) -> LifeAnswerLine<'a> {
    let board = &problem.board;
    let moves = |moves: &[LifeMove]| {
        let drawn = |&mv: &LifeMove| match mv {
            LifeMove::Pass => DrawnMove::Pass("pass"),
            LifeMove::Stone(node) => DrawnMove::Point(place(board, enclosure.point(node))),
        };
        moves.iter().map(drawn).collect()
    };
    let reason = match reading.verdict {
        LifeVerdict::Unknown => Some("the budget or the memory is spent"),
        _ if !reading.is_complete => Some("moves are missing: the budget or the memory is spent"),
        _ => None,
    };
    LifeAnswerLine {
        verdict: reading.verdict.name(),
        ko: reading.ko.map(|ko| ko.side),
        threats: reading.ko.map(|ko| ko.count),
        how: reading.how.map(WayOfLife::name),
        moves: moves(&reading.moves),
        best: moves(&reading.best),
        pv: moves(&reading.pv),
        region: places(board, question.region()),
        nodes: reading.nodes,
        walls: posed.walls.as_ref().map(|walls| places(board, walls)),
        reason: reason.map(str::to_owned),
        ..empty_line(problem, posed, reading.first)
    }
}

fn drawn(board: &Board, mv: &Move) -> DrawnMove {
    match *mv {
        Move::Pass => DrawnMove::Pass("pass"),
        Move::Place(point) => DrawnMove::Point(place(board, point)),
    }
}

/// Returns column and row, counted from 0 at the top left.
fn place(board: &Board, point: Point) -> [u8; 2] {
    [point.column(), board.size().height() - 1 - point.row()]
}

fn places(board: &Board, points: &[Point]) -> Vec<[u8; 2]> {
    points.iter().map(|&point| place(board, point)).collect()
}

#[cfg(test)]
mod tests;
