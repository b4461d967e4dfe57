//! `tengen bench net`: positions that a network evaluates per second of CPU time.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::tool::bench::kernel_table::KernelTable;
use crate::tool::whole_number::whole;
use tengen_engine::cpu::cpu_clock::CpuClock;
use tengen_engine::cpu::{Bf16, Level};
use tengen_engine::files::printable;
use tengen_engine::game::Position as _;
use tengen_go::net::{Evaluator, Features, GameHistory, Network, NetworkSource, Peak, Symmetry};
use tengen_go::{Komi, Position, Rules, Size};
use tengen_protocol::io::output::Output;

/// Arguments of `tengen bench net`.
#[derive(Clone, Debug, Args)]
pub struct BenchNetworkArgs {
    /// Time this network: a KataGo network file, or own for the built-in one.
    #[arg(value_name = "FILE|own")]
    file: NetworkSource,
    /// Evaluate N positions at a time, 1 to 64.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=64))]
    batch: u16,
    /// Evaluate N batches on each board size.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole(1_u32..=u32::MAX))]
    repeat: u32,
    /// Evaluate as searches do on processors with AVX-512 BF16: with bfloat16 products in transformers.
    #[arg(long)]
    bf16: bool,
    /// Use this instruction set: portable, avx2, avx512 or neon [default: the best that the processor supports].
    #[arg(long, value_name = "NAME")]
    isa: Option<Level>,
}

/// Maximum number of evaluations for the kernels' shortest times.
const MEASURED: u32 = 100;

/// Operations per second in a GFLOP/s.
const GIGA: f64 = 1e9;

/// Side lengths of the boards.
const SIDES: [u32; 3] = [9, 13, 19];

impl BenchNetworkArgs {
    /// Reads a network and evaluates `--batch` positions at a time on each board, `--repeat` times without and
    /// `--repeat` times with the computation of their inputs. Prints a line for each board, and the share and rate of
    /// each kind of kernel with its percentage of the processor's peak rate. Fails if the file isn't a network, or if
    /// `--bf16` is given and the instruction set has no bfloat16 products.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let clock = CpuClock::start();
        let network = Arc::new(match &self.file {
            NetworkSource::Builtin => Network::builtin(),
            NetworkSource::File(path) => Network::open(path).with_context(|| printable(path))?,
            NetworkSource::None => bail!("playouts alone have no network to time"),
        });
        let model = network.model();
        let (loading, kind) = clock.seconds();
        let isa = self.isa.unwrap_or_else(Level::detect);
        if self.bf16 && Bf16::new(isa).is_none() {
            bail!(
                "--bf16 takes avx512 on a processor with AVX-512 BF16; {isa} has no such products"
            );
        }
        let peak = Peak::measure(isa);
        out.line(&format!(
            "{}, format version {}, read in {loading:.3} s by {kind}; isa {isa}, peak {:.1} GFLOP/s{}",
            model.name,
            model.version,
            peak.floats / GIGA,
            match peak.bf16.filter(|_| self.bf16) {
                Some(peak) => format!(", {:.1} of bfloat16", peak / GIGA),
                None => String::new(),
            },
        ))?;
        for side in SIDES {
            // A board size of a large network takes minutes.
            out.flush()?;
            self.time_board(&network, Size::square(side)?, (isa, peak), out)?;
        }
        Ok(())
    }

    /// Prints the rates on boards of one size.
    fn time_board(
        &self,
        network: &Arc<Network>,
        size: Size,
        (isa, peak): (Level, Peak),
        out: &mut Output,
    ) -> Result<()> {
        let (batch, repeat) = (usize::from(self.batch), self.repeat);
        let situation = middle_game(size)?;
        let create = if self.bf16 {
            Evaluator::for_search
        } else {
            Evaluator::new
        };
        let mut evaluator = create(network, size, batch, isa);
        let mut features = Features::default();
        let inputs = network.model().inputs;
        features.fill(&situation, inputs);
        for board in 0..batch {
            evaluator.set(board, &features, Symmetry::default());
        }
        let alone = rate(batch, repeat, || evaluator.evaluate(batch));
        let with_inputs = rate(batch, repeat, || {
            for board in 0..batch {
                features.fill(&situation, inputs);
                evaluator.set(board, &features, Symmetry::default());
            }
            evaluator.evaluate(batch);
        });
        let work = KernelTable::measure(&mut evaluator, batch, repeat.min(MEASURED));
        let products = work.operations() * alone / batch as f64;
        out.line(&format!(
            "{}x{}: {alone:.0} evaluations per CPU second, {with_inputs:.0} with their inputs; products {:.1} GFLOP/s, {:.0} % of the \
             peak",
            size.width(),
            size.height(),
            products / GIGA,
            100.0 * work.shortest_seconds(peak) * alone / batch as f64,
        ))?;
        for line in work.lines(peak) {
            out.line(&line)?;
        }
        Ok(())
    }
}

/// Returns how many items are done per second, in `repeat` rounds of `batch` items after a warm-up round.
fn rate(batch: usize, repeat: u32, mut work: impl FnMut()) -> f64 {
    work();
    let clock = CpuClock::start();
    for _ in 0..repeat {
        work();
    }
    let (seconds, _) = clock.seconds();
    // The lower bound avoids division by zero when the clock's resolution is too coarse.
    batch as f64 * f64::from(repeat) / seconds.max(1e-9)
}

/// Returns a game of random moves that fill a third of the board.
fn middle_game(size: Size) -> Result<GameHistory> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut situation =
        GameHistory::new(Position::new(size, Rules::DEFAULT, Komi::from_points(7.0)?));
    for _ in 0..size.area() / 3 {
        let position = situation.position();
        let color = position.to_move();
        let moves = position.legal_moves(color);
        let choice = random.next_u64() as usize % moves.len();
        let mv = moves[choice];
        situation
            .play(color, mv)
            .map_err(|reason| anyhow!("{mv}: {reason}"))?;
    }
    Ok(situation)
}
