//! Ladder events of the loaded game.

use nom::combinator::opt;

use super::{list, text};
use crate::gtp::grammar::{arguments, int};
use crate::gtp::{Answer, Failure, Session};
use tengen_go::ladder::KoMark;
use tengen_go::ladder::question::NoAnswer;
use tengen_go::ladder::review::{GameReview, LadderEvent};
use tengen_go::{Move, Position};
use tengen_play::go::Go;
use tengen_play::vertex::Vertex;

pub fn ladder_review(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let min_stones = arguments(args, opt(int))?.unwrap_or(1);
    let start = session.record.start().clone();
    let steps = session.record.steps().to_vec();
    session.compute(Box::new(move |control| {
        let mut position = start.clone();
        let mut review = GameReview::new(position.board(), min_stones as usize);
        for step in &steps {
            if control.interrupted() {
                return Err(NoAnswer::Stopped.into());
            }
            review
                .add(&mut position, step)
                .map_err(|reason| format!("move {}: {reason}", review.moves()))?;
        }
        let events = review.into_events();
        let lines: Vec<String> = events.iter().map(|event| line(&start, event)).collect();
        Ok(lines.join("\n"))
    }))
}

fn line(position: &Position, event: &LadderEvent) -> String {
    let at = match event.mv {
        Move::Pass => Vertex::Pass.to_string(),
        Move::Place(point) => text(position, point),
    };
    let chain = list(position, event.chain.iter().copied());
    let ko = event.ko.map(KoMark::name);
    let ko = ko.map(|side| format!(" ko {side}")).unwrap_or_default();
    let proof = &event.proof;
    let moves = list(position, proof.line.iter().map(|&(_, point)| point));
    format!(
        "{} {} {at} {} chain {chain}{ko} line {} {} {moves}",
        event.number,
        event.color,
        event.kind.name(),
        proof.from,
        proof.first
    )
    .trim_end()
    .to_owned()
}
