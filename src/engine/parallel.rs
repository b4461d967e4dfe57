//! A range of numbers processed by several threads.

use std::ops::Range;
use std::thread;

use crate::resources;

/// Splits `numbers` into one range per thread, runs `work` on all of them in parallel and concatenates the results in
/// the order of the numbers.
///
/// # Panics
///
/// If `work` panics on one of the ranges.
pub fn map_ranges<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(Range<u64>) -> Vec<T> + Sync,
) -> Vec<T> {
    let count = numbers.end.saturating_sub(numbers.start);
    let share = count.div_ceil(threads.max(1) as u64).max(1);
    let begins: Vec<u64> = numbers.clone().step_by(share as usize).collect();
    thread::scope(|scope| {
        let work = &work;
        let part = |begin| begin..numbers.end.min(begin + share);
        let tasks = begins.iter().map(|&begin| move || work(part(begin)));
        let workers = resources::spawn_all(scope, tasks);
        // This thread processes the ranges for which the system had no threads.
        let rest: Vec<_> = begins[workers.len()..]
            .iter()
            .map(|&begin| work(part(begin)))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<Vec<T>>| match worker.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        let made = workers.into_iter().map(join);
        made.chain(rest).flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_gets_its_turn_with_any_number_of_threads() {
        for (from, to) in [(0, 0), (3, 4), (2, 9), (5, 105)] {
            for threads in [0, 1, 2, 3, 50] {
                let made = map_ranges(from..to, threads, |part| part.map(|i| 2 * i).collect());
                assert_eq!(made, (from..to).map(|i| 2 * i).collect::<Vec<_>>());
            }
        }
    }
}
