//! The last four empty squares: no lists, no table, and at the very end no board either.
//!
//! Scores are discs for the side to move, empty squares counted for the winner; all windows are empty, and searches
//! are fail-soft.

use crate::engine::cpu::{Function, Isa};
use crate::reversi::rules::board::{Board, beside};
use crate::reversi::rules::square::{Square, Squares};

/// Boards with this many empty squares or fewer are for [`solve_last`].
pub const LAST: u32 = 4;

/// The quarter of the board that each square lies in, as a bit.
static QUARTER: [u8; Square::COUNT] = quarters();

/// The neighbours of each square: a move flips one of them or nothing.
static NEIGHBOURS: [u64; Square::COUNT] = neighbours();

/// The discs that a disc on a place of a full line flips, by the place and the mover's discs on the line.
static FLIPPED_ON_LINE: [[u8; 256]; 8] = flipped_on_lines();

/// Both diagonals through each square.
static DIAGONALS: [[u64; 2]; Square::COUNT] = diagonals();

/// Lower than any result.
const WORST: i32 = -65;

/// The result of a board with `LAST` empty squares or fewer, or a bound of it on the same side of `alpha`. The boards after
/// its moves are added to `nodes`.
#[inline(always)]
pub fn solve_last<I: Isa>(nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let mut squares = Squares(board.empty());
    match (
        squares.next(),
        squares.next(),
        squares.next(),
        squares.next(),
    ) {
        (Some(a), Some(b), Some(c), Some(d)) => {
            let squares = by_parity([a, b, c, d]);
            I::call(Four, nodes, board, squares, alpha)
        }
        (Some(a), Some(b), Some(c), None) => Unordered::call::<I>(nodes, board, [a, b, c], alpha),
        (Some(a), Some(b), None, None) => Two::call::<I>(nodes, board, [a, b], alpha),
        (Some(a), None, None, None) => one(board.player(), a, alpha),
        _ => board.final_score(),
    }
}

/// Squares alone in their quarter first: whoever fills one has the last move there.
#[inline(always)]
fn by_parity(squares: [Square; 4]) -> [Square; 4] {
    let [a, b, c, d] = squares;
    let quarter = |square: Square| QUARTER[square.index()];
    let odd = quarter(a) ^ quarter(b) ^ quarter(c) ^ quarter(d);
    // Four alone, two pairs, or all four in one quarter: no order is better. Else two are alone, or one and three
    // together, which are odd both.
    if odd == 0 || odd.count_ones() == 4 {
        return squares;
    }
    let is_odd = |square| quarter(square) & odd != 0;
    match (is_odd(a), is_odd(b), is_odd(c)) {
        (true, true, _) => squares,
        (true, false, true) => [a, c, b, d],
        (true, false, false) => [a, d, b, c],
        (false, true, true) => [b, c, a, d],
        (false, true, false) => [b, d, a, c],
        (false, false, _) => [c, d, a, b],
    }
}

/// The square alone in its quarter, if two are together in another, first.
#[inline(always)]
fn lone_first(squares: [Square; 3]) -> [Square; 3] {
    let [a, b, c] = squares;
    let same = |x: Square, y: Square| QUARTER[x.index()] == QUARTER[y.index()];
    if same(a, b) {
        [c, a, b]
    } else if same(a, c) {
        [b, a, c]
    } else {
        squares
    }
}

/// The result for the count of nodes, a board, its empty squares in the order to try them, and what the result is
/// compared with. Small arguments and loops written out, as nodes are so many here that nothing may wait for memory.
struct Four;

/// Three squares yet to be ordered, by a call of [`Three`].
struct Unordered;
struct Three;
struct Two;
struct One;

impl Function<&mut u64, Board, [Square; 4], i32> for Four {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        let [a, b, c, d] = squares;
        let mut best = Best::above(alpha);
        if best.rises(after::<I, Unordered, _>(nodes, board, a, [b, c, d], alpha))
            || best.rises(after::<I, Unordered, _>(nodes, board, b, [a, c, d], alpha))
            || best.rises(after::<I, Unordered, _>(nodes, board, c, [a, b, d], alpha))
            || best.rises(after::<I, Unordered, _>(nodes, board, d, [a, b, c], alpha))
        {
            return best.score;
        }
        best.or_passed::<I, _, _>(Four, nodes, board, squares)
    }
}

