//! Searches: their tasks, start, progress reports and results.

use std::iter;
use std::time::{Duration, Instant};

use super::board::GomocupGameError;
use super::dialect::{GomocupDialect, Reply};
use super::opening_command::OpeningTask;
use super::reply;
use tengen_engine::game::Position as _;
use tengen_engine::{Limits, Report, SearchRequest, SearchResult, TableCommand, clock};
use tengen_gomoku::database::KnownMoves;
use tengen_gomoku::request::{Balance, RootEvent};
use tengen_gomoku::{Point, Position};

/// Maximum time of pondering on one move.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// Minimum time between two progress reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Search time after which root events are printed. Earlier ones are too brief to be seen.
const ROOT_EVENTS_FROM: Duration = Duration::from_millis(200);

/// State of the running search or other job of the worker.
pub struct GomocupSearch {
    /// Purpose of the search.
    pub task: GomocupTask,
    /// Limits of the search.
    pub limits: Limits,
    /// Start time of the search.
    pub started: Instant,
    /// Time of the last progress report.
    pub last_report: Option<Instant>,
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GomocupTask {
    /// A move of the engine.
    Move,
    /// A move of the engine, after listing this number of best moves.
    Best(usize),
    /// Moves after which the position's score is closest to a target.
    Balance(Balance),
    /// A part of an opening rule.
    Opening(OpeningTask),
    /// A command on the hash table: its usage, a dump or a load.
    Table,
    /// Preparation of the searcher for a game, after which `OK` is printed.
    Preparation,
}

/// Protocol of a request for an opening or a side, and of its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapProtocol {
    /// `SWAP2BOARD`: the reply is coordinates or `SWAP`, and the engine's move is played.
    Gomocup,
    /// Yixin-Board's steps: the reply is a message, and the request for a move follows later with the position.
    Yixin,
    /// First step of soosorv or RIF: the reply is coordinates.
    Renju,
    /// Yixin-Board's first step of soosorv: the reply is a message.
    YixinRenju,
}

impl GomocupDialect {
    /// Starts a search for the engine's turn.
    pub(super) fn start_turn(&mut self, task: GomocupTask) -> Reply {
        self.board()?.take_turn()?;
        self.search_move(task)
    }

    /// Starts a search for moves of the engine, or plays the winning move given by the database.
    pub(super) fn search_move(&mut self, task: GomocupTask) -> Reply {
        let position = self.board()?.position().clone();
        let mut request = SearchRequest::<Point>::default();
        match task {
            GomocupTask::Best(lines) => request.lines = lines,
            GomocupTask::Balance(balance) => request.game.balance = Some(balance),
            // The lines are a by-product, so watching a game does not change its moves.
            _ => {
                request.level = self.settings.level();
                request.move_only = true;
            }
        }
        if self.database.is_some() && task.may_use_database() {
            match self.known_moves(&position) {
                Some(KnownMoves::Wins(point)) if request.move_only && request.level.is_none() => {
                    return Ok(Some(self.play(&[point])?));
                }
                Some(KnownMoves::Only(restriction)) => request.restrictions.push(restriction),
                Some(KnownMoves::Wins(_)) | None => {}
            }
        }
        let limits = self.limits(&position);
        self.start_search(task, position, limits, request)
    }

    /// Returns the limits of a move in a position.
    pub(super) fn limits(&self, position: &Position) -> Limits {
        let empty = position.empty_count();
        let filled = position.points().count() - empty;
        self.settings.limits(filled, empty)
    }

    /// Starts a search of a position. If restrictions leave no move, fails without changing anything.
    pub(super) fn start_search(
        &mut self,
        task: GomocupTask,
        position: Position,
        limits: Limits,
        mut request: SearchRequest<Point>,
    ) -> Reply {
        self.configure();
        request
            .restrictions
            .extend(self.blocked.restriction(&position));
        if !has_choice(&request, &position) {
            return Err(GomocupGameError::NoMove);
        }
        request.game.breadth = self.settings.breadth();
        request.game.proof = self.settings.proves();
        request.game.root_events = self.settings.wants_root_events();
        self.is_pondering = false;
        self.worker.search(position, limits, request);
        self.record_start(task, limits);
        Ok(None)
    }

    /// Starts a command on the hash table.
    pub(super) fn run_table(&mut self, command: TableCommand) -> Reply {
        self.configure();
        self.worker.run_table_command(command);
        self.record_start(GomocupTask::Table, Limits::default());
        Ok(None)
    }

    pub(super) fn configure(&mut self) {
        let settings = self.settings.settings(self.allowed);
        if settings != self.configured {
            self.configured = settings;
            self.is_ready = false;
            self.worker.configure(settings);
        }
    }

    pub(super) fn record_start(&mut self, task: GomocupTask, limits: Limits) {
        self.learned = true;
        self.search = Some(GomocupSearch {
            task,
            limits,
            started: Instant::now(),
            last_report: None,
        });
    }

