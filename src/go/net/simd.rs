//! Vectors of floats in the widths that processors have, chosen at run time.
//!
//! As in [`crate::engine::cpu`], a piece of work is compiled once for each instruction set and everything it calls is
//! inlined into it. Here the pieces are whole layers, so that the choice costs nothing where it is made.

use crate::engine::cpu;

/// A piece of work that is compiled for each kind of vector.
pub(super) trait Task {
    /// Does the work. Mark it `#[inline(always)]`, as well as what it calls: only code inlined into it is
    /// compiled with the instructions. Closures that make vectors are none of that, nor is `array::from_fn`: the
    /// compiler may leave them outside, where every instruction becomes a call.
    fn run<S: Simd>(self);
}

/// A kind of vector. Its methods may only run on a processor that has it; [`Level::run`] sees to that.
pub(super) trait Simd {
    /// A vector.
    type V: Copy;
    /// Floats in a vector; divides [`super::grid::LINE`].
    const LANES: usize;
    /// Rows of the block of a matrix product whose sums stay in registers beside [`COLUMNS`] vectors.
    const ROWS: usize;

    /// The same number everywhere.
    fn splat(x: f32) -> Self::V;
    /// The vector at this address.
    ///
    /// # Safety
    /// [`Simd::LANES`] floats have to lie there.
    unsafe fn read(from: *const f32) -> Self::V;
    /// Puts a vector to this address.
    ///
    /// # Safety
    /// There has to be room for [`Simd::LANES`] floats.
    unsafe fn write(v: Self::V, to: *mut f32);
    /// a + b
    fn add(a: Self::V, b: Self::V) -> Self::V;
    /// a - b
    fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// a * b
    fn mul(a: Self::V, b: Self::V) -> Self::V;
    /// a / b
    fn div(a: Self::V, b: Self::V) -> Self::V;
    /// a * b + c, rounded once or twice.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The larger.
    fn max(a: Self::V, b: Self::V) -> Self::V;
    /// The smaller.
    fn min(a: Self::V, b: Self::V) -> Self::V;
    /// 2 to the power of whole numbers from -126 to 127.
    fn exp2_whole(x: Self::V) -> Self::V;
    /// The nearest whole number.
    fn round(x: Self::V) -> Self::V;

    /// The first floats of a slice as a vector.
    #[inline(always)]
    fn load(from: &[f32]) -> Self::V {
        let from = &from[..Self::LANES];
        // SAFETY: the slice has been cut to the vector's length.
        unsafe { Self::read(from.as_ptr()) }
    }

    /// Puts a vector to the start of a slice.
    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32]) {
        let to = &mut to[..Self::LANES];
        // SAFETY: the slice has been cut to the vector's length.
        unsafe { Self::write(v, to.as_mut_ptr()) }
    }

    /// e to the power of x, within three units in the last place; x is kept between -87 and 88.
    #[inline(always)]
    fn exp(x: Self::V) -> Self::V {
        // x = n log 2 + r with |r| <= log(2)/2; log 2 in two parts so that n log 2 is exact enough. The
        // polynomial is that of the Cephes library's expf.
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
        Self::mul(p, Self::exp2_whole(n))
    }
}

/// Vectors side by side in a block of a matrix product.
pub(super) const COLUMNS: usize = 3;

