//! Gomocup dialect, which executes commands and handles search events.
//!
//! - `database`: database commands, and the database's role in searches
//! - `openings`: steps of opening rules

mod database;
mod openings;

pub use database::DatabaseFailure;

use std::io;
use std::time::{Duration, Instant};

use super::block::{BlockReader, GomocupInput};
use super::blocked::Blocked;
use super::board::{GomocupGame, GomocupGameError};
use super::command_table::GomocupCommand;
use super::grammar::{self, NewBoard, Owner, Stone, Xy};
use super::reply;
use super::search::{GomocupSearch, GomocupTask};
use super::settings::GomocupSettings;
use crate::Options;
use crate::front::{Grammar, ProtocolFront};
use crate::io::input::InputLine;
use crate::io::output::Output;
use tengen_engine::conversation::{CommandStatus, Dialect, Jobs, Precedence};
use tengen_engine::files::Access;
use tengen_engine::{Event, Limits, Settings, TableCommand, Waker, Worker};
use tengen_gomoku::database::DatabaseFile;
use tengen_gomoku::player::new_player;
use tengen_gomoku::request::Balance;
use tengen_gomoku::{Point, Position, Rule, static_score};
use tengen_play::Game;

/// A Gomocup conversation. Commands wait while the worker searches, except `END` and `YXSTOP`. A new game or a
/// `TAKEBACK` cancels the search without printing its move.
pub type GomocupFront = ProtocolFront<BlockReader, GomocupDialect>;

impl GomocupFront {
    /// Creates a conversation with the gomoku player. Fails if no thread can be started.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let worker = Worker::spawn(options.settings, waker, new_player)?;
        let dialect = GomocupDialect {
            is_ready: false,
            name: options.name.clone(),
            files: options.files.clone(),
            settings: GomocupSettings::new(options.games.gomoku.rule)
                .at_level(options.level.filter(|_| options.game == Game::Gomoku)),
            ..GomocupDialect::with_worker(options.games.gomoku.rule, options.settings, worker)
        };
        let reader = BlockReader::default();
        Ok(ProtocolFront::from_parts(reader, dialect, options.linger))
    }
}

/// State of a Gomocup session: settings, game and search.
pub struct GomocupDialect {
    pub(super) worker: Worker<Position>,
    /// Upper limits from the command line.
    pub(super) allowed: Settings,
    name: String,
    /// Files that commands may access.
    files: Access,
    /// Settings last sent to the worker.
    pub(super) configured: Settings,
    pub(super) settings: GomocupSettings,
    pub(super) game: Option<GomocupGame>,
    pub(super) blocked: Blocked,
    pub(super) search: Option<GomocupSearch>,
    /// Whether the searcher may have results from earlier searches.
    pub(super) learned: bool,
    /// Whether the searcher is prepared for the current rule and settings.
    pub(super) is_ready: bool,
    /// Number of openings offered so far, used to vary the next one.
    offered: u64,
    /// Fifth moves to choose from.
    fifths: Vec<Point>,
    /// Whether the worker is pondering because of `PONDER`.
    pub(super) is_pondering: bool,
    pub(super) database: Option<DatabaseFile>,
}

/// Immediate reply to a command: nothing, or one or more lines.
pub(super) type Reply = Result<Option<String>, GomocupGameError>;

impl GomocupDialect {
    /// Creates a session with the given searcher, initial rule and upper limits of the settings.
    fn with_worker(rule: Rule, allowed: Settings, worker: Worker<Position>) -> Self {
        GomocupDialect {
            worker,
            allowed,
            name: Options::NAME.to_owned(),
            files: Access::default(),
            configured: allowed,
            settings: GomocupSettings::new(rule),
            game: None,
            blocked: Blocked::default(),
            search: None,
            learned: false,
            is_ready: true,
            offered: 0,
            fifths: Vec::new(),
            is_pondering: false,
            database: None,
        }
    }

    /// Replies with the engine's name, version and author.
    pub(super) fn about(&self) -> Reply {
        Ok(Some(reply::about(&self.name)))
    }

    /// Starts a game on an empty board.
    pub(super) fn start(&mut self, size: NewBoard) -> Reply {
        if size.is_yixin {
            self.settings.identify_yixin();
        }
        let board = GomocupGame::new(size.width, size.height, self.settings.variant())?;
        self.begin_game(board)
    }

    /// Starts a game on a board of the same size.
    pub(super) fn restart(&mut self) -> Reply {
        let board = self.board()?.emptied();
        self.begin_game(board)
    }

