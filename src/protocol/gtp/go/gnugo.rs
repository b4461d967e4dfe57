//! GNU Go's queries about prisoners, handicap and the expected score.

use super::final_status;
use crate::gtp::parse::{arguments, color, nothing};
use crate::gtp::{Answer, Failure, GtpCommand, Session, say};
use tengen_engine::game::Color;
use tengen_go::score::{self, Judgment};
use tengen_go::{Point, Position};
use tengen_play::go::Go;

pub const CAPTURES: GtpCommand<Go> = GtpCommand {
    name: "captures",
    args: "COLOR",
    help: "the number of stones that the side has captured",
    action: captures,
};

pub const GET_HANDICAP: GtpCommand<Go> = GtpCommand {
    name: "get_handicap",
    args: "",
    help: "the number of handicap stones",
    action: get_handicap,
};

pub const ESTIMATE_SCORE: GtpCommand<Go> = GtpCommand {
    name: "estimate_score",
    args: "",
    help: "the expected score by the owners of all points, and white's score a standard deviation above and below it: B+3.5 (upper bound: 8.1, lower: -15.1)",
    action: estimate_score,
};

fn captures(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let color: Color = arguments(args, color)?;
    say(session.position().board().prisoners(color).to_string())
}

fn get_handicap(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.position().handicap_stones().to_string())
}

fn estimate_score(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let position = session.position().clone();
    let judge = final_status::judge(session);
    session.compute(Box::new(move |control| {
        Ok(estimate(&position, &judge(control)?))
    }))
}

/// Writes the mean of the score and its bounds as GNU Go does, which gives white a draw. Each point counts for its owner
/// by the ownership; the bounds take the points for independent of each other.
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
