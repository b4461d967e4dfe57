//! One thread of a running search: its node count, what it shares with the others, and when it must stop.

use std::sync::Arc;

use super::probcut::Confidence;
use super::recent::Recent;
use super::table::Table;
use super::team::{Shared, Team};
use crate::engine::Control;
use crate::engine::clock_poll::ClockPoll;
use crate::reversi::eval::evaluation::Evaluation;
use crate::reversi::params::Params;
use crate::reversi::rules::square::Move;

/// What all parts of a search by one thread share.
pub struct Run<'a> {
    /// What is known of boards.
    pub table: &'a Table,
    /// What boards are worth.
    pub evaluation: &'a Evaluation,
    /// The numbers that the search goes by.
    pub params: &'a Params,
    /// How sure the search must be of what it leaves out.
    pub confidence: Confidence,
    /// The node under which this thread searches, if it shares it with others.
    pub shared: Option<Arc<Shared>>,
    /// Boards near the end that this thread met lately.
    pub recent: Recent,
    control: &'a Control<Move>,
    /// All the threads of the search, if there are several.
    team: Option<&'a Team>,
    nodes: u64,
    /// Nodes that the team has been told of.
    reported: u64,
    looks: ClockPoll,
    /// The node count at which the limits are looked at next.
    next_look: u64,
    stopped: bool,
}

/// The most nodes between two looks at the clock.
const MOST_BETWEEN: u64 = 1024;

impl<'a> Run<'a> {
    /// A search that has not begun, by one thread.
    pub fn new(
        table: &'a Table,
        evaluation: &'a Evaluation,
        params: &'a Params,
        control: &'a Control<Move>,
    ) -> Run<'a> {
        Run {
            table,
            evaluation,
            params,
            confidence: Confidence::SURE,
            shared: None,
            recent: Recent::default(),
            control,
            team: None,
            nodes: 0,
            reported: 0,
            looks: ClockPoll::new(MOST_BETWEEN),
            next_look: 0,
            stopped: false,
        }
    }

    /// The same together with others.
    pub fn with(self, team: &'a Team) -> Run<'a> {
        Run {
            team: Some(team),
            ..self
        }
    }

    /// The limits and the way out.
    pub fn control(&self) -> &'a Control<Move> {
        self.control
    }

    /// Positions searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes - self.reported + self.team.map_or(0, Team::nodes)
    }

    /// Whether a limit was met or nobody needs the result any more; what a search returns from then on means nothing.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// The team, if one of it waits for a node to be shared.
    #[inline(always)]
    pub fn idle_team(&self) -> Option<&'a Team> {
        self.team.filter(|team| team.wants_work())
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

    /// The count of nodes, for a search too short to be refused some.
    #[inline(always)]
    pub fn counter(&mut self) -> &mut u64 {
        &mut self.nodes
    }

    /// Goes on under another node than the one whose result was not needed any more.
    pub fn resume(&mut self) {
        self.stopped = self.must_stop();
    }

    /// Tells the team how many nodes this thread searched, so that each of them knows when the limit is met.
    pub fn report_nodes(&mut self) {
        if let Some(team) = self.team {
            team.add_nodes(self.nodes - self.reported);
            self.reported = self.nodes;
        }
    }

    /// Whether the search may go on.
    #[cold]
    fn look(&mut self) -> bool {
        self.report_nodes();
        let nodes = self.nodes();
        if self.control.out_of_nodes(nodes) || self.control.interrupted() {
            self.stopped = true;
            if let Some(team) = self.team {
                team.stop();
            }
        }
        self.stopped |= self.must_stop();
        if !self.stopped {
            let limit = self.control.limits().nodes.unwrap_or(u64::MAX);
            self.next_look = self.nodes + self.looks.until_next().min(limit - nodes);
        }
        !self.stopped
    }

    /// Whether another thread ended this one's work.
    fn must_stop(&self) -> bool {
        let is_decided = self
            .shared
            .as_ref()
            .is_some_and(|shared| shared.is_decided());
        is_decided || self.team.is_some_and(Team::is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    #[test]
    fn a_thread_knows_of_the_nodes_of_all() {
        let table = Table::new(0);
        let (params, control) = (Params::default(), Control::new(Limits::nodes(3_000)));
        let team = Team::default();
        let run = || Run::new(&table, Evaluation::learned(), &params, &control).with(&team);
        let (mut first, mut second) = (run(), run());
        for _ in 0..2_500 {
            assert!(first.count_node());
        }
        let counted = (0..3_000).take_while(|_| second.count_node()).count() as u64;
        // The other one tells of its nodes from time to time.
        assert!((500..=500 + MOST_BETWEEN).contains(&counted), "{counted}");
        assert!((3_000..=3_000 + MOST_BETWEEN).contains(&first.nodes()));
    }
}
