//! The interface between the terminal and a game.

use anstyle::AnsiColor;

use super::messages::{Messages, side};
use super::saving::SavedGame;
use tengen_engine::cpu::Level;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position, is_pass};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{RootMove, deferred};
use tengen_play::{MoveOf, PlayableGame};

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The result as SGF writes it, such as `W+3.5`, `B+R` or `0`.
    pub code: String,
    /// A sentence that describes the result.
    pub sentence: String,
}

/// A finished board counted with stones that both sides agree are dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The owners of all points, row by row from the upper left corner; `None` for a neutral point.
    pub owners: Vec<Option<Color>>,
    /// The result as SGF writes it.
    pub code: String,
}

/// A computation of the dead stones of a finished board, with its deferred result.
pub type DeadStones<G> = (Computation<MoveOf<G>>, deferred::Deferred<Vec<Point>>);

/// A computation that counts the board, with its deferred result.
pub type Count<G> = (Computation<MoveOf<G>>, deferred::Deferred<GameResult>);

/// A game that a person plays at a terminal.
pub trait TerminalGame: PlayableGame {
    /// The letters of the columns, from left to right.
    const LETTERS: &'static str;
    /// The color of the board.
    const BOARD: AnsiColor;
    /// A move as an example for messages.
    const EXAMPLE: &'static str;

    /// Returns the star points of a board; none by default.
    fn star_points(_width: u8, _height: u8) -> Vec<Point> {
        Vec::new()
    }

    /// The message that explains the mark of empty points; none in games without marks.
    const LEGEND: &'static str = "";

    /// Returns the empty points to mark.
    fn marked(_position: &Self::Position) -> Vec<Point> {
        Vec::new()
    }

    /// Returns the notes to print next to the board.
    fn status(position: &Self::Position, messages: &Messages) -> Vec<String>;

    /// Describes the value of a move that `color` would play in `position`.
    fn value(
        position: &Self::Position,
        color: Color,
        line: &RootMove<MoveOf<Self>>,
        messages: &Messages,
    ) -> String;

    /// Whether the side to move has to pass, so that the program passes for it.
    fn must_pass(_position: &Self::Position) -> bool {
        false
    }

    /// Returns the computation of the board's result. It fails if the game has no result before its end.
    fn count(
        record: &Record<Self::Position>,
        resources: &Self::Resources,
        isa: Level,
        messages: &Messages,
    ) -> Count<Self>;

    /// Returns the computation of the dead stones of a finished board; `None` in games without dead stones.
    fn dead_stones(
        _record: &Record<Self::Position>,
        _resources: &Self::Resources,
        _isa: Level,
    ) -> Option<DeadStones<Self>> {
        None
    }

    /// Returns the stones that live or die together with the one at `point`; none if there is no such stone.
    fn chain(_position: &Self::Position, _point: Point) -> Vec<Point> {
        Vec::new()
    }

    /// Counts a finished board with these whole chains dead; `None` in games without dead stones.
    fn settle(_position: &Self::Position, _dead: &[Point]) -> Option<Settlement> {
        None
    }

    /// Returns the computation that reads a ladder and describes it in a sentence. Fails if there is no ladder at
    /// `point`.
    fn ladder(
        _position: &Self::Position,
        _point: Point,
        messages: &Messages,
    ) -> Result<Computation<MoveOf<Self>>, String> {
        Err(messages.text("no-ladders"))
    }

    /// Extension of files with saved games, without the dot.
    const SUFFIX: &'static str = "sgf";

    /// Writes a game in the format of the extension `suffix`. Fails for formats that the game does not have.
    fn record_text(
        game: &SavedGame<Self>,
        suffix: &str,
        messages: &Messages,
    ) -> Result<String, String> {
        match suffix {
            "sgf" => game.sgf(messages),
            _ => Err(messages.format("no-format", [("suffix", suffix.into())])),
        }
    }
}

/// Parses a move as players write it, or `pass`. Returns `None` for anything else and for points off this board.
pub fn parse_move<G: TerminalGame>(position: &G::Position, text: &str) -> Option<MoveOf<G>> {
    if is_pass(text) {
        return G::move_at(position, None);
    }
    G::move_at(position, Some(parse_point::<G>(position, text)?))
}

/// Parses a point of this board, such as `d4`.
pub fn parse_point<G: TerminalGame>(position: &G::Position, text: &str) -> Option<Point> {
    let (letter, number) = split_point(text)?;
    let (width, height) = G::size(position);
    let column = G::LETTERS.find(|known: char| known.eq_ignore_ascii_case(&letter))?;
    let column = u8::try_from(column).ok().filter(|column| *column < width)?;
    if !(1..=height).contains(&number) {
        return None;
    }
    let row = if G::ROW_1_ON_TOP {
        number - 1
    } else {
        height - number
    };
    Some(Point { column, row })
}

/// Splits a point such as `d4` into its letter and number.
pub fn split_point(text: &str) -> Option<(char, u8)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = &text[1..];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().unwrap_or(u8::MAX);
    is_number.then_some((letter, number))
}

/// Writes a point as players do.
pub fn spell_point<G: TerminalGame>(position: &G::Position, point: Point) -> String {
    let (_, height) = G::size(position);
    format!(
        "{}{}",
        letter::<G>(point.column),
        row_number::<G>(height, point.row)
    )
}

/// Writes a move as players do.
pub fn spell<G: TerminalGame>(position: &G::Position, mv: MoveOf<G>) -> String {
    match G::point_of(position, mv) {
        Some(point) => spell_point::<G>(position, point),
        None => "pass".to_owned(),
    }
}

/// Returns the letter of a column, counted from 0.
pub fn letter<G: TerminalGame>(column: u8) -> char {
    let byte = G::LETTERS.as_bytes().get(usize::from(column));
    byte.map_or('?', |&byte| char::from(byte))
}

/// Returns the printed number of a row; `row` counts from the top, from 0.
pub fn row_number<G: TerminalGame>(height: u8, row: u8) -> u8 {
    if G::ROW_1_ON_TOP {
        row + 1
    } else {
        height - row
    }
}

/// Returns the result of a game that `winner` won, with what follows the plus sign in SGF and the key of its sentence.
pub fn won(winner: Color, code: &str, key: &str, messages: &Messages) -> GameResult {
    GameResult {
        code: format!("{}+{code}", winner.letter()),
        sentence: messages.format(key, [side(winner)]),
    }
}

/// Returns the result of a drawn game.
pub fn drawn(messages: &Messages) -> GameResult {
    GameResult {
        code: "0".to_owned(),
        sentence: messages.text("drawn"),
    }
}

/// Returns the count of a position with a result that is already known.
pub fn known<G: TerminalGame>(result: Result<GameResult, String>) -> Count<G> {
    deferred::computation(move |_| result)
}

/// Whether neither side can move, or the rules end the game.
pub fn is_over<P: Position>(position: &P) -> bool {
    position.outcome().is_some() || position.legal_moves(position.to_move()).is_empty()
}
