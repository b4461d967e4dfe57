//! `tengen move`: finds a move for each position of a file.
//!
//! - `input`: positions as JSON Lines, OBF or GGF, or as games of SGF and other formats
//! - `query`: positions as JSON Lines
//! - `answer`: the move for a position, and its output line
//!
//! Tests: `tests.rs` and `input.rs`; `protocol-tests/tools/positions.rs`; `scripts/tests/test_positions.py` for shards.
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
    /// Read positions from this file: JSON Lines, OBF, GGF, SGF or another game record, recognized by its content; -
    /// reads standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: PathBuf,
    /// Use this game, or gomoku with this rule, for lines of JSON that name none [default: go]; records of other games
    /// are then errors.
    #[arg(long, value_name = GameName::choices())]
    game: Option<GameName>,
    /// Use this board size for lines of JSON that name none [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u8..=25))]
    size: Option<u8>,
    /// Play at this level, such as 5k or 1500, in positions that name none; the GTP command levels lists a game's
    /// levels [default: full].
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Print JSON Lines also for OBF, GGF and SGF.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    shard: ShardArgs,
}

impl MoveArgs {
    /// Prints a move for every position of the file, in order. A bad position gets an error in place of a move and is
    /// logged. Fails in the end if a position was bad, unless `--lenient` allows it.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let plan = self.search.open(self.game, self.size)?;
        let settings = MoveSettings {
            komi: self.search.komi,
            level: self.level.clone(),
            all_json: self.json,
        };
        settings.check_level(plan.game)?;
        let source = Source::new(&self.file, self.shard.shard.is_some())?;
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
                // The output is gone: stop the searches.
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
            .judge(bad, || format!("{name}: bad positions: {bad}"))
    }
}

#[cfg(test)]
mod tests;
