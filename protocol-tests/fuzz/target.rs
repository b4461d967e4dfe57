//! How a target runs: its corpus first, then what bolero draws until the time is up.

use std::env;
use std::fmt::{self, Debug};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bolero::{Driver, ValueGenerator};

use crate::conversation;
use crate::corpus;
use crate::dice::Dice;
use crate::memory;
use crate::temporary;
use crate::watch::{shown, watch};

/// Seconds for all targets together where `TENGEN_FUZZ_SECONDS` says nothing.
const USUAL_SECONDS: f64 = 6.0;

/// What the shares of all targets add up to.
const SHARES: f64 = 33.0;

/// Memory that a target may keep: tables that are made once and kept for the whole process.
const KEPT: usize = 64 << 20;

/// Bytes of randomness for an input; where they end, every choice is its first possibility.
const LONGEST: usize = 4096;

/// A shrunken input is worth some seconds.
const SHRINKING: Duration = Duration::from_secs(20);

/// One at a time: panics and memory are those of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Something to fuzz.
pub trait Target {
    /// The folder of its corpus.
    const CORPUS: &'static str;

    /// How much of the time it gets, beside the other targets.
    const SHARE: f64 = 1.0;

    /// Bytes that may be in use beyond those before.
    const MOST_MEMORY: usize;

    /// An input.
    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8>;

    /// Works on an input and checks what comes of it, by panicking if it is wrong.
    fn check(input: &[u8]);
}

/// Runs the corpus of `T`, then inputs drawn at random.
pub fn run<T: Target + 'static>() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, input) in corpus::files(T::CORPUS) {
        println!("corpus: {name}");
        watch(&input, T::MOST_MEMORY, || T::check(&input));
    }
    let seconds = env::var("TENGEN_FUZZ_SECONDS").map_or(USUAL_SECONDS, |seconds| {
        seconds
            .parse()
            .expect("TENGEN_FUZZ_SECONDS is a number of seconds")
    });
    let time = Duration::from_secs_f64(seconds * T::SHARE / SHARES);
    let (before, since) = (memory::in_use(), Instant::now());
    let tally = Mutex::new((0_u64, 0_u64));
    bolero::check!(name = T::CORPUS)
        .with_generator(Inputs::<T>::new())
        .with_max_len(LONGEST * conversation::stretch())
        .with_test_time(time)
        .with_shrink_time(SHRINKING)
        .for_each(|input| {
            watch(&input.0, T::MOST_MEMORY, || T::check(&input.0));
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.0 += 1;
            tally.1 += input.0.split(|&byte| byte == b'\n').count() as u64;
        });
    temporary::remove();
    let kept = memory::in_use().saturating_sub(before);
    assert!(
        kept <= KEPT,
        "{kept} bytes are still in use, expected at most {KEPT}"
    );
    let (inputs, lines) = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let speed = lines as f64 / since.elapsed().as_secs_f64();
    println!(
        "fuzz {}: {inputs} inputs, {lines} lines, {speed:.0} lines/s",
        T::CORPUS
    );
}

/// Draws the inputs of a target.
struct Inputs<T>(std::marker::PhantomData<fn() -> T>);

impl<T> Inputs<T> {
    fn new() -> Self {
        Inputs(std::marker::PhantomData)
    }
}

/// An input; printed so that it can be read and sent to the program.
struct Input(Vec<u8>);

impl Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", shown(&self.0))
    }
}

impl<T: Target> ValueGenerator for Inputs<T> {
    type Output = Input;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Input> {
        Some(Input(T::draw(&mut Dice(driver))))
    }
}
