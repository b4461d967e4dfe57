//! The Go adapter of GTP.
//!
//! - `explain`: a point in words
//! - `final_status`: score, dead stones and owners
//! - `gnugo`: GNU Go's queries
//! - `gogui`, `drawing`: GoGui's menu with drawings of ladders; the lines of a drawing
//! - `ladder_sgf`: a ladder as SGF
//! - `ladder_commands`: ladder commands
//! - `life_commands`, `life_drawing`, `life_sgf`: life and death of groups: with text replies, drawn, and as SGF
//! - `ladder_review`: the ladder events of the game
//! - `human_parameters`: parameters of networks that imitate people
//! - `network`, `policy`: KataGo's networks by command; their policy
//! - `owl`: GNU Go's questions about life and death
//! - `parameters`: parameters of Go's searches
//! - `rule_dialog`: the rules in GoGui's dialog
//!
//! Tests: `protocol-tests/gtp/ladder-questions.txt`, `protocol-tests/gtp/life.txt`, `protocol-tests/gtp/network.txt` and other
//! transcripts there; the answers have unit tests in the crate of Go.
//! A change moves: these transcripts and the manual (`src/protocol/manual.md`), which includes `notes.md`.

use nom::multi::many0;

use crate::Options;
use crate::gtp::game::MenuEntry;
use crate::gtp::parameter::Parameter;
use crate::gtp::parse::{arguments, first_arguments, int, nothing, rest, vertex, word};
use crate::gtp::{Answer, Failure, GtpCommand, GtpGame, Session, say};
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_go::request::GoRequest;
use tengen_go::rules::handicap::BadHandicap;
use tengen_go::{Point, Position, Rules};
use tengen_play::MoveOf;
use tengen_play::go::{Go, from_top, played_handicap, text};
use tengen_play::notation::join;
use tengen_play::notation::point_at;
use tengen_play::options::ClientOptions;
use tengen_play::vertex::Vertex;

mod drawing;
mod explain;
mod final_status;
mod gnugo;
mod gogui;
mod human_parameters;
pub(crate) mod ladder_commands;
mod ladder_review;
mod ladder_sgf;
mod life_commands;
mod life_drawing;
mod life_sgf;
mod network;
mod owl;
mod parameters;
mod policy;
mod rule_dialog;

use parameters::GoParameters;

impl GtpGame for Go {
    type Parameters = GoParameters;

