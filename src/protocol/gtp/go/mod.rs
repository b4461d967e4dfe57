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
//! - `resources`: the networks of a session, and the ladders of its game
//! - `rule_dialog`: the rules in GoGui's dialog

use std::sync::Arc;

use nom::multi::many0;

use crate::engine::Settings;
use crate::engine::game::{Color, Game, Position as _};
use crate::engine::record::Record;
use crate::engine::skill::SkillScale;
use crate::engine::worker::Computation;
use crate::go::level;
use crate::go::net::Network;
use crate::go::player::Player;
use crate::go::request::GoRequest;
use crate::go::rules::handicap::BadHandicap;
use crate::go::{Komi, Move, Point, PointSet, Position, Rules, Size};
use crate::protocol::Options;
use crate::protocol::gtp::game::ClientWishes;
use crate::protocol::gtp::game::MenuEntry;
use crate::protocol::gtp::game::{Occupant, SetUp, join, point_at, write_point};
use crate::protocol::gtp::parameter::Parameter;
use crate::protocol::gtp::parse::{arguments, first_arguments, int, nothing, rest, vertex, word};
use crate::protocol::gtp::vertex::Vertex;
use crate::protocol::gtp::{Answer, Failure, GtpCommand, GtpGame, MoveOf, Session, say};
use crate::records::sgf;

mod drawing;
mod explain;
mod final_status;
mod gnugo;
mod gogui;
mod human_parameters;
pub(in crate::protocol) mod ladder_commands;
mod ladder_review;
mod ladder_sgf;
mod life_commands;
mod life_drawing;
mod life_sgf;
mod network;
mod owl;
mod parameters;
mod policy;
mod resources;
mod rule_dialog;

pub(in crate::protocol) use network::describe_model;
use parameters::GoParameters;
pub use resources::GoResources;

/// The default komi, which suits area scoring.
const KOMI: f64 = 7.5;

/// The adapter of Go for GTP.
pub struct Go;

impl GtpGame for Go {
    type Position = Position;
    type Searcher = Player;
    type Resources = GoResources;
    type Parameters = GoParameters;