    /// Plays the opponent's move and starts the search for the reply.
    pub(super) fn turn(&mut self, at: Xy) -> Reply {
        self.board()?.opponent_plays(at)?;
        self.start_turn(GomocupTask::Move)
    }

    /// Plays a move of the engine that the manager has chosen.
    pub(super) fn play_for_manager(&mut self, at: Xy) -> Reply {
        self.board()?.manager_plays(at)?;
        Ok(Some(at.to_string()))
    }

    /// Removes a stone.
    pub(super) fn take_back(&mut self, at: Xy) -> Reply {
        self.board()?.take_back(at)?;
        Ok(Some("OK".to_owned()))
    }

    /// Sets up a position.
    pub(super) fn set_up(&mut self, stones: &[Stone]) -> Reply {
        let board = self.board()?;
        *board = board.set_up(stones)?;
        Ok(None)
    }

    /// Sets up a position in which the game goes on.
    fn set_up_open(&mut self, stones: &[Stone]) -> Result<(), GomocupGameError> {
        let board = self.board()?;
        let new_board = board.set_up(stones)?;
        new_board.check_open()?;
        *board = new_board;
        Ok(())
    }

    /// Sets up a position and starts the search for a move.
    pub(super) fn set_up_and_move(&mut self, stones: &[Stone]) -> Reply {
        self.set_up_open(stones)?;
        self.search_move(GomocupTask::Move)
    }

    /// Sets up a position and starts the search for moves that balance it.
    pub(super) fn set_up_and_balance(&mut self, moves: usize, stones: &[Stone]) -> Reply {
        self.set_up_open(stones)?;
        self.search_move(GomocupTask::Balance(Balance { moves, score: 0 }))
    }

    /// Replies with Black's forbidden points.
    pub(super) fn show_forbidden(&mut self) -> Reply {
        Ok(Some(reply::forbidden(self.board()?.position())))
    }

    /// Replies with Black's forbidden points in a position.
    pub(super) fn show_forbidden_of(&mut self, stones: &[Stone]) -> Reply {
        let shown = self.board()?.set_up(stones)?;
        Ok(Some(reply::all_forbidden(shown.position())))
    }

    /// Replies with the engine's name and limits, for Yixin-Board.
    pub(super) fn show_limits(&mut self) -> Reply {
        self.settings.identify_yixin();
        Ok(Some(reply::limits_for_yixin(self.allowed)))
    }

    /// Clears the hash table.
    pub(super) fn clear_table(&mut self) -> Reply {
        self.worker.clear();
        Ok(None)
    }

    /// Writes the hash table to a file.
    pub(super) fn save_table(&mut self, name: &str) -> Reply {
        self.check_output(name)?;
        self.run_table(TableCommand::Save(self.files.named(name)))
    }

    /// Loads the hash table from a file.
    pub(super) fn load_table(&mut self, name: &str) -> Reply {
        self.run_table(TableCommand::Load(self.files.named(name)))
    }

    /// Ends pondering. A running search has been stopped before this command reached the queue.
    pub(super) fn stop_pondering(&mut self) -> Reply {
        if std::mem::take(&mut self.is_pondering) && self.search.is_none() {
            self.worker.abandon();
        }
        Ok(None)
    }

    pub(super) fn board(&mut self) -> Result<&mut GomocupGame, GomocupGameError> {
        self.game.as_mut().ok_or(GomocupGameError::NoGame)
    }

    fn begin_game(&mut self, board: GomocupGame) -> Reply {
        self.game = Some(board);
        self.settings.time.spent = Duration::ZERO;
        // Yixin-Board sends START before every request and clears the table with a separate command.
        if !self.settings.is_yixin() {
            self.clear_worker();
        }
        if self.is_ready {
            return Ok(Some("OK".to_owned()));
        }
        // The manager's clock starts after the OK, so the searcher is prepared first.
        self.prepare();
        self.record_start(GomocupTask::Preparation, Limits::default());
        Ok(None)
    }

    /// Writes the pending `OK` of a new game, if there is one.
    fn write_ready(&mut self, out: &mut Output) -> io::Result<()> {
        let prepares = |search: &mut GomocupSearch| search.task == GomocupTask::Preparation;
        match self.search.take_if(prepares) {
            Some(_) => out.line("OK"),
            None => Ok(()),
        }
    }

    /// Prepares the searcher for the current game.
    fn prepare(&mut self) {
        self.configure();
        if let Some(board) = &self.game {
            self.worker.prepare(board.position().clone());
            self.is_ready = true;
        }
    }

    /// Resets the searcher to its initial state, so that a game does not depend on the previous one.
    fn clear_worker(&mut self) {
        if std::mem::take(&mut self.learned) {
            self.worker.clear();
        }
    }

