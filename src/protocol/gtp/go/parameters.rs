//! Parameters of Go's searches over GTP, by KataGo's names.

use serde_json::{Value, json};

use crate::gtp::parameter::{Parameter, ParameterAccess};
use tengen_go::net::HumanProfile;
use tengen_go::request::ResignConditions;
use tengen_go::search_mode::{PuctParams, SearchOverrides};
use tengen_play::go::Go;
use tengen_play::options::ClientOptions;
use tengen_play::options::GoOptions;

/// The values of Go's parameters in a session.
#[derive(Clone, Debug)]
pub struct GoParameters {
    /// Whether the engine may resign.
    allows_resignation: bool,
    /// Conditions of resigning, apart from the winrate.
    resign: ResignConditions,
    /// Whether black's first moves are no handicap, however many they are.
    pub(super) ignores_played_handicap: bool,
    /// Overrides of searches for a move.
    moves: SearchOverrides,
    /// Overrides of analyses.
    analyses: SearchOverrides,
}

/// The searches for which a parameter holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    All,
    Moves,
    Analyses,
}

/// The parameter that names the side with the playout doubling advantage.
const ADVANTAGE_COLOR: &str = "playoutDoublingAdvantagePla";

/// The value of a parameter that is not set.
const AUTO: &str = "auto";

/// Winrate below which no search resigns.
const NEVER: f32 = 0.0;

impl Default for GoParameters {
    fn default() -> Self {
        GoParameters {
            allows_resignation: true,
            resign: ResignConditions::default(),
            ignores_played_handicap: false,
            moves: SearchOverrides::default(),
            analyses: SearchOverrides::default(),
        }
    }
}

impl GoParameters {
    /// Returns the values that the options set.
    pub fn of(options: &GoOptions) -> GoParameters {
        GoParameters {
            resign: options.resign,
            ignores_played_handicap: options.ignores_played_handicap,
            moves: options.overrides.clone(),
            analyses: options.analysis_overrides.clone(),
            ..GoParameters::default()
        }
    }

    /// Returns the conditions of resigning with this winrate, which is the search's own if `None`.
    pub fn resign_conditions(&self, below: Option<f32>) -> ResignConditions {
        ResignConditions {
            below: match self.allows_resignation {
                true => below,
                false => Some(NEVER),
            },
            ..self.resign
        }
    }

    /// Returns the overrides of a search with these options.
    pub fn overrides(&self, options: &ClientOptions) -> SearchOverrides {
        let mut overrides = match options.analysis {
            true => self.analyses.clone(),
            false => self.moves.clone(),
        };
        if let (Some(side), None) = (options.side, overrides.get(ADVANTAGE_COLOR)) {
            overrides.set_advantage_color(side);
        }
        overrides
    }

    /// Returns the players whom networks imitate.
    pub(super) fn profile(&self) -> Option<HumanProfile> {
        self.moves.profile()
    }

