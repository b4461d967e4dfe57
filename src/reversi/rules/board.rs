//! Bitboards: the discs of the side to move and of the opponent.

#[cfg(target_arch = "aarch64")]
use super::neon;
use super::square::{Square, Squares};
#[cfg(target_arch = "x86_64")]
use super::vectors;
use tengen_engine::cpu::Isa;

/// A board as the side to move sees it. Bit 0 is `a1`, bit 63 is `h8`.
///
/// Computes legal moves and flips. Turns, passes and the end of the game belong to [`Position`](super::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    player: u64,
    opponent: u64,
}

/// The set of the four corner squares.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares of the edges, corners included.
pub const EDGES: u64 = 0xff81_8181_8181_81ff;

/// Columns b to g. Lines along a row or a diagonal that leave them would wrap around the side of the board.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Bit distances of neighbors on a row, a column and the two diagonals.
pub(crate) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// Squares that may be between two discs along each of `STEPS`.
pub(super) const BETWEEN: [u64; 4] = [INNER_COLUMNS, u64::MAX, INNER_COLUMNS, INNER_COLUMNS];

static RAYS: [Rays; Square::COUNT] = rays();

/// Rays from a square along each of `STEPS`, excluding the square itself.
#[derive(Clone, Copy)]
pub(super) struct Rays {
    /// Towards `h8`.
    pub up: [u64; 4],
    /// Towards `a1`.
    pub down: [u64; 4],
}

impl Board {
    /// The start of a game, with black to move.
    pub const START: Board = Board {
        player: 1 << 28 | 1 << 35,
        opponent: 1 << 27 | 1 << 36,
    };

    /// Creates a board with these discs, or returns `None` if a square has two.
    pub const fn new(player: u64, opponent: u64) -> Option<Board> {
        if player & opponent == 0 {
            Some(Board { player, opponent })
        } else {
            None
        }
    }

    /// Returns the discs of the side to move.
    #[inline(always)]
    pub const fn player(self) -> u64 {
        self.player
    }

    /// Returns the discs of the opponent.
    #[inline(always)]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// Returns the set of empty squares.
    #[inline(always)]
    pub const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// Returns the number of empty squares.
    #[inline(always)]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Returns the board after a pass.
    #[inline(always)]
    pub const fn passed(self) -> Board {
        Board {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Returns the squares of the legal moves.
    ///
    /// Parallel prefix: each run of opposing discs next to one of the mover's is followed to its end in doubling steps,
    /// on all lines at once. An empty square there is a legal move.
    #[inline(always)]
    pub fn moves(self) -> u64 {
        let mut ends = 0;
        for (step, between) in STEPS.into_iter().zip(BETWEEN) {
            let runs = self.opponent & between;
            let (pairs_up, pairs_down) = (runs & (runs << step), runs & (runs >> step));
            let mut up = runs & (self.player << step);
            let mut down = runs & (self.player >> step);
            up |= runs & (up << step);
            down |= runs & (down >> step);
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            ends |= (up << step) | (down >> step);
        }
        ends & self.empty()
    }

    /// Computes [`moves`](Board::moves) with the instructions of `I`.
    #[inline(always)]
    pub fn moves_with<I: Isa>(self) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if I::AVX2 {
            // SAFETY: this instruction set is passed only on processors with AVX2.
            return unsafe { vectors::moves(self.player, self.opponent) };
        }
        #[cfg(target_arch = "aarch64")]
        if I::NEON {
            // SAFETY: this instruction set is passed only on processors with NEON.
            return unsafe { neon::moves(self.player, self.opponent) };
        }
        self.moves()
    }

    /// Returns the discs that a move to the empty `square` flips.
    ///
    /// On each ray, the first square that isn't the opponent's decides: if it is the mover's, all discs before it flip.
    /// Upward, the carry of an addition finds it. Downward, all squares from it onward are marked in doubling steps,
    /// which vector instructions do on four lines at once.
    #[inline(always)]
    pub fn flips(self, square: Square) -> u64 {
        let rays = &RAYS[square.index()];
        let mut flips = 0;
        for (line, step) in STEPS.into_iter().enumerate() {
            let ray = rays.up[line];
            let stop = (self.opponent | !ray).wrapping_add(1) & ray & self.player;
            flips |= stop.wrapping_sub(u64::from(stop != 0)) & ray;
            let ray = rays.down[line];
            let mut beyond = ray & !self.opponent;
            beyond |= beyond >> step;
            beyond |= beyond >> (2 * step);
            beyond |= beyond >> (4 * step);
            let stop = beyond & !(beyond >> step) & self.player;
            flips |= if stop != 0 { ray & !beyond } else { 0 };
        }
        flips
    }

    /// Computes [`flips`](Board::flips) with the instructions of `I`.
    #[inline(always)]
    pub fn flips_with<I: Isa>(self, square: Square) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if I::AVX2 {
            let rays = &RAYS[square.index()];
            // SAFETY: this instruction set is passed only on processors with these instructions.
            return unsafe {
                if I::AVX512 {
                    vectors::flips_512(self.player, self.opponent, rays)
                } else {
                    vectors::flips(self.player, self.opponent, rays)
                }
            };
        }
        #[cfg(target_arch = "aarch64")]
        if I::NEON {
            // SAFETY: this instruction set is passed only on processors with NEON.
            return unsafe { neon::flips(self.player, self.opponent, square) };
        }
        self.flips(square)
    }

    /// Plays like [`play`](Board::play), with the instructions of `I`.
    #[inline(always)]
    pub fn play_with<I: Isa>(self, square: Square) -> Board {
        self.after(square, self.flips_with::<I>(square))
    }

