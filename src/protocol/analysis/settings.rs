//! Settings of an analysis: those of the process, and their changes by a query.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::fields::{FieldError, Fields};
use crate::ReportView;
use crate::katago::config::KeyMeaning;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_go::search_mode::SearchOverrides;

/// The longest principal variation after its first move, unless a key or a query sets another.
const PV_LEN: usize = 15;

/// Settings of the analysis of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// The side whose values are reported, and the length of variations.
    pub view: ReportView,
    /// Limit of visits; of nodes in games that search no tree.
    pub max_visits: Option<u64>,
    /// Limit of playouts.
    pub max_playouts: Option<u64>,
    /// Limit of time.
    pub max_time: Option<Duration>,
    /// Deviations from the player's way to search Go. Shared, because most queries have none of their own.
    pub overrides: Arc<SearchOverrides>,
}

impl AnalysisSettings {
    /// Returns the settings of a configuration.
    pub fn of(config: &KataGoConfig) -> AnalysisSettings {
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

    /// Takes the settings among the fields of a query.
    ///
    /// # Errors
    ///
    /// A field cannot be used.
    pub fn read_fields(&mut self, fields: Fields) -> Result<(), FieldError> {
        let visits = fields.integer(
            "maxVisits",
            1..=1 << 50,
            "Must be an integer from 1 to 2^50",
        )?;
        self.max_visits = visits.map(|visits| visits as u64).or(self.max_visits);
        let expected = "Must be a number of seconds from 0.001 to 1000000.0";
        let time = fields.number("maxTime", 0.001..=1_000_000.0, expected)?;
        self.max_time = time.map(Duration::from_secs_f64).or(self.max_time);
        let expected = "Must be an integer from 1 to 1000";
        let pv_len = fields.integer("analysisPVLen", 1..=1000, expected)?;
        self.view.pv_len = pv_len.map(|len| len as usize).or(self.view.pv_len);
        let expected = "Must be a number from 0.0 to 2.0";
        let reduction = fields.number("rootFpuReductionMax", 0.0..=2.0, expected)?;
        self.set_search("rootFpuReductionMax", reduction)?;
        let expected = "Must be a number from 0.01 to 100.0";
        let temperature = fields.number("rootPolicyTemperature", 0.01..=100.0, expected)?;
        self.set_search("rootPolicyTemperature", temperature)
    }

    fn set_search(&mut self, name: &str, value: Option<f64>) -> Result<(), FieldError> {
        let Some(value) = value else {
            return Ok(());
        };
        let set = Arc::make_mut(&mut self.overrides).set(name, &value.to_string());
        set.map(drop)
            .map_err(|error| FieldError::new(name, error.to_string()))
    }
}

/// What analyses do unlike games, as in KataGo: they look at the moves of the position more widely, and do not let the
/// network see how it came about.
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

/// A configuration with the changes of a query.
pub struct Overridden {
    /// The settings.
    pub settings: AnalysisSettings,
    /// Names that are no parameters.
    pub unknown: Vec<String>,
}

/// Reads `overrideSettings`: keys of a configuration, for one query alone. Returns `None` if the query has none.
///
/// # Errors
///
/// It is no object, a key does not take its value, or no network uses a setting for networks that imitate people.
pub fn read_overrides(
    fields: Fields,
    config: &KataGoConfig,
    models: &HumanModels,
) -> Result<Option<Overridden>, FieldError> {
    let Some(value) = fields.get("overrideSettings") else {
        return Ok(None);
    };
    let refused = |message: String| FieldError::new("overrideSettings", message);
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
        settings: AnalysisSettings::of(&config),
        unknown,
    }))
}
