//! The caller's thread in place of search threads, for systems without threads.
//!
//! Workers put their jobs there as they would send them to a thread, and the caller runs them when it has nothing else to do.
//! A running search calls back between slices, so that the caller can take input meanwhile: what it then tells a worker
//! reaches the job through the same flags and channels as between threads.

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::polling::CallerSlices;

/// The work of a search thread, an order at a time.
pub(super) trait StepwiseThread: Send {
    /// Takes the next order, if there is one.
    fn step(&mut self) -> CallerStep;
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallerStep {
    /// An order was carried out.
    Worked,
    /// No order waits.
    Idle,
    /// There will be no more orders.
    Ended,
}

/// The work of the search threads of a conversation, to be done in the thread of its caller.
pub struct CallerThread {
    added: Receiver<Box<dyn StepwiseThread>>,
    threads: Vec<Box<dyn StepwiseThread>>,
}

/// The end of a caller's thread at which workers add their work.
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

    /// Runs all jobs that wait, and those that are added meanwhile. Returns whether there was one.
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
        // Without a receiver nobody runs jobs any more.
        let _ = self.adding.send(Box::new(thread));
    }

    /// Returns the slices after which a search serves the caller.
    pub(super) fn slices(&self) -> CallerSlices {
        self.slices.clone()
    }
}
