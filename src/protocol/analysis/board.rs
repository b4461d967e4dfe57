//! Moves on the board of a query: points, moves and lists of them, and moves that a query excludes from the search or
//! restricts it to.

use serde_json::Value;

use super::field_table::{ALLOW_MOVES, AVOID_MOVES};
use super::fields::{self, FieldError, Fields};
use super::game::{AnalysisGame, BoardSize};
use tengen_engine::Restriction;
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_play::MoveOf;
use tengen_play::notation::point_on;
use tengen_play::vertex::Vertex;

/// Error message for an invalid list of moves.
const MOVES_EXPECTED: &str =
    "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

/// A side and a point, or `None` for a pass.
pub type PlayerPoint = (Color, Option<Point>);

/// Reads a list of sides and points; a pass is `None`. Fails if the value is not such a list or names a point off the
/// board.
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

/// Reads a GTP vertex, `pass`, or `(x,y)` from the upper left corner.
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

/// Reads a list of moves without sides. Fails if the value is not such a list or names a point off the board.
fn read_locations<G: AnalysisGame>(
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
        // A pass in a game without one needs no restriction.
        Ok(G::move_at(board, point))
    };
    let values = value.as_array().ok_or_else(malformed)?;
    let moves: Vec<Option<_>> = values.iter().map(read).collect::<Result<_, FieldError>>()?;
    Ok(Some(moves.into_iter().flatten().collect()))
}

/// Reads `avoidMoves` or `allowMoves`. Fails if a field is invalid or both are given.
pub fn read_restrictions<G: AnalysisGame>(
    fields: Fields,
    board: &G::Position,
    size: BoardSize,
) -> Result<Vec<Restriction<MoveOf<G>>>, FieldError> {
    let (avoided, allowed) = (fields.get(AVOID_MOVES), fields.get(ALLOW_MOVES));
    let (name, list) = match (avoided, allowed) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), Some(_)) => {
            let message = "Cannot specify both allowMoves and avoidMoves";
            return Err(FieldError::new(ALLOW_MOVES, message));
        }
        (Some(list), None) => (AVOID_MOVES, list),
        (None, Some(list)) => (ALLOW_MOVES, list),
    };
    let only = name == ALLOW_MOVES;
    let malformed = || {
        let message = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'";
        FieldError::new(name, message)
    };
    let list = list.as_array().ok_or_else(malformed)?;
    if only && list.len() > 2 {
        let message = "Currently allowMoves only allows at most one entry per player";
        return Err(FieldError::new(name, message));
    }
    let mut restrictions: Vec<Restriction<MoveOf<G>>> = Vec::new();
    for entry in list {
        let entry = Fields(entry.as_object().ok_or_else(malformed)?);
        let color = entry.player("player")?.ok_or_else(malformed)?;
        let moves = read_locations::<G>(entry, board, size)?.ok_or_else(malformed)?;
        let depth = entry.integer(
            "untilDepth",
            1..=1_000_000_000,
            "Must be a positive integer",
        )?;
        let plies = depth.ok_or_else(malformed)? as u32;
        if only && restrictions.iter().any(|known| known.color == color) {
            let message = "Cannot specify allowMoves more than once for the same player";
            return Err(FieldError::new(name, message));
        }
        restrictions.push(Restriction {
            color,
            moves,
            only,
            plies,
        });
    }
    Ok(restrictions)
}
