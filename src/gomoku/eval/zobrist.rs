//! Zobrist keys of positions.

use super::point_set::{SLOTS, slot};
use crate::rules::{Point, Rule};
use tengen_engine::game::Color;

/// Keys of stones by color and point, made by SplitMix64 from a fixed seed.
static STONES: [[u64; SLOTS]; 2] = {
    let mut keys = [[0; SLOTS]; 2];
    let mut i = 0;
    while i < 2 * SLOTS {
        keys[i / SLOTS][i % SLOTS] = mix(i as u64 + 1);
        i += 1;
    }
    keys
};

/// The key of white to move.
pub(super) const WHITE_TO_MOVE: u64 = mix(0x77_0000);

/// Returns the key of a stone.
#[inline]
pub(super) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][slot(point)]
}

/// Returns the key of a VCF search for chains of fours linked to a stone on `point`.
pub(crate) fn vcf_chain(point: Point) -> u64 {
    mix(1 << 33 | slot(point) as u64)
}

/// The key of a selective VCF search.
pub(crate) const SELECTIVE_VCF: u64 = mix(0x78_0000);

/// Returns the key of a blocked cell: that of stones of both sides.
pub(super) fn blocked(point: Point) -> u64 {
    stone(Color::Black, point) ^ stone(Color::White, point)
}

/// Returns the key of an empty board, different for every size and rule.
pub(super) fn board(width: u8, height: u8, rule: Rule) -> u64 {
    mix(1 << 32 | u64::from(width) << 16 | u64::from(height) << 8 | rule as u64)
}

/// Returns the output of SplitMix64 for a counter (Steele, Lea and Flood 2014).
pub(crate) const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
