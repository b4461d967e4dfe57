//! Arguments that several subcommands share: the configuration, and the network that predicts human moves.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use super::log_target;
use tengen_engine::files::Access;
use tengen_engine::files::printable;
use tengen_go::net::{Network, NetworkSource};
use tengen_go::search_mode::SearchOverrides;
use tengen_play::options::GoOptions;
use tengen_protocol::katago::key_table::key_names;
use tengen_protocol::katago::{ConfigEntries, HumanModels, KataGoConfig, UnusedHumanSetting};

/// The network that predicts human moves.
#[derive(Clone, Debug, Default, Args)]
pub struct HumanModelArgs {
    /// Load a network that predicts human moves, in addition to the one that plays.
    ///
    /// It plays at the level that the parameter humanSLProfile names, such as rank_5k. KataGo's other keys that begin
    /// with humanSL let it choose or explore moves. With it, each GTP run without a seed gets a random one.
    #[arg(long, value_name = "FILE")]
    pub human_model: Option<PathBuf>,
}

impl HumanModelArgs {
    /// Opens the network, if one is given. Fails if the file does not hold one.
    pub fn open(&self) -> Result<Option<Arc<Network>>> {
        let Some(file) = &self.human_model else {
            return Ok(None);
        };
        let network = NetworkSource::File(file.clone()).open(&Access::Anywhere);
        let network = network.with_context(|| format!("--human-model {}", printable(file)))?;
        if let Some(network) = network.as_ref().filter(|network| !network.uses_profile()) {
            let file = network.file();
            log::warn!("{file} was not trained to imitate players of a level");
        }
        Ok(network)
    }
}

/// Returns a random seed from the system. With a fixed seed, a network that imitates people would repeat the same game.
pub fn random_seed() -> Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("a random seed")?;
    Ok(u64::from_le_bytes(bytes))
}

/// Checks that the networks use the settings that a configuration makes for them. Fails if a setting needs a human
/// network and there is none. As in KataGo, an unused profile is only a warning.
pub fn check(options: &GoOptions, overrides: &SearchOverrides) -> Result<()> {
    match HumanModels::new(options).check(overrides) {
        Ok(()) => {}
        Err(unused @ UnusedHumanSetting::NoProfile { .. }) => log::warn!("{unused}"),
        Err(unused) => return Err(unused.into()),
    }
    let needs_profile = options
        .human
        .as_ref()
        .is_some_and(|human| human.uses_profile());
    if needs_profile && overrides.profile().is_none() {
        log::warn!("the network of --human-model is not used until humanSLProfile is set");
    }
    Ok(())
}

/// KataGo's configuration files and overrides.
#[derive(Clone, Debug, Default, Args)]
pub struct ConfigArgs {
    /// Read this KataGo configuration file. May be given several times: later files override earlier ones.
    ///
    /// Keys without a meaning here are listed in the log.
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
    /// Override values of the files; an empty value removes its key. May be given several times.
    #[arg(
        long,
        value_name = "KEY=VALUE,...",
        value_parser = OverrideParser,
        hide_possible_values = true
    )]
    override_config: Vec<String>,
}

/// Parser of overrides. It accepts any text, which [`ConfigEntries`] reads, and lists the keys for completions.
#[derive(Clone)]
struct OverrideParser;

impl TypedValueParser for OverrideParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let value = |name| PossibleValue::new(format!("{name}="));
        Some(Box::new(key_names().map(value)))
    }
}

impl ConfigArgs {
    /// Reads the configuration, starts the log that it asks for, and lists its unused keys there. Fails if a file
    /// cannot be read, a line or a value is wrong, or the log cannot be opened.
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
