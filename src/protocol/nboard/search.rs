//! The search that runs on behalf of a command, and what is told of it.

use std::io;
use std::time::Instant;

use super::analysis::Analysis;
use super::learning::{Learned, Learning};
use crate::engine::deferred::Deferred;
use crate::engine::{Report, RootMove};
use crate::io::output::Output;
use crate::records::ggf::write_move;
use crate::reversi::search::hint_depth::HintDepth;
use crate::reversi::{Move, Position};

/// The search that runs.
pub struct NBoardSearch {
    /// What it is for.
    pub task: NBoardTask,
    /// When it began.
    pub since: Instant,
    /// Where it began.
    pub root: SearchRoot,
    /// What was told last.
    told: Vec<RootMove<Move>>,
    /// Whether a ping wants it to end before all is done.
    pub halted: bool,
}

/// What the search is for.
pub enum NBoardTask {
    /// The best moves.
    Hint,
    /// The move to play.
    Go,
    /// What the positions of the game are worth.
    Analysis(Analysis),
    /// What the book does not know of the game.
    Learning(Learning),
    /// Nothing: what was learned is written, and will be here.
    Saving(Deferred<Learned>),
}

impl NBoardTask {
    /// Whether what the search thinks is told.
    pub fn reports_progress(&self) -> bool {
        matches!(self, NBoardTask::Hint | NBoardTask::Go)
    }
}

/// Where a search begins.
#[derive(Clone, Copy)]
pub struct SearchRoot {
    /// Whether the side to move has to pass, so that the other side's moves are searched.
    pub passes: bool,
    /// Empty squares.
    pub empties: u32,
}

impl SearchRoot {
    /// The root of a search in `position`.
    pub fn of(position: &Position) -> SearchRoot {
        SearchRoot {
            passes: position.must_pass(),
            empties: position.empties(),
        }
    }
}

impl NBoardSearch {
    /// A search that begins now.
    pub fn new(task: NBoardTask, root: SearchRoot) -> NBoardSearch {
        NBoardSearch {
            task,
            since: Instant::now(),
            root,
            told: Vec::new(),
            halted: false,
        }
    }

    /// Tells what the search thinks, unless it thought the same before.
    pub fn report(&mut self, report: &Report<Move>, out: &mut Output) -> io::Result<()> {
        if report.lines == self.told {
            return Ok(());
        }
        let seconds = self.since.elapsed().as_secs_f64();
        out.line(&format!("nodestats {} {seconds:.2}", report.nodes))?;
        for line in &report.lines {
            if !self.told.contains(line) {
                out.line(&self.root.line(line))?;
            }
        }
        self.told.clone_from(&report.lines);
        Ok(())
    }
}

impl SearchRoot {
    /// One move as `search PV EVAL 0 DEPTH`.
    fn line(self, line: &RootMove<Move>) -> String {
        let pass = self.passes.then_some(Move::Pass);
        let pv: String = pass
            .into_iter()
            .chain(line.pv.iter().copied())
            .map(write_move)
            .collect();
        let score = if self.passes { -line.score } else { line.score };
        format!(
            "search {pv} {score:.2} 0 {}",
            HintDepth::of(line, self.empties)
        )
    }
}
