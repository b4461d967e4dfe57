//! KataGo's subcommands: `gtp`, `analysis` and `benchmark` with its configuration files, and their spelling of options.
//!
//! - `spelling`: long options with one dash
//! - `shared_args`: configuration files and overrides, and the network that predicts human moves
//! - `gtp`: arguments of `tengen gtp`
//! - `analysis`: arguments of JSON analysis
//! - `benchmark`: the speed of a network search
//! - `log_target`: the destination of the log
//!
//! Tests: `protocol-tests/protocols/katago.rs` with the files in `protocol-tests/configs`; unit tests in `gtp.rs`, `analysis.rs`
//! and `spelling.rs`.
//! A change moves: the section on KataGo's command line in `src/tool/manual/subcommands.md`, man pages and completions.

mod analysis;
mod benchmark;
mod gtp;
pub(super) mod log_target;
mod shared_args;
pub(super) mod spelling;

use anyhow::Result;
use clap::Subcommand;

use self::analysis::AnalysisArgs;
use self::benchmark::BenchmarkArgs;
use self::gtp::GtpArgs;
use super::VERSION;
use tengen_protocol::io::output::Output;

/// Subcommands with KataGo's command line. Long options take one dash or two.
#[derive(Clone, Debug, Subcommand)]
pub enum KataGoCommand {
    /// Speak GTP with KataGo's command line: in a GUI only the program's path has to change.
    Gtp(Box<GtpArgs>),
    /// Analyze positions by KataGo's analysis protocol, one JSON object per line.
    Analysis(AnalysisArgs),
    /// Measure a network search's visits per second at several numbers of threads.
    Benchmark(BenchmarkArgs),
    /// Print the name and version.
    Version,
}

impl KataGoCommand {
    /// Runs the subcommand. Fails on a wrong configuration, a file that cannot be opened, or a closed output.
    pub fn run(self, out: &mut Output) -> Result<()> {
        match self {
            KataGoCommand::Gtp(args) => args.run(out),
            KataGoCommand::Analysis(args) => args.run(out),
            KataGoCommand::Benchmark(args) => args.run(out),
            KataGoCommand::Version => {
                let name = env!("CARGO_PKG_NAME");
                Ok(out.line(&format!("{name} {VERSION}"))?)
            }
        }
    }
}
