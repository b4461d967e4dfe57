//! Gomoku, renju and caro at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, GameResult, TerminalGame, known};
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

    fn star_points(width: u8, height: u8) -> Vec<tengen_engine::game::Point> {
        if width != 15 || height != 15 {
            return Vec::new();
        }
        [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)]
            .map(|(column, row)| tengen_engine::game::Point { column, row })
            .to_vec()
    }

    fn marked(position: &Position) -> (Vec<tengen_engine::game::Point>, &'static str) {
        if position.to_move() == Color::White {
            return (Vec::new(), "");
        }
        let points = position.forbidden_points().into_iter();
        let points = points.map(|(point, _)| tengen_engine::game::Point {
            column: point.x(),
            row: point.y(),
        });
        (points.collect(), "forbidden to black")
    }

    fn status(position: &Position) -> Vec<String> {
        vec![format!("Rule: {}", position.rule())]
    }

    fn value(_: &Position, _: Color, line: &RootMove<Point>) -> String {
        match plies_to_end(line.score as i32) {
            Some(plies) if plies > 0 => format!("wins in {}", moves(plies)),
            Some(plies) => format!("loses in {}", moves(-plies)),
            None => format!("{:.0}% to win", f64::from(line.winrate) * 100.0),
        }
    }

    fn count(record: &Record<Position>, (): &(), _: Level) -> Count<Self> {
        let result = record.position().outcome().map(|outcome| match outcome {
            Outcome::Win(color) => GameResult {
                code: format!("{}+", color.letter()),
                sentence: format!("{} wins.", color.capitalized()),
            },
            Outcome::Draw => GameResult {
                code: "0".to_owned(),
                sentence: "The game is drawn.".to_owned(),
            },
        });
        known::<Gomoku>(
            result.ok_or_else(|| {
                "Gomoku has no points to count; hint shows who is ahead.".to_owned()
            }),
        )
    }
}

/// Writes a number of plies as moves of the side that moves first.
fn moves(plies: i32) -> String {
    match (plies + 1) / 2 {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}
