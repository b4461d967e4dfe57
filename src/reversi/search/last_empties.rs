//! Endgame search of the last four empty squares, without move lists and tables, and without a board for the last one.
//!
//! Scores are disc differences for the side to move, with empty squares counted for the winner; all windows are null
//! windows, and searches are fail-soft.

use crate::rules::board::{Board, neighbors};
use crate::rules::square::{Square, Squares};
use tengen_engine::cpu::{Function, Isa};

/// The most empty squares that [`solve_last`] accepts.
pub const LAST_EMPTIES: u32 = 4;

/// The quadrant of each square, as a bit.
static QUADRANT: [u8; Square::COUNT] = quadrants();

/// The neighbors of each square. A move flips at least one of them.
static NEIGHBORS: [u64; Square::COUNT] = neighbor_sets();

/// The number of discs flipped on a full line, indexed by the position of the move on it and the mover's discs.
static FLIP_COUNT: [[u8; 256]; 8] = flip_counts();

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; Square::COUNT] = diagonals();

/// A score lower than any real one.
const MINUS_INFINITY: i32 = -65;

/// Returns the result of a board with at most `LAST_EMPTIES` empty squares, or a bound on it on the same side of
/// `alpha`. Adds the visited successors to `nodes`.
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
            let squares = sort_four_by_parity([a, b, c, d]);
            I::call(FourEmpties, nodes, board, squares, alpha)
        }
        (Some(a), Some(b), Some(c), None) => AnyThree::call::<I>(nodes, board, [a, b, c], alpha),
        (Some(a), Some(b), None, None) => TwoEmpties::call::<I>(nodes, board, [a, b], alpha),
        (Some(a), None, None, None) => solve_one(board.player(), a, alpha),
        _ => board.final_score(),
    }
}

/// Sorts by parity: squares alone in their quadrant come first, since the side that plays there makes the region's last
/// move.
#[inline(always)]
fn sort_four_by_parity(squares: [Square; 4]) -> [Square; 4] {
    let [a, b, c, d] = squares;
    let quadrant = |square: Square| QUADRANT[square.index()];
    let odd = quadrant(a) ^ quadrant(b) ^ quadrant(c) ^ quadrant(d);
    // Four single squares, two pairs, or four in one quadrant need no order. Otherwise either two are single, or one
    // quadrant has one and another has three, both odd.
    if odd == 0 || odd.count_ones() == 4 {
        return squares;
    }
    let is_odd = |square| quadrant(square) & odd != 0;
    match (is_odd(a), is_odd(b), is_odd(c)) {
        (true, true, _) => squares,
        (true, false, true) => [a, c, b, d],
        (true, false, false) => [a, d, b, c],
        (false, true, true) => [b, c, a, d],
        (false, true, false) => [b, d, a, c],
        (false, false, _) => [c, d, a, b],
    }
}

/// Sorts by parity: a square alone in its quadrant precedes two that share another.
#[inline(always)]
fn sort_three_by_parity(squares: [Square; 3]) -> [Square; 3] {
    let [a, b, c] = squares;
    let same = |x: Square, y: Square| QUADRANT[x.index()] == QUADRANT[y.index()];
    if same(a, b) {
        [c, a, b]
    } else if same(a, c) {
        [b, a, c]
    } else {
        squares
    }
}

/// The result with four empty squares. Arguments are the node counter, the board, the squares in order, and alpha. They
/// are small and loops are unrolled, so that these very frequent nodes never wait for memory.
struct FourEmpties;

/// The result with three empty squares in any order, computed by [`ThreeEmpties`].
struct AnyThree;
/// The result with three empty squares, tried in the given order.
struct ThreeEmpties;
/// The result with two empty squares.
struct TwoEmpties;
/// The result with one empty square.
struct OneEmpty;

