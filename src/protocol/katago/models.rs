//! Networks: their description in KataGo's format, and the check of settings for human-like ones against them.

use std::sync::Arc;

use serde_json::{Value, json};
use thiserror::Error;

use tengen_go::net::Network;
use tengen_go::search_mode::SearchOverrides;
use tengen_play::options::GoOptions;

/// Go networks loaded by the process.
#[derive(Clone, Debug, Default)]
pub struct HumanModels {
    /// Main network, which plays the moves.
    main: Option<Arc<Network>>,
    /// Network that predicts human moves.
    human: Option<Arc<Network>>,
}

/// Error for a setting that no loaded network uses. The messages are KataGo's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnusedHumanSetting {
    /// A setting that needs a human network next to the main one.
    #[error("Provided parameter {name} but no human model was specified (--human-model FILE)")]
    NoHumanModel {
        /// Name of the setting.
        name: &'static str,
    },
    /// A profile, when no network imitates players of a given profile.
    #[error("humanSLProfile is specified as config param but model(s) don't use it: {models}")]
    NoProfile {
        /// Names of the loaded networks.
        models: String,
    },
}

impl HumanModels {
    /// Returns the networks of these options.
    pub fn new(options: &GoOptions) -> HumanModels {
        HumanModels {
            main: options.network.clone(),
            human: options.human.clone(),
        }
    }

    /// Checks that the networks use all settings for human-like networks.
    pub fn check(&self, overrides: &SearchOverrides) -> Result<(), UnusedHumanSetting> {
        if let (None, Some(name)) = (&self.human, overrides.of_human_network()) {
            return Err(UnusedHumanSetting::NoHumanModel { name });
        }
        if overrides.profile().is_none() || self.networks().any(Network::uses_profile) {
            return Ok(());
        }
        let names: Vec<&str> = self.networks().map(Network::file).collect();
        Err(UnusedHumanSetting::NoProfile {
            models: names.join(" and "),
        })
    }

    fn networks(&self) -> impl Iterator<Item = &Network> {
        self.main.iter().chain(&self.human).map(Arc::as_ref)
    }
}

/// Returns the JSON description of a network in KataGo's format.
pub fn describe_model(network: &Network) -> Value {
    let model = network.model();
    json!({
        "name": network.file(),
        "internalName": model.name,
        "maxBatchSize": 1,
        "usesHumanSLProfile": network.uses_profile(),
        "version": model.version,
        "usingFP16": "false",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::testing::net_sample;

    #[test]
    fn settings_without_a_use_are_refused_by_name() {
        let plain = Arc::new(Network::new("a".to_owned(), net_sample::model(8, 1)));
        let human = Arc::new(Network::new("b".to_owned(), net_sample::human_model(15, 1)));
        let check = |main: &Arc<Network>, human: Option<&Arc<Network>>, name: &str, value: &str| {
            let models = HumanModels {
                main: Some(Arc::clone(main)),
                human: human.cloned(),
            };
            let mut overrides = SearchOverrides::default();
            overrides.set(name, value).unwrap();
            models
                .check(&overrides)
                .err()
                .map(|error| error.to_string())
        };
        let profile = ("humanSLProfile", "rank_5k");
        let share = ("humanSLChosenMoveProp", "0.5");
        assert_eq!(check(&human, None, profile.0, profile.1), None);
        assert_eq!(check(&plain, Some(&human), profile.0, profile.1), None);
        assert_eq!(check(&plain, Some(&plain), share.0, share.1), None);
        assert_eq!(check(&plain, None, "humanSLProfile", "_"), None);
        let refused = check(&plain, Some(&plain), profile.0, profile.1).unwrap();
        assert!(refused.ends_with("don't use it: a and a"), "{refused}");
        let refused = check(&human, None, share.0, share.1).unwrap();
        assert!(
            refused.starts_with("Provided parameter humanSLChosenMoveProp but"),
            "{refused}"
        );
    }
}
