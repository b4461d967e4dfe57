//! The Gomocup dialect: execution of commands and handling of search events.
//!
//! - `database`: commands to the database, and its part in searches
//! - `openings`: steps of opening rules
//! - `searches`: their start, their reports and what becomes of their results

mod database;
mod openings;
mod searches;

pub use database::DatabaseFailure;

use std::io;
use std::time::{Duration, Instant};

use super::answers;
use super::block::BlockReader;
use super::blocked::Blocked;
use super::command::{BlockHead, BlockKind, FileKind, GomocupCommand as Command, Owner, Stone};
use super::game::{GomocupGame, GomocupGameError};
use super::parse::{self, GomocupSyntaxError as SyntaxError};
use super::search::{GomocupSearch, GomocupTask, SwapProtocol};
use super::settings::GomocupSettings;
use crate::Options;
use crate::front::{Grammar, ProtocolFront};
use crate::io::input::InputLine;
use crate::io::output::Output;
use tengen_engine::conversation::{Dialect, Jobs, Obeyed, Precedence};
use tengen_engine::files::Access;
use tengen_engine::{Event, Limits, Settings, TableCommand, Waker, Worker};
use tengen_gomoku::database::DatabaseFile;
use tengen_gomoku::player::new_player;
use tengen_gomoku::request::Balance;
use tengen_gomoku::{Point, Position, Rule, static_score};
use tengen_play::Game;

/// A Gomocup conversation. Commands wait while the worker searches, except `END` and `YXSTOP`. A new game or a
/// `TAKEBACK` cancels the search, and its move is not printed.
pub type GomocupFront = ProtocolFront<BlockReader, GomocupDialect>;

impl GomocupFront {
    /// Creates a conversation with the gomoku player.
    ///
    /// # Errors
    ///
    /// Fails if no thread can be started.
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
        Ok(ProtocolFront::of(reader, dialect, options.linger))
    }
}

/// The state of a Gomocup session: settings, game and search.
pub struct GomocupDialect {
    worker: Worker<Position>,
    /// Upper limits from the command line.
    allowed: Settings,
    /// The engine's name.
    name: String,
    /// Files that commands may access.
    files: Access,
    /// Settings last sent to the worker.
    configured: Settings,
    settings: GomocupSettings,
    game: Option<GomocupGame>,
    blocked: Blocked,
    search: Option<GomocupSearch>,
    /// Whether the searcher may hold results of earlier searches.
    learned: bool,
    /// Whether the searcher is prepared for the current rule and settings.
    is_ready: bool,
    /// Number of openings offered so far, which varies the next one.
    offered: u64,
    /// The fifth moves to choose from.
    fifths: Vec<Point>,
    /// Whether the worker ponders because of `PONDER`.
    is_pondering: bool,
    /// The open database.
    database: Option<DatabaseFile>,
}

/// The immediate reply to a command: nothing, or one or more lines.
type Reply = Result<Option<String>, GomocupGameError>;

