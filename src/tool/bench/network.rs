//! `tengen bench net`: how many positions a network evaluates in a second of CPU time.

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
    /// The network: a file of KataGo's, or own for the one inside the program.
    #[arg(value_name = "FILE|own")]
    file: NetworkSource,
    /// Positions that are evaluated at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=64))]
    batch: u16,
    /// How many times that is done on each board.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole(1_u32..=u32::MAX))]
    repeat: u32,
    /// Evaluate as searches do on processors with AVX-512 BF16: products of transformers take bfloat16 numbers.
    #[arg(long)]
    bf16: bool,
    /// Instruction set, portable, avx2, avx512 or neon [default: the best of this processor].
    #[arg(long, value_name = "NAME")]
    isa: Option<Level>,
}

/// Evaluations of which each kernel's shortest time is taken, at most.
const MEASURED: u32 = 100;

/// Operations in a second for a GFLOP/s.
const GIGA: f64 = 1e9;

/// Sides of the boards.
const SIDES: [u32; 3] = [9, 13, 19];

impl BenchNetworkArgs {
    /// Reads a network and evaluates `--batch` positions at once on each board, `--repeat` times without and `--repeat`
    /// times with the making of their inputs. Prints a line for each board, and the share and the rate of each kind of kernel,
    /// the rates beside the peak of the processor.
    ///
    /// # Errors
    ///
    /// The file is no network, the instruction set has no products of bfloat16 numbers for `--bf16`, or the output is closed.
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
        if self.bf16 && Bf16::of(isa).is_none() {
            bail!(
                "--bf16 takes avx512 on a processor with AVX-512 BF16; {isa} has no such products here"
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

/// How many things are done in a second, `batch` at once and `repeat` times, after one round that does not count.
fn rate(batch: usize, repeat: u32, mut work: impl FnMut()) -> f64 {
    work();
    let clock = CpuClock::start();
    for _ in 0..repeat {
        work();
    }
    let (seconds, _) = clock.seconds();
    // A clock that has not moved on is a matter of its steps.
    batch as f64 * f64::from(repeat) / seconds.max(1e-9)
}

/// A game of random moves that has filled a third of the board.
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
