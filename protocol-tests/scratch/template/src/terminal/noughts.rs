//! Noughts and crosses at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, GameResult, TerminalGame, known, side};
use tengen_engine::RootMove;
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::record::Record;
use tengen_play::MoveOf;
use tengen_play::noughts::Noughts;

impl TerminalGame for Noughts {
    const LETTERS: &'static str = "abc";
    const BOARD: AnsiColor = AnsiColor::White;
    const EXAMPLE: &'static str = "b2";

    fn status(_: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    fn value(_: &Self::Position, _: Color, line: &RootMove<MoveOf<Self>>) -> String {
        let words = match line.score as i32 {
            1 => "wins",
            0 => "draws",
            _ => "loses",
        };
        words.to_owned()
    }

    fn count(record: &Record<Self::Position>, (): &(), _: Level) -> Count<Self> {
        let result = record.position().outcome().map(|outcome| match outcome {
            Outcome::Win(color) => GameResult {
                code: format!("{}+", color.letter()),
                sentence: format!("{} wins.", side(color)),
            },
            Outcome::Draw => GameResult {
                code: "0".to_owned(),
                sentence: "The game is drawn.".to_owned(),
            },
        });
        known::<Noughts>(result.ok_or_else(|| "The game is not over.".to_owned()))
    }
}