/// The version of AlphaGomoku's extended protocol.
const PROTOCOL_VERSION: &str = "1,0";

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

    fn carry_out(&mut self, command: Command) -> Reply {
        match command {
            Command::About => Ok(Some(answers::about(&self.name))),
            Command::Start {
                width,
                height,
                yixin,
            } => {
                if yixin {
                    self.settings.identify_yixin();
                }
                let board = GomocupGame::new(width, height, self.settings.variant())?;
                self.begin_game(board)
            }
            Command::Restart => {
                let board = self.board()?.emptied();
                self.begin_game(board)
            }
            Command::Begin => self.start_turn(GomocupTask::Move),
            Command::Turn(at) => {
                self.board()?.opponent_plays(at)?;
                self.start_turn(GomocupTask::Move)
            }
            Command::Play(at) => {
                self.board()?.manager_plays(at)?;
                Ok(Some(at.to_string()))
            }
            Command::TakeBack(at) => {
                self.board()?.take_back(at)?;
                Ok(Some("OK".to_owned()))
            }
            Command::Block { head, stones } => self.take_block(head, &stones),
            Command::Info { key, value } => self.set(&key, &value),
            Command::Best(lines) => self.start_turn(GomocupTask::Best(lines)),
            Command::Balance { moves, score } => {
                self.start_turn(GomocupTask::Balance(Balance { moves, score }))
            }
            Command::ShowForbidden => Ok(Some(answers::forbidden(self.board()?.position()))),
            Command::ShowInfo => {
                self.settings.identify_yixin();
                Ok(Some(answers::limits_for_yixin(self.allowed)))
            }
            Command::ClearHash => {
                self.worker.clear();
                Ok(None)
            }
            Command::HashUsage => self.run_table(TableCommand::Usage),
            Command::File { kind, name } => {
                if kind.is_written() {
                    self.check_output(&name)?;
                }
                match kind {
                    FileKind::Dump => self.run_table(TableCommand::Save(self.files.named(name))),
                    FileKind::Load => self.run_table(TableCommand::Load(self.files.named(name))),
                    _ => self.run_database_file(kind, &name),
                }
            }
            Command::SaveDatabase => Ok(self.save_database()?),
            Command::UnblockAll => {
                self.blocked.free_points();
                Ok(None)
            }
            Command::UnpathAll => {
                self.blocked.free_paths();
                Ok(None)
            }
            Command::Swap2Offer => self.search_opening(SwapProtocol::Yixin),
            Command::SoosorvOffer => self.search_opening(SwapProtocol::YixinRenju),
            Command::Ponder(milliseconds) => self.ponder_on_command(milliseconds),
            Command::ProtocolVersion => Ok(Some(PROTOCOL_VERSION.to_owned())),
            Command::Swap2Choose { stones } => {
                let board = self.board()?;
                match board.filled() {
                    filled if filled == stones => {
                        self.start_search(GomocupTask::Side(SwapProtocol::Yixin))
                    }
                    filled => Err(GomocupGameError::SwapStones(filled)),
                }
            }
            // A search is stopped before the queue.
            Command::Stop => {
                if std::mem::take(&mut self.is_pondering) && self.search.is_none() {
                    self.worker.abandon();
                }
                Ok(None)
            }
            // `obey` handles END, and Foreign has no effect.
            Command::End | Command::Foreign => Ok(None),
        }
    }

    fn board(&mut self) -> Result<&mut GomocupGame, GomocupGameError> {
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
        // The manager's clock starts after the OK, so the searcher is prepared before it.
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

    fn set(&mut self, key: &str, value: &str) -> Reply {
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
            // This does not fail, because a board of this size already exists.
            self.game = Some(board.with_variant(variant)?);
            self.clear_worker();
            self.prepare();
        }
        Ok(None)
    }

    /// Returns the static evaluation of the moves that a manager points at; `None` if they cannot be played.
    fn evaluation(&mut self, moves: &str) -> Option<String> {
        let points: Option<Vec<_>> = moves.split_whitespace().map(parse::point).collect();
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
        Some(answers::move_evaluation(&points, score, winrate))
    }

    fn take_block(&mut self, head: BlockHead, stones: &[Stone]) -> Reply {
        let kind = match head {
            BlockHead::Plain(kind) => kind,
            BlockHead::Database(request) => return self.ask_database(request, stones),
            BlockHead::Opening(step) => return self.ask_opening(step, stones),
            BlockHead::Balance(moves) => {
                let board = self.board()?;
                let new_board = board.set_up(stones)?;
                new_board.check_open()?;
                *board = new_board;
                return self.start_search(GomocupTask::Balance(Balance { moves, score: 0 }));
            }
        };
        let board = self.board()?;
        match kind {
            BlockKind::Board => {
                let new_board = board.set_up(stones)?;
                new_board.check_open()?;
                *board = new_board;
                self.search_move(GomocupTask::Move)
            }
            BlockKind::SetUp => {
                *board = board.set_up(stones)?;
                Ok(None)
            }
            BlockKind::ShowForbidden => {
                let shown = board.set_up(stones)?;
                Ok(Some(answers::all_forbidden(shown.position())))
            }
            BlockKind::Swap2 => match stones.len() {
                0 => self.search_opening(SwapProtocol::Gomocup),
                3 | 5 => {
                    let new_board = board.set_up_swap(&board.points(stones)?)?;
                    new_board.check_open()?;
                    *board = new_board;
                    self.start_search(GomocupTask::Side(SwapProtocol::Gomocup))
                }
                count => Err(GomocupGameError::SwapStones(count)),
            },
            BlockKind::Block | BlockKind::Unblock | BlockKind::Path | BlockKind::Unpath => {
                self.blocked.change(kind, stones);
                Ok(None)
            }
        }
    }
}

impl Grammar for BlockReader {
    type Command = Result<Command, SyntaxError>;

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
    type Command = Result<Command, SyntaxError>;
    type Out = Output;

    fn precedence(command: &Self::Command) -> Precedence {
        match command {
            Ok(Command::End) => Precedence::Quits,
            Ok(Command::Stop) => Precedence::Stops,
            Ok(Command::Start { .. } | Command::Restart | Command::TakeBack(_)) => {
                Precedence::Cancels
            }
            // Yixin-Board asks after each move, also while the engine thinks or ponders, and an edit must not be lost by an END.
            Ok(
                Command::SaveDatabase
                | Command::Block {
                    head: BlockHead::Database(_),
                    ..
                },
            ) => Precedence::Beside,
            _ => Precedence::Waits,
        }
    }

    /// The preparation behind the `OK` of a new game, and commands on the hash table.
    fn runs_to_end(&self) -> bool {
        let task = self.search.as_ref().map(|search| search.task);
        matches!(task, Some(GomocupTask::Table | GomocupTask::Preparation))
    }

    fn extra_bytes(command: &Self::Command) -> usize {
        match command {
            Ok(Command::Block { stones, .. }) => size_of_val(stones.as_slice()),
            _ => 0,
        }
    }

    fn cancels(&self, command: &Self::Command) -> bool {
        if self.runs_to_end() {
            return false;
        }
        match *command {
            // A START that fails changes nothing, so the search continues.
            Ok(Command::Start { width, height, .. }) => {
                GomocupGame::new(width, height, self.settings.variant()).is_ok()
            }
            Ok(Command::Restart) => true,
            Ok(Command::TakeBack(at)) => self.game.as_ref().is_some_and(|board| board.holds(at)),
            _ => false,
        }
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn obey(&mut self, command: Self::Command, out: &mut Output) -> io::Result<Obeyed> {
        match command {
            Ok(Command::End) => return Ok(Obeyed::Quit),
            Ok(command) => {
                let reply = self.carry_out(command);
                write(reply, out)?;
            }
            Err(error) => out.line(&error.reply())?,
        }
        Ok(match self.search {
            Some(_) => Obeyed::Running,
            None => Obeyed::Answered,
        })
    }

    fn hear(&mut self, out: &mut Output) -> io::Result<bool> {
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
