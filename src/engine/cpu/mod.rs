//! Instruction sets: the one place that detects them, names them and compiles code for each.
//!
//! A build for all x86-64 processors may not use the bit-counting and vector instructions that nearly all of them have.
//! A recursive function written as a [`Task`] or a [`Function`] is compiled for each instruction set and calls itself
//! through [`Isa::enter`] or [`Isa::call`]. The choice is made once, at the root of a search or at a layer of a
//! network, and costs nothing further down.
//!
//! On 64-bit ARM all code is compiled with NEON, which every such processor has. The choice there is between
//! hand-written NEON kernels and the compiler's output for the portable ones.
//!
//! # Reproducibility
//!
//! Searches without a network give the same moves, scores and node counts with every instruction set: they compute with
//! integers, or with floats in an order fixed by the source.
//!
//! A network's evaluations may differ in their last bits: AVX2, AVX-512 and NEON round once per multiply-add, the
//! portable code twice. A search with a network can therefore prefer a different one of two nearly equal moves on
//! another instruction set. With one instruction set it is as reproducible as any other search.
//!
//! On processors with AVX-512 BF16, searches multiply bfloat16 numbers in the transformers of a network, and its
//! evaluations then differ by some thousandths. Networks without transformers, and evaluations outside searches, do
//! not.
//!
//! # Submodules
//!
//! - `cpu_clock`: CPU time of the process
//!
//! Tests: unit tests in this file; `protocol-tests/process/program.rs` runs the bench with every instruction set;
//! `src/go/net/tests.rs` for networks.
//! A change moves: speed (`scripts/dev/bench`), and a network's last bits; the bench signature must be equal with every
//! instruction set.

pub mod cpu_clock;

#[cfg(target_arch = "aarch64")]
use std::arch::is_aarch64_feature_detected;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A piece of work that is compiled for each instruction set.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Mark it and the hot functions it calls `#[inline(always)]`: only code inlined into it is compiled
    /// with the instruction set. Recursion goes through `I::enter`.
    fn run<I: Isa>(self) -> Self::Output;
}

/// A recursive function that is compiled for each instruction set. Its small arguments are passed in registers, while a
/// [`Task`] is passed in memory; this matters if the work is small.
pub trait Function<A, B, C, D> {
    /// The result of the function.
    type Output;

    /// Does the work; see [`Task::run`].
    fn call<I: Isa>(a: A, b: B, c: C, d: D) -> Self::Output;
}

/// An instruction set, as a type parameter. The trait is sealed because its constants vouch for the processor: only
/// this file implements it, and only [`Level::run`] and [`Bf16::run`] pass one on.
pub trait Isa: sealed::IsaSeal {
    /// Whether AVX2 and FMA may be used.
    const AVX2: bool;

    /// Whether AVX-512 may be used: F, VL and CD (leading-zero counts). Implies [`Isa::AVX2`].
    const AVX512: bool;

    /// Whether AVX-512's bfloat16 dot products may be used. Implies [`Isa::AVX512`].
    const BF16: bool;

    /// Whether NEON, the vectors of 64-bit ARM, may be used.
    const NEON: bool;

    /// Calls `function` with this instruction set.
    fn call<F: Function<A, B, C, D>, A, B, C, D>(function: F, a: A, b: B, c: C, d: D) -> F::Output;

    /// Runs `task` with this instruction set.
    #[inline(always)]
    fn enter<T: Task>(task: T) -> T::Output {
        Self::call(RunTask, task, (), (), ())
    }
}

mod sealed {
    /// Keeps [`Isa`](super::Isa) from being implemented elsewhere.
    pub trait IsaSeal {}
}

/// A [`Function`] that runs the task passed to it.
struct RunTask;

impl<T: Task> Function<T, (), (), ()> for RunTask {
    type Output = T::Output;

    #[inline(always)]
    fn call<I: Isa>(task: T, (): (), (): (), (): ()) -> T::Output {
        task.run::<I>()
    }
}

/// An instruction set of this processor, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Detected);

/// A level detected on this processor. Only [`Level::available`] creates values other than the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detected {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    V3,
    #[cfg(target_arch = "x86_64")]
    V4,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Level {
    /// The instruction set for which the program was compiled.
    pub const BASELINE: Level = Level(Detected::Baseline);

    /// The best level of this processor.
    pub fn detect() -> Level {
        Level::available().pop().unwrap_or(Level::BASELINE)
    }

    /// All levels of this processor, each with the instructions of the previous ones.
    pub fn available() -> Vec<Level> {
        #[cfg_attr(
            not(any(target_arch = "x86_64", target_arch = "aarch64")),
            expect(unused_mut)
        )]
        let mut levels = vec![Level::BASELINE];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            levels.push(Level(Detected::V3));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
            {
                levels.push(Level(Detected::V4));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if is_aarch64_feature_detected!("neon") {
            levels.push(Level(Detected::Neon));
        }
        levels
    }

    /// Name of the level on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Detected::Baseline => "portable",
            #[cfg(target_arch = "x86_64")]
            Detected::V3 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Detected::V4 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Detected::Neon => "neon",
        }
    }

    /// Runs `task` with this instruction set.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Detected::Baseline => Baseline::enter(task),
            #[cfg(target_arch = "x86_64")]
            Detected::V3 => x86::V3::enter(task),
            #[cfg(target_arch = "x86_64")]
            Detected::V4 => x86::V4::enter(task),
            #[cfg(target_arch = "aarch64")]
            Detected::Neon => arm::V8::enter(task),
        }
    }
}

