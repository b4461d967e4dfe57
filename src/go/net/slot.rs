//! The networks of a session.

use std::sync::{Arc, Mutex, PoisonError};

use super::network::Network;

/// A shared slot for the network of a session, and the human network beside it. A network that takes long to read can be set
/// from another thread.
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

    /// Adds a network that predicts the moves of people.
    pub fn with_human(self, human: Option<Arc<Network>>) -> NetworkSlot {
        NetworkSlot { human, ..self }
    }

    /// Returns the network that predicts the moves of people.
    pub fn human(&self) -> Option<&Arc<Network>> {
        self.human.as_ref()
    }

    /// Whether one of the networks imitates players of a given profile.
    pub fn uses_profile(&self) -> bool {
        let network = self.network();
        let mut networks = self.human.iter().chain(&network);
        networks.any(|network| network.uses_profile())
    }

    /// Returns the current network.
    pub fn network(&self) -> Option<Arc<Network>> {
        // No thread panics while it holds the lock.
        let network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        network.clone()
    }

    /// Replaces the network, or empties the slot.
    pub fn set(&self, network: Option<Arc<Network>>) {
        *self.network.lock().unwrap_or_else(PoisonError::into_inner) = network;
    }
}
