//! Settings for networks that imitate people, against the networks at hand.

use std::sync::Arc;

use thiserror::Error;

use tengen_go::net::Network;
use tengen_go::search_mode::SearchOverrides;
use tengen_play::options::GoOptions;

/// The networks of Go of a process.
#[derive(Clone, Debug, Default)]
pub struct HumanModels {
    /// The network that plays.
    main: Option<Arc<Network>>,
    /// The network that predicts the moves of people.
    human: Option<Arc<Network>>,
}

/// A setting that no network at hand uses, in KataGo's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnusedHumanSetting {
    /// It needs a human network beside the main one.
    #[error("Provided parameter {name} but no human model was specified (--human-model FILE)")]
    NoHumanModel {
        /// The name of the setting.
        name: &'static str,
    },
    /// No network imitates players of a given profile.
    #[error("humanSLProfile is specified as config param but model(s) don't use it: {models}")]
    NoProfile {
        /// The names of the networks.
        models: String,
    },
}

impl HumanModels {
    /// Returns the networks of these options.
    pub fn of(options: &GoOptions) -> HumanModels {
        HumanModels {
            main: options.network.clone(),
            human: options.human.clone(),
        }
    }

    /// Checks that the networks use every setting for them.
    ///
    /// # Errors
    ///
    /// A setting that they do not use.
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
