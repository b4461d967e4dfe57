//! Relevance zones: the cells that a decided state depends on.
//!
//! If a side wins with a zone, it wins in the same way after any stones of the other side outside the zone. A move
//! outside the zone of the win after a pass therefore loses as the pass does. After Shih, Wu and others, A Novel
//! Approach to Solving Goal-Achieving Problems for Board Games, AAAI 2022.

use super::field::{Cells, Field, FieldState, cell, cells, lowest};
use super::table::FieldMove;
use crate::life::side::LifeSide;

/// Enlarges a winner's zone in a state until stones of the other side outside it change nothing: each of the winner's
/// chains in the zone keeps two liberties there, and moves of the other side that are suicide remain suicide.
pub(super) fn closed(field: &Field, state: &FieldState, winner: LifeSide, zone: Cells) -> Cells {
    let empty = field.empty(state);
    let mut zone = zone;
    let own = state.of(winner);
    let mut left = zone & own;
    while left != 0 {
        let chain = field.chain(lowest(left), own);
        left &= !chain;
        if field.is_safe(chain, winner) {
            continue;
        }
        zone |= chain;
        let liberties = field.near(chain) & empty;
        let mut missing = 2_u32.saturating_sub((liberties & zone).count_ones());
        for liberty in cells(liberties & !zone) {
            if missing == 0 {
                break;
            }
            zone |= cell(liberty);
            missing -= 1;
        }
    }
    if state.to_move != winner {
        let loser = state.of(winner.opponent());
        let filled = cells(zone & empty).filter(|&index| field.near(cell(index)) & empty == 0);
        for index in filled {
            if field.play(state, index).is_none() {
                let chain = field.chain(cell(index), loser | cell(index));
                zone |= chain | field.near(chain);
            }
        }
    }
    zone
}

/// Returns a zone for a state from the zone after a move. What the winner captures must not be connected with stones
/// outside.
pub(super) fn before(
    field: &Field,
    state: &FieldState,
    mv: FieldMove,
    (winner, zone): (LifeSide, Cells),
) -> Cells {
    let FieldMove::Stone(index) = mv else {
        return zone;
    };
    let zone = zone | cell(index);
    match field.play(state, index) {
        Some(step) if state.to_move == winner => zone | step.captured | field.near(step.captured),
        _ => zone,
    }
}
