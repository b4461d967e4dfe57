//! Options of tools that answer questions about Go positions.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::input::{PositionInput, PositionTask};
use super::replies::{self, ReplyLine};
use crate::tool::shard::{self, ShardArgs};
use crate::tool::source::Source;
use crate::tool::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::files::printable;

/// Options of tools that answer questions about Go positions.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Read positions as JSON Lines, or games as SGF, GIB, NGF or UGF, from these files; - reads standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub files: Vec<PathBuf>,
    /// Use N threads, 1 to 1024; the output does not depend on N.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Answer only the position after N moves of a game.
    #[arg(long = "move", value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    after: Option<usize>,
    /// Part of the input to answer, and how bad items affect the exit status.
    #[command(flatten)]
    pub shard: ShardArgs,
}

impl PositionArgs {
    /// Returns the number of threads that answer.
    pub fn threads(&self) -> usize {
        self.threads.into()
    }

    /// Answers every position of the files, in order. `worker` creates a thread's answering function. Errors go to the
    /// output in place of answers, and to the log. Fails in the end if there were any, unless `--lenient` allows them.
    pub fn answer<W>(&self, worker: impl Fn() -> W + Sync, streams: &mut Streams) -> Result<()>
    where
        W: FnMut(PositionTask) -> Vec<ReplyLine>,
    {
        let shard = self.shard.shard;
        let sources = self.files.iter();
        let sources: Vec<Source> = sources
            .map(|file| Source::new(file, shard.is_some()))
            .collect::<Result<_>>()?;
        let open = |source: &Source| PositionInput::open(source, self.after);
        let parts = shard::parts(shard, &sources, |source| Ok(open(source)?.count()))?;
        let mut faults = 0;
        for (file, (source, part)) in self.files.iter().zip(sources.iter().zip(parts)) {
            let name = printable(file);
            let input = part.of(open(source)?);
            let written = replies::write(input, &name, self.threads(), &worker, streams);
            faults += written.with_context(|| name.clone())?;
        }
        self.shard.judge(faults, || {
            let name = match &self.files[..] {
                [file] => format!("{}: ", printable(file)),
                _ => String::new(),
            };
            format!("{name}output lines that are errors: {faults}")
        })
    }
}
