//! States of the game in a region.

use super::side::LifeSide;

/// A node of a region, an index below [`MAX_NODES`].
pub type Node = u8;

/// The largest number of nodes. It leaves four bits of each packed word for the ko and the side to move.
pub const MAX_NODES: usize = 60;

/// The bits of a packed word that hold nodes.
const NODES: u64 = (1 << MAX_NODES) - 1;

/// A move within a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LifeMove {
    /// A turn without a stone.
    Pass,
    /// A stone on this node.
    Stone(Node),
}

/// The contents of a region, the ko and the side to move, with sets of nodes as bit masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeState {
    /// The stones of each side.
    pub stones: [u64; 2],
    /// Original stones of target chains that are still on the board.
    pub targets: u64,
    /// The node that the side to move may not retake.
    pub ko: Option<Node>,
    /// The side to move.
    pub to_move: LifeSide,
}

/// A state in 16 bytes. The lower 60 bits of the two words hold the nodes (00 empty, 01 attacker, 10 defender, 11
/// target), the upper bits the ko and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct PackedState(u64, u64);

impl LifeState {
    /// Returns the stones of one side.
    #[inline]
    pub fn of(&self, side: LifeSide) -> u64 {
        self.stones[side as usize]
    }

    /// Returns the state after a pass.
    #[inline]
    pub fn passed(&self) -> LifeState {
        LifeState {
            ko: None,
            to_move: self.to_move.opponent(),
            ..*self
        }
    }

    /// Returns the state in 16 bytes.
    #[inline]
    pub fn pack(&self) -> PackedState {
        let ko = self.ko.map_or(0, |node| u64::from(node) + 1);
        let high = self.of(LifeSide::Defender) | (ko & 0xF) << MAX_NODES;
        let low = self.of(LifeSide::Attacker) | self.targets;
        let rest = ko >> 4 << 1 | self.to_move as u64;
        PackedState(high, low | rest << MAX_NODES)
    }
}

impl PackedState {
    /// Returns the unpacked state.
    #[inline]
    pub fn unpack(self) -> LifeState {
        let defender = self.0 & NODES;
        let low = self.1 & NODES;
        let ko = self.0 >> MAX_NODES | self.1 >> (MAX_NODES + 1) << 4;
        LifeState {
            stones: [low & !defender, defender],
            targets: low & defender,
            ko: ko.checked_sub(1).map(|node| node as Node),
            to_move: self.to_move(),
        }
    }

    /// Returns the side to move.
    #[inline]
    pub fn to_move(self) -> LifeSide {
        LifeSide::BOTH[(self.1 >> MAX_NODES & 1) as usize]
    }

    /// Returns a 64-bit hash of the state.
    #[inline]
    pub fn hash(self) -> u64 {
        let mixed = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.1.rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB)
    }
}

/// Iterates over the nodes of a set.
#[inline]
pub fn nodes(mut set: u64) -> impl Iterator<Item = Node> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let node = set.trailing_zeros() as Node;
        set &= set - 1;
        Some(node)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packing_keeps_everything(
            a in 0..=NODES,
            b in 0..=NODES,
            targets in 0..=NODES,
            ko in proptest::option::of(0..MAX_NODES as Node),
            attacks: bool,
        ) {
            let state = LifeState {
                stones: [a & !b, b],
                targets: targets & b,
                ko,
                to_move: LifeSide::BOTH[usize::from(attacks)],
            };
            prop_assert_eq!(state.pack().unpack(), state);
        }
    }
}
