//! `tengen bench ladders`: ladder questions answered per second of CPU time.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use serde_json::Value;

use crate::tool::ladders::problem::LadderProblem;
use crate::tool::positions::input::PositionInput;
use crate::tool::source::Source;
use crate::tool::whole_number::whole;
use tengen_engine::cpu::cpu_clock::CpuClock;
use tengen_go::Board;
use tengen_go::ladder::memo::LadderMemo;
use tengen_go::ladder::question::{BATCH_NODES, LadderQuestion};
use tengen_go::ladder::{self, DEFAULT_NODES, KoMark, Verdict};
use tengen_protocol::io::output::Output;

/// Arguments of `tengen bench ladders`.
#[derive(Clone, Debug, Args)]
pub struct BenchLaddersArgs {
    /// Read positions or games from these files, in the formats of tengen ladders.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Ask each question N times.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = whole(1_u32..=u32::MAX))]
    repeat: u32,
    /// List the N slowest questions, by the shortest CPU time of three tries.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(0_usize..=100_000))]
    slowest: usize,
}

/// Number of tries to time a single question. The shortest counts, as the rest is noise of the machine.
const TRIES: usize = 3;

/// A position with its questions.
struct LadderCase {
    id: Value,
    board: Board,
    questions: Vec<LadderQuestion>,
    is_of_game: bool,
}

/// Counts of answers by kind.
#[derive(Debug, Default)]
struct Tally {
    captured: u64,
    escapes: u64,
    unknown: u64,
    ko: u64,
}

impl BenchLaddersArgs {
    /// Loads all positions, then asks for the verdict and the ko mark of every question `--repeat` times on one thread.
    /// The last line is `<n> queries per CPU second`. Fails if the files have no question.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let BenchLaddersArgs {
            files,
            repeat,
            slowest: count,
        } = self;
        let mut cases = Vec::new();
        for file in &files {
            cases.extend(load(file)?);
        }
        let queries: usize = cases.iter().map(|case| case.questions.len()).sum();
        ensure!(queries > 0, "no questions");
        let mut tally = Tally::default();
        let clock = CpuClock::start();
        for _ in 0..repeat {
            for case in &mut cases {
                for &question in &case.questions {
                    tally.add(ask(&mut case.board, question));
                }
            }
        }
        let (seconds, kind) = clock.seconds();
        let asked = queries as u64 * u64::from(repeat);
        let times = |count: u64| count / u64::from(repeat);
        out.line(&format!(
            "{queries} queries, {} captured, {} escape, {} unknown, {} with a ko mark",
            times(tally.captured),
            times(tally.escapes),
            times(tally.unknown),
            times(tally.ko)
        ))?;
        out.line(&format!(
            "{asked} asked in {seconds:.3} CPU seconds, by {kind}"
        ))?;
        let has_games = cases.iter().any(|case| case.is_of_game);
        if has_games {
            let reused = time_with_reuse(&mut cases, repeat, verdict_with_reuse);
            out.line(&format!(
                "{reused:.3} CPU seconds with answers of former positions, {:.1} %",
                100.0 * reused / seconds.max(1e-9)
            ))?;
            let anew = time_readings(&mut cases, repeat);
            let reused = time_with_reuse(&mut cases, repeat, read_with_reuse);
            out.line(&format!(
                "{anew:.3} CPU seconds with first moves and lines, {reused:.3} with answers of former positions, {:.1} %",
                100.0 * reused / anew.max(1e-9)
            ))?;
        }
        for (time, name) in slowest(&mut cases, count) {
            out.line(&format!("slowest query {:.3} ms: {name}", time * 1e3))?;
        }
        // The lower bound avoids division by zero when the clock's resolution is too coarse.
        let per_second = asked as f64 / seconds.max(1e-9);
        out.line(&format!("{per_second:.0} queries per CPU second"))?;
        Ok(())
    }
}

fn load(path: &Path) -> Result<Vec<LadderCase>> {
    PositionInput::open(&Source::new(path, false)?, None)?
        .map(|task| {
            let problem =
                LadderProblem::from_task(task?).map_err(|complaint| anyhow!("{complaint}"))?;
            case(problem)
        })
        .collect()
}

fn case(problem: LadderProblem) -> Result<LadderCase> {
    let questions = problem.queries.iter().map(|query| {
        query
            .question(&problem.board)
            .map_err(|error| anyhow!("{}: {error}", problem.id))
    });
    Ok(LadderCase {
        questions: questions.collect::<Result<_>>()?,
        id: problem.id,
        board: problem.board,
        is_of_game: problem.line.is_none(),
    })
}

/// Returns the CPU seconds for reading every question in full `repeat` times.
fn time_readings(cases: &mut [LadderCase], repeat: u32) -> f64 {
    let clock = CpuClock::start();
    for _ in 0..repeat {
        for case in &mut *cases {
            for &LadderQuestion { target, first, .. } in &case.questions {
                ladder::read(&mut case.board, target, first, BATCH_NODES);
            }
        }
    }
    clock.seconds().0
}

fn verdict_with_reuse(memo: &mut LadderMemo, board: &mut Board, question: LadderQuestion) {
    memo.verdict(board, question.target, question.first);
}

fn read_with_reuse(memo: &mut LadderMemo, board: &mut Board, question: LadderQuestion) {
    let LadderQuestion { target, first, .. } = question;
    memo.read_until(board, target, first, BATCH_NODES, &|| false);
}

/// Returns the CPU seconds for asking every question `repeat` times with a memo that follows the positions.
fn time_with_reuse(
    cases: &mut [LadderCase],
    repeat: u32,
    ask: fn(&mut LadderMemo, &mut Board, LadderQuestion),
) -> f64 {
    let clock = CpuClock::start();
    for _ in 0..repeat {
        let mut memo = LadderMemo::default();
        for number in 0..cases.len() {
            let (before, from_here) = cases.split_at_mut(number);
            let case = &mut from_here[0];
            if let Some(former) = before.last() {
                memo.follow(&former.board, &case.board);
            }
            for &question in &case.questions {
                ask(&mut memo, &mut case.board, question);
            }
        }
    }
    clock.seconds().0
}

fn ask(board: &mut Board, question: LadderQuestion) -> (Verdict, Option<KoMark>) {
    // The target is a stone on the board, so there is a verdict.
    ladder::verdict(board, question.target, question.first, DEFAULT_NODES)
        .unwrap_or((Verdict::Unknown, None))
}

impl Tally {
    fn add(&mut self, (verdict, ko): (Verdict, Option<KoMark>)) {
        match verdict {
            Verdict::Captured => self.captured += 1,
            Verdict::Escapes => self.escapes += 1,
            Verdict::Unknown => self.unknown += 1,
        }
        self.ko += u64::from(ko.is_some());
    }
}

/// Returns the CPU seconds and names of the `count` slowest questions, the slowest first.
fn slowest(cases: &mut [LadderCase], count: usize) -> Vec<(f64, String)> {
    let mut slowest: Vec<(f64, String)> = Vec::new();
    for case in cases {
        for &question in &case.questions {
            let mut time = || {
                let clock = CpuClock::start();
                ask(&mut case.board, question);
                clock.seconds().0
            };
            let mut least = time();
            for _ in 1..TRIES {
                least = least.min(time());
            }
            let place = slowest.partition_point(|(other, _)| *other >= least);
            if place < count {
                let first = if question.first == question.defender {
                    "defender"
                } else {
                    "attacker"
                };
                let name = format!("{} at {}, {first} first", case.id, question.target);
                slowest.insert(place, (least, name));
                slowest.truncate(count);
            }
        }
    }
    slowest
}
