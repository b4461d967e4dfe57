//! Options of tools that answer questions about positions of Go.

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

/// Options of tools that answer questions about positions of Go.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Positions as JSON Lines, or games as SGF; - is standard input.
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub files: Vec<PathBuf>,
    /// Threads that read; the output is the same for any number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Of a game, the position after N moves alone.
    #[arg(long = "move", value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    after: Option<usize>,
    /// The part of the input, and what its bad items mean.
    #[command(flatten)]
    pub shard: ShardArgs,
}

impl PositionArgs {
    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.into()
    }

    /// Answers every position of the files, in their order. `worker` makes what each thread answers with. Errors go to the
    /// output in place of answers, and to the log.
    ///
    /// # Errors
    ///
    /// A file cannot be read, a line or a question has no answer, or a stream is closed.
    pub fn answer<W>(&self, worker: impl Fn() -> W + Sync, streams: &mut Streams) -> Result<()>
    where
        W: FnMut(PositionTask) -> Vec<ReplyLine>,
    {
        let shard = self.shard.shard;
        let sources = self.files.iter();
        let sources: Vec<Source> = sources
            .map(|file| Source::of(file, shard.is_some()))
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
            format!("{name}{faults} of the lines of output are errors")
        })
    }
}
