//! One running search: its node count, its table, and when it must stop.

use super::eval::Evaluation;
use super::params::Params;
use super::probcut::Confidence;
use super::square::Move;
use super::table::Table;
use crate::search::Control;

/// What all parts of one search share.
pub struct Run<'a> {
    /// What is known of boards.
    pub table: &'a mut Table,
    /// What boards are worth.
    pub evaluation: &'a Evaluation,
    /// The numbers that the search goes by.
    pub params: &'a Params,
    /// How sure the search must be of what it leaves out.
    pub confidence: Confidence,
    control: &'a Control<Move>,
    nodes: u64,
    /// The node count at which the limits are looked at next.
    next_look: u64,
    stopped: bool,
}

/// Nodes between two looks at the clock: well under a millisecond.
const LOOK_EVERY: u64 = 1024;

impl<'a> Run<'a> {
    /// A search that has not begun.
    pub fn new(
        table: &'a mut Table,
        evaluation: &'a Evaluation,
        params: &'a Params,
        control: &'a Control<Move>,
    ) -> Run<'a> {
        Run {
            table,
            evaluation,
            params,
            confidence: Confidence::SURE,
            control,
            nodes: 0,
            next_look: 0,
            stopped: false,
        }
    }

    /// The limits and the way out.
    pub fn control(&self) -> &'a Control<Move> {
        self.control
    }

    /// Positions searched. The last two empty squares are counted with the position before them.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit was met; what a search returns from then on means nothing.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a node, or refuses it because the search must stop.
    #[inline(always)]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether the search may go on.
    #[cold]
    fn look(&mut self) -> bool {
        self.stopped |= self.control.out_of_nodes(self.nodes) || self.control.interrupted();
        let limit = self.control.limits().nodes.unwrap_or(u64::MAX);
        if !self.stopped {
            self.next_look = limit.min(self.nodes + LOOK_EVERY);
        }
        !self.stopped
    }
}
