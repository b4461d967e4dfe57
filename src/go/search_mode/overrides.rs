//! Per-search overrides of parameters, by KataGo's names.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::options::{SearchMode, SearchOptions};
use super::params::PuctParams;
use crate::net::HumanProfile;
use tengen_engine::game::Color;

/// Overrides of the player's parameters for one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchOverrides {
    values: BTreeMap<&'static str, OverrideValue>,
}

/// An override with a value that its parameter doesn't accept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} = {value}: expected {expected}")]
pub struct BadOverride {
    /// KataGo's name of the parameter.
    pub name: String,
    /// The rejected value as the client wrote it.
    pub value: String,
    /// Description of the accepted values.
    pub expected: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum OverrideValue {
    Number(f64),
    Flag(bool),
    Color(Color),
    Profile(Option<HumanProfile>),
}

impl fmt::Display for OverrideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OverrideValue::Number(number) => write!(f, "{number}"),
            OverrideValue::Flag(flag) => write!(f, "{flag}"),
            OverrideValue::Color(Color::Black) => f.write_str("BLACK"),
            OverrideValue::Color(Color::White) => f.write_str("WHITE"),
            OverrideValue::Profile(None) => Ok(()),
            OverrideValue::Profile(Some(profile)) => write!(f, "{profile}"),
        }
    }
}

const ADVANTAGE_COLOR: &str = "playoutDoublingAdvantagePla";

const PROFILE: &str = "humanSLProfile";

/// Prefix of the parameters that use a network that imitates human players.
const OF_HUMAN_NETWORK: &str = "humanSL";

/// A parameter that can be overridden.
struct OverrideRow {
    name: &'static str,
    setter: OverrideSetter,
}

/// The type of a parameter's value, and how it changes the search mode.
enum OverrideSetter {
    Number(RangeInclusive<f64>, fn(&mut SearchMode, f64)),
    Whole(RangeInclusive<u8>, fn(&mut SearchMode, u8)),
    Flag(fn(&mut SearchMode, bool)),
    Color(fn(&mut SearchMode, Color)),
    Profile(fn(&mut SearchMode, Option<HumanProfile>)),
}

/// Makes the rows of the table: name, type of the value with its range, and setter.
macro_rules! overrides {
    ($($name:expr => $kind:ident($($value:expr),*);)*) => {
        &[$(OverrideRow {
            name: $name,
            setter: OverrideSetter::$kind($($value),*),
        }),*]
    };
}