    /// Changes a setting of `INFO`.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Reply {
        if key.eq_ignore_ascii_case("evaluate") {
            return Ok(self.evaluation(value));
        }
        let breadth = self.settings.breadth();
        self.settings.set(key, value);
        if self.settings.breadth() != breadth {
            self.clear_worker();
        }
        let variant = self.settings.variant();
        if let Some(board) = &self.game
            && !board.is_played_by(variant)
        {
            // Cannot fail, because a board of this size already exists.
            self.game = Some(board.with_variant(variant)?);
            self.clear_worker();
            self.prepare();
        }
        Ok(None)
    }

    /// Returns the static evaluation after the moves given by the manager; `None` if they cannot be played.
    fn evaluation(&mut self, moves: &str) -> Option<String> {
        let points: Option<Vec<_>> = moves.split_whitespace().map(grammar::point).collect();
        let mut board = self.game.clone()?;
        let points = points.filter(|points| !points.is_empty())?;
        let stone = |at| Stone {
            at,
            owner: Owner::InTurn,
        };
        let points = board.points(&points.into_iter().map(stone).collect::<Vec<_>>());
        let points = points.ok()?;
        for &point in &points {
            board.play(point).ok()?;
        }
        let (score, winrate) = static_score(board.position());
        Some(reply::move_evaluation(&points, score, winrate))
    }
}

impl Grammar for BlockReader {
    type Command = GomocupInput;

    fn read(&mut self, line: &InputLine) -> Option<Self::Command> {
        if line.too_long {
            self.too_long()
        } else {
            self.line(&line.text())
        }
    }

    fn rest(&mut self) -> Option<Self::Command> {
        self.finish().map(Err)
    }
}

impl Dialect for GomocupDialect {
    type Command = GomocupInput;
    type Out = Output;

    fn precedence(&self, command: &GomocupInput) -> Precedence {
        match command {
            Ok(command) => command.row.action.precedence,
            Err(_) => Precedence::Waits,
        }
    }

    /// Whether the job is the preparation before the `OK` of a new game, or a command on the hash table.
    fn runs_to_end(&self) -> bool {
        let task = self.search.as_ref().map(|search| search.task);
        matches!(task, Some(GomocupTask::Table | GomocupTask::Preparation))
    }

    fn extra_bytes(command: &GomocupInput) -> usize {
        match command {
            Ok(command) => size_of_val(command.stones.as_slice()),
            Err(_) => 0,
        }
    }

    fn cancels(&self, command: &GomocupInput) -> bool {
        let is_effective = |command: &GomocupCommand| command.call.cancels(self);
        !self.runs_to_end() && command.as_ref().is_ok_and(is_effective)
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn execute(&mut self, command: Self::Command, out: &mut Output) -> io::Result<CommandStatus> {
        match command {
            Ok(command) if command.row.action.precedence == Precedence::Quits => {
                return Ok(CommandStatus::Quit);
            }
            Ok(GomocupCommand { call, stones, .. }) => write(call.run(self, &stones), out)?,
            Err(error) => out.line(&error.reply())?,
        }
        Ok(match self.search {
            Some(_) => CommandStatus::Running,
            None => CommandStatus::Answered,
        })
    }

    fn handle_events(&mut self, out: &mut Output) -> io::Result<bool> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => write(Ok(self.progress(&report)), out)?,
                Event::Done(result) => {
                    let reply = self.finish_search(result);
                    write(reply, out)?;
                }
                Event::Game(root_event) => write(Ok(self.root_event_line(root_event)), out)?,
                Event::Prepared => self.write_ready(out)?,
                Event::Computed(result) => {
                    self.search = None;
                    match result {
                        Ok(text) => out.line(&format!("MESSAGE {text}"))?,
                        Err(error) => out.line(&format!("ERROR {error}"))?,
                    }
                }
                Event::Failed(reason) => {
                    self.search = None;
                    let reason = reason.lines().next().unwrap_or_default();
                    out.line(&format!("ERROR the search failed: {reason}"))?;
                }
            }
        }
        Ok(self.search.is_none())
    }

    fn cancel(&mut self, _: &mut Output) -> io::Result<()> {
        self.worker.abandon();
        self.search = None;
        Ok(())
    }

    fn alarm(&self) -> Option<Instant> {
        self.worker.alarm()
    }
}

fn write(reply: Reply, out: &mut Output) -> io::Result<()> {
    match reply {
        Ok(Some(text)) => out.line(&text),
        Ok(None) => Ok(()),
        Err(error) => out.line(&format!("ERROR {error}")),
    }
}

#[cfg(test)]
mod tests;
