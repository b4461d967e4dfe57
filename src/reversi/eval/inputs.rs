//! The inputs of the network: the state of each pattern, and what no pattern sees: counts over the whole board and the legal
//! moves around the corners.

use super::node::Node;
use super::patterns::{LANES, PATTERNS, SHAPES, shapes, state_count, tied_states};
use crate::rules::board::{Board, neighbors};

/// The number of states of all shapes. Their vectors are the first ones, shape by shape.
pub const STATES: usize = shape_offset(SHAPES);

/// The number of mobility values; higher mobilities share the last one.
const MOBILITY_VALUES: usize = 32;

/// The number of possible empty-square counts, 0 to 64.
const EMPTIES_VALUES: usize = 65;

/// The number of disc counts; higher counts share the last one. Low counts carry information that no pattern sees: the
/// next moves may take all discs.
const DISC_COUNT_VALUES: usize = 16;

/// The number of frontier sizes; larger ones share the last one.
const FRONTIER_VALUES: usize = 40;

/// The number of sets of legal moves that both sides can have on the four squares of a corner. Bits 0 to 3 are the moves
/// of the side to move, in the order of the squares, and bits 4 to 7 those of the opponent.
const CORNER_MOVES: usize = 1 << 8;

/// The number of corners, in the order `a1`, `h1`, `a8`, `h8`. The order of their squares differs, so each has its own
/// vectors, tied to those of `a1`.
const CORNERS: usize = 4;

/// The index of the first vector for the number of empty squares within the other inputs.
pub const EMPTIES_OFFSET: usize = 2 * MOBILITY_VALUES;

/// The index of the first vector for the disc counts.
pub const DISC_COUNT_OFFSET: usize = EMPTIES_OFFSET + EMPTIES_VALUES;

/// The index of the first vector for the frontiers.
const FRONTIER_OFFSET: usize = DISC_COUNT_OFFSET + 2 * DISC_COUNT_VALUES;

/// The index of the first vector for the moves in corners.
const CORNER_OFFSET: usize = FRONTIER_OFFSET + 2 * FRONTIER_VALUES;

/// The number of other inputs.
pub const OTHERS: usize = CORNER_OFFSET + CORNERS * CORNER_MOVES;

/// The number of other inputs active on a board: mobility, discs and frontier of each side, the empty squares, and the
/// four corners.
pub const OTHER_INPUTS: usize = 7 + CORNERS;

/// The number of inputs of a board, each with a vector.
pub const INPUTS: usize = PATTERNS + OTHER_INPUTS;

/// The index of the vector of state 0 for each pattern.
pub(super) const MIDDLES: [i32; PATTERNS] = state_ranges().0;

/// The largest state of each pattern; the least is its negative. The padding has only the state 0.
pub(super) static LARGEST_STATES: [u16; LANES] = state_ranges().1;

/// Returns the inputs of a board with a legal move: the vector indices of its states, followed by those of the other
/// inputs, offset by the number of states.
pub fn inputs(node: &Node) -> [u32; INPUTS] {
    let mut inputs = [0; INPUTS];
    for ((input, &middle), &state) in inputs.iter_mut().zip(&MIDDLES).zip(node.states.each()) {
        *input = (middle + i32::from(state)) as u32;
    }
    let (mine, theirs) = (node.board.moves(), node.board.passed().moves());
    let others = other_inputs(node.board, mine, theirs);
    for (input, other) in inputs[PATTERNS..].iter_mut().zip(others) {
        *input = (STATES + other) as u32;
    }
    inputs
}

/// Returns the first tied input for each input; mirror images share a vector.
pub fn tied_inputs() -> Vec<u32> {
    let of_shape = |shape: usize| {
        let begin = shape_offset(shape) as u32;
        tied_states(shape)
            .into_iter()
            .map(move |tied_to| begin + tied_to)
    };
    let states = (0..SHAPES).flat_map(of_shape);
    let others = (0..OTHERS).map(|other| (STATES + tied_other(other)) as u32);
    states.chain(others).collect()
}

/// Returns the first other input that equals this one or is its image: all corners and both edges of a corner are alike.
fn tied_other(other: usize) -> usize {
    let Some(corner) = other.checked_sub(CORNER_OFFSET) else {
        return other;
    };
    // The squares of `a1` in the order of another corner's, which mirrors columns, rows or both.
    let mirrored = corner / CORNER_MOVES;
    let set = |swapped: bool| {
        let bits = (0..8).filter(|bit| corner >> bit & 1 != 0);
        bits.fold(0, |set, bit| {
            let square = (bit % 4) ^ mirrored;
            let square = match swapped {
                true => square >> 1 | (square & 1) << 1,
                false => square,
            };
            set | 1 << (bit / 4 * 4 + square)
        })
    };
    CORNER_OFFSET + set(false).min(set(true))
}

