//! The patterns that a stone makes of one line.

/// What one stone makes of one line. The names follow renju's: a four needs one more stone to be five, a
/// three one more to be an open four, and so on; open ones can't be stopped from becoming more with one stone.
/// Numbers from 8 on are those that have a say in what the point threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::gomoku) enum Pattern {
    /// No row of five can come of it.
    Dead = 0,
    /// Could become a `Two`.
    One = 1,
    /// Could become an `OpenTwo`.
    OpenOne = 2,
    /// Could become a `Three`.
    Two = 3,
    /// Could become an `OpenThree`.
    OpenTwo = 4,
    /// The same at three points or more.
    WideTwo = 5,
    /// Could become a `Four` but no open one.
    Three = 6,
    /// Could become an `OpenFour`.
    OpenThree = 8,
    /// The same at two points or more.
    WideThree = 9,
    /// One stone more wins, and one of the other side prevents it.
    Four = 10,
    /// One stone more wins, and no single stone prevents it.
    OpenFour = 11,
    /// Wins.
    Five = 12,
    /// Two fours on one line: an open four to most, a foul to black in renju.
    DoubleFour = 13,
    /// A row too long to win.
    Overline = 14,
}

impl Pattern {
    /// Every pattern, in the order of their numbers.
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

    /// What a line is now if its best next stone makes this.
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

    /// What it is if there are so many points at which it can become the better.
    fn with_ways(self, ways: usize) -> Pattern {
        match self {
            Pattern::OpenThree if ways >= 2 => Pattern::WideThree,
            Pattern::OpenTwo if ways >= 3 => Pattern::WideTwo,
            _ => self,
        }
    }
}

/// The best pattern that `nexts`, the patterns after one stone more, leave to a line without a four.
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
