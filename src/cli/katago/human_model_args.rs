//! The network that predicts the moves of people, as an argument.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use tengen_engine::files::Access;
use tengen_engine::files::printable;
use tengen_go::net::{Network, NetworkSource};
use tengen_go::search_mode::SearchOverrides;
use tengen_play::options::GoOptions;
use tengen_protocol::katago::{HumanModels, UnusedHumanSetting};

/// The network that predicts the moves of people.
#[derive(Clone, Debug, Default, Args)]
pub struct HumanModelArgs {
    /// A network that predicts the moves of people, beside the one that plays: for players of a level, which the parameter
    /// humanSLProfile names, such as rank_5k. Other keys of KataGo's that begin with humanSL let it choose or explore moves.
    /// With it, every run of GTP without a seed has another one.
    #[arg(long, value_name = "FILE")]
    pub human_model: Option<PathBuf>,
}

impl HumanModelArgs {
    /// Opens the network, if there is one.
    ///
    /// # Errors
    ///
    /// The file is no network.
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

/// Returns a seed of the system's: with a fixed one, a network that imitates people would play the same game again.
///
/// # Errors
///
/// The system has none.
pub fn random_seed() -> Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("a random seed")?;
    Ok(u64::from_le_bytes(bytes))
}

/// Checks that the networks use the settings of a configuration for them. A profile without a use is a warning alone, as in
/// KataGo.
///
/// # Errors
///
/// A setting needs a human network, and there is none.
pub fn check(options: &GoOptions, overrides: &SearchOverrides) -> Result<()> {
    match HumanModels::of(options).check(overrides) {
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
