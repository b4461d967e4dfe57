//! Vectors of floats, in the width of each instruction set.
//!
//! A [`Kernel`] is a layer or a step of one, compiled for each kind of vector; [`run`] runs it with the search's
//! instruction set. The choice is made once per layer and costs nothing.

use super::bf16;
use tengen_engine::cpu::{Bf16, Isa, Level, Task};

/// A computation on vectors, compiled for each kind of vector.
pub(in crate::net) trait Kernel {
    /// Runs the computation. Mark it and its callees `#[inline(always)]`: only code inlined into it is compiled with
    /// the instruction set. Avoid closures that return vectors and `array::from_fn`, because the compiler may not
    /// inline them, and then every instruction becomes a call.
    fn run<S: Simd>(self);

    /// Multiplications and additions of a matrix product; other kernels need not count theirs.
    fn operations(&self) -> u64 {
        0
    }
}

/// Runs `kernel` with the vectors of an instruction set.
#[inline]
pub(in crate::net) fn run(isa: Level, kernel: impl Kernel) {
    isa.run(Vectorized(kernel));
}

/// Runs `kernel` with vectors that multiply bfloat16 numbers.
#[inline]
pub(in crate::net) fn run_bf16(isa: Bf16, kernel: impl Kernel) {
    isa.run(Vectorized(kernel));
}

/// Runs a kernel as a task of an instruction set.
struct Vectorized<K>(K);

impl<K: Kernel> Task for Vectorized<K> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        #[cfg(target_arch = "x86_64")]
        if I::BF16 {
            return self.0.run::<x86::Avx512<true>>();
        } else if I::AVX512 {
            return self.0.run::<x86::Avx512<false>>();
        } else if I::AVX2 {
            return self.0.run::<x86::Avx2>();
        }
        #[cfg(target_arch = "aarch64")]
        if I::NEON {
            return self.0.run::<neon::Neon>();
        }
        self.0.run::<Baseline>();
    }
}

/// The vectors of the program's compilation target.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
type Baseline = portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Baseline = wasm::Simd128;

mod sealed {
    /// Prevents other implementations of [`Simd`](super::Simd).
    pub trait SimdSeal {}
}

/// A kind of vector. Its methods may only run on a processor with its instructions. The kinds are private to this file,
/// and only [`run`] passes one on, to a kernel compiled with these instructions.
pub(in crate::net) trait Simd: sealed::SimdSeal + Sized {
    /// A vector of floats.
    type V: Copy;
    /// Floats per vector; divides [`super::grid::LINE`].
    const LANES: usize;
    /// Rows of a GEMM's block, at most 9. Their sums must fit in registers together with [`Simd::COLUMNS`] vectors.
    const ROWS: usize;
    /// Adjacent vectors of a GEMM's block: one cache line, or up to 3 if a vector fills a line.
    const COLUMNS: usize;
    /// Inputs per iteration of a GEMM's block.
    const STEPS: usize = 1;

    /// Returns a vector with the same number in all lanes.
    fn splat(x: f32) -> Self::V;
    /// Reads a vector from the first [`Simd::LANES`] floats of a slice that has at least as many.
    fn load(from: &[f32]) -> Self::V;
    /// Writes a vector to the first [`Simd::LANES`] floats of a slice that has at least as many.
    fn store(v: Self::V, to: &mut [f32]);
    /// Brings the cache line at an address into the first-level cache; any address will do.
    #[inline(always)]
    fn prefetch(_: *const f32) {}
    fn add(a: Self::V, b: Self::V) -> Self::V;
    fn sub(a: Self::V, b: Self::V) -> Self::V;
    fn mul(a: Self::V, b: Self::V) -> Self::V;
    fn div(a: Self::V, b: Self::V) -> Self::V;
    /// a * b + c, rounded once or twice.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn max(a: Self::V, b: Self::V) -> Self::V;
    fn min(a: Self::V, b: Self::V) -> Self::V;
    /// x times 2 to the power of n, a whole number from -126 to 127.
    fn scale(x: Self::V, n: Self::V) -> Self::V;
    /// Rounds to the nearest whole number.
    fn round(x: Self::V) -> Self::V;

    /// Rounds to bfloat16 and writes pairs of neighbors in the space of one float each, to the start of a slice: half
    /// as many floats as a vector has.
    #[inline(always)]
    fn store_bf16(v: Self::V, to: &mut [f32]) {
        bf16::store::<Self>(v, to);
    }
    /// a * b + c, where each lane of a and b contains two bfloat16 numbers; both products are added.
    #[inline(always)]
    fn dot_bf16(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        bf16::dot::<Self>(a, b, c)
    }

