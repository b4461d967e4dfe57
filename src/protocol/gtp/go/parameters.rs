//! Table of the parameters that only Go has, by KataGo's names, and their values in a session.

use serde_json::{Value, json};

use super::final_status::RESIGN_THRESHOLD;
use crate::gtp::parameter::{Parameter, ParameterValues, parameter};
use crate::gtp::session::Session;
use tengen_go::net::HumanProfile;
use tengen_go::request::ResignConditions;
use tengen_go::search_mode::{PuctParams, SearchOverrides};
use tengen_play::go::Go;
use tengen_play::options::ClientOptions;
use tengen_play::options::GoOptions;

/// Values of Go's parameters in a session.
#[derive(Clone, Debug)]
pub struct GoParameters {
    /// Whether the engine may resign.
    allows_resignation: bool,
    /// Conditions for resigning other than the winrate.
    resign: ResignConditions,
    /// Whether Black's consecutive first moves never count as handicap stones.
    pub(super) ignores_played_handicap: bool,
    /// Overrides for move searches.
    moves: SearchOverrides,
    /// Overrides for analysis searches.
    analyses: SearchOverrides,
}

/// Searches that a parameter applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Moves,
    Analyses,
}

/// Parameter that names the side with the playout doubling advantage.
const ADVANTAGE_COLOR: &str = "playoutDoublingAdvantagePla";

