//! Arguments of JSON analysis, KataGo's `analysis` subcommand.

use anyhow::{Context, Result, bail};
use clap::Args;

use super::shared_args::{self, ConfigArgs, HumanModelArgs};
use crate::cli::play;
use crate::cli::player::check_backend;
use tengen_engine::files::Access;
use tengen_engine::{Backend, Settings, Waker};
use tengen_go::net::{NetworkSource, builtin};
use tengen_play::Game;
use tengen_play::options::{GameOptions, GoOptions};
use tengen_protocol::Options;
use tengen_protocol::analysis::{AnalysisFront, AnalysisOptions};
use tengen_protocol::io::output::Output;
use tengen_protocol::katago::KataGoConfig;

/// The line that KataGo's clients wait for on stderr.
const READY: &str = "Started, ready to begin handling requests";

/// Arguments of `tengen analysis`.
#[derive(Clone, Debug, Args)]
pub struct AnalysisArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// Load this network for Go; see --model in `tengen --help`.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    model: NetworkSource,
    /// Evaluate networks here; see --backend in `tengen --help` [default: onnxProvider of the configuration, or cpu].
    #[arg(long, value_name = "cpu|onnx[:PROVIDER]")]
    backend: Option<Backend>,
    #[command(flatten)]
    human: HumanModelArgs,
    /// Search this many positions at the same time [default: numAnalysisThreads of the configuration, or one per
    /// processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=16384))]
    analysis_threads: Option<u16>,
    /// End as soon as the input ends, without answering the queries that still wait.
    #[arg(long)]
    quit_without_waiting: bool,
    /// Limit the memory of all searches together, in MiB [default: nnCacheSizePowerOfTwo of the configuration, or 256].
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: Option<u32>,
}

impl AnalysisArgs {
    /// Analyzes until the end of the input. Fails on a wrong configuration, a number of threads given twice, a network
    /// that cannot be opened, or a closed output.
    pub fn run(&self, out: &mut Output) -> Result<()> {
        let options = self.open()?;
        let (waker, events) = Waker::new();
        let mut front = AnalysisFront::new(options, waker);
        play::hold(&mut front, events, Some(READY), out)
    }

    /// Reads the configuration, starts its log and opens the network.
    fn open(&self) -> Result<AnalysisOptions> {
        let config = self.with_threads(self.config.open()?)?;
        let network = self.model.open(&Access::Anywhere);
        let network = network.with_context(|| format!("--model {}", self.model))?;
        let given = self
            .memory
            .map(|mebibytes| (mebibytes as usize).saturating_mul(1 << 20));
        let defaults = Settings::default();
        let settings = Settings {
            threads: config.search_threads.unwrap_or(defaults.threads),
            memory: given.or(config.memory).unwrap_or(defaults.memory),
            seed: config.seed.unwrap_or(defaults.seed),
            backend: config.onnx.backend(self.backend),
            ..defaults
        };
        check_backend(settings.backend)?;
        let go = GoOptions {
            network,
            human: self.human.open()?,
            ..GoOptions::default()
        };
        shared_args::check(&go, &config.search)?;
        Ok(AnalysisOptions {
            options: Options {
                settings,
                games: GameOptions {
                    go,
                    ..GameOptions::default()
                },
                ..Options::new(Game::Go)
            },
            config,
            quits_without_waiting: self.quit_without_waiting,
        })
    }

    /// Applies the number of threads of the command line. Like KataGo, refuses it if the configuration sets one too.
    fn with_threads(&self, mut config: KataGoConfig) -> Result<KataGoConfig> {
        let Some(threads) = self.analysis_threads else {
            return Ok(config);
        };
        if config.analysis_threads.is_some() {
            bail!(
                "--analysis-threads cannot be combined with numAnalysisThreads of the configuration"
            );
        }
        config.analysis_threads = Some(threads.into());
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Parser;

    use super::*;
    use crate::cli::katago::spelling::with_two_dashes;

    #[derive(Parser)]
    enum Line {
        Analysis(AnalysisArgs),
    }

    fn args(line: &str) -> AnalysisArgs {
        let words = line.split_whitespace().map(OsString::from);
        let Line::Analysis(args) = Line::try_parse_from(with_two_dashes(words)).unwrap();
        args
    }

    #[test]
    fn command_lines_of_clients_are_taken_as_they_stand() {
        let katrain = args(
            "tengen analysis -model m.bin.gz -human-model h.bin.gz -config a.cfg -override-config homeDataDir=/x",
        );
        assert_eq!(katrain.model, NetworkSource::File("m.bin.gz".into()));
        assert_eq!(katrain.human.human_model, Some("h.bin.gz".into()));
        let ogatak = args("tengen analysis -config C -model M -quit-without-waiting");
        assert!(ogatak.quit_without_waiting);
        let bare = args("tengen analysis");
        assert_eq!(bare.model, NetworkSource::Builtin);
        assert!(!bare.quit_without_waiting);
        let several = args("tengen analysis --config a --config=b -analysis-threads 4");
        assert_eq!(several.analysis_threads, Some(4));
    }

    #[test]
    fn threads_are_given_once() {
        let args = args("tengen analysis -analysis-threads 4");
        let set = args.with_threads(KataGoConfig::default()).unwrap();
        assert_eq!(set.analysis_threads, Some(4));
        assert!(args.with_threads(set).is_err());
    }
}
