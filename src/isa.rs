//! The processor's instruction set, chosen at run time, once at the root of a search.
//!
//! A build for every x86-64 processor may not use the bit-counting and vector instructions that nearly all
//! of them have. A recursive function written as a [`Task`] is compiled twice, without and with them, and
//! calls itself through [`Isa::enter`], so that the choice is made once and costs nothing further down.
//! Both paths give the same results: only integers decide.

/// A piece of work that is compiled for each instruction set.
pub trait Task {
    /// What it returns.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`, as well as the hot functions it calls: only code inlined
    /// into it is compiled with the instruction set. Recursion goes through `I::enter`.
    fn run<I: Isa>(self) -> Self::Output;
}

/// An instruction set; only [`Level::run`] hands one out.
pub trait Isa {
    /// Runs `task` with this instruction set.
    fn enter<T: Task>(task: T) -> T::Output;
}

/// The instruction set that a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Choice);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    V3,
}

impl Level {
    /// What the program was compiled for.
    pub const BASELINE: Level = Level(Choice::Baseline);

    /// The best this processor has.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Level(Choice::V3);
        }
        Level::BASELINE
    }

    /// Runs `task` with this instruction set.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Choice::Baseline => Baseline::enter(task),
            #[cfg(target_arch = "x86_64")]
            Choice::V3 => v3::V3::enter(task),
        }
    }
}

struct Baseline;

impl Isa for Baseline {
    fn enter<T: Task>(task: T) -> T::Output {
        task.run::<Baseline>()
    }
}

#[cfg(target_arch = "x86_64")]
mod v3 {
    use super::{Isa, Task};

    /// The third level of the x86-64 psABI, as far as searches profit. Not nameable outside `isa`, so that
    /// nobody enters it but through a `Level` that was detected.
    pub(super) struct V3;

    impl Isa for V3 {
        #[inline(always)]
        fn enter<T: Task>(task: T) -> T::Output {
            // SAFETY: this type is reached only from `Level::run` with `Choice::V3`, which `Level::detect`
            // alone makes, after it has found these features.
            unsafe { enter(task) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn enter<T: Task>(task: T) -> T::Output {
        task.run::<V3>()
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
        assert_eq!(Level::BASELINE.run(Bits(255)), 1024);
        assert_eq!(Level::detect().run(Bits(255)), 1024);
    }
}
