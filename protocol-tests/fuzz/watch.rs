//! What must not happen while an input is worked on: a panic on any thread, much memory, no end.

use std::fmt::Write as _;
use std::panic;
use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::conversation::stretch;
use crate::memory;

/// The longest that an input may take, generously: most take less than a millisecond.
const LONGEST: Duration = Duration::from_secs(60);

/// Panics on other threads than the one that checks. The search worker turns its own into replies, or drops them with a
/// search that nobody wants any more.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What is being worked on: since when, on which thread, and the input.
static RUNNING: Mutex<Option<(Instant, ThreadId, Vec<u8>)>> = Mutex::new(None);

/// Works on `input`, which may take `most` bytes of memory at a time.
///
/// # Panics
/// If another thread panicked or more memory was in use. An input without an end is printed, and the process aborts.
pub fn watch<T>(input: &[u8], most: usize, work: impl FnOnce() -> T) -> T {
    install();
    *lock(&RUNNING) = Some((Instant::now(), thread::current().id(), input.to_vec()));
    let (result, taken) = memory::measure(work);
    *lock(&RUNNING) = None;
    let panics = std::mem::take(&mut *lock(&PANICS));
    assert!(panics.is_empty(), "a thread has panicked: {panics:#?}");
    assert!(
        taken <= most,
        "{taken} bytes were in use, expected at most {most}"
    );
    result
}

/// Bytes as a person reads them and a shell's `printf` takes them, a line each.
pub fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line.escape_ascii());
    }
    text
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let checks = lock(&RUNNING).as_ref().map(|(_, thread, _)| *thread);
            match checks {
                Some(checker) if checker != thread::current().id() => {
                    lock(&PANICS).push(info.to_string())
                }
                _ => usual(info),
            }
        }));
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_secs(1));
                let running = lock(&RUNNING);
                let longest = LONGEST * stretch() as u32;
                if let Some((since, _, input)) = running.as_ref()
                    && since.elapsed() > longest
                {
                    eprintln!("no end after {longest:?}:\n{}", shown(input));
                    process::abort();
                }
            }
        });
    });
}

/// A panic while the lock is held leaves nothing half done.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
