//! Moves and flips with NEON, in two lanes: the board, and the board rotated by 180 degrees, with its bits in reverse
//! order.
//!
//! A line upward in one lane is a line downward in the other. All shifts therefore go left, by constants, and carries
//! run along both ends of a line.
//!
//! [`Board`](super::Board) picks an implementation, and its tests compare both.

use std::arch::aarch64::*;
use std::arch::asm;

use super::board::{INNER_COLUMNS, rays};
use super::square::Square;

static LINES: [SquareLines; Square::COUNT] = lines();

/// The lines of a square: upward, and downward on the rotated board.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct SquareLines {
    /// The rays along the column and the diagonals.
    rays: [[u64; 2]; 3],
    /// The next square of the row, if there is one.
    next: [u64; 2],
}

/// Returns the squares where the owner of the discs `player` may play.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn moves(player: u64, opponent: u64) -> u64 {
    let empty = !(player | opponent);
    let (player, opponent) = (turned_too(player), turned_too(opponent));
    let inner = vandq_u64(opponent, vdupq_n_u64(INNER_COLUMNS));
    // Along a row, a carry runs through the opposing discs next to one of the mover's. Discs that it does not reach
    // stay.
    let row = vaddq_u64(inner, vandq_u64(inner, vshlq_n_u64::<1>(player)));
    let column = ends_of_runs::<8, 16>(player, opponent);
    let diagonals = vorrq_u64(
        ends_of_runs::<7, 14>(player, inner),
        ends_of_runs::<9, 18>(player, inner),
    );
    joined(vorrq_u64(vorrq_u64(row, column), diagonals)) & empty
}

/// Returns the squares past the ends of `runs` that begin next to a disc of `player`. `DOUBLE` is twice `STEP`.
///
/// The set of squares reached grows by shifts. Only squares that follow as many squares of a run as the shift is long
/// take the shifted set; those that were reached before do not, and need no union.
#[inline]
#[target_feature(enable = "neon")]
fn ends_of_runs<const STEP: i32, const DOUBLE: i32>(
    player: uint64x2_t,
    runs: uint64x2_t,
) -> uint64x2_t {
    let seconds = vandq_u64(runs, vshlq_n_u64::<STEP>(runs));
    let thirds = vandq_u64(seconds, vshlq_n_u64::<STEP>(seconds));
    let mut reached = vandq_u64(runs, vshlq_n_u64::<STEP>(player));
    reached = replaced(reached, seconds, vshlq_n_u64::<STEP>(reached));
    for _ in 0..2 {
        reached = replaced(reached, thirds, vshlq_n_u64::<DOUBLE>(reached));
    }
    vshlq_n_u64::<STEP>(reached)
}

/// Returns the opposing discs flipped by a disc of `player`'s owner on the empty `square`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn flips(player: u64, opponent: u64, square: Square) -> u64 {
    let SquareLines { next, rays } = &LINES[square.index()];
    let (player, opponent) = (turned_too(player), turned_too(opponent));
    // SAFETY: each array has two numbers, the length of the vector.
    let [next, rays @ ..] =
        [next, &rays[0], &rays[1], &rays[2]].map(|pair| unsafe { vld1q_u64(pair.as_ptr()) });
    // Along the row, a carry runs through the opposing discs to the stop.
    let inner = vandq_u64(opponent, vdupq_n_u64(INNER_COLUMNS));
    let stop = vandq_u64(vaddq_u64(inner, next), player);
    // The squares before it have the bits in between. Without a stop there are none.
    let mut flips = vqsubq_u64(stop, next);
    for ray in rays {
        let others = vbicq_u64(ray, opponent);
        let negative = vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(others)));
        let first = vandq_u64(others, negative);
        let stop = vandq_u64(first, player);
        // Subtracts one, except from 0.
        let before = vsqaddq_u64(stop, vdupq_n_s64(-1));
        // The lines have no squares in common, so a selection is a union.
        flips = replaced(flips, ray, before);
    }
    joined(flips)
}

/// Returns `sets` with the squares of `mask` replaced by those of `others`, in one instruction. Of the intrinsic
/// `vbslq_u64` the compiler makes up to four, since it knows too much about the masks.
#[inline]
#[target_feature(enable = "neon")]
fn replaced(mut sets: uint64x2_t, mask: uint64x2_t, others: uint64x2_t) -> uint64x2_t {
    // SAFETY: the instruction reads and writes only these three registers.
    unsafe {
        asm!(
            "bit {sets:v}.16b, {others:v}.16b, {mask:v}.16b",
            sets = inout(vreg) sets,
            others = in(vreg) others,
            mask = in(vreg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sets
}

/// Returns a set in one lane and its 180-degree rotation in the other.
#[inline]
#[target_feature(enable = "neon")]
fn turned_too(set: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(set), vcreate_u64(set.reverse_bits()))
}

/// Returns the union of the first set and the second one, rotated back.
#[inline]
#[target_feature(enable = "neon")]
fn joined(sets: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(sets) | vgetq_lane_u64::<1>(sets).reverse_bits()
}

const fn lines() -> [SquareLines; Square::COUNT] {
    let rays = rays();
    let none = SquareLines {
        next: [0; 2],
        rays: [[0; 2]; 3],
    };
    let mut table = [none; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (up, down) = (rays[index].up, rays[index].down);
        let row = [up[0], down[0].reverse_bits()];
        table[index].next = [lowest(row[0]), lowest(row[1])];
        let mut line = 0;
        while line < 3 {
            table[index].rays[line] = [up[line + 1], down[line + 1].reverse_bits()];
            line += 1;
        }
        index += 1;
    }
    table
}

const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}
