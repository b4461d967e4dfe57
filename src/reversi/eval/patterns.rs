//! Patterns: sets of squares with a state that the evaluation looks up, encoded as numbers that moves update by
//! addition.
//!
//! The state of a pattern is a number in balanced ternary. Each square is a digit: 1 for a disc of the side to move, -1
//! for a disc of the opponent, 0 for an empty square. A pass therefore only changes the sign. A disc on a given square
//! adds the same vector to all patterns in any position, 16 bits per pattern, which takes a few vector instructions.

use crate::rules::board::Board;
use crate::rules::square::{Square, Squares};

/// The number of patterns: every shape in all places to which the board's symmetries move it.
pub const PATTERNS: usize = 46;

/// The number of shapes; the patterns of a shape share their weights.
pub const SHAPES: usize = SHAPE_SQUARES.len();

/// The number of patterns padded to whole vector registers; the padding stays 0.
pub const LANES: usize = 48;

/// The most squares in a shape: the states of 10 squares fill 16 bits.
const MAX_SQUARES: usize = 10;

/// One placement of each shape, as squares from `a1` = 0 to `h8` = 63.
const SHAPE_SQUARES: [&[u8]; 12] = [
    // Corner of 3 by 3.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // Edge with both X squares.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // Corner triangle.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // Both corners and the middle of an edge with the adjacent inner squares.
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // The three inner lines along an edge.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of 8 to 4 squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// The states of all patterns on a board, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct States([i16; LANES]);

/// A shape in one place.
#[derive(Clone, Copy)]
struct Pattern {
    shape: usize,
    squares: [u8; MAX_SQUARES],
    length: usize,
}

/// The change of the states by a disc on each square; the last entry, for no square, is zero.
static PLACED: [States; Square::COUNT + 1] = changes();

/// The number of flipped discs processed at a time, because the end of a disc-by-disc loop is hard to predict.
const FLIPPED_AT_ONCE: usize = 3;

impl States {
    /// The states of an empty board.
    const NONE: States = States([0; LANES]);

    /// Computes the states of `board` from scratch.
    pub fn new(board: Board) -> States {
        let mut states = States::NONE;
        for square in Squares(board.opponent()) {
            states.add(&PLACED[square.index()]);
        }
        let mut states = states.passed();
        for square in Squares(board.player()) {
            states.add(&PLACED[square.index()]);
        }
        states
    }

    /// Returns the other side's states after the side to move places a disc on `square` that flips `flips`.
    #[inline(always)]
    pub fn after(&self, square: Square, flips: u64) -> States {
        let mut flipped = States::NONE;
        let mut rest = flips;
        while rest != 0 {
            for _ in 0..FLIPPED_AT_ONCE {
                flipped.add(&PLACED[rest.trailing_zeros() as usize]);
                rest &= rest.wrapping_sub(1);
            }
        }
        let mut states = *self;
        states.add(&PLACED[square.index()]);
        // Each flip adds once for removing the opponent's disc and once for placing one's own.
        states.add(&flipped);
        states.add(&flipped);
        states.passed()
    }

    /// Returns the states after a pass, seen by the other side.
    #[inline(always)]
    pub fn passed(&self) -> States {
        let mut states = *self;
        for state in &mut states.0 {
            *state = -*state;
        }
        states
    }

    /// Returns the state of each pattern, from minus half to plus half of the number of states of its shape.
    #[inline(always)]
    pub fn each(&self) -> &[i16] {
        &self.0[..PATTERNS]
    }

    /// Returns the states with their padding.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub fn padded(&self) -> &[i16; LANES] {
        &self.0
    }

    /// Adds a change. Sums of 10 digits may wrap around 16 bits temporarily, but not in the end.
    #[inline(always)]
    fn add(&mut self, change: &States) {
        for (state, change) in self.0.iter_mut().zip(&change.0) {
            *state = state.wrapping_add(*change);
        }
    }
}

/// Returns the shape of each pattern.
pub const fn shapes() -> [usize; PATTERNS] {
    let layout = layout();
    let mut shapes = [0; PATTERNS];
    let mut index = 0;
    while index < PATTERNS {
        shapes[index] = layout[index].shape;
        index += 1;
    }
    shapes
}

/// Returns the number of states of a shape: 3 to the power of its number of squares.
pub const fn state_count(shape: usize) -> usize {
    3usize.pow(SHAPE_SQUARES[shape].len() as u32)
}

