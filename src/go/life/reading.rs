//! Answers to life-and-death questions.

use serde::Serialize;

use super::side::LifeSide;
use super::state::LifeMove;

/// The verdict without ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeVerdict {
    /// The attacker can force the capture.
    Captured,
    /// The attacker cannot force the capture.
    Lives,
    /// A limit was reached first.
    Unknown,
}

/// The ko threats that change a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoThreats {
    /// The side that needs the threats.
    pub side: LifeSide,
    /// The smallest sufficient number of threats.
    pub count: usize,
}

/// How a target lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WayOfLife {
    /// The defender can force a pass-alive target.
    Eyes,
    /// The defender cannot, and the attacker can continue forever (double ko, triple ko, eternal life).
    Cycle,
    /// Neither two eyes nor an endless attack.
    Seki,
}

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeReading {
    /// The side that moves first.
    pub first: LifeSide,
    /// The verdict without ko threats.
    pub verdict: LifeVerdict,
    /// The ko threats that change the verdict; `None` if none do or the verdict is unknown.
    pub ko: Option<KoThreats>,
    /// How the target lives, if it does and the limits sufficed to determine it.
    pub how: Option<WayOfLife>,
    /// The first moves that give the first side its desired verdict.
    pub moves: Vec<LifeMove>,
    /// The best first moves when ko threats are taken into account; empty if nothing helps.
    pub best: Vec<LifeMove>,
    /// Whether `how`, `moves` and `best` were completed before a limit was reached.
    pub is_complete: bool,
    /// A line of best play, with alternating sides.
    pub pv: Vec<LifeMove>,
    /// The number of states visited.
    pub nodes: u64,
}

impl LifeVerdict {
    /// Returns the side that succeeds; `None` if the verdict is unknown.
    pub const fn winner(self) -> Option<LifeSide> {
        match self {
            LifeVerdict::Captured => Some(LifeSide::Attacker),
            LifeVerdict::Lives => Some(LifeSide::Defender),
            LifeVerdict::Unknown => None,
        }
    }

    /// Returns the verdict's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            LifeVerdict::Captured => "captured",
            LifeVerdict::Lives => "lives",
            LifeVerdict::Unknown => "unknown",
        }
    }
}

impl WayOfLife {
    /// Returns the name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            WayOfLife::Eyes => "eyes",
            WayOfLife::Cycle => "cycle",
            WayOfLife::Seki => "seki",
        }
    }
}

impl LifeReading {
    /// Returns the reading of an undecided question.
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

    /// Whether the side that moves first succeeds without ko threats.
    pub fn succeeds(&self) -> bool {
        self.verdict.winner() == Some(self.first)
    }
}
