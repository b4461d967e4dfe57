//! Relevance zones: the cells that a decided state depends on.
//!
//! If a side wins with a zone, it wins in the same way after any stones of the other side outside the zone. A move
//! outside the zone of the win after a pass therefore loses as the pass does. After Shih, Wu and others, A Novel
//! Approach to Solving Goal-Achieving Problems for Board Games, AAAI 2022.

use super::field::{Cells, Field, FieldState, FieldStep, cell, cells, lowest};
use super::table::FieldMove;
use crate::life::side::LifeSide;

/// Enlarges a winner's zone in a state until stones of the other side outside it change nothing: each of the winner's
/// chains in the zone keeps two liberties there, and moves of the other side that are suicide remain suicide. The zone gets the
/// winner's safe stones next to it.
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
    let safe = field.safe(state, winner);
    zone | field.near(zone & !safe) & safe
}

/// Returns a zone for a state from the zone after a move, so that the move is legal and has the same effect on the zone with any
/// content of the cells outside: it captures the same stones, and is a ko only if it is one here.
pub(super) fn before(
    field: &Field,
    state: &FieldState,
    mv: FieldMove,
    (winner, zone): (LifeSide, Cells),
) -> Cells {
    let FieldMove::Stone(index) = mv else {
        return zone;
    };
    let stone = cell(index);
    let mut zone = zone | stone;
    let Some(FieldStep { after, captured }) = field.play(state, index) else {
        return zone;
    };
    let surrounded = captured | field.near(captured);
    let may_be_ko = captured.count_ones() == 1;
    if state.to_move != winner {
        // The winner's own chains keep their liberties in the zone.
        return match (zone & captured, may_be_ko) {
            (0, _) => zone,
            (_, true) => zone | surrounded | field.near(stone),
            (_, false) => zone | surrounded,
        };
    }
    zone |= surrounded;
    if after.ko.is_some() {
        zone |= field.near(stone);
    }
    let empty = field.empty(&after);
    for side in LifeSide::BOTH {
        let stones = after.of(side);
        let mut touched = match side == winner {
            true => stone,
            false => field.near(stone) & stones & zone,
        };
        while touched != 0 {
            let known = field.chain(lowest(touched), stones & zone);
            touched &= !known;
            if field.near(known) & empty & zone == 0 && !field.is_safe(known, side) {
                let chain = field.chain(known, stones);
                zone |= chain | lowest(field.near(chain) & empty);
            }
        }
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::life::question::LifeQuestion;
    use crate::testing::go_reference::Stones;
    use tengen_engine::game::Color;

    /// X attacks, and can take the stone on the second column of the last row in a ko.
    const KO: [&str; 3] = [". . . . .", ". X O . .", "X O . O ."];

    /// Returns the zone before a move of X, with these columns and rows in the zone after it; (0, 0) is the lower left corner.
    fn zone(rows: &[&str], mv: (u8, u8), winner: LifeSide, after: &[(u8, u8)]) -> Vec<(u8, u8)> {
        let board = Stones::drawn(rows).board();
        let region: Vec<Point> = board.size().points().collect();
        let target = region
            .iter()
            .copied()
            .find(|&point| board.at(point) == Some(Color::White));
        let question = LifeQuestion::new(&board, &[target.unwrap()], &region).unwrap();
        let field = Field::new(&question).unwrap();
        let state = field.start(LifeSide::Attacker, None);
        let index = |&(column, row): &(u8, u8)| field.cell_of(Point::new(column, row)).unwrap();
        let after = after
            .iter()
            .fold(0, |zone, place| zone | cell(index(place)));
        let zone = before(
            &field,
            &state,
            FieldMove::Stone(index(&mv)),
            (winner, after),
        );
        let points = cells(zone).map(|index| field.point(index));
        points.map(|point| (point.column(), point.row())).collect()
    }

    #[test]
    fn all_stones_around_a_ko_count_with_a_liberty_each() {
        let zone = zone(&KO, (2, 0), LifeSide::Attacker, &[]);
        let around = [(0, 0), (1, 0), (3, 0), (1, 1), (2, 1)];
        let liberties = [(4, 0), (3, 1)];
        let taking = [(2, 0)];
        let mut all = [&around[..], &liberties, &taking].concat();
        all.sort_by_key(|&(column, row)| (row, column));
        assert_eq!(zone, all);
    }

    #[test]
    fn the_liberties_of_what_the_other_side_captures_count_if_it_is_in_the_zone() {
        let outside = zone(&KO, (2, 0), LifeSide::Defender, &[(4, 2)]);
        assert_eq!(outside, [(2, 0), (4, 2)]);
        let inside = zone(&KO, (2, 0), LifeSide::Defender, &[(1, 0)]);
        assert_eq!(inside, [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1)]);
    }

    #[test]
    fn the_stone_and_a_touched_chain_keep_a_liberty_in_the_zone() {
        let rows = [". . . . .", ". . O . .", ". . . . ."];
        let open = zone(&rows, (2, 0), LifeSide::Attacker, &[(2, 1)]);
        assert_eq!(open, [(1, 0), (2, 0), (1, 1), (2, 1)]);
        let known = zone(&rows, (2, 0), LifeSide::Attacker, &[(2, 1), (2, 2)]);
        assert_eq!(known, [(1, 0), (2, 0), (2, 1), (2, 2)]);
    }
}
