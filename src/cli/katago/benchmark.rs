//! `tengen benchmark`: the speed of a network search at several numbers of threads.

use std::sync::Arc;
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
    /// Find the best number of threads for moves that take this many seconds.
    #[arg(short = 'i', long, default_value_t = 5.0, value_name = "SECONDS", value_parser = seconds_per_move)]
    time: f64,
}

/// Parses the seconds of a move, in KataGo's range.
fn seconds_per_move(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|&seconds| seconds > 0.0 && seconds <= 1e6);
    seconds.ok_or_else(|| "expected a number of seconds above 0, up to 1000000".to_owned())
}

/// The speed at a number of threads.
struct Measured {
    threads: usize,
    /// Visits per second.
    rate: f64,
}

impl Measured {
    /// Returns the Elo with this many seconds per move, by the formula of KataGo's benchmark (cpp/program/playutils.cpp),
    /// which its author fitted to test matches. The zero point has no meaning.
    fn strength(&self, seconds: f64) -> f64 {
        let threads = self.threads as f64;
        let cost = 7.0 * threads * (1600.0 / (800.0 + self.rate * seconds)).powf(0.85);
        250.0 * self.rate.max(1e-9).log2() - cost
    }
}

/// The network and the settings of every search.
struct Benchmark {
    network: Arc<Network>,
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
        let benchmark = Benchmark::new(&config, network, backend, self.visits);
        let positions = benchmark.positions(size, self.numpositions.into())?;
        let mut results: Vec<Measured> = Vec::new();
        for threads in self.thread_counts(backend) {
            results.push(benchmark.measure(threads, backend, &positions, out)?);
            let best = self.best(&results).map_or(0, |best| best.threads);
            if self.threads.is_empty() && backend != Backend::Cpu && threads > 2 * best {
                break;
            }
        }
        self.compare(&results, out)?;
        let Some(best) = self.best(&results) else {
            return Ok(());
        };
        let batch = match backend {
            Backend::Onnx(onnx) => Some(match onnx.max_batch {
                Some(batch) => batch,
                None => benchmark.best_batch(best.threads, onnx, &positions, out)?,
            }),
            Backend::Cpu => None,
        };
        out.line("for the configuration:")?;
        out.line(&format!("numSearchThreads = {}", best.threads))?;
        if let Some(batch) = batch {
            out.line(&format!("nnMaxBatchSize = {batch}"))?;
        }
        Ok(())
    }

    /// Returns the result with the greatest strength.
    fn best<'a>(&self, results: &'a [Measured]) -> Option<&'a Measured> {
        let strength = |result: &&Measured| result.strength(self.time);
        results
            .iter()
            .max_by(|a, b| strength(a).total_cmp(&strength(b)))
    }

    /// Prints the Elo of every number of threads, compared with the first, as KataGo does.
    fn compare(&self, results: &[Measured], out: &mut Output) -> Result<()> {
        let (Some(first), Some(best)) = (results.first(), self.best(results)) else {
            return Ok(());
        };
        if results.len() < 2 {
            return Ok(());
        }
        out.line(&format!(
            "estimated strength with {} seconds per move: twice the speed adds about 250 Elo, and every thread costs a few",
            self.time
        ))?;
        for result in results {
            let elo = result.strength(self.time) - first.strength(self.time);
            let elo = match result.threads == first.threads {
                true => "(baseline)".to_owned(),
                false => format!("{elo:+5.0} Elo"),
            };
            let mark = match result.threads == best.threads {
                true => " (recommended)",
                false => "",
            };
            out.line(&format!(
                "numSearchThreads = {:2}: {elo}{mark}",
                result.threads
            ))?;
        }
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
    fn new(
        config: &KataGoConfig,
        network: Arc<Network>,
        backend: Backend,
        visits: u64,
    ) -> Benchmark {
        let defaults = Settings::default();
        Benchmark {
            network,
            settings: Settings {
                memory: config.memory.unwrap_or(defaults.memory),
                backend,
                ..defaults
            },
            request: GoRequest {
                overrides: config.search.clone(),
                ..GoRequest::default()
            },
            visits,
        }
    }

    fn player(&self, settings: Settings) -> Player {
        Player::new(settings, NetworkSlot::new(Some(Arc::clone(&self.network))))
    }

    /// Plays a game by the policy alone and returns its position after every [`MOVES_BETWEEN`] moves.
    fn positions(&self, size: Size, count: usize) -> Result<Vec<Record<Position>>> {
        let start = Position::new(size, Rules::DEFAULT, Komi::from_points(7.5)?);
        let mut record = Record::new(start);
        let mut player = self.player(self.settings);
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

    /// Returns the faster of two sizes of batches: all threads share one, or one half gathers while the other half's runs.
    fn best_batch(
        &self,
        threads: usize,
        onnx: OnnxBackend,
        positions: &[Record<Position>],
        out: &mut Output,
    ) -> Result<u16> {
        let whole = u16::try_from(threads).unwrap_or(u16::MAX);
        let mut best = (whole, 0.0);
        for batch in [whole, whole / 2] {
            if threads < 3 {
                break;
            }
            let max_batch = Some(batch);
            let backend = Backend::Onnx(OnnxBackend { max_batch, ..onnx });
            let rate = self.measure(threads, backend, positions, out)?.rate;
            if rate > best.1 {
                best = (batch, rate);
            }
        }
        Ok(best.0)
    }

    /// Searches the positions with this many threads, each from an empty tree, and prints the speed.
    fn measure(
        &self,
        threads: usize,
        backend: Backend,
        positions: &[Record<Position>],
        out: &mut Output,
    ) -> Result<Measured> {
        let mut player = self.player(Settings {
            threads,
            backend,
            ..self.settings
        });
        if let Some(first) = positions.first() {
            player.prepare(first.position());
        }
        let mut visits = 0;
        let counts_before = self.network.batch_counts();
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
        let seconds = since.elapsed().as_secs_f64().max(1e-9);
        let counts = self.network.batch_counts() - counts_before;
        let rate = visits as f64 / seconds;
        let batch = match backend {
            Backend::Onnx(OnnxBackend {
                max_batch: Some(batch),
                ..
            }) => format!(", nnMaxBatchSize = {batch}"),
            _ => String::new(),
        };
        let batches = match counts.batches {
            0 => String::new(),
            _ => format!(
                " nnEvals/s = {:.2} nnBatches/s = {:.2} avgBatchSize = {:.2}",
                counts.positions as f64 / seconds,
                counts.batches as f64 / seconds,
                counts.mean(),
            ),
        };
        out.line(&format!(
            "numSearchThreads = {threads:2}{batch}: {count} / {count} positions, visits/s = {rate:.2}{batches} ({seconds:.1} secs)",
            count = positions.len(),
        ))?;
        out.flush()?;
        Ok(Measured { threads, rate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_worth_their_speed_in_long_searches() {
        let strength =
            |threads: usize, rate: f64, seconds: f64| Measured { threads, rate }.strength(seconds);
        // Twice the speed by one more thread.
        assert!(strength(2, 200.0, 5.0) > strength(1, 100.0, 5.0) + 200.0);
        // Thirty-two threads for a fifth more speed: in a second they cost more than that.
        assert!(strength(64, 1200.0, 1.0) < strength(32, 1000.0, 1.0));
        assert!(strength(64, 1200.0, 60.0) > strength(32, 1000.0, 60.0));
        // KataGo's own figures: 7 Elo per thread at 800 visits, and about 2 at 5,000.
        let cost = |visits: f64| strength(1, visits, 1.0) - strength(2, visits, 1.0);
        assert!((cost(800.0) - 7.0).abs() < 0.01);
        assert!((cost(5000.0) - 2.3).abs() < 0.1);
    }
}
