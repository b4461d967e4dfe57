//! The interface between the terminal and a game.

use anstyle::AnsiColor;

use super::saving::SavedGame;
use tengen_engine::cpu::Level;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position, is_pass};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{RootMove, deferred};
use tengen_play::{MoveOf, PlayableGame};

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The result as SGF writes it, such as `W+3.5`, `B+R` or `0`.
    pub code: String,
    /// The result in a sentence.
    pub sentence: String,
}

/// The work of a count, and its result.
pub type Count<G> = (Computation<MoveOf<G>>, deferred::Deferred<GameResult>);

/// A game that a person plays at a terminal.
pub trait TerminalGame: PlayableGame {
    /// Letters of the columns, as players write them.
    const LETTERS: &'static str;
    /// The color of the board.
    const BOARD: AnsiColor;
    /// A move as an example.
    const EXAMPLE: &'static str;

    /// Returns the star points of a board.
    fn star_points(_width: u8, _height: u8) -> Vec<Point> {
        Vec::new()
    }

    /// Returns the empty points to mark, and the sentence that explains the mark.
    fn marked(_position: &Self::Position) -> (Vec<Point>, &'static str) {
        (Vec::new(), "")
    }

    /// Returns notes to stand beside the board.
    fn status(position: &Self::Position) -> Vec<String>;

    /// Describes the value of a move for `color`, which is to play it in `position`.
    fn value(position: &Self::Position, color: Color, line: &RootMove<MoveOf<Self>>) -> String;

    /// Whether the side to move has to pass, and the program passes for it.
    fn must_pass(_position: &Self::Position) -> bool {
        false
    }

    /// Returns the computation of the result as the board stands. It fails if the game has none before its end.
    fn count(
        record: &Record<Self::Position>,
        resources: &Self::Resources,
        isa: Level,
    ) -> Count<Self>;

    /// Returns the computation of a ladder's reading, in a sentence.
    ///
    /// # Errors
    ///
    /// Fails if the game has no ladders, or none at `point`.
    fn ladder(
        _position: &Self::Position,
        _point: Point,
    ) -> Result<Computation<MoveOf<Self>>, String> {
        Err("This game has no ladders.".to_owned())
    }

    /// The suffix of files with saved games, without the dot.
    const SUFFIX: &'static str = "sgf";

    /// Writes a game in the format of `suffix`.
    ///
    /// # Errors
    ///
    /// Fails if the game has no such format.
    fn record_text(game: &SavedGame<Self>, suffix: &str) -> Result<String, String> {
        match suffix {
            "sgf" => game.sgf(),
            _ => Err(format!("No format is known for .{suffix}; use .sgf.")),
        }
    }
}

/// Parses a move as players write it, or `pass`. Returns `None` for text that is none, on this board.
pub fn parse_move<G: TerminalGame>(position: &G::Position, text: &str) -> Option<MoveOf<G>> {
    if is_pass(text) {
        return G::move_at(position, None);
    }
    G::move_at(position, Some(parse_point::<G>(position, text)?))
}

/// Parses a point of this board.
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

/// Splits text such as `d4` into its letter and its number.
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

/// Returns the letter of a column.
pub fn letter<G: TerminalGame>(column: u8) -> char {
    let byte = G::LETTERS.as_bytes().get(usize::from(column));
    byte.map_or('?', |&byte| char::from(byte))
}

/// Returns the number of a row, which counts from the top, from 0.
pub fn row_number<G: TerminalGame>(height: u8, row: u8) -> u8 {
    if G::ROW_1_ON_TOP {
        row + 1
    } else {
        height - row
    }
}

/// Writes a side's name with a capital.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns the result of a game that a side has won by giving up or on time.
pub fn won(winner: Color, code: &str, how: &str) -> GameResult {
    GameResult {
        code: format!("{}+{code}", winner.letter()),
        sentence: format!("{} wins {how}.", side(winner)),
    }
}

/// Returns the count of a position whose result is known without work.
pub fn known<G: TerminalGame>(result: Result<GameResult, String>) -> Count<G> {
    deferred::computation(move |_| result)
}

/// Whether no side can move any more, or the rules end the game.
pub fn is_over<P: Position>(position: &P) -> bool {
    position.outcome().is_some() || position.legal_moves(position.to_move()).is_empty()
}