impl Function<&mut u64, Board, [Square; 4], i32> for FourEmpties {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 4], alpha: i32) -> i32 {
        let [a, b, c, d] = squares;
        let mut best = BestScore::new(alpha);
        if best.raise(visit::<I, AnyThree, _>(nodes, board, a, [b, c, d], alpha))
            || best.raise(visit::<I, AnyThree, _>(nodes, board, b, [a, c, d], alpha))
            || best.raise(visit::<I, AnyThree, _>(nodes, board, c, [a, b, d], alpha))
            || best.raise(visit::<I, AnyThree, _>(nodes, board, d, [a, b, c], alpha))
        {
            return best.score;
        }
        best.or_pass::<I, _, _>(FourEmpties, nodes, board, squares)
    }
}

impl Function<&mut u64, Board, [Square; 3], i32> for AnyThree {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        I::call(
            ThreeEmpties,
            nodes,
            board,
            sort_three_by_parity(squares),
            alpha,
        )
    }
}

impl Function<&mut u64, Board, [Square; 3], i32> for ThreeEmpties {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        let [a, b, c] = squares;
        let mut best = BestScore::new(alpha);
        if best.raise(visit::<I, TwoEmpties, _>(nodes, board, a, [b, c], alpha))
            || best.raise(visit::<I, TwoEmpties, _>(nodes, board, b, [a, c], alpha))
            || best.raise(visit::<I, TwoEmpties, _>(nodes, board, c, [a, b], alpha))
        {
            return best.score;
        }
        best.or_pass::<I, _, _>(ThreeEmpties, nodes, board, squares)
    }
}

impl Function<&mut u64, Board, [Square; 2], i32> for TwoEmpties {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(nodes: &mut u64, board: Board, [a, b]: [Square; 2], alpha: i32) -> i32 {
        let mut best = BestScore::new(alpha);
        if best.raise(visit::<I, OneEmpty, _>(nodes, board, a, b, alpha))
            || best.raise(visit::<I, OneEmpty, _>(nodes, board, b, a, alpha))
        {
            return best.score;
        }
        best.or_pass::<I, _, _>(TwoEmpties, nodes, board, [a, b])
    }
}

impl Function<&mut u64, Board, Square, i32> for OneEmpty {
    type Output = i32;

    #[inline(always)]
    fn call<I: Isa>(_: &mut u64, board: Board, square: Square, alpha: i32) -> i32 {
        solve_one(board.player(), square, alpha)
    }
}

/// Returns the score of a move by searching its successor with `F`, or `MINUS_INFINITY` if the move is illegal.
#[inline(always)]
fn visit<I: Isa, F, R>(nodes: &mut u64, board: Board, square: Square, rest: R, alpha: i32) -> i32
where
    F: for<'n> Function<&'n mut u64, Board, R, i32, Output = i32>,
{
    match successor::<I>(board, square) {
        Some(after) => {
            *nodes += 1;
            -F::call::<I>(nodes, after, rest, -alpha - 1)
        }
        None => MINUS_INFINITY,
    }
}

/// The best score of the moves tried so far.
struct BestScore {
    score: i32,
    alpha: i32,
}

impl BestScore {
    /// Starts without moves; a score above `alpha` is a cutoff.
    #[inline(always)]
    fn new(alpha: i32) -> BestScore {
        BestScore {
            score: MINUS_INFINITY,
            alpha,
        }
    }

    /// Adds a move's score and returns whether it is a cutoff.
    #[inline(always)]
    fn raise(&mut self, score: i32) -> bool {
        self.score = self.score.max(score);
        score > self.alpha
    }

    /// Returns the best score, the final score if the game is over, or the result of the search `F` for the opponent
    /// after a pass.
    #[inline(always)]
    fn or_pass<I: Isa, F, R>(self, by: F, nodes: &mut u64, board: Board, squares: R) -> i32
    where
        F: for<'n> Function<&'n mut u64, Board, R, i32, Output = i32>,
    {
        if self.score > MINUS_INFINITY {
            return self.score;
        }
        let passed = board.passed();
        if passed.moves_with::<I>() == 0 {
            return board.final_score();
        }
        -I::call(by, nodes, passed, squares, -self.alpha - 1)
    }
}

