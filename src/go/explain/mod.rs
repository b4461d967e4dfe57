//! Explanations of a point: verified claims about its stone, or about a stone played there, with sentences for them.
//!
//! - `claim`: a claim, with its sentence and its JSON form
//! - `chain`: claims about a chain: liberties, ataris, ladders
//! - `life`: claims about a chain's life
//! - `empty_point`: claims about an empty point
//!
//! Tests: `tests.rs` checks every claim about 1,000 positions of `protocol-tests/data/life.jsonl` and
//! `protocol-tests/data/ladders.jsonl`; `protocol-tests/gtp/explain.txt`.
//! A change moves: that transcript, since sentences and JSON are replies.

mod chain;
pub mod claim;
mod empty_point;
mod life;

#[cfg(test)]
mod tests;

use self::claim::Claim;
use super::board::Point;
use super::life::group::GroupLimits;
use super::rules::position::Position;

/// Returns claims about a point of the board, simplest first. A reading that reaches a limit yields only a claim that
/// says so.
pub fn explain(position: &Position, point: Point, limits: GroupLimits<'_>) -> Vec<Claim> {
    let board = position.board();
    let Some(color) = board.at(point) else {
        return empty_point::claims(position, point);
    };
    let of_life = life::claims(board, point, limits);
    let mut claims = chain::claims(position, point, color);
    if !matches!(of_life[..], [Claim::PassAlive { .. }]) {
        claims.extend(chain::ladder_claim(board, point, limits.is_stopped));
    }
    claims.extend(of_life);
    claims
}
