//! The GTP command about problem diagrams.

use std::sync::Arc;

use super::life_commands::{move_text, read_lives};
use super::list;
use crate::gtp::grammar::{arguments, nothing};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::Position as _;
use tengen_go::life::group::GroupStatus;
use tengen_go::net::Network;
use tengen_go::problem::{self, DEFAULT_BUDGET, ProblemAnswer, SuccessKind};
use tengen_go::puct::{NetworkSearch, SearchNetworks};
use tengen_go::{Point, Position};
use tengen_play::go::{Go, text};
use tengen_play::notation::join;

pub fn problem(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    let network = session.resources().networks.network();
    let network = network.ok_or_else(|| Failure::new("a problem needs a network"))?;
    if !Network::fits(position.board().size()) {
        return Err(Failure::new("the network does not fit this board"));
    }
    let settings = session.settings();
    read_lives(session, move |bounds| {
        let networks = SearchNetworks {
            main: Arc::clone(&network),
            human: None,
        };
        let mut search = NetworkSearch::new(settings, networks);
        let limits = bounds.of_problem(DEFAULT_BUDGET);
        let answer = problem::read(&position, &mut search, limits, bounds.control());
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
        let moves = join(line.pv.iter().map(|&(_, mv)| move_text(position, mv)));
        lines.push(format!("{color} {} pv {moves}", line.verdict.name()));
    }
    let places = |points: &[Point]| list(position, points.to_vec());
    let [first, _] = &answer.lines;
    lines.push(format!("zone {}", places(&first.zone)));
    lines.push(format!("region {}", places(&answer.region)));
    lines.push(format!("assumed {}", places(&answer.assumed)));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
