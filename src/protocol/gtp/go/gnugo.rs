//! GNU Go's queries about prisoners, handicap and the expected score.

use super::final_status;
use crate::gtp::grammar::{arguments, color, nothing};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::game::Color;
use tengen_go::score::{self, Judgment};
use tengen_go::{Point, Position};
use tengen_play::go::Go;

pub fn captures(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let color: Color = arguments(args, color)?;
    say(session.position().board().prisoners(color).to_string())
}

pub fn get_handicap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.position().handicap_stones().to_string())
}

pub fn estimate_score(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    let judge = final_status::judge(session);
    session.compute(Box::new(move |control| {
        Ok(estimate(&position, &judge(control)?))
    }))
}

/// Writes the expected score with bounds in GNU Go's format, which gives White a draw. Each point counts according to
/// its ownership; the bounds assume that points are independent.
fn estimate(position: &Position, judgment: &Judgment) -> String {
    let owner = |point: Point| f64::from(judgment.ownership.of(point));
    let owners: Vec<f64> = position.board().size().points().map(owner).collect();
    let white = 0.0 - score::expected_lead(position, &judgment.ownership);
    let variance: f64 = owners.iter().map(|owner| 1.0 - owner * owner).sum();
    let deviation = variance.max(0.0).sqrt();
    let winner = if white >= 0.0 {
        Color::White
    } else {
        Color::Black
    };
    format!(
        "{}+{:.1} (upper bound: {:.1}, lower: {:.1})",
        winner.letter(),
        white.abs(),
        white + deviation,
        white - deviation
    )
}
