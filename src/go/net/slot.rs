//! The slot of the network of a session.

use std::sync::{Arc, Mutex, PoisonError};

use super::network::Network;

/// A shared slot for the network of a session. A network that takes long to read can be set from another thread.
#[derive(Clone, Debug, Default)]
pub struct NetworkSlot(Arc<Mutex<Option<Arc<Network>>>>);

impl NetworkSlot {
    /// Creates a slot with this network, or an empty one.
    pub fn new(network: Option<Arc<Network>>) -> NetworkSlot {
        NetworkSlot(Arc::new(Mutex::new(network)))
    }

    /// Returns the current network.
    pub fn network(&self) -> Option<Arc<Network>> {
        // No thread panics while it holds the lock.
        let network = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        network.clone()
    }

    /// Replaces the network, or empties the slot.
    pub fn set(&self, network: Option<Arc<Network>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = network;
    }
}
