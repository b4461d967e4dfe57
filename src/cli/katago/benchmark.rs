//! `tengen benchmark`: the speed of a network's search at several numbers of threads.

use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::config_args::ConfigArgs;
use tengen_engine::files::Access;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Control, Limits, SearchRequest, Searcher, Settings};
use tengen_go::net::{Network, NetworkSlot, NetworkSource, builtin};
use tengen_go::player::Player;
use tengen_go::request::GoRequest;
use tengen_go::{Komi, Position, Rules, Size};
use tengen_protocol::io::output::Output;
use tengen_protocol::katago::KataGoConfig;

/// Moves between two positions of the game that is searched.
const MOVES_BETWEEN: usize = 8;

/// Arguments of `tengen benchmark`.
#[derive(Clone, Debug, Args)]
pub struct BenchmarkArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// The network.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own")]
    model: NetworkSource,
    /// Visits of each search.
    #[arg(short, long, default_value_t = 80, value_name = "N", value_parser = clap::value_parser!(u64).range(2..1_000_000_000))]
    visits: u64,
    /// Numbers of threads [default: powers of two up to the processor's].
    #[arg(short, long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Positions, from a game of the network's policy with itself.
    #[arg(short, long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    numpositions: u8,
    /// Side of the board.
    #[arg(long, default_value_t = 19, value_name = "N", value_parser = clap::value_parser!(u8).range(7..=19))]
    boardsize: u8,
}

/// What is searched, and how.
struct Benchmark {
    network: NetworkSlot,
    settings: Settings,
    request: GoRequest,
    visits: u64,
}

impl BenchmarkArgs {
    /// Searches the same positions at each number of threads; a line for each.
    ///
    /// # Errors
    ///
    /// The configuration is wrong, there is no network, or the output is closed.
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
                "--boardsize {}: networks play on no such board",
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
        let benchmark = Benchmark::new(&config, NetworkSlot::new(Some(network)), self.visits);
        let positions = benchmark.positions(size, self.numpositions.into())?;
        let mut fastest = (0.0, 0);
        for threads in self.thread_counts() {
            let visits_a_second = benchmark.measure(threads, &positions, out)?;
            if visits_a_second > fastest.0 {
                fastest = (visits_a_second, threads);
            }
        }
        out.line(&format!("fastest: numSearchThreads = {}", fastest.1))?;
        Ok(())
    }

    fn thread_counts(&self) -> Vec<usize> {
        if !self.threads.is_empty() {
            return self.threads.iter().map(|&count| count.into()).collect();
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let powers = (0..usize::BITS - 1).map(|power| 1 << power);
        powers.take_while(|&count| count <= processors).collect()
    }
}

impl Benchmark {
    fn new(config: &KataGoConfig, network: NetworkSlot, visits: u64) -> Benchmark {
        let usual = Settings::default();
        Benchmark {
            network,
            settings: Settings {
                memory: config.memory.unwrap_or(usual.memory),
                ..usual
            },
            request: GoRequest {
                overrides: config.search.clone(),
                ..GoRequest::default()
            },
            visits,
        }
    }

    /// Plays a game by the policy alone, and returns its position after every few moves.
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

    /// Searches the positions with this many threads, each from an empty tree. Returns the visits a second.
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
        out.line(&format!(
            "numSearchThreads = {threads:2}: {count} / {count} positions, visits/s = {rate:.2} ({seconds:.1} secs)",
            count = positions.len(),
        ))?;
        out.flush()?;
        Ok(rate)
    }
}
