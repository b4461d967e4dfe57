//! NBoard's part of a conversation: commands, and what the search finds while it runs.

use std::io;
use std::iter;
use std::time::{Duration, Instant};

use super::analysis::{Analysis, AnalysisStep};
use super::command::{Depth, NBoardCommand as Command};
use super::game::NBoardGame;
use super::learning::{Learned, Learning};
use super::parse::{self, NBoardSyntaxError as SyntaxError};
use super::search::{NBoardSearch, NBoardTask, SearchRoot};
use crate::engine::control::Budget;
use crate::engine::conversation::{Dialect, Jobs, Obeyed, Precedence};
use crate::engine::deferred;
use crate::engine::game::Position as _;
use crate::engine::{
    Event, Limits, Restriction, SearchRequest, SearchResult, Waker, Worker, clock,
};
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::protocol::front::{Grammar, ProtocolFront};
use crate::protocol::{Opening, Options};
use crate::records::ggf::{GgfMove, write_move};
use crate::reversi::eval::evaluation::DISC;
use crate::reversi::request::ReversiRequest;
use crate::reversi::{AlphaBeta, Move, Position};

/// How far is searched for whoever does not say how far.
const USUAL_DEPTH: Depth = Depth::Plies(16);

/// The longest search on the opponent's time.
const PONDERING_TIME: Duration = Duration::from_secs(600);

/// An NBoard conversation. While the worker searches, commands wait; only `quit` overtakes it, and `ping`, which ends
/// all searches before it. NBoard ignores lines before the `pong` that it waits for, so the answer of a search that a ping
/// has ended does no harm there, and serves clients that do not ping.
pub type NBoardFront = ProtocolFront<NBoardReader, NBoardDialect>;

impl NBoardFront {
    /// A conversation with the Reversi player.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let dialect = NBoardDialect::new(options, waker)?;
        Ok(ProtocolFront::of(NBoardReader, dialect, options.linger))
    }
}

/// The game that is played, and the search for it.
pub struct NBoardDialect {
    worker: Worker<Position>,
    game: NBoardGame,
    depth: Depth,
    opening: Opening,
    search: Option<NBoardSearch>,
    /// Whether to search on the opponent's time.
    ponders: bool,
    /// The move that `go` was answered with, until the next command.
    answered: Option<Move>,
    /// When a task of many searches ends, once the input has.
    ends_at: Option<Instant>,
}

