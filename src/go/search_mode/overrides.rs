//! Deviations of one search from its parameters, by KataGo's names.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::options::{SearchMode, SearchOptions};
use super::params::PuctParams;
use crate::net::HumanProfile;
use tengen_engine::game::Color;

/// Deviations of one search from the player's parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchOverrides {
    values: BTreeMap<&'static str, OverrideValue>,
}

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} = {value}: expected {expected}")]
pub struct BadOverride {
    /// The parameter.
    pub name: String,
    /// The value.
    pub value: String,
    /// The values that it takes.
    pub expected: String,
}

/// The value of an override.
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

/// The name of the side with the playout doubling advantage.
const ADVANTAGE_COLOR: &str = "playoutDoublingAdvantagePla";

/// The name of the players whom networks imitate.
const PROFILE: &str = "humanSLProfile";

/// The beginning of the names of parameters that use a network that imitates people.
const OF_HUMAN_NETWORK: &str = "humanSL";

/// A parameter that can be overridden.
struct OverrideRow {
    /// KataGo's name.
    name: &'static str,
    setter: OverrideSetter,
}

/// The values of a parameter, and how they change the mode of a search.
enum OverrideSetter {
    Number(RangeInclusive<f64>, fn(&mut SearchMode, f64)),
    Whole(RangeInclusive<u8>, fn(&mut SearchMode, u8)),
    Flag(fn(&mut SearchMode, bool)),
    Color(fn(&mut SearchMode, Color)),
    Profile(fn(&mut SearchMode, Option<HumanProfile>)),
}

const fn number(
    name: &'static str,
    range: RangeInclusive<f64>,
    set: fn(&mut SearchMode, f64),
) -> OverrideRow {
    let setter = OverrideSetter::Number(range, set);
    OverrideRow { name, setter }
}

const fn flag(name: &'static str, set: fn(&mut SearchMode, bool)) -> OverrideRow {
    let setter = OverrideSetter::Flag(set);
    OverrideRow { name, setter }
}

