//! The engine's side of the conversation: commands in order, each answered as managers expect it.
//!
//! While the worker thinks, commands wait in a queue. Only `END` and `YXSTOP` overtake it; a new game or a
//! move taken back makes the search vain, so its move is never printed.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::time::{Duration, Instant};

use super::block::Reader;
use super::board::{Board, BoardError, xy};
use super::command::{BlockKind, Command, Stone};
use super::info::Info;
use super::parse::SyntaxError;
use super::swap2::{self, Choice, Verdict};
use crate::game::{Color, Position as _};
use crate::gomoku::{AlphaBeta, Point, Position, Rule};
use crate::input::Line;
use crate::output::Output;
use crate::protocol::Options;
use crate::search::{Event, Found, Limits, Question, Report, Settings, Waker, Worker, clock};
use crate::server::{Flow, Front};

/// A Gomocup conversation.
pub struct GomocupFront {
    worker: Worker<Position>,
    /// What the command line allows.
    allowed: Settings,
    /// What the worker was told last.
    configured: Settings,
    info: Info,
    reader: Reader,
    board: Option<Board>,
    waiting: VecDeque<Result<Command, SyntaxError>>,
    thinking: Option<Thinking>,
    /// The searcher may remember positions of this game.
    learned: bool,
    /// Swap2 openings offered so far, so that the next one is another.
    offered: u64,
    input_ended: bool,
}

/// The search that runs.
struct Thinking {
    task: Task,
    limits: Limits,
    started: Instant,
    /// When its progress was last told.
    told: Option<Instant>,
    /// Somebody wants the answer now.
    hurried: bool,
}

/// What the search is for.
enum Task {
    /// Our move.
    Move,
    /// Our move, with what is thought of the best so many.
    Best(usize),
    /// White or black, with three or five stones of swap2 on the board.
    Side(Verdict),
    /// The three stones with which swap2 begins.
    Opening(Choice),
}

/// What a command says at once: nothing, or one line and sometimes more.
type Reply = Result<Option<String>, BoardError>;

/// The longest that the opponent's time is used for one of his moves.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// The least time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

