//! The engine's side of the conversation: commands in order, and what the search thinks while it thinks.
//!
//! While the worker thinks, commands wait in a queue. Only `ping`, which ends whatever runs or waits to run before it,
//! and `quit` overtake it. NBoard passes over what it is told before the `pong` that it waits for, so that the answer of
//! a search which a ping has ended does no harm, and helps those who do not ping.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::time::{Duration, Instant};

use super::analysis::{Analysis, Step};
use super::command::{Command, Depth};
use super::learning::{Learned, Learning};
use super::parse::{self, SyntaxError};
use super::table::Table;
use super::thinking::{Root, Task, Thinking};
use crate::engine::control::Budget;
use crate::engine::deferred;
use crate::engine::game::Position as _;
use crate::engine::{
    Event, Grace, Limits, Restriction, SearchRequest, SearchResult, Waker, Worker, clock,
};
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::room::BacklogShare;
use crate::io::server::{Flow, Front};
use crate::protocol::{Opening, Options};
use crate::records::ggf::{Played, write_move};
use crate::reversi::eval::evaluation::DISC;
use crate::reversi::{AlphaBeta, Move, Position};

/// How far is searched for whoever does not say how far.
const USUAL_DEPTH: Depth = Depth::Plies(16);

/// The longest search on the opponent's time.
const PONDERING_TIME: Duration = Duration::from_secs(600);

/// An NBoard conversation.
pub struct NBoardFront {
    worker: Worker<Position>,
    table: Table,
    depth: Depth,
    opening: Opening,
    waiting: VecDeque<Waiting>,
    thinking: Option<Thinking>,
    /// Whether to search on the opponent's time.
    ponders: bool,
    /// The move that `go` was answered with, until the next command.
    answered: Option<Move>,
    input_ended: bool,
    linger: Duration,
    /// When a task of many searches ends, once the input has.
    ends_at: Option<Instant>,
}

/// A command that waits for its turn, with its share of the room for input.
struct Waiting {
    command: Result<Command, SyntaxError>,
    _share: BacklogShare,
}