/// AVX-512 with bfloat16 dot products, detected on this processor. It is separate from [`Level`] so that tasks without
/// a use for these instructions are not compiled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bf16(Level);

impl Bf16 {
    /// Returns these instructions if the level is AVX-512 and the processor has them.
    pub fn new(level: Level) -> Option<Bf16> {
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            Detected::V4 if is_x86_feature_detected!("avx512bf16") => Some(Bf16(level)),
            _ => None,
        }
    }

    /// Runs `task` with these instructions.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0.0 {
            #[cfg(target_arch = "x86_64")]
            Detected::V4 => x86::V4Bf16::enter(task),
            _ => self.0.run(task),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that is not an instruction set of this processor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this processor has {0}")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    /// Finds a level by its name; only those of this processor can be run.
    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        let levels = Level::available();
        let names = || levels.iter().map(|level| level.name()).collect::<Vec<_>>();
        let named = levels.iter().find(|level| level.name() == name);
        named
            .copied()
            .ok_or_else(|| UnknownLevel(names().join(" and ")))
    }
}

/// The instruction set for which the program was compiled.
struct Baseline;

impl sealed::IsaSeal for Baseline {}

impl Isa for Baseline {
    const AVX2: bool = false;
    const AVX512: bool = false;
    const BF16: bool = false;
    const NEON: bool = false;

    fn call<F: Function<A, B, C, D>, A, B, C, D>(_: F, a: A, b: B, c: C, d: D) -> F::Output {
        F::call::<Baseline>(a, b, c, d)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Function, Isa, sealed};

    /// A level of the x86-64 psABI, with the instructions that kernels profit from. Its type cannot be named outside
    /// `cpu`, so all code reaches it through a detected [`Level`](super::Level).
    macro_rules! level {
        ($name:ident, $features:literal, avx512: $avx512:literal, bf16: $bf16:literal) => {
            pub(super) struct $name;

            impl sealed::IsaSeal for $name {}

            impl Isa for $name {
                const AVX2: bool = true;
                const AVX512: bool = $avx512;
                const BF16: bool = $bf16;
                const NEON: bool = false;

                #[inline(always)]
                fn call<F: Function<A, B, C, D>, A, B, C, D>(
                    _: F,
                    a: A,
                    b: B,
                    c: C,
                    d: D,
                ) -> F::Output {
                    #[target_feature(enable = $features)]
                    fn call<F: Function<A, B, C, D>, A, B, C, D>(
                        a: A,
                        b: B,
                        c: C,
                        d: D,
                    ) -> F::Output {
                        F::call::<$name>(a, b, c, d)
                    }
                    // SAFETY: this function is reached only from `Level::run` and `Bf16::run` on a level of this name.
                    // Only `Level::available` and `Bf16::new` create one, after detecting all of these features.
                    unsafe { call::<F, A, B, C, D>(a, b, c, d) }
                }
            }
        };
    }

    level!(V3, "avx2,fma,bmi1,bmi2,lzcnt,popcnt", avx512: false, bf16: false);
    level!(V4, "avx512f,avx512vl,avx512cd,avx2,fma,bmi1,bmi2,lzcnt,popcnt", avx512: true, bf16: false);
    level!(V4Bf16, "avx512bf16,avx512f,avx512vl,avx512cd,avx2,fma,bmi1,bmi2,lzcnt,popcnt", avx512: true, bf16: true);
}

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{Function, Isa, sealed};

    /// Armv8-A, which includes NEON. All code is compiled with it, so `call` needs no attribute: only the kernels
    /// differ.
    pub(super) struct V8;

    impl sealed::IsaSeal for V8 {}

    impl Isa for V8 {
        const AVX2: bool = false;
        const AVX512: bool = false;
        const BF16: bool = false;
        const NEON: bool = true;

        fn call<F: Function<A, B, C, D>, A, B, C, D>(_: F, a: A, b: B, c: C, d: D) -> F::Output {
            F::call::<V8>(a, b, c, d)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the bits of the numbers below `0`'s value, by recursion.
    struct Bits(u64);

    impl Task for Bits {
        type Output = u32;

        #[inline(always)]
        fn run<I: Isa>(self) -> u32 {
            match self.0 {
                0 => 0,
                n => n.count_ones() + I::enter(Bits(n - 1)),
            }
        }
    }

    #[test]
    fn every_level_computes_the_same() {
        for level in Level::available() {
            assert_eq!(level.run(Bits(255)), 1024, "{level}");
            if let Some(bf16) = Bf16::new(level) {
                assert_eq!(bf16.run(Bits(255)), 1024, "{level} with bfloat16");
            }
        }
    }

    #[test]
    fn levels_are_found_by_name() {
        let levels = Level::available();
        assert_eq!(levels.first(), Some(&Level::BASELINE));
        assert_eq!(levels.last(), Some(&Level::detect()));
        for level in levels {
            assert_eq!(level.name().parse(), Ok(level));
        }
        let unknown = "abacus".parse::<Level>().unwrap_err();
        assert!(
            unknown
                .to_string()
                .starts_with("this processor has portable")
        );
    }
}
