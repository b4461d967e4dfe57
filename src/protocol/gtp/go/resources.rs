//! The resources of a session of Go.

use crate::go::ladder::game_ladders::SharedLadders;
use crate::go::net::NetworkSlot;
use crate::protocol::Options;

/// The networks of a session, and the ladders of its game.
#[derive(Clone, Default)]
pub struct GoResources {
    /// The networks.
    pub networks: NetworkSlot,
    /// The ladders of the position that was asked about last.
    pub ladders: SharedLadders,
}

impl GoResources {
    /// Returns the resources at the start of a session: the networks of its options.
    pub fn new(options: &Options) -> GoResources {
        let networks = NetworkSlot::new(options.go.network.clone());
        GoResources {
            networks: networks.with_human(options.go.human.clone()),
            ladders: SharedLadders::default(),
        }
    }
}
