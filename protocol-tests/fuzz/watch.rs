//! Watches the run of an input for a panic on any thread, excessive memory and a hang.

use std::fmt::Write as _;
use std::panic;
use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::conversation::stretch;
use crate::memory;

/// Longest time for an input; most take less than a millisecond.
const LONGEST: Duration = Duration::from_secs(60);

/// Panics on threads other than the one that checks. The search worker turns its own into replies, or drops them with
/// an abandoned search.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The input being run, with its start and its thread.
static RUNNING: Mutex<Option<(Instant, ThreadId, Vec<u8>)>> = Mutex::new(None);

/// Runs `input`, with at most `most` bytes of memory in use.
///
/// # Panics If another thread panicked or more memory was in use. An input that hangs is printed, and the process
/// aborts.
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

/// Formats bytes for reading and for a shell's `printf`, one input line per line.
pub fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let _ = writeln!(text, "{}", line.escape_ascii());
    }
    text
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let checks = lock(&RUNNING).as_ref().map(|(_, thread, _)| *thread);
            match checks {
                Some(checker) if checker != thread::current().id() => {
                    lock(&PANICS).push(info.to_string())
                }
                _ => default_hook(info),
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

/// A panic while the lock is held leaves its data consistent.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