impl NBoardFront {
    /// A conversation with the Reversi player.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let book = options.book.book();
        Ok(NBoardFront {
            worker: Worker::spawn(options.settings, waker, move |settings| {
                AlphaBeta::with_book(settings, book.clone())
            })?,
            opening: options.book.clone(),
            table: Table::new(),
            depth: USUAL_DEPTH,
            waiting: VecDeque::new(),
            thinking: None,
            ponders: options.ponder,
            answered: None,
            input_ended: false,
            linger: options.linger,
            ends_at: None,
        })
    }

    /// Takes a line that has just come.
    fn take(
        &mut self,
        line: Result<Option<Command>, SyntaxError>,
        share: BacklogShare,
        out: &mut Output,
    ) -> io::Result<Flow> {
        if let Some(command) = line.transpose() {
            match command {
                Ok(Command::Quit) => return Ok(Flow::Quit),
                Ok(Command::Ping(_)) => self.halt(),
                _ => {}
            }
            self.waiting.push_back(Waiting {
                command,
                _share: share,
            });
        }
        self.serve(out)
    }

    /// Has the running search end with what it knows.
    fn halt(&mut self) {
        self.worker.stop();
        if let Some(thinking) = &mut self.thinking {
            thinking.halted = true;
        }
    }

    /// Answers what waits until something has to be thought about.
    fn serve(&mut self, out: &mut Output) -> io::Result<Flow> {
        while self.thinking.is_none() {
            let Some(Waiting { command, .. }) = self.waiting.pop_front() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            match command {
                Ok(command) => self.obey(command, out)?,
                Err(error) => status(&error.to_string(), out)?,
            }
            let pings = |waiting: &Waiting| matches!(waiting.command, Ok(Command::Ping(_)));
            if self.thinking.is_some() && self.waiting.iter().any(pings) {
                self.halt();
            }
        }
        Ok(Flow::Continue)
    }

    fn obey(&mut self, command: Command, out: &mut Output) -> io::Result<()> {
        // What still runs is a search on the opponent's time; its result was never wanted.
        self.worker.abandon();
        let answered = self.answered.take();
        match command {
            Command::Hello => {
                self.worker.prepare(self.table.position().clone());
                out.line("set myname Tengen")
            }
            Command::SetDepth(depth) => {
                self.depth = depth;
                out.line(&match depth {
                    Depth::Plies(plies) => format!("set myname Tengen{plies}"),
                    Depth::End(_) => "set myname Tengen".to_owned(),
                })
            }
            Command::SetGame(game) => match Table::of(&game) {
                Ok(table) => {
                    self.table = table;
                    Ok(())
                }
                Err(error) => status(&error.to_string(), out),
            },
            // The book has no drawn games, whose worth it would change.
            Command::SetContempt(_) => Ok(()),
            Command::Move(played) => match self.table.play(&played) {
                Ok(()) => {
                    if answered == Some(played.mv) {
                        self.ponder();
                    }
                    Ok(())
                }
                Err(reason) => {
                    let mv = write_move(played.mv);
                    status(&format!("{mv} cannot be played: {reason}"), out)
                }
            },
            Command::Hint(count) => self.hint(count, out),
            Command::Go => self.go(out),
            Command::Ping(number) => out.line(&format!("pong {number}")),
            Command::Learn => self.begin_to_learn(out),
            Command::Analyze => {
                out.line("status Analyzing")?;
                let analysis = Analysis::new(self.table.record().clone());
                self.analyze(analysis, out)
            }
            // It never waits.
            Command::Quit => Ok(()),
        }
    }

    fn hint(&mut self, count: usize, out: &mut Output) -> io::Result<()> {
        let position = self.table.position().clone();
        if position.outcome().is_some() {
            return status("The game is over", out);
        }
        out.line("status Thinking")?;
        let known = self.tell_known(&position, count, out)?;
        let open = position.board().moves().count_ones() as usize - known.len();
        let lines = (count - known.len()).min(open);
        if lines == 0 && !position.must_pass() {
            return out.line("status");
        }
        let rest = Restriction {
            color: position.to_move(),
            moves: known,
            only: false,
            plies: 1,
        };
        let question = SearchRequest {
            lines: lines.max(1),
            restrictions: vec![rest],
            ..SearchRequest::default()
        };
        self.think(Task::Hint, position, None, question);
        Ok(())
    }

    /// Tells up to `count` moves that the book knows.
    fn tell_known(
        &self,
        position: &Position,
        count: usize,
        out: &mut Output,
    ) -> io::Result<Vec<Move>> {
        let Some(book) = self.opening.book() else {
            return Ok(Vec::new());
        };
        let mut known = book.moves(position.board());
        known.truncate(count);
        for known in &known {
            let after = position.board().play(known.square);
            let line = iter::once(Move::Place(known.square)).chain(book.line(after));
            let pv: String = line.map(write_move).collect();
            let score = f64::from(known.score) / f64::from(DISC);
            out.line(&format!("book {pv} {score:.2} 0 {}", known.depth))?;
        }
        Ok(known
            .iter()
            .map(|known| Move::Place(known.square))
            .collect())
    }

    fn go(&mut self, out: &mut Output) -> io::Result<()> {
        let position = self.table.position().clone();
        if position.outcome().is_some() {
            return status("The game is over", out);
        }
        if position.must_pass() {
            return answer(
                &Played {
                    color: position.to_move(),
                    mv: Move::Pass,
                    eval: None,
                    time: Duration::ZERO,
                },
                out,
            );
        }
        out.line("status Thinking")?;
        let time = self.table.budget();
        let question = SearchRequest {
            book: true,
            ..SearchRequest::default()
        };
        self.think(Task::Go, position, time, question);
        Ok(())
    }

    /// Goes on with an analysis until a search is needed or all is said.
    fn analyze(&mut self, mut analysis: Analysis, out: &mut Output) -> io::Result<()> {
        loop {
            match analysis.step() {
                Step::Done => return out.line("status"),
                Step::Known(value) => {
                    let judged = analysis.settle(value, None);
                    out.line(&format!("analysis {} {:.2}", judged.moves, judged.value))?;
                }
                Step::Search(position) => {
                    self.think(
                        Task::Analysis(analysis),
                        position,
                        None,
                        SearchRequest::default(),
                    );
                    return Ok(());
                }
            }
        }
    }

    /// Begins to put the game into the book that the command line named; without one there is nothing to do.
    fn begin_to_learn(&mut self, out: &mut Output) -> io::Result<()> {
        match &self.opening {
            Opening::File(file, book) => {
                let learning = Learning::new(self.table.record(), book, file.clone());
                out.line("status Learning")?;
                self.learn(learning);
                Ok(())
            }
            Opening::Searched | Opening::Embedded => out.line("learned"),
        }
    }

    /// Goes on with learning until a search is needed or all is known.
    fn learn(&mut self, learning: Learning) {
        match learning.wanted().cloned() {
            Some(position) => self.think(
                Task::Learning(learning),
                position,
                None,
                SearchRequest::default(),
            ),
            None => self.save(learning),
        }
    }

    /// Has the worker write what was learned: another process may have its turn with the book, and disks can be slow.
    fn save(&mut self, learning: Learning) {
        let (computation, delivery) = deferred::computation(move |_| Ok(learning.save()));
        self.worker.compute(computation, Limits::default());
        let root = Root::of(self.table.position());
        self.thinking = Some(Thinking::new(Task::Saving(delivery), root));
    }

    /// From now on what was learned is played, too.
    fn adopt(&mut self, learned: Learned, out: &mut Output) -> io::Result<()> {
        let Learned { file, book, saved } = learned;
        self.opening = Opening::File(file, book.clone());
        self.worker
            .replace(move |settings| AlphaBeta::with_book(settings, Some(book.clone())));
        match saved {
            Ok(()) => out.line("learned"),
            Err(error) => status(&format!("The book cannot be saved: {error}"), out),
        }
    }

    /// Starts a search for the side to move, or for the other one if that has to pass.
    fn think(
        &mut self,
        task: Task,
        position: Position,
        time: Option<Budget>,
        question: SearchRequest<Move>,
    ) {
        let root = Root::of(&position);
        let limits = Limits {
            time,
            depth: Some(self.depth.plies(root.empties)),
            ..Limits::default()
        };
        let mut position = position;
        if root.passes {
            let other = position.to_move().opponent();
            // Allowed, because the side to move must pass.
            let passed = position.turn_to(other);
            debug_assert!(passed.is_ok());
        }
        let question = SearchRequest {
            selectivity: self.depth.sureness(),
            ..question
        };
        self.worker.search(position, limits, question);
        self.thinking = Some(Thinking::new(task, root));
    }

    /// Goes on to search the position after our move until the next command, for what the table keeps of it.
    fn ponder(&mut self) {
        let position = self.table.position();
        if !self.ponders || position.must_pass() || position.outcome().is_some() {
            return;
        }
        let limits = Limits {
            time: Some(clock::fixed(PONDERING_TIME)),
            ..Limits::default()
        };
        self.worker.start(position.clone(), limits);
    }

    /// Takes the result of the search that ran.
    fn conclude(&mut self, found: Option<SearchResult<Move>>, out: &mut Output) -> io::Result<()> {
        let Some(mut thinking) = self.thinking.take() else {
            return Ok(());
        };
        let is_over = |end: Instant| end <= Instant::now();
        let halted = thinking.halted || self.ends_at.is_some_and(is_over);
        let Some(found) = found else {
            return status("The search found no move", out);
        };
        if thinking.task.is_told() {
            thinking.tell(&found.report, out)?;
        }
        let best = found.report.lines.first();
        let score = best.map_or(0.0, |line| line.score);
        match thinking.task {
            Task::Hint => out.line("status"),
            Task::Go => {
                self.answered = Some(found.mv);
                let played = Played {
                    color: self.table.position().to_move(),
                    mv: found.mv,
                    eval: Some(score.into()),
                    time: thinking.since.elapsed(),
                };
                answer(&played, out)
            }
            Task::Learning(learning) if halted => {
                self.save(learning);
                Ok(())
            }
            Task::Learning(mut learning) => {
                if let Some(best) = best {
                    learning.take(best);
                }
                self.learn(learning);
                Ok(())
            }
            // Its end is a computation's.
            Task::Saving(_) => Ok(()),
            Task::Analysis(_) if halted => out.line("status"),
            Task::Analysis(mut analysis) => {
                let (value, best) = if thinking.root.passes {
                    (-score, Move::Pass)
                } else {
                    (score, found.mv)
                };
                let judged = analysis.settle(value, Some(best));
                out.line(&format!("analysis {} {:.2}", judged.moves, judged.value))?;
                self.analyze(analysis, out)
            }
        }
    }
}

