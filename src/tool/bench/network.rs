//! `tengen bench net`: how many positions a network evaluates in a second of CPU time.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::engine::cpu::Level;
use crate::engine::cpu_clock::CpuClock;
use crate::engine::game::Position as _;
use crate::go::net::{Evaluator, Features, GameHistory, Network, Symmetry};
use crate::go::{Komi, Position, Rules, Size};
use crate::io::output::Output;
use crate::tool::whole_number::whole;

/// Arguments of `tengen bench net`.
#[derive(Clone, Debug, Args)]
pub struct BenchNetworkArgs {
    /// The network.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Positions that are evaluated at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=64))]
    batch: u16,
    /// How many times that is done on each board.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole(1_u32..=u32::MAX))]
    repeat: u32,
    /// Instruction set, portable, avx2, avx512 or neon [default: the best of this processor].
    #[arg(long, value_name = "NAME")]
    isa: Option<Level>,
}

/// Sides of the boards.
const SIDES: [u32; 3] = [9, 13, 19];

impl BenchNetworkArgs {
    /// Reads a network and evaluates `--batch` positions at once on each board, `--repeat` times without and `--repeat`
    /// times with the making of their inputs; a line for each board.
    ///
    /// # Errors
    ///
    /// The file is no network, or the output is closed.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let (batch, repeat) = (usize::from(self.batch), self.repeat);
        let clock = CpuClock::start();
        let network = Network::open(&self.file).with_context(|| self.file.display().to_string())?;
        let (loading, kind) = clock.seconds();
        let network = Arc::new(network);
        let isa = self.isa.unwrap_or_else(Level::detect);
        out.line(&format!(
            "{}, format version {}, read in {loading:.3} s by {kind}; isa {isa}",
            network.model().name,
            network.model().version,
        ))?;
        for side in SIDES {
            let size = Size::square(side)?;
            let situation = middle_game(size)?;
            let mut evaluator = Evaluator::new(&network, size, batch, isa);
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
            out.line(&format!(
            "{side}x{side}: {alone:.0} evaluations per CPU second, {with_inputs:.0} with their inputs"
        ))?;
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
