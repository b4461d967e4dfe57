//! The place of the network that a session plays with.

use std::sync::{Arc, Mutex, PoisonError};

use super::network::Network;

/// Shared by whoever asks for the network of a session, so that one that takes long to read can come in from another thread.
#[derive(Clone, Debug, Default)]
pub struct Seat(Arc<Mutex<Option<Arc<Network>>>>);

impl Seat {
    /// A place with this network, or an empty one.
    pub fn new(network: Option<Arc<Network>>) -> Seat {
        Seat(Arc::new(Mutex::new(network)))
    }

    /// Who has the place now.
    pub fn network(&self) -> Option<Arc<Network>> {
        // Nobody panics while he holds the lock.
        let holder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        holder.clone()
    }

    /// Gives the place to this network, or to none.
    pub fn set(&self, network: Option<Arc<Network>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = network;
    }
}
