//! The front of a terminal at which problems are solved.

use std::io;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use crossbeam_channel::{Sender, never};

use super::collection::read_problems;
use super::kind::ProblemKind;
use super::problem::Problem;
use super::training::Training;
use crate::terminal::messages::Messages;
use tengen_engine::conversation::Flow;
use tengen_engine::files::printable;
use tengen_play::Game;
use tengen_protocol::io::input::InputLine;
use tengen_protocol::io::output::{self, Output, Screen};
use tengen_protocol::io::server::{self, Front, Sources};
use tengen_protocol::io::terminal::{END, INTERRUPT, PROMPT, SIGNAL, TERMINATION, Terminal};

/// Options of `tengen play` that have no meaning for problems.
const OPTIONS_OF_GAMES: [&str; 18] = [
    "size", "rule", "rules", "komi", "handicap", "threads", "memory", "model", "backend", "book",
    "level", "seed", "seconds", "nodes", "visits", "depth", "color", "time",
];

/// Arguments for solving problems at a terminal.
#[derive(Clone, Debug, Default, Args)]
pub struct TrainingArgs {
    /// Solve the problems of this file, made by `tengen problems`, instead of playing; --game takes those of one game.
    #[arg(long, value_name = "FILE", conflicts_with_all = OPTIONS_OF_GAMES)]
    problems: Option<PathBuf>,
    /// Solve problems of these kinds only, separated by commas; the help of `tengen problems` lists them.
    #[arg(
        long = "kind",
        value_name = "KIND",
        value_delimiter = ',',
        requires = "problems"
    )]
    kinds: Vec<ProblemKind>,
}

impl TrainingArgs {
    /// Returns the problems to solve, of one game if it is given; `None` to play instead. Fails if the file cannot be
    /// read, or if it has no such problem.
    pub fn problems(&self, game: Option<Game>) -> Result<Option<Vec<Problem>>> {
        let Some(path) = &self.problems else {
            return Ok(None);
        };
        let mut problems = read_problems(path)?;
        problems.retain(|problem| {
            let is_kind = self.kinds.is_empty() || self.kinds.contains(&problem.kind);
            is_kind && game.is_none_or(|game| problem.kind.game() == game)
        });
        ensure!(
            !problems.is_empty(),
            "{}: it has no problem of this game and these kinds",
            printable(path)
        );
        Ok(Some(problems))
    }
}

/// Lets a person solve problems until they are done, the person quits or the input ends. Fails if the terminal fails or
/// a signal ends the program.
pub fn train(problems: Vec<Problem>, messages: Messages) -> Result<()> {
    let Terminal {
        lines,
        termination,
        ready,
        mut output,
        prompts,
        mode: _mode,
        ..
    } = Terminal::open()?;
    let mut front = TrainingFront {
        training: Training::new(problems, Screen::detect(), messages),
        ready,
        prompts,
        is_interrupted: false,
    };
    let sources = Sources {
        lines,
        events: never(),
        gone: output::gone(),
    };
    let begun = front.begin(&mut output);
    let done = begun.and_then(|()| server::run(sources, &mut front, &mut output));
    match termination.try_recv() {
        Ok(signal) => Err(signal.into()),
        Err(_) => Ok(done?),
    }
}

struct TrainingFront {
    training: Training,
    /// Asks the input thread for the next line.
    ready: Sender<()>,
    /// Whether to print a prompt before the next line is read.
    prompts: bool,
    /// Whether the previous input was Ctrl-C.
    is_interrupted: bool,
}

impl TrainingFront {
    fn begin(&mut self, out: &mut Output) -> io::Result<()> {
        let text = self.training.begin();
        self.print(&text, out)?;
        self.ask(out)
    }

    /// Prints lines.
    fn print(&self, text: &str, out: &mut Output) -> io::Result<()> {
        text.lines().try_for_each(|line| out.line(line))
    }

    fn ask(&self, out: &mut Output) -> io::Result<()> {
        if self.prompts {
            out.text(PROMPT)?;
        }
        out.flush()?;
        // Without a receiver, the input thread has ended.
        let _ = self.ready.send(());
        Ok(())
    }

    fn leave(&self, out: &mut Output) -> io::Result<Flow> {
        self.print(&self.training.summary(), out)?;
        Ok(Flow::Quit)
    }
}

impl Front for TrainingFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        let is_interrupt = [INTERRUPT, SIGNAL].contains(&&*line.bytes);
        let is_second = std::mem::replace(&mut self.is_interrupted, is_interrupt);
        let text = line.text();
        let text = text.trim();
        match &*line.bytes {
            END | TERMINATION => return self.leave(out),
            _ if is_interrupt && is_second => return self.leave(out),
            _ if is_interrupt => out.line(&self.training.messages().text("leaves"))?,
            _ if text.eq_ignore_ascii_case("quit") => return self.leave(out),
            _ => {
                let reply = self.training.answer(text);
                self.print(&reply, out)?;
            }
        }
        if self.training.is_over() {
            return self.leave(out);
        }
        match &*line.bytes {
            // The line being typed goes on.
            SIGNAL if self.prompts => out.text(PROMPT)?,
            SIGNAL => {}
            _ => self.ask(out)?,
        }
        Ok(Flow::Continue)
    }

    fn wake(&mut self, _: &mut Output) -> io::Result<Flow> {
        Ok(Flow::Continue)
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.leave(out)
    }
}
