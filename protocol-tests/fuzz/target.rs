//! Runs a target: first its corpus, then inputs until the time is up. Every run of the tests uses the same inputs, so
//! that a test that passes keeps passing. With `TENGEN_FUZZ_NEW`, bolero draws new ones.

use std::env;
use std::fmt::{self, Debug};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bolero::generator::bolero_generator::driver::{ByteSliceDriver, Options};
use bolero::{Driver, ValueGenerator};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::conversation;
use crate::corpus;
use crate::dice::Dice;
use crate::memory;
use crate::temporary;
use crate::watch::{lock, shown, watch};

/// Seconds for all targets together if `TENGEN_FUZZ_SECONDS` is not set.
const USUAL_SECONDS: f64 = 6.0;

/// The sum of all targets' shares.
const SHARES: f64 = 33.0;

/// Memory that a target may keep, for tables that are created once per process.
const KEPT: usize = 64 << 20;

/// Bytes of randomness for a usual input. Once they are used up, every choice is its first option.
const LONGEST: usize = 4096;

/// Time for shrinking an input.
const SHRINKING: Duration = Duration::from_secs(20);

/// Targets run one at a time, because panics and memory belong to the whole process.
static ALONE: Mutex<()> = Mutex::new(());

pub trait Target {
    /// The folder of its corpus.
    const CORPUS: &'static str;

    /// Share of the time, relative to other targets.
    const SHARE: f64 = 1.0;

    /// Maximum of memory in use beyond that before, in bytes.
    const MOST_MEMORY: usize;

    /// Draws an input.
    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8>;

    /// Runs an input and checks the results; panics if they are wrong.
    fn check(input: &[u8]);
}

/// Runs the corpus of `T`, then random inputs.
pub fn run<T: Target + 'static>() {
    let _alone = lock(&ALONE);
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
    let is_new = ["TENGEN_FUZZ_NEW", "BOLERO_RANDOM_SEED"]
        .into_iter()
        .any(|name| env::var_os(name).is_some());
    let tally = Mutex::new(Tally::default());
    if is_new {
        run_new::<T>(time, &tally);
    } else {
        run_known::<T>(time, &mut lock(&tally));
    }
    temporary::remove();
    let kept = memory::in_use().saturating_sub(before);
    assert!(
        kept <= KEPT,
        "{kept} bytes are still in use, expected at most {KEPT}"
    );
    let tally = lock(&tally);
    let speed = tally.lines as f64 / since.elapsed().as_secs_f64();
    println!(
        "fuzz {}: {} inputs, {} lines, {speed:.0} lines/s",
        T::CORPUS,
        tally.inputs,
        tally.lines,
    );
}

/// The number of inputs and lines so far.
#[derive(Default)]
struct Tally {
    inputs: u64,
    lines: u64,
}

impl Tally {
    fn count(&mut self, input: &[u8]) {
        self.inputs += 1;
        self.lines += input.split(|&byte| byte == b'\n').count() as u64;
    }
}

/// Runs the inputs 0, 1, 2 and so on, each determined by its number alone.
fn run_known<T: Target>(time: Duration, tally: &mut Tally) {
    let since = Instant::now();
    let options = Options::default().with_max_len(longest());
    let mut bytes = vec![0; longest()];
    while since.elapsed() < time {
        Xoshiro256PlusPlus::seed_from_u64(tally.inputs).fill_bytes(&mut bytes);
        let mut driver = ByteSliceDriver::new(bytes.as_slice(), &options);
        let input = T::draw(&mut Dice(&mut driver));
        let checked = panic::catch_unwind(AssertUnwindSafe(|| {
            watch(&input, T::MOST_MEMORY, || T::check(&input));
        }));
        if let Err(panic) = checked {
            println!("input {}:\n{}", tally.inputs, shown(&input));
            panic::resume_unwind(panic);
        }
        tally.count(&input);
    }
}

/// Runs new inputs, and shrinks one that fails.
fn run_new<T: Target + 'static>(time: Duration, tally: &Mutex<Tally>) {
    bolero::check!(name = T::CORPUS)
        .with_generator(Inputs::<T>::new())
        .with_max_len(longest())
        .with_test_time(time)
        .with_shrink_time(SHRINKING)
        .for_each(|input| {
            watch(&input.0, T::MOST_MEMORY, || T::check(&input.0));
            lock(tally).count(&input.0);
        });
}

/// Bytes of randomness for an input.
fn longest() -> usize {
    LONGEST * conversation::stretch()
}

struct Inputs<T>(std::marker::PhantomData<fn() -> T>);

impl<T> Inputs<T> {
    fn new() -> Self {
        Inputs(std::marker::PhantomData)
    }
}

/// An input, printed so that it can be read and sent to the program.
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
