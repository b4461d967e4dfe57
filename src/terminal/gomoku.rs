//! Gomoku, renju and caro at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, TerminalGame, drawn, known, won};
use super::messages::Messages;
use tengen_engine::RootMove;
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::record::Record;
use tengen_gomoku::eval::score::plies_to_end;
use tengen_gomoku::{Point, Position};
use tengen_play::gomoku::Gomoku;

impl TerminalGame for Gomoku {
    const LETTERS: &'static str = "abcdefghijklmnopqrstuvwxyz";
    const BOARD: AnsiColor = AnsiColor::Yellow;
    const EXAMPLE: &'static str = "h8";
    const LEGEND: &'static str = "legend-forbidden";

    fn star_points(width: u8, height: u8) -> Vec<tengen_engine::game::Point> {
        if width != 15 || height != 15 {
            return Vec::new();
        }
        [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)]
            .map(|(column, row)| tengen_engine::game::Point { column, row })
            .to_vec()
    }

    fn marked(position: &Position) -> Vec<tengen_engine::game::Point> {
        if position.to_move() == Color::White {
            return Vec::new();
        }
        let points = position.forbidden_points().into_iter();
        let points = points.map(|(point, _)| tengen_engine::game::Point {
            column: point.x(),
            row: point.y(),
        });
        points.collect()
    }

    fn status(position: &Position, messages: &Messages) -> Vec<String> {
        let rule = messages.text(&format!("rule-{}", position.rule()));
        vec![messages.format("rule", [("rule", rule.into())])]
    }

    fn value(_: &Position, _: Color, line: &RootMove<Point>, messages: &Messages) -> String {
        let moves = |plies: i32| [("n", moves(plies).into())];
        match plies_to_end(line.score as i32) {
            Some(plies) if plies > 0 => messages.format("wins-in", moves(plies)),
            Some(plies) => messages.format("loses-in", moves(-plies)),
            None => {
                let percent = messages.decimal(f64::from(line.winrate) * 100.0, 0);
                messages.format("percent", [("percent", percent.into())])
            }
        }
    }

    fn count(record: &Record<Position>, (): &(), _: Level, messages: &Messages) -> Count<Self> {
        let result = record.position().outcome().map(|outcome| match outcome {
            Outcome::Win(color) => won(color, "", "wins", messages),
            Outcome::Draw => drawn(messages),
        });
        known::<Gomoku>(result.ok_or_else(|| messages.text("no-count")))
    }
}

/// Returns a number of plies as moves of the side that moves first.
fn moves(plies: i32) -> i32 {
    (plies + 1) / 2
}
