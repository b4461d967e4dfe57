//! Settings of an analysis: those of the process, and their changes by a query.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::field_table::OVERRIDE_SETTINGS;
use super::fields::{FieldError, Fields};
use crate::ReportView;
use crate::katago::config::KeyMeaning;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_go::search_mode::SearchOverrides;

/// Default length of a principal variation after its first move.
const PV_LEN: usize = 15;

/// Analysis settings of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Point of view of the values, and length of variations.
    pub view: ReportView,
    /// Maximum number of visits; of nodes in games without a tree search.
    pub max_visits: Option<u64>,
    /// Maximum number of playouts.
    pub max_playouts: Option<u64>,
    /// Maximum time per search.
    pub max_time: Option<Duration>,
    /// Go search parameters that differ from normal play. Shared, because most queries do not change them.
    pub overrides: Arc<SearchOverrides>,
}

impl AnalysisSettings {
    /// Returns the settings of a configuration.
    pub fn from_config(config: &KataGoConfig) -> AnalysisSettings {
        AnalysisSettings {
            view: ReportView {
                side: config.report_winrates_as.unwrap_or_default().side(),
                pv_len: Some(config.analysis_pv_len.unwrap_or(PV_LEN)),
            },
            max_visits: config.limits.visits,
            max_playouts: config.limits.playouts,
            max_time: config.limits.time,
            overrides: Arc::new(search_overrides(config)),
        }
    }
}

/// Differences between analysis and play, as in KataGo: analysis searches the root's moves more widely and hides the
/// preceding moves from the network.
const USUAL_OVERRIDES: [(&str, &str); 2] =
    [("wideRootNoise", "0.04"), ("ignorePreRootHistory", "true")];

fn search_overrides(config: &KataGoConfig) -> SearchOverrides {
    let mut overrides = config.search.clone();
    for (name, value) in USUAL_OVERRIDES {
        if overrides.get(name).is_none() {
            overrides
                .set(name, value)
                .expect("a value that the parameter takes");
        }
    }
    overrides
}

/// A configuration changed by a query.
pub struct Overridden {
    /// Settings after the change.
    pub settings: AnalysisSettings,
    /// Names that are not parameters.
    pub unknown: Vec<String>,
}

/// Reads `overrideSettings`, configuration keys for a single query. Returns `None` if the query has none. Fails if the
/// value is not an object, a key has an invalid value, or no network uses a setting for human-like networks.
pub fn read_overrides(
    fields: Fields,
    config: &KataGoConfig,
    models: &HumanModels,
) -> Result<Option<Overridden>, FieldError> {
    let Some(value) = fields.get(OVERRIDE_SETTINGS) else {
        return Ok(None);
    };
    let refused = |message: String| FieldError::new(OVERRIDE_SETTINGS, message);
    let unusable = |reason: String| refused(format!("Could not set settings: {reason}"));
    let object = value
        .as_object()
        .ok_or_else(|| refused("Must be an object".to_owned()))?;
    let mut config = config.clone();
    let mut unknown = Vec::new();
    for (name, value) in object {
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let meaning = config
            .set(name, &value)
            .map_err(|error| unusable(error.to_string()))?;
        if meaning == KeyMeaning::Unknown {
            unknown.push(name.clone());
        }
    }
    models
        .check(&config.search)
        .map_err(|error| unusable(error.to_string()))?;
    Ok(Some(Overridden {
        settings: AnalysisSettings::from_config(&config),
        unknown,
    }))
}