    /// Ends the running search and returns its reply.
    pub(super) fn finish_search(&mut self, result: Option<SearchResult<Point>>) -> Reply {
        let Some(search) = self.search.take() else {
            return Ok(None);
        };
        let elapsed = search.started.elapsed();
        self.settings.time.charge(elapsed);
        let Some(result) = result else {
            self.board()?.check_open()?;
            return Err(GomocupGameError::NoMove);
        };
        let mut reply = String::new();
        let is_full_strength = self.settings.level().is_none();
        if self.database.is_some() && search.task.may_use_database() && is_full_strength {
            self.record_in_database(&result.report);
        }
        if self.settings.wants_lines() {
            reply += &reply::details(&result.report, elapsed);
        }
        if matches!(search.task, GomocupTask::Best(_)) {
            reply += &reply::numbered_lines(&result.report);
        }
        let was_watched = self.settings.wants_lines() || self.settings.wants_root_events();
        if was_watched && result.report.depth > 0 {
            reply += &reply::progress(&result.report);
            reply += "\n";
        }
        reply += &match search.task {
            GomocupTask::Move | GomocupTask::Best(_) => self.play(&[result.mv])?,
            GomocupTask::Balance(balance) => self.play(&first_moves(&result, balance.moves))?,
            GomocupTask::Opening(task) => self.answer_opening(task, &result)?.unwrap_or_default(),
            GomocupTask::Table | GomocupTask::Preparation => String::new(),
        };
        reply.truncate(reply.trim_end_matches('\n').len());
        Ok((!reply.is_empty()).then_some(reply))
    }

    /// Plays moves of alternating sides and returns their text.
    pub(super) fn play(&mut self, moves: &[Point]) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        for &point in moves {
            board.play(point)?;
        }
        self.ponder();
        Ok(reply::moves(moves))
    }

    /// Searches on the opponent's time, to fill the hash table.
    pub(super) fn ponder(&mut self) {
        let Some(board) = self.game.as_ref().filter(|_| self.settings.ponders()) else {
            return;
        };
        let limits = Limits {
            time: Some(clock::fixed(PONDERING_TIME)),
            ..Limits::default()
        };
        self.worker.start(board.position().clone(), limits);
    }

    /// Searches the position until the next command, for at most this time.
    pub(super) fn ponder_on_command(&mut self, milliseconds: Option<u64>) -> Reply {
        self.configure();
        let board = self.board()?;
        board.check_open()?;
        let position = board.position().clone();
        let time = milliseconds.map(|ms| clock::fixed(Duration::from_millis(ms)));
        let limits = Limits {
            time,
            ..Limits::default()
        };
        self.worker.start(position, limits);
        self.learned = true;
        self.is_pondering = true;
        Ok(None)
    }

    /// Returns the lines of a progress report, if they are enabled and due.
    pub(super) fn progress(&mut self, report: &Report<Point>) -> Option<String> {
        let (lines, root_events) = (
            self.settings.wants_lines(),
            self.settings.wants_root_events(),
        );
        let search = self.search.as_mut().filter(|_| lines || root_events)?;
        let due = search
            .last_report
            .is_none_or(|last_report| last_report.elapsed() >= REPORT_INTERVAL);
        if !due || is_late(search) {
            return None;
        }
        search.last_report = Some(Instant::now());
        let mut text = String::new();
        if lines {
            text += &reply::details(report, search.started.elapsed());
        }
        if root_events {
            text += &reply::refresh(report);
        }
        Some(text + &reply::progress(report))
    }

    /// Returns the line for a root event, unless it is too early or too late to print one.
    pub(super) fn root_event_line(&self, root_event: RootEvent) -> Option<String> {
        let search = self.search.as_ref()?;
        let is_due = search.started.elapsed() >= ROOT_EVENTS_FROM && !is_late(search);
        is_due.then(|| reply::root_event(root_event))
    }
}

impl GomocupTask {
    /// Whether a database may restrict the search and keep its result, as for the best moves of a position.
    fn may_use_database(self) -> bool {
        matches!(self, GomocupTask::Move | GomocupTask::Best(_))
    }
}

/// Whether a request leaves a move to search. Always true after the game is over.
fn has_choice(request: &SearchRequest<Point>, position: &Position) -> bool {
    let to_move = position.to_move();
    let may_play =
        |point| request.allows(to_move, &point, 0) && position.check(to_move, point).is_ok();
    !request.restricts(to_move, 0)
        || position.outcome().is_some()
        || position.points().any(may_play)
}

/// Returns the first moves of a search's best line.
pub(super) fn first_moves(result: &SearchResult<Point>, count: usize) -> Vec<Point> {
    let line = result.report.lines.first();
    let second = line.and_then(|line| line.pv.get(1));
    let moves = iter::once(&result.mv).chain(second).take(count);
    moves.copied().collect()
}

/// Whether the hard time limit has passed. Then only the move may be printed, because c-gomoku-cli scores a message
/// after the turn limit as a loss.
fn is_late(search: &GomocupSearch) -> bool {
    let hard = search.limits.time.map(|budget| budget.hard);
    hard.is_some_and(|hard| search.started.elapsed() >= hard)
}