/// Every parameter that can be overridden, with KataGo's range. They are applied in this order.
static ROWS: &[OverrideRow] = &[
    number("cpuctExploration", 0.0..=10.0, |mode, x| {
        mode.params.cpuct = x
    }),
    number("cpuctExplorationLog", 0.0..=10.0, |mode, x| {
        mode.params.cpuct_log = x
    }),
    number("cpuctExplorationBase", 10.0..=100_000.0, |mode, x| {
        mode.params.cpuct_base = x
    }),
    number("cpuctUtilityStdevPrior", 1e-8..=10.0, |mode, x| {
        mode.params.utility_stdev_prior = x
    }),
    number("cpuctUtilityStdevPriorWeight", 0.0..=100.0, |mode, x| {
        mode.params.utility_stdev_prior_weight = x;
    }),
    number("cpuctUtilityStdevScale", 0.0..=1.0, |mode, x| {
        mode.params.utility_stdev_scale = x
    }),
    number("fpuReductionMax", 0.0..=2.0, |mode, x| {
        mode.params.fpu_reduction = x
    }),
    number("rootFpuReductionMax", 0.0..=2.0, |mode, x| {
        mode.params.root_fpu_reduction = x
    }),
    number("fpuParentWeightByVisitedPolicyPow", 0.0..=5.0, |mode, x| {
        mode.params.fpu_parent_power = x;
    }),
    number("winLossUtilityFactor", 0.0..=1.0, |mode, x| {
        mode.params.win_loss_factor = x
    }),
    number("staticScoreUtilityFactor", 0.0..=1.0, |mode, x| {
        mode.params.static_score_factor = x
    }),
    number("dynamicScoreUtilityFactor", 0.0..=1.0, |mode, x| {
        mode.params.dynamic_score_factor = x
    }),
    number("dynamicScoreCenterZeroWeight", 0.0..=1.0, |mode, x| {
        mode.params.dynamic_center_pull = x;
    }),
    number("dynamicScoreCenterScale", 0.2..=5.0, |mode, x| {
        mode.params.dynamic_score_range = x
    }),
    number("valueWeightExponent", 0.0..=1.0, |mode, x| {
        mode.params.value_weight_exponent = x
    }),
    number("noisePruneUtilityScale", 0.001..=10.0, |mode, x| {
        mode.params.noise_prune_scale = x
    }),
    flag("useNoisePruning", |mode, prunes| {
        // Whatever a move loses, all of its visits count.
        if !prunes {
            mode.params.noise_prune_scale = f64::INFINITY;
        }
    }),
    number("subtreeValueBiasFactor", 0.0..=1.0, |mode, x| {
        mode.params.bias_factor = x
    }),
    number("subtreeValueBiasWeightExponent", 0.0..=1.0, |mode, x| {
        mode.params.bias_weight_exponent = x;
    }),
    number("subtreeValueBiasFreeProp", 0.0..=1.0, |mode, x| {
        mode.params.bias_free_share = x
    }),
    number("uncertaintyCoeff", 0.0001..=1.0, |mode, x| {
        mode.params.unit_error = x
    }),
    number("uncertaintyMaxWeight", 1.0..=100.0, |mode, x| {
        mode.params.max_evaluation_weight = x
    }),
    number("numVirtualLossesPerThread", 0.01..=1000.0, |mode, x| {
        mode.params.virtual_losses = x
    }),
    // The temperature of the whole game, unless that of the first move is another.
    number("rootPolicyTemperature", 0.01..=100.0, |mode, x| {
        mode.params.root_policy_temperature = x;
        mode.params.root_policy_temperature_early = x;
    }),
    number("rootPolicyTemperatureEarly", 0.01..=100.0, |mode, x| {
        mode.params.root_policy_temperature_early = x;
    }),
    number("rootEndingBonusPoints", -1.0..=1.0, |mode, x| {
        mode.params.ending_bonus = x
    }),
    number("rootPolicyOptimism", 0.0..=1.0, |mode, x| {
        mode.params.root_policy_optimism = x
    }),
    number("policyOptimism", 0.0..=1.0, |mode, x| {
        mode.params.policy_optimism = x
    }),
    number("lcbStdevs", 1.0..=12.0, |mode, x| {
        mode.params.lcb_stdevs = x
    }),
    number("minVisitPropForLCB", 0.0..=1.0, |mode, x| {
        mode.params.lcb_min_visit_share = x
    }),
    number("chosenMoveTemperature", 0.0..=5.0, |mode, x| {
        mode.params.move_temperature = x
    }),
    number("chosenMoveTemperatureEarly", 0.0..=5.0, |mode, x| {
        mode.params.move_temperature_early = x;
    }),
    number(
        "chosenMoveTemperatureHalflife",
        0.1..=100_000.0,
        |mode, x| {
            mode.params.move_temperature_half_life = x;
        },
    ),
    number("wideRootNoise", 0.0..=5.0, |mode, x| {
        mode.options.wide_root_noise = x
    }),
    number("playoutDoublingAdvantage", -3.0..=3.0, |mode, x| {
        mode.options.playout_doublings = x
    }),
    OverrideRow {
        name: ADVANTAGE_COLOR,
        setter: OverrideSetter::Color(|mode, color| {
            mode.options.playout_doublings_color = Some(color);
        }),
    },
    OverrideRow {
        name: "rootNumSymmetriesToSample",
        setter: OverrideSetter::Whole(1..=8, |mode, count| mode.options.root_symmetries = count),
    },
    flag("rootSymmetryPruning", |mode, prunes| {
        mode.options.prune_symmetries = prunes
    }),
    flag("ignorePreRootHistory", |mode, ignores| {
        mode.options.ignore_pre_root_history = ignores
    }),
    flag("antiMirror", |mode, breaks| {
        mode.options.anti_mirror = breaks
    }),
    flag("conservativePass", |mode, goes_on| {
        mode.options.conservative_pass = goes_on
    }),
    flag("useLcbForSelection", |mode, uses| {
        // No move has so many visits that its bound would count.
        if !uses {
            mode.params.lcb_min_visit_share = f64::INFINITY;
        }
    }),
    flag("useUncertainty", |mode, uses| {
        // Every evaluation has the weight of a visit.
        if !uses {
            mode.params.max_evaluation_weight = 1.0;
            mode.params.unit_error = CERTAIN_UNIT_ERROR;
        }
    }),
    number(
        "chosenMoveTemperatureOnlyBelowProb",
        0.0..=1.0,
        |mode, x| mode.options.choice.only_below = x,
    ),
    number("chosenMoveSubtract", 0.0..=1e10, |mode, x| {
        mode.options.choice.subtracted = x
    }),
    number("chosenMovePrune", 0.0..=1e10, |mode, x| {
        mode.options.choice.pruned_below = Some(x)
    }),
    OverrideRow {
        name: PROFILE,
        setter: OverrideSetter::Profile(|mode, profile| mode.options.human.profile = profile),
    },
    number("humanSLChosenMoveProp", 0.0..=1.0, |mode, x| {
        mode.options.human.chosen_share = x
    }),
    flag("humanSLChosenMoveIgnorePass", |mode, ignores| {
        mode.options.human.ignores_pass = ignores
    }),
    number("humanSLChosenMovePiklLambda", 0.0..=1e9, |mode, x| {
        mode.options.human.pikl_lambda = x
    }),
    number("humanSLRootExploreProbWeightless", 0.0..=1.0, |mode, x| {
        mode.options.human.root.weightless = x;
    }),
    number("humanSLRootExploreProbWeightful", 0.0..=1.0, |mode, x| {
        mode.options.human.root.weightful = x;
    }),
    number("humanSLPlaExploreProbWeightless", 0.0..=1.0, |mode, x| {
        mode.options.human.own.weightless = x;
    }),
    number("humanSLPlaExploreProbWeightful", 0.0..=1.0, |mode, x| {
        mode.options.human.own.weightful = x;
    }),
    number("humanSLOppExploreProbWeightless", 0.0..=1.0, |mode, x| {
        mode.options.human.opponent.weightless = x;
    }),
    number("humanSLOppExploreProbWeightful", 0.0..=1.0, |mode, x| {
        mode.options.human.opponent.weightful = x;
    }),
    number("humanSLCpuctExploration", 0.0..=1000.0, |mode, x| {
        mode.options.human.cpuct = x
    }),
    number("humanSLCpuctPermanent", 0.0..=1000.0, |mode, x| {
        mode.options.human.cpuct_permanent = x
    }),
];