/// Returns, for each state of a shape counted from the least, the first state that it is tied to: the lesser of the
/// state and its mirror image, which share a weight. The states of a shape without an axis are tied to themselves.
pub fn tied_states(shape: usize) -> Vec<u32> {
    let squares = SHAPE_SQUARES[shape];
    let mirrored = (1..8).find_map(|symmetry| {
        let image: Vec<u8> = squares.iter().map(|&s| moved(s, symmetry)).collect();
        let places = image
            .iter()
            .map(|s| squares.iter().position(|own| own == s));
        places.collect::<Option<Vec<usize>>>()
    });
    let all = 0..state_count(shape) as u32;
    let Some(places) = mirrored else {
        return all.collect();
    };
    let mut images = vec![0];
    for place in places {
        // Each digit extends the images of the states so far and moves to a new place.
        let digits = (0..3).map(|digit| digit * 3u32.pow(place as u32));
        images = digits
            .flat_map(|digit| images.iter().map(move |image| image + digit))
            .collect();
    }
    all.zip(images)
        .map(|(state, image)| image.min(state))
        .collect()
}

/// Returns the state changes that a disc on each square causes.
const fn changes() -> [States; Square::COUNT + 1] {
    let layout = layout();
    let mut table = [States::NONE; Square::COUNT + 1];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let Pattern {
            squares, length, ..
        } = layout[pattern];
        let mut digit = 0;
        while digit < length {
            table[squares[digit] as usize].0[pattern] = 3i16.pow(digit as u32);
            digit += 1;
        }
        pattern += 1;
    }
    table
}

/// Returns every shape in all its placements.
const fn layout() -> [Pattern; PATTERNS] {
    let none = Pattern {
        shape: 0,
        squares: [0; MAX_SQUARES],
        length: 0,
    };
    let mut patterns = [none; PATTERNS];
    let mut filled = 0;
    let mut shape = 0;
    while shape < SHAPES {
        let first = filled;
        let mut symmetry = 0;
        while symmetry < 8 {
            let pattern = place(shape, symmetry);
            let mut known = false;
            let mut other = first;
            while other < filled {
                known |= set(&patterns[other]) == set(&pattern);
                other += 1;
            }
            if !known {
                patterns[filled] = pattern;
                filled += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(filled == PATTERNS);
    patterns
}

const fn place(shape: usize, symmetry: u8) -> Pattern {
    let own = SHAPE_SQUARES[shape];
    let mut squares = [0; MAX_SQUARES];
    let mut digit = 0;
    while digit < own.len() {
        squares[digit] = moved(own[digit], symmetry);
        digit += 1;
    }
    Pattern {
        shape,
        squares,
        length: own.len(),
    }
}

const fn set(pattern: &Pattern) -> u64 {
    let mut set = 0;
    let mut digit = 0;
    while digit < pattern.length {
        set |= 1u64 << pattern.squares[digit];
        digit += 1;
    }
    set
}

/// Returns the image of a square under one of the eight symmetries of the board: bit 0 mirrors columns, bit 1 mirrors
/// rows, bit 2 swaps them.
const fn moved(square: u8, symmetry: u8) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::node::Node;
    use crate::rules::board::tests::reached;

    proptest! {
        #[test]
        fn incremental_states_equal_computed_ones(choices in prop::collection::vec(0..64usize, 0..60)) {
            let mut node = Node::new(Board::START);
            for choice in choices {
                if node.board.moves() == 0 {
                    node = node.passed();
                }
                let squares: Vec<Square> = node.board.squares().collect();
                if squares.is_empty() {
                    break;
                }
                node = node.play(squares[choice % squares.len()]);
                prop_assert_eq!(node.states, States::new(node.board));
            }
        }

        #[test]
        fn a_state_is_its_digits(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            let states = States::new(board);
            for (pattern, &state) in layout().iter().zip(states.each()) {
                let squares = &pattern.squares[..pattern.length];
                let digit = |&square: &u8| {
                    let bit = 1u64 << square;
                    i32::from(board.player() & bit != 0) - i32::from(board.opponent() & bit != 0)
                };
                let sum = squares.iter().rev().fold(0, |sum, square| 3 * sum + digit(square));
                prop_assert_eq!(i32::from(state), sum);
            }
        }
    }

    #[test]
    fn tied_states_are_mirror_images() {
        // The line along row 2, with a disc only on its first square or only on its last.
        let line = tied_states(4);
        let middle = line.len() / 2;
        assert_eq!(line[middle + 3usize.pow(7)], line[middle + 1]);
        assert_eq!(line[middle], middle as u32);
        for shape in 0..SHAPES {
            let tied = tied_states(shape);
            assert_eq!(tied.len(), state_count(shape));
            for (state, &first) in tied.iter().enumerate() {
                assert!(first as usize <= state);
                assert_eq!(tied[first as usize], first);
            }
        }
    }
}
