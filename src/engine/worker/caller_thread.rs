//! The caller's thread as a replacement for search threads, on systems without threads.
//!
//! Workers queue their jobs there as they would send them to a thread, and the caller runs them when it has nothing
//! else to do. A running search calls back between slices, so that the caller can take input. Calls to a worker then
//! reach the job through the same flags and channels as between threads.

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::polling::CallerSlices;

/// The work of a search thread, one order at a time.
pub(super) trait StepwiseThread: Send {
    /// Takes the next order, if there is one.
    fn step(&mut self) -> CallerStep;
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallerStep {
    /// An order was carried out.
    Worked,
    /// No order is waiting.
    Idle,
    /// There will be no more orders.
    Ended,
}

/// The work of a conversation's search threads, to be done in the caller's thread.
pub struct CallerThread {
    added: Receiver<Box<dyn StepwiseThread>>,
    threads: Vec<Box<dyn StepwiseThread>>,
}

/// The handle with which workers add their work to a [`CallerThread`].
#[derive(Clone)]
pub(super) struct CallerHandle {
    adding: Sender<Box<dyn StepwiseThread>>,
    slices: CallerSlices,
}

impl CallerThread {
    pub(super) fn new(slices: CallerSlices) -> (CallerHandle, CallerThread) {
        let (adding, added) = unbounded();
        let threads = Vec::new();
        (
            CallerHandle { adding, slices },
            CallerThread { added, threads },
        )
    }

    /// Runs all waiting jobs, and those added in the process. Returns whether there was one.
    pub fn run(&mut self) -> bool {
        let mut has_run = false;
        while self.step() {
            has_run = true;
        }
        has_run
    }

    /// Carries out one order. Returns whether there was one.
    fn step(&mut self) -> bool {
        self.threads.extend(self.added.try_iter());
        let mut at = 0;
        while let Some(thread) = self.threads.get_mut(at) {
            match thread.step() {
                CallerStep::Worked => return true,
                CallerStep::Idle => at += 1,
                CallerStep::Ended => drop(self.threads.remove(at)),
            }
        }
        false
    }
}

impl CallerHandle {
    /// Adds the work of a search thread.
    pub(super) fn add(&self, thread: impl StepwiseThread + 'static) {
        // Without a receiver, jobs are no longer run.
        let _ = self.adding.send(Box::new(thread));
    }

    /// Returns the slices after which a search serves the caller.
    pub(super) fn slices(&self) -> CallerSlices {
        self.slices.clone()
    }
}
