//! Numbers shared out among threads.

use std::ops::Range;
use std::thread;

/// Does `work` on parts of `numbers`, one for each thread, and puts together what comes of them, in the order of the
/// numbers. A panic in one part is a panic here.
pub fn in_shares<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(Range<u64>) -> Vec<T> + Sync,
) -> Vec<T> {
    let count = numbers.end.saturating_sub(numbers.start);
    let share = count.div_ceil(threads.max(1) as u64).max(1);
    let begins = numbers.clone().step_by(share as usize);
    thread::scope(|scope| {
        let work = &work;
        let part = |begin| begin..numbers.end.min(begin + share);
        let workers: Vec<_> = begins
            .map(|begin| scope.spawn(move || work(part(begin))))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<Vec<T>>| match worker.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().flat_map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_gets_its_turn_whatever_the_number_of_threads() {
        for (from, to) in [(0, 0), (3, 4), (2, 9), (5, 105)] {
            for threads in [0, 1, 2, 3, 50] {
                let made = in_shares(from..to, threads, |part| part.map(|i| 2 * i).collect());
                assert_eq!(made, (from..to).map(|i| 2 * i).collect::<Vec<_>>());
            }
        }
    }
}
