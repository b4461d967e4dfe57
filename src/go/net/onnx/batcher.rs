//! Batches of boards from many threads.
//!
//! There is no thread for it: a thread that finds the device idle runs a batch for all that wait, its own board
//! included. While it runs, other boards gather for the next batch.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest wait for more boards.
const MAX_PATIENCE: Duration = Duration::from_millis(5);

/// Share of a batch's time that it is worth waiting for more boards.
const PATIENCE: u32 = 8;

/// Runs batches of boards, one at a time.
pub trait BatchRunner: Send {
    /// Maximum number of boards in a batch.
    fn max_batch(&self) -> usize;

    /// Whether a large batch takes much less time than its boards one by one.
    fn gains_by_waiting(&self) -> bool;

    /// Returns the outputs of each board, or what failed.
    fn run(&mut self, boards: &[Vec<f32>]) -> Result<Vec<Vec<f32>>, String>;
}

/// Gathers boards from many threads into batches.
pub struct Batcher<R> {
    max_batch: usize,
    gains_by_waiting: bool,
    runner: Mutex<R>,
    state: Mutex<BatcherState>,
    /// Signaled when a board has been added or a batch is done.
    changed: Condvar,
}

#[derive(Default)]
struct BatcherState {
    waiting: VecDeque<(u64, Vec<f32>)>,
    done: HashMap<u64, Vec<f32>>,
    next_ticket: u64,
    /// Whether a thread gathers or runs a batch.
    is_led: bool,
    /// Number of boards in the last batch: the threads that may ask again soon.
    expected: usize,
    /// Time of the last batch.
    pace: Duration,
    has_failed: bool,
}

impl<R: BatchRunner> Batcher<R> {
    /// Creates a batcher for a runner.
    pub fn new(runner: R) -> Batcher<R> {
        Batcher {
            max_batch: runner.max_batch().max(1),
            gains_by_waiting: runner.gains_by_waiting(),
            runner: Mutex::new(runner),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Fails, as after a batch that failed.
    #[cfg(test)]
    pub fn break_down(&self) {
        drop(Lead(self));
    }

    /// Evaluates a board, in a batch with those of other threads. Returns its outputs; `None` after a failure.
    pub fn evaluate(&self, board: Vec<f32>) -> Option<Vec<f32>> {
        let mut state = self.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.waiting.push_back((ticket, board));
        self.changed.notify_all();
        loop {
            if let Some(outputs) = state.done.remove(&ticket) {
                return Some(outputs);
            }
            if state.has_failed {
                return None;
            }
            state = match state.is_led {
                true => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                false => self.lead(state),
            };
        }
    }

    /// Gathers a batch, runs it, and hands out its outputs.
    fn lead<'a>(&'a self, mut state: MutexGuard<'a, BatcherState>) -> MutexGuard<'a, BatcherState> {
        state.is_led = true;
        let lead = Lead(self);
        if self.gains_by_waiting {
            state = self.gather(state);
        }
        let count = state.waiting.len().min(self.max_batch);
        let (tickets, boards): (Vec<u64>, Vec<Vec<f32>>) = state.waiting.drain(..count).unzip();
        state.expected = count;
        drop(state);
        let began = Instant::now();
        let outputs = {
            let mut runner = self.runner.lock().unwrap_or_else(PoisonError::into_inner);
            runner.run(&boards)
        };
        let took = began.elapsed();
        match outputs {
            Ok(outputs) => {
                let mut state = self.lock();
                state.pace = took;
                state.done.extend(tickets.into_iter().zip(outputs));
                state.is_led = false;
                drop(state);
                std::mem::forget(lead);
                self.changed.notify_all();
            }
            Err(reason) => {
                log::warn!("ONNX Runtime failed, the search continues on the processor: {reason}");
                drop(lead);
            }
        }
        self.lock()
    }

    /// Waits until the threads of the last batch have asked again, as long as that is worthwhile.
    fn gather<'a>(
        &'a self,
        mut state: MutexGuard<'a, BatcherState>,
    ) -> MutexGuard<'a, BatcherState> {
        let patience = (state.pace / PATIENCE).min(MAX_PATIENCE);
        let deadline = Instant::now() + patience;
        while state.waiting.len() < state.expected.min(self.max_batch) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state
    }
}

impl<R> Batcher<R> {
    fn lock(&self) -> MutexGuard<'_, BatcherState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lead of a batch. Dropping it, after a failure or a panic, releases the threads that wait for the batch.
struct Lead<'a, R>(&'a Batcher<R>);

impl<R> Drop for Lead<'_, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.has_failed = true;
        state.waiting.clear();
        drop(state);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Negates numbers, and fails at a number of batches.
    struct Negator<'a> {
        largest: &'a AtomicUsize,
        batches_left: usize,
        panics: bool,
    }

    impl BatchRunner for Negator<'_> {
        fn max_batch(&self) -> usize {
            4
        }

        fn gains_by_waiting(&self) -> bool {
            true
        }

        fn run(&mut self, boards: &[Vec<f32>]) -> Result<Vec<Vec<f32>>, String> {
            std::thread::sleep(Duration::from_millis(2));
            if self.batches_left == 0 {
                assert!(!self.panics, "the runner breaks");
                return Err("no more".to_owned());
            }
            self.batches_left -= 1;
            self.largest.fetch_max(boards.len(), Ordering::Relaxed);
            Ok(boards.iter().map(|board| vec![-board[0]]).collect())
        }
    }

    /// Evaluates 20 numbers on each of eight threads. Returns how many were evaluated, and the largest batch.
    fn evaluate_all(batches: usize, panics: bool) -> (usize, usize) {
        let (largest, evaluated) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let batcher = Batcher::new(Negator {
            largest: &largest,
            batches_left: batches,
            panics,
        });
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|thread| {
                    let (batcher, evaluated) = (&batcher, &evaluated);
                    scope.spawn(move || {
                        for i in 0..20 {
                            let number = (thread * 100 + i) as f32;
                            let Some(outputs) = batcher.evaluate(vec![number]) else {
                                return;
                            };
                            assert_eq!(outputs, [-number]);
                            evaluated.fetch_add(1, Ordering::Relaxed);
                        }
                    })
                })
                .collect();
            let broken = threads.into_iter().map(|thread| thread.join());
            let broken = broken.filter(Result::is_err).count();
            assert_eq!(broken, usize::from(panics), "threads that panicked");
        });
        assert_eq!(batcher.lock().has_failed, batches < 160);
        (evaluated.into_inner(), largest.into_inner())
    }

    #[test]
    fn every_thread_gets_its_own_outputs() {
        let (evaluated, largest) = evaluate_all(usize::MAX, false);
        assert_eq!(evaluated, 160);
        assert_eq!(largest, 4);
    }

    #[test]
    fn a_failure_releases_all_threads() {
        for panics in [false, true] {
            let (evaluated, _) = evaluate_all(5, panics);
            assert!((5..=20).contains(&evaluated), "{evaluated}");
        }
    }
}
