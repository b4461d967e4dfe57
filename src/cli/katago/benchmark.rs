//! `tengen benchmark`: the speed of a network search at several numbers of threads.

use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::shared_args::ConfigArgs;
use crate::cli::player::check_backend;
use tengen_engine::files::Access;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Backend, Control, Limits, OnnxBackend, SearchRequest, Searcher, Settings};
use tengen_go::net::{Network, NetworkSlot, NetworkSource, builtin};
use tengen_go::player::Player;
use tengen_go::request::GoRequest;
use tengen_go::{Komi, Position, Rules, Size};
use tengen_protocol::io::output::Output;
use tengen_protocol::katago::KataGoConfig;

/// Moves between two benchmark positions of the game.
const MOVES_BETWEEN: usize = 8;

/// Largest number of threads to try with ONNX Runtime. Batches come from many threads.
const MOST_THREADS: usize = 256;

/// Arguments of `tengen benchmark`.
#[derive(Clone, Debug, Args)]
pub struct BenchmarkArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// Load this network; own is the built-in one.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own")]
    model: NetworkSource,
    /// Evaluate the network here; see --backend in `tengen --help` [default: onnxProvider of the configuration, or cpu].
    #[arg(long, value_name = "cpu|onnx[:PROVIDER]")]
    backend: Option<Backend>,
    /// Search each position with this many visits.
    #[arg(short, long, default_value_t = 80, value_name = "N", value_parser = clap::value_parser!(u64).range(2..1_000_000_000))]
    visits: u64,
    /// Measure these numbers of threads [default: the powers of two up to the number of processors; with ONNX Runtime, while
    /// they get faster].
    #[arg(short, long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Search this many positions, from a game of the network's policy against itself.
    #[arg(short, long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    numpositions: u8,
    /// Play on a board with this many points per side.
    #[arg(long, default_value_t = 19, value_name = "N", value_parser = clap::value_parser!(u8).range(7..=19))]
    boardsize: u8,
}

/// The network and the settings of every search.
struct Benchmark {
    network: NetworkSlot,
    settings: Settings,
    request: GoRequest,
    visits: u64,
}

impl BenchmarkArgs {
    /// Searches the same positions at each number of threads and prints a line for each. Fails on a wrong
    /// configuration, without a network, or on a closed output.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let config = self.config.open()?;
        let network = self.model.open(&Access::Anywhere);
        let network = network.with_context(|| format!("--model {}", self.model))?;
        let Some(network) = network else {
            bail!("--model none: there is no network to measure");
        };
        let size = Size::square(self.boardsize.into())?;
        if !Network::fits(size) {
            bail!(
                "--boardsize {}: networks do not support this board size",
                self.boardsize
            );
        }
        out.line(&format!(
            "network {} ({}), board {side}x{side}, {} positions, {} visits each",
            network.file(),
            network.model().name,
            self.numpositions,
            self.visits,
            side = self.boardsize,
        ))?;
        let backend = config.onnx.backend(self.backend);
        check_backend(backend)?;
        let mut benchmark = Benchmark::new(&config, NetworkSlot::new(Some(network)), self.visits);
        benchmark.settings.backend = backend;
        let positions = benchmark.positions(size, self.numpositions.into())?;
        let mut fastest = (0.0, 0);
        for threads in self.thread_counts(backend) {
            let visits_a_second = benchmark.measure(threads, &positions, out)?;
            if visits_a_second > fastest.0 {
                fastest = (visits_a_second, threads);
            } else if self.threads.is_empty() && backend != Backend::Cpu && threads > 2 * fastest.1
            {
                break;
            }
        }
        let (rate, threads) = fastest;
        let batch = match backend {
            Backend::Onnx(onnx) if threads > 2 && onnx.max_batch.is_none() => {
                // Half of the threads gather a batch while the other half's runs.
                benchmark.settings.backend = Backend::Onnx(OnnxBackend {
                    max_batch: u16::try_from(threads / 2).ok(),
                    ..onnx
                });
                let of_half = benchmark.measure(threads, &positions, out)?;
                Some(if of_half > rate { threads / 2 } else { threads })
            }
            _ => None,
        };
        let batch = batch.map(|batch| format!(", nnMaxBatchSize = {batch}"));
        let batch = batch.unwrap_or_default();
        out.line(&format!("fastest: numSearchThreads = {threads}{batch}"))?;
        Ok(())
    }

    fn thread_counts(&self, backend: Backend) -> Vec<usize> {
        if !self.threads.is_empty() {
            return self.threads.iter().map(|&count| count.into()).collect();
        }
        let most = match backend {
            Backend::Cpu => thread::available_parallelism().map_or(1, usize::from),
            Backend::Onnx(_) => MOST_THREADS,
        };
        let powers = (0..usize::BITS - 1).map(|power| 1 << power);
        powers.take_while(|&count| count <= most).collect()
    }
}

impl Benchmark {
    fn new(config: &KataGoConfig, network: NetworkSlot, visits: u64) -> Benchmark {
        let defaults = Settings::default();
        Benchmark {
            network,
            settings: Settings {
                memory: config.memory.unwrap_or(defaults.memory),
                ..defaults
            },
            request: GoRequest {
                overrides: config.search.clone(),
                ..GoRequest::default()
            },
            visits,
        }
    }

    /// Plays a game by the policy alone and returns its position after every [`MOVES_BETWEEN`] moves.
    fn positions(&self, size: Size, count: usize) -> Result<Vec<Record<Position>>> {
        let start = Position::new(size, Rules::DEFAULT, Komi::from_points(7.5)?);
        let mut record = Record::new(start);
        let mut player = Player::new(self.settings, self.network.clone());
        let mut positions = Vec::new();
        for moves in 1.. {
            if positions.len() == count || record.position().outcome().is_some() {
                break;
            }
            let color = record.position().to_move();
            let found = player.search_game(&record, &Control::new(Limits::nodes(1)));
            let mv = found.ok_or_else(|| anyhow!("the search found no move"))?.mv;
            let played = record.play(color, mv);
            played.map_err(|reason| anyhow!("{mv}: {reason}"))?;
            if moves % MOVES_BETWEEN == 0 {
                positions.push(record.clone());
            }
        }
        Ok(positions)
    }

    /// Searches the positions with this many threads, each from an empty tree. Returns the visits per second.
    fn measure(
        &self,
        threads: usize,
        positions: &[Record<Position>],
        out: &mut Output,
    ) -> Result<f64> {
        let settings = Settings {
            threads,
            ..self.settings
        };
        let mut player = Player::new(settings, self.network.clone());
        if let Some(first) = positions.first() {
            player.prepare(first.position());
        }
        let mut visits = 0;
        let since = Instant::now();
        for record in positions {
            let control = Control::new(Limits::nodes(self.visits)).with_request(SearchRequest {
                game: self.request.clone(),
                ..SearchRequest::default()
            });
            let found = player.search_game(record, &control);
            visits += found.map_or(0, |found| found.report.nodes);
            player.clear();
        }
        let seconds = since.elapsed().as_secs_f64();
        let rate = visits as f64 / seconds.max(1e-9);
        let batch = match self.settings.backend {
            Backend::Onnx(OnnxBackend {
                max_batch: Some(batch),
                ..
            }) => format!(", nnMaxBatchSize = {batch}"),
            _ => String::new(),
        };
        out.line(&format!(
            "numSearchThreads = {threads:2}{batch}: {count} / {count} positions, visits/s = {rate:.2} ({seconds:.1} secs)",
            count = positions.len(),
        ))?;
        out.flush()?;
        Ok(rate)
    }
}
