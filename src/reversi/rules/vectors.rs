//! Moves and flips on all four lines at once with AVX2. The compiler vectorizes the plain loops only occasionally.
//!
//! [`Board`](super::Board) picks an implementation, and its tests compare both.

use std::arch::x86_64::*;

use super::board::{BETWEEN, Rays, STEPS};

/// Returns the squares where the owner of the discs `player` may play.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn moves(player: u64, opponent: u64) -> u64 {
    let step = quad(STEPS.map(u64::from));
    let double = _mm256_add_epi64(step, step);
    let discs = splat(player);
    let runs = _mm256_and_si256(splat(opponent), quad(BETWEEN));
    let pairs_up = _mm256_and_si256(runs, _mm256_sllv_epi64(runs, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    let mut up = _mm256_and_si256(runs, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(runs, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(runs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(runs, _mm256_srlv_epi64(down, step)));
    for _ in 0..2 {
        let (further_up, further_down) = (
            _mm256_sllv_epi64(up, double),
            _mm256_srlv_epi64(down, double),
        );
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, further_up));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, further_down));
    }
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    any(ends) & !(player | opponent)
}

/// Returns the opposing discs flipped by a disc of `player`'s owner on the empty square where `rays` begin.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(player: u64, opponent: u64, rays: &Rays) -> u64 {
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);
    let (player, opponent) = (splat(player), splat(opponent));
    let ray = quad(rays.up);
    // The carry of an addition stops at the first square that isn't the opponent's.
    let carried = _mm256_sub_epi64(_mm256_or_si256(opponent, _mm256_xor_si256(ray, ones)), ones);
    let stop = _mm256_and_si256(_mm256_and_si256(carried, ray), player);
    let none = _mm256_cmpeq_epi64(stop, zero);
    // Subtracts one, except from 0.
    let before = _mm256_sub_epi64(_mm256_add_epi64(stop, ones), none);
    let up = _mm256_and_si256(before, ray);

    let ray = quad(rays.down);
    let step = quad(STEPS.map(u64::from));
    let double = _mm256_add_epi64(step, step);
    let mut beyond = _mm256_andnot_si256(opponent, ray);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, double));
    beyond = _mm256_or_si256(
        beyond,
        _mm256_srlv_epi64(beyond, _mm256_add_epi64(double, double)),
    );
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    let none = _mm256_cmpeq_epi64(_mm256_and_si256(first, player), zero);
    let down = _mm256_andnot_si256(none, _mm256_andnot_si256(beyond, ray));
    any(_mm256_or_si256(up, down))
}

/// Computes [`flips`] with AVX-512, which can count leading zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2")]
pub(super) fn flips_512(player: u64, opponent: u64, rays: &Rays) -> u64 {
    let ones = _mm256_set1_epi64x(-1);
    let zero = _mm256_setzero_si256();
    let (player, opponent) = (splat(player), splat(opponent));
    let ray = quad(rays.up);
    // The carry of an addition stops at the first square that isn't the opponent's.
    let carried = _mm256_sub_epi64(
        _mm256_ternarylogic_epi64::<OR_NOT>(opponent, ray, ray),
        ones,
    );
    let stop = _mm256_ternarylogic_epi64::<AND>(carried, ray, player);
    let up = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(stop, stop), stop, ones);
    let up = _mm256_and_si256(up, ray);
    // The highest square downward that isn't the opponent's: the squares above it flip, or nothing if there is none.
    let ray = quad(rays.down);
    let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(opponent, ray));
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), zeros);
    let stop = _mm256_and_si256(first, player);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(stop, stop));
    any(_mm256_ternarylogic_epi64::<OR_AND>(up, above, ray))
}

/// Truth tables for `_mm256_ternarylogic_epi64` on bits a, b, c: a or not b; a, b and c; a or both b and c.
const OR_NOT: i32 = 0xf3;
const AND: i32 = 0x80;
const OR_AND: i32 = 0xf8;

#[inline]
#[target_feature(enable = "avx2")]
fn splat(set: u64) -> __m256i {
    _mm256_set1_epi64x(set as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn quad(sets: [u64; 4]) -> __m256i {
    let [a, b, c, d] = sets.map(|set| set as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// Returns the union of the four sets.
#[inline]
#[target_feature(enable = "avx2")]
fn any(sets: __m256i) -> u64 {
    let two = _mm_or_si128(
        _mm256_castsi256_si128(sets),
        _mm256_extracti128_si256::<1>(sets),
    );
    let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}
