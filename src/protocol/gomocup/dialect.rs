//! Gomocup's part of a conversation: commands, each answered as managers expect it.

use std::io;
use std::iter;
use std::time::{Duration, Instant};

use super::answers;
use super::block::BlockReader;
use super::blocked::Blocked;
use super::command::{BlockKind, FileKind, GomocupCommand as Command, Stone};
use super::game::{GomocupGame, GomocupGameError, xy};
use super::parse::GomocupSyntaxError as SyntaxError;
use super::search::{GomocupSearch, GomocupTask, Speech};
use super::settings::GomocupSettings;
use crate::engine::conversation::{Dialect, Jobs, Obeyed, Precedence};
use crate::engine::files::Access;
use crate::engine::{
    Event, Limits, Report, SearchRequest, SearchResult, Settings, TableCommand, Waker, Worker,
    clock,
};
use crate::gomoku::request::{Balance, GomokuRequest, RootEvent};
use crate::gomoku::search::opening;
use crate::gomoku::search::opening::Swap2;
use crate::gomoku::{AlphaBeta, Point, Position, Rule};
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::protocol::Options;
use crate::protocol::front::{Grammar, ProtocolFront};

/// A Gomocup conversation. While the worker searches, commands wait; only `END` and `YXSTOP` overtake it, and a new game
/// or a move taken back invalidates the search, whose move is then never printed.
pub type GomocupFront = ProtocolFront<BlockReader, GomocupDialect>;

impl GomocupFront {
    /// A conversation with the gomoku player.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let worker = Worker::spawn(options.settings, waker, AlphaBeta::new)?;
        let dialect = GomocupDialect {
            is_ready: false,
            files: options.files.clone(),
            ..GomocupDialect::with_worker(options.gomoku.rule, options.settings, worker)
        };
        let reader = BlockReader::default();
        Ok(ProtocolFront::of(reader, dialect, options.linger))
    }
}

/// The game that is played, and the search for it.
pub struct GomocupDialect {
    worker: Worker<Position>,
    /// What the command line allows.
    allowed: Settings,
    /// Which files the manager may name.
    files: Access,
    /// What the worker was told last.
    configured: Settings,
    settings: GomocupSettings,
    game: Option<GomocupGame>,
    blocked: Blocked,
    search: Option<GomocupSearch>,
    /// The searcher may remember positions of this game.
    learned: bool,
    /// The searcher has been got ready for games by the rule and with the resources of now.
    is_ready: bool,
    /// Swap2 openings offered so far, so that the next one is another.
    offered: u64,
}

/// What a command says at once: nothing, or one line and sometimes more.
type Reply = Result<Option<String>, GomocupGameError>;

/// The longest that the opponent's time is used for one of his moves.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// The least time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Moves at the root are told from here on; before, they are too many to be seen.
const WATCHED_FROM: Duration = Duration::from_millis(200);

impl GomocupDialect {
    /// A conversation whose moves come from `worker`: at first by `rule` and never with more than `allowed`.
    fn with_worker(rule: Rule, allowed: Settings, worker: Worker<Position>) -> Self {
        GomocupDialect {
            worker,
            allowed,
            files: Access::default(),
            configured: allowed,
            settings: GomocupSettings::new(rule),
            game: None,
            blocked: Blocked::default(),
            search: None,
            learned: false,
            is_ready: true,
            offered: 0,
        }
    }