/// Value of an unset parameter.
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
    /// Returns the values set by the options.
    pub fn new(options: &GoOptions) -> GoParameters {
        GoParameters {
            resign: options.resign,
            ignores_played_handicap: options.ignores_played_handicap,
            moves: options.overrides.clone(),
            analyses: options.analysis_overrides.clone(),
            ..GoParameters::default()
        }
    }

    /// Returns the conditions for resigning below this winrate; `None` for the search's own threshold.
    pub fn resign_conditions(&self, below: Option<f32>) -> ResignConditions {
        ResignConditions {
            below: match self.allows_resignation {
                true => below,
                false => Some(NEVER),
            },
            ..self.resign
        }
    }

    /// Returns the overrides for a search with these options.
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

    /// Returns the players that networks imitate.
    pub(super) fn profile(&self) -> Option<HumanProfile> {
        self.moves.profile()
    }

    /// Returns the value of an override, or `default` if it is not set.
    fn value(&self, scope: Scope, name: &str, default: Value) -> Value {
        let overrides = match scope {
            Scope::Analyses => &self.analyses,
            Scope::All | Scope::Moves => &self.moves,
        };
        let Some(text) = overrides.get(name) else {
            return default;
        };
        // A number has a fraction if the default has one.
        match text.parse::<f64>() {
            Ok(number) if default.is_f64() => json!(number),
            _ => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// Sets an override. Returns `None` without a change if it is out of range.
    fn set(&mut self, scope: Scope, name: &str, value: &Value) -> Option<()> {
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

/// Rows of the parameter table.
type Row = Parameter<Go>;

/// Makes the row of a parameter that overrides a search parameter in a scope. `shown` is the scope of the reported
/// value, if two parameters share one.
macro_rules! overriding {
    ($name:literal = $scope:expr, $overridden:expr, $default:expr, $help:literal) => {
        overriding!($name = $scope, $scope, $overridden, $default, $help)
    };
    ($name:literal = $scope:expr, $shown:expr, $overridden:expr, $default:expr, $help:literal) => {
        Row {
            name: $name,
            values: ParameterValues::Search($overridden),
            help: $help,
            get: |session| (session.parameters).value($shown, $overridden, json!($default)),
            set: |session, value| (session.parameters).set($scope, $overridden, value),
        }
    };
}

/// Makes the row of a search parameter in all searches.
macro_rules! search {
    ($name:literal = $default:expr, $help:literal) => {
        overriding!($name = Scope::All, $name, $default, $help)
    };
}

/// Makes the row of a search parameter that needs the network of `--human-model`.
macro_rules! human_search {
    ($name:literal = $default:expr, $help:literal) => {
        Row {
            name: $name,
            values: ParameterValues::HumanSearch($name),
            help: $help,
            get: |session| current(session, $name, &json!($default)),
            set: |session, value| {
                let is_usable = session.resources().networks.human().is_some();
                set(session, ($name, &json!($default)), value, is_usable)
            },
        }
    };
}

/// All parameters that only Go has.
pub const PARAMETERS: &[Row] = &[
    RESIGN_THRESHOLD,
    parameter!("allowResignation" => "true or false",
        "whether the engine may resign; true by default, unlike in KataGo",
        |session| json!(session.parameters.allows_resignation),
        |session, value| session.parameters.allows_resignation = value.as_bool()?),
    // Moves already played keep their count.
    parameter!("assumeMultipleStartingBlackMovesAreHandicap" => "true or false",
        "whether several black moves before white's first are handicap stones, from the next move on; true by default",
        |session| json!(!session.parameters.ignores_played_handicap),
        |session, value| session.parameters.ignores_played_handicap = !value.as_bool()?),
    overriding!(
        "analysisWideRootNoise" = Scope::Analyses,
        "wideRootNoise",
        0.0,
        "how widely `analyze` commands search the moves at the root; 0.04 in KataGo"
    ),
    search!(
        "rootPolicyTemperature" = 1.0,
        "the temperature of the network's policy at the root: above 1 the search is wider"
    ),
    search!(
        "rootNumSymmetriesToSample" = 1,
        "the number of symmetries in which the network evaluates the position; the values are averaged"
    ),
    search!(
        "playoutDoublingAdvantage" = 0.0,
        "the network assumes that the engine (in an analysis the side to move) searches 2 to this power times as many playouts as its opponent; for networks trained with it"
    ),
    parameter!(ADVANTAGE_COLOR => "BLACK, WHITE or auto",
    "the side with that advantage; auto means the engine's side, in an analysis the side to move",
    |session| (session.parameters).value(Scope::All, ADVANTAGE_COLOR, json!(AUTO)),
    |session, value| {
        let parameters = &mut session.parameters;
        if value != AUTO {
            return parameters.set(Scope::All, ADVANTAGE_COLOR, value);
        }
        parameters.moves.unset(ADVANTAGE_COLOR);
        parameters.analyses.unset(ADVANTAGE_COLOR);
    }),
    search!(
        "ignorePreRootHistory" = false,
        "whether to hide the moves before the position from the network; superko still applies"
    ),
    overriding!(
        "analysisIgnorePreRootHistory" = Scope::Analyses,
        "ignorePreRootHistory",
        false,
        "the same for `analyze` commands only"
    ),
    overriding!(
        "antiMirror" = Scope::All,
        Scope::Analyses,
        "antiMirror",
        false,
        "whether to break the play of an opponent who has long answered each move with its mirror image"
    ),
    overriding!(
        "genmoveAntiMirror" = Scope::Moves,
        "antiMirror",
        false,
        "the same for `genmove` commands only"
    ),
    search!(
        "conservativePass" = false,
        "whether the search does not assume that its own pass after the opponent's ends the game"
    ),
    search!(
        "rootPolicyOptimism" = PuctParams::default().root_policy_optimism,
        "the share of the optimistic policy at the root, if the network has one"
    ),
    search!(
        "policyOptimism" = PuctParams::default().policy_optimism,
        "the same for all later moves"
    ),
    search!(
        "useUncertainty" = true,
        "whether evaluations weigh more where the network expects small errors, if it predicts errors"
    ),
    Row {
        name: "humanSLProfile",
        values: ParameterValues::Described(
            "rank_5k, preaz_3d, rank_5k_2d, proyear_1985 and the like, or \"\", with a network that imitates people",
        ),
        help: "the players that such a network imitates: amateurs from 20k to 9d, as black and as white, with the openings of today or from before AlphaZero (`preaz`), or professionals from 1800 to 2023; none by default, which for the network of `--model` means `rank_9d`",
        get: |session| current(session, "humanSLProfile", &json!("")),
        set: |session, value| {
            let is_usable = session.resources().networks.uses_profile();
            set(session, ("humanSLProfile", &json!("")), value, is_usable)
        },
    },
    human_search!(
        "humanSLChosenMoveProp" = 0.0,
        "the share of the human policy in the choice of a move: with 1 the move is drawn from it alone"
    ),
    human_search!(
        "humanSLChosenMoveIgnorePass" = false,
        "whether the search alone decides when to pass"
    ),
    human_search!(
        "humanSLChosenMovePiklLambda" = 1_000_000_000.0,
        "the loss of utility by which a move gets 1/e of its human policy in that choice"
    ),
    human_search!(
        "humanSLRootExploreProbWeightless" = 0.0,
        "the share of playouts that choose moves at the root by the human policy without counting in its value"
    ),
    human_search!(
        "humanSLRootExploreProbWeightful" = 0.0,
        "the share of those that count"
    ),
    human_search!(
        "humanSLPlaExploreProbWeightless" = 0.0,
        "the share of selections by the human policy that do not count, in later positions with the same side to move"
    ),
    human_search!(
        "humanSLPlaExploreProbWeightful" = 0.0,
        "the share of those that count"
    ),
    human_search!(
        "humanSLOppExploreProbWeightless" = 0.0,
        "the share of selections by the human policy that do not count, in positions with the opponent to move"
    ),
    human_search!(
        "humanSLOppExploreProbWeightful" = 0.0,
        "the share of those that count"
    ),
    human_search!(
        "humanSLCpuctExploration" = 1.0,
        "how strongly the human policy draws visits to moves with few visits"
    ),
    human_search!(
        "humanSLCpuctPermanent" = 0.0,
        "the same without limit: moves that lose up to this much utility keep getting visits"
    ),
];

fn current(session: &Session<Go>, name: &str, default: &Value) -> Value {
    session.parameters.value(Scope::All, name, default.clone())
}

/// Sets a parameter, given with its default, if the networks can use it or its value stays the same.
fn set(
    session: &mut Session<Go>,
    (name, default): (&str, &Value),
    value: &Value,
    is_usable: bool,
) -> Option<()> {
    let (parameters, before) = (session.parameters.clone(), current(session, name, default));
    session.parameters.set(Scope::All, name, value)?;
    if !is_usable && current(session, name, default) != before {
        session.parameters = parameters;
        return None;
    }
    Some(())
}
