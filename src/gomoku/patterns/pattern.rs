//! The pattern that a stone makes on one line.

/// The pattern that a stone makes on one line. The names are renju's: a four needs one more stone to be a five, a three
/// one more to be a four, and so on. No single stone can stop the improvement of an open one. Values from 8 on matter
/// for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Pattern {
    /// Cannot become a five.
    Dead = 0,
    /// Can become a `Two`.
    One = 1,
    /// Can become an `OpenTwo`.
    OpenOne = 2,
    /// Can become a `Three`.
    Two = 3,
    /// Can become an `OpenThree`.
    OpenTwo = 4,
    /// Can become an `OpenThree` at three points or more.
    WideTwo = 5,
    /// Can become a `Four` but not an `OpenFour`.
    Three = 6,
    /// Can become an `OpenFour`.
    OpenThree = 8,
    /// Can become an `OpenFour` at two points or more.
    WideThree = 9,
    /// One more stone wins, and one stone of the opponent prevents it.
    Four = 10,
    /// One more stone wins, and no single stone prevents it.
    OpenFour = 11,
    /// A row that wins.
    Five = 12,
    /// Two fours on one line. Used only for black in renju, to whom it is forbidden; for others it is an `OpenFour`.
    DoubleFour = 13,
    /// A row too long to win.
    Overline = 14,
}

impl Pattern {
    /// All patterns in the order of their values.
    pub const ALL: [Pattern; 14] = [
        Pattern::Dead,
        Pattern::One,
        Pattern::OpenOne,
        Pattern::Two,
        Pattern::OpenTwo,
        Pattern::WideTwo,
        Pattern::Three,
        Pattern::OpenThree,
        Pattern::WideThree,
        Pattern::Four,
        Pattern::OpenFour,
        Pattern::Five,
        Pattern::DoubleFour,
        Pattern::Overline,
    ];

    /// Returns the pattern of a line if its best next stone makes this pattern.
    pub(super) fn before_next_stone(self) -> Pattern {
        match self {
            Pattern::OpenFour => Pattern::OpenThree,
            Pattern::Four => Pattern::Three,
            Pattern::OpenThree | Pattern::WideThree => Pattern::OpenTwo,
            Pattern::Three => Pattern::Two,
            Pattern::OpenTwo | Pattern::WideTwo => Pattern::OpenOne,
            Pattern::Two => Pattern::One,
            _ => Pattern::Dead,
        }
    }

    /// Returns the wide form of an open pattern that can improve at `ways` points.
    fn with_ways(self, ways: usize) -> Pattern {
        match self {
            Pattern::OpenThree if ways >= 2 => Pattern::WideThree,
            Pattern::OpenTwo if ways >= 3 => Pattern::WideTwo,
            _ => self,
        }
    }
}

/// Returns the pattern of a line without a four, given the patterns after each possible next stone.
pub(super) fn pattern_before(nexts: impl Iterator<Item = Pattern>) -> Pattern {
    let (mut best, mut ways) = (Pattern::Dead, 0);
    for less in nexts.map(Pattern::before_next_stone) {
        if less > best {
            (best, ways) = (less, 0);
        }
        ways += usize::from(less == best);
    }
    best.with_ways(ways)
}
