//! `tengen solve`: positions of Reversi in, their results under best play out, a row each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::bench::cpu_clock::CpuClock;
use crate::engine::{Control, Limits, Settings};
use crate::io::output::Output;
use crate::records::obf::ObfProblem;
use crate::reversi::eval::evaluation::Evaluation;
use crate::reversi::{AlphaBeta, Move, Solution, SolveMode};

/// What is to be solved, and how.
#[derive(Clone, Debug, Args)]
pub struct Order {
    /// Positions, one a line: OBF, scripts of endgame solvers, or 65 characters; - is standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub file: PathBuf,
    /// Threads that search.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Memory for the tables of the search, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: u32,
    /// Find out who wins, and no more.
    #[arg(long)]
    pub wld: bool,
    /// Print the positions as OBF with their best moves.
    #[arg(long, conflicts_with = "wld")]
    pub obf: bool,
}

/// What has been done so far.
#[derive(Default)]
struct Totals {
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// Lines that are no positions.
    malformed: usize,
    /// Positions whose line knew another result.
    wrong: usize,
}

/// Solves every position of a file and writes a row for each, then the totals. What it is at goes to `log`, and so do
/// lines that are no positions; an error in the end says that there were some, or that results were not as known.
pub fn run(order: &Order, out: &mut Output, log: &mut dyn Write) -> Result<()> {
    let mut lines = open(&order.file)?;
    // Unpacked now, so that the first position does not pay for it.
    Evaluation::learned();
    let solver = AlphaBeta::new(Settings {
        threads: order.threads.into(),
        memory: (order.memory as usize) << 20,
        ..Settings::default()
    });
    let mut run = Run {
        order,
        solver,
        totals: Totals::default(),
        cpu: CpuClock::start(),
    };
    if !order.obf {
        out.line("  line  empties  score           nodes    seconds        nodes/s  best moves")?;
    }
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = lines.read_until(b'\n', &mut bytes);
        if read.with_context(|| order.file.display().to_string())? == 0 {
            break;
        }
        match ObfProblem::parse(&String::from_utf8_lossy(&bytes)) {
            Ok(Some(problem)) => run.solve(number, problem, out, log)?,
            Ok(None) => {}
            Err(error) => {
                run.totals.malformed += 1;
                writeln!(log, "line {number}: {error}")?;
            }
        }
    }
    run.finish(out)
}

fn open(file: &Path) -> Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).with_context(|| file.display().to_string())?;
    Ok(Box::new(BufReader::new(opened)))
}

struct Run<'a> {
    order: &'a Order,
    solver: AlphaBeta,
    totals: Totals,
    cpu: CpuClock,
}

impl Run<'_> {
    fn solve(
        &mut self,
        line: usize,
        problem: ObfProblem,
        out: &mut Output,
        log: &mut dyn Write,
    ) -> Result<()> {
        let empties = problem.position.empties();
        // On a terminal the row takes the place of this.
        let (begin, end) = if io::stderr().is_terminal() {
            ("\r", "\x1b[K\r")
        } else {
            ("", "\n")
        };
        write!(
            log,
            "{begin}line {line}: solving {empties} empty squares{end}"
        )?;
        log.flush()?;
        let ending = if self.order.wld {
            SolveMode::WinLossDraw
        } else {
            SolveMode::Exact
        };
        // Nothing ends it before it is done.
        let control = Control::new(Limits::default());
        let began = Instant::now();
        let solution = self.solver.solve(&problem.position, ending, &control);
        let solution = solution.context("the search ended early")?;
        let seconds = began.elapsed().as_secs_f64();
        let best = self
            .solver
            .best_moves(&problem.position, &solution, &control);
        let best = best.context("the search ended early")?;
        self.totals.positions += 1;
        self.totals.nodes += solution.nodes;
        self.totals.seconds += seconds;
        let known = problem.result().filter(|&known| !agrees(known, &solution));
        if let Some(known) = known {
            self.totals.wrong += 1;
            writeln!(log, "line {line}: the line says {known:+}")?;
        }
        if self.order.obf {
            out.line(&solved(problem, &solution, &best).to_string())?;
        } else {
            out.line(&row(line, empties, &solution, seconds, &best))?;
        }
        Ok(out.flush()?)
    }

    /// Writes the totals, and fails if there was something wrong.
    fn finish(self, out: &mut Output) -> Result<()> {
        let Totals {
            positions,
            nodes,
            seconds,
            malformed,
            wrong,
        } = self.totals;
        if !self.order.obf {
            let (spent, clock) = self.cpu.seconds();
            out.line(&format!(
                "total {positions} positions, {nodes} nodes, {seconds:.3} s, {:.0} nodes/s, {spent:.3} s by {clock}",
                speed(nodes, seconds)
            ))?;
            out.flush()?;
        }
        match (malformed, wrong) {
            (0, 0) => Ok(()),
            (0, _) => bail!("{wrong} of {positions} results are not those of their lines"),
            (_, 0) => bail!("{malformed} lines are no positions and were skipped"),
            _ => bail!(
                "{malformed} lines are no positions and were skipped, {wrong} results are not those of their lines"
            ),
        }
    }
}

/// Whether a known result and a solution say the same.
fn agrees(known: i32, solution: &Solution) -> bool {
    match solution.mode {
        SolveMode::Exact => known == solution.score,
        SolveMode::WinLossDraw => known.signum() == solution.score.signum(),
    }
}

/// The position with every best move and what it reaches; a finished game with its result.
fn solved(problem: ObfProblem, solution: &Solution, best: &[Move]) -> ObfProblem {
    let score = solution.score;
    ObfProblem {
        moves: best.iter().map(|&mv| (mv, score)).collect(),
        score: best.is_empty().then_some(score),
        ..problem
    }
}

fn row(line: usize, empties: u32, solution: &Solution, seconds: f64, best: &[Move]) -> String {
    let score = match (solution.mode, solution.score.signum()) {
        (SolveMode::Exact, _) => format!("{:+}", solution.score),
        (SolveMode::WinLossDraw, 1) => "win".to_owned(),
        (SolveMode::WinLossDraw, 0) => "draw".to_owned(),
        (SolveMode::WinLossDraw, _) => "loss".to_owned(),
    };
    let best: Vec<String> = best.iter().map(Move::to_string).collect();
    let text = format!(
        "{line:6}  {empties:7}  {score:>5}  {:14}  {seconds:9.3}  {:13.0}  {}",
        solution.nodes,
        speed(solution.nodes, seconds),
        best.join(" ")
    );
    text.trim_end().to_owned()
}

/// Nodes a second; 0 where there was hardly a second's part.
fn speed(nodes: u64, seconds: f64) -> f64 {
    const LEAST: f64 = 1e-6;
    if seconds < LEAST {
        0.0
    } else {
        nodes as f64 / seconds
    }
}
