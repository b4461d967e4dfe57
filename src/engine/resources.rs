//! Memory and threads of a search, within the system's limits.

use std::io;
use std::num::NonZero;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use super::Settings;

/// Maximum number of search threads per processor. More would only wait for each other, including the one that checks
/// the clock.
const THREADS_PER_PROCESSOR: usize = 4;

/// Stack of a helper thread, in bytes: enough for the deepest recursion.
const STACK: usize = 8 << 20;

/// Memory for the heap of a helper thread, in bytes.
const THREAD_HEAP: usize = 4 << 20;

/// Memory that tables and helper threads leave for all other allocations; if one of those fails, the process ends. More
/// than 32 MiB: when a smaller block is freed, glibc raises the size from which it maps blocks.
const ROOM: usize = 40 << 20;

/// Caps threads and memory to the system's limits. Logs a warning if that is less than `asked`.
pub fn capped(asked: Settings) -> Settings {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = asked.threads.min(THREADS_PER_PROCESSOR * processors);
    if threads < asked.threads {
        let wanted = asked.threads;
        log::warn!("{threads} threads search, not {wanted}: there are {processors} processors");
    }
    let others = ROOM + threads.saturating_sub(1) * (STACK + THREAD_HEAP);
    let memory = affordable(asked.memory, others);
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

/// Returns the memory of the machine in bytes; `None` if the system does not report it.
pub fn machine_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

/// Returns `asked` bytes if they can be allocated at once with those for `others`. Otherwise returns three quarters of
/// the largest allocation that leaves room for `others`.
fn affordable(asked: usize, others: usize) -> usize {
    let wanted = asked.saturating_add(others);
    if is_available(wanted) {
        return asked;
    }
    let smaller = |bytes: &usize| Some(bytes - bytes.div_ceil(8)).filter(|&bytes| bytes > others);
    let sizes = std::iter::successors(Some(wanted), smaller);
    let most = sizes.into_iter().find(|&bytes| is_available(bytes));
    most.map_or(0, |most| (most - others) / 4 * 3)
}

/// Whether there is memory for other allocations. Callers that need much memory check this, and take less if there is
/// none.
pub fn has_room() -> bool {
    is_available(ROOM)
}

fn is_available(bytes: usize) -> bool {
    let mut block = Vec::<u8>::new();
    let reserved = block.try_reserve_exact(bytes);
    // The compiler may remove an unused allocation and treat it as successful.
    std::hint::black_box(&block);
    reserved.is_ok()
}

/// Lets all threads share one heap if the address space is limited (`ulimit -v`): glibc would reserve 64 MiB of it for
/// each thread's heap, and leave none for stacks and tables.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_heap_if_bounded() {
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: the first call only fills `limit`; the second one changes a number that glibc reads when a thread needs a
    // heap.
    unsafe {
        let is_known = libc::getrlimit(libc::RLIMIT_AS, &mut limit) == 0;
        if is_known && limit.rlim_cur != libc::RLIM_INFINITY {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Does nothing: other systems do not limit the address space, or have one heap.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_heap_if_bounded() {}

/// Adds the purpose of a thread to the system's error for not starting it.
pub fn no_thread(purpose: &str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("no thread for {purpose}: {error}"))
}

/// Starts a thread for each task and returns their handles. Starts fewer if the system refuses a thread or would have
/// no memory left for its work.
pub fn spawn_all<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    tasks: impl IntoIterator<Item: FnOnce() -> T + Send + 'scope>,
) -> Vec<ScopedJoinHandle<'scope, T>> {
    let start = |task| Builder::new().stack_size(STACK).spawn_scoped(scope, task);
    let mut threads = Vec::new();
    for task in tasks {
        if !is_available(ROOM + STACK) {
            log::debug!("no memory for a thread after {}", threads.len());
            break;
        }
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