/// Returns the vector indices of the other inputs. `mine` and `theirs` are the legal moves of the side to move and of the
/// opponent.
#[inline(always)]
pub(super) fn other_inputs(board: Board, mine: u64, theirs: u64) -> [usize; OTHER_INPUTS] {
    let count = |set: u64, values: usize| (set.count_ones() as usize).min(values - 1);
    let exposed = neighbors(board.empty());
    let [first, second, third, fourth] = corner_moves(mine, theirs);
    [
        count(mine, MOBILITY_VALUES),
        MOBILITY_VALUES + count(theirs, MOBILITY_VALUES),
        EMPTIES_OFFSET + board.empties() as usize,
        DISC_COUNT_OFFSET + count(board.player(), DISC_COUNT_VALUES),
        DISC_COUNT_OFFSET + DISC_COUNT_VALUES + count(board.opponent(), DISC_COUNT_VALUES),
        FRONTIER_OFFSET + count(board.player() & exposed, FRONTIER_VALUES),
        FRONTIER_OFFSET + FRONTIER_VALUES + count(board.opponent() & exposed, FRONTIER_VALUES),
        CORNER_OFFSET + first,
        CORNER_OFFSET + CORNER_MOVES + second,
        CORNER_OFFSET + 2 * CORNER_MOVES + third,
        CORNER_OFFSET + 3 * CORNER_MOVES + fourth,
    ]
}

/// Returns the legal moves of both sides in each corner as sets of its squares.
#[inline(always)]
fn corner_moves(mine: u64, theirs: u64) -> [usize; CORNERS] {
    const LEFT: u64 = 0x0303_0000_0000_0303;
    // Moves the second row of a corner next to its first.
    let joined = |squares: u64| squares | squares >> 6;
    let both = |shift: u32| {
        joined(mine >> shift & LEFT) | joined(theirs >> shift & LEFT) << (CORNER_MOVES.ilog2() / 2)
    };
    let (left, right) = (both(0), both(6));
    let set = |squares: u64| squares as usize % CORNER_MOVES;
    [set(left), set(right), set(left >> 48), set(right >> 48)]
}

/// Returns the index of the first state of a shape.
const fn shape_offset(shape: usize) -> usize {
    let mut begin = 0;
    let mut before = 0;
    while before < shape {
        begin += state_count(before);
        before += 1;
    }
    begin
}

/// Returns [`MIDDLES`] and [`LARGEST_STATES`].
const fn state_ranges() -> ([i32; PATTERNS], [u16; LANES]) {
    let shapes = shapes();
    let (mut middles, mut largest) = ([0; PATTERNS], [0; LANES]);
    let mut pattern = 0;
    while pattern < PATTERNS {
        let half = state_count(shapes[pattern]) / 2;
        middles[pattern] = (shape_offset(shapes[pattern]) + half) as i32;
        largest[pattern] = half as u16;
        pattern += 1;
    }
    (middles, largest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::Square;
    use crate::rules::board::tests::reached;

    proptest! {
        #[test]
        fn corners_hold_their_legal_moves(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            let sides = [board.moves(), board.passed().moves()];
            let corners = ["a1 b1 a2 b2", "g1 h1 g2 h2", "a7 b7 a8 b8", "g7 h7 g8 h8"];
            for (set, squares) in corner_moves(sides[0], sides[1]).into_iter().zip(corners) {
                for (side, moves) in sides.into_iter().enumerate() {
                    for (bit, square) in squares.split(' ').enumerate() {
                        let square: Square = square.parse().unwrap();
                        prop_assert_eq!(set >> (4 * side + bit) & 1 != 0, moves & square.bit() != 0);
                    }
                }
            }
        }
    }

    #[test]
    fn tied_inputs_are_tied_to_the_first() {
        let tied = tied_inputs();
        assert_eq!(tied.len(), STATES + OTHERS);
        for (input, &first) in tied.iter().enumerate() {
            assert!(first as usize <= input);
            assert_eq!(tied[first as usize], first);
        }
        let corner = |number: usize, moves: usize| {
            tied[STATES + CORNER_OFFSET + CORNER_MOVES * number + moves]
        };
        // The side to move takes the corner, the opponent a square next to it on either edge.
        let a1 = corner(0, 0b0010_0001);
        assert_eq!(a1, corner(0, 0b0100_0001));
        assert_eq!(a1, corner(1, 0b0001_0010));
        assert_eq!(a1, corner(2, 0b1000_0100));
        assert_eq!(a1, corner(3, 0b0010_1000));
        assert_ne!(a1, corner(0, 0b0001_0010));
    }
}
