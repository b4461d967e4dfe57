//! NBoard dialect, which executes commands and handles search events.

use std::io;
use std::iter;
use std::time::{Duration, Instant};

use super::board::NBoardGame;
use super::grammar::{NBoardInput, NBoardReader};
use super::learning::{Learned, Learning};
use super::retrograde::{Analysis, AnalysisStep};
use super::search::{Depth, NBoardSearch, NBoardTask, SearchRoot};
use crate::Options;
use crate::front::ProtocolFront;
use crate::io::output::Output;
use tengen_engine::control::Budget;
use tengen_engine::conversation::{CommandStatus, Dialect, Jobs, Precedence};
use tengen_engine::deferred;
use tengen_engine::game::Position as _;
use tengen_engine::{
    Event, Limits, Restriction, SearchRequest, SearchResult, SkillLevel, Waker, Worker, clock,
};
use tengen_play::Game;
use tengen_play::options::Opening;
use tengen_reversi::eval::evaluation::DISC;
use tengen_reversi::player::new_player;
use tengen_reversi::records::ggf::{GgfGame, GgfMove, write_move};
use tengen_reversi::request::ReversiRequest;
use tengen_reversi::{Move, Position};

const USUAL_DEPTH: Depth = Depth::Plies(16);

/// Maximum time of pondering on one move.
const PONDERING_TIME: Duration = Duration::from_secs(600);

/// An NBoard conversation. Commands wait while the worker searches, except `quit`, and `ping`, which ends all earlier
/// searches. A search ended by `ping` still replies for the sake of other clients; NBoard ignores all lines before the
/// `pong`.
pub type NBoardFront = ProtocolFront<NBoardReader, NBoardDialect>;

impl NBoardFront {
    /// Creates a conversation with the Reversi player. Fails if no thread can be started.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let dialect = NBoardDialect::new(options, waker)?;
        Ok(ProtocolFront::from_parts(
            NBoardReader,
            dialect,
            options.linger,
        ))
    }
}

/// State of an NBoard session: game, book and search.
pub struct NBoardDialect {
    name: String,
    worker: Worker<Position>,
    game: NBoardGame,
    depth: Depth,
    opening: Opening,
    search: Option<NBoardSearch>,
    /// Level of the engine's moves; `None` for full strength.
    level: Option<SkillLevel>,
    ponders: bool,
    /// Reply to `go`, if that was the last command.
    answered: Option<Move>,
    /// The same before the command that is being executed.
    answered_before: Option<Move>,
    /// Deadline after the end of the input for a task with several searches.
    ends_at: Option<Instant>,
}

