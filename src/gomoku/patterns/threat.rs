//! The threat that a stone makes on the four lines through its point.

use super::pattern::Pattern;
use tengen_engine::game::Color;

/// The threat that a stone makes on its four lines, in order of urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Threat {
    /// Neither a four nor an open three.
    Nothing,
    /// A single open three.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// Only a single four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours: the five cannot be prevented.
    Unstoppable,
    /// A five, or a longer row that wins.
    Five,
    /// An overline or a double-four of black in renju.
    Forbidden,
}

/// The sets of points that the board keeps by threat. They include forbidden points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ThreatSet {
    /// Points without a four or an open three.
    Nothing,
    /// Points that make a five.
    Five,
    /// Points that make a four but not a five.
    Four,
    /// Points that make at least an open three but not a four.
    Three,
}

/// A `Threat`, its `ThreatSet` and whether it may be forbidden, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedThreat(u8);

impl PackedThreat {
    /// Number of values of `count_index`.
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

    fn new(threat: Threat, set: ThreatSet) -> PackedThreat {
        PackedThreat(threat as u8 | (set as u8) << PackedThreat::SET_SHIFT)
    }

    /// Returns the threat. If `may_be_forbidden` is set, it applies only to a legal move.
    pub fn threat(self) -> Threat {
        PackedThreat::THREATS[usize::from(self.0 & 7)]
    }

    /// Whether the patterns show a double three of black in renju. Only `forbidden::judge` can decide whether it is
    /// forbidden.
    pub fn may_be_forbidden(self) -> bool {
        self.0 & PackedThreat::MAYBE_FORBIDDEN != 0
    }

    /// Whether the stone makes a five.
    #[inline]
    pub fn is_five(self) -> bool {
        self.0 & 7 == Threat::Five as u8
    }

    /// Returns the index of the `ThreatSet` of the point.
    #[inline]
    pub fn set(self) -> usize {
        usize::from(self.0 >> PackedThreat::SET_SHIFT & 3)
    }

    /// Whether the stone makes at least an open three but not a four.
    #[inline]
    pub fn makes_three(self) -> bool {
        self.set() == ThreatSet::Three as usize
    }

    /// Returns an index for counts that separates possibly forbidden moves.
    pub fn count_index(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// Combines the patterns of four lines. `forbids` is set for black in renju.
    pub fn from_patterns(patterns: [Pattern; 4], forbids: bool) -> PackedThreat {
        let count = |pattern| patterns.iter().filter(|&&p| p == pattern).count();
        if count(Pattern::Five) > 0 {
            return PackedThreat::new(Threat::Five, ThreatSet::Five);
        }
        let open = count(Pattern::OpenFour);
        let fours = count(Pattern::Four) + open + 2 * count(Pattern::DoubleFour);
        let threes = count(Pattern::OpenThree) + count(Pattern::WideThree);
        let is_forbidden = forbids && (fours >= 2 || count(Pattern::Overline) > 0);
        let threat = match (fours, threes) {
            _ if is_forbidden => Threat::Forbidden,
            _ if open > 0 => Threat::Unstoppable,
            (2.., _) => Threat::Unstoppable,
            (1, 0) => Threat::Four,
            (1, _) => Threat::FourThree,
            (_, 0) => Threat::Nothing,
            (_, 1) => Threat::OpenThree,
            _ => Threat::DoubleThree,
        };
        let set = match threat {
            _ if fours > 0 => ThreatSet::Four,
            Threat::OpenThree | Threat::DoubleThree => ThreatSet::Three,
            _ => ThreatSet::Nothing,
        };
        let maybe_forbidden = if forbids && threes >= 2 && !is_forbidden {
            PackedThreat::MAYBE_FORBIDDEN
        } else {
            0
        };
        PackedThreat(PackedThreat::new(threat, set).0 | maybe_forbidden)
    }
}

/// Both colors' threats at one point: black's in the lower byte, white's in the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedThreatPair(u16);

impl PackedThreatPair {
    /// No threat of either color.
    pub const NOTHING: PackedThreatPair = PackedThreatPair(0);

    /// Returns a pair with only one color's threat.
    pub const fn only(color: Color, threat: PackedThreat) -> PackedThreatPair {
        PackedThreatPair((threat.0 as u16) << (8 * color.index()))
    }

    /// Combines two pairs with one color each.
    #[inline]
    pub fn union(self, other: PackedThreatPair) -> PackedThreatPair {
        PackedThreatPair(self.0 | other.0)
    }

    /// Returns one color's threat.
    #[inline]
    pub fn of(self, color: Color) -> PackedThreat {
        PackedThreat((self.0 >> (8 * color.index())) as u8)
    }
}
