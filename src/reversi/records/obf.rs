//! Reversi positions as lines of text, with known results.
//!
//! One parser reads three formats, which may be mixed in a file:
//!
//! - OBF, as written by Edax: `SQUARES SIDE; MOVE:+SCORE; MOVE:+SCORE;`, or `+SCORE;` for the whole position
//! - scripts for endgame solvers, such as the FFO test suite: `SQUARES SIDE % anything`
//! - 65 characters: the squares and the side to move without a blank between them
//!
//! Lines that begin with `%` or `#` are comments. Scores are disc differences for the side to move, with empty squares
//! counted for the winner.

use std::fmt::{self, Display};

use nom::bytes::complete::take_till1;
use nom::character::complete::{char, i32 as integer, space0};
use nom::combinator::{all_consuming, map_opt, opt};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use super::ggf::{parse_move, write_move};
use crate::rules::position::{Position, PositionError};
use crate::rules::square::{Move, Square};
use tengen_engine::game::{Color, Position as _};

/// A position with the results given on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfProblem {
    /// The position to solve.
    pub position: Position,
    /// The results of moves, in the order of the line.
    pub moves: Vec<(Move, i32)>,
    /// The result of the whole position, if given.
    pub score: Option<i32>,
    /// The comment after `%`; empty if there is none.
    pub comment: String,
}

/// An error in a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ObfError {
    /// The squares do not form a position.
    #[error(transparent)]
    Squares(#[from] PositionError),
    /// The side to move is missing or malformed.
    #[error("expected X or O to move after the squares, saw `{0}`")]
    Side(String),
    /// A result that is neither a score nor a move with a score.
    #[error("expected a result such as `G8:+18`, saw `{0}`")]
    Result(String),
}

impl ObfProblem {
    /// Creates a problem without results.
    pub fn new(position: Position) -> ObfProblem {
        ObfProblem {
            position,
            moves: Vec::new(),
            score: None,
            comment: String::new(),
        }
    }

    /// Parses a line. Returns `None` if it is blank or a comment. Fails if the squares, the side to move or a result
    /// are malformed.
    pub fn parse(line: &str) -> Result<Option<ObfProblem>, ObfError> {
        let (text, comment) = line.split_once('%').unwrap_or((line, ""));
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let (squares, rest) = squares_of(text);
        let count = squares.chars().count();
        if count != Square::COUNT {
            return Err(PositionError::Length(count).into());
        }
        let end = rest.find([';', ' ', '\t']).unwrap_or(rest.len());
        let (side, results) = rest.split_at(end);
        let to_move = parse_side(side).ok_or_else(|| ObfError::Side(side.to_owned()))?;
        let mut problem = ObfProblem::new(Position::from_text(squares, to_move)?);
        comment.trim().clone_into(&mut problem.comment);
        for result in results
            .split(';')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            match all_consuming(move_result).parse(result) {
                Ok((_, (Some(mv), score))) => problem.moves.push((mv, score)),
                Ok((_, (None, score))) => problem.score = Some(score),
                Err(_) => return Err(ObfError::Result(result.to_owned())),
            }
        }
        Ok(Some(problem))
    }

    /// Returns the known result of the position: that of its best move, otherwise that of the whole position.
    pub fn result(&self) -> Option<i32> {
        let best = self.moves.iter().map(|&(_, score)| score).max();
        best.or(self.score)
    }
}

/// Splits a line into its squares and the trimmed rest. Squares not followed by a blank end before the last character
/// or before the first `;`.
fn squares_of(text: &str) -> (&str, &str) {
    let word = text.find([';', ' ', '\t']).unwrap_or(text.len());
    let squares = match text.char_indices().nth(Square::COUNT) {
        Some((at, _)) if text[..word].chars().count() == Square::COUNT + 1 => at,
        _ => word,
    };
    let (squares, rest) = text.split_at(squares);
    (squares, rest.trim_start())
}

