//! KataGo's subcommands: `gtp`, `analysis` and `benchmark` with its configuration files, and their spelling of options.
//!
//! - `spelling`: long options with one dash
//! - `config_args`: configuration files and overrides
//! - `human_model_args`: the network that predicts the moves of people
//! - `gtp`: arguments of `tengen gtp`
//! - `analysis`: arguments of JSON analysis
//! - `benchmark`: the speed of a network's search
//! - `log_target`: where the log goes
//!
//! Tests: `protocol-tests/katago.rs` with the files in `protocol-tests/configs`; unit tests in `gtp.rs`, `analysis.rs` and
//! `spelling.rs`.
//! A change moves: the section on KataGo's command line in `src/tool/manual/subcommands.md`, man pages and completions.

mod analysis;
mod benchmark;
mod config_args;
mod gtp;
mod human_model_args;
pub(super) mod log_target;
pub(super) mod spelling;

use anyhow::Result;
use clap::Subcommand;

use self::analysis::AnalysisArgs;
use self::benchmark::BenchmarkArgs;
use self::gtp::GtpArgs;
use super::VERSION;
use tengen_protocol::io::output::Output;

/// Subcommands with KataGo's command line. Long options have one dash or two.
#[derive(Clone, Debug, Subcommand)]
pub enum KataGoCommand {
    /// Converse in GTP, with KataGo's command line: a path in a GUI is all that changes.
    Gtp(Box<GtpArgs>),
    /// Analyze positions by KataGo's analysis protocol: JSON objects, a line each.
    Analysis(AnalysisArgs),
    /// Measure the visits a second of a network's search at several numbers of threads.
    Benchmark(BenchmarkArgs),
    /// Print the name and version.
    Version,
}

impl KataGoCommand {
    /// Runs the subcommand.
    ///
    /// # Errors
    ///
    /// The configuration is wrong, a file cannot be opened, or the output is closed.
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