    fn carry_out(&mut self, command: Command) -> Reply {
        match command {
            Command::About => Ok(Some(answers::about())),
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
            Command::Begin => self.move_by(GomocupTask::Move),
            Command::Turn(at) => {
                self.board()?.opponent_plays(at)?;
                self.move_by(GomocupTask::Move)
            }
            Command::Play(at) => {
                self.board()?.manager_plays(at)?;
                Ok(Some(at.to_string()))
            }
            Command::TakeBack(at) => {
                self.board()?.take_back(at)?;
                Ok(Some("OK".to_owned()))
            }
            Command::Block { kind, stones } => self.take_block(kind, &stones),
            Command::Info { key, value } => self.set(&key, &value),
            Command::Best(lines) => self.move_by(GomocupTask::Best(lines)),
            Command::Balance { moves, score } => {
                self.move_by(GomocupTask::Balance(Balance { moves, score }))
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
            Command::HashUsage => self.run_errand(TableCommand::Usage),
            Command::HashFile { kind, name } => {
                let file = self.files.named(name);
                self.run_errand(match kind {
                    FileKind::Dump => TableCommand::Save(file),
                    FileKind::Load => TableCommand::Load(file),
                })
            }
            Command::UnblockAll => {
                self.blocked.free_points();
                Ok(None)
            }
            Command::UnpathAll => {
                self.blocked.free_paths();
                Ok(None)
            }
            Command::Swap2Offer => self.think_of_opening(Speech::Yixin),
            Command::Swap2Choose { stones } => {
                let board = self.board()?;
                match board.filled() {
                    filled if filled == stones => self.think(GomocupTask::Side(Speech::Yixin)),
                    filled => Err(GomocupGameError::SwapStones(filled)),
                }
            }
            // END never waits, STOP has acted by now, and the rest is Yixin-Board's affair.
            Command::End | Command::Stop | Command::Foreign => Ok(None),
        }
    }

    fn board(&mut self) -> Result<&mut GomocupGame, GomocupGameError> {
        self.game.as_mut().ok_or(GomocupGameError::NoGame)
    }

    fn begin_game(&mut self, board: GomocupGame) -> Reply {
        self.game = Some(board);
        self.settings.time.spent = Duration::ZERO;
        // A Yixin-Board begins anew for every question and clears the table by a command of its own.
        if !self.settings.is_yixin() {
            self.forget();
        }
        if self.is_ready {
            return Ok(Some("OK".to_owned()));
        }
        // The first clock starts after the OK.
        self.prepare();
        self.begin_thinking(GomocupTask::Preparation, Limits::default());
        Ok(None)
    }

    /// Says the OK of a game whose searcher is ready, if that has not been said.
    fn tell_ready(&mut self, out: &mut Output) -> io::Result<()> {
        let prepares = |thinking: &mut GomocupSearch| thinking.task == GomocupTask::Preparation;
        match self.search.take_if(prepares) {
            Some(_) => out.line("OK"),
            None => Ok(()),
        }
    }

    /// Has the searcher get ready for the game on the board.
    fn prepare(&mut self) {
        self.configure();
        if let Some(board) = &self.game {
            self.worker.prepare(board.position().clone());
            self.is_ready = true;
        }
    }

    /// Makes the searcher as it was before the first search, so that a game does not depend on the one before.
    fn forget(&mut self) {
        if std::mem::take(&mut self.learned) {
            self.worker.clear();
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Reply {
        let breadth = self.settings.breadth();
        self.settings.set(key, value);
        if self.settings.breadth() != breadth {
            self.forget();
        }
        let variant = self.settings.variant();
        if let Some(board) = &self.game
            && !board.is_played_by(variant)
        {
            // Never refused, for a board of this size exists.
            self.game = Some(board.with_variant(variant)?);
            self.forget();
            self.prepare();
        }
        Ok(None)
    }

    fn take_block(&mut self, kind: BlockKind, stones: &[Stone]) -> Reply {
        let board = self.board()?;
        match kind {
            BlockKind::Board => {
                let told = board.set_up(stones)?;
                told.check_open()?;
                *board = told;
                self.think(GomocupTask::Move)
            }
            BlockKind::SetUp => {
                *board = board.set_up(stones)?;
                Ok(None)
            }
            BlockKind::Swap2 => match stones.len() {
                0 => self.think_of_opening(Speech::Gomocup),
                3 | 5 => {
                    let told = board.set_up_swap(&board.points(stones)?)?;
                    told.check_open()?;
                    *board = told;
                    self.think(GomocupTask::Side(Speech::Gomocup))
                }
                count => Err(GomocupGameError::SwapStones(count)),
            },
            BlockKind::Block | BlockKind::Unblock | BlockKind::Path | BlockKind::Unpath => {
                self.blocked.change(kind, stones);
                Ok(None)
            }
        }
    }

    /// Takes our turn.
    fn move_by(&mut self, task: GomocupTask) -> Reply {
        self.board()?.take_turn()?;
        self.think(task)
    }

    /// Looks for an opening to offer, another one each time.
    fn think_of_opening(&mut self, speech: Speech) -> Reply {
        let position = self.board()?.position();
        let (width, height) = (position.width(), position.height());
        let seed = self.allowed.seed.wrapping_add(self.offered);
        self.offered += 1;
        let stones = opening::first_two(width, height, seed);
        self.think(GomocupTask::Opening(stones, speech))
    }

    /// Starts the search for what has to be said about the board.
    fn think(&mut self, task: GomocupTask) -> Reply {
        self.configure();
        let mut board = self.game.as_ref().ok_or(GomocupGameError::NoGame)?;
        let offered;
        if let GomocupTask::Opening(stones, _) = &task {
            offered = board.set_up_swap(stones)?;
            board = &offered;
        }
        let limits = self
            .settings
            .limits(board.filled(), board.position().empty_count());
        let question = SearchRequest {
            lines: match task {
                GomocupTask::Best(lines) => lines,
                _ => 1,
            },
            restrictions: Vec::from_iter(self.blocked.restriction(board.position())),
            game: GomokuRequest {
                balance: match task {
                    GomocupTask::Balance(wish) => Some(wish),
                    GomocupTask::Opening(..) => Some(opening::EVEN),
                    _ => None,
                },
                breadth: self.settings.breadth(),
                proof: self.settings.proves(),
                root_events: self.settings.wants_steps(),
            },
            ..SearchRequest::default()
        };
        self.worker
            .search(board.position().clone(), limits, question);
        self.begin_thinking(task, limits);
        Ok(None)
    }

    /// Has the table looked at, written or read.
    fn run_errand(&mut self, errand: TableCommand) -> Reply {
        self.configure();
        self.worker.run_table_command(errand);
        self.begin_thinking(GomocupTask::Errand, Limits::default());
        Ok(None)
    }

    fn configure(&mut self) {
        let settings = self.settings.settings(self.allowed);
        if settings != self.configured {
            self.configured = settings;
            self.is_ready = false;
            self.worker.configure(settings);
        }
    }

    fn begin_thinking(&mut self, task: GomocupTask, limits: Limits) {
        self.learned = true;
        self.search = Some(GomocupSearch {
            task,
            limits,
            started: Instant::now(),
            told: None,
        });
    }

    /// Takes the result of the search that ran.
    fn conclude(&mut self, found: Option<SearchResult<Point>>) -> Reply {
        let Some(thinking) = self.search.take() else {
            return Ok(None);
        };
        let elapsed = thinking.started.elapsed();
        self.settings.time.charge(elapsed);
        let board = self.board()?;
        let Some(found) = found else {
            board.check_open()?;
            return Err(GomocupGameError::NoMove);
        };
        let mut reply = String::new();
        if self.settings.wants_lines() {
            reply += &answers::details(&found.report, elapsed);
        }
        if matches!(thinking.task, GomocupTask::Best(_)) {
            reply += &answers::numbered(&found.report);
        }
        let was_watched = self.settings.wants_lines() || self.settings.wants_steps();
        if was_watched && found.report.depth > 0 {
            reply += &answers::progress(&found.report);
            reply += "\n";
        }
        reply += &match thinking.task {
            GomocupTask::Move | GomocupTask::Best(_) => self.play(&[found.mv])?,
            GomocupTask::Balance(wish) => {
                let line = found.report.lines.first();
                let second = line.and_then(|line| line.pv.get(1));
                let moves = iter::once(&found.mv).chain(second).take(wish.moves);
                self.play(&moves.copied().collect::<Vec<_>>())?
            }
            GomocupTask::Side(speech) => self.choose_side(&found, speech)?,
            GomocupTask::Opening([black, white], speech) => {
                self.offer([black, white, found.mv], speech)?
            }
            GomocupTask::Errand | GomocupTask::Preparation => String::new(),
        };
        Ok(Some(reply))
    }

    /// Makes moves, the sides in turn, and says them.
    fn play(&mut self, moves: &[Point]) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        for &point in moves {
            board.play(point)?;
        }
        self.ponder();
        Ok(answers::moves(moves))
    }

    /// Goes on to search for the opponent's answer, for what the table keeps of it.
    fn ponder(&mut self) {
        let Some(board) = self.game.as_ref().filter(|_| self.settings.ponders()) else {
            return;
        };
        let limits = Limits {
            time: Some(clock::fixed(PONDERING_TIME)),
            ..Limits::default()
        };
        self.worker.start(board.position().clone(), limits);
    }

    /// Moves as white or swaps to black.
    fn choose_side(
        &mut self,
        found: &SearchResult<Point>,
        speech: Speech,
    ) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        let choice = opening::choose(found);
        if speech == Speech::Yixin {
            let number = if board.filled() == 3 { 1 } else { 2 };
            let swaps = if choice == Swap2::Swap { "YES" } else { "NO" };
            return Ok(format!("MESSAGE SWAP2 SWAP{number} {swaps}"));
        }
        match choice {
            Swap2::Play(point) => {
                board.own_is_to_move(true);
                board.play(point)?;
                Ok(xy(point).to_string())
            }
            Swap2::Swap => {
                board.own_is_to_move(false);
                Ok("SWAP".to_owned())
            }
        }
    }

    /// Puts an opening on the board and says it.
    fn offer(&mut self, stones: [Point; 3], speech: Speech) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        *board = board.set_up_swap(&stones)?;
        Ok(match speech {
            Speech::Gomocup => answers::moves(&stones),
            Speech::Yixin => answers::offer_for_yixin(stones),
        })
    }

