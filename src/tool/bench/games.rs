//! Runs a fixed amount of search in all three games, to show the cost of a change and whether it changed a search.

use std::fmt::Display;
use std::sync::Arc;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use super::cases::{BenchGame as _, Case, Suite};
use crate::tool::whole_number::whole;
use tengen_engine::cpu::Level;
use tengen_engine::cpu::cpu_clock::CpuClock;
use tengen_engine::{Control, Limits, SearchResult, Searcher, Settings};
use tengen_go::net::Network;
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_play::notation::write_move;
use tengen_play::options::{GameOptions, GoOptions, GomokuOptions};
use tengen_play::{MoveOf, PlayableGame};
use tengen_protocol::gtp::GtpGame;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen bench` without a subcommand.
#[derive(Clone, Debug, Args)]
pub struct BenchGamesArgs {
    /// Search only the positions of this game.
    #[arg(long, value_name = Game::CHOICES)]
    game: Option<Game>,
    /// Use this instruction set: portable, avx2, avx512 or neon [default: the best that the processor supports].
    #[arg(long, value_name = "NAME", conflicts_with = "every_isa")]
    isa: Option<Level>,
    /// Run with each instruction set that the processor supports, and fail if the signatures differ.
    #[arg(long)]
    every_isa: bool,
    /// Divide the node limits by N, for runs under an emulator; this changes the signature.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u64..=u64::MAX))]
    divide: u64,
}

impl Default for BenchGamesArgs {
    fn default() -> Self {
        BenchGamesArgs {
            game: None,
            isa: None,
            every_isa: false,
            divide: 1,
        }
    }
}

/// Sums over all searches so far.
struct Total {
    nodes: u64,
    seconds: f64,
    signature: Signature,
}

impl BenchGamesArgs {
    /// Searches every position of every game with one thread. Prints a line for each position, then one for each game.
    /// The last line, `BENCH <nodes> nodes <nps> nps`, sums them up. Seconds are CPU time of the process where the
    /// system reports it. The nodes and the signature, a digest of nodes, depths, moves and scores, are the same on
    /// every run, machine and instruction set until a search changes. Fails if the instruction sets give different
    /// signatures.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let mut signatures = Vec::new();
        for level in self.levels() {
            out.line(&format!("isa {level}"))?;
            signatures.push((level, self.bench(level, out)?));
            // An instruction set takes seconds: show progress.
            out.flush()?;
        }
        for pair in signatures.windows(2) {
            let ((one, expected), (other, seen)) = (pair[0], pair[1]);
            ensure!(
                seen == expected,
                "the signature is {seen:016x} with {other} and {expected:016x} with {one}"
            );
        }
        Ok(())
    }

    /// Returns the instruction sets to run with.
    fn levels(&self) -> Vec<Level> {
        if self.every_isa {
            Level::available()
        } else {
            vec![self.isa.unwrap_or_else(Level::detect)]
        }
    }

    /// Runs the games with one instruction set. Returns the signature.
    fn bench(&self, level: Level, out: &mut Output) -> Result<u64> {
        let mut total = Total {
            nodes: 0,
            seconds: 0.0,
            signature: Signature::new(),
        };
        let settings = Settings {
            memory: 64 << 20,
            isa: level,
            ..Settings::default()
        };
        let divisor = self.divide;
        let mut games = Vec::new();
        for game in self.game.map_or(Game::ALL.to_vec(), |game| vec![game]) {
            with_game!(game, G => {
                for suite in G::SUITES {
                    games.push(total.add::<G>(suite, settings, divisor, out)?);
                }
            });
        }
        games.iter().try_for_each(|line| out.line(line))?;
        out.line(&format!("signature {:016x}", total.signature.0))?;
        let per_second = rate(total.nodes, total.seconds);
        out.line(&format!("BENCH {} nodes {per_second:.0} nps", total.nodes))?;
        Ok(total.signature.0)
    }
}

impl Total {
    /// Searches the positions of one suite. Returns its summary line.
    fn add<G: GtpGame>(
        &mut self,
        suite: &Suite,
        settings: Settings,
        divisor: u64,
        out: &mut Output,
    ) -> Result<String> {
        let name = suite.name;
        let limit = (suite.nodes / divisor).max(1);
        let clock = CpuClock::start();
        let mut nodes = 0;
        for case in suite.cases {
            let (position, found) = search::<G>(case, suite.network(), settings, limit)?;
            self.signature.add::<G>(&position, &found, suite.by_network);
            nodes += found.report.nodes;
            let mv = write_move::<G>(&position, found.mv);
            // A tree search has no depth.
            let depth = match found.report.depth {
                0 => String::new(),
                depth => format!("  depth {depth:2}"),
            };
            out.line(&format!(
                "{name:8} {:9} nodes{depth}  {mv}",
                found.report.nodes
            ))?;
        }
        let (seconds, _) = clock.seconds();
        self.nodes += nodes;
        self.seconds += seconds;
        let per_second = rate(nodes, seconds);
        Ok(format!(
            "{name:8} {nodes:9} nodes  {seconds:.3} s  {per_second:.0} nps"
        ))
    }
}

/// Searches a position with a new player, so that no search depends on an earlier one.
fn search<G: GtpGame>(
    case: &Case,
    network: Option<Arc<Network>>,
    settings: Settings,
    limit: u64,
) -> Result<(G::Position, SearchResult<MoveOf<G>>)> {
    let options = GameOptions {
        size: Some(case.size),
        gomoku: GomokuOptions { rule: case.rule },
        go: GoOptions {
            network,
            ..GoOptions::default()
        },
        ..GameOptions::default()
    };
    let unreadable =
        |failure: &dyn Display| anyhow!("{} {:?}: {failure}", G::GAME.name(), case.position);
    let start = G::start(&options).map_err(|failure| unreadable(&failure))?;
    let set_up = G::read_set_up(&start, case.position).map_err(|failure| unreadable(&failure))?;
    let position = G::set_up(&start, &set_up).map_err(|failure| unreadable(&failure))?;
    let mut searcher = G::searcher(settings, &G::resources(&options));
    let found = searcher.search(&position, &Control::new(Limits::nodes(limit)));
    let found = found.ok_or_else(|| anyhow!("{} {:?}: no move", G::GAME.name(), case.position))?;
    Ok((position, found))
}

/// Returns nodes per second. The lower bound avoids division by zero when the clock's resolution is too coarse.
fn rate(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9)
}

/// A 64-bit FNV-1a hash: short, and the same on all platforms.
struct Signature(u64);

impl Signature {
    fn new() -> Self {
        Signature(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a search's nodes, depth and move. Without a network also adds its scores and visits; the last bits of a
    /// network's floats differ between instruction sets.
    fn add<G: PlayableGame>(
        &mut self,
        position: &G::Position,
        found: &SearchResult<MoveOf<G>>,
        by_network: bool,
    ) {
        self.bytes(&found.report.nodes.to_le_bytes());
        self.bytes(&found.report.depth.to_le_bytes());
        self.bytes(write_move::<G>(position, found.mv).as_bytes());
        if by_network {
            return;
        }
        for line in &found.report.lines {
            // Use hundredths: the last bits of a mean may depend on the platform's rounding.
            self.bytes(&((f64::from(line.score) * 100.0).round() as i64).to_le_bytes());
            self.bytes(&line.visits.to_le_bytes());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::go::Go;

    /// With a narrow lead, the last bits of a float could change the best move.
    #[test]
    fn best_moves_by_network_lead_clearly() {
        let suite = &Go::SUITES[1];
        for case in suite.cases {
            let settings = Settings::default();
            let (_, found) = search::<Go>(case, suite.network(), settings, suite.nodes).unwrap();
            let [best, second, ..] = &found.report.lines[..] else {
                panic!("{}: one move", case.position);
            };
            assert!(best.visits >= 4 * second.visits, "{}", case.position);
        }
    }
}
