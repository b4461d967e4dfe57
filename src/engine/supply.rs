//! What the system supplies to a search: as much memory and as many threads as were asked for, or as there are.

use std::num::NonZero;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use super::Settings;

/// More threads for each processor only wait for each other, and the one that keeps the time waits too.
const THREADS_PER_PROCESSOR: usize = 4;

/// Stack of a helping thread, in bytes: for deep recursion, with room to spare.
const STACK: usize = 8 << 20;

/// Settings that the system can meet. What is less than was asked for is told to the log.
pub fn met(asked: Settings) -> Settings {
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

/// As many bytes as were asked for, or three quarters of what can be had at once: the rest is for whatever else is needed.
fn affordable(asked: usize) -> usize {
    let can_be_had = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    if can_be_had(asked) {
        return asked;
    }
    let smaller = |bytes: &usize| Some(bytes - bytes.div_ceil(8)).filter(|&bytes| bytes > 0);
    let sizes = std::iter::successors(Some(asked), smaller);
    let most = sizes.into_iter().find(|&bytes| can_be_had(bytes));
    most.unwrap_or(0) / 4 * 3
}

/// Starts a thread for each of the tasks, until the system has no more of them.
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
    fn what_the_system_has_not_is_not_asked_of_it() {
        let asked = Settings {
            threads: 1 << 20,
            memory: usize::MAX / 4,
            ..Settings::default()
        };
        let met = met(asked);
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        assert_eq!(met.threads, THREADS_PER_PROCESSOR * processors);
        assert!(
            (1 << 20..asked.memory).contains(&met.memory),
            "{}",
            met.memory
        );
        let modest = Settings::default();
        assert_eq!(super::met(modest), modest);
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
