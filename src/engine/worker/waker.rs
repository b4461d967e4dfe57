//! The signal of waiting events.

use crossbeam_channel::{Receiver, Sender, bounded};

use super::caller_thread::{CallerHandle, CallerThread};
use crate::engine::polling::CallerSlices;

/// A wake-up signal, one for any number of waiting events, and the place where jobs run. The server selects on its receiver,
/// whatever the game.
#[derive(Clone)]
pub struct Waker {
    signal: Sender<()>,
    caller: Option<CallerHandle>,
}

impl Waker {
    /// Creates a waker and its receiver. Every worker has a thread of its own.
    pub fn new() -> (Waker, Receiver<()>) {
        let (signal, receiver) = bounded(1);
        let caller = None;
        (Waker { signal, caller }, receiver)
    }

    /// Creates a waker whose workers start no thread: their jobs run when the caller runs the [`CallerThread`], and serve it
    /// between `slices`.
    pub fn for_caller(slices: CallerSlices) -> (Waker, Receiver<()>, CallerThread) {
        let (signal, receiver) = bounded(1);
        let (handle, thread) = CallerThread::new(slices);
        let caller = Some(handle);
        (Waker { signal, caller }, receiver, thread)
    }

    /// Signals waiting events.
    pub(super) fn wake(&self) {
        // A full channel holds a signal already; a closed one has no receiver any more.
        let _ = self.signal.try_send(());
    }

    /// Returns the handle of the caller's thread, if jobs run there.
    pub(super) fn caller(&self) -> Option<&CallerHandle> {
        self.caller.as_ref()
    }
}