    /// Returns the value of an override, or `default` if it is not set.
    pub(super) fn value(&self, scope: Scope, name: &str, default: Value) -> Value {
        let overrides = match scope {
            Scope::Analyses => &self.analyses,
            Scope::All | Scope::Moves => &self.moves,
        };
        let Some(text) = overrides.get(name) else {
            return default;
        };
        // A number keeps the form of the default, with a fraction or without.
        match text.parse::<f64>() {
            Ok(number) if default.is_f64() => json!(number),
            _ => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// Sets an override. Returns `None`, without a change, if it is out of range.
    pub(super) fn set(&mut self, scope: Scope, name: &str, value: &Value) -> Option<()> {
        let text = match value {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        if scope != Scope::Analyses {
            self.moves.set(name, &text).ok()?;
        }
        if scope != Scope::Moves {
            self.analyses.set(name, &text).ok()?;
        }
        Some(())
    }
}

/// Makes the row of a parameter that overrides a search parameter in a scope. `$shown` is the scope whose value is told,
/// where two parameters share one.
macro_rules! overriding {
    ($name:literal, $scope:expr, $overridden:literal, $default:expr, $args:literal, $help:literal) => {
        overriding!($name, $scope, $scope, $overridden, $default, $args, $help)
    };
    ($name:literal, $scope:expr, $shown:expr, $overridden:literal, $default:expr, $args:literal, $help:literal) => {
        Parameter {
            name: $name,
            args: $args,
            help: $help,
            action: ParameterAccess {
                get: |session| (session.parameters).value($shown, $overridden, json!($default)),
                set: |session, value| (session.parameters).set($scope, $overridden, value),
            },
        }
    };
}

/// Whether the engine may resign.
pub const ALLOW_RESIGNATION: Parameter<Go> = Parameter {
    name: "allowResignation",
    args: "true or false",
    help: "whether the engine may resign; true at first, unlike in KataGo",
    action: ParameterAccess {
        get: |session| json!(session.parameters.allows_resignation),
        set: |session, value| {
            session.parameters.allows_resignation = value.as_bool()?;
            Some(())
        },
    },
};

/// Whether several black moves before white's first are handicap stones. Moves played before keep their count.
pub const COUNT_PLAYED_HANDICAP: Parameter<Go> = Parameter {
    name: "assumeMultipleStartingBlackMovesAreHandicap",
    args: "true or false",
    help: "whether several black moves before white's first are handicap stones, from the next move on; true at first",
    action: ParameterAccess {
        get: |session| json!(!session.parameters.ignores_played_handicap),
        set: |session, value| {
            session.parameters.ignores_played_handicap = !value.as_bool()?;
            Some(())
        },
    },
};

pub const PLAYOUT_DOUBLING_ADVANTAGE: Parameter<Go> = overriding!(
    "playoutDoublingAdvantage",
    Scope::All,
    "playoutDoublingAdvantage",
    0.0,
    "a number from -3 to 3",
    "the network assumes that the engine searches 2 to this power times as many playouts as its opponent, in an analysis the side to move; for networks that were trained with it"
);

pub const PLAYOUT_DOUBLING_ADVANTAGE_COLOR: Parameter<Go> = Parameter {
    name: ADVANTAGE_COLOR,
    args: "BLACK, WHITE or auto",
    help: "the side with that advantage; auto is the engine's, in an analysis the side to move",
    action: ParameterAccess {
        get: |session| (session.parameters).value(Scope::All, ADVANTAGE_COLOR, json!(AUTO)),
        set: |session, value| {
            let parameters = &mut session.parameters;
            if value != AUTO {
                return parameters.set(Scope::All, ADVANTAGE_COLOR, value);
            }
            parameters.moves.unset(ADVANTAGE_COLOR);
            parameters.analyses.unset(ADVANTAGE_COLOR);
            Some(())
        },
    },
};

pub const ANALYSIS_WIDE_ROOT_NOISE: Parameter<Go> = overriding!(
    "analysisWideRootNoise",
    Scope::Analyses,
    "wideRootNoise",
    0.0,
    "a number from 0 to 5",
    "how widely `analyze` commands look at the moves of the position; KataGo's is 0.04"
);

pub const IGNORE_PRE_ROOT_HISTORY: Parameter<Go> = overriding!(
    "ignorePreRootHistory",
    Scope::All,
    "ignorePreRootHistory",
    false,
    "true or false",
    "whether the network sees the position without the moves before it; superko holds all the same"
);

pub const ANALYSIS_IGNORE_PRE_ROOT_HISTORY: Parameter<Go> = overriding!(
    "analysisIgnorePreRootHistory",
    Scope::Analyses,
    "ignorePreRootHistory",
    false,
    "true or false",
    "the same for `analyze` commands alone"
);

pub const ANTI_MIRROR: Parameter<Go> = overriding!(
    "antiMirror",
    Scope::All,
    Scope::Analyses,
    "antiMirror",
    false,
    "true or false",
    "whether to break the play of an opponent who has long answered each move with its mirror image"
);

pub const GENMOVE_ANTI_MIRROR: Parameter<Go> = overriding!(
    "genmoveAntiMirror",
    Scope::Moves,
    "antiMirror",
    false,
    "true or false",
    "the same for `genmove` commands alone"
);

pub const ROOT_POLICY_TEMPERATURE: Parameter<Go> = overriding!(
    "rootPolicyTemperature",
    Scope::All,
    "rootPolicyTemperature",
    1.0,
    "a number from 0.01 to 100",
    "the temperature of the network's policy for the moves of the position: above 1 the search is wider"
);

pub const ROOT_SYMMETRIES: Parameter<Go> = overriding!(
    "rootNumSymmetriesToSample",
    Scope::All,
    "rootNumSymmetriesToSample",
    1,
    "a whole number from 1 to 8",
    "the number of symmetries in which the network sees the position; their mean counts"
);

pub const CONSERVATIVE_PASS: Parameter<Go> = overriding!(
    "conservativePass",
    Scope::All,
    "conservativePass",
    false,
    "true or false",
    "whether the search does without the assumption that its own pass after the opponent's ends the game"
);

pub const ROOT_POLICY_OPTIMISM: Parameter<Go> = overriding!(
    "rootPolicyOptimism",
    Scope::All,
    "rootPolicyOptimism",
    PuctParams::default().root_policy_optimism,
    "a number from 0 to 1",
    "the share of the optimistic policy, if the network has one, for the moves of the position"
);

pub const POLICY_OPTIMISM: Parameter<Go> = overriding!(
    "policyOptimism",
    Scope::All,
    "policyOptimism",
    PuctParams::default().policy_optimism,
    "a number from 0 to 1",
    "the same for all later moves"
);

pub const USE_UNCERTAINTY: Parameter<Go> = overriding!(
    "useUncertainty",
    Scope::All,
    "useUncertainty",
    true,
    "true or false",
    "whether evaluations count more where the network expects small errors, if it does expect any"
);