impl NBoardDialect {
    fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let book = options.reversi.opening.book();
        Ok(NBoardDialect {
            worker: Worker::spawn(options.settings, waker, move |settings| {
                AlphaBeta::with_book(settings, book.clone())
            })?,
            opening: options.reversi.opening.clone(),
            game: NBoardGame::new(),
            depth: USUAL_DEPTH,
            search: None,
            ponders: options.ponder,
            answered: None,
            ends_at: None,
        })
    }

    fn carry_out(&mut self, command: Command, out: &mut Output) -> io::Result<()> {
        let answered = self.answered.take();
        match command {
            Command::Hello => {
                self.worker.prepare(self.game.position().clone());
                out.line("set myname Tengen")
            }
            Command::SetDepth(depth) => {
                self.depth = depth;
                out.line(&match depth {
                    Depth::Plies(plies) => format!("set myname Tengen{plies}"),
                    Depth::End(_) => "set myname Tengen".to_owned(),
                })
            }
            Command::SetGame(game) => match NBoardGame::of(&game) {
                Ok(table) => {
                    self.game = table;
                    Ok(())
                }
                Err(error) => status(&error.to_string(), out),
            },
            // The book has no drawn games, whose worth it would change.
            Command::SetContempt(_) => Ok(()),
            Command::Move(played) => match self.game.play(&played) {
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
                let analysis = Analysis::new(self.game.record().clone());
                self.analyze(analysis, out)
            }
            // It never waits.
            Command::Quit => Ok(()),
        }
    }

    fn hint(&mut self, count: usize, out: &mut Output) -> io::Result<()> {
        let position = self.game.position().clone();
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
        self.think(NBoardTask::Hint, position, None, question);
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
        let position = self.game.position().clone();
        if position.outcome().is_some() {
            return status("The game is over", out);
        }
        if position.must_pass() {
            return answer(
                &GgfMove {
                    color: position.to_move(),
                    mv: Move::Pass,
                    eval: None,
                    time: Duration::ZERO,
                },
                out,
            );
        }
        out.line("status Thinking")?;
        let time = self.game.budget();
        let question = SearchRequest {
            game: ReversiRequest {
                book: true,
                ..ReversiRequest::default()
            },
            ..SearchRequest::default()
        };
        self.think(NBoardTask::Go, position, time, question);
        Ok(())
    }

    /// Goes on with an analysis until a search is needed or all is said.
    fn analyze(&mut self, mut analysis: Analysis, out: &mut Output) -> io::Result<()> {
        loop {
            match analysis.step() {
                AnalysisStep::Done => return out.line("status"),
                AnalysisStep::Known(value) => {
                    let judged = analysis.settle(value, None);
                    out.line(&format!("analysis {} {:.2}", judged.moves, judged.value))?;
                }
                AnalysisStep::Search(position) => {
                    self.think(
                        NBoardTask::Analysis(analysis),
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
                let learning = Learning::new(self.game.record(), book, file.clone());
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
                NBoardTask::Learning(learning),
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
        let root = SearchRoot::of(self.game.position());
        self.search = Some(NBoardSearch::new(NBoardTask::Saving(delivery), root));
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
        task: NBoardTask,
        position: Position,
        time: Option<Budget>,
        question: SearchRequest<Move>,
    ) {
        let root = SearchRoot::of(&position);
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
            game: ReversiRequest {
                selectivity: self.depth.sureness(),
                ..question.game
            },
            ..question
        };
        self.worker.search(position, limits, question);
        self.search = Some(NBoardSearch::new(task, root));
    }

    /// Goes on to search the position after our move until the next command, for what the table keeps of it.
    fn ponder(&mut self) {
        let position = self.game.position();
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
        let Some(mut thinking) = self.search.take() else {
            return Ok(());
        };
        let is_over = |end: Instant| end <= Instant::now();
        let halted = thinking.halted || self.ends_at.is_some_and(is_over);
        let Some(found) = found else {
            return status("The search found no move", out);
        };
        if thinking.task.reports_progress() {
            thinking.report(&found.report, out)?;
        }
        let best = found.report.lines.first();
        let score = best.map_or(0.0, |line| line.score);
        match thinking.task {
            NBoardTask::Hint => out.line("status"),
            NBoardTask::Go => {
                self.answered = Some(found.mv);
                let played = GgfMove {
                    color: self.game.position().to_move(),
                    mv: found.mv,
                    eval: Some(score.into()),
                    time: thinking.since.elapsed(),
                };
                answer(&played, out)
            }
            NBoardTask::Learning(learning) if halted => {
                self.save(learning);
                Ok(())
            }
            NBoardTask::Learning(mut learning) => {
                if let Some(best) = best {
                    learning.take(best);
                }
                self.learn(learning);
                Ok(())
            }
            // Its end is a computation's.
            NBoardTask::Saving(_) => Ok(()),
            NBoardTask::Analysis(_) if halted => out.line("status"),
            NBoardTask::Analysis(mut analysis) => {
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

/// Turns every line into a command of its own.
pub struct NBoardReader;

impl Grammar for NBoardReader {
    type Command = Result<Command, SyntaxError>;

    fn read(&mut self, line: &InputLine) -> Option<Self::Command> {
        if line.too_long {
            return Some(Err(SyntaxError::TooLong));
        }
        parse::command(&line.text()).transpose()
    }

    fn rest(&mut self) -> Option<Self::Command> {
        None
    }
}

impl Dialect for NBoardDialect {
    type Command = Result<Command, SyntaxError>;
    type Out = Output;

    fn precedence(command: &Self::Command) -> Precedence {
        match command {
            Ok(Command::Quit) => Precedence::Quits,
            Ok(Command::Ping(_)) => Precedence::Stops,
            _ => Precedence::Waits,
        }
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn obey(&mut self, command: Self::Command, out: &mut Output) -> io::Result<Obeyed> {
        match command {
            Ok(command) => self.carry_out(command, out)?,
            Err(error) => status(&error.to_string(), out)?,
        }
        Ok(match self.search {
            Some(_) => Obeyed::Running,
            None => Obeyed::Answered,
        })
    }

    fn hear(&mut self, out: &mut Output) -> io::Result<bool> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => {
                    if let Some(thinking) = &mut self.search
                        && thinking.task.reports_progress()
                    {
                        thinking.report(&report, out)?;
                    }
                }
                Event::Game(never) => match never {},
                // Nothing here waits for the search to be ready.
                Event::Prepared => {}
                Event::Done(found) => self.conclude(found, out)?,
                Event::Computed(_) => {
                    let thinking = self.search.take();
                    // Nothing else here is a computation.
                    if let Some(NBoardTask::Saving(delivery)) =
                        thinking.map(|thinking| thinking.task)
                        && let Some(learned) = delivery.take()
                    {
                        self.adopt(learned, out)?;
                    }
                }
                Event::Failed(reason) => {
                    self.search = None;
                    let reason = reason.lines().next().unwrap_or_default();
                    status(&format!("The search failed: {reason}"), out)?;
                }
            }
        }
        Ok(self.search.is_none())
    }

    fn stop(&mut self) {
        self.worker.stop();
        if let Some(thinking) = &mut self.search {
            thinking.halted = true;
        }
    }

    fn cancel(&mut self, _: &mut Output) -> io::Result<()> {
        self.worker.abandon();
        self.search = None;
        Ok(())
    }

    fn input_ended(&mut self, linger: Duration) {
        self.ends_at = Instant::now().checked_add(linger);
    }

    fn alarm(&self) -> Option<Instant> {
        self.worker.alarm()
    }
}

/// The text that NBoard shows under its board.
fn status(text: &str, out: &mut Output) -> io::Result<()> {
    out.line(&format!("status {text}"))
}

fn answer(played: &GgfMove, out: &mut Output) -> io::Result<()> {
    out.line(&format!("=== {played}"))
}
