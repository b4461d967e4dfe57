//! Queries about a position: VCF, VCT, patterns and the evaluation.

use nom::combinator::opt;

use crate::gtp::game::MenuEntry;
use crate::gtp::grammar::{arguments, color, count};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::Control;
use tengen_engine::game::{Color, Position as _};
use tengen_gomoku::patterns::shapes::shapes;
use tengen_gomoku::{Attack, Point, Position, solve_vcf_until, solve_vct_until, static_score};
use tengen_play::gomoku::{Gomoku, at};
use tengen_play::notation::write_point;

/// Gomoku's entries of GoGui's analysis menu.
pub const MENU: [MenuEntry; 9] = [
    MenuEntry::new("pspairs", "Forbidden Points", "forbidden"),
    MenuEntry::new("gfx", "Explain Point", "explain_gfx %p"),
    MenuEntry::new("hstring", "Explain Point in Words", "explain %p"),
    MenuEntry::new("varc", "VCF", "vcf %c"),
    MenuEntry::new("varc", "VCT", "vct %c"),
    MenuEntry::new("hpstring", "Patterns", "patterns %c"),
    MenuEntry::new("string", "Evaluation", "evaluate %c"),
    MenuEntry::new("string", "Result", "gogui-rules_final_result"),
    MenuEntry::new("param", "Rules", "gogui-param_rules"),
];

/// Default node limit of a VCF or VCT search, which takes about a second.
const DEFAULT_LIMIT: u64 = 1_000_000;

/// Returns the position with this side to move. Fails if the game is over.
fn position_to_move(position: &Position, color: Option<Color>) -> Result<Position, Failure> {
    let mut position = position.clone();
    position.turn_to(color.unwrap_or(position.to_move()))?;
    if position.winning_line().is_some() {
        return Err(Failure::new("the game is over"));
    }
    Ok(position)
}

pub fn vcf(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    attack(session, args, solve_vcf_until)
}

pub fn vct(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    attack(session, args, solve_vct_until)
}

/// A VCF or VCT search of a position, with a node limit and an interrupt.
type Solver = fn(&Position, u64, &dyn Fn() -> bool) -> Attack;

fn attack(session: &mut Session<Gomoku>, args: &str, solve: Solver) -> Result<Answer, Failure> {
    let (color, limit) = arguments(args, (opt(color), opt(count)))?;
    let position = position_to_move(session.position(), color)?;
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    session.compute_bounded(Box::new(move |control: &Control<Point>| {
        let attack = solve(&position, limit, &|| control.interrupted());
        Ok(match attack {
            Attack::Win { moves, pv } => format!("win {moves}{}", points(&position, &pv)),
            Attack::None => "none".to_owned(),
            Attack::Unknown => "unknown".to_owned(),
        })
    }))
}

pub fn patterns(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
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

pub fn evaluate(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let color = arguments(args, opt(color))?;
    let (score, winrate) = static_score(&position_to_move(session.position(), color)?);
    say(format!("{score} {winrate:.3}"))
}

/// Returns vertices in the user's notation, each preceded by a blank.
fn points(position: &Position, points: &[Point]) -> String {
    let spelled = points
        .iter()
        .map(|&point| format!(" {}", write_point::<Gomoku>(position, at(point))));
    spelled.collect()
}
