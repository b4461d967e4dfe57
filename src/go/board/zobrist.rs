//! Zobrist keys: one 64-bit number per color and point.

use super::point::{CELLS, Point};
use tengen_engine::game::Color;

/// The key for white to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(2 * CELLS as u64);

static STONES: [[u64; CELLS]; 2] = keys();

/// Returns the key of a stone of `color` on `point`.
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut index = 0;
    while index < 2 * CELLS {
        keys[index / CELLS][index % CELLS] = mix(index as u64);
        index += 1;
    }
    keys
}

/// Returns the `seed`-th output of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
