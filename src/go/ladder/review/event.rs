//! Events reported by a ladder review.

use crate::board::point::{Move, Point};
use crate::ladder::KoMark;
use tengen_engine::game::Color;

/// The kinds of events that a review reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LadderEventKind {
    /// A chain in atari was extended or freed, but a ladder captures it anyway.
    Ran,
    /// A running chain was put in atari again, but it escapes.
    Chased,
    /// A chain could have been captured in a ladder, but was left alone and has escaped.
    MissedCapture,
    /// A chain in atari could have been saved, but was left alone and is lost.
    MissedRescue,
    /// A move elsewhere saves a chain from its ladder.
    Breaker,
}

impl LadderEventKind {
    /// All kinds, in order.
    pub const ALL: [LadderEventKind; 5] = [
        LadderEventKind::Ran,
        LadderEventKind::Chased,
        LadderEventKind::MissedCapture,
        LadderEventKind::MissedRescue,
        LadderEventKind::Breaker,
    ];

    /// Returns the kind's name for output.
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

/// A ladder event: one move and one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderEvent {
    /// The number of the move, counted from 1, including passes.
    pub number: usize,
    /// The side that made the move.
    pub color: Color,
    /// The move that made the event.
    pub mv: Move,
    /// The kind of ladder event.
    pub kind: LadderEventKind,
    /// The stones of the chain before the move, by column from the left, each from the top.
    pub chain: Vec<Point>,
    /// The ko mark of a verdict that the event depends on; the first if several have one.
    pub ko: Option<KoMark>,
    /// A line that proves the event.
    pub proof: LadderProof,
}

/// The line that proves an event: the capture of a chain that ran, the escape of a chain that was chased, the missed
/// capture or rescue, or the broken ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderProof {
    /// The number of moves before the position where the line begins.
    pub from: usize,
    /// The side that moves first.
    pub first: Color,
    /// The moves of the line.
    pub line: Vec<(Color, Point)>,
}