impl Function<&mut u64, Board, [Square; 3], i32> for Unordered {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        I::call(Three, nodes, board, lone_first(squares), alpha)
    }
}

impl Function<&mut u64, Board, [Square; 3], i32> for Three {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        let [a, b, c] = squares;
        let mut best = Best::above(alpha);
        if best.rises(after::<I, Two, _>(nodes, board, a, [b, c], alpha))
            || best.rises(after::<I, Two, _>(nodes, board, b, [a, c], alpha))
            || best.rises(after::<I, Two, _>(nodes, board, c, [a, b], alpha))
        {
            return best.score;
        }
        best.or_passed::<I, _, _>(Three, nodes, board, squares)
    }
}

impl Function<&mut u64, Board, [Square; 2], i32> for Two {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, [a, b]: [Square; 2], alpha: i32) -> i32 {
        let mut best = Best::above(alpha);
        if best.rises(after::<I, One, _>(nodes, board, a, b, alpha))
            || best.rises(after::<I, One, _>(nodes, board, b, a, alpha))
        {
            return best.score;
        }
        best.or_passed::<I, _, _>(Two, nodes, board, [a, b])
    }
}

impl Function<&mut u64, Board, Square, i32> for One {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(_: &mut u64, board: Board, square: Square, alpha: i32) -> i32 {
        one(board.player(), square, alpha)
    }
}

/// The score of a move by what `F` says of the board after it; worse than any if it is none.
#[inline(always)]
fn after<I: Isa, F, R>(nodes: &mut u64, board: Board, square: Square, rest: R, alpha: i32) -> i32
where
    F: for<'n> Function<&'n mut u64, Board, R, i32, Output = i32>,
{
    match played::<I>(board, square) {
        Some(after) => {
            *nodes += 1;
            -F::call::<I>(nodes, after, rest, -alpha - 1)
        }
        None => WORST,
    }
}

/// The best of the moves tried so far.
struct Best {
    score: i32,
    alpha: i32,
}

impl Best {
    /// No move yet; one above `alpha` is good enough.
    #[inline(always)]
    fn above(alpha: i32) -> Best {
        Best {
            score: WORST,
            alpha,
        }
    }

    /// Takes in the score of a move; whether it is good enough.
    #[inline(always)]
    fn rises(&mut self, score: i32) -> bool {
        self.score = self.score.max(score);
        score > self.alpha
    }

    /// The best score, or the final one if the game is over; if only the other side can move, what `F` says for it.
    #[inline(always)]
    fn or_passed<I: Isa, F, R>(self, by: F, nodes: &mut u64, board: Board, squares: R) -> i32
    where
        F: for<'n> Function<&'n mut u64, Board, R, i32, Output = i32>,
    {
        if self.score > WORST {
            return self.score;
        }
        let passed = board.passed();
        if passed.moves_with::<I>() == 0 {
            return board.final_score();
        }
        -I::call(by, nodes, passed, squares, -self.alpha - 1)
    }
}

/// The board after a disc on `square`, if that is a move.
#[inline(always)]
fn played<I: Isa>(board: Board, square: Square) -> Option<Board> {
    if NEIGHBOURS[square.index()] & board.opponent() == 0 {
        return None;
    }
    let flips = board.flips_with::<I>(square);
    (flips != 0).then(|| board.after(square, flips))
}

/// The result with one empty square, or a bound of it on the same side of `alpha`, for the owner of the discs `player`:
/// only the number of flipped discs matters.
#[inline(always)]
fn one(player: u64, square: Square, alpha: i32) -> i32 {
    // As if nobody could play there and the square went to the winner.
    let difference = 2 * player.count_ones() as i32 - 63;
    let unplayed = difference + difference.signum();
    let flips = flipped_by_last(player, square);
    if flips != 0 {
        return difference + 2 * flips + 1;
    }
    // The other side can only make it worse.
    if unplayed <= alpha {
        return unplayed;
    }
    let lost = flipped_by_last(!player & !square.bit(), square);
    if lost != 0 {
        return difference - 2 * lost - 1;
    }
    unplayed
}