/// Returns the successor after a disc on `square`, if the move is legal.
#[inline(always)]
fn successor<I: Isa>(board: Board, square: Square) -> Option<Board> {
    if NEIGHBORS[square.index()] & board.opponent() == 0 {
        return None;
    }
    let flips = board.flips_with::<I>(square);
    (flips != 0).then(|| board.after(square, flips))
}

/// Returns the result with one empty square for the owner of the discs `player`, or a bound on it on the same side of
/// `alpha`. Only the number of flipped discs matters.
#[inline(always)]
fn solve_one(player: u64, square: Square, alpha: i32) -> i32 {
    // The score if neither side can play; the square counts for the winner.
    let difference = 2 * player.count_ones() as i32 - 63;
    let unplayed = difference + difference.signum();
    let flips = count_last_flips(player, square);
    if flips != 0 {
        return difference + 2 * flips + 1;
    }
    // A move by the opponent can only lower the score.
    if unplayed <= alpha {
        return unplayed;
    }
    let lost = count_last_flips(!player & !square.bit(), square);
    if lost != 0 {
        return difference - 2 * lost - 1;
    }
    unplayed
}

/// Returns the number of discs that the owner of the discs `player` flips on the last empty square.
///
/// A multiplication gathers the mover's discs on each of the four lines into eight bits, which index a table, since all
/// other discs are the opponent's.
#[inline(always)]
fn count_last_flips(player: u64, square: Square) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const TO_TOP_BYTE: u64 = 0x0102_0408_1020_4080;
    let (column, row) = (square.column(), square.row());
    let on_column = ((player >> column & COLUMN).wrapping_mul(TO_TOP_BYTE) >> 56) as usize;
    let on_row = (player >> (8 * row)) as u8 as usize;
    let [falling, rising] = DIAGONALS[square.index()];
    let on_diagonal = |line: u64| ((player & line).wrapping_mul(COLUMN) >> 56) as usize;
    let by_column = &FLIP_COUNT[usize::from(column)];
    let flipped = FLIP_COUNT[usize::from(row)][on_column]
        + by_column[on_row]
        + by_column[on_diagonal(falling)]
        + by_column[on_diagonal(rising)];
    i32::from(flipped)
}

const fn quadrants() -> [u8; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = 1 << (index / 32 * 2 + index % 8 / 4);
        index += 1;
    }
    table
}

const fn neighbor_sets() -> [u64; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = neighbors(1 << index);
        index += 1;
    }
    table
}

const fn flip_counts() -> [[u8; 256]; 8] {
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
        fn last_flips_agree_with_board_flips(player: u64, square in 0..64u8) {
            let square = Square::at(square % 8, square / 8).unwrap();
            let player = player & !square.bit();
            let board = Board::new(player, !player & !square.bit()).unwrap();
            let flips = board.flips(square).count_ones() as i32;
            prop_assert_eq!(count_last_flips(player, square), flips);
        }

        #[test]
        fn parity_order_keeps_the_squares(places: [u8; 4]) {
            let squares = places.map(|place| Square::at(place % 8, place / 8 % 8).unwrap());
            let sorted = |squares: &[Square]| {
                let mut squares = squares.to_vec();
                squares.sort();
                squares
            };
            let [a, b, c, _] = squares;
            prop_assert_eq!(sorted(&sort_four_by_parity(squares)), sorted(&squares));
            prop_assert_eq!(sorted(&sort_three_by_parity([a, b, c])), sorted(&[a, b, c]));
            // Squares of odd quadrants come before those of even ones.
            let ordered = sort_four_by_parity(squares).map(|square| QUADRANT[square.index()]);
            let odd = ordered.iter().fold(0, |odd, quadrant| odd ^ quadrant);
            if odd.count_ones() == 2 {
                prop_assert!(ordered[0] & odd != 0 && ordered[1] & odd != 0);
            }
        }
    }
}
