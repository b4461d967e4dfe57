//! GGF, the Generic Game Format of Othello servers and NBoard.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[black]PW[white]RE[?]TI[15:00]TY[8]
//!     BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6/1.00/2.5];)
//! ```
//!
//! Michael Buro specified the format (skatgame.net/mburo/ggsa/ggf); for cases it leaves open, this follows NBoard's
//! reader. Properties that do not affect the game, such as komi, ratings and comments, are preserved.

pub mod notes;
mod result;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, digit0, digit1, multispace0, one_of};
use nom::combinator::{all_consuming, map_opt, opt, recognize};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use crate::rules::position::{Position, PositionError};
use crate::rules::square::{Move, Square};
use tengen_engine::excerpt::excerpt;
use tengen_engine::game::{Color, IllegalMove, Position as _};
use tengen_engine::record::Record;

/// A game in GGF: properties, initial position and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GgfGame {
    /// The place (`PC`); empty if unknown.
    pub place: String,
    /// The date (`DT`) as written; empty if unknown.
    pub date: String,
    /// The names of the players, black first.
    pub players: [String; 2],
    /// The initial clocks, black first; `None` if unknown.
    pub clocks: [Option<GgfClock>; 2],
    /// The result; `None` if the game is unfinished or the result is unknown.
    pub result: Option<GgfResult>,
    /// Komi, ratings and other properties that do not affect play, in the order of the text.
    pub others: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, with the passes that the text contains.
    pub moves: Vec<GgfMove>,
}

/// A move with its annotations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GgfMove {
    /// The side that moved.
    pub color: Color,
    /// The square or pass played.
    pub mv: Move,
    /// The score of the player's search, in discs.
    pub eval: Option<f64>,
    /// The time taken for the move.
    pub time: Duration,
}

/// The initial clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GgfClock {
    /// The main time for all moves.
    pub main: Duration,
    /// The increment added after each move.
    pub increment: Duration,
    /// The grace time after the main time, in which a player may still finish but not win.
    pub grace: Duration,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GgfResult {
    /// Black's discs minus white's, with empty squares counted for the winner.
    pub margin: f64,
    /// The reason that the game ended before the board was full.
    pub early: Option<EarlyEnd>,
}

/// The reason for an early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    Timeout,
    /// The players agreed on the result.
    Agreed,
}

