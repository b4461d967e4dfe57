//! The search that runs on behalf of a command, and what is told of it.

use std::io;
use std::time::Instant;

use super::analysis::Analysis;
use super::learning::{Learned, Learning};
use crate::engine::deferred::Deferred;
use crate::engine::{Report, RootMove};
use crate::io::output::Output;
use crate::records::ggf::write_move;
use crate::reversi::search::hints::Reach;
use crate::reversi::{Move, Position};

/// The search that runs.
pub struct Thinking {
    /// What it is for.
    pub task: Task,
    /// When it began.
    pub since: Instant,
    /// Where it began.
    pub root: Root,
    /// What was told last.
    told: Vec<RootMove<Move>>,
    /// Whether a ping wants it to end before all is done.
    pub halted: bool,
}

/// What the search is for.
pub enum Task {
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

impl Task {
    /// Whether what the search thinks is told.
    pub fn is_told(&self) -> bool {
        matches!(self, Task::Hint | Task::Go)
    }
}

/// Where a search begins.
#[derive(Clone, Copy)]
pub struct Root {
    /// Whether the side to move has to pass, so that the other side's moves are searched.
    pub passes: bool,
    /// Empty squares.
    pub empties: u32,
}

impl Root {
    /// The root of a search in `position`.
    pub fn of(position: &Position) -> Root {
        Root {
            passes: position.must_pass(),
            empties: position.empties(),
        }
    }
}

impl Thinking {
    /// A search that begins now.
    pub fn new(task: Task, root: Root) -> Thinking {
        Thinking {
            task,
            since: Instant::now(),
            root,
            told: Vec::new(),
            halted: false,
        }
    }

    /// Tells what the search thinks, unless it thought the same before.
    pub fn tell(&mut self, report: &Report<Move>, out: &mut Output) -> io::Result<()> {
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

impl Root {
    /// One move as `search PV EVAL 0 DEPTH`.
    fn line(self, line: &RootMove<Move>) -> String {
        let pass = self.passes.then_some(Move::Pass);
        let pv: String = pass
            .into_iter()
            .chain(line.pv.iter().copied())
            .map(write_move)
            .collect();
        let score = if self.passes { -line.score } else { line.score };
        format!("search {pv} {score:.2} 0 {}", Reach::of(line, self.empties))
    }
}
