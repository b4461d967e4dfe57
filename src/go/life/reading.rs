//! The answer to a question of life and death.

use serde::Serialize;

use super::side::LifeSide;
use super::state::LifeMove;

/// The verdict without ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeVerdict {
    /// The attacker can force the capture.
    Captured,
    /// The attacker cannot.
    Lives,
    /// A limit was reached first.
    Unknown,
}

/// The ko threats that turn a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoThreats {
    /// The side that needs them.
    pub side: LifeSide,
    /// The least number that is enough.
    pub count: usize,
}

/// The way in which a target lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WayOfLife {
    /// The defender can force a pass-alive target.
    Eyes,
    /// He cannot, and the attacker can go on without end (double ko, triple ko, eternal life).
    Cycle,
    /// Neither.
    Seki,
}

/// The answer to a question with one side to move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeReading {
    /// The side that moves first.
    pub first: LifeSide,
    /// The verdict without ko threats.
    pub verdict: LifeVerdict,
    /// The ko threats that turn it; `None` if none do, or if the verdict is unknown.
    pub ko: Option<KoThreats>,
    /// The way in which the target lives, if it does and the limits allowed to find out.
    pub how: Option<WayOfLife>,
    /// The first moves that get the verdict that the first side wants.
    pub moves: Vec<LifeMove>,
    /// The first moves that are best with ko threats taken into account; empty where nothing helps.
    pub best: Vec<LifeMove>,
    /// Whether `how`, `moves` and `best` were found out in full before a limit was reached.
    pub is_complete: bool,
    /// A line of best play. The sides alternate.
    pub pv: Vec<LifeMove>,
    /// The number of states visited.
    pub nodes: u64,
}

impl LifeVerdict {
    /// Returns the word for the verdict.
    pub const fn name(self) -> &'static str {
        match self {
            LifeVerdict::Captured => "captured",
            LifeVerdict::Lives => "lives",
            LifeVerdict::Unknown => "unknown",
        }
    }
}

impl WayOfLife {
    /// Returns the word for the way.
    pub const fn name(self) -> &'static str {
        match self {
            WayOfLife::Eyes => "eyes",
            WayOfLife::Cycle => "cycle",
            WayOfLife::Seki => "seki",
        }
    }
}

impl LifeReading {
    /// Returns the reading of a question that could not be decided.
    pub fn unknown(first: LifeSide, nodes: u64) -> LifeReading {
        LifeReading {
            first,
            verdict: LifeVerdict::Unknown,
            ko: None,
            how: None,
            moves: Vec::new(),
            best: Vec::new(),
            is_complete: false,
            pv: Vec::new(),
            nodes,
        }
    }

    /// Whether the side that moves first gets what it wants without ko threats.
    pub fn succeeds(&self) -> bool {
        match self.verdict {
            LifeVerdict::Captured => self.first == LifeSide::Attacker,
            LifeVerdict::Lives => self.first == LifeSide::Defender,
            LifeVerdict::Unknown => false,
        }
    }
}
