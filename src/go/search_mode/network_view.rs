//! The network's view of a position.

use crate::net::HumanProfile;

/// How the network sees a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkView {
    /// Share of the optimistic policy, from 0 to 1.
    pub optimism: f64,
    /// Playout doubling advantage (PDA) of the side to move; 0 for none.
    pub playout_doublings: f64,
    /// Number of symmetries to average over, from 1 to 8.
    pub symmetries: u8,
    /// Players to imitate, for networks with a profile input.
    pub profile: Option<HumanProfile>,
    /// Whether to evaluate the human network's policy in addition to the main network.
    pub has_human_policy: bool,
}
