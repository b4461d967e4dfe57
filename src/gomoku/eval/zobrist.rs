//! Keys of positions, for hash tables.

use super::point_set::{SLOTS, slot};
use crate::engine::game::Color;
use crate::gomoku::rules::{Point, Rule};

/// One number for each color on each point, made by SplitMix64 from a fixed seed: the same everywhere.
static STONES: [[u64; SLOTS]; 2] = {
    let mut keys = [[0; SLOTS]; 2];
    let mut i = 0;
    while i < 2 * SLOTS {
        keys[i / SLOTS][i % SLOTS] = mix(i as u64 + 1);
        i += 1;
    }
    keys
};

/// White to move.
pub(super) const WHITE_TO_MOVE: u64 = mix(0x77_0000);

/// The key of a stone.
#[inline]
pub(super) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][slot(point)]
}

/// The key of a search for fours that follow a stone on `point`.
pub(in crate::gomoku) fn vcf_chain(point: Point) -> u64 {
    mix(1 << 33 | slot(point) as u64)
}

/// The key of a blocked cell: as if stones of both sides were on it.
pub(super) fn blocked(point: Point) -> u64 {
    stone(Color::Black, point) ^ stone(Color::White, point)
}

/// The key of an empty board, different for every size and rule.
pub(super) fn board(width: u8, height: u8, rule: Rule) -> u64 {
    mix(1 << 32 | u64::from(width) << 16 | u64::from(height) << 8 | rule as u64)
}

/// SplitMix64's output for a counter (Steele, Lea and Flood 2014).
pub(in crate::gomoku) const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
