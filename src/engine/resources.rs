//! Memory and threads of a search, within what the system has.

use std::io;
use std::num::NonZero;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use super::Settings;

/// Most search threads for each processor. More of them only wait for each other, the one that checks the clock too.
const THREADS_PER_PROCESSOR: usize = 4;

/// Stack of a helper thread, in bytes: enough for the deepest recursion.
const STACK: usize = 8 << 20;

/// Caps threads and memory to what the system has. Logs a warning where that is less than `asked`.
pub fn capped(asked: Settings) -> Settings {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = asked.threads.min(THREADS_PER_PROCESSOR * processors);
    if threads < asked.threads {
        let wanted = asked.threads;
        log::warn!("{threads} threads search, not {wanted}: there are {processors} processors");
    }
    let memory = affordable(asked.memory);
    if memory < asked.memory {
        let mebibytes = [memory, asked.memory].map(|bytes| bytes >> 20);
        let [had, wanted] = mebibytes;
        log::warn!("a search may take {had} MiB, not {wanted}: the system has no more");
    }
    Settings {
        threads,
        memory,
        ..asked
    }
}

/// Returns the memory of the machine in bytes; `None` where the system does not say.
pub fn machine_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

/// Returns `asked` bytes if they can be allocated at once, else three quarters of the most that can: the rest is left to
/// other allocations.
fn affordable(asked: usize) -> usize {
    let is_available = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    if is_available(asked) {
        return asked;
    }
    let smaller = |bytes: &usize| Some(bytes - bytes.div_ceil(8)).filter(|&bytes| bytes > 0);
    let sizes = std::iter::successors(Some(asked), smaller);
    let most = sizes.into_iter().find(|&bytes| is_available(bytes));
    most.unwrap_or(0) / 4 * 3
}

/// Adds the purpose of a thread to the system's reason for not starting it.
pub fn no_thread(purpose: &str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("no thread for {purpose}: {error}"))
}

/// Starts a thread for each task and returns their handles: fewer than there are tasks if the system refuses one.
pub fn spawn_all<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    tasks: impl IntoIterator<Item: FnOnce() -> T + Send + 'scope>,
) -> Vec<ScopedJoinHandle<'scope, T>> {
    let start = |task| Builder::new().stack_size(STACK).spawn_scoped(scope, task);
    let mut threads = Vec::new();
    for task in tasks {
        match start(task) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                log::debug!("no thread after {}: {error}", threads.len());
                break;
            }
        }
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_capped_to_what_the_system_has() {
        let asked = Settings {
            threads: 1 << 20,
            memory: usize::MAX / 4,
            ..Settings::default()
        };
        let capped = capped(asked);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        assert_eq!(capped.threads, THREADS_PER_PROCESSOR * processors);
        assert!(
            (1 << 20..asked.memory).contains(&capped.memory),
            "{}",
            capped.memory
        );
        let modest = Settings::default();
        assert_eq!(super::capped(modest), modest);
    }

    #[test]
    fn every_task_gets_a_thread() {
        let squares = thread::scope(|scope| {
            let threads = spawn_all(scope, (0..5).map(|n| move || n * n));
            let join = |thread: ScopedJoinHandle<i32>| thread.join().unwrap();
            threads.into_iter().map(join).collect::<Vec<_>>()
        });
        assert_eq!(squares, [0, 1, 4, 9, 16]);
    }
}
