//! End of a game over GTP: dead stones, cleanup after a dispute, and the resignation threshold.

use serde_json::{Value, json};

use super::list;
use crate::gtp::grammar::{arguments, color, first_arguments, nothing, word};
use crate::gtp::parameter::{Parameter, ParameterValues};
use crate::gtp::search::{MoveUse, SearchTask};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::Color;
use tengen_engine::{Control, SearchRequest};
use tengen_go::net::GameHistory;
use tengen_go::request::GoRequest;
use tengen_go::rules::area_score::AreaScore;
use tengen_go::rules::ruleset::{Rules, Scoring};
use tengen_go::score::{self, Judgment};
use tengen_go::{Move, Point, PointSet};
use tengen_play::go::Go;
use tengen_play::notation::join;

/// Resignation threshold on KataGo's scale, from -1 for a certain loss to 1 for a certain win.
pub const RESIGN_THRESHOLD: Parameter<Go> = Parameter {
    name: "resignThreshold",
    values: ParameterValues::Described("a number from -1 (never) to 1, or auto"),
    help: "value of the position below which the engine resigns: -0.9 means a winning chance of 5%, auto leaves the decision to the search; a game with handicap is not resigned before 60% of the points have been played",
    get: |session| {
        let threshold = |winrate: f32| json!((f64::from(winrate) * 2e6 - 1e6).round() / 1e6);
        session.resign_below.map_or(json!(AUTO), threshold)
    },
    set: |session, value| {
        session.resign_below = match value {
            Value::String(text) if text == AUTO => None,
            value => {
                let threshold = value.as_f64().filter(|t| (-1.0..=1.0).contains(t))?;
                Some(((1.0 + threshold) / 2.0) as f32)
            }
        };
        Some(())
    },
};

/// Value for the search's own resignation threshold.
const AUTO: &str = "auto";

/// Returns a function that judges the current position, with the network if there is one that fits the board. The
/// control it takes can stop it.
pub fn judge(
    session: &Session<Go>,
) -> impl FnOnce(&Control<Move>) -> Result<Judgment, String> + Send + use<> {
    let history = GameHistory::of_record(&session.record);
    let network = session.resources().networks.network();
    let isa = session.settings().isa;
    move |control| {
        let network = network.as_ref().map(|network| (network, isa));
        let judgment = score::judge_with(&history, network, &|| control.interrupted());
        match control.interrupted() {
            true => Err("stopped".to_owned()),
            false => Ok(judgment),
        }
    }
}

/// Returns the score of a judgment. Fails if the board is not finished.
pub fn score(judgment: &Judgment) -> Result<String, String> {
    match judgment.is_finished {
        true => Ok(judgment.score.to_string()),
        false => Err("cannot score".to_owned()),
    }
}

pub fn final_status_list(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let status = first_arguments(args, word)?;
    let wanted: fn(&Judgment) -> &PointSet = match status {
        "alive" => |judgment| &judgment.alive,
        "seki" => |judgment| &judgment.seki,
        "dead" => |judgment| &judgment.dead,
        "white_territory" => return empty_points(session, Some(Color::White)),
        "black_territory" => return empty_points(session, Some(Color::Black)),
        "dame" => return empty_points(session, None),
        _ => return Err(Failure::Syntax),
    };
    let position = session.position().clone();
    let judge = judge(session);
    session.compute(Box::new(move |control| {
        let judgment = judge(control)?;
        let stones = wanted(&judgment);
        let board = position.board();
        let chains = board.chains().filter(|&head| stones.contains(head));
        let lines: Vec<String> = chains
            .map(|head| list(&position, board.stones_of(head)))
            .collect();
        Ok(lines.join("\n"))
    }))
}

/// Lists the empty points of an owner, or those of neither side, with the dead stones removed.
fn empty_points(session: &mut Session<Go>, owner: Option<Color>) -> Result<Answer, Failure> {
    let position = session.position().clone();
    let judge = judge(session);
    session.compute(Box::new(move |control| {
        let judgment = judge(control)?;
        let board = position.board();
        let areas = AreaScore::new(board, &judgment.dead);
        let points = board.size().points_from_top();
        let listed = points.filter(|&p| board.at(p).is_none() && areas.owner(p) == owner);
        Ok(list(&position, listed))
    }))
}

pub fn owners(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let size = session.position().board().size();
    let judge = judge(session);
    session.compute(Box::new(move |control| {
        let ownership = judge(control)?.ownership;
        let row = |row| {
            let points = (0..size.width()).map(|column| Point::new(column, row));
            join(points.map(|point| format!("{:.2}", ownership.of(point))))
        };
        Ok((0..size.height())
            .rev()
            .map(row)
            .collect::<Vec<_>>()
            .join("\n"))
    }))
}

/// Searches for a move in KGS's cleanup phase, in which disputed dead stones must be captured. All stones left on the
/// board then count as alive. The search uses area scoring, under which a move in one's own territory costs nothing.
pub fn genmove_cleanup(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, color)?;
    let mut record = session.record.clone();
    let rules = Rules {
        scoring: Scoring::Area,
        friendly_pass_ok: false,
        ..*session.position().rules()
    };
    record.adjust(|position| position.set_rules(rules));
    let request = SearchRequest {
        game: GoRequest {
            cleans_up: true,
            ..GoRequest::default()
        },
        ..SearchRequest::default()
    };
    let task = SearchTask::silent(color, MoveUse::Played);
    session.search_record(record, SearchTask { request, ..task })
}
