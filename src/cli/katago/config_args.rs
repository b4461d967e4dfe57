//! Configuration files of KataGo's and overrides, as arguments.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::log_target;
use tengen_engine::files::printable;
use tengen_protocol::katago::{ConfigEntries, KataGoConfig};

/// Configuration files of KataGo's and overrides.
#[derive(Clone, Debug, Default, Args)]
pub struct ConfigArgs {
    /// A configuration file of KataGo's. May be given several times: later files replace values of earlier ones. Keys
    /// without a meaning here are listed in the log.
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
    /// Values that replace those of the files; an empty one removes its key. May be given several times.
    #[arg(long, value_name = "KEY=VALUE,...")]
    override_config: Vec<String>,
}

impl ConfigArgs {
    /// Reads the configuration, starts the log where it wants it, and lists the keys there that do nothing.
    ///
    /// # Errors
    ///
    /// A file cannot be read, a line or a value is wrong, or the log cannot be opened.
    pub fn open(&self) -> Result<KataGoConfig> {
        let entries = ConfigEntries::read(&self.config, &self.override_config)?;
        let (config, unused) = KataGoConfig::load(&entries)?;
        log_target::start(&config.log)?;
        for file in &self.config {
            log::info!("configuration {}", printable(file));
        }
        unused.log();
        Ok(config)
    }
}
