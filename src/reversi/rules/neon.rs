//! Moves and flips with NEON, in two lanes: the board, and the board rotated by 180 degrees, with its bits in reverse
//! order.
//!
//! A line upward in one lane is a line downward in the other. All shifts therefore go left, by constants, and carries
//! run along both ends of a line.
//!
//! [`Board`](super::Board) picks an implementation, and its tests compare both.

use std::arch::aarch64::*;

use super::board::{INNER_COLUMNS, rays};
use super::square::Square;

/// The rays of each square along each line: upward, and downward on the rotated board.
static RAYS: [[[u64; 2]; 4]; Square::COUNT] = paired_rays();

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
#[inline]
#[target_feature(enable = "neon")]
fn ends_of_runs<const STEP: i32, const DOUBLE: i32>(
    player: uint64x2_t,
    runs: uint64x2_t,
) -> uint64x2_t {
    let pairs = vandq_u64(runs, vshlq_n_u64::<STEP>(runs));
    let mut met = vandq_u64(runs, vshlq_n_u64::<STEP>(player));
    met = vorrq_u64(met, vandq_u64(runs, vshlq_n_u64::<STEP>(met)));
    for _ in 0..2 {
        met = vorrq_u64(met, vandq_u64(pairs, vshlq_n_u64::<DOUBLE>(met)));
    }
    vshlq_n_u64::<STEP>(met)
}

/// Returns the opposing discs flipped by a disc of `player`'s owner on the empty `square`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn flips(player: u64, opponent: u64, square: Square) -> u64 {
    let (player, opponent) = (turned_too(player), turned_too(opponent));
    let mut flips = vdupq_n_u64(0);
    for ray in &RAYS[square.index()] {
        // SAFETY: the array has two numbers, the length of the vector.
        let ray = unsafe { vld1q_u64(ray.as_ptr()) };
        let others = vbicq_u64(ray, opponent);
        let negative = vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(others)));
        let first = vandq_u64(others, negative);
        let stop = vandq_u64(first, player);
        // Subtracts one, except from 0.
        let before = vsqaddq_u64(stop, vdupq_n_s64(-1));
        flips = vorrq_u64(flips, vandq_u64(before, ray));
    }
    joined(flips)
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

const fn paired_rays() -> [[[u64; 2]; 4]; Square::COUNT] {
    let rays = rays();
    let mut table = [[[0; 2]; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut line = 0;
        while line < 4 {
            table[index][line] = [rays[index].up[line], rays[index].down[line].reverse_bits()];
            line += 1;
        }
        index += 1;
    }
    table
}