impl GomocupFront {
    /// A conversation with the gomoku player.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let worker = Worker::spawn(options.settings, waker, AlphaBeta::new)?;
        let (rule, settings) = (options.rule, options.settings);
        Ok(GomocupFront::with_worker(rule, settings, worker))
    }

    /// A conversation whose moves come from `worker`: at first by `rule` and never with more than `allowed`.
    fn with_worker(rule: Rule, allowed: Settings, worker: Worker<Position>) -> Self {
        GomocupFront {
            worker,
            allowed,
            configured: allowed,
            info: Info::new(rule),
            reader: Reader::default(),
            board: None,
            waiting: VecDeque::new(),
            thinking: None,
            learned: false,
            offered: 0,
            input_ended: false,
        }
    }

    /// Takes a command that has just come.
    fn take(&mut self, input: Result<Command, SyntaxError>, out: &mut Output) -> io::Result<Flow> {
        match &input {
            Ok(Command::End) => return Ok(Flow::Quit),
            Ok(Command::Stop) => {
                self.hurry();
                // It is also meant for what has come before it and waits.
                if self.waiting.is_empty() {
                    return Ok(Flow::Continue);
                }
            }
            Ok(command) if self.makes_vain(command) => self.dismiss(),
            _ => {}
        }
        self.waiting.push_back(input);
        self.serve(out)
    }

    /// Answers what waits until something has to be thought about.
    fn serve(&mut self, out: &mut Output) -> io::Result<Flow> {
        while self.thinking.is_none() {
            let Some(input) = self.waiting.pop_front() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            match input {
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
        let mut waiting = self.waiting.iter().flatten();
        if waiting.clone().any(|command| self.makes_vain(command)) {
            self.dismiss();
        } else if waiting.any(|command| matches!(command, Command::Stop)) {
            self.hurry();
        }
    }

    /// Whether nobody wants the answer of a running search once this command has come. Asked for every line
    /// of whatever flood comes in, so it must not look through those that wait.
    fn makes_vain(&self, command: &Command) -> bool {
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
        if let Some(thinking) = &mut self.thinking {
            thinking.hurried = true;
            self.worker.stop();
        }
    }

    fn obey(&mut self, command: Command) -> Reply {
        // What still runs is a search on the opponent's time; its result was never wanted.
        self.worker.abandon();
        match command {
            Command::About => Ok(Some(about())),
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
            Command::Begin => {
                self.board()?.take_turn()?;
                self.think(Task::Move)
            }
            Command::Turn(at) => {
                let board = self.board()?;
                board.opponent_plays(at)?;
                board.take_turn()?;
                self.think(Task::Move)
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
            Command::Best(lines) => {
                self.board()?.take_turn()?;
                self.think(Task::Best(lines))
            }
            Command::ShowForbidden => Ok(Some(forbidden(self.board()?.position()))),
            Command::ShowInfo => {
                self.info.identify_yixin();
                Ok(Some(limits_for_yixin(self.allowed)))
            }
            Command::ClearHash => {
                self.worker.clear();
                Ok(None)
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
        self.forget();
        Ok(Some("OK".to_owned()))
    }

    /// Makes the searcher as it was before the first search, so that a game does not depend on the one before.
    fn forget(&mut self) {
        if std::mem::take(&mut self.learned) {
            self.worker.clear();
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Reply {
        self.info.set(key, value);
        let variant = self.info.variant();
        if let Some(board) = &self.board
            && !board.is_played_by(variant)
        {
            // Never refused, for a board of this size exists.
            self.board = Some(board.with_variant(variant)?);
            self.forget();
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
                0 => {
                    let (width, height) = (board.position().width(), board.position().height());
                    let seed = self.allowed.seed.wrapping_add(self.offered);
                    self.offered += 1;
                    self.think(Task::Opening(Choice::new(width, height, seed)))
                }
                3 | 5 => {
                    let told = board.set_up_swap(stones)?;
                    told.check_open()?;
                    *board = told;
                    self.think(Task::Side(Verdict::default()))
                }
                count => Err(BoardError::SwapStones(count)),
            },
        }
    }

    /// Starts the search for what has to be said about the board.
    fn think(&mut self, task: Task) -> Reply {
        let settings = self.info.settings(self.allowed);
        if settings != self.configured {
            self.configured = settings;
            self.worker.configure(settings);
        }
        let mut board = self.board.as_ref().ok_or(BoardError::NoGame)?;
        let offered;
        if let Task::Opening(choice) = &task {
            offered = board.set_up_swap(&swap2::stones(choice.trying()))?;
            board = &offered;
        }
        let limits = self
            .info
            .limits(board.filled(), board.position().empty_count());
        let limits = match &task {
            Task::Move | Task::Best(_) => limits,
            Task::Side(verdict) => verdict.limits(limits, 1),
            Task::Opening(choice) => choice.limits(limits),
        };
        let question = Question {
            lines: if let Task::Best(lines) = task {
                lines
            } else {
                1
            },
            ..Question::default()
        };
        self.worker.ask(board.position().clone(), limits, question);
        self.learned = true;
        self.thinking = Some(Thinking {
            task,
            limits,
            started: Instant::now(),
            told: None,
            hurried: false,
        });
        // Nobody is left who could stop it.
        if self.input_ended && !limits.bounded() {
            self.hurry();
        }
        Ok(None)
    }

    /// Takes the result of the search that ran.
    fn conclude(&mut self, found: Option<Found<Point>>) -> Reply {
        let Some(thinking) = self.thinking.take() else {
            return Ok(None);
        };
        self.info.time.charge(thinking.started.elapsed());
        let board = self.board()?;
        let Some(found) = found else {
            board.check_open()?;
            return Err(BoardError::NoMove);
        };
        match thinking.task {
            Task::Move => {
                board.play(found.mv)?;
                self.ponder();
                Ok(Some(xy(found.mv).to_string()))
            }
            Task::Best(_) => {
                board.play(found.mv)?;
                self.ponder();
                let lines = numbered(&found.report);
                Ok(Some(format!("{lines}{}", xy(found.mv))))
            }
            Task::Side(mut verdict) => {
                if verdict.take(found) && !thinking.hurried {
                    return self.think_again(Task::Side(verdict));
                }
                self.choose_side(&verdict)
            }
            Task::Opening(mut choice) => {
                if choice.take(found) && !thinking.hurried {
                    return self.think_again(Task::Opening(choice));
                }
                if choice.advance() && !thinking.hurried {
                    return self.think(Task::Opening(choice));
                }
                self.offer(&choice)
            }
        }
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

    /// Searches the same position once more; a table full of the first search's results would only repeat them.
    fn think_again(&mut self, task: Task) -> Reply {
        self.forget();
        self.think(task)
    }

    /// Moves as white or swaps to black.
    fn choose_side(&mut self, verdict: &Verdict) -> Reply {
        let board = self.board()?;
        let white_move = verdict.white_move();
        board.own_is_to_move(white_move.is_some());
        match white_move {
            Some(point) => {
                board.play(point)?;
                Ok(Some(xy(point).to_string()))
            }
            None => Ok(Some("SWAP".to_owned())),
        }
    }

    /// Puts the fairest opening on the board and says it.
    fn offer(&mut self, choice: &Choice) -> Reply {
        let opening = choice.fairest();
        let board = self.board()?;
        *board = board.set_up_swap(&swap2::stones(opening))?;
        let [black, white, other_black] = opening.map(xy);
        Ok(Some(format!("{black} {white} {other_black}")))
    }

    /// The line that tells how the search goes, if one was asked for and is due. Never late: c-gomoku-cli
    /// counts a message after the limit of the turn as a loss.
    fn progress(&mut self, report: &Report<Point>) -> Option<String> {
        if !self.info.wants_detail() {
            return None;
        }
        let thinking = self.thinking.as_mut()?;
        let hard = thinking.limits.time.map(|budget| budget.hard);
        let late = hard.is_some_and(|hard| thinking.started.elapsed() >= hard);
        let due = thinking
            .told
            .is_none_or(|told| told.elapsed() >= REPORT_INTERVAL);
        if late || !due {
            return None;
        }
        thinking.told = Some(Instant::now());
        message(report)
    }
}

impl Front for GomocupFront {
    fn line(&mut self, line: &Line, out: &mut Output) -> io::Result<Flow> {
        let input = if line.too_long {
            self.reader.too_long()
        } else {
            self.reader.line(&line.text())
        };
        match input {
            Some(input) => self.take(input, out),
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
                // Nothing here asks for a computation or for steps.
                Event::Computed(_) | Event::Step(_) => {}
                Event::Failed(reason) => {
                    self.thinking = None;
                    let reason = reason.lines().next().unwrap_or_default();
                    out.line(&format!("ERROR the search failed: {reason}"))?;
                }
            }
        }
        self.serve(out)
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.input_ended = true;
        if let Some(error) = self.reader.finish() {
            self.waiting.push_back(Err(error));
        }
        let endless = |thinking: &Thinking| !thinking.limits.bounded();
        if self.thinking.as_ref().is_some_and(endless) {
            self.hurry();
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

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"Tengen\", version=\"{version}\", author=\"Tengen contributors\", country=\"\"")
}

/// Yixin-Board's list of forbidden points, two digits for each coordinate. White has none.
fn forbidden(position: &Position) -> String {
    let points = match position.to_move() {
        Color::Black => position.forbidden_points(),
        Color::White => Vec::new(),
    };
    let mut reply = "FORBID ".to_owned();
    for (point, _) in points {
        // Writing to a string does not fail.
        let _ = write!(reply, "{:02}{:02}", point.x(), point.y());
    }
    reply.push('.');
    reply
}

/// What a Yixin-Board wants to know: who we are and how far its sliders may go. It counts table sizes as
/// powers of two, in kilobytes.
fn limits_for_yixin(allowed: Settings) -> String {
    let kilobytes = (allowed.memory >> 10).max(1);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    format!(
        "MESSAGE Tengen {}\nMESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {}",
        env!("CARGO_PKG_VERSION"),
        allowed.threads.max(cores),
        kilobytes.ilog2()
    )
}

/// What a Yixin-Board shows of several moves: a line for each with its number, score, depth and length, and the line
/// of play.
fn numbered(report: &Report<Point>) -> String {
    let mut text = String::new();
    for (number, line) in (1..).zip(&report.lines) {
        let (depth, length) = (report.depth, line.pv.len());
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "MESSAGE ({number}) {:.0} / {depth}-{length} /",
            line.score
        );
        for &point in &line.pv {
            let _ = write!(text, " {}", xy(point));
        }
        text.push('\n');
    }
    text
}

fn message(report: &Report<Point>) -> Option<String> {
    let best = report.lines.first()?;
    let mut text = format!(
        "MESSAGE depth {} ev {:.0} n {} pv",
        report.depth, best.score, report.nodes
    );
    for &point in &best.pv {
        // Writing to a string does not fail.
        let _ = write!(text, " {}", xy(point));
    }
    Some(text)
}

#[cfg(test)]
mod tests;
