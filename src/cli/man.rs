//! Man pages of the command line.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

use super::Cli;
use tengen_engine::files::printable;
use tengen_protocol::io::output::Output;

/// Arguments of `tengen man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// Write the page, and one per subcommand such as tengen-ladders.1, to this folder, which is created if it does not
    /// exist.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ManArgs {
    /// Prints the page of the program, or writes all pages to a folder.
    pub fn run(self, out: &mut Output) -> Result<()> {
        if let Some(folder) = self.folder {
            let written = fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder));
            return written.with_context(|| printable(&folder));
        }
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page)?;
        out.text(&String::from_utf8(page)?)?;
        Ok(out.flush()?)
    }
}
