//! Runs tasks on several threads and returns the results in the order of the tasks.

use std::io;
use std::thread;

use anyhow::{Context, Result};
use crossbeam_channel::{Receiver, Sender, bounded};

/// Maximum number of results per thread that wait for an earlier one.
const AHEAD: usize = 64;

/// Stack size in bytes, for the recursion of ladders, threat searches and endgames.
const STACK: usize = 32 << 20;

/// A task with the channel for its result.
type Assignment<T, R> = (T, Sender<R>);

/// Runs tasks on `threads` threads, or on fewer if the system refuses some, and passes the results to `take` in the
/// order of the tasks. `worker` creates the state that a thread keeps between tasks. `take` gets a result and whether
/// no later result is pending. At the first error of `tasks` or `take`, starts no more tasks and returns the error.
pub fn run<T, R, W>(
    tasks: impl Iterator<Item = io::Result<T>> + Send,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(R, bool) -> Result<()>,
) -> Result<()>
where
    T: Send,
    R: Send,
    W: FnMut(T) -> R,
{
    let (to_workers, assignments) = bounded::<Assignment<T, R>>(threads);
    let (to_taker, results) = bounded(threads * AHEAD);
    thread::scope(|scope| {
        // Dropped when this closure ends, even early: the threads then see closed channels and end.
        let results: Receiver<io::Result<Receiver<R>>> = results;
        thread::Builder::new()
            .spawn_scoped(scope, move || hand_out(tasks, &to_workers, &to_taker))
            .context("cannot start the input thread")?;
        for started in 0..threads {
            let (assignments, worker) = (assignments.clone(), &worker);
            let work = move || {
                let mut work = worker();
                for (task, result) in assignments {
                    // The receiver is gone if the run has ended early.
                    let _ = result.send(work(task));
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if started > 0 => {
                    log::warn!("{started} threads work, not {threads}: {error}");
                    break;
                }
                Err(error) => return Err(error).context("cannot start a worker thread"),
            }
        }
        drop(assignments);
        while let Ok(result) = results.recv() {
            let result = result?.recv().context("a worker thread has ended")?;
            take(result, results.is_empty())?;
        }
        Ok(())
    })
}

/// Sends each task to an idle thread, and its result channel to the taker.
fn hand_out<T, R>(
    tasks: impl Iterator<Item = io::Result<T>>,
    to_workers: &Sender<Assignment<T, R>>,
    to_taker: &Sender<io::Result<Receiver<R>>>,
) {
    for task in tasks {
        let (reply, result) = bounded(1);
        // A closed channel means that the run has ended.
        let is_over = match task {
            Ok(task) => {
                to_taker.send(Ok(result)).is_err() || to_workers.send((task, reply)).is_err()
            }
            Err(error) => {
                // The taker stops at this error, if it has not stopped already.
                let _ = to_taker.send(Err(error));
                true
            }
        };
        if is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anyhow::bail;

    use super::*;

    /// Doubles a number, taking longer for earlier tasks.
    fn doubled(task: u64) -> u64 {
        thread::sleep(Duration::from_micros(400_u64.saturating_sub(task)));
        2 * task
    }

    #[test]
    fn results_come_in_the_order_of_their_tasks() {
        for threads in [1, 2, 7] {
            let mut results = Vec::new();
            let take = |result, _| {
                results.push(result);
                Ok(())
            };
            run((0..500).map(Ok), threads, || doubled, take).unwrap();
            assert_eq!(results, (0..1000).step_by(2).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn an_error_ends_the_run() {
        let mut taken = 0;
        let tasks = (0..10).map(|task| match task {
            5 => Err(io::Error::other("torn")),
            task => Ok(task),
        });
        let take = |_, _| {
            taken += 1;
            Ok(())
        };
        let error = run(tasks, 2, || doubled, take).unwrap_err();
        assert_eq!((error.to_string().as_str(), taken), ("torn", 5));
        let refuse = |result: u64, _| match result {
            6 => bail!("closed"),
            _ => Ok(()),
        };
        let error = run((0..).map(Ok), 2, || doubled, refuse).unwrap_err();
        assert_eq!(error.to_string(), "closed");
    }
}