    /// Returns the board after a move to the empty `square`.
    #[inline(always)]
    pub fn play(self, square: Square) -> Board {
        self.after(square, self.flips(square))
    }

    /// Returns the board after a move to `square` that flips `flips`.
    #[inline(always)]
    pub(crate) const fn after(self, square: Square, flips: u64) -> Board {
        Board {
            player: self.opponent ^ flips,
            opponent: self.player | flips | square.bit(),
        }
    }

    /// Returns the final disc difference for the side to move, with empty squares counted for the winner.
    #[inline(always)]
    pub const fn final_score(self) -> i32 {
        let difference = self.player.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// Iterates over the squares of the legal moves in board order.
    #[inline(always)]
    pub fn squares(self) -> Squares {
        Squares(self.moves())
    }
}

/// Returns the neighbors of `set` in all eight directions, excluding squares of `set`.
#[inline(always)]
pub const fn neighbors(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = set | (set << 1) & NOT_A | (set >> 1) & NOT_H;
    (rows | rows << 8 | rows >> 8) & !set
}

pub(super) const fn rays() -> [Rays; Square::COUNT] {
    let mut table = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; Square::COUNT];
    // One step toward h8 as column and row, in the order of `STEPS`.
    let directions = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut index = 0;
    while index < Square::COUNT {
        let mut line = 0;
        while line < directions.len() {
            let (dx, dy) = directions[line];
            table[index].up[line] = ray(index, dx, dy);
            table[index].down[line] = ray(index, -dx, -dy);
            line += 1;
        }
        index += 1;
    }
    table
}

/// Returns the squares from `index` to the edge of the board, excluding `index`.
const fn ray(index: usize, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = ((index % 8) as i32 + dx, (index / 8) as i32 + dy);
    let mut set = 0;
    while 0 <= x && x < 8 && 0 <= y && y < 8 {
        set |= 1 << (y * 8 + x);
        (x, y) = (x + dx, y + dy);
    }
    set
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use tengen_engine::cpu::{Level, Task};

    /// Finds the discs that a move would flip, square by square.
    fn slow_flips(board: Board, square: Square) -> u64 {
        let owner = |x: i32, y: i32| {
            let square = Square::at(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
            Some((
                board.player & square.bit() != 0,
                board.opponent & square.bit() != 0,
                square,
            ))
        };
        let mut flips = 0;
        for (dx, dy) in [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            let (mut x, mut y) = (
                i32::from(square.column()) + dx,
                i32::from(square.row()) + dy,
            );
            let mut run = 0;
            while let Some((false, true, passed)) = owner(x, y) {
                run |= passed.bit();
                (x, y) = (x + dx, y + dy);
            }
            if matches!(owner(x, y), Some((true, _, _))) {
                flips |= run;
            }
        }
        flips
    }

    /// The board reached from the start by picking moves with `choices`, including forced passes.
    pub(crate) fn reached(choices: &[usize]) -> Board {
        let mut board = start();
        for choice in choices {
            if board.moves() == 0 {
                board = board.passed();
            }
            let moves = board.squares();
            if moves.len() == 0 {
                break;
            }
            let square = board.squares().nth(choice % moves.len()).unwrap();
            board = board.play(square);
        }
        board
    }

    fn start() -> Board {
        Board::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36).unwrap()
    }

    /// Returns the result of best play by exhaustive search.
    pub(crate) fn negamax(board: Board) -> i32 {
        let played = board.squares().map(|square| -negamax(board.play(square)));
        if let Some(best) = played.max() {
            return best;
        }
        let passed = board.passed();
        if passed.moves() == 0 {
            return board.final_score();
        }
        -negamax(passed)
    }

    /// Computes the moves of a board and the flips on each empty square.
    struct Reckon(Board);

    impl Task for Reckon {
        type Output = (u64, Vec<u64>);

        fn run<I: Isa>(self) -> (u64, Vec<u64>) {
            let flips = Squares(self.0.empty()).map(|square| self.0.flips_with::<I>(square));
            (self.0.moves_with::<I>(), flips.collect())
        }
    }

    fn agrees_with_the_slow_walk(board: Board) {
        let squares = Squares(board.empty());
        let flips: Vec<u64> = squares.map(|square| slow_flips(board, square)).collect();
        let is_move = |&(_, &flips): &(Square, &u64)| flips != 0;
        let moves = squares.zip(&flips).filter(is_move);
        let moves = moves.fold(0, |moves, (square, _)| moves | square.bit());
        for level in Level::available() {
            let reckoned = level.run(Reckon(board));
            assert_eq!(reckoned, (moves, flips.clone()), "{board:?} by {level}");
        }
    }

    proptest! {
        #[test]
        fn moves_and_flips_of_reachable_boards(choices in prop::collection::vec(0..64usize, 0..60)) {
            let board = reached(&choices);
            agrees_with_the_slow_walk(board);
            agrees_with_the_slow_walk(board.passed());
        }

        #[test]
        fn moves_and_flips_of_any_discs(player: u64, opponent: u64, empty: u64) {
            let board = Board::new(player & !empty, opponent & !player & !empty).unwrap();
            agrees_with_the_slow_walk(board);
        }
    }

    #[test]
    fn two_discs_on_a_square_make_no_board() {
        assert_eq!(Board::new(3, 6), None);
    }

    #[test]
    fn empties_go_to_the_winner() {
        let board = Board::new(0b111, 0b1000).unwrap();
        assert_eq!(board.final_score(), 62);
        assert_eq!(board.passed().final_score(), -62);
        assert_eq!(Board::new(0b1, 0b10).unwrap().final_score(), 0);
    }
}
