//! The threat that a stone on an empty point makes with its four lines together.

use super::pattern::Pattern;
use crate::engine::game::Color;

/// What one stone makes of all four lines, in the order of urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::gomoku) enum Threat {
    /// Nothing that must be answered.
    Nothing,
    /// One open three.
    OpenThree,
    /// Two or more of them.
    DoubleThree,
    /// One four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: five cannot be prevented.
    Unstoppable,
    /// The game.
    Five,
    /// An overline or two fours, to black in renju.
    Forbidden,
}

/// The sets in which the board keeps points by what one side makes there, fouls included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::gomoku) enum ThreatSet {
    /// Neither of the others.
    Nothing,
    /// Points that win at once.
    Five,
    /// Points that make a four and do not win at once.
    Four,
    /// Points that make an open three or several and no four.
    Three,
}

/// A `Threat` and what else the board keeps count of, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku) struct PackedThreat(u8);

impl PackedThreat {
    /// Number of slots that `slot` may name.
    pub const COUNTS: usize = 16;

    const THREATS: [Threat; 8] = [
        Threat::Nothing,
        Threat::OpenThree,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::Unstoppable,
        Threat::Five,
        Threat::Forbidden,
    ];
    const MAYBE_FORBIDDEN: u8 = 8;
    const SET_SHIFT: u32 = 4;

    fn new(threat: Threat, standing: ThreatSet) -> PackedThreat {
        PackedThreat(threat as u8 | (standing as u8) << PackedThreat::SET_SHIFT)
    }

    /// What the stone makes; a suspect's threat holds only if it is allowed.
    pub fn threat(self) -> Threat {
        PackedThreat::THREATS[usize::from(self.0 & 7)]
    }

    /// Two open threes by the tables, to black in renju: only `forbidden::judge` can tell whether it is a foul.
    pub fn may_be_forbidden(self) -> bool {
        self.0 & PackedThreat::MAYBE_FORBIDDEN != 0
    }

    /// Whether it wins at once.
    #[inline]
    pub fn is_five(self) -> bool {
        self.0 & 7 == Threat::Five as u8
    }

    /// The set that the board keeps the point in, as a `Standing`'s number.
    #[inline]
    pub fn set(self) -> usize {
        usize::from(self.0 >> PackedThreat::SET_SHIFT & 3)
    }

    /// Whether its threat is one open three or several, without a four.
    #[inline]
    pub fn makes_three(self) -> bool {
        self.set() == ThreatSet::Three as usize
    }

    /// An index for counts, different for suspects.
    pub fn count_index(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// Sums up the patterns of four lines; `forbids` for black in renju.
    pub fn of(patterns: [Pattern; 4], forbids: bool) -> PackedThreat {
        let count = |pattern| patterns.iter().filter(|&&p| p == pattern).count();
        if count(Pattern::Five) > 0 {
            return PackedThreat::new(Threat::Five, ThreatSet::Five);
        }
        let open = count(Pattern::OpenFour);
        let fours = count(Pattern::Four) + open + 2 * count(Pattern::DoubleFour);
        let threes = count(Pattern::OpenThree) + count(Pattern::WideThree);
        let is_foul = forbids && (fours >= 2 || count(Pattern::Overline) > 0);
        let threat = match (fours, threes) {
            _ if is_foul => Threat::Forbidden,
            _ if open > 0 => Threat::Unstoppable,
            (2.., _) => Threat::Unstoppable,
            (1, 0) => Threat::Four,
            (1, _) => Threat::FourThree,
            (_, 0) => Threat::Nothing,
            (_, 1) => Threat::OpenThree,
            _ => Threat::DoubleThree,
        };
        let standing = match threat {
            _ if fours > 0 => ThreatSet::Four,
            Threat::OpenThree | Threat::DoubleThree => ThreatSet::Three,
            _ => ThreatSet::Nothing,
        };
        let suspect = if forbids && threes >= 2 && !is_foul {
            PackedThreat::MAYBE_FORBIDDEN
        } else {
            0
        };
        PackedThreat(PackedThreat::new(threat, standing).0 | suspect)
    }
}

/// Both colors' kinds at one point: black's in the lower byte, white's in the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku) struct PackedThreatPair(u16);

impl PackedThreatPair {
    /// A point at which no stone changes anything.
    pub const NOTHING: PackedThreatPair = PackedThreatPair(0);

    /// One color's kind, nothing for the other.
    pub const fn only(color: Color, kind: PackedThreat) -> PackedThreatPair {
        PackedThreatPair((kind.0 as u16) << (8 * color.index()))
    }

    /// Both together, where each has nothing for the other's color.
    #[inline]
    pub fn union(self, other: PackedThreatPair) -> PackedThreatPair {
        PackedThreatPair(self.0 | other.0)
    }

    /// One color's kind.
    #[inline]
    pub fn of(self, color: Color) -> PackedThreat {
        PackedThreat((self.0 >> (8 * color.index())) as u8)
    }
}
