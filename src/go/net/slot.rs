//! The networks of a session.

use std::sync::{Arc, Mutex, PoisonError};

use super::network::Network;

/// A shared slot for a session's network, with a human network. Another thread can set a network that is slow to read.
#[derive(Clone, Debug, Default)]
pub struct NetworkSlot {
    network: Arc<Mutex<Option<Arc<Network>>>>,
    human: Option<Arc<Network>>,
}

impl NetworkSlot {
    /// Creates a slot with this network, or an empty one.
    pub fn new(network: Option<Arc<Network>>) -> NetworkSlot {
        NetworkSlot {
            network: Arc::new(Mutex::new(network)),
            human: None,
        }
    }

    /// Adds a network that predicts human moves.
    pub fn with_human(self, human: Option<Arc<Network>>) -> NetworkSlot {
        NetworkSlot { human, ..self }
    }

    /// Returns the network that predicts human moves, if any.
    pub fn human(&self) -> Option<&Arc<Network>> {
        self.human.as_ref()
    }

    /// Whether one of the networks imitates players of a given profile.
    pub fn uses_profile(&self) -> bool {
        let network = self.network();
        let mut networks = self.human.iter().chain(&network);
        networks.any(|network| network.uses_profile())
    }

    /// Returns the current network, if any.
    pub fn network(&self) -> Option<Arc<Network>> {
        // No thread panics while it has the lock.
        let network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        network.clone()
    }

    /// Replaces the network, or empties the slot.
    pub fn set(&self, network: Option<Arc<Network>>) {
        *self.network.lock().unwrap_or_else(PoisonError::into_inner) = network;
    }
}
