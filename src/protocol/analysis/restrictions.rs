//! Moves that a query wants avoided, or alone searched.

use super::fields::{FieldError, Fields};
use super::game::{AnalysisGame, BoardSize};
use super::locations::read_locations;
use tengen_engine::Restriction;
use tengen_play::MoveOf;

/// Reads `avoidMoves` or `allowMoves`.
///
/// # Errors
///
/// A field cannot be used, or both are given.
pub fn read_restrictions<G: AnalysisGame>(
    fields: Fields,
    board: &G::Position,
    size: BoardSize,
) -> Result<Vec<Restriction<MoveOf<G>>>, FieldError> {
    let (avoided, allowed) = (fields.get("avoidMoves"), fields.get("allowMoves"));
    let (name, list) = match (avoided, allowed) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), Some(_)) => {
            let message = "Cannot specify both allowMoves and avoidMoves";
            return Err(FieldError::new("allowMoves", message));
        }
        (Some(list), None) => ("avoidMoves", list),
        (None, Some(list)) => ("allowMoves", list),
    };
    let only = name == "allowMoves";
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
