//! Transcripts of Othello games: the squares in the order of play, `f5d6c3d3c4f4`.
//!
//! Letters may be of either case, since some programs write black's moves in capitals. Moves may be separated by blanks
//! and preceded by numbers such as `1.`, as in PlayOK and printed games. A result such as `34-30` may end the text. A
//! pass may be written as `pa`, `ps`, `pass` or `--`; most programs omit it. The game starts from the usual position.

use std::str::FromStr;

use thiserror::Error;

use crate::rules::position::Position;
use crate::rules::square::{Move, Square};
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;

/// The moves of a transcribed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The moves, at least one, with the passes that the text contains.
    pub moves: Vec<Move>,
}

/// An error in a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// The text has no moves.
    #[error("expected moves such as `f5d6c3`, saw none")]
    Empty,
    /// A part of the text that isn't a move.
    #[error("column {column}: expected a square such as f5 after {moves} moves, saw `{saw}`")]
    Move {
        /// The column of the text in characters, from 1.
        column: usize,
        /// The number of moves before it.
        moves: usize,
        /// The text from there on, shortened.
        saw: String,
    },
    /// A move that breaks a rule.
    #[error("move {number}, {mv}, is illegal: {reason}")]
    Illegal {
        /// The number of the move in the text, from 1.
        number: usize,
        /// The rejected move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
}

/// The number of characters of a malformed part shown in an error message.
const SHOWN: usize = 12;

/// Spellings of a pass; longer ones precede their prefixes.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl Transcript {
    /// Plays the moves on a board. Adds the passes that the text omits and drops passes after the end of the game.
    /// Fails at the first illegal move.
    pub fn record(&self) -> Result<Record<Position>, TranscriptError> {
        let mut record = Record::new(Position::start());
        for (index, &mv) in self.moves.iter().enumerate() {
            let is_over = record.position().outcome().is_some();
            if is_over && mv == Move::Pass {
                continue;
            }
            play_next(&mut record, mv).map_err(|reason| TranscriptError::Illegal {
                number: index + 1,
                mv,
                reason,
            })?;
        }
        Ok(record)
    }
}

/// Plays a move for the side to move, or for the other side if the side to move must pass and the move isn't a pass.
/// Returns the side that moved. Leaves the record unchanged if the move is illegal.
pub fn play_next(record: &mut Record<Position>, mv: Move) -> Result<Color, IllegalMove> {
    let position = record.position();
    let to_move = position.to_move();
    let omits_pass = mv != Move::Pass && position.must_pass();
    let color = if omits_pass {
        to_move.opponent()
    } else {
        to_move
    };
    position.check(color, mv)?;
    if omits_pass {
        record.play(to_move, Move::Pass)?;
    }
    record.play(color, mv)?;
    Ok(color)
}

impl FromStr for Transcript {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Self, TranscriptError> {
        let mut moves = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            if let Some(length) = number_or_result(rest) {
                rest = rest[length..].trim_start();
                continue;
            }
            let Some((mv, length)) = first_move(rest) else {
                let before = &text[..text.len() - rest.len()];
                return Err(TranscriptError::Move {
                    column: before.chars().count() + 1,
                    moves: moves.len(),
                    saw: rest.trim_end().chars().take(SHOWN).collect(),
                });
            };
            moves.push(mv);
            rest = rest[length..].trim_start();
        }
        if moves.is_empty() {
            return Err(TranscriptError::Empty);
        }
        Ok(Transcript { moves })
    }
}

/// Returns the move number, such as `1.`, at the start of a line.
pub fn begins_with_number(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    number.parse().ok().filter(|_| rest.starts_with('.'))
}

/// Returns the length of a move number such as `1.` or `1...` at the start of the text.
pub fn number_of_move(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with('.');
    is_number.then(|| text.len() - rest.trim_start_matches('.').len())
}

/// Returns the length of a move number, or of a final result such as `34-30`.
fn number_or_result(text: &str) -> Option<usize> {
    if let Some(length) = number_of_move(text) {
        return Some(length);
    }
    let behind = |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &text[text.len() - behind(text)..];
    if rest.len() == text.len() {
        return None;
    }
    let discs = rest.strip_prefix('-')?;
    let end = behind(discs);
    let is_result = end < discs.len() && discs[discs.len() - end..].trim().is_empty();
    is_result.then_some(text.len())
}

