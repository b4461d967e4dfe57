//! The running search, its task and its progress reports.

use std::io;
use std::time::Instant;

use super::analysis::Analysis;
use super::learning::{Learned, Learning};
use crate::io::output::Output;
use tengen_engine::deferred::Deferred;
use tengen_engine::{Report, RootMove};
use tengen_reversi::records::ggf::write_move;
use tengen_reversi::search::certainty::Certainty;
use tengen_reversi::{Move, Position};

/// The running search or other job of the worker.
pub struct NBoardSearch {
    /// The purpose of the search.
    pub task: NBoardTask,
    /// The time at which the search started.
    pub started: Instant,
    /// The root of the search.
    pub root: SearchRoot,
    /// Lines of the last progress report.
    last_lines: Vec<RootMove<Move>>,
    /// Whether a `ping` has ended the task early.
    pub halted: bool,
}

/// The purpose of a search.
pub enum NBoardTask {
    /// The best moves of a position.
    Hint,
    /// The move to play.
    Go,
    /// The values of the positions of the game.
    Analysis(Analysis),
    /// The positions of the game that are not in the book.
    Learning(Learning),
    /// No search: the extended book is being saved, and the result arrives here.
    Saving(Deferred<Learned>),
}

impl NBoardTask {
    /// Whether the progress of the search is reported.
    pub fn reports_progress(&self) -> bool {
        matches!(self, NBoardTask::Hint | NBoardTask::Go)
    }
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
    pub fn of(position: &Position) -> SearchRoot {
        SearchRoot {
            passes: position.must_pass(),
            empties: position.empties(),
        }
    }
}

impl NBoardSearch {
    /// Creates a search that starts now.
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
    ///
    /// # Errors
    ///
    /// Fails if the output cannot be written.
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
    /// Returns the line of a root move: `search PV EVAL 0 DEPTH`.
    fn line(self, line: &RootMove<Move>) -> String {
        let pass = self.passes.then_some(Move::Pass);
        let pv: String = pass
            .into_iter()
            .chain(line.pv.iter().copied())
            .map(write_move)
            .collect();
        let score = if self.passes { -line.score } else { line.score };
        let depth = spelled(Certainty::of(line, self.empties));
        format!("search {pv} {score:.2} 0 {depth}")
    }
}

/// Returns a depth as NBoard shows it: `18` plies, or the certainty of a search to the end, `91%` or `100%` if exact.
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
}