/// All parameters that can be overridden, with KataGo's ranges. They are applied in this order.
static ROWS: &[OverrideRow] = overrides! {
    "cpuctExploration" => Number(0.0..=10.0, |mode, x| mode.params.cpuct = x);
    "cpuctExplorationLog" => Number(0.0..=10.0, |mode, x| mode.params.cpuct_log = x);
    "cpuctExplorationBase" => Number(10.0..=100_000.0, |mode, x| mode.params.cpuct_base = x);
    "cpuctUtilityStdevPrior" => Number(1e-8..=10.0, |mode, x| mode.params.utility_stdev_prior = x);
    "cpuctUtilityStdevPriorWeight" => Number(0.0..=100.0, |mode, x| mode.params.utility_stdev_prior_weight = x);
    "cpuctUtilityStdevScale" => Number(0.0..=1.0, |mode, x| mode.params.utility_stdev_scale = x);
    "fpuReductionMax" => Number(0.0..=2.0, |mode, x| mode.params.fpu_reduction = x);
    "rootFpuReductionMax" => Number(0.0..=2.0, |mode, x| mode.params.root_fpu_reduction = x);
    "fpuParentWeightByVisitedPolicyPow" => Number(0.0..=5.0, |mode, x| mode.params.fpu_parent_power = x);
    "winLossUtilityFactor" => Number(0.0..=1.0, |mode, x| mode.params.win_loss_factor = x);
    "staticScoreUtilityFactor" => Number(0.0..=1.0, |mode, x| mode.params.static_score_factor = x);
    "dynamicScoreUtilityFactor" => Number(0.0..=1.0, |mode, x| mode.params.dynamic_score_factor = x);
    "dynamicScoreCenterZeroWeight" => Number(0.0..=1.0, |mode, x| mode.params.dynamic_center_pull = x);
    "dynamicScoreCenterScale" => Number(0.2..=5.0, |mode, x| mode.params.dynamic_score_range = x);
    "valueWeightExponent" => Number(0.0..=1.0, |mode, x| mode.params.value_weight_exponent = x);
    "noisePruneUtilityScale" => Number(0.001..=10.0, |mode, x| mode.params.noise_prune_scale = x);
    "useNoisePruning" => Flag(|mode, prunes| {
        // With an infinite scale, all of a move's visits count regardless of its loss.
        if !prunes {
            mode.params.noise_prune_scale = f64::INFINITY;
        }
    });
    "subtreeValueBiasFactor" => Number(0.0..=1.0, |mode, x| mode.params.bias_factor = x);
    "subtreeValueBiasWeightExponent" => Number(0.0..=1.0, |mode, x| mode.params.bias_weight_exponent = x);
    "subtreeValueBiasFreeProp" => Number(0.0..=1.0, |mode, x| mode.params.bias_free_share = x);
    "uncertaintyCoeff" => Number(0.0001..=1.0, |mode, x| mode.params.unit_error = x);
    "uncertaintyMaxWeight" => Number(1.0..=100.0, |mode, x| mode.params.max_evaluation_weight = x);
    "numVirtualLossesPerThread" => Number(0.01..=1000.0, |mode, x| mode.params.virtual_losses = x);
    // Applies to the whole game unless the next parameter overrides the first move's temperature.
    "rootPolicyTemperature" => Number(0.01..=100.0, |mode, x| {
        mode.params.root_policy_temperature = x;
        mode.params.root_policy_temperature_early = x;
    });
    "rootPolicyTemperatureEarly" => Number(0.01..=100.0, |mode, x| mode.params.root_policy_temperature_early = x);
    "rootEndingBonusPoints" => Number(-1.0..=1.0, |mode, x| mode.params.ending_bonus = x);
    "rootPolicyOptimism" => Number(0.0..=1.0, |mode, x| mode.params.root_policy_optimism = x);
    "policyOptimism" => Number(0.0..=1.0, |mode, x| mode.params.policy_optimism = x);
    "lcbStdevs" => Number(1.0..=12.0, |mode, x| mode.params.lcb_stdevs = x);
    "minVisitPropForLCB" => Number(0.0..=1.0, |mode, x| mode.params.lcb_min_visit_share = x);
    "chosenMoveTemperature" => Number(0.0..=5.0, |mode, x| mode.params.move_temperature = x);
    "chosenMoveTemperatureEarly" => Number(0.0..=5.0, |mode, x| mode.params.move_temperature_early = x);
    "chosenMoveTemperatureHalflife" => Number(0.1..=100_000.0,
        |mode, x| mode.params.move_temperature_half_life = x);
    "wideRootNoise" => Number(0.0..=5.0, |mode, x| mode.options.wide_root_noise = x);
    "playoutDoublingAdvantage" => Number(-3.0..=3.0, |mode, x| mode.options.playout_doublings = x);
    ADVANTAGE_COLOR => Color(|mode, color| mode.options.playout_doublings_color = Some(color));
    "rootNumSymmetriesToSample" => Whole(1..=8, |mode, count| mode.options.root_symmetries = count);
    "rootSymmetryPruning" => Flag(|mode, prunes| mode.options.prune_symmetries = prunes);
    "ignorePreRootHistory" => Flag(|mode, ignores| mode.options.ignore_pre_root_history = ignores);
    "antiMirror" => Flag(|mode, breaks| mode.options.anti_mirror = breaks);
    "conservativePass" => Flag(|mode, goes_on| mode.options.conservative_pass = goes_on);
    "useLcbForSelection" => Flag(|mode, uses| {
        // No move can reach this share of visits, so its lower confidence bound never counts.
        if !uses {
            mode.params.lcb_min_visit_share = f64::INFINITY;
        }
    });
    "useUncertainty" => Flag(|mode, uses| {
        // Gives every evaluation the weight of one visit.
        if !uses {
            mode.params.max_evaluation_weight = 1.0;
            mode.params.unit_error = CERTAIN_UNIT_ERROR;
        }
    });
    "chosenMoveTemperatureOnlyBelowProb" => Number(0.0..=1.0, |mode, x| mode.options.choice.only_below = x);
    "chosenMoveSubtract" => Number(0.0..=1e10, |mode, x| mode.options.choice.subtracted = x);
    "chosenMovePrune" => Number(0.0..=1e10, |mode, x| mode.options.choice.pruned_below = Some(x));
    PROFILE => Profile(|mode, profile| mode.options.human.profile = profile);
    "humanSLChosenMoveProp" => Number(0.0..=1.0, |mode, x| mode.options.human.chosen_share = x);
    "humanSLChosenMoveIgnorePass" => Flag(|mode, ignores| mode.options.human.ignores_pass = ignores);
    "humanSLChosenMovePiklLambda" => Number(0.0..=1e9, |mode, x| mode.options.human.pikl_lambda = x);
    "humanSLRootExploreProbWeightless" => Number(0.0..=1.0, |mode, x| mode.options.human.root.weightless = x);
    "humanSLRootExploreProbWeightful" => Number(0.0..=1.0, |mode, x| mode.options.human.root.weightful = x);
    "humanSLPlaExploreProbWeightless" => Number(0.0..=1.0, |mode, x| mode.options.human.own.weightless = x);
    "humanSLPlaExploreProbWeightful" => Number(0.0..=1.0, |mode, x| mode.options.human.own.weightful = x);
    "humanSLOppExploreProbWeightless" => Number(0.0..=1.0, |mode, x| mode.options.human.opponent.weightless = x);
    "humanSLOppExploreProbWeightful" => Number(0.0..=1.0, |mode, x| mode.options.human.opponent.weightful = x);
    "humanSLCpuctExploration" => Number(0.0..=1000.0, |mode, x| mode.options.human.cpuct = x);
    "humanSLCpuctPermanent" => Number(0.0..=1000.0, |mode, x| mode.options.human.cpuct_permanent = x);
};

