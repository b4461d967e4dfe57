//! Completions of the command line for shells.

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_complete::{Generator as _, Shell};

use super::Cli;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// Complete for this shell.
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the shell's completion script.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let mut command = Cli::command();
        command.set_bin_name(env!("CARGO_PKG_NAME"));
        command.build();
        let mut script = Vec::new();
        self.shell.try_generate(&command, &mut script)?;
        out.text(&String::from_utf8(script)?)?;
        Ok(out.flush()?)
    }
}
