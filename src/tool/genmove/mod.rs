//! `tengen move`: positions in, a move for each out.
//!
//! - `input`: positions as lines of JSON, OBF or GGF, or as games of SGF and of other formats
//! - `query`: positions as lines of JSON
//! - `answer`: the move of a position, and its line of output
//!
//! Tests: `tests.rs` and `input.rs`; `protocol-tests/positions.rs`; `scripts/tests/test_positions.py` for shards.
//! A change moves: lines of output that `src/tool/manual/subcommands.md` describes.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;

use self::answer::{MoveAnswerer, MoveSettings};
use self::input::MoveInput;
use crate::tool::in_order;
use crate::tool::searches::SearchArgs;
use crate::tool::shard::{self, ShardArgs};
use crate::tool::source::Source;
use crate::tool::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::control::Stop;
use tengen_engine::files::printable;
use tengen_protocol::GameName;

mod answer;
mod input;
mod query;

/// Arguments of `tengen move`.
#[derive(Clone, Debug, Args)]
pub struct MoveArgs {
    /// Positions: JSON Lines, OBF, GGF or SGF, recognized by their first characters; - is standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: PathBuf,
    /// The game of a line of JSON that names none, or a rule of gomoku [default: go]. A record of another game is bad.
    #[arg(long, value_name = GameName::choices())]
    game: Option<GameName>,
    /// Board size of a line of JSON that names none [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u8..=25))]
    size: Option<u8>,
    /// Level of play of positions that name none, such as 5k or 1500; the command levels of GTP lists those of a game
    /// [default: full].
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Print lines of JSON for OBF, GGF and SGF too.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    shard: ShardArgs,
}

impl MoveArgs {
    /// Prints a move for every position of the file, in its order. Bad positions get an error in place of a move, and are
    /// named on the log.
    ///
    /// # Errors
    ///
    /// An option cannot be used, the file cannot be read, a position was bad, or a stream is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let plan = self.search.open(self.game, self.size)?;
        let settings = MoveSettings {
            komi: self.search.komi,
            level: self.level.clone(),
            all_json: self.json,
        };
        settings.check_level(plan.game)?;
        let source = Source::of(&self.file, self.shard.shard.is_some())?;
        let input = shard::part(self.shard.shard, || MoveInput::open(&source, plan.game))?;
        let stop = Stop::default();
        let (name, threads) = (printable(&self.file), plan.threads);
        let answerer = || {
            let mut answerer = MoveAnswerer::new(&plan, &settings, stop.clone());
            move |task| answerer.answer(task)
        };
        let mut bad = 0;
        in_order::run(input, threads, answerer, |replies, is_last| {
            for reply in replies {
                let written = streams.out.line(&reply.text);
                // Nobody waits for the searches any more.
                written.inspect_err(|_| stop.stop())?;
                bad += usize::from(reply.fault.is_some());
                for sentence in reply.fault.iter().chain(&reply.warnings) {
                    writeln!(streams.log, "{name}: {sentence}");
                }
            }
            if is_last {
                streams.out.flush().inspect_err(|_| stop.stop())?;
            }
            Ok(())
        })
        .with_context(|| name.clone())?;
        self.shard
            .judge(bad, || format!("{name}: {bad} of the positions are bad"))
    }
}

#[cfg(test)]
mod tests;
