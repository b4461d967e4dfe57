//! The adapter of gomoku, renju and caro for GTP.
//!
//! - `queries`: VCF, VCT, patterns and the evaluation
//! - `explain`: what a stone makes on a point, and why renju forbids it
//! - `rule_dialog`: the rule in GoGui's dialog

mod explain;
mod queries;
mod rule_dialog;

use nom::combinator::opt;

use crate::engine::Settings;
use crate::engine::game::{Color, Game, Outcome, Position as _};
use crate::engine::skill::SkillScale;
use crate::engine::worker::Computation;
use crate::gomoku::level;
use crate::gomoku::player::Player;
use crate::gomoku::{Cell as GomokuCell, Point, Position, Rule};
use crate::protocol::Options;
use crate::protocol::gtp::commands::gogui;
use crate::protocol::gtp::game::MenuEntry;
use crate::protocol::gtp::game::{Occupant, SetUp, score_text, write_point};
use crate::protocol::gtp::parse::{arguments, vertex, word};
use crate::protocol::gtp::{Answer, Failure, GtpCommand, GtpGame, MoveOf, Session, say};
use crate::records::sgf;

/// The adapter of gomoku, renju and caro for GTP.
pub struct Gomoku;

impl GtpGame for Gomoku {
    type Position = Position;
    type Searcher = Player;
    type Resources = ();
    type Parameters = ();

    const GAME: Game = Game::Gomoku;
    const SGF: sgf::SgfGameType = sgf::SgfGameType::Gomoku;
    const NOTES: &'static str = include_str!("notes.md");
    const MENU: &'static [MenuEntry] = &queries::MENU;
    const COMMANDS: &'static [GtpCommand<Self>] = &[
        GtpCommand {
            name: "rule",
            args: "[freestyle | standard | renju | caro | exact-caro]",
            help: "start a game on an empty board under this rule, or show the rule",
            action: rule,
        },
        GtpCommand {
            name: "forbidden",
            args: "[VERTEX]",
            help: "black's forbidden points in renju, one per line with its kind: double-three, double-four or overline; with VERTEX, explain VERTEX black",
            action: forbidden,
        },
        explain::EXPLAIN,
        explain::EXPLAIN_GFX,
        queries::VCF,
        queries::VCT,
        queries::PATTERNS,
        queries::EVALUATE,
        rule_dialog::PARAM_RULES,
        gogui::rules_board_size(),
    ];

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &Options) -> Result<Position, Failure> {
        let size = options.size.unwrap_or(15);
        position(u32::from(size), u32::from(size), options.gomoku.rule)
    }

    fn resources(_: &Options) {}

    fn resized(now: &Position, width: u32, height: u32) -> Result<Position, Failure> {
        position(width, height, now.rule())
    }

    fn set_up(now: &Position, set_up: &SetUp) -> Result<Position, Failure> {
        let mut start = position(u32::from(now.width()), u32::from(now.height()), now.rule())?;
        for &(color, point) in &set_up.stones {
            start.place(
                Point::new(point.column, point.row),
                GomokuCell::Stone(color),
            )?;
        }
        let even = start.stone_count(Color::Black) == start.stone_count(Color::White);
        let by_count = if even { Color::Black } else { Color::White };
        start.turn_to(set_up.to_move.unwrap_or(by_count))?;
        Ok(start)
    }

    fn searcher(settings: Settings, (): &()) -> Player {
        Player::new(settings)
    }

    fn size(position: &Position) -> (u8, u8) {
        (position.width(), position.height())
    }

    fn cell(position: &Position, point: sgf::Point) -> Occupant {
        match position.cell(Point::new(point.column, point.row)) {
            GomokuCell::Empty => Occupant::Empty,
            GomokuCell::Stone(color) => Occupant::Stone(color),
            GomokuCell::Blocked => Occupant::Blocked,
        }
    }

    fn move_at(_: &Position, point: Option<sgf::Point>) -> Option<Point> {
        point.map(|point| Point::new(point.column, point.row))
    }

    fn point_of(_: &Position, point: Point) -> Option<sgf::Point> {
        Some(at(point))
    }

    /// Returns a margin of 1 for a win and 0 for a draw, because gomoku has no points.
    fn final_score(session: &Session<Self>) -> Computation<MoveOf<Self>> {
        let outcome = session.position().outcome();
        Box::new(move |_| match outcome {
            Some(Outcome::Win(color)) => Ok(score_text(Some(color), 1)),
            Some(Outcome::Draw) => Ok(score_text(None, 0)),
            None => Err("cannot score".to_owned()),
        })
    }

    fn result(position: &Position) -> String {
        match position.outcome() {
            Some(Outcome::Win(color)) => format!("{color} has won"),
            Some(Outcome::Draw) => "drawn".to_owned(),
            None => format!("{} to move", position.to_move()),
        }
    }

    fn moves_left(position: &Position) -> u32 {
        // Most games end before a third of the board is full. The estimate falls with the number of empty points.
        (position.empty_count() as u32 / 8).clamp(8, 30)
    }

    fn exact_rules(position: &Position) -> Option<String> {
        Some(position.rule().to_string())
    }

    fn ruled_by(start: Position, name: &str) -> Result<Position, Failure> {
        let rule = match Rule::from_record(name) {
            Some(rule) => rule,
            None => name
                .trim()
                .parse()
                .map_err(|error: crate::gomoku::UnknownRule| Failure::new(error.to_string()))?,
        };
        position(u32::from(start.width()), u32::from(start.height()), rule)
    }

    fn notes(position: &Position) -> Vec<String> {
        vec![position.rule().to_string(), Self::result(position)]
    }
}

fn position(width: u32, height: u32, rule: Rule) -> Result<Position, Failure> {
    let unacceptable = || Failure::new("unacceptable size");
    let size = |value: u32| u8::try_from(value).map_err(|_| unacceptable());
    Position::new(size(width)?, size(height)?, rule).map_err(|_| unacceptable())
}

fn at(point: Point) -> sgf::Point {
    sgf::Point {
        column: point.x(),
        row: point.y(),
    }
}

fn rule(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let Some(name) = arguments(args, opt(word))? else {
        return say(session.position().rule().to_string());
    };
    let rule: Rule = name
        .parse()
        .map_err(|error: crate::gomoku::UnknownRule| Failure::new(error.to_string()))?;
    let (width, height) = (session.position().width(), session.position().height());
    let start = position(u32::from(width), u32::from(height), rule)?;
    session.begin(start);
    session.when_ready()
}

fn forbidden(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    if let Some(vertex) = arguments(args, opt(vertex))? {
        return explain::forbidden_point(session, vertex);
    }
    let position = session.position();
    let points = position.forbidden_points();
    let lines = points
        .iter()
        .map(|(point, kind)| format!("{} {kind}", write_point::<Gomoku>(position, at(*point))));
    say(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_every_rule() {
        let command = Gomoku::COMMANDS.iter().find(|row| row.name == "rule");
        let names = Rule::ALL.map(Rule::name).join(" | ");
        assert_eq!(command.map(|row| row.args), Some(&*format!("[{names}]")));
    }
}