impl Front for NBoardFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        let command = if line.too_long {
            Err(SyntaxError::TooLong)
        } else {
            parse::command(&line.text())
        };
        self.take(command, line.share, out)
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => {
                    if let Some(thinking) = &mut self.thinking
                        && thinking.task.is_told()
                    {
                        thinking.tell(&report, out)?;
                    }
                }
                // Nobody here asks for steps, or waits for the search to be ready.
                Event::Step(_) | Event::Prepared => {}
                Event::Done(found) => self.conclude(found, out)?,
                Event::Computed(_) => {
                    let thinking = self.thinking.take();
                    // Nothing else here is a computation.
                    if let Some(Task::Saving(delivery)) = thinking.map(|thinking| thinking.task)
                        && let Some(learned) = delivery.take()
                    {
                        self.adopt(learned, out)?;
                    }
                }
                Event::Failed(reason) => {
                    self.thinking = None;
                    let reason = reason.lines().next().unwrap_or_default();
                    status(&format!("The search failed: {reason}"), out)?;
                }
            }
        }
        self.serve(out)
    }

    fn alarm(&self) -> Option<Instant> {
        self.worker.alarm()
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.input_ended = true;
        self.worker.wind_down(Grace::after_input(self.linger));
        self.ends_at = Instant::now().checked_add(self.linger);
        self.serve(out)
    }
}

/// The text that NBoard shows under its board.
fn status(text: &str, out: &mut Output) -> io::Result<()> {
    out.line(&format!("status {text}"))
}

fn answer(played: &Played, out: &mut Output) -> io::Result<()> {
    out.line(&format!("=== {played}"))
}