    const GAME: Game = Game::Go;
    const SGF: sgf::SgfGameType = sgf::SgfGameType::Go;
    const HAS_KOMI: bool = true;
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

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &Options) -> Result<Position, Failure> {
        let square = options.size.map(|side| (side, side));
        let (width, height) = square.or(options.go.board).unwrap_or((19, 19));
        let size = size(u32::from(width), u32::from(height))?;
        let usual = || Komi::from_points(KOMI).map_err(|error| Failure::new(error.to_string()));
        let komi = options.go.forced_komi.or(options.go.komi);
        let komi = komi.map_or_else(usual, Ok)?;
        let mut start = Position::new(size, options.go.rules.unwrap_or_default(), komi);
        if options.go.handicap > 0 {
            start
                .place_fixed_handicap(usize::from(options.go.handicap))
                .map_err(refused)?;
        }
        Ok(start)
    }

    fn resources(options: &Options) -> GoResources {
        GoResources::new(options)
    }

    fn resized(now: &Position, width: u32, height: u32) -> Result<Position, Failure> {
        Ok(Position::new(
            size(width, height)?,
            *now.rules(),
            now.komi(),
        ))
    }

    fn set_up(now: &Position, set_up: &SetUp) -> Result<Position, Failure> {
        let size = now.board().size();
        let stones: Vec<_> = set_up
            .stones
            .iter()
            .map(|&(color, at)| (color, from_top(size, at)))
            .collect();
        let mut position = Position::new(size, *now.rules(), now.komi());
        position
            .set_position(&stones, set_up.to_move.unwrap_or(Color::Black))
            .map_err(|_| Failure::new("illegal move"))?;
        Ok(position)
    }

    fn searcher(settings: Settings, resources: &GoResources) -> Player {
        Player::new(settings, resources.networks.clone())
    }

    fn plays_by(position: &Position, resources: &GoResources) -> Option<String> {
        let fits = Network::fits(position.board().size());
        let plays = |network: &Arc<Network>| fits && !network.has_failed();
        Some(match resources.networks.network().filter(plays) {
            Some(network) => format!("network {}", network.title()),
            None => "playouts".to_owned(),
        })
    }

    fn parameters(options: &Options) -> GoParameters {
        GoParameters::of(&options.go)
    }

    fn take_wishes(request: &mut GoRequest, wishes: ClientWishes, parameters: &GoParameters) {
        request.ownership = wishes.ownership;
        request.move_ownership = wishes.move_ownership;
        request.overrides = parameters.overrides(&wishes);
        request.resign = parameters.resign_conditions(wishes.resign_below);
    }

    fn size(position: &Position) -> (u8, u8) {
        let size = position.board().size();
        (size.width(), size.height())
    }

    fn cell(position: &Position, point: sgf::Point) -> Occupant {
        let point = from_top(position.board().size(), point);
        position
            .board()
            .at(point)
            .map_or(Occupant::Empty, Occupant::Stone)
    }

    fn move_at(position: &Position, point: Option<sgf::Point>) -> Option<Move> {
        Some(point.map_or(Move::Pass, |point| {
            Move::Place(from_top(position.board().size(), point))
        }))
    }

    fn point_of(position: &Position, mv: Move) -> Option<sgf::Point> {
        match mv {
            Move::Pass => None,
            Move::Place(point) => Some(to_top(position.board().size(), point)),
        }
    }

    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let judge = final_status::judge(session);
        Box::new(move |control| final_status::score(&judge(control)?))
    }

    fn result(position: &Position) -> String {
        match position.outcome() {
            Some(_) => format!(
                "{} with every stone alive",
                position.score(&PointSet::new())
            ),
            None => format!("{} to move", position.to_move()),
        }
    }

    fn moves_left(position: &Position) -> u32 {
        // About a third of the board stays empty. Late in the game, a minimum of moves is assumed.
        (position.board().empty_points().len() as u32 / 3).max(8)
    }

    fn komi(position: &Position) -> f64 {
        position.komi().points()
    }

    fn usual_komi(position: &Position) -> f64 {
        position.rules().usual_komi()
    }

    fn set_komi(position: &mut Position, komi: f64) -> Result<(), Failure> {
        let komi = Komi::from_points(komi).map_err(|error| Failure::new(error.to_string()))?;
        position.set_komi(komi);
        Ok(())
    }

    fn handicap(position: &Position) -> u32 {
        position.handicap_stones()
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

    fn set_handicap(position: &mut Position, stones: u32) {
        position.set_handicap_stones(stones);
    }

    fn rules_name(position: &Position) -> Option<String> {
        Some(position.rules().sgf_name().to_owned())
    }

    fn exact_rules(position: &Position) -> Option<String> {
        let rules = position.rules();
        Some(rules.name().map_or_else(|| rules.to_json(), str::to_owned))
    }

    fn ruled_by(mut start: Position, text: &str) -> Result<Position, Failure> {
        let rules = Rules::of_record(text).map_err(|error| Failure::new(error.to_string()))?;
        start.set_rules(rules);
        Ok(start)
    }

    fn is_rules_name(text: &str) -> bool {
        Rules::is_name_in_records(text)
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

fn size(width: u32, height: u32) -> Result<Size, Failure> {
    Size::new(width, height).map_err(|_| Failure::new("unacceptable size"))
}

fn from_top(size: Size, point: sgf::Point) -> Point {
    Point::new(point.column, size.height() - 1 - point.row)
}

pub(in crate::protocol) fn to_top(size: Size, point: Point) -> sgf::Point {
    sgf::Point {
        column: point.column(),
        row: size.height() - 1 - point.row(),
    }
}

pub(in crate::protocol) fn text(position: &Position, point: Point) -> String {
    write_point::<Go>(position, to_top(position.board().size(), point))
}

fn list(position: &Position, points: impl IntoIterator<Item = Point>) -> String {
    join(points.into_iter().map(|point| text(position, point)))
}

fn refused(reason: BadHandicap) -> Failure {
    Failure::new(reason.to_string())
}

/// Returns the number of handicap stones: black's stones on a board without white ones, and black's moves before white's
/// first, where they are more than one together. KataGo counts them alike
/// (docs/GTP_Extensions.md, assumeMultipleStartingBlackMovesAreHandicap).
pub fn played_handicap(start: &Position, moves: impl Iterator<Item = (Color, Move)>) -> u32 {
    let board = start.board();
    let stones = |color| {
        let mut points = board.size().points();
        points
            .by_ref()
            .filter(|&point| board.at(point) == Some(color))
            .count()
    };
    if stones(Color::White) > 0 {
        return 0;
    }
    let is_stone = |&(color, mv): &(Color, Move)| color == Color::Black && mv != Move::Pass;
    let moved = moves.take_while(is_stone).count();
    let moved = if moved > 1 { moved } else { 0 };
    match stones(Color::Black) + moved {
        1 => 0,
        count => count as u32,
    }
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
        .map_err(|error: crate::go::rules::ruleset::BadRules| Failure::new(error.to_string()))?;
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
