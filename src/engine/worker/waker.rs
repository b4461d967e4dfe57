//! The signal of waiting events.

use crossbeam_channel::Receiver;

use super::caller_thread::{CallerHandle, CallerThread};
use crate::polling::CallerSlices;
use crate::threads::signal::Signal;

/// A wake-up signal for any number of waiting events, and the place where jobs run. The server selects on its receiver,
/// regardless of the game.
#[derive(Clone)]
pub struct Waker {
    signal: Signal,
    caller: Option<CallerHandle>,
}

impl Waker {
    /// Creates a waker and its receiver. Every worker has its own thread.
    pub fn new() -> (Waker, Receiver<()>) {
        let (signal, receiver) = Signal::new();
        let caller = None;
        (Waker { signal, caller }, receiver)
    }

    /// Creates a waker with workers that start no thread. Their jobs run when the caller runs the [`CallerThread`], and
    /// serve it between `slices`.
    pub fn for_caller(slices: CallerSlices) -> (Waker, Receiver<()>, CallerThread) {
        let (signal, receiver) = Signal::new();
        let (handle, thread) = CallerThread::new(slices);
        let caller = Some(handle);
        (Waker { signal, caller }, receiver, thread)
    }

    pub(super) fn signal(&self) -> Signal {
        self.signal.clone()
    }

    /// Returns the handle of the caller's thread, if jobs run there.
    pub(super) fn caller(&self) -> Option<CallerHandle> {
        self.caller.clone()
    }
}
