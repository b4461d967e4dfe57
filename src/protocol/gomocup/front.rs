//! The engine's side of the conversation: commands in order, each answered as managers expect it.
//!
//! While the worker thinks, commands wait in a queue. Only `END` and `YXSTOP` overtake it; a new game or a
//! move taken back makes the search vain, so its move is never printed.

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::time::{Duration, Instant};

use super::answers;
use super::block::Reader;
use super::blocked::Blocked;
use super::board::{Board, BoardError, xy};
use super::command::{BlockKind, FileKind, GomocupCommand as Command, Stone};
use super::info::Info;
use super::parse::GomocupSyntaxError as SyntaxError;
use super::task::{Speech, Task, Thinking};
use crate::engine::files::Access;
use crate::engine::{
    Balance, Event, Grace, Limits, Report, RootEvent, SearchRequest, SearchResult, Settings,
    TableCommand, Waker, Worker, clock,
};
use crate::gomoku::search::opening;
use crate::gomoku::search::opening::Swap2;
use crate::gomoku::{AlphaBeta, Point, Position, Rule};
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::room::BacklogShare;
use crate::io::server::{Flow, Front};
use crate::protocol::Options;

/// A Gomocup conversation.
pub struct GomocupFront {
    worker: Worker<Position>,
    /// What the command line allows.
    allowed: Settings,
    /// Which files the manager may name.
    files: Access,
    /// What the worker was told last.
    configured: Settings,
    info: Info,
    reader: Reader,
    board: Option<Board>,
    blocked: Blocked,
    waiting: VecDeque<Waiting>,
    thinking: Option<Thinking>,
    /// The searcher may remember positions of this game.
    learned: bool,
    /// The searcher has been got ready for games by the rule and with the resources of now.
    is_ready: bool,
    /// Swap2 openings offered so far, so that the next one is another.
    offered: u64,
    input_ended: bool,
    linger: Duration,
}

/// A command that waits for its turn, with its share of the room for input.
struct Waiting {
    command: Result<Command, SyntaxError>,
    _share: BacklogShare,
}

/// What a command says at once: nothing, or one line and sometimes more.
type Reply = Result<Option<String>, BoardError>;

/// The longest that the opponent's time is used for one of his moves.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// The least time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Moves at the root are told from here on; before, they are too many to be seen.
const WATCHED_FROM: Duration = Duration::from_millis(200);