    /// e to the power of x, within three units in the last place; x is clamped to -87 to 88.
    #[inline(always)]
    fn exp(x: Self::V) -> Self::V {
        // x = n log 2 + r with |r| <= log(2)/2; log 2 is in two parts so that n log 2 is exact enough. The polynomial
        // is that of the Cephes library's expf.
        let x = Self::min(Self::max(x, Self::splat(-87.0)), Self::splat(88.0));
        let n = Self::round(Self::mul(x, Self::splat(std::f32::consts::LOG2_E)));
        let r = Self::mul_add(n, Self::splat(-0.693_359_4), x);
        let r = Self::mul_add(n, Self::splat(2.121_944_4e-4), r);
        let mut p = Self::splat(1.987_569_1e-4);
        for coefficient in [
            1.398_2e-3,
            8.333_452e-3,
            4.166_579_6e-2,
            1.666_666_5e-1,
            0.5,
        ] {
            p = Self::mul_add(p, r, Self::splat(coefficient));
        }
        let p = Self::mul_add(p, Self::mul(r, r), Self::add(r, Self::splat(1.0)));
        Self::scale(p, n)
    }
}

/// Vectors that every processor supports.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable {
    use super::{Simd, sealed};

    /// Four floats: one register in the baseline of common processors.
    pub(super) struct Portable;

    impl sealed::SimdSeal for Portable {}

    #[inline(always)]
    fn lanes(f: impl Fn(usize) -> f32) -> [f32; 4] {
        std::array::from_fn(f)
    }

    impl Simd for Portable {
        type V = [f32; 4];
        const LANES: usize = 4;
        const ROWS: usize = 3;
        const COLUMNS: usize = 4;

        #[inline(always)]
        fn splat(x: f32) -> [f32; 4] {
            [x; 4]
        }
        #[inline(always)]
        fn load(from: &[f32]) -> [f32; 4] {
            [from[0], from[1], from[2], from[3]]
        }
        #[inline(always)]
        fn store(v: [f32; 4], to: &mut [f32]) {
            to[..4].copy_from_slice(&v);
        }
        #[inline(always)]
        fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| a[i] + b[i])
        }
        #[inline(always)]
        fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| a[i] - b[i])
        }
        #[inline(always)]
        fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| a[i] * b[i])
        }
        #[inline(always)]
        fn div(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| a[i] / b[i])
        }
        #[inline(always)]
        fn mul_add(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
            // Not `f32::mul_add`, which is a function call on processors without the instruction.
            lanes(|i| a[i] * b[i] + c[i])
        }
        #[inline(always)]
        fn max(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| if a[i] > b[i] { a[i] } else { b[i] })
        }
        #[inline(always)]
        fn min(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
            lanes(|i| if a[i] < b[i] { a[i] } else { b[i] })
        }
        #[inline(always)]
        fn scale(x: [f32; 4], n: [f32; 4]) -> [f32; 4] {
            lanes(|i| x[i] * f32::from_bits(((n[i] as i32 + 127) as u32) << 23))
        }
        #[inline(always)]
        fn round(x: [f32; 4]) -> [f32; 4] {
            lanes(|i| x[i].round())
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::{Simd, sealed};

    /// Four floats. Not nameable outside `simd`, where only `Vectorized` uses it.
    pub(super) struct Neon;

    impl sealed::SimdSeal for Neon {}

    impl Simd for Neon {
        type V = float32x4_t;
        const LANES: usize = 4;
        // 24 sums and the operands of a step fit in 32 registers.
        const ROWS: usize = 6;
        const COLUMNS: usize = 4;

        // SAFETY, for every method: only `Vectorized` passes this kind of vector to a kernel, and `Isa` guarantees the
        // instructions.
        #[inline(always)]
        fn splat(x: f32) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vdupq_n_f32(x) }
        }
        #[inline(always)]
        fn load(from: &[f32]) -> float32x4_t {
            let from = &from[..4];
            // SAFETY: see above; the slice has as many floats as the vector.
            unsafe { vld1q_f32(from.as_ptr()) }
        }
        #[inline(always)]
        fn store(v: float32x4_t, to: &mut [f32]) {
            let to = &mut to[..4];
            // SAFETY: see above; the slice has as many floats as the vector.
            unsafe { vst1q_f32(to.as_mut_ptr(), v) }
        }
        #[inline(always)]
        fn add(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vaddq_f32(a, b) }
        }
        #[inline(always)]
        fn sub(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vsubq_f32(a, b) }
        }
        #[inline(always)]
        fn mul(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vmulq_f32(a, b) }
        }
        #[inline(always)]
        fn div(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vdivq_f32(a, b) }
        }
        #[inline(always)]
        fn mul_add(a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vfmaq_f32(c, a, b) }
        }
        #[inline(always)]
        fn max(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vmaxq_f32(a, b) }
        }
        #[inline(always)]
        fn min(a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vminq_f32(a, b) }
        }
        #[inline(always)]
        fn scale(x: float32x4_t, n: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe {
                let exponent = vaddq_s32(vcvtq_s32_f32(n), vdupq_n_s32(127));
                vmulq_f32(x, vreinterpretq_f32_s32(vshlq_n_s32::<23>(exponent)))
            }
        }
        #[inline(always)]
        fn round(x: float32x4_t) -> float32x4_t {
            // SAFETY: see above.
            unsafe { vrndnq_f32(x) }
        }
    }
}

