//! Points, moves and lists of them as a query names them.

use serde_json::Value;

use super::fields::{self, FieldError, Fields};
use super::game::{AnalysisGame, BoardSize};
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_play::MoveOf;
use tengen_play::notation::point_on;
use tengen_play::vertex::Vertex;

/// Error of a list of moves.
const MOVES_EXPECTED: &str =
    "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

/// A side and a point, or `None` for a pass.
pub type PlayerPoint = (Color, Option<Point>);

/// Reads a list of sides and points; `None` stands for a pass.
///
/// # Errors
///
/// The value is no such list, or names a point off the board.
pub fn read_moves<G: AnalysisGame>(
    fields: Fields,
    name: &str,
    size: BoardSize,
) -> Result<Option<Vec<PlayerPoint>>, FieldError> {
    let Some(value) = fields.get(name) else {
        return Ok(None);
    };
    let malformed = || FieldError::new(name, MOVES_EXPECTED);
    let read = |pair: &Value| {
        let [player, at] = pair.as_array().map(Vec::as_slice).ok_or_else(malformed)? else {
            return Err(malformed());
        };
        let player = player.as_str().ok_or_else(malformed)?;
        let at = at.as_str().ok_or_else(malformed)?;
        let color = fields::player(player)
            .ok_or_else(|| FieldError::new(name, format!("Could not parse player: {player}")))?;
        Ok((color, read_location::<G>(name, at, size)?))
    };
    let pairs = value.as_array().ok_or_else(malformed)?;
    pairs.iter().map(read).collect::<Result<_, _>>().map(Some)
}

/// Reads a vertex as over GTP, `pass`, or `(x,y)` from the upper left corner.
fn read_location<G: AnalysisGame>(
    name: &str,
    text: &str,
    size: BoardSize,
) -> Result<Option<Point>, FieldError> {
    let refused = || FieldError::new(name, format!("Could not parse board location: {text}"));
    if let Some(pair) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    {
        let (column, row) = pair.split_once(',').ok_or_else(refused)?;
        let on = |text: &str, side: u8| text.trim().parse().ok().filter(|&line| line < side);
        let point = on(column, size.0).zip(on(row, size.1));
        let (column, row) = point.ok_or_else(refused)?;
        return Ok(Some(Point { column, row }));
    }
    match Vertex::parse(text).ok_or_else(refused)? {
        Vertex::Pass => Ok(None),
        vertex => point_on::<G>(size, vertex).map(Some).ok_or_else(refused),
    }
}

/// Reads a list of moves without sides.
///
/// # Errors
///
/// The value is no such list, or names a point off the board.
pub fn read_locations<G: AnalysisGame>(
    entry: Fields,
    board: &G::Position,
    size: BoardSize,
) -> Result<Option<Vec<MoveOf<G>>>, FieldError> {
    let Some(value) = entry.get("moves") else {
        return Ok(None);
    };
    let malformed = || FieldError::new("moves", "Must be an array of GTP board vertices");
    let read = |value: &Value| {
        let text = value.as_str().ok_or_else(malformed)?;
        let point = read_location::<G>("moves", text, size)?;
        // A pass that the game does not have is no move to avoid.
        Ok(G::move_at(board, point))
    };
    let values = value.as_array().ok_or_else(malformed)?;
    let moves: Vec<Option<_>> = values.iter().map(read).collect::<Result<_, FieldError>>()?;
    Ok(Some(moves.into_iter().flatten().collect()))
}
