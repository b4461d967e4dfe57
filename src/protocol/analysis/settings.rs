//! Settings of an analysis: those of the process, and their changes by a query.

use std::time::Duration;

use serde_json::Value;

use super::fields::{FieldError, Fields};
use crate::engine::game::Color;
use crate::go::puct::SearchOverrides;
use crate::go::puct::overrides::BadOverride;

/// Settings that a query may change.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// The side from which values are reported; `None` for the side to move.
    pub perspective: Option<Color>,
    /// Limit of visits; of nodes in games that search no tree.
    pub max_visits: Option<u64>,
    /// Limit of playouts.
    pub max_playouts: Option<u64>,
    /// Limit of time.
    pub max_time: Option<Duration>,
    /// Longest principal variation, not counting its first move.
    pub pv_len: usize,
    /// Deviations from the player's way to search Go.
    pub overrides: SearchOverrides,
}

impl Default for AnalysisSettings {
    fn default() -> Self {
        AnalysisSettings {
            perspective: None,
            max_visits: None,
            max_playouts: None,
            max_time: None,
            pv_len: 15,
            overrides: SearchOverrides::default(),
        }
    }
}

impl AnalysisSettings {
    /// Takes the settings of a query. Returns the names in `overrideSettings` that are no parameters.
    ///
    /// # Errors
    ///
    /// A field cannot be used.
    pub fn read_fields(&mut self, fields: Fields) -> Result<Vec<String>, FieldError> {
        let unknown = self.read_overrides(fields)?;
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
        self.pv_len = pv_len.map_or(self.pv_len, |len| len as usize);
        let expected = "Must be a number from 0.0 to 2.0";
        let reduction = fields.number("rootFpuReductionMax", 0.0..=2.0, expected)?;
        self.override_field("rootFpuReductionMax", reduction)?;
        let expected = "Must be a number from 0.01 to 100.0";
        let temperature = fields.number("rootPolicyTemperature", 0.01..=100.0, expected)?;
        self.override_field("rootPolicyTemperature", temperature)?;
        Ok(unknown)
    }

    fn override_field(&mut self, name: &str, value: Option<f64>) -> Result<(), FieldError> {
        let Some(value) = value else {
            return Ok(());
        };
        let set = self.overrides.set(name, &value.to_string());
        set.map(drop)
            .map_err(|error| FieldError::new(name, error.to_string()))
    }

    fn read_overrides(&mut self, fields: Fields) -> Result<Vec<String>, FieldError> {
        let Some(value) = fields.get("overrideSettings") else {
            return Ok(Vec::new());
        };
        let refused = |message: String| FieldError::new("overrideSettings", message);
        let object = value
            .as_object()
            .ok_or_else(|| refused("Must be an object".to_owned()))?;
        let mut unknown = Vec::new();
        for (name, value) in object {
            let value = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_known = self
                .set(name, &value)
                .map_err(|error| refused(format!("Could not set settings: {error}")))?;
            if !is_known {
                unknown.push(name.clone());
            }
        }
        Ok(unknown)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, BadOverride> {
        self.overrides.set(name, value)
    }
}
