//! Uniform random numbers.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// Returns a number from 0 to 1, without 1.
pub fn uniform(rng: &mut Xoshiro256PlusPlus) -> f64 {
    // 53 bits are the precision of an `f64`.
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