/// Returns the move at the start of a text and its length in bytes.
fn first_move(text: &str) -> Option<(Move, usize)> {
    if let Some(square) = text.get(..2).and_then(|name| name.parse::<Square>().ok()) {
        return Some((Move::Place(square), 2));
    }
    let is_pass = |name: &&str| {
        let start = text.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let pass = PASSES.into_iter().find(is_pass)?;
    Some((Move::Pass, pass.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use tengen_engine::game::Outcome;

    /// A game in which white has no discs left after nine moves.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    fn read(text: &str) -> Result<Record<Position>, TranscriptError> {
        text.parse::<Transcript>()?.record()
    }

    fn complaint(text: &str) -> String {
        read(text).map(drop).unwrap_err().to_string()
    }

    #[test]
    fn cases_blanks_and_passes() {
        let expected = read("f5d6c3d3c4").unwrap();
        for text in ["F5d6C3d3C4", " f5 d6\tc3  d3 c4 \r"] {
            assert_eq!(
                read(text).unwrap().position(),
                expected.position(),
                "{text:?}"
            );
        }
        let over = read(WIPE_OUT).unwrap();
        assert_eq!(over.position().outcome(), Some(Outcome::Win(Color::Black)));
        for pass in ["pa", "PS", "pass", "--"] {
            let text = format!("{WIPE_OUT}{pass}{pass}");
            assert_eq!(read(&text).unwrap().len(), over.len(), "{text}");
        }
    }

    #[test]
    fn numbers_lines_and_results_are_skipped() {
        let expected = read("f5d6c3d3c4f4f6f3").unwrap();
        for text in [
            "1. f5 d6 2. c3 d3 3. c4 f4 4. f6\nf3\n",
            "1.f5 d6\r\n2.c3 d3\r\n3... c4 f4 4. f6 f3 34-30",
            "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4 7. f6 8. f3 0-1\n",
        ] {
            assert_eq!(
                read(text).unwrap().position(),
                expected.position(),
                "{text:?}"
            );
        }
        assert_eq!(
            read("1. f5 d6 2. c3 d3 3. c4 f4 4. f6\nf3\n")
                .unwrap()
                .len(),
            8
        );
        assert_eq!(begins_with_number(" 12. f5"), Some(12));
        assert_eq!(begins_with_number("12 f5"), None);
        assert!(complaint("f5 34-30 d6").contains("saw `34-30 d6`"));
    }

    #[test]
    fn omitted_passes_are_added() {
        let squares = format!("-O{}{}O-------", "X".repeat(6), "-".repeat(48));
        let position = Position::from_text(&squares, Color::White).unwrap();
        assert!(position.must_pass());
        let mut record = Record::new(position.clone());
        let mv = Move::Place("a1".parse().unwrap());
        assert_eq!(play_next(&mut record, mv), Ok(Color::Black));
        let played: Vec<_> = record.moves().collect();
        assert_eq!(played, [(Color::White, Move::Pass), (Color::Black, mv)]);
        let mut record = Record::new(position);
        assert_eq!(play_next(&mut record, Move::Pass), Ok(Color::White));
        let off = Move::Place("d4".parse().unwrap());
        assert!(play_next(&mut record, off).is_err());
        assert_eq!(record.len(), 1);
    }

    #[test]
    fn errors_tell_the_place() {
        for (text, sentence) in [
            ("", "expected moves such as `f5d6c3`, saw none"),
            (
                "f5 d6z9",
                "column 6: expected a square such as f5 after 2 moves, saw `z9`",
            ),
            (
                "\u{e9}",
                "column 1: expected a square such as f5 after 0 moves, saw `\u{e9}`",
            ),
            (
                "f5f",
                "column 3: expected a square such as f5 after 1 moves, saw `f`",
            ),
        ] {
            assert_eq!(complaint(text), sentence);
        }
        let error = complaint("f5f5");
        assert!(error.starts_with("move 2, f5, is illegal: "), "{error}");
        let error = complaint("f5pa");
        assert!(error.starts_with("move 2, pass, is illegal: "), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_parser(text in "\\PC{0,80}") {
            let _ = read(&text);
        }
    }
}
