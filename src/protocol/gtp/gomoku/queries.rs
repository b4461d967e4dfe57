//! Questions about a position: wins by threats, shapes and the evaluation.

use nom::combinator::opt;

use super::{Gomoku, at};
use crate::engine::Control;
use crate::engine::game::{Color, Position as _};
use crate::gomoku::patterns::shapes::shapes;
use crate::gomoku::{Attack, Point, Position, solve_vcf_until, solve_vct_until, static_score};
use crate::protocol::gtp::game::write_point;
use crate::protocol::gtp::parse::{arguments, color, count};
use crate::protocol::gtp::{Answer, Failure, GtpCommand, Session, say};

pub const VCF: GtpCommand<Gomoku> = GtpCommand {
    name: "vcf",
    args: "[COLOR] [LIMIT]",
    help: "the shortest win by continuous fours, COLOR moving first: win, the number of its moves, the five included, and the line; none if there is none; unknown after LIMIT positions (usually 1000000)",
    action: vcf,
};

pub const VCT: GtpCommand<Gomoku> = GtpCommand {
    name: "vct",
    args: "[COLOR] [LIMIT]",
    help: "the shortest win by continuous fours and open threes against every defense, in the form of vcf's reply",
    action: vct,
};

pub const PATTERNS: GtpCommand<Gomoku> = GtpCommand {
    name: "patterns",
    args: "[COLOR]",
    help: "every five, open-four, four, open-three, three, open-two and two of COLOR, one a line: its stones and, after a colon, the points that complete it",
    action: patterns,
};

pub const EVALUATE: GtpCommand<Gomoku> = GtpCommand {
    name: "evaluate",
    args: "[COLOR]",
    help: "the static evaluation of the position for COLOR, moving first: the score in evaluation units and the winrate",
    action: evaluate,
};

/// Positions that a search for threats looks at unless told otherwise: a second or so.
const USUAL_LIMIT: u64 = 1_000_000;

/// The position with the colour that is asked for to move. There is nothing to ask once a game is over.
fn asked(position: &Position, color: Option<Color>) -> Result<Position, Failure> {
    let mut position = position.clone();
    position.turn_to(color.unwrap_or(position.to_move()))?;
    if position.winning_line().is_some() {
        return Err(Failure::new("the game is over"));
    }
    Ok(position)
}

fn vcf(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    attack(session, args, solve_vcf_until)
}

fn vct(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    attack(session, args, solve_vct_until)
}

/// Looks for a win from a position, within so many others, until it is interrupted.
type Solver = fn(&Position, u64, &dyn Fn() -> bool) -> Attack;

fn attack(session: &mut Session<Gomoku>, args: &str, solve: Solver) -> Result<Answer, Failure> {
    let (color, limit) = arguments(args, (opt(color), opt(count)))?;
    let position = asked(session.position(), color)?;
    let limit = limit.unwrap_or(USUAL_LIMIT);
    session.compute(Box::new(move |control: &Control<Point>| {
        let found = solve(&position, limit, &|| control.interrupted());
        Ok(match found {
            Attack::Win { moves, pv } => format!("win {moves}{}", points(&position, &pv)),
            Attack::None => "none".to_owned(),
            Attack::Unknown => "unknown".to_owned(),
        })
    }))
}

fn patterns(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, opt(color))?;
    let position = session.position();
    let shapes = shapes(position, color.unwrap_or(position.to_move()));
    let lines = shapes.iter().map(|shape| {
        let stones = points(position, &shape.stones);
        format!(
            "{}{stones}:{}",
            shape.kind,
            points(position, &shape.completions)
        )
    });
    say(lines.collect::<Vec<_>>().join("\n"))
}

fn evaluate(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, opt(color))?;
    let (score, winrate) = static_score(&asked(session.position(), color)?);
    say(format!("{score} {winrate:.3}"))
}

/// Points as they are typed, each after a blank.
fn points(position: &Position, points: &[Point]) -> String {
    let spelled = points
        .iter()
        .map(|&point| format!(" {}", write_point::<Gomoku>(position, at(point))));
    spelled.collect()
}