    const PARAMETERS: &'static [Parameter<Self>] = &[
        final_status::RESIGN_THRESHOLD,
        parameters::ALLOW_RESIGNATION,
        parameters::COUNT_PLAYED_HANDICAP,
        parameters::ANALYSIS_WIDE_ROOT_NOISE,
        parameters::ROOT_POLICY_TEMPERATURE,
        parameters::ROOT_SYMMETRIES,
        parameters::PLAYOUT_DOUBLING_ADVANTAGE,
        parameters::PLAYOUT_DOUBLING_ADVANTAGE_COLOR,
        parameters::IGNORE_PRE_ROOT_HISTORY,
        parameters::ANALYSIS_IGNORE_PRE_ROOT_HISTORY,
        parameters::ANTI_MIRROR,
        parameters::GENMOVE_ANTI_MIRROR,
        parameters::CONSERVATIVE_PASS,
        parameters::ROOT_POLICY_OPTIMISM,
        parameters::POLICY_OPTIMISM,
        parameters::USE_UNCERTAINTY,
        human_parameters::PROFILE,
        human_parameters::CHOSEN_MOVE_PROP,
        human_parameters::CHOSEN_MOVE_IGNORE_PASS,
        human_parameters::CHOSEN_MOVE_PIKL_LAMBDA,
        human_parameters::ROOT_WEIGHTLESS,
        human_parameters::ROOT_WEIGHTFUL,
        human_parameters::PLA_WEIGHTLESS,
        human_parameters::PLA_WEIGHTFUL,
        human_parameters::OPP_WEIGHTLESS,
        human_parameters::OPP_WEIGHTFUL,
        human_parameters::CPUCT_EXPLORATION,
        human_parameters::CPUCT_PERMANENT,
    ];
    const NOTES: &'static str = include_str!("notes.md");
    const MENU: &'static [MenuEntry] = &gogui::MENU;
    const COMMANDS: &'static [GtpCommand<Self>] = &[
        GtpCommand {
            name: "fixed_handicap",
            args: "N",
            help: "place N black handicap stones on their usual points and reply them",
            action: fixed_handicap,
        },
        GtpCommand {
            name: "place_free_handicap",
            args: "N",
            help: "place N black handicap stones where the engine wants them and reply them",
            action: place_free_handicap,
        },
        GtpCommand {
            name: "set_free_handicap",
            args: "VERTEX VERTEX...",
            help: "place black handicap stones on these points",
            action: set_free_handicap,
        },
        final_status::FINAL_STATUS_LIST,
        final_status::OWNERS,
        final_status::GENMOVE_CLEANUP,
        gnugo::CAPTURES,
        gnugo::GET_HANDICAP,
        gnugo::ESTIMATE_SCORE,
        GtpCommand {
            name: "countlib",
            args: "VERTEX",
            help: "the number of liberties of the chain there",
            action: countlib,
        },
        GtpCommand {
            name: "findlib",
            args: "VERTEX",
            help: "the liberties of the chain there",
            action: findlib,
        },
        GtpCommand {
            name: "chains",
            args: "",
            help: "every chain, one a line: its color, its stones and its liberties",
            action: chains,
        },
        network::SET_MODEL,
        network::GET_MODELS,
        network::RAW_NN,
        network::RAW_HUMAN_NN,
        policy::HEATMAP,
        policy::POLICY_GFX,
        ladder_commands::LADDER,
        ladder_commands::LADDER_MOVES,
        ladder_commands::LADDERS,
        ladder_commands::LADDER_BREAKERS,
        ladder_commands::LADDER_MAKERS,
        ladder_commands::LADDER_SGF,
        ladder_commands::LADDER_LOOSE,
        ladder_review::LADDER_REVIEW,
        ladder_commands::LADDER_ATTACK,
        ladder_commands::ATTACK,
        ladder_commands::DEFEND,
        gogui::LADDER_GFX,
        gogui::LADDERS_GFX,
        gogui::LADDER_LOOSE_GFX,
        gogui::LADDER_BREAKERS_GFX,
        gogui::LADDER_MAKERS_GFX,
        life_commands::LIFE,
        life_commands::LIFE_MOVES,
        life_commands::LIVES,
        life_commands::LIFE_SGF,
        life_drawing::LIFE_GFX,
        life_drawing::LIVES_GFX,
        owl::OWL_ATTACK,
        owl::OWL_DEFEND,
        owl::DRAGON_STATUS,
        explain::EXPLAIN,
        GtpCommand {
            name: "kata-get-rules",
            args: "",
            help: "the rules as JSON",
            action: get_rules,
        },
        GtpCommand {
            name: "kata-set-rules",
            args: "NAME | JSON",
            help: "set the rules: chinese, japanese, tromp-taylor, aga, new-zealand and others of KataGo's names, cgos for the default, or JSON",
            action: set_rules,
        },
        GtpCommand {
            name: "kata-set-rule",
            args: "KEY VALUE",
            help: "set one rule by its key in the JSON",
            action: set_rule,
        },
        rule_dialog::PARAM_RULES,
        GtpCommand {
            name: "kgs-rules",
            args: "NAME",
            help: "set the rules by the name that KGS gives them: chinese, aga, new_zealand or japanese; its Chinese rules have positional superko",
            action: kgs_rules,
        },
    ];

    fn parameters(options: &Options) -> GoParameters {
        GoParameters::of(&options.games.go)
    }

    fn take_parameters(request: &mut GoRequest, options: ClientOptions, parameters: &GoParameters) {
        request.overrides = parameters.overrides(&options);
        request.resign = parameters.resign_conditions(options.resign_below);
    }

    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let judge = final_status::judge(session);
        Box::new(move |control| final_status::score(&judge(control)?))
    }

    fn count_handicap(record: &mut Record<Position>, parameters: &GoParameters) {
        if parameters.ignores_played_handicap {
            return;
        }
        let first_white = record.moves().position(|(color, _)| color == Color::White);
        if first_white.is_none_or(|before| before > 0 && before + 1 == record.len()) {
            let stones = played_handicap(record.start(), record.moves());
            record.adjust(|position| position.set_handicap_stones(stones));
        }
    }

    fn notes(position: &Position) -> Vec<String> {
        let prisoners = |color| position.board().prisoners(color);
        vec![
            format!("{} to move", position.to_move()),
            format!("X has captured {}", prisoners(Color::Black)),
            format!("O has captured {}", prisoners(Color::White)),
            format!("komi {}", position.komi()),
        ]
    }
}

