//! Reversi at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, GameResult, TerminalGame, known};
use super::saving::SavedGame;
use tengen_engine::RootMove;
use tengen_engine::cpu::Level;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_play::PlayableGame;
use tengen_play::reversi::Reversi;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

impl TerminalGame for Reversi {
    const LETTERS: &'static str = "abcdefgh";
    const BOARD: AnsiColor = AnsiColor::Green;
    const EXAMPLE: &'static str = "f5";
    const SUFFIX: &'static str = "ggf";

    fn marked(position: &Position) -> (Vec<Point>, &'static str) {
        let moves = position.legal_moves(position.to_move()).into_iter();
        let points = moves.filter_map(|mv| Reversi::point_of(position, mv));
        (points.collect(), "moves")
    }

    fn status(position: &Position) -> Vec<String> {
        let [black, white] = Color::BOTH.map(|color| position.discs(color));
        vec![format!("Discs: black {black}, white {white}")]
    }

    fn value(position: &Position, color: Color, line: &RootMove<Move>) -> String {
        let leader = if line.score < 0.0 {
            color.opponent()
        } else {
            color
        };
        let margin = line.score.abs();
        let certainty = Certainty::from_line(line, position.empties());
        if !certainty.is_exact() {
            // A book move has no certainty.
            let certainty = match line.details.confidence {
                Some(_) => format!(" ({certainty})"),
                None => String::new(),
            };
            return format!("{leader} leads by {margin:.1} discs{certainty}");
        }
        match margin {
            0.0 => "a draw for certain".to_owned(),
            _ => format!("{leader} wins by {margin:.0} for certain"),
        }
    }

    fn must_pass(position: &Position) -> bool {
        position.must_pass()
    }

    fn count(record: &Record<Position>, _: &Self::Resources, _: Level) -> Count<Self> {
        let position = record.position();
        let [black, white] = Color::BOTH.map(|color| position.discs(color));
        let final_score = position.final_score();
        let margin = final_score.unwrap_or(black as i32 - white as i32);
        let winner = if margin < 0 {
            Color::White
        } else {
            Color::Black
        };
        let (most, least) = (black.max(white), black.min(white));
        let verb = if final_score.is_some() {
            "wins"
        } else {
            "leads"
        };
        let result = if margin == 0 {
            GameResult {
                code: "0".to_owned(),
                sentence: format!("Both sides have {black} discs."),
            }
        } else {
            GameResult {
                code: format!("{}+{}", winner.letter(), margin.abs()),
                sentence: format!(
                    "{} {verb} with {most} discs to {least}.",
                    winner.capitalized()
                ),
            }
        };
        known::<Reversi>(Ok(result))
    }

    fn record_text(game: &SavedGame<Self>, suffix: &str) -> Result<String, String> {
        match suffix {
            "ggf" => Ok(game.ggf()),
            "sgf" => game.sgf(),
            _ => Err(format!(
                "No format is known for .{suffix}; use .ggf or .sgf."
            )),
        }
    }
}