    /// The lines that tell how the search goes, if they were asked for and are due.
    fn progress(&mut self, report: &Report<Point>) -> Option<String> {
        let (lines, steps) = (self.settings.wants_lines(), self.settings.wants_steps());
        let thinking = self.search.as_mut().filter(|_| lines || steps)?;
        let due = thinking
            .told
            .is_none_or(|told| told.elapsed() >= REPORT_INTERVAL);
        if !due || is_late(thinking) {
            return None;
        }
        thinking.told = Some(Instant::now());
        let mut text = String::new();
        if lines {
            text += &answers::details(report, thinking.started.elapsed());
        }
        if steps {
            text += &answers::refresh(report);
        }
        Some(text + &answers::progress(report))
    }

    /// The line that tells what becomes of a move at the root.
    fn watch(&self, step: RootEvent) -> Option<String> {
        let thinking = self.search.as_ref()?;
        let is_seen = thinking.started.elapsed() >= WATCHED_FROM && !is_late(thinking);
        is_seen.then(|| answers::step(step))
    }
}

/// Whether nothing may be said any more but the move: c-gomoku-cli counts a message after the limit of the turn as a
/// loss.
fn is_late(thinking: &GomocupSearch) -> bool {
    let hard = thinking.limits.time.map(|budget| budget.hard);
    hard.is_some_and(|hard| thinking.started.elapsed() >= hard)
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
            _ => Precedence::Waits,
        }
    }

    fn extra_bytes(command: &Self::Command) -> usize {
        match command {
            Ok(Command::Block { stones, .. }) => size_of_val(stones.as_slice()),
            _ => 0,
        }
    }

    fn cancels(&self, command: &Self::Command) -> bool {
        let has_to_end = |thinking: &GomocupSearch| {
            matches!(
                thinking.task,
                GomocupTask::Errand | GomocupTask::Preparation
            )
        };
        if self.search.as_ref().is_some_and(has_to_end) {
            return false;
        }
        match *command {
            // One that will be refused leaves everything as it is, the search included.
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
                Event::Done(found) => {
                    let reply = self.conclude(found);
                    write(reply, out)?;
                }
                Event::Game(step) => write(Ok(self.watch(step)), out)?,
                Event::Prepared => self.tell_ready(out)?,
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

    /// The game had begun, whatever its OK waited for.
    fn leave(&mut self, out: &mut Output) -> io::Result<()> {
        self.tell_ready(out)
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
