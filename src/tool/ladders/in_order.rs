//! Work on many threads whose results are taken in the order of the tasks.

use std::io;
use std::thread;

use anyhow::{Context, Result};
use crossbeam_channel::{Receiver, Sender, bounded};

/// Results that may wait for an earlier one, for each thread.
const AHEAD: usize = 64;

/// Stack size for the recursion of long ladders.
const STACK: usize = 32 << 20;

/// A task on its way to a thread, and the channel of its result.
type Sent<T, R> = (T, Sender<R>);

/// Works on every task with this many threads, each of which has a state of its own, and takes the results in the order
/// of the tasks. `take` is told whether no other result waits.
///
/// # Errors
///
/// A task that cannot be had, or the error of `take`; both end the work.
pub fn in_order<T: Send, R: Send, S: Default>(
    tasks: impl Iterator<Item = io::Result<T>> + Send,
    threads: usize,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut take: impl FnMut(R, bool) -> Result<()>,
) -> Result<()> {
    let (to_workers, sent) = bounded::<Sent<T, R>>(threads);
    let (to_taker, results) = bounded::<io::Result<Receiver<R>>>(threads * AHEAD);
    let work = &work;
    thread::scope(move |scope| {
        for _ in 0..threads {
            let sent = sent.clone();
            let run = move || {
                let mut state = S::default();
                for (task, result) in sent {
                    // The receiver is gone if the work has ended.
                    let _ = result.send(work(&mut state, task));
                }
            };
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, run)
                .context("no thread to read with")?;
        }
        drop(sent);
        thread::Builder::new()
            .spawn_scoped(scope, move || hand_out(tasks, &to_workers, &to_taker))
            .context("no input thread")?;
        while let Ok(result) = results.recv() {
            let result = result?.recv().context("a reading thread has ended")?;
            take(result, results.is_empty())?;
        }
        Ok(())
    })
}

/// Sends each task to an idle thread, and to the taker the channel of its result.
fn hand_out<T, R>(
    tasks: impl Iterator<Item = io::Result<T>>,
    to_workers: &Sender<Sent<T, R>>,
    to_taker: &Sender<io::Result<Receiver<R>>>,
) {
    for task in tasks {
        let (to_result, result) = bounded(1);
        // A closed channel means that the work has ended.
        let is_over = match task {
            Ok(task) => {
                to_taker.send(Ok(result)).is_err() || to_workers.send((task, to_result)).is_err()
            }
            Err(error) => {
                // The taker stops at an error, if it has not stopped yet.
                let _ = to_taker.send(Err(error));
                true
            }
        };
        if is_over {
            return;
        }
    }
}