fn list(position: &Position, points: impl IntoIterator<Item = Point>) -> String {
    join(points.into_iter().map(|point| text(position, point)))
}

fn refused(reason: BadHandicap) -> Failure {
    Failure::new(reason.to_string())
}

/// Starts a new game with handicap stones and replies them. Handicap stones are a set-up, not moves. The GTP draft
/// requires an empty board.
fn begin_with_handicap(
    session: &mut Session<Go>,
    place: impl FnOnce(&mut Position) -> Result<Vec<Point>, BadHandicap>,
) -> Result<Answer, Failure> {
    let mut start = session.position().clone();
    let points = place(&mut start).map_err(refused)?;
    let reply = list(&start, points);
    session.begin(start);
    say(reply)
}

fn fixed_handicap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let count = first_arguments(args, int)? as usize;
    begin_with_handicap(session, |start| start.place_fixed_handicap(count))
}

fn place_free_handicap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let count = first_arguments(args, int)? as usize;
    begin_with_handicap(session, |start| start.place_free_handicap(count))
}

fn set_free_handicap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let vertices = arguments(args, many0(vertex))?;
    let size = session.position().board().size();
    let point =
        |&vertex: &Vertex| Some(from_top(size, point_at::<Go>(session.position(), vertex)?));
    let points: Option<Vec<Point>> = vertices.iter().map(point).collect();
    let points = points.ok_or_else(|| refused(BadHandicap::Points))?;
    begin_with_handicap(session, |start| {
        start.set_free_handicap(&points).map(|()| Vec::new())
    })
}

/// Returns the point of a vertex. Fails if it has no stone.
fn stone_at(position: &Position, vertex: Vertex) -> Result<Point, Failure> {
    let point = point_at::<Go>(position, vertex).ok_or_else(|| Failure::new("invalid vertex"))?;
    let point = from_top(position.board().size(), point);
    match position.board().at(point) {
        Some(_) => Ok(point),
        None => Err(Failure::new(format!(
            "no stone at {}",
            text(position, point)
        ))),
    }
}

fn countlib(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let point = stone_at(session.position(), arguments(args, vertex)?)?;
    say(session.position().board().liberty_count(point).to_string())
}

fn findlib(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let position = session.position();
    let point = stone_at(position, arguments(args, vertex)?)?;
    say(list(position, position.board().liberties(point)))
}

fn chains(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position();
    let board = position.board();
    let line = |head| {
        // A chain's head is always a stone, so the color exists.
        let color = board
            .at(head)
            .map(|color| color.to_string())
            .unwrap_or_default();
        let stones = list(position, board.stones_of(head));
        format!(
            "{color} stones {stones} liberties {}",
            list(position, board.liberties(head))
        )
    };
    say(board.chains().map(line).collect::<Vec<_>>().join("\n"))
}

fn get_rules(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.position().rules().to_json())
}

fn set_rules(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let text = arguments(args, rest)?;
    let rules: Rules = text
        .parse()
        .map_err(|error: tengen_go::rules::ruleset::BadRules| Failure::new(error.to_string()))?;
    change_rules(session, rules)
}

fn kgs_rules(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let rules = Rules::named_by_kgs(arguments(args, rest)?);
    change_rules(
        session,
        rules.map_err(|error| Failure::new(error.to_string()))?,
    )
}

fn set_rule(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (key, value) = arguments(args, (word, word))?;
    let mut rules = *session.position().rules();
    rules
        .set(key, value)
        .map_err(|error| Failure::new(error.to_string()))?;
    change_rules(session, rules)
}

fn change_rules(session: &mut Session<Go>, rules: Rules) -> Result<Answer, Failure> {
    session.record.adjust(|position| position.set_rules(rules));
    Ok(Answer::done())
}
