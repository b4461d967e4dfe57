//! The GTP command about problem diagrams.

use nom::combinator::opt;

use super::explain::wants_json;
use super::life_commands::read_lives;
use super::list;
use crate::gtp::grammar::{arguments, word};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::Color;
use tengen_engine::game::Position as _;
use tengen_go::life::group::GroupStatus;
use tengen_go::problem::{
    self, DEFAULT_BUDGET, ProblemAnswer, ProblemFields, ProblemReading, SuccessKind,
};
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
        let mut search = problem::search(&network, settings);
        let limits = bounds.of_problem(DEFAULT_BUDGET);
        let reading = problem::read(&position, &mut search, limits, bounds.control());
        if wants_json {
            let spell = |mv| move_text(&position, mv);
            let fields = ProblemFields::nested(position.board(), reading.as_ref(), spell);
            return serde_json::to_string(&fields).map_err(|error| error.to_string());
        }
        Ok(match reading {
            Some(reading) => reading_text(&position, &reading),
            None => GroupStatus::Unknown.name().to_owned(),
        })
    })
}

/// Returns the answers or a guess, and what was tried without an answer.
fn reading_text(position: &Position, reading: &ProblemReading) -> String {
    let answers = reading.answers.iter();
    let mut lines: Vec<String> = answers
        .map(|answer| answer_text(position, answer))
        .collect();
    if lines.is_empty() {
        lines.push(GroupStatus::Unknown.name().to_owned());
        let guess = line_text(position, &reading.expected);
        lines.push(format!("guess {guess}"));
    }
    for tried in &reading.tried {
        let stones = position.board().stones_of(tried.target);
        lines.push(format!("tried {}", list(position, stones)));
        lines.push(format!("outcome {}", tried.outcome.name()));
        for first in Color::BOTH {
            lines.push(format!("{first} {}", tried.verdict(first).name()));
        }
        let places = |points: &[Point]| list(position, points.to_vec());
        lines.push(format!("region {}", places(&tried.region)));
        lines.push(format!("assumed {}", places(&tried.assumed)));
    }
    trimmed(&lines)
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
    trimmed(&lines)
}

/// Joins lines without their trailing blanks.
fn trimmed(lines: &[String]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

fn line_text(position: &Position, line: &[(Color, Move)]) -> String {
    join(line.iter().map(|&(_, mv)| move_text(position, mv)))
}
