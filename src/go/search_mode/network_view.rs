//! The way in which a network sees a position.

use crate::net::HumanProfile;

/// How the network sees a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkView {
    /// The share of the optimistic policy, from 0 to 1.
    pub optimism: f64,
    /// The playout doubling advantage (PDA) of the side to move; 0 for none.
    pub playout_doublings: f64,
    /// The number of symmetries whose mean counts, from 1 to 8.
    pub symmetries: u8,
    /// The players whom networks with a profile imitate.
    pub profile: Option<HumanProfile>,
    /// Whether the policy of a human network beside the main one is wanted.
    pub has_human_policy: bool,
}