/// What lets a search play like the people whom a human network imitates, as in KataGo's gtp_human5k_example.cfg: the human
/// policy chooses the move, tempered a little, and the search when to pass.
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

/// An expected error beside which that of every evaluation is nothing.
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
            // The ways in which KataGo spells no profile.
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
            // `read` returns values of the row's own kind.
            _ => {}
        }
    }
}

impl SearchOverrides {
    /// Sets a parameter by the name that KataGo's configuration files give it. Returns whether there is such a parameter.
    ///
    /// # Errors
    ///
    /// The parameter does not take this value.
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

    /// Returns the overrides by which a search with a human network plays like these people.
    pub fn imitating(profile: HumanProfile) -> SearchOverrides {
        let profile = (PROFILE, OverrideValue::Profile(Some(profile)));
        SearchOverrides {
            values: IMITATION.into_iter().chain([profile]).collect(),
        }
    }

    /// Returns these overrides, replaced by those of `stronger` where both set a parameter.
    pub fn under(mut self, stronger: &SearchOverrides) -> SearchOverrides {
        self.values.extend(&stronger.values);
        self
    }

    /// Returns the text of an override; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<String> {
        self.values.get(name).map(OverrideValue::to_string)
    }

    /// Removes an override.
    pub fn unset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Returns the players whom networks imitate.
    pub fn profile(&self) -> Option<HumanProfile> {
        match self.values.get(PROFILE) {
            Some(OverrideValue::Profile(profile)) => *profile,
            _ => None,
        }
    }

    /// Returns the name of a parameter that is set and needs a human network beside the main one.
    pub fn of_human_network(&self) -> Option<&'static str> {
        let needs_it = |name: &&str| name.starts_with(OF_HUMAN_NETWORK) && *name != PROFILE;
        self.values.keys().copied().find(needs_it)
    }

    /// Names the side with the playout doubling advantage.
    pub fn set_advantage_color(&mut self, color: Color) {
        self.values
            .insert(ADVANTAGE_COLOR, OverrideValue::Color(color));
    }

    /// Returns the mode of a search by a player with these parameters.
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
    fn names_are_unique_and_unknown_ones_are_told() {
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
