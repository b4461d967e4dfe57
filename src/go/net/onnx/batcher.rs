//! Batches of boards from many threads.
//!
//! There is no thread for it: a thread that finds the device idle runs a batch for all that wait, its own board
//! included. While it runs, other boards gather for the next batch. Boards of a search that has ended are dropped.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::BatchCounts;

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

/// Reason why a board has no outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotEvaluated {
    /// The search was over before a batch had room for the board.
    Canceled,
    /// A batch has failed.
    Failed,
}

/// Gathers boards from many threads into batches.
pub struct Batcher<R: BatchRunner> {
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
    counts: BatchCounts,
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

    /// Evaluates a board, in a batch with those of other threads. Drops it if `is_over` is true before a batch takes it.
    pub fn evaluate(
        &self,
        board: Vec<f32>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Vec<f32>, NotEvaluated> {
        let mut state = self.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.waiting.push_back((ticket, board));
        self.changed.notify_all();
        loop {
            if let Some(outputs) = state.done.remove(&ticket) {
                return Ok(outputs);
            }
            if state.has_failed {
                return Err(NotEvaluated::Failed);
            }
            // At the first check the board has just been added: a search that asks for one has not ended.
            if is_over() && state.remove(ticket) {
                return Err(NotEvaluated::Canceled);
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
                state.counts.positions += count as u64;
                state.counts.batches += 1;
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

impl<R: BatchRunner> Batcher<R> {
    /// Returns the numbers of boards and batches so far.
    pub fn counts(&self) -> BatchCounts {
        self.lock().counts
    }

    fn lock(&self) -> MutexGuard<'_, BatcherState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Logs the mean size of its batches.
impl<R: BatchRunner> Drop for Batcher<R> {
    fn drop(&mut self) {
        let counts = self.counts();
        if counts.batches > 0 {
            log::info!("ONNX Runtime evaluated {counts}");
        }
    }
}

impl BatcherState {
    /// Removes a board that waits. Returns false if a batch has taken it.
    fn remove(&mut self, ticket: u64) -> bool {
        let place = self.waiting.iter().position(|&(other, _)| other == ticket);
        place.is_some_and(|place| self.waiting.remove(place).is_some())
    }
}

/// The lead of a batch. Dropping it, after a failure or a panic, releases the threads that wait for the batch.
struct Lead<'a, R: BatchRunner>(&'a Batcher<R>);

impl<R: BatchRunner> Drop for Lead<'_, R> {
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
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;

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
                            let Ok(outputs) = batcher.evaluate(vec![number], &|| false) else {
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
        let counts = batcher.counts();
        assert_eq!(counts.positions, evaluated.load(Ordering::Relaxed) as u64);
        assert!(counts.batches >= 40.min(batches as u64), "{counts}");
        (
            evaluated.load(Ordering::Relaxed),
            largest.load(Ordering::Relaxed),
        )
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

    /// Signals when a batch has begun, and runs it once that is allowed.
    struct Gate {
        began: mpsc::Sender<usize>,
        allowed: mpsc::Receiver<()>,
    }

    impl BatchRunner for Gate {
        fn max_batch(&self) -> usize {
            2
        }

        fn gains_by_waiting(&self) -> bool {
            false
        }

        fn run(&mut self, boards: &[Vec<f32>]) -> Result<Vec<Vec<f32>>, String> {
            self.began.send(boards.len()).unwrap();
            self.allowed.recv().unwrap();
            Ok(boards.to_vec())
        }
    }

    #[test]
    fn a_search_that_ends_waits_for_one_batch_only() {
        let ((began, begins), (allow, allowed)) = (mpsc::channel(), mpsc::channel());
        let batcher = Batcher::new(Gate { began, allowed });
        let is_over = AtomicBool::new(false);
        let evaluate = || batcher.evaluate(vec![1.0], &|| is_over.load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            let first = scope.spawn(evaluate);
            assert_eq!(begins.recv(), Ok(1));
            let others: Vec<_> = (0..6).map(|_| scope.spawn(evaluate)).collect();
            while batcher.lock().waiting.len() < 6 {
                std::thread::yield_now();
            }
            is_over.store(true, Ordering::Relaxed);
            allow.send(()).unwrap();
            assert_eq!(first.join().unwrap(), Ok(vec![1.0]));
            for other in others {
                assert_eq!(other.join().unwrap(), Err(NotEvaluated::Canceled));
            }
        });
        let counts = batcher.counts();
        assert_eq!((counts.positions, counts.batches), (1, 1));
        // Another search can go on.
        is_over.store(false, Ordering::Relaxed);
        allow.send(()).unwrap();
        assert_eq!(evaluate(), Ok(vec![1.0]));
    }

    #[test]
    fn waiting_for_boards_takes_a_small_share_of_the_time() {
        let largest = AtomicUsize::new(0);
        let batcher = Batcher::new(Negator {
            largest: &largest,
            batches_left: usize::MAX,
            panics: false,
        });
        // The last batch had four boards, but three of the threads are gone.
        let mut state = batcher.lock();
        (state.expected, state.pace) = (4, 80 * MAX_PATIENCE);
        drop(state);
        let began = Instant::now();
        assert_eq!(batcher.evaluate(vec![1.0], &|| false), Ok(vec![-1.0]));
        assert!(began.elapsed() >= MAX_PATIENCE);
        let state = batcher.lock();
        assert_eq!(state.expected, 1, "the next batch does not wait");
        assert!(state.pace < 80 * MAX_PATIENCE);
    }
}