/// Overrides that make a search play like the humans whom a human network imitates, as in KataGo's
/// gtp_human5k_example.cfg: the human policy chooses the move with a little temperature, the search when to pass.
const IMITATION: [(&str, OverrideValue); 9] = [
    ("humanSLChosenMoveProp", OverrideValue::Number(1.0)),
    ("humanSLChosenMoveIgnorePass", OverrideValue::Flag(true)),
    ("chosenMoveTemperatureEarly", OverrideValue::Number(0.85)),
    ("chosenMoveTemperature", OverrideValue::Number(0.7)),
    ("chosenMoveTemperatureHalflife", OverrideValue::Number(80.0)),
    (
        "chosenMoveTemperatureOnlyBelowProb",
        OverrideValue::Number(0.01),
    ),
    ("chosenMoveSubtract", OverrideValue::Number(0.0)),
    ("chosenMovePrune", OverrideValue::Number(0.0)),
    ("rootNumSymmetriesToSample", OverrideValue::Number(2.0)),
];

/// An expected error so large that the error of any evaluation is negligible in comparison.
const CERTAIN_UNIT_ERROR: f64 = 1e12;

impl OverrideSetter {
    fn read(&self, text: &str) -> Option<OverrideValue> {
        let number = || text.parse::<f64>().ok();
        match self {
            OverrideSetter::Number(range, _) => {
                let number = number().filter(|number| range.contains(number))?;
                Some(OverrideValue::Number(number))
            }
            OverrideSetter::Whole(range, _) => {
                let is_whole = |number: &f64| {
                    let range = f64::from(*range.start())..=f64::from(*range.end());
                    number.fract() == 0.0 && range.contains(number)
                };
                Some(OverrideValue::Number(number().filter(is_whole)?))
            }
            OverrideSetter::Flag(_) => {
                Some(OverrideValue::Flag(text.to_ascii_lowercase().parse().ok()?))
            }
            OverrideSetter::Color(_) => match text.to_ascii_lowercase().as_str() {
                "b" | "black" => Some(OverrideValue::Color(Color::Black)),
                "w" | "white" => Some(OverrideValue::Color(Color::White)),
                _ => None,
            },
            // KataGo's spellings of an absent profile.
            OverrideSetter::Profile(_) => match text {
                "" | "_" | "\"\"" => Some(OverrideValue::Profile(None)),
                name => Some(OverrideValue::Profile(Some(name.parse().ok()?))),
            },
        }
    }

