//! GTP adapter of Go.
//!
//! - `explain`: a point explained
//! - `final_status`: score, dead stones and owners
//! - `gnugo`: GNU Go's queries
//! - `gogui`, `drawing`: GoGui's menu with drawings of ladders; the lines of a drawing
//! - `ladder_sgf`: a ladder as SGF
//! - `ladder_commands`: ladder commands
//! - `life_commands`, `life_drawing`, `life_sgf`: life and death of groups, as text replies, drawings and SGF
//! - `ladder_review`: the ladder events of the game
//! - `network`, `policy`: commands for KataGo's networks; their policy
//! - `owl`: GNU Go's questions about life and death
//! - `parameters`: the table of Go's parameters
//! - `problem`: the first moves in a problem diagram
//! - `rule_dialog`: the rules in GoGui's dialog
//!
//! Tests: `protocol-tests/gtp/ladder-questions.txt`, `protocol-tests/gtp/life.txt`, `protocol-tests/gtp/network.txt`
//! and other transcripts there; the answers have unit tests in the crate of Go.
//! A change moves: these transcripts and the manual (`src/protocol/manual.md`), which includes `notes.md`.

use nom::multi::many0;

use crate::Options;
use crate::gtp::game::MenuEntry;
use crate::gtp::grammar::{arguments, first_arguments, int, nothing, rest, vertex, word};
use crate::gtp::parameter::Parameter;
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
use tengen_play::refusal::RefusalCode;
use tengen_play::vertex::Vertex;

mod drawing;
mod explain;
mod final_status;
mod gnugo;
mod gogui;
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
mod problem;
mod rule_dialog;

use parameters::GoParameters;

impl GtpGame for Go {
    type Parameters = GoParameters;

