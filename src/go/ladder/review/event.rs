//! A ladder event.

use crate::board::point::{Move, Point};
use crate::ladder::KoMark;
use tengen_engine::game::Color;

/// The kind of a ladder event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LadderEventKind {
    /// A chain in atari was extended or freed, and a ladder captures it all the same.
    Ran,
    /// A running chain was put in atari again, and it escapes.
    Chased,
    /// A chain could be captured in a ladder, was left alone, and has got away.
    MissedCapture,
    /// A chain in atari could be saved, was left alone, and is lost.
    MissedRescue,
    /// A move elsewhere saves a chain from its ladder.
    Breaker,
}

impl LadderEventKind {
    /// Every kind.
    pub const ALL: [LadderEventKind; 5] = [
        LadderEventKind::Ran,
        LadderEventKind::Chased,
        LadderEventKind::MissedCapture,
        LadderEventKind::MissedRescue,
        LadderEventKind::Breaker,
    ];

    /// Returns the name in output.
    pub fn name(self) -> &'static str {
        match self {
            LadderEventKind::Ran => "ran",
            LadderEventKind::Chased => "chased",
            LadderEventKind::MissedCapture => "missed_capture",
            LadderEventKind::MissedRescue => "missed_rescue",
            LadderEventKind::Breaker => "breaker",
        }
    }
}

/// An event of one move and one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderEvent {
    /// The number of the move, from 1, passes included.
    pub number: usize,
    /// The side that made the move.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The kind of the event.
    pub kind: LadderEventKind,
    /// The stones of the chain before the move, by columns from the left, each from the top.
    pub chain: Vec<Point>,
    /// The ko mark of a verdict that the event rests on; the first one, if several have a mark.
    pub ko: Option<KoMark>,
    /// The line that proves the event.
    pub proof: LadderProof,
}

/// The line that proves an event: the capture that works against a chain that ran, the escape of one that was chased,
/// the capture or the rescue that was missed, the ladder that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderProof {
    /// The number of moves before the position in which the line begins.
    pub from: usize,
    /// The side that moves first.
    pub first: Color,
    /// The line.
    pub line: Vec<(Color, Point)>,
}
