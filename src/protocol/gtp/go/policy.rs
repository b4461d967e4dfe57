//! Network policy over GTP: Leela Zero's `heatmap`, and a drawing for GoGui.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, verify};

use super::drawing::Drawing;
use super::network::{NetworkQuery, symmetries};
use super::text;
use crate::gtp::grammar::{arguments, nothing, word};
use crate::gtp::{Answer, Failure, Session};
use tengen_engine::game::{Color, Position as _};
use tengen_go::net::{Evaluation, Symmetry};
use tengen_go::{Point, Position};
use tengen_play::go::Go;

/// Minimum policy for drawing a move in green, in cyan, and with a label.
const SHADES: [f32; 3] = [0.2, 0.05, 0.005];

pub fn heatmap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let average = verify(word, |word: &str| word == "average");
    let choice = alt((average.map(|_| None), symmetries.map(Some)));
    let choice = arguments(args, opt(choice))?;
    let query = NetworkQuery::new(session, None)?;
    session.compute(Box::new(move |_| {
        let Some(symmetries) = choice.unwrap_or_else(|| Some(Symmetry::all().take(1).collect()))
        else {
            return Ok(grid(&query, &mean(&query, Symmetry::all().collect())?));
        };
        let several = symmetries.len() > 1;
        let mut text = String::new();
        for symmetry in symmetries {
            let title = format!("\nsymmetry {}", symmetry.number());
            text.push_str(if several { &title } else { "" });
            text.push_str(&grid(&query, &mean(&query, vec![symmetry])?));
        }
        Ok(text)
    }))
}

/// Policy and winrate averaged over symmetries.
struct MeanPolicy {
    /// Policy of each point, row by row from the top; 0 for illegal moves.
    points: Vec<f32>,
    pass: f32,
    /// Winrate of the side to move.
    winrate: f64,
}

fn mean(query: &NetworkQuery, symmetries: Vec<Symmetry>) -> Result<MeanPolicy, String> {
    let share = 1.0 / symmetries.len() as f32;
    let area = query.position().board().size().area();
    let mut mean = MeanPolicy {
        points: vec![0.0; area],
        pass: 0.0,
        winrate: 0.0,
    };
    for (_, evaluation) in query.evaluate(symmetries, 0.0)? {
        for (sum, point) in mean.points.iter_mut().zip(&evaluation.policy.points) {
            *sum += share * point.unwrap_or(0.0);
        }
        mean.pass += share * evaluation.policy.pass;
        mean.winrate += f64::from(share) * winrate(query.position(), &evaluation);
    }
    Ok(mean)
}

fn winrate(position: &Position, evaluation: &Evaluation) -> f64 {
    let wins = match position.to_move() {
        Color::Black => evaluation.white_loss,
        Color::White => evaluation.white_win,
    };
    wins + evaluation.no_result / 2.0
}

/// Writes Leela Zero's lines, beginning on a new line.
fn grid(query: &NetworkQuery, policy: &MeanPolicy) -> String {
    let thousandths = |share: &f32| format!("{:3}", (share * 1000.0) as u32);
    let width = usize::from(query.position().board().size().width());
    let mut text = String::new();
    for row in policy.points.chunks(width) {
        let cells: Vec<String> = row.iter().map(thousandths).collect();
        text.push_str(&format!("\n{}", cells.join(" ")));
    }
    text.push_str(&format!(
        "\npass: {}\nwinrate: {:.6}",
        (policy.pass * 1000.0) as u32,
        policy.winrate
    ));
    text
}

pub fn policy_gfx(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let query = NetworkQuery::new(session, None)?;
    session.compute(Box::new(move |_| {
        let policy = mean(&query, Symmetry::all().collect())?;
        let position = query.position();
        let points: Vec<(Point, f32)> = position
            .board()
            .size()
            .points()
            .map(|point| {
                let at = position.board().size().place_from_top(point);
                (point, policy.points[at])
            })
            .collect();
        let between = |low: f32, high: f32| {
            let chosen = points
                .iter()
                .filter(|(_, share)| (low..high).contains(share));
            chosen.map(|&(point, _)| point).collect::<Vec<Point>>()
        };
        let [green, cyan, labeled] = SHADES;
        let mut drawing = Drawing::new(position);
        drawing.points("COLOR green", &between(green, f32::INFINITY));
        drawing.points("COLOR cyan", &between(cyan, green));
        let labels = points.iter().filter(|(_, share)| *share >= labeled);
        let label = |&(point, share): &(Point, f32)| {
            format!("{} {:.0}", text(position, point), share * 100.0)
        };
        drawing.line("LABEL", labels.map(label).collect::<Vec<_>>().join(" "));
        drawing.line(
            "TEXT",
            format!(
                "pass {:.1} %, {} wins {:.1} %",
                policy.pass * 100.0,
                position.to_move(),
                policy.winrate * 100.0
            ),
        );
        Ok(drawing.text)
    }))
}
