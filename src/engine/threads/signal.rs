//! A wake-up signal.

use super::sync::{Receiver, Sender, bounded};

/// A wake-up signal, one for any number of waiting events. Clones share it.
#[derive(Clone, Debug)]
pub struct Signal(Sender<()>);

impl Signal {
    /// Creates a signal and its receiver.
    pub fn new() -> (Signal, Receiver<()>) {
        let (sender, receiver) = bounded(1);
        (Signal(sender), receiver)
    }

    /// Raises the signal; never blocks.
    pub fn raise(&self) {
        // A full channel already has a signal; a closed one has lost its receiver.
        let _ = self.0.try_send(());
    }
}
