//! `tengen solve`: prints the results of Reversi positions under best play, one row per position.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::streams::Streams;
use crate::tool::shard::{self, ShardArgs};
use crate::tool::source::{NumberedLines, Source, too_long};
use crate::tool::whole_number::whole;
use tengen_engine::cpu::cpu_clock::CpuClock;
use tengen_engine::files::printable;
use tengen_engine::{Control, Limits, Searcher as _, Settings};
use tengen_protocol::io::error_output;
use tengen_protocol::io::output::Output;
use tengen_reversi::eval::evaluation::Evaluation;
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::{AlphaBeta, Move, Solution, SolveMode};

/// Arguments of `tengen solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// Read positions from this file, one per line: OBF, scripts of endgame solvers, or 65 characters; - reads standard
    /// input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: PathBuf,
    /// Search with N threads, 1 to 1024.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Use this much memory for the search tables, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
    /// Find only the winner, not the score.
    #[arg(long)]
    wld: bool,
    /// Print only one best move, without a search for others that are as good.
    #[arg(long)]
    first: bool,
    /// Print the positions as OBF with their best moves.
    #[arg(long, conflicts_with = "wld")]
    obf: bool,
    #[command(flatten)]
    shard: ShardArgs,
}

/// Sums over the positions so far.
#[derive(Default)]
struct SolveTotals {
    positions: usize,
    nodes: u64,
    /// Seconds spent on results and best lines.
    seconds: f64,
    /// Seconds spent on finding the other best moves.
    listing_seconds: f64,
    /// Number of malformed lines.
    malformed: usize,
    /// Number of positions with a result that differs from the one in their line.
    wrong: usize,
}

impl SolveArgs {
    /// Solves every position of the file and prints a row for each, then the totals. Logs progress and lines that
    /// aren't positions. Fails in the end if there were such lines, unless `--lenient` allows them, or if a result
    /// differs from the one in its line.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let source = Source::new(&self.file, self.shard.shard.is_some())?;
        let open = || Ok(NumberedLines::new(source.open()?));
        let lines = shard::part(self.shard.shard, open)?;
        // Unpack the weights first, so that the first position isn't charged for it.
        Evaluation::learned();
        let solver = AlphaBeta::new(Settings {
            threads: self.threads.into(),
            memory: (self.memory as usize) << 20,
            ..Settings::default()
        });
        let mut run = SolveRun {
            args: &self,
            solver,
            totals: SolveTotals::default(),
            cpu: CpuClock::start(),
        };
        if !self.obf {
            streams.out.line(
                "  line  empties  score           nodes    seconds        nodes/s    listing  best moves",
            )?;
        }
        for line in lines {
            let line = line.with_context(|| printable(&self.file))?;
            let problem = match &line.bytes {
                Some(bytes) => ObfProblem::parse(&String::from_utf8_lossy(bytes))
                    .map_err(|error| error.to_string()),
                None => Err(too_long()),
            };
            match problem {
                Ok(Some(problem)) => run.solve(line.number, problem, streams)?,
                Ok(None) => {}
                Err(error) => {
                    run.totals.malformed += 1;
                    let file = printable(&self.file);
                    writeln!(streams.log, "{file}: line {}: {error}", line.number);
                }
            }
        }
        run.finish(streams.out)
    }
}

/// Seconds spent on one position.
struct SolveTimes {
    /// Seconds for the result and best line.
    solution: f64,
    /// Seconds for the other best moves.
    listing: f64,
}

/// State of one run of the tool.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    solver: AlphaBeta,
    totals: SolveTotals,
    cpu: CpuClock,
}

