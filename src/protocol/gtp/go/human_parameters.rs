//! Parameters of networks that imitate people, by KataGo's names.

use serde_json::{Value, json};

use super::parameters::Scope;
use crate::gtp::parameter::{Parameter, ParameterAccess};
use crate::gtp::session::Session;
use tengen_play::go::Go;

/// The players whom networks imitate.
pub const PROFILE: Parameter<Go> = Parameter {
    name: "humanSLProfile",
    args: "rank_5k, preaz_3d, rank_5k_2d, proyear_1985 and the like, or \"\", with a network that imitates people",
    help: "the players whom such a network imitates: amateurs from 20k to 9d, as black and as white, with the openings of today or from before AlphaZero (`preaz`), or professionals from 1800 to 2023; at first none, which for the network of `--model` means `rank_9d`",
    action: ParameterAccess {
        get: |session| get(session, "humanSLProfile", &json!("")),
        set: |session, value| {
            let is_usable = session.resources().networks.uses_profile();
            set(session, ("humanSLProfile", &json!("")), value, is_usable)
        },
    },
};

fn get(session: &Session<Go>, name: &str, default: &Value) -> Value {
    session.parameters.value(Scope::All, name, default.clone())
}

/// Sets a parameter, given with its default, if the networks have a use for it or it stays as it is.
fn set(
    session: &mut Session<Go>,
    (name, default): (&str, &Value),
    value: &Value,
    is_usable: bool,
) -> Option<()> {
    let (parameters, before) = (session.parameters.clone(), get(session, name, default));
    session.parameters.set(Scope::All, name, value)?;
    if !is_usable && get(session, name, default) != before {
        session.parameters = parameters;
        return None;
    }
    Some(())
}

/// Makes the row of a parameter that needs the network of `--human-model`.
macro_rules! of_human_model {
    ($name:literal, $default:expr, $args:literal, $help:literal) => {
        Parameter {
            name: $name,
            args: concat!($args, ", with a network of --human-model"),
            help: $help,
            action: ParameterAccess {
                get: |session| get(session, $name, &json!($default)),
                set: |session, value| {
                    let is_usable = session.resources().networks.human().is_some();
                    set(session, ($name, &json!($default)), value, is_usable)
                },
            },
        }
    };
}

pub const CHOSEN_MOVE_PROP: Parameter<Go> = of_human_model!(
    "humanSLChosenMoveProp",
    0.0,
    "a number from 0 to 1",
    "the share of the human policy in the choice of a move: with 1 the move is drawn from it, whatever the search finds"
);

pub const CHOSEN_MOVE_IGNORE_PASS: Parameter<Go> = of_human_model!(
    "humanSLChosenMoveIgnorePass",
    false,
    "true or false",
    "whether the search alone decides when to pass"
);

pub const CHOSEN_MOVE_PIKL_LAMBDA: Parameter<Go> = of_human_model!(
    "humanSLChosenMovePiklLambda",
    1_000_000_000.0,
    "a number from 0 to 1000000000",
    "the loss of utility by which a move gets 1/e of its human policy in that choice"
);

pub const ROOT_WEIGHTLESS: Parameter<Go> = of_human_model!(
    "humanSLRootExploreProbWeightless",
    0.0,
    "a number from 0 to 1",
    "the share of playouts that look at the moves of the position by the human policy and do not count in its value"
);

pub const ROOT_WEIGHTFUL: Parameter<Go> = of_human_model!(
    "humanSLRootExploreProbWeightful",
    0.0,
    "a number from 0 to 1",
    "the share of those that count"
);

pub const PLA_WEIGHTLESS: Parameter<Go> = of_human_model!(
    "humanSLPlaExploreProbWeightless",
    0.0,
    "a number from 0 to 1",
    "the share of selections by the human policy that do not count, in later positions with the same side to move"
);

pub const PLA_WEIGHTFUL: Parameter<Go> = of_human_model!(
    "humanSLPlaExploreProbWeightful",
    0.0,
    "a number from 0 to 1",
    "the share of those that count"
);

pub const OPP_WEIGHTLESS: Parameter<Go> = of_human_model!(
    "humanSLOppExploreProbWeightless",
    0.0,
    "a number from 0 to 1",
    "the share of selections by the human policy that do not count, in positions with the opponent to move"
);

pub const OPP_WEIGHTFUL: Parameter<Go> = of_human_model!(
    "humanSLOppExploreProbWeightful",
    0.0,
    "a number from 0 to 1",
    "the share of those that count"
);

pub const CPUCT_EXPLORATION: Parameter<Go> = of_human_model!(
    "humanSLCpuctExploration",
    1.0,
    "a number from 0 to 1000",
    "how strongly the human policy draws visits to moves with few visits"
);

pub const CPUCT_PERMANENT: Parameter<Go> = of_human_model!(
    "humanSLCpuctPermanent",
    0.0,
    "a number from 0 to 1000",
    "the same without end: moves that lose up to this much utility keep getting visits"
);