/// WebAssembly's vectors. A module is compiled for them as a whole or not at all, without detection.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::*;

    use super::{Simd, sealed};

    /// Four floats. The portable vectors would be compiled to single-lane instructions.
    pub(super) struct Simd128;

    impl sealed::SimdSeal for Simd128 {}

    impl Simd for Simd128 {
        type V = v128;
        const LANES: usize = 4;
        // V8 reads all vectors of a step before its first product, and keeps one of 16 registers for itself: 8 sums, 6
        // operands and a product are left. With 3 rows, sums went through memory in every step. A branch ends each
        // step; without it, V8 would read the vectors of 4 steps together.
        const ROWS: usize = 2;
        const COLUMNS: usize = 4;
        const STEPS: usize = 4;

        #[inline(always)]
        fn splat(x: f32) -> v128 {
            f32x4_splat(x)
        }
        #[inline(always)]
        fn load(from: &[f32]) -> v128 {
            let from = &from[..4];
            // SAFETY: the slice has as many floats as the vector, which needn't be aligned.
            unsafe { v128_load(from.as_ptr().cast()) }
        }
        #[inline(always)]
        fn store(v: v128, to: &mut [f32]) {
            let to = &mut to[..4];
            // SAFETY: the slice has as many floats as the vector, which needn't be aligned.
            unsafe { v128_store(to.as_mut_ptr().cast(), v) }
        }
        #[inline(always)]
        fn add(a: v128, b: v128) -> v128 {
            f32x4_add(a, b)
        }
        #[inline(always)]
        fn sub(a: v128, b: v128) -> v128 {
            f32x4_sub(a, b)
        }
        #[inline(always)]
        fn mul(a: v128, b: v128) -> v128 {
            f32x4_mul(a, b)
        }
        #[inline(always)]
        fn div(a: v128, b: v128) -> v128 {
            f32x4_div(a, b)
        }
        #[inline(always)]
        fn mul_add(a: v128, b: v128, c: v128) -> v128 {
            f32x4_add(f32x4_mul(a, b), c)
        }
        // One instruction each on common processors, unlike `f32x4_max` and `f32x4_min`.
        #[inline(always)]
        fn max(a: v128, b: v128) -> v128 {
            f32x4_pmax(b, a)
        }
        #[inline(always)]
        fn min(a: v128, b: v128) -> v128 {
            f32x4_pmin(b, a)
        }
        #[inline(always)]
        fn scale(x: v128, n: v128) -> v128 {
            let exponent = i32x4_add(i32x4_trunc_sat_f32x4(n), i32x4_splat(127));
            f32x4_mul(x, i32x4_shl(exponent, 23))
        }
        #[inline(always)]
        fn round(x: v128) -> v128 {
            f32x4_nearest(x)
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{Simd, bf16, sealed};

    /// Eight floats, by AVX2 and FMA. Not nameable outside `simd`, where only `Vectorized` uses it.
    pub(super) struct Avx2;

    impl sealed::SimdSeal for Avx2 {}

    /// Sixteen floats, by AVX-512F, and with `BF16` by AVX-512 BF16. Not nameable outside `simd`, like `Avx2`.
    pub(super) struct Avx512<const BF16: bool>;

    impl<const BF16: bool> sealed::SimdSeal for Avx512<BF16> {}

    const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

    /// The methods of a kind of vector by its intrinsics.
    macro_rules! intrinsics {
        ($v:ty, $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $mul:ident, $div:ident,
         $mul_add:ident, $max:ident, $min:ident) => {
            // SAFETY, for every method: only `Vectorized` passes this kind of vector to a kernel, and `Isa` guarantees
            // the instructions.
            #[inline(always)]
            fn splat(x: f32) -> $v {
                // SAFETY: see above.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            fn load(from: &[f32]) -> $v {
                let from = &from[..Self::LANES];
                // SAFETY: see above; the slice has as many floats as the vector.
                unsafe { $load(from.as_ptr()) }
            }
            #[inline(always)]
            fn store(v: $v, to: &mut [f32]) {
                let to = &mut to[..Self::LANES];
                // SAFETY: see above; the slice has as many floats as the vector.
                unsafe { $store(to.as_mut_ptr(), v) }
            }
            #[inline(always)]
            fn prefetch(at: *const f32) {
                // SAFETY: see above; a prefetch reads nothing and never faults.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
            }
            #[inline(always)]
            fn add(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $add(a, b) }
            }
            #[inline(always)]
            fn sub(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $sub(a, b) }
            }
            #[inline(always)]
            fn mul(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $mul(a, b) }
            }
            #[inline(always)]
            fn div(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $div(a, b) }
            }
            #[inline(always)]
            fn mul_add(a: $v, b: $v, c: $v) -> $v {
                // SAFETY: see above.
                unsafe { $mul_add(a, b, c) }
            }
            #[inline(always)]
            fn max(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $max(a, b) }
            }
            #[inline(always)]
            fn min(a: $v, b: $v) -> $v {
                // SAFETY: see above.
                unsafe { $min(a, b) }
            }
        };
    }

    impl Simd for Avx2 {
        type V = __m256;
        const LANES: usize = 8;
        const ROWS: usize = 6;
        const COLUMNS: usize = 2;

        intrinsics!(
            __m256,
            _mm256_set1_ps,
            _mm256_loadu_ps,
            _mm256_storeu_ps,
            _mm256_add_ps,
            _mm256_sub_ps,
            _mm256_mul_ps,
            _mm256_div_ps,
            _mm256_fmadd_ps,
            _mm256_max_ps,
            _mm256_min_ps
        );

        #[inline(always)]
        fn scale(x: __m256, n: __m256) -> __m256 {
            // SAFETY: see above.
            unsafe {
                let exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
                _mm256_mul_ps(x, _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent)))
            }
        }
        #[inline(always)]
        fn round(x: __m256) -> __m256 {
            // SAFETY: see above.
            unsafe { _mm256_round_ps::<NEAREST>(x) }
        }
    }

    impl<const BF16: bool> Simd for Avx512<BF16> {
        type V = __m512;
        const LANES: usize = 16;
        const ROWS: usize = 9;
        const COLUMNS: usize = 3;

        intrinsics!(
            __m512,
            _mm512_set1_ps,
            _mm512_loadu_ps,
            _mm512_storeu_ps,
            _mm512_add_ps,
            _mm512_sub_ps,
            _mm512_mul_ps,
            _mm512_div_ps,
            _mm512_fmadd_ps,
            _mm512_max_ps,
            _mm512_min_ps
        );

        #[inline(always)]
        fn scale(x: __m512, n: __m512) -> __m512 {
            // SAFETY: see above.
            unsafe { _mm512_scalef_ps(x, n) }
        }
        #[inline(always)]
        fn round(x: __m512) -> __m512 {
            // SAFETY: see above.
            unsafe { _mm512_roundscale_ps::<NEAREST>(x) }
        }
        #[inline(always)]
        fn store_bf16(v: __m512, to: &mut [f32]) {
            let to = &mut to[..Self::LANES / 2];
            if BF16 {
                // SAFETY: see above; the slice has as many floats as half a vector.
                unsafe {
                    let pairs = transmute::<__m256bh, __m256>(_mm512_cvtneps_pbh(v));
                    _mm256_storeu_ps(to.as_mut_ptr(), pairs);
                }
            } else {
                bf16::store::<Self>(v, to);
            }
        }
        #[inline(always)]
        fn dot_bf16(a: __m512, b: __m512, c: __m512) -> __m512 {
            if BF16 {
                // SAFETY: see above; a lane has the bits of two bfloat16 numbers.
                unsafe {
                    _mm512_dpbf16_ps(
                        c,
                        transmute::<__m512, __m512bh>(a),
                        transmute::<__m512, __m512bh>(b),
                    )
                }
            } else {
                bf16::dot::<Self>(a, b, c)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Exp<'a>(&'a mut [f32]);

    impl Kernel for Exp<'_> {
        #[inline(always)]
        fn run<S: Simd>(self) {
            for chunk in self.0.chunks_exact_mut(S::LANES) {
                S::store(S::exp(S::load(chunk)), chunk);
            }
        }
    }

    #[test]
    fn every_kind_of_vector_has_the_exponential_function() {
        let xs: Vec<f32> = (0..16_000).map(|i| (i as f32 - 8_000.0) / 100.0).collect();
        for isa in Level::available() {
            let mut ys = xs.clone();
            super::run(isa, Exp(&mut ys));
            for (&x, &y) in xs.iter().zip(&ys) {
                let exact = f64::from(x).exp();
                let error = (f64::from(y) - exact).abs() / exact;
                assert!(error < 5e-7, "{isa}: exp {x} is {y}");
            }
        }
    }
}