/// An error in a GGF text.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GgfError {
    /// The text is not a list of properties between `(;` and `;)`.
    #[error("expected a game such as `(;GM[Othello]...;)`, saw `{0}`")]
    Form(String),
    /// The game is not Othello.
    #[error("expected a game of Othello, saw one of `{0}`")]
    OtherGame(String),
    /// The text has no initial board.
    #[error("expected a board such as `BO[8 ... *]`, saw none")]
    NoBoard,
    /// The board is not 8x8 squares with a side to move.
    #[error("expected a board of `8`, 64 squares and the side to move, saw `{0}`")]
    Board(String),
    /// A character of the board is neither a disc nor an empty square.
    #[error(transparent)]
    Squares(#[from] PositionError),
    /// A move that isn't a square or a pass with optional values.
    #[error("expected a move such as `F5/1.00/2.5`, saw `{0}`")]
    Move(String),
    /// A move that breaks a rule.
    #[error("move {number}, {}, is illegal: {reason}", write_move(*.mv))]
    Illegal {
        /// The number of the move in the text, from 1.
        number: usize,
        /// The rejected move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
}

impl GgfGame {
    /// Creates a game without moves from `start`.
    pub fn new(start: Position) -> GgfGame {
        GgfGame {
            place: String::new(),
            date: String::new(),
            players: [const { String::new() }; 2],
            clocks: [None; 2],
            result: None,
            others: Vec::new(),
            start,
            moves: Vec::new(),
        }
    }

    /// Sets a property of the game other than its board and moves.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = value.trim();
        match name {
            "PC" => self.place = value.to_owned(),
            "DT" => self.date = value.to_owned(),
            "PB" => self.players[0] = value.to_owned(),
            "PW" => self.players[1] = value.to_owned(),
            "RE" => self.result = parse_all(result, value),
            // Malformed clocks are ignored, since the game itself matters more.
            "TI" => self.clocks = [parse_all(clock, value); 2],
            "TB" => self.clocks[0] = parse_all(clock, value),
            "TW" => self.clocks[1] = parse_all(clock, value),
            // Properties that are written separately.
            "GM" | "TY" | "BO" | "B" | "W" => {}
            _ if !name.chars().all(|c| c.is_ascii_alphabetic()) => {}
            _ => self.others.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Returns the properties of the game other than its board and moves, in the order in which they are written.
    pub fn properties(&self) -> Vec<(&str, String)> {
        let mut properties = Vec::new();
        for (name, value) in [("PC", &self.place), ("DT", &self.date)] {
            if !value.is_empty() {
                properties.push((name, value.clone()));
            }
        }
        for (name, value) in ["PB", "PW"].into_iter().zip(&self.players) {
            properties.push((name, value.clone()));
        }
        let result = self.result.map(|result| result.to_string());
        properties.push(("RE", result.unwrap_or_else(|| "?".to_owned())));
        match self.clocks {
            [Some(black), Some(white)] if black == white => {
                properties.push(("TI", black.to_string()));
            }
            clocks => {
                let clocks = ["TB", "TW"].into_iter().zip(clocks);
                properties
                    .extend(clocks.filter_map(|(name, clock)| Some((name, clock?.to_string()))));
            }
        }
        let others = self.others.iter();
        properties.extend(others.map(|(name, value)| (name.as_str(), value.clone())));
        properties
    }

    /// Plays the moves on a board. Adds the passes that the text omits and drops passes after the end of the game.
    /// Fails at the first illegal move.
    pub fn record(&self) -> Result<Record<Position>, GgfError> {
        let mut record = Record::new(self.start.clone());
        for (index, played) in self.moves.iter().enumerate() {
            let over = record.position().outcome().is_some();
            if over && played.mv == Move::Pass {
                continue;
            }
            play(&mut record, played.color, played.mv).map_err(|reason| GgfError::Illegal {
                number: index + 1,
                mv: played.mv,
                reason,
            })?;
        }
        Ok(record)
    }
}

/// Plays a move, preceded by the other side's forced pass if that is missing.
pub fn play(record: &mut Record<Position>, color: Color, mv: Move) -> Result<(), IllegalMove> {
    let position = record.position();
    position.check(color, mv)?;
    let passing = position.to_move();
    if passing != color {
        record.play(passing, Move::Pass)?;
    }
    record.play(color, mv)
}

impl FromStr for GgfGame {
    type Err = GgfError;

    fn from_str(text: &str) -> Result<Self, GgfError> {
        let (_, properties) = all_consuming(game)
            .parse(text)
            .map_err(|_| GgfError::Form(excerpt(text)))?;
        let mut start = None;
        let mut game = GgfGame::new(Position::start());
        for (name, value) in properties {
            let named = || value.trim().to_owned();
            match name {
                "GM" if value.trim().eq_ignore_ascii_case("othello") => {}
                "GM" => return Err(GgfError::OtherGame(named())),
                // Anti-Othello, in which the side with fewer discs wins.
                "TY" if value.contains('a') => return Err(GgfError::OtherGame(named())),
                "TY" => {}
                "BO" => start = Some(board(value)?),
                "B" => game.moves.push(GgfMove::parse(Color::Black, value)?),
                "W" => game.moves.push(GgfMove::parse(Color::White, value)?),
                _ => game.set(name, value),
            }
        }
        game.start = start.ok_or(GgfError::NoBoard)?;
        Ok(game)
    }
}

/// Parses `(;NAME[value]...;)`, optionally preceded by the number of games of a match.
fn game(input: &str) -> IResult<&str, Vec<(&str, &str)>> {
    let name = take_while1(|c: char| c.is_ascii_alphabetic());
    let value = delimited(char('['), take_till(|c| c == ']'), char(']'));
    let property = terminated((name, preceded(multispace0, value)), multispace0);
    let count = (digit0, multispace0);
    delimited(
        (multispace0, count, tag("(;"), multispace0),
        many0(property),
        (tag(";)"), multispace0),
    )
    .parse(input)
}

/// Applies a parser to a whole text, ignoring surrounding blanks.
fn parse_all<'a, O>(
    parser: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<O> {
    all_consuming(parser)
        .parse(text.trim())
        .ok()
        .map(|(_, value)| value)
}

/// Parses `8`, 64 squares with blanks anywhere, and the side to move.
fn board(value: &str) -> Result<Position, GgfError> {
    let wrong = || GgfError::Board(excerpt(value));
    let rest = value.trim().strip_prefix('8').ok_or_else(wrong)?;
    let mut squares: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let to_move = match squares.pop() {
        Some('*' | 'X' | 'x') => Color::Black,
        Some('O' | 'o' | '0') => Color::White,
        _ => return Err(wrong()),
    };
    Ok(Position::from_text(&squares, to_move)?)
}

impl GgfMove {
    /// Parses `MOVE`, `MOVE/EVAL` or `MOVE/EVAL/TIME`, in which unknown values may be blank; the time is in seconds.
    pub fn parse(color: Color, text: &str) -> Result<GgfMove, GgfError> {
        let wrong = || GgfError::Move(excerpt(text));
        let mut parts = text.trim().splitn(3, '/').map(str::trim);
        let mv = parts.next().and_then(parse_move).ok_or_else(wrong)?;
        let mut value = || match parts.next() {
            None | Some("") => Ok(None),
            Some(part) => parse_all(number, part).map(Some).ok_or_else(wrong),
        };
        let (eval, seconds) = (value()?, value()?);
        let time = Duration::try_from_secs_f64(seconds.unwrap_or(0.0)).map_err(|_| wrong())?;
        Ok(GgfMove {
            color,
            mv,
            eval,
            time,
        })
    }
}

/// Parses a move: a square, or a pass as `P`, `PA`, `PAS`, `PASS`, `PS` or `--`, in any case.
pub fn parse_move(text: &str) -> Option<Move> {
    match text.to_ascii_uppercase().as_str() {
        "P" | "PA" | "PAS" | "PASS" | "PS" | "--" => Some(Move::Pass),
        _ => text.parse().ok(),
    }
}

/// Writes a move as Othello programs do: `F5`, or `PA` for a pass.
pub fn write_move(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// Parses a signed number without an exponent.
fn number(input: &str) -> IResult<&str, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    map_opt(recognize((opt(one_of("+-")), digits)), |text: &str| {
        text.parse().ok()
    })
    .parse(input)
}

/// Parses a result such as `+4`, `-12.000:r`, `+2:t` or `0:s`.
fn result(input: &str) -> IResult<&str, GgfResult> {
    let early = map_opt(
        preceded(char(':'), one_of("rtslm")),
        |letter| match letter {
            'r' => Some(EarlyEnd::Resigned),
            't' => Some(EarlyEnd::Timeout),
            's' | 'm' => Some(EarlyEnd::Agreed),
            _ => None,
        },
    );
    (number, opt(early))
        .map(|(margin, early)| GgfResult { margin, early })
        .parse(input)
}

/// Parses `MAIN/INCREMENT/GRACE`, of which the last two may be blank or missing.
fn clock(input: &str) -> IResult<&str, GgfClock> {
    let further = || opt(preceded(char('/'), opt(duration)));
    (duration, further(), further())
        .map(|(main, increment, grace)| GgfClock {
            main,
            increment: increment.flatten().unwrap_or_default(),
            grace: grace.flatten().unwrap_or_default(),
        })
        .parse(input)
}

/// Parses `DAYS.HOURS:MINUTES:SECONDS`, of which only the last part is required.
fn duration(input: &str) -> IResult<&str, Duration> {
    let digits = || map_opt(digit1, |digits: &str| digits.parse::<u32>().ok());
    let (input, days) = opt(terminated(digits(), char('.'))).parse(input)?;
    let (input, parts) = separated_list1(char(':'), digits()).parse(input)?;
    let of_days = u64::from(days.unwrap_or(0)) * 24 * 60 * 60;
    let seconds = parts.iter().fold(0u64, |sum, &part| {
        sum.saturating_mul(60).saturating_add(part.into())
    });
    Ok((input, Duration::from_secs(seconds.saturating_add(of_days))))
}

impl Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        for (name, value) in self.properties() {
            // A value ends at its first closing bracket.
            write!(f, "{name}[{}]", value.replace(']', ")"))?;
        }
        f.write_str("TY[8]BO[8 ")?;
        let letter = |color| if color == Color::Black { '*' } else { 'O' };
        for square in Square::all() {
            write!(f, "{}", self.start.at(square).map_or('-', letter))?;
        }
        write!(f, " {}]", letter(self.start.to_move()))?;
        for played in &self.moves {
            write!(f, "{}[{played}]", played.color.letter())?;
        }
        f.write_str(";)")
    }
}

impl Display for GgfMove {
    /// Writes `F5`, `F5/1.00`, `F5//2.50` or `F5/1.00/2.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_move(self.mv))?;
        if self.eval.is_some() || !self.time.is_zero() {
            f.write_str("/")?;
        }
        if let Some(eval) = self.eval {
            write!(f, "{eval:.2}")?;
        }
        if !self.time.is_zero() {
            write!(f, "/{:.2}", self.time.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.margin)?;
        f.write_str(match self.early {
            None => "",
            Some(EarlyEnd::Resigned) => ":r",
            Some(EarlyEnd::Timeout) => ":t",
            Some(EarlyEnd::Agreed) => ":s",
        })
    }
}

impl Display for GgfClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = |time: Duration| {
            let seconds = time.as_secs();
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            match hours {
                0 => format!("{minutes:02}:{seconds:02}"),
                _ => format!("{hours}:{minutes:02}:{seconds:02}"),
            }
        };
        f.write_str(&clock(self.main))?;
        if self.increment.is_zero() && self.grace.is_zero() {
            return Ok(());
        }
        write!(f, "/{}/{}", clock(self.increment), clock(self.grace))
    }
}

#[cfg(test)]
mod tests;