    const PARAMETERS: &'static [Parameter<Self>] = parameters::PARAMETERS;
    const NOTES: &'static str = include_str!("notes.md");
    const MENU: &'static [MenuEntry] = &gogui::MENU;
    const COMMANDS: &'static [GtpCommand<Self>] = &[
        command!("fixed_handicap" "N" => fixed_handicap,
            "place N black handicap stones on the standard points; the reply lists them"),
        command!("place_free_handicap" "N" => place_free_handicap,
            "place N black handicap stones on points that the engine chooses; the reply lists them"),
        command!("set_free_handicap" "VERTEX VERTEX..." => set_free_handicap,
            "place black handicap stones on these points"),
        command!("final_status_list" "alive | seki | dead | white_territory | black_territory | dame" => final_status::final_status_list,
            "the stones of that status as the board stands, one chain per line; or the empty points, as GNU Go lists them"),
        command!("owners" "" => final_status::owners,
            "the owner of each point as the board stands, from 1 for black to -1 for white, one row per line from the top"),
        command!("kgs-genmove_cleanup" "COLOR" => final_status::genmove_cleanup,
            "genmove after a dispute about dead stones: does not pass before the opponent's are off the board"),
        command!("captures" "COLOR" => gnugo::captures,
            "the number of stones that the side has captured"),
        command!("get_handicap" "" => gnugo::get_handicap,
            "the number of handicap stones"),
        command!("estimate_score" "" => gnugo::estimate_score,
            "the expected score by the owners of all points, and white's score a standard deviation above and below it: B+3.5 (upper bound: 8.1, lower: -15.1)"),
        command!("countlib" "VERTEX" => countlib,
            "the number of liberties of the chain there"),
        command!("findlib" "VERTEX" => findlib,
            "the liberties of the chain there"),
        command!("chains" "" => chains,
            "every chain, one per line: its color, its stones and its liberties"),
        command!("kata-set-model" "FILE | own | none" => network::set_model,
            "load a KataGo network (.bin.gz or .txt.gz, format versions 3 to 17), the built-in one, or none"),
        command!("kata-get-models" "" => network::get_models,
            "the loaded networks, including the one of --human-model, as a JSON array"),
        command!("kata-raw-nn" "[COLOR] SYMMETRY [OPTIMISM]" => network::raw_nn,
            "the network's evaluation of the position in one of eight symmetries: result, score, policy and ownership"),
        command!("kata-raw-human-nn" "[COLOR] SYMMETRY" => network::raw_human_nn,
            "the evaluation by the network of --human-model, for the players of the parameter humanSLProfile"),
        command!("heatmap" "[SYMMETRY | average]" => policy::heatmap,
            "the network's policy in thousandths, one row per line from the top, then the pass and the winrate of the side to move; in symmetry 0 by default"),
        command!("policy_gfx" "" => policy::policy_gfx,
            "the network's policy for GoGui to draw: percents, likely moves in green and cyan"),
        command!("ladder" "VERTEX [COLOR]" => ladder_commands::ladder,
            "read a ladder, COLOR moving first: captured or escapes, the side that ko threats would help, and the line of play"),
        command!("ladder_moves" "VERTEX" => ladder_commands::ladder_moves,
            "the attacker's first moves that capture the chain in a ladder"),
        command!("ladders" "[COLOR]" => ladder_commands::every_ladder,
            "every chain with one or two liberties, one per line: a stone, the color, the numbers of stones and liberties, the verdict of its ladder, and the first move that works"),
        command!("ladder_breakers" "VERTEX..." => ladder_commands::ladder_breakers,
            "the points where one more stone of the defender turns captured into escapes, for all these chains at once"),
        command!("ladder_makers" "VERTEX" => ladder_commands::ladder_makers,
            "the points where one more stone of the attacker turns escapes into captured"),
        command!("ladder_sgf" "VERTEX [FILE]" => ladder_commands::ladder_sgf,
            "the position and the ladder's line as SGF with a comment at every atari, to a file, or as the reply if FILE is missing or -"),
        command!("ladder_loose" "VERTEX [COLOR] [LIBERTIES]" => ladder_commands::ladder_loose,
            "read a loose ladder or a net, COLOR moving first: the chain may have up to LIBERTIES liberties (2 to 4, usually 3) at the attacker's turn, who may also play next to them"),
        command!("ladder_review" "[STONES]" => ladder_review::ladder_review,
            "the ladder events of the game, one per line: the number, side and point of the move, ran, chased, missed_capture, missed_rescue or breaker, the chain before the move, the side that ko threats would help, and the line that proves it, after which move it begins and which side; STONES leaves smaller chains out"),
        command!("ladder_attack" "VERTEX" => ladder_commands::ladder_attack,
            "GNU Go's question whether a ladder captures a chain with one or two liberties: 0, or a code and the move; code 1 for success, 2 by ko, 3 by ko with the first threat to find"),
        command!("attack" "VERTEX" => ladder_commands::attack,
            "GNU Go's question whether the chain can be captured, by ladders alone: 0, or a code as in ladder_attack and the move"),
        command!("defend" "VERTEX" => ladder_commands::defend,
            "GNU Go's question whether the chain can be saved from a ladder: 0, or a code as in ladder_attack and the move, PASS if none is needed"),
        command!("ladder_gfx" "VERTEX" => gogui::ladder_gfx,
            "a ladder for GoGui to draw: the line as numbered moves, the chain crossed out if captured and circled if not"),
        command!("ladders_gfx" "" => gogui::ladders_gfx,
            "all ladders for GoGui to draw: captured chains crossed out, escaping ones circled, undecided ones in squares; moves that capture in red, moves that save in green"),
        command!("ladder_loose_gfx" "VERTEX" => gogui::ladder_loose_gfx,
            "ladder_loose for GoGui to draw, as ladder_gfx draws a ladder"),
        command!("ladder_breakers_gfx" "VERTEX..." => gogui::ladder_breakers_gfx,
            "ladder_breakers for GoGui to draw: in green, undecided points in yellow"),
        command!("ladder_makers_gfx" "VERTEX" => gogui::ladder_makers_gfx,
            "ladder_makers for GoGui to draw: in red, undecided points in yellow"),
        command!("life" "VERTEX [COLOR]" => life_commands::life,
            "read life and death of an enclosed group: alive, dead, unsettled, ko or unknown, then the answer for either side first (only COLOR first, if it is given), the region read, and the walls assumed to be safe; `weak` names walls that are dead or live in seki alone, and the status with them in the region, `together` the other chains of its side there, and the status of all together"),
        command!("life_moves" "VERTEX [COLOR [VERTEX]]" => life_commands::life_moves,
            "the first moves by which COLOR, usually the attacker, captures or saves the group, after `ko` those that only begin a ko: with a number the first side needs so many ko threats, without one the other side has an answer with ko threats; with a second VERTEX what becomes of the group after this first move, and the line that shows it"),
        command!("lives" "[COLOR]" => life_commands::every_life,
            "every group that is enclosed, one per line: a stone, the color, the number of stones of its largest chain, the status, and the answers for either side first where it matters"),
        command!("life_sgf" "VERTEX [FILE]" => life_commands::life_sgf,
            "the position and the lines for either side first as SGF, with the refutations of wrong first moves as variations, to a file, or as the reply if FILE is missing or -"),
        command!("life_gfx" "VERTEX [COLOR]" => life_drawing::life_gfx,
            "the life and death of a group for GoGui to draw: the line with COLOR first, usually the attacker, as numbered moves; the chain crossed out if dead, circled if alive, in a triangle if it depends on who moves or on a ko; the region in cyan"),
        command!("lives_gfx" "" => life_drawing::lives_gfx,
            "all enclosed groups for GoGui to draw: dead chains crossed out, living ones circled, those that depend on who moves or on a ko in triangles, undecided ones in squares; moves that capture in red, moves that save in green"),
        command!("problem" "[json]" => problem::problem,
            "find the group in question and the first moves of the side to move, in a position where nothing needs to be enclosed: the status, the goal with the group, the first moves with their kind, the line for either side first, natural first moves that are proved wrong (`refuted`) with a line after them, the zone that the verdict depends on, the region read, and the empty points next to it that count as the attacker's; else a chain that a single move captures in a ladder or net; else unknown, with the network's line as a guess. Each group in question begins with its status; at the end stand the readings of chains without an answer (`tried`), with the reason. A network chooses the groups, an exact reading decides. The form json has the fields of `tengen life --problems`, with vertices, and further groups in `others`"),
        command!("owl_attack" "VERTEX" => owl::owl_attack,
            "GNU Go's question whether an enclosed group can be killed: 0, or a code as in ladder_attack and the move"),
        command!("owl_defend" "VERTEX" => owl::owl_defend,
            "GNU Go's question whether an enclosed group can be saved: 0, or a code as in ladder_attack and the move, PASS if none is needed"),
        command!("dragon_status" "[VERTEX]" => owl::dragon_status,
            "GNU Go's status of a group: alive, dead, critical with the moves that attack and defend it, or unknown if it is not enclosed or undecided; without VERTEX, all enclosed groups, one per line"),
        command!("explain" "VERTEX [json]" => explain::explain_point,
            "describe a point, one sentence per line: liberties, atari, the ladder and the chains that break it, alive with which eyes, dead, unsettled, seki, or a ko with the threats that it takes; on an empty point whose eye it is and what a stone of either side does there; json for the same as a JSON object"),
        command!("kata-get-rules" "" => get_rules,
            "the rules as JSON"),
        command!("kata-set-rules" "NAME | JSON" => set_rules,
            "set the rules: chinese, japanese, tromp-taylor, aga, new-zealand and others of KataGo's names, cgos for the default, or JSON"),
        command!("kata-set-rule" "KEY VALUE" => set_rule,
            "set one rule by its key in the JSON"),
        command!("gogui-param_rules" "[KEY VALUE]" => rule_dialog::param_rules,
            "the rules for GoGui's dialog, one per line: type, name and value; or set one as kata-set-rule does"),
        command!("kgs-rules" "NAME" => kgs_rules,
            "set the rules by their KGS name: chinese, aga, new_zealand or japanese; its Chinese rules have positional superko"),
    ];

    fn parameters(options: &Options) -> GoParameters {
        GoParameters::new(&options.games.go)
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
    Failure::coded(RefusalCode::Handicap, reason)
}

/// Starts a new game with handicap stones and replies with their points. Handicap stones are a set-up, not moves. The
/// GTP draft requires an empty board.
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