/// The number of discs that the owner of the discs `player` flips on the last empty square.
///
/// The mover's discs of each of the four lines are gathered into eight bits by a multiplication, by which a table
/// knows the rest, as all other discs are the opponent's.
#[inline(always)]
fn flipped_by_last(player: u64, square: Square) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const TO_TOP_BYTE: u64 = 0x0102_0408_1020_4080;
    let (column, row) = (square.column(), square.row());
    let on_column = ((player >> column & COLUMN).wrapping_mul(TO_TOP_BYTE) >> 56) as usize;
    let on_row = (player >> (8 * row)) as u8 as usize;
    let [falling, rising] = DIAGONALS[square.index()];
    let on_diagonal = |line: u64| ((player & line).wrapping_mul(COLUMN) >> 56) as usize;
    let by_column = &FLIPPED_ON_LINE[usize::from(column)];
    let flipped = FLIPPED_ON_LINE[usize::from(row)][on_column]
        + by_column[on_row]
        + by_column[on_diagonal(falling)]
        + by_column[on_diagonal(rising)];
    i32::from(flipped)
}

const fn quarters() -> [u8; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = 1 << (index / 32 * 2 + index % 8 / 4);
        index += 1;
    }
    table
}

const fn neighbours() -> [u64; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = beside(1 << index);
        index += 1;
    }
    table
}

const fn flipped_on_lines() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs: usize = 0;
        while discs < 256 {
            let above = (discs >> place >> 1).trailing_zeros() as usize;
            let below = ((discs & ((1 << place) - 1)) as u8).leading_zeros() as usize;
            let mut flipped = 0;
            if discs >> place >> 1 != 0 {
                flipped += above;
            }
            if discs & ((1 << place) - 1) != 0 {
                flipped += below - (8 - place);
            }
            table[place][discs] = flipped as u8;
            discs += 1;
        }
        place += 1;
    }
    table
}

const fn diagonals() -> [[u64; 2]; Square::COUNT] {
    let mut table = [[0; 2]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (own, other) = (index / Square::COUNT, index % Square::COUNT);
        let (column, row) = ((own % 8) as i32, (own / 8) as i32);
        let (other_column, other_row) = ((other % 8) as i32, (other / 8) as i32);
        if column - row == other_column - other_row {
            table[own][0] |= 1 << other;
        }
        if column + row == other_column + other_row {
            table[own][1] |= 1 << other;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_last_disc_flips_what_any_disc_would(player: u64, square in 0..64u8) {
            let square = Square::at(square % 8, square / 8).unwrap();
            let player = player & !square.bit();
            let board = Board::new(player, !player & !square.bit()).unwrap();
            let flips = board.flips(square).count_ones() as i32;
            prop_assert_eq!(flipped_by_last(player, square), flips);
        }

        #[test]
        fn orders_keep_the_squares(places: [u8; 4]) {
            let squares = places.map(|place| Square::at(place % 8, place / 8 % 8).unwrap());
            let sorted = |squares: &[Square]| {
                let mut squares = squares.to_vec();
                squares.sort();
                squares
            };
            let [a, b, c, _] = squares;
            prop_assert_eq!(sorted(&by_parity(squares)), sorted(&squares));
            prop_assert_eq!(sorted(&lone_first([a, b, c])), sorted(&[a, b, c]));
            // Whoever is alone in a quarter that is odd comes before those of an even one.
            let ordered = by_parity(squares).map(|square| QUARTER[square.index()]);
            let odd = ordered.iter().fold(0, |odd, quarter| odd ^ quarter);
            if odd.count_ones() == 2 {
                prop_assert!(ordered[0] & odd != 0 && ordered[1] & odd != 0);
            }
        }
    }
}
