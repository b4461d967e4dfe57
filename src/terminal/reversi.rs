//! Reversi at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, GameResult, TerminalGame, known};
use super::messages::{Messages, side};
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
    const LEGEND: &'static str = "legend-moves";

    fn marked(position: &Position) -> Vec<Point> {
        let moves = position.legal_moves(position.to_move()).into_iter();
        let points = moves.filter_map(|mv| Reversi::point_of(position, mv));
        points.collect()
    }

    fn status(position: &Position, messages: &Messages) -> Vec<String> {
        let [black, white] = Color::BOTH.map(|color| position.discs(color));
        let values = [("black", black.into()), ("white", white.into())];
        vec![messages.format("discs", values)]
    }

    fn value(
        position: &Position,
        color: Color,
        line: &RootMove<Move>,
        messages: &Messages,
    ) -> String {
        let leader = if line.score < 0.0 {
            color.opponent()
        } else {
            color
        };
        let margin = f64::from(line.score.abs());
        let leads = |digits| {
            [
                side(leader),
                ("margin", messages.decimal(margin, digits).into()),
            ]
        };
        let certainty = Certainty::from_line(line, position.empties());
        match (certainty.is_exact(), line.details.confidence) {
            (true, _) if margin == 0.0 => messages.text("certain-draw"),
            (true, _) => messages.format("certain-win", leads(0)),
            (false, Some(_)) => {
                let certainty = ("certainty", certainty.to_string().into());
                messages.format(
                    "leads-discs-certainty",
                    leads(1).into_iter().chain([certainty]),
                )
            }
            // A book move has no certainty.
            (false, None) => messages.format("leads-discs", leads(1)),
        }
    }

    fn must_pass(position: &Position) -> bool {
        position.must_pass()
    }

    fn count(
        record: &Record<Position>,
        _: &Self::Resources,
        _: Level,
        messages: &Messages,
    ) -> Count<Self> {
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
        let key = match final_score {
            Some(_) => "wins-discs",
            None => "leads-with-discs",
        };
        let discs = [side(winner), ("most", most.into()), ("least", least.into())];
        let result = match margin {
            0 => GameResult {
                code: "0".to_owned(),
                sentence: messages.format("equal-discs", [("n", black.into())]),
            },
            _ => GameResult {
                code: format!("{}+{}", winner.letter(), margin.abs()),
                sentence: messages.format(key, discs),
            },
        };
        known::<Reversi>(Ok(result))
    }

    fn record_text(
        game: &SavedGame<Self>,
        suffix: &str,
        messages: &Messages,
    ) -> Result<String, String> {
        match suffix {
            "ggf" => Ok(game.ggf()),
            "sgf" => game.sgf(messages),
            _ => Err(messages.format("no-format-ggf", [("suffix", suffix.into())])),
        }
    }
}