    fn expected(&self) -> String {
        match self {
            OverrideSetter::Number(range, _) => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            OverrideSetter::Whole(range, _) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            OverrideSetter::Flag(_) => "true or false".to_owned(),
            OverrideSetter::Color(_) => "BLACK or WHITE".to_owned(),
            OverrideSetter::Profile(_) => HumanProfile::NAMES.to_owned(),
        }
    }

    fn apply(&self, mode: &mut SearchMode, value: OverrideValue) {
        match (self, value) {
            (OverrideSetter::Number(_, set), OverrideValue::Number(number)) => set(mode, number),
            (OverrideSetter::Whole(_, set), OverrideValue::Number(number)) => {
                set(mode, number as u8);
            }
            (OverrideSetter::Flag(set), OverrideValue::Flag(flag)) => set(mode, flag),
            (OverrideSetter::Color(set), OverrideValue::Color(color)) => set(mode, color),
            (OverrideSetter::Profile(set), OverrideValue::Profile(profile)) => set(mode, profile),
            _ => {}
        }
    }
}

impl SearchOverrides {
    /// Sets a parameter by its name in KataGo's configuration files. Returns whether the parameter exists; fails if it
    /// doesn't accept the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, BadOverride> {
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            return Ok(false);
        };
        let value = row.setter.read(value.trim()).ok_or_else(|| BadOverride {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: row.setter.expected(),
        })?;
        self.values.insert(row.name, value);
        Ok(true)
    }

    /// Returns the names of all parameters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ROWS.iter().map(|row| row.name)
    }

    /// Returns the range of a parameter; `None` if there is no such number.
    pub fn range(name: &str) -> Option<RangeInclusive<f64>> {
        match &ROWS.iter().find(|row| row.name == name)?.setter {
            OverrideSetter::Number(range, _) => Some(range.clone()),
            _ => None,
        }
    }

    /// Returns a description of the values that a parameter accepts; `None` if there is no such parameter.
    pub fn expected(name: &str) -> Option<String> {
        let row = ROWS.iter().find(|row| row.name == name)?;
        Some(row.setter.expected())
    }

    /// Returns the overrides that make a search with a human network play like the given players.
    pub fn imitating(profile: HumanProfile) -> SearchOverrides {
        let profile = (PROFILE, OverrideValue::Profile(Some(profile)));
        SearchOverrides {
            values: IMITATION.into_iter().chain([profile]).collect(),
        }
    }

    /// Merges two sets of overrides, with `stronger` taking precedence.
    pub fn under(mut self, stronger: &SearchOverrides) -> SearchOverrides {
        self.values.extend(&stronger.values);
        self
    }

    /// Returns an override's value as text; `None` if it isn't set.
    pub fn get(&self, name: &str) -> Option<String> {
        self.values.get(name).map(OverrideValue::to_string)
    }

    /// Removes an override, if set.
    pub fn unset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Returns the profile of the players to imitate, if set.
    pub fn profile(&self) -> Option<HumanProfile> {
        match self.values.get(PROFILE) {
            Some(OverrideValue::Profile(profile)) => *profile,
            _ => None,
        }
    }

    /// Returns the name of a parameter that is set and needs a human network in addition to the main one.
    pub fn of_human_network(&self) -> Option<&'static str> {
        let needs_it = |name: &&str| name.starts_with(OF_HUMAN_NETWORK) && *name != PROFILE;
        self.values.keys().copied().find(needs_it)
    }

    /// Sets the side with the playout doubling advantage.
    pub fn set_advantage_color(&mut self, color: Color) {
        self.values
            .insert(ADVANTAGE_COLOR, OverrideValue::Color(color));
    }

    /// Applies the overrides to the player's parameters.
    pub fn mode(&self, params: &PuctParams) -> SearchMode {
        let mut mode = SearchMode {
            params: params.clone(),
            options: SearchOptions::default(),
        };
        for row in ROWS {
            if let Some(&value) = self.values.get(row.name) {
                row.setter.apply(&mut mode, value);
            }
        }
        mode
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_imitation_sets_rows_and_yields_to_the_client() {
        let five_kyu: HumanProfile = "rank_5k".parse().unwrap();
        let imitation = SearchOverrides::imitating(five_kyu);
        for (name, value) in &imitation.values {
            let mut same = SearchOverrides::default();
            assert_eq!(same.set(name, &value.to_string()), Ok(true), "{name}");
            assert_eq!(same.values[name], *value, "{name}");
        }
        let mut client = SearchOverrides::default();
        client.set(PROFILE, "proyear_1985").unwrap();
        let merged = imitation.under(&client);
        assert_eq!(merged.profile(), client.profile());
        assert_eq!(merged.get("humanSLChosenMoveProp"), Some("1".to_owned()));
    }

    #[test]
    fn every_row_changes_the_mode_and_takes_its_whole_range() {
        let params = PuctParams::default();
        let before = SearchOverrides::default().mode(&params);
        assert_eq!(before, SearchMode::default());
        for row in ROWS {
            let (low, high) = match &row.setter {
                OverrideSetter::Number(range, _) => {
                    (range.start().to_string(), range.end().to_string())
                }
                OverrideSetter::Whole(range, _) => {
                    (range.start().to_string(), range.end().to_string())
                }
                OverrideSetter::Flag(_) => ("false".to_owned(), "True".to_owned()),
                OverrideSetter::Color(_) => ("B".to_owned(), "WHITE".to_owned()),
                OverrideSetter::Profile(_) => ("_".to_owned(), "preaz_20k_1d".to_owned()),
            };
            let mode = |text: &str| {
                let mut overrides = SearchOverrides::default();
                assert_eq!(
                    overrides.set(row.name, text),
                    Ok(true),
                    "{} {text}",
                    row.name
                );
                overrides.mode(&params)
            };
            assert_ne!(mode(&low), mode(&high), "{}", row.name);
            let mut overrides = SearchOverrides::default();
            assert_eq!(overrides.get(row.name), None);
            overrides.set(row.name, &high).unwrap();
            let text = overrides.get(row.name).unwrap();
            assert!(text.eq_ignore_ascii_case(&high), "{text} {high}");
            overrides.unset(row.name);
            assert_eq!(overrides, SearchOverrides::default());
            for bad in ["x", "NaN", "1e99", "-1e99", "inf"] {
                let refused = SearchOverrides::default().set(row.name, bad).unwrap_err();
                assert_eq!(
                    (refused.name.as_str(), refused.value.as_str()),
                    (row.name, bad)
                );
            }
        }
    }

    #[test]
    fn names_are_unique_and_unknown_ones_are_reported() {
        for (index, row) in ROWS.iter().enumerate() {
            assert!(
                ROWS[..index].iter().all(|other| other.name != row.name),
                "{}",
                row.name
            );
        }
        let mut overrides = SearchOverrides::default();
        assert_eq!(overrides.set("nonsense", "1"), Ok(false));
        assert_eq!(overrides.set("cpuctexploration", "1"), Ok(false));
        assert_eq!(overrides, SearchOverrides::default());
        let error = overrides
            .set("rootNumSymmetriesToSample", "2.5")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "rootNumSymmetriesToSample = 2.5: expected a whole number from 1 to 8"
        );
    }

    #[test]
    fn a_root_temperature_is_that_of_the_whole_game_unless_the_first_move_has_its_own() {
        let mut overrides = SearchOverrides::default();
        overrides.set("rootPolicyTemperatureEarly", "1.5").unwrap();
        overrides.set("rootPolicyTemperature", "1.2").unwrap();
        let params = overrides.mode(&PuctParams::default()).params;
        let temperatures = (
            params.root_policy_temperature_early,
            params.root_policy_temperature,
        );
        assert_eq!(temperatures, (1.5, 1.2));
    }
}