impl GomocupFront {
    /// A conversation with the gomoku player.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let worker = Worker::spawn(options.settings, waker, AlphaBeta::new)?;
        let (rule, settings) = (options.rule, options.settings);
        Ok(GomocupFront {
            linger: options.linger,
            is_ready: false,
            files: options.files.clone(),
            ..GomocupFront::with_worker(rule, settings, worker)
        })
    }

    /// A conversation whose moves come from `worker`: at first by `rule` and never with more than `allowed`.
    fn with_worker(rule: Rule, allowed: Settings, worker: Worker<Position>) -> Self {
        GomocupFront {
            worker,
            allowed,
            files: Access::default(),
            configured: allowed,
            info: Info::new(rule),
            reader: Reader::default(),
            board: None,
            blocked: Blocked::default(),
            waiting: VecDeque::new(),
            thinking: None,
            learned: false,
            is_ready: true,
            offered: 0,
            input_ended: false,
            linger: Duration::ZERO,
        }
    }

    /// Takes a command that has just come.
    fn take(
        &mut self,
        command: Result<Command, SyntaxError>,
        mut share: BacklogShare,
        out: &mut Output,
    ) -> io::Result<Flow> {
        match &command {
            Ok(Command::End) => {
                // The game had begun, whatever its OK waited for.
                self.tell_ready(out)?;
                return Ok(Flow::Quit);
            }
            Ok(Command::Stop) => {
                self.hurry();
                // It is also meant for what has come before it and waits.
                if self.waiting.is_empty() {
                    return Ok(Flow::Continue);
                }
            }
            Ok(command) if self.makes_vain(command) => self.dismiss(),
            Ok(Command::Block { stones, .. }) => share.grow(size_of_val(stones.as_slice())),
            _ => {}
        }
        self.waiting.push_back(Waiting {
            command,
            _share: share,
        });
        self.serve(out)
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
                Ok(command) => {
                    let reply = self.obey(command);
                    say(reply, out)?;
                }
                Err(error) => out.line(&error.reply())?,
            }
            if self.thinking.is_some() {
                self.look_ahead();
            }
        }
        Ok(Flow::Continue)
    }

    /// Lets commands that wait behind a search which has just begun act on it as if they came now.
    fn look_ahead(&mut self) {
        let mut waiting = self.waiting.iter().flat_map(|waiting| &waiting.command);
        if waiting.clone().any(|command| self.makes_vain(command)) {
            self.dismiss();
        } else if waiting.any(|command| matches!(command, Command::Stop)) {
            self.hurry();
        }
    }

    /// Whether nobody wants the answer of a running search once this command has come. Asked for every line
    /// of whatever flood comes in, so it must not look through those that wait.
    fn makes_vain(&self, command: &Command) -> bool {
        let has_to_end =
            |thinking: &Thinking| matches!(thinking.task, Task::Errand | Task::Preparation);
        if self.thinking.as_ref().is_some_and(has_to_end) {
            return false;
        }
        match *command {
            // One that will be refused leaves everything as it is, the search included.
            Command::Start { width, height, .. } => {
                Board::new(width, height, self.info.variant()).is_ok()
            }
            Command::Restart => true,
            Command::TakeBack(at) => self.board.as_ref().is_some_and(|board| board.holds(at)),
            _ => false,
        }
    }

    fn dismiss(&mut self) {
        self.worker.abandon();
        self.thinking = None;
    }

    fn hurry(&mut self) {
        if self.thinking.is_some() {
            self.worker.stop();
        }
    }

    fn obey(&mut self, command: Command) -> Reply {
        // What still runs is a search on the opponent's time; its result was never wanted.
        self.worker.abandon();
        match command {
            Command::About => Ok(Some(answers::about())),
            Command::Start {
                width,
                height,
                yixin,
            } => {
                if yixin {
                    self.info.identify_yixin();
                }
                let board = Board::new(width, height, self.info.variant())?;
                self.begin_game(board)
            }
            Command::Restart => {
                let board = self.board()?.emptied();
                self.begin_game(board)
            }
            Command::Begin => self.move_by(Task::Move),
            Command::Turn(at) => {
                self.board()?.opponent_plays(at)?;
                self.move_by(Task::Move)
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
            Command::Best(lines) => self.move_by(Task::Best(lines)),
            Command::Balance { moves, score } => {
                self.move_by(Task::Balance(Balance { moves, score }))
            }
            Command::ShowForbidden => Ok(Some(answers::forbidden(self.board()?.position()))),
            Command::ShowInfo => {
                self.info.identify_yixin();
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
                    filled if filled == stones => self.think(Task::Side(Speech::Yixin)),
                    filled => Err(BoardError::SwapStones(filled)),
                }
            }
            // END never waits, STOP has acted by now, and the rest is Yixin-Board's affair.
            Command::End | Command::Stop | Command::Foreign => Ok(None),
        }
    }

    fn board(&mut self) -> Result<&mut Board, BoardError> {
        self.board.as_mut().ok_or(BoardError::NoGame)
    }

    fn begin_game(&mut self, board: Board) -> Reply {
        self.board = Some(board);
        self.info.time.spent = Duration::ZERO;
        // A Yixin-Board begins anew for every question and clears the table by a command of its own.
        if !self.info.is_yixin() {
            self.forget();
        }
        if self.is_ready {
            return Ok(Some("OK".to_owned()));
        }
        // The first clock starts after the OK.
        self.prepare();
        self.begin_thinking(Task::Preparation, Limits::default());
        Ok(None)
    }

    /// Says the OK of a game whose searcher is ready, if that has not been said.
    fn tell_ready(&mut self, out: &mut Output) -> io::Result<()> {
        let prepares = |thinking: &mut Thinking| thinking.task == Task::Preparation;
        match self.thinking.take_if(prepares) {
            Some(_) => out.line("OK"),
            None => Ok(()),
        }
    }

    /// Has the searcher get ready for the game on the board.
    fn prepare(&mut self) {
        self.configure();
        if let Some(board) = &self.board {
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
        let breadth = self.info.breadth();
        self.info.set(key, value);
        if self.info.breadth() != breadth {
            self.forget();
        }
        let variant = self.info.variant();
        if let Some(board) = &self.board
            && !board.is_played_by(variant)
        {
            // Never refused, for a board of this size exists.
            self.board = Some(board.with_variant(variant)?);
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
                self.think(Task::Move)
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
                    self.think(Task::Side(Speech::Gomocup))
                }
                count => Err(BoardError::SwapStones(count)),
            },
            BlockKind::Block | BlockKind::Unblock | BlockKind::Path | BlockKind::Unpath => {
                self.blocked.change(kind, stones);
                Ok(None)
            }
        }
    }

    /// Takes our turn.
    fn move_by(&mut self, task: Task) -> Reply {
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
        self.think(Task::Opening(stones, speech))
    }

    /// Starts the search for what has to be said about the board.
    fn think(&mut self, task: Task) -> Reply {
        self.configure();
        let mut board = self.board.as_ref().ok_or(BoardError::NoGame)?;
        let offered;
        if let Task::Opening(stones, _) = &task {
            offered = board.set_up_swap(stones)?;
            board = &offered;
        }
        let limits = self
            .info
            .limits(board.filled(), board.position().empty_count());
        let question = SearchRequest {
            lines: match task {
                Task::Best(lines) => lines,
                _ => 1,
            },
            balance: match task {
                Task::Balance(wish) => Some(wish),
                Task::Opening(..) => Some(opening::EVEN),
                _ => None,
            },
            restrictions: Vec::from_iter(self.blocked.restriction(board.position())),
            breadth: self.info.breadth(),
            proof: self.info.proves(),
            steps: self.info.wants_steps(),
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
        self.begin_thinking(Task::Errand, Limits::default());
        Ok(None)
    }

    fn configure(&mut self) {
        let settings = self.info.settings(self.allowed);
        if settings != self.configured {
            self.configured = settings;
            self.is_ready = false;
            self.worker.configure(settings);
        }
    }

    fn begin_thinking(&mut self, task: Task, limits: Limits) {
        self.learned = true;
        self.thinking = Some(Thinking {
            task,
            limits,
            started: Instant::now(),
            told: None,
        });
    }

    /// Takes the result of the search that ran.
    fn conclude(&mut self, found: Option<SearchResult<Point>>) -> Reply {
        let Some(thinking) = self.thinking.take() else {
            return Ok(None);
        };
        let elapsed = thinking.started.elapsed();
        self.info.time.charge(elapsed);
        let board = self.board()?;
        let Some(found) = found else {
            board.check_open()?;
            return Err(BoardError::NoMove);
        };
        let mut reply = String::new();
        if self.info.wants_lines() {
            reply += &answers::details(&found.report, elapsed);
        }
        if matches!(thinking.task, Task::Best(_)) {
            reply += &answers::numbered(&found.report);
        }
        let was_watched = self.info.wants_lines() || self.info.wants_steps();
        if was_watched && found.report.depth > 0 {
            reply += &answers::progress(&found.report);
            reply += "\n";
        }
        reply += &match thinking.task {
            Task::Move | Task::Best(_) => self.play(&[found.mv])?,
            Task::Balance(wish) => {
                let line = found.report.lines.first();
                let second = line.and_then(|line| line.pv.get(1));
                let moves = iter::once(&found.mv).chain(second).take(wish.moves);
                self.play(&moves.copied().collect::<Vec<_>>())?
            }
            Task::Side(speech) => self.choose_side(&found, speech)?,
            Task::Opening([black, white], speech) => {
                self.offer([black, white, found.mv], speech)?
            }
            Task::Errand | Task::Preparation => String::new(),
        };
        Ok(Some(reply))
    }

    /// Makes moves, the sides in turn, and says them.
    fn play(&mut self, moves: &[Point]) -> Result<String, BoardError> {
        let board = self.board()?;
        for &point in moves {
            board.play(point)?;
        }
        self.ponder();
        Ok(answers::moves(moves))
    }

    /// Goes on to search for the opponent's answer, for what the table keeps of it.
    fn ponder(&mut self) {
        let Some(board) = self.board.as_ref().filter(|_| self.info.ponders()) else {
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
    ) -> Result<String, BoardError> {
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
    fn offer(&mut self, stones: [Point; 3], speech: Speech) -> Result<String, BoardError> {
        let board = self.board()?;
        *board = board.set_up_swap(&stones)?;
        Ok(match speech {
            Speech::Gomocup => answers::moves(&stones),
            Speech::Yixin => answers::offer_for_yixin(stones),
        })
    }

    /// The lines that tell how the search goes, if they were asked for and are due.
    fn progress(&mut self, report: &Report<Point>) -> Option<String> {
        let (lines, steps) = (self.info.wants_lines(), self.info.wants_steps());
        let thinking = self.thinking.as_mut().filter(|_| lines || steps)?;
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
    fn watch(&self, step: RootEvent<Point>) -> Option<String> {
        let thinking = self.thinking.as_ref()?;
        let is_seen = thinking.started.elapsed() >= WATCHED_FROM && !is_late(thinking);
        is_seen.then(|| answers::step(step))
    }
}

/// Whether nothing may be said any more but the move: c-gomoku-cli counts a message after the limit of the turn as a
/// loss.
fn is_late(thinking: &Thinking) -> bool {
    let hard = thinking.limits.time.map(|budget| budget.hard);
    hard.is_some_and(|hard| thinking.started.elapsed() >= hard)
}

impl Front for GomocupFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        let command = if line.too_long {
            self.reader.too_long()
        } else {
            self.reader.line(&line.text())
        };
        match command {
            Some(command) => self.take(command, line.share, out),
            None => Ok(Flow::Continue),
        }
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => say(Ok(self.progress(&report)), out)?,
                Event::Done(found) => {
                    let reply = self.conclude(found);
                    say(reply, out)?;
                }
                Event::Step(step) => say(Ok(self.watch(step)), out)?,
                Event::Prepared => self.tell_ready(out)?,
                Event::Computed(result) => {
                    self.thinking = None;
                    match result {
                        Ok(text) => out.line(&format!("MESSAGE {text}"))?,
                        Err(error) => out.line(&format!("ERROR {error}"))?,
                    }
                }
                Event::Failed(reason) => {
                    self.thinking = None;
                    let reason = reason.lines().next().unwrap_or_default();
                    out.line(&format!("ERROR the search failed: {reason}"))?;
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
        if let Some(error) = self.reader.finish() {
            self.waiting.push_back(Waiting {
                command: Err(error),
                _share: BacklogShare::default(),
            });
        }
        self.serve(out)
    }
}

fn say(reply: Reply, out: &mut Output) -> io::Result<()> {
    match reply {
        Ok(Some(text)) => out.line(&text),
        Ok(None) => Ok(()),
        Err(error) => out.line(&format!("ERROR {error}")),
    }
}

#[cfg(test)]
mod tests;
