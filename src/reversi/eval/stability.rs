//! Stable discs, which can never be flipped again: a bound on the result and a feature.

use crate::rules::board::{CORNERS, STEPS};

/// The squares at an end of a line, where no disc can be flipped along it, for each of `STEPS`.
const ENDS: [u64; 4] = [
    SIDES,
    TOP_AND_BOTTOM,
    SIDES | TOP_AND_BOTTOM,
    SIDES | TOP_AND_BOTTOM,
];
const SIDES: u64 = 0x8181_8181_8181_8181;
const TOP_AND_BOTTOM: u64 = 0xff00_0000_0000_00ff;

/// The squares that shifts by 1, 2 and 4 columns to the right can reach; below, to the left.
const FROM_LEFT: [u64; 3] = [
    0xfefe_fefe_fefe_fefe,
    0xfcfc_fcfc_fcfc_fcfc,
    0xf0f0_f0f0_f0f0_f0f0,
];
const FROM_RIGHT: [u64; 3] = [
    0x7f7f_7f7f_7f7f_7f7f,
    0x3f3f_3f3f_3f3f_3f3f,
    0x0f0f_0f0f_0f0f_0f0f,
];
const ANYWHERE: [u64; 3] = [u64::MAX; 3];

/// The squares that a shift up and a shift down can reach, for each of `STEPS`.
const REACH: [([u64; 3], [u64; 3]); 4] = [
    (FROM_LEFT, FROM_RIGHT),
    (ANYWHERE, ANYWHERE),
    (FROM_RIGHT, FROM_LEFT),
    (FROM_LEFT, FROM_RIGHT),
];

/// Returns stable discs among `discs`, all of one side, on a board with these empty squares. Every disc returned is
/// stable, but some stable discs may be missed.
///
/// On each of its four lines, a stable disc has the edge of the board, a stable neighbor of its color, or no empty
/// square.
#[inline(always)]
pub fn stable_discs(discs: u64, empty: u64) -> u64 {
    // Without a full line, every stable disc depends on a corner, and early boards have few full lines.
    if empty & CORNERS == CORNERS && empty.count_ones() > 30 {
        return 0;
    }
    grow_stable(discs, full_lines(empty))
}

/// Grows the set of stable discs until it no longer changes.
#[inline(always)]
fn grow_stable(discs: u64, full: [u64; 4]) -> u64 {
    let mut stable = discs & full[0] & full[1] & full[2] & full[3] | discs & CORNERS;
    if stable == 0 {
        return 0;
    }
    loop {
        let mut next = discs;
        for line in 0..4 {
            // Shifts that wrap around reach only `ENDS`.
            let held = (stable << STEPS[line]) | (stable >> STEPS[line]);
            next &= full[line] | ENDS[line] | held;
        }
        next |= stable;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// Returns the squares on lines without an empty square, for each of `STEPS`.
#[inline(always)]
fn full_lines(empty: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for line in 0..4 {
        let (up_reach, down_reach) = REACH[line];
        let (mut up, mut down) = (empty, empty);
        for doubling in 0..3 {
            let step = STEPS[line] << doubling;
            up |= (up << step) & up_reach[doubling];
            down |= (down >> step) & down_reach[doubling];
        }
        full[line] = !(up | down);
    }
    full
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::board::tests::reached;
    use crate::rules::{Position, Squares};
    use tengen_engine::game::Color;

    fn stable(rows: &str) -> String {
        let squares: String = rows.split_whitespace().collect();
        let board = Position::from_text(&squares, Color::Black).unwrap().board();
        let names =
            Squares(stable_discs(board.player(), board.empty())).map(|square| square.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stable_discs_start_at_corners() {
        let drawing = "
            X X X O - - - -
            X X - - - - - -
            X - X - - - - -
            - - - - - - - -
            - - - - X X - -
            - - - - X X - -
            - - - - - - - -
            - - - - X X - X";
        assert_eq!(stable(drawing), "a1 b1 c1 a2 b2 a3 h8");
    }

    #[test]
    fn a_full_board_is_stable() {
        let drawing = "X O O X X O X O ".repeat(8);
        assert_eq!(stable(&drawing).split(' ').count(), 32);
    }

    #[test]
    fn full_lines_hold_a_disc_without_a_corner() {
        // d4 lies on a full row, column and both full diagonals.
        let drawing = "
            O - - O - - O -
            - O - O - O - -
            - - O O O - - -
            O O O X O O O O
            - - O O O - - -
            - O - O - O - -
            O - - O - - O -
            - - - O - - - O";
        assert_eq!(stable(drawing), "d4");
    }

    proptest! {
        #[test]
        fn stable_discs_survive_any_play(
            begin in prop::collection::vec(0..64usize, 20..60),
            rest in prop::collection::vec(0..64usize, 0..40),
        ) {
            let choices: Vec<usize> = begin.iter().chain(&rest).copied().collect();
            for board in [reached(&begin), reached(&begin).passed()] {
                let mine = stable_discs(board.player(), board.empty());
                let theirs = stable_discs(board.opponent(), board.empty());
                prop_assert_eq!(mine & !board.player(), 0);
                prop_assert_eq!(theirs & !board.opponent(), 0);
                let later = reached(&choices);
                // Passes can swap the player at the end, so a stable set must stay within one side's discs.
                for set in [mine, theirs] {
                    prop_assert!(set & later.player() == set || set & later.opponent() == set);
                }
            }
        }
    }
}