/// The kind of vector that an evaluation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Choice);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Every kind that this processor has, the slowest first.
    pub fn all() -> Vec<Level> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut levels = vec![Level(Choice::Portable)];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            levels.push(Level(Choice::Avx2));
            if is_x86_feature_detected!("avx512f") {
                levels.push(Level(Choice::Avx512));
            }
        }
        levels
    }

    /// The best one.
    pub fn detect() -> Level {
        // The portable kind is always in the list.
        Level::all()
            .last()
            .copied()
            .unwrap_or(Level(Choice::Portable))
    }

    /// The best one that a search with this instruction set may use.
    pub fn under(isa: cpu::Level) -> Level {
        // The portable kind comes first, and each instruction set brings one kind more.
        let kinds = cpu::Level::available()
            .iter()
            .position(|&level| level == isa);
        let kinds = kinds.unwrap_or_default() + 1;
        let all = Level::all();
        let of_isa = &all[..kinds.min(all.len())];
        of_isa.last().copied().unwrap_or(Level(Choice::Portable))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Choice::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx512 => "AVX-512",
        }
    }

    /// Runs `task` with vectors of this kind.
    #[inline]
    pub(super) fn run<T: Task>(self, task: T) {
        match self.0 {
            Choice::Portable => task.run::<Portable>(),
            // SAFETY: `Level::all` alone makes these choices, after it has found the instructions.
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2 => unsafe { x86::run_avx2(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Choice::Avx512 => unsafe { x86::run_avx512(task) },
        }
    }
}

/// Four floats, which every compiler's baseline makes one register of.
struct Portable;

/// Applies `f` to each lane.
#[inline(always)]
fn lanes(f: impl Fn(usize) -> f32) -> [f32; 4] {
    std::array::from_fn(f)
}

impl Simd for Portable {
    type V = [f32; 4];
    const LANES: usize = 4;
    const ROWS: usize = 4;

    #[inline(always)]
    fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }
    #[inline(always)]
    unsafe fn read(from: *const f32) -> [f32; 4] {
        // SAFETY: the caller promises four floats; the array is read without any alignment.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn write(v: [f32; 4], to: *mut f32) {
        // SAFETY: as above.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(v) }
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
        // Not `f32::mul_add`: without the instruction that is a call of a function.
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
    fn exp2_whole(x: [f32; 4]) -> [f32; 4] {
        lanes(|i| f32::from_bits(((x[i] as i32 + 127) as u32) << 23))
    }
    #[inline(always)]
    fn round(x: [f32; 4]) -> [f32; 4] {
        lanes(|i| x[i].round())
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Simd, Task};

    /// Eight floats. Not nameable outside `simd`, so that nobody uses it but through a detected `Level`.
    pub(super) struct Avx2;

    /// Sixteen floats; as `Avx2`.
    pub(super) struct Avx512;

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn run_avx2<T: Task>(task: T) {
        task.run::<Avx2>()
    }

    #[target_feature(enable = "avx512f,avx2,fma")]
    pub(super) fn run_avx512<T: Task>(task: T) {
        task.run::<Avx512>()
    }

    /// The methods of a kind of vector by its intrinsics.
    macro_rules! intrinsics {
        ($v:ty, $splat:ident, $read:ident, $write:ident, $add:ident, $sub:ident, $mul:ident, $div:ident,
         $mul_add:ident, $max:ident, $min:ident) => {
            // SAFETY, for every method: only `Level::run` hands this kind of vector to a task, on a processor
            // that has the instructions; addresses are the caller's to vouch for.
            #[inline(always)]
            fn splat(x: f32) -> $v {
                // SAFETY: see above.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn read(from: *const f32) -> $v {
                // SAFETY: see above.
                unsafe { $read(from) }
            }
            #[inline(always)]
            unsafe fn write(v: $v, to: *mut f32) {
                // SAFETY: see above.
                unsafe { $write(to, v) }
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
        const ROWS: usize = 4;

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
        fn exp2_whole(x: __m256) -> __m256 {
            // SAFETY: see above.
            unsafe {
                let exponent = _mm256_add_epi32(_mm256_cvtps_epi32(x), _mm256_set1_epi32(127));
                _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent))
            }
        }
        #[inline(always)]
        fn round(x: __m256) -> __m256 {
            // SAFETY: see above.
            unsafe { _mm256_cvtepi32_ps(_mm256_cvtps_epi32(x)) }
        }
    }

    impl Simd for Avx512 {
        type V = __m512;
        const LANES: usize = 16;
        const ROWS: usize = 9;

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
        fn exp2_whole(x: __m512) -> __m512 {
            // SAFETY: see above.
            unsafe {
                let exponent = _mm512_add_epi32(_mm512_cvtps_epi32(x), _mm512_set1_epi32(127));
                _mm512_castsi512_ps(_mm512_slli_epi32::<23>(exponent))
            }
        }
        #[inline(always)]
        fn round(x: __m512) -> __m512 {
            // SAFETY: see above.
            unsafe { _mm512_cvtepi32_ps(_mm512_cvtps_epi32(x)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the exponential function to a slice.
    struct Exp<'a>(&'a mut [f32]);

    impl Task for Exp<'_> {
        #[inline(always)]
        fn run<S: Simd>(self) {
            for chunk in self.0.chunks_exact_mut(S::LANES) {
                S::store(S::exp(S::load(chunk)), chunk);
            }
        }
    }

    #[test]
    fn every_level_has_the_exponential_function() {
        let xs: Vec<f32> = (0..16_000).map(|i| (i as f32 - 8_000.0) / 100.0).collect();
        for level in Level::all() {
            let mut ys = xs.clone();
            level.run(Exp(&mut ys));
            for (&x, &y) in xs.iter().zip(&ys) {
                let exact = f64::from(x).exp();
                let error = (f64::from(y) - exact).abs() / exact;
                assert!(error < 5e-7, "{}: exp {x} is {y}", level.name());
            }
        }
    }
}