fn parse_side(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "x" | "*" | "b" | "black" => Some(Color::Black),
        "o" | "0" | "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Parses `G8:+18` or a number alone.
fn move_result(input: &str) -> IResult<&str, (Option<Move>, i32)> {
    let mv = map_opt(take_till1(|c: char| c == ':' || c == ' '), parse_move);
    let colon = delimited(space0, char(':'), space0);
    (opt(terminated(mv, colon)), integer).parse(input)
}

impl Display for ObfProblem {
    /// Writes the position as a line of OBF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(match self.position.at(square) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "-",
            })?;
        }
        f.write_str(match self.position.to_move() {
            Color::Black => " X;",
            Color::White => " O;",
        })?;
        for &(mv, score) in &self.moves {
            write!(f, " {}:{score:+};", write_move(mv))?;
        }
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        if !self.comment.is_empty() {
            write!(f, " % {}", self.comment)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::board::tests::reached;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn parsed(line: &str) -> ObfProblem {
        ObfProblem::parse(line).unwrap().expect("a position")
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn obf() {
        let problem = parsed(&format!(
            "{START} X; D3:+18; c4:-2;F5:+0; % as Edax writes it"
        ));
        assert_eq!(problem.position, Position::start());
        assert_eq!(
            problem.moves,
            [(mv("d3"), 18), (mv("c4"), -2), (mv("f5"), 0)]
        );
        assert_eq!(problem.result(), Some(18));
        assert_eq!(problem.comment, "as Edax writes it");
        assert_eq!(parsed(&format!("{START} X; -4;")).result(), Some(-4));
        assert_eq!(
            parsed(&format!("{START} X; pa:-4;")).moves,
            [(Move::Pass, -4)]
        );
    }

    #[test]
    fn scripts_and_65_characters() {
        for line in [
            format!("{START} X % G8:+18. H1:+12."),
            format!("{START}   *"),
            format!("{START}X"),
            format!("  {START}\tblack  \r"),
            format!("{START}X;"),
            START.replace('X', "*").replace('O', "0").replace('-', ".") + " x",
        ] {
            let problem = parsed(&line);
            assert_eq!(problem.position, Position::start(), "{line}");
            assert_eq!(problem.result(), None, "{line}");
        }
        let white = parsed(&format!("{START}O"));
        assert_eq!(
            white.position,
            Position::from_text(START, Color::White).unwrap()
        );
    }

    #[test]
    fn comments_and_blank_lines_are_none() {
        for line in ["", "  \t", "% a comment", "# another", "\r"] {
            assert_eq!(ObfProblem::parse(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn errors_quote_what_they_saw() {
        for (line, quoted) in [
            (START.to_owned(), "``"),
            (format!("{START} Z"), "`Z`"),
            ("no position at all".to_owned(), "saw 2"),
            (format!("{} X", &START[1..]), "63"),
            (format!("{} X", START.replace("OX", "O?")), "e4"),
            (format!("{START} X; G9:+1;"), "`G9:+1`"),
            (format!("{START} X; G8:"), "`G8:`"),
            (format!("{START} X; nonsense"), "`nonsense`"),
            ("\u{e9}".repeat(64), "``"),
            (format!("{}X", "\u{e9}".repeat(64)), "a1"),
        ] {
            let error = ObfProblem::parse(&line).unwrap_err().to_string();
            assert!(error.contains(quoted), "{line}: {error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            choices in prop::collection::vec(0..64usize, 0..60),
            white: bool,
            scores in prop::collection::vec((0..64u8, -64..=64i32), 0..8),
            alone in prop::option::of(-64..=64i32),
            comment in "[a-z;:]{0,8}",
        ) {
            let board = reached(&choices);
            let to_move = if white { Color::White } else { Color::Black };
            let text: String = Square::all().map(|square| {
                let (mine, theirs) = if white { ('O', 'X') } else { ('X', 'O') };
                match square.bit() {
                    bit if board.player() & bit != 0 => mine,
                    bit if board.opponent() & bit != 0 => theirs,
                    _ => '-',
                }
            }).collect();
            let problem = ObfProblem {
                position: Position::from_text(&text, to_move).unwrap(),
                moves: scores.into_iter().map(|(index, score)| {
                    let square = Square::at(index % 8, index / 8).unwrap();
                    (Move::Place(square), score)
                }).collect(),
                score: alone,
                comment,
            };
            prop_assert_eq!(ObfProblem::parse(&problem.to_string()), Ok(Some(problem)));
        }

        #[test]
        fn no_text_breaks_the_parser(line in "\\PC{0,80}") {
            let _ = ObfProblem::parse(&line);
        }
    }
}
