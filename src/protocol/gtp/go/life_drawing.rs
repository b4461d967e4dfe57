//! Life and death drawn on GoGui's board.

use nom::combinator::opt;

use super::drawing::Drawing;
use super::life_commands::{posed_at, read_lives, verdict_text};
use crate::gtp::grammar::{arguments, color, nothing, vertex};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::Color;
use tengen_go::life::group::{GroupStatus, LifeAnswer};
use tengen_go::life::side::LifeSide;
use tengen_go::{Move, Point, Position};
use tengen_play::go::{Go, move_text};
use tengen_play::notation::join;

pub fn life_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, first) = arguments(args, (vertex, opt(color)))?;
    let position = session.position().clone();
    let posed = posed_at(&position, vertex)?;
    read_lives(session, move |bounds| {
        let mut drawing = Drawing::new(&position);
        let stone = posed.targets[0];
        let life = match bounds.read(&posed) {
            Ok(life) => life,
            Err(reason) => {
                drawing.chain("SQUARE", stone);
                drawing.line("TEXT", format!("not enclosed: {reason}"));
                return Ok(drawing.text);
            }
        };
        let side = first.map_or(LifeSide::Attacker, |color| life.side(color));
        let answer = life.answer(side);
        drawing.line("VAR", moves_until_pass(&position, answer));
        drawing.chain(mark(life.status()), stone);
        let empty = |point: &Point| position.board().is_empty(*point);
        let region: Vec<Point> = life.region.iter().copied().filter(empty).collect();
        drawing.points("COLOR cyan", &region);
        let first = life.color(side);
        let status = life.status().name();
        let verdict = verdict_text(answer);
        drawing.line("TEXT", format!("{status}; {first} first: {verdict}"));
        Ok(drawing.text)
    })
}

/// Returns the principal variation up to the first pass, in the form that GoGui numbers.
fn moves_until_pass(position: &Position, answer: &LifeAnswer) -> String {
    let stones = answer.pv.iter().take_while(|(_, mv)| *mv != Move::Pass);
    join(stones.map(|&(color, mv)| format!("{} {}", Color::letter(color), move_text(position, mv))))
}

pub fn lives_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    read_lives(session, move |bounds| {
        let lives = bounds.read_all(&position, None);
        let mut drawing = Drawing::new(&position);
        for (posed, life) in &lives {
            drawing.chain(mark(life.status()), posed.targets[0]);
        }
        let moves = |side| {
            let open = lives.iter().filter(|(_, life)| depends(life.status()));
            let best = open.filter_map(|(_, life)| life.answer(side).best_move());
            let mut points: Vec<Point> = best.filter_map(placed).collect();
            points.sort_unstable();
            points.dedup();
            points
        };
        let capturing = moves(LifeSide::Attacker);
        let mut saving = moves(LifeSide::Defender);
        drawing.points("COLOR red", &capturing);
        saving.retain(|point| !capturing.contains(point));
        drawing.points("COLOR green", &saving);
        let count = |status| {
            let of_it = lives.iter().filter(|(_, life)| life.status() == status);
            format!("{} {}", of_it.count(), status.name())
        };
        let counts = [
            GroupStatus::Alive,
            GroupStatus::Dead,
            GroupStatus::Unsettled,
            GroupStatus::Ko,
            GroupStatus::Seki,
            GroupStatus::Unknown,
        ];
        drawing.line("TEXT", counts.map(count).join(", "));
        Ok(drawing.text)
    })
}

fn placed(mv: Move) -> Option<Point> {
    match mv {
        Move::Pass => None,
        Move::Place(point) => Some(point),
    }
}

/// Whether the result depends on who moves first or on a ko.
fn depends(status: GroupStatus) -> bool {
    matches!(status, GroupStatus::Unsettled | GroupStatus::Ko)
}

fn mark(status: GroupStatus) -> &'static str {
    match status {
        GroupStatus::Dead => "MARK",
        GroupStatus::Alive | GroupStatus::Seki => "CIRCLE",
        GroupStatus::Unsettled | GroupStatus::Ko => "TRIANGLE",
        GroupStatus::Unknown => "SQUARE",
    }
}