impl SolveRun<'_> {
    fn solve(
        &mut self,
        line: usize,
        problem: ObfProblem,
        Streams { out, log }: &mut Streams,
    ) -> Result<()> {
        let empties = problem.position.empties();
        // On a terminal the row replaces this line.
        let (begin, end) = if error_output::is_terminal() {
            ("\r", "\x1b[K\r")
        } else {
            ("", "\n")
        };
        write!(
            log,
            "{begin}line {line}: solving {empties} empty squares{end}"
        );
        let ending = if self.args.wld {
            SolveMode::WinLossDraw
        } else {
            SolveMode::Exact
        };
        // Without limits the search always finishes.
        let control = Control::new(Limits::default());
        let began = Instant::now();
        // Count only this position's nodes, regardless of earlier ones.
        self.solver.clear();
        let solution = self.solver.solve(&problem.position, ending, &control);
        let solution = solution.context("the search ended early")?;
        let seconds = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let best = match self.args.first {
            true => Some(solution.pv.first().copied().into_iter().collect()),
            false => self
                .solver
                .best_moves(&problem.position, &solution, &control),
        };
        let best: Vec<Move> = best.context("the search ended early")?;
        let times = SolveTimes {
            solution: seconds,
            listing: began.elapsed().as_secs_f64(),
        };
        self.totals.positions += 1;
        self.totals.nodes += solution.nodes;
        self.totals.seconds += times.solution;
        self.totals.listing_seconds += times.listing;
        let known = problem.result().filter(|&known| !agrees(known, &solution));
        if let Some(known) = known {
            self.totals.wrong += 1;
            let file = printable(&self.args.file);
            writeln!(log, "{file}: line {line}: the line says {known:+}");
        }
        if self.args.obf {
            out.line(&solved(problem, &solution, &best).to_string())?;
        } else {
            out.line(&row(line, empties, &solution, &times, &best))?;
        }
        Ok(out.flush()?)
    }

    /// Prints the totals. Fails if a line was malformed or a result differs.
    fn finish(self, out: &mut Output) -> Result<()> {
        let SolveTotals {
            positions,
            nodes,
            seconds,
            listing_seconds,
            malformed,
            wrong,
        } = self.totals;
        if !self.args.obf {
            let (spent, clock) = self.cpu.seconds();
            out.line(&format!(
                "total {positions} positions, {nodes} nodes, {seconds:.3} s, {:.0} nodes/s, \
                 {listing_seconds:.3} s for other best moves, {spent:.3} s by {clock}",
                speed(nodes, seconds)
            ))?;
            out.flush()?;
        }
        let file = printable(&self.args.file);
        let skipped = format!("skipped lines that are not positions: {malformed}");
        let differing =
            format!("results that differ from those of their lines: {wrong} of {positions}");
        match (malformed, wrong) {
            (0, 0) => Ok(()),
            (_, 0) if self.args.shard.lenient => Ok(()),
            (0, _) => bail!("{file}: {differing}"),
            (_, 0) => bail!("{file}: {skipped}"),
            _ => bail!("{file}: {skipped}; {differing}"),
        }
    }
}

/// Whether a known result and a solution agree.
fn agrees(known: i32, solution: &Solution) -> bool {
    match solution.mode {
        SolveMode::Exact => known == solution.score,
        SolveMode::WinLossDraw => known.signum() == solution.score.signum(),
    }
}

/// Returns the position with every best move and its score, or a finished game with its result.
fn solved(problem: ObfProblem, solution: &Solution, best: &[Move]) -> ObfProblem {
    let score = solution.score;
    ObfProblem {
        moves: best.iter().map(|&mv| (mv, score)).collect(),
        score: best.is_empty().then_some(score),
        ..problem
    }
}

fn row(
    line: usize,
    empties: u32,
    solution: &Solution,
    times: &SolveTimes,
    best: &[Move],
) -> String {
    let score = match (solution.mode, solution.score.signum()) {
        (SolveMode::Exact, _) => format!("{:+}", solution.score),
        (SolveMode::WinLossDraw, 1) => "win".to_owned(),
        (SolveMode::WinLossDraw, 0) => "draw".to_owned(),
        (SolveMode::WinLossDraw, _) => "loss".to_owned(),
    };
    let best: Vec<String> = best.iter().map(Move::to_string).collect();
    let text = format!(
        "{line:6}  {empties:7}  {score:>5}  {:14}  {:9.3}  {:13.0}  {:9.3}  {}",
        solution.nodes,
        times.solution,
        speed(solution.nodes, times.solution),
        times.listing,
        best.join(" ")
    );
    text.trim_end().to_owned()
}

/// Returns nodes per second, or 0 if the time is too short to measure.
fn speed(nodes: u64, seconds: f64) -> f64 {
    const LEAST: f64 = 1e-6;
    if seconds < LEAST {
        0.0
    } else {
        nodes as f64 / seconds
    }
}
