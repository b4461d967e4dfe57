//! State of the running search: its task, its depth and its progress reports.

use std::io;
use std::time::Instant;

use super::learning::{Learned, Learning};
use super::retrograde::Analysis;
use crate::io::output::Output;
use tengen_engine::deferred::Deferred;
use tengen_engine::{Report, RootMove};
use tengen_reversi::records::ggf::write_move;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

/// State of the running search or other job of the worker.
pub struct NBoardSearch {
    /// Purpose of the search.
    pub task: NBoardTask,
    /// Start time of the search.
    pub started: Instant,
    /// Properties of the root position.
    pub root: SearchRoot,
    /// Lines of the last progress report.
    last_lines: Vec<RootMove<Move>>,
    /// Whether a `ping` has ended the task early.
    pub halted: bool,
}

/// Purpose of a search.
pub enum NBoardTask {
    /// Best moves of a position.
    Hint,
    /// Best move, to be played.
    Go,
    /// Values of the game's positions.
    Analysis(Analysis),
    /// Positions of the game that are not in the book.
    Learning(Learning),
    /// No search: the extended book is being saved, with the result delivered here.
    Saving(Deferred<Learned>),
}

impl NBoardTask {
    /// Whether to report the search's progress.
    pub fn reports_progress(&self) -> bool {
        matches!(self, NBoardTask::Hint | NBoardTask::Go)
    }
}

/// Depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Plies in the middlegame. Endgame searches may be deeper.
    Plies(u32),
    /// To the end of the game, with correct results in this percentage of cases.
    End(u8),
}

impl Depth {
    /// Returns the number of plies to search with this number of empty squares. In the endgame, as in the levels of
    /// Edax, the depth is up to doubled if the search is still fast.
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Depth::Plies(plies) if empties > end_from(plies) => plies,
            _ => empties.max(1),
        }
    }

    /// Returns the selectivity of endgame searches as the percentage of correct results.
    pub fn sureness(self) -> u8 {
        match self {
            Depth::Plies(_) => 100,
            Depth::End(percent) => percent,
        }
    }
}

/// Returns the largest number of empty squares from which a search of this depth reaches the end of the game.
fn end_from(plies: u32) -> u32 {
    const QUICK: u32 = 20;
    let more = plies.saturating_sub(QUICK / 2) / 4;
    (2 * plies).min(QUICK + more).max(plies)
}

/// Properties of the root position of a search.
#[derive(Clone, Copy)]
pub struct SearchRoot {
    /// Whether the side to move must pass, so that the search starts with the other side's moves.
    pub passes: bool,
    /// Number of empty squares.
    pub empties: u32,
}

impl SearchRoot {
    /// Returns the properties of `position`.
    pub fn new(position: &Position) -> SearchRoot {
        SearchRoot {
            passes: position.must_pass(),
            empties: position.empties(),
        }
    }
}

impl NBoardSearch {
    /// Creates a search that starts immediately.
    pub fn new(task: NBoardTask, root: SearchRoot) -> NBoardSearch {
        NBoardSearch {
            task,
            started: Instant::now(),
            root,
            last_lines: Vec::new(),
            halted: false,
        }
    }

    /// Writes the lines of a progress report that have changed since the last one.
    pub fn report(&mut self, report: &Report<Move>, out: &mut Output) -> io::Result<()> {
        if report.lines == self.last_lines {
            return Ok(());
        }
        let seconds = self.started.elapsed().as_secs_f64();
        out.line(&format!("nodestats {} {seconds:.2}", report.nodes))?;
        for line in &report.lines {
            if !self.last_lines.contains(line) {
                out.line(&self.root.line(line))?;
            }
        }
        self.last_lines.clone_from(&report.lines);
        Ok(())
    }
}

impl SearchRoot {
    /// Returns the line for a root move, `search PV EVAL 0 DEPTH`.
    fn line(self, line: &RootMove<Move>) -> String {
        let pass = self.passes.then_some(Move::Pass);
        let pv: String = pass
            .into_iter()
            .chain(line.pv.iter().copied())
            .map(write_move)
            .collect();
        let score = if self.passes { -line.score } else { line.score };
        let depth = spelled(Certainty::from_line(line, self.empties));
        format!("search {pv} {score:.2} 0 {depth}")
    }
}

/// Returns a depth in NBoard's format: plies such as `18`, or the certainty of a search to the end, such as `91%`, or
/// `100%` if exact.
fn spelled(certainty: Certainty) -> String {
    match certainty.reaches_end() {
        true => format!("{}%", certainty.percent()),
        false => certainty.depth().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_to_the_end_show_their_certainty() {
        let depth = |depth, confidence| spelled(Certainty::new(depth, confidence, 20));
        assert_eq!(depth(0, None), "0");
        assert_eq!(depth(12, Some(73)), "12");
        assert_eq!(depth(20, Some(73)), "73%");
        assert_eq!(depth(20, Some(87)), "87%");
        assert_eq!(depth(20, Some(100)), "100%");
    }

    #[test]
    fn depths_reach_the_end_early() {
        for (depth, empties, plies) in [
            (Depth::Plies(6), 13, 6),
            (Depth::Plies(6), 12, 12),
            (Depth::Plies(12), 21, 12),
            (Depth::Plies(12), 20, 20),
            (Depth::Plies(18), 22, 22),
            (Depth::Plies(30), 31, 30),
            (Depth::Plies(30), 30, 30),
            (Depth::End(100), 40, 40),
            (Depth::End(91), 0, 1),
        ] {
            assert_eq!(
                depth.plies(empties),
                plies,
                "{depth:?} with {empties} empty"
            );
        }
    }
}
