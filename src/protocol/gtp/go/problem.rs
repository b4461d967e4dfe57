//! The GTP command about problem diagrams.

use std::sync::Arc;

use nom::combinator::opt;

use super::explain::wants_json;
use super::life_commands::read_lives;
use super::list;
use crate::gtp::grammar::{arguments, word};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::Color;
use tengen_engine::game::Position as _;
use tengen_go::life::group::GroupStatus;
use tengen_go::problem::{self, DEFAULT_BUDGET, ProblemAnswer, ProblemFields, SuccessKind};
use tengen_go::puct::{NetworkSearch, SearchNetworks};
use tengen_go::{Move, Point, Position};
use tengen_play::go::{Go, move_text, text};
use tengen_play::notation::join;

pub fn problem(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let wants_json = wants_json(arguments(args, opt(word))?)?;
    let position = session.position().clone();
    let size = position.board().size();
    let network = session.resources().problem_network(size)?;
    let settings = session.settings();
    read_lives(session, move |bounds| {
        let networks = SearchNetworks {
            main: Arc::clone(&network),
            human: None,
        };
        let mut search = NetworkSearch::new(settings, networks);
        let limits = bounds.of_problem(DEFAULT_BUDGET);
        let answer = problem::read(&position, &mut search, limits, bounds.control());
        if wants_json {
            let spell = |mv| move_text(&position, mv);
            let fields = ProblemFields::new(position.board(), answer.as_ref(), spell);
            return serde_json::to_string(&fields).map_err(|error| error.to_string());
        }
        Ok(match answer {
            Some(answer) => answer_text(&position, &answer),
            None => GroupStatus::Unknown.name().to_owned(),
        })
    })
}

fn answer_text(position: &Position, answer: &ProblemAnswer) -> String {
    let board = position.board();
    let mut lines = vec![answer.status.name().to_owned()];
    let group = list(position, board.stones_of(answer.target));
    lines.push(format!("{} {group}", answer.goal.name()));
    let moves = join(answer.moves.iter().map(|&point| text(position, point)));
    let threats = match answer.kind {
        SuccessKind::Ko { threats } => format!(" {threats}"),
        _ => String::new(),
    };
    lines.push(format!("moves {moves} {}{threats}", answer.kind.name()));
    let colors = [position.to_move(), position.to_move().opponent()];
    for (color, line) in colors.into_iter().zip(&answer.lines) {
        let moves = line_text(position, &line.pv);
        lines.push(format!("{color} {} pv {moves}", line.verdict.name()));
    }
    for refutation in &answer.refutations {
        let moves = line_text(position, &refutation.line);
        lines.push(format!(
            "refuted {} pv {moves}",
            text(position, refutation.mv)
        ));
    }
    let places = |points: &[Point]| list(position, points.to_vec());
    let [first, _] = &answer.lines;
    lines.push(format!("zone {}", places(&first.zone)));
    lines.push(format!("region {}", places(answer.region())));
    lines.push(format!("assumed {}", places(&answer.assumed)));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

fn line_text(position: &Position, line: &[(Color, Move)]) -> String {
    join(line.iter().map(|&(_, mv)| move_text(position, mv)))
}