impl NBoardDialect {
    fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let book = options.games.reversi.opening.book();
        let level = options.level.filter(|_| options.game == Game::Reversi);
        Ok(NBoardDialect {
            name: options.name.clone(),
            worker: Worker::spawn(options.settings, waker, move |settings| {
                new_player(settings, book.clone())
            })?,
            opening: options.games.reversi.opening.clone(),
            game: NBoardGame::new(),
            depth: USUAL_DEPTH,
            search: None,
            level,
            ponders: options.ponder && level.is_none(),
            answered: None,
            answered_before: None,
            ends_at: None,
        })
    }

    /// Begins the conversation.
    pub(super) fn greet(&mut self, out: &mut Output) -> io::Result<()> {
        self.worker.prepare(self.game.position().clone());
        out.line(&format!("set myname {}", self.name))
    }

    /// Sets the depth of searches.
    pub(super) fn set_depth(&mut self, depth: Depth, out: &mut Output) -> io::Result<()> {
        self.depth = depth;
        out.line(&match depth {
            Depth::Plies(plies) => format!("set myname {}{plies}", self.name),
            Depth::End(_) => format!("set myname {}", self.name),
        })
    }

    /// Sets up a game.
    pub(super) fn set_game(&mut self, game: &GgfGame, out: &mut Output) -> io::Result<()> {
        match NBoardGame::from_ggf(game) {
            Ok(table) => {
                self.game = table;
                Ok(())
            }
            Err(error) => status(&error.to_string(), out),
        }
    }

    /// Plays a move, and ponders after the engine's own.
    pub(super) fn play(&mut self, played: &GgfMove, out: &mut Output) -> io::Result<()> {
        match self.game.play(played) {
            Ok(()) => {
                if self.answered_before == Some(played.mv) {
                    self.ponder();
                }
                Ok(())
            }
            Err(reason) => {
                let mv = write_move(played.mv);
                status(&format!("{mv} cannot be played: {reason}"), out)
            }
        }
    }

    /// Starts the search for the best moves.
    pub(super) fn hint(&mut self, count: usize, out: &mut Output) -> io::Result<()> {
        let position = self.game.position().clone();
        if position.outcome().is_some() {
            return status("The game is over", out);
        }
        out.line("status Thinking")?;
        let book_moves = self.write_book_moves(&position, count, out)?;
        let remaining = position.board().moves().count_ones() as usize - book_moves.len();
        let lines = (count - book_moves.len()).min(remaining);
        if lines == 0 && !position.must_pass() {
            return out.line("status");
        }
        let exclusion = Restriction {
            color: position.to_move(),
            moves: book_moves,
            only: false,
            plies: 1,
        };
        let request = SearchRequest {
            lines: lines.max(1),
            restrictions: vec![exclusion],
            ..SearchRequest::default()
        };
        self.start_search(NBoardTask::Hint, position, None, request);
        Ok(())
    }

    /// Writes up to `count` moves of the book and returns them.
    fn write_book_moves(
        &self,
        position: &Position,
        count: usize,
        out: &mut Output,
    ) -> io::Result<Vec<Move>> {
        let Some(book) = self.opening.book() else {
            return Ok(Vec::new());
        };
        let mut book_moves = book.moves(position.board());
        book_moves.truncate(count);
        for entry in &book_moves {
            let after = position.board().play(entry.square);
            let line = iter::once(Move::Place(entry.square)).chain(book.line(after));
            let pv: String = line.map(write_move).collect();
            let score = f64::from(entry.score) / f64::from(DISC);
            out.line(&format!("book {pv} {score:.2} 0 {}", entry.depth))?;
        }
        Ok(book_moves
            .iter()
            .map(|entry| Move::Place(entry.square))
            .collect())
    }

    /// Starts the search for a move.
    pub(super) fn go(&mut self, out: &mut Output) -> io::Result<()> {
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
        let request = SearchRequest {
            game: ReversiRequest {
                book: true,
                ..ReversiRequest::default()
            },
            level: self.level,
            move_only: true,
            ..SearchRequest::default()
        };
        self.start_search(NBoardTask::Go, position, time, request);
        Ok(())
    }

    /// Starts an analysis of the game.
    pub(super) fn start_analysis(&mut self, out: &mut Output) -> io::Result<()> {
        out.line("status Analyzing")?;
        let analysis = Analysis::new(self.game.record().clone());
        self.continue_analysis(analysis, out)
    }

    /// Continues an analysis until it needs a search or is complete.
    fn continue_analysis(&mut self, mut analysis: Analysis, out: &mut Output) -> io::Result<()> {
        loop {
            match analysis.step() {
                AnalysisStep::Done => return out.line("status"),
                AnalysisStep::Known(value) => {
                    let entry = analysis.settle(value, None);
                    out.line(&format!("analysis {} {:.2}", entry.moves, entry.value))?;
                }
                AnalysisStep::Search(position) => {
                    self.start_search(
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

    /// Starts adding the game to the book given on the command line. Without a book there is nothing to add.
    pub(super) fn start_learning(&mut self, out: &mut Output) -> io::Result<()> {
        match &self.opening {
            Opening::File(file, book) => {
                let learning = Learning::new(self.game.record(), book, file.clone());
                out.line("status Learning")?;
                self.continue_learning(learning);
                Ok(())
            }
            Opening::Searched | Opening::Embedded => out.line("learned"),
        }
    }

    /// Searches the next position to be learned, or saves the book after the last one.
    fn continue_learning(&mut self, learning: Learning) {
        match learning.next_position().cloned() {
            Some(position) => self.start_search(
                NBoardTask::Learning(learning),
                position,
                None,
                SearchRequest::default(),
            ),
            None => self.save(learning),
        }
    }

    /// Saves the book on the worker's thread, because another process may hold the book's lock and disks can be slow.
    fn save(&mut self, learning: Learning) {
        let (computation, delivery) = deferred::computation(move |_| Ok(learning.save()));
        self.worker.compute(computation, Limits::default());
        let root = SearchRoot::new(self.game.position());
        self.search = Some(NBoardSearch::new(NBoardTask::Saving(delivery), root));
    }

    /// Replaces the searcher's book with the extended book.
    fn adopt(&mut self, learned: Learned, out: &mut Output) -> io::Result<()> {
        let Learned { file, book, saved } = learned;
        self.opening = Opening::File(file, book.clone());
        self.worker
            .replace(move |settings| new_player(settings, Some(book.clone())));
        match saved {
            Ok(()) => out.line("learned"),
            Err(error) => status(&format!("The book cannot be saved: {error}"), out),
        }
    }

    /// Starts a search for the side to move, or for the other side if the side to move must pass.
    fn start_search(
        &mut self,
        task: NBoardTask,
        position: Position,
        time: Option<Budget>,
        request: SearchRequest<Move>,
    ) {
        let root = SearchRoot::new(&position);
        let limits = Limits {
            time,
            depth: Some(self.depth.plies(root.empties)),
            ..Limits::default()
        };
        let mut position = position;
        if root.passes {
            let other = position.to_move().opponent();
            // Cannot fail, because the side to move must pass.
            let passed = position.turn_to(other);
            debug_assert!(passed.is_ok());
        }
        let request = SearchRequest {
            game: ReversiRequest {
                selectivity: self.depth.sureness(),
                ..request.game
            },
            ..request
        };
        self.worker.search(position, limits, request);
        self.search = Some(NBoardSearch::new(task, root));
    }

    /// Searches the position after the engine's move until the next command, to fill the hash table.
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

    /// Ends the running search and writes its result, or starts the next search of the task.
    fn finish_search(
        &mut self,
        result: Option<SearchResult<Move>>,
        out: &mut Output,
    ) -> io::Result<()> {
        let Some(mut search) = self.search.take() else {
            return Ok(());
        };
        let is_over = |end: Instant| end <= Instant::now();
        let halted = search.halted || self.ends_at.is_some_and(is_over);
        let Some(result) = result else {
            return status("The search found no move", out);
        };
        if search.task.reports_progress() {
            search.report(&result.report, out)?;
        }
        let best = result.report.lines.first();
        let score = best.map(|line| line.score);
        match search.task {
            NBoardTask::Hint => out.line("status"),
            NBoardTask::Go => {
                self.answered = Some(result.mv);
                let played = GgfMove {
                    color: self.game.position().to_move(),
                    mv: result.mv,
                    eval: score.map(f64::from),
                    time: search.started.elapsed(),
                };
                answer(&played, out)
            }
            NBoardTask::Learning(learning) if halted => {
                self.save(learning);
                Ok(())
            }
            NBoardTask::Learning(mut learning) => {
                if let Some(best) = best {
                    learning.add(best);
                }
                self.continue_learning(learning);
                Ok(())
            }
            // A save ends with `Event::Computed`.
            NBoardTask::Saving(_) => Ok(()),
            NBoardTask::Analysis(_) if halted => out.line("status"),
            NBoardTask::Analysis(mut analysis) => {
                let (value, best) = if search.root.passes {
                    (-score.unwrap_or_default(), Move::Pass)
                } else {
                    (score.unwrap_or_default(), result.mv)
                };
                let entry = analysis.settle(value, Some(best));
                out.line(&format!("analysis {} {:.2}", entry.moves, entry.value))?;
                self.continue_analysis(analysis, out)
            }
        }
    }
}

impl Dialect for NBoardDialect {
    type Command = NBoardInput;
    type Out = Output;

    fn precedence(&self, command: &NBoardInput) -> Precedence {
        match command {
            Ok(command) => command.row.action.precedence,
            Err(_) => Precedence::Waits,
        }
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn execute(&mut self, command: Self::Command, out: &mut Output) -> io::Result<CommandStatus> {
        match command {
            Ok(command) => {
                self.answered_before = self.answered.take();
                (command.work)(self, out)?;
            }
            Err(error) => status(&error.to_string(), out)?,
        }
        Ok(match self.search {
            Some(_) => CommandStatus::Running,
            None => CommandStatus::Answered,
        })
    }

    fn handle_events(&mut self, out: &mut Output) -> io::Result<bool> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => {
                    if let Some(search) = &mut self.search
                        && search.task.reports_progress()
                    {
                        search.report(&report, out)?;
                    }
                }
                Event::Game(never) => match never {},
                // No command waits for the preparation.
                Event::Prepared => {}
                Event::Done(result) => self.finish_search(result, out)?,
                Event::Computed(_) => {
                    let search = self.search.take();
                    // Saving the book is the only computation.
                    if let Some(NBoardTask::Saving(delivery)) = search.map(|search| search.task)
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
        if let Some(search) = &mut self.search {
            search.halted = true;
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

/// Writes the status text that NBoard shows below the board.
fn status(text: &str, out: &mut Output) -> io::Result<()> {
    out.line(&format!("status {text}"))
}

fn answer(played: &GgfMove, out: &mut Output) -> io::Result<()> {
    out.line(&format!("=== {played}"))
}
