//! Searches: their start, their reports and what becomes of their results.

use std::iter;
use std::time::{Duration, Instant};

use super::{GomocupDialect, Reply};
use crate::gomocup::answers;
use crate::gomocup::game::GomocupGameError;
use crate::gomocup::search::{GomocupSearch, GomocupTask, SwapProtocol};
use tengen_engine::game::Position as _;
use tengen_engine::{Limits, Report, SearchRequest, SearchResult, TableCommand, clock};
use tengen_gomoku::database::KnownMoves;
use tengen_gomoku::request::RootEvent;
use tengen_gomoku::search::opening::{self, Swap2};
use tengen_gomoku::{Point, Position};

/// The maximum time of pondering on one move.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// The minimum time between two progress reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// The time from which root events are printed. Earlier ones come too fast to be seen.
const ROOT_EVENTS_FROM: Duration = Duration::from_millis(200);

impl GomocupDialect {
    /// Starts a search for the engine's turn.
    pub(super) fn start_turn(&mut self, task: GomocupTask) -> Reply {
        self.board()?.take_turn()?;
        self.search_move(task)
    }

    /// Starts a search for a move, or plays the one that the database has for a win.
    pub(super) fn search_move(&mut self, task: GomocupTask) -> Reply {
        let position = self.board()?.position().clone();
        if task == GomocupTask::Move
            && self.settings.level().is_none()
            && let Some(KnownMoves::Wins(point)) = self.known_moves(&position)
        {
            return Ok(Some(self.play(&[point])?));
        }
        self.start_search(task)
    }

    /// Starts the search for the third stone of an opening, with different stones each time.
    pub(super) fn search_opening(&mut self, protocol: SwapProtocol) -> Reply {
        let stones = self.first_stones(protocol)?;
        self.start_search(GomocupTask::Opening(stones, protocol))
    }

    /// Starts a search of the current position for a task. Fails if what is restricted leaves no move, and changes nothing
    /// then.
    pub(super) fn start_search(&mut self, task: GomocupTask) -> Reply {
        self.configure();
        let mut board = self.game.as_ref().ok_or(GomocupGameError::NoGame)?;
        let offered;
        if let GomocupTask::Opening(stones, _) = &task {
            offered = board.set_up_swap(stones)?;
            board = &offered;
        }
        let position = board.position().clone();
        let limits = self.settings.limits(board.filled(), position.empty_count());
        let limits = self.step_limits(task, limits);
        let mut request = self.opening_request(task, &position);
        match task {
            GomocupTask::Best(lines) => request.lines = lines,
            GomocupTask::Balance(balance) => request.game.balance = Some(balance),
            // Its lines are a by-product: watching a game does not change its moves.
            GomocupTask::Move => {
                request.level = self.settings.level();
                request.move_only = true;
            }
            _ => {}
        }
        request
            .restrictions
            .extend(self.blocked.restriction(&position));
        if task.is_ordinary() {
            request
                .restrictions
                .extend(self.database_restriction(&position));
        }
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
        let game = self.game.as_ref();
        let is_free = game.is_some_and(|game| self.blocked.restriction(game.position()).is_none());
        self.search = Some(GomocupSearch {
            task,
            limits,
            is_free,
            level: self.settings.level(),
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
        if search.task.is_ordinary() && search.level.is_none() {
            self.record_in_database(&result.report, search.is_free);
        }
        if self.settings.wants_lines() {
            reply += &answers::details(&result.report, elapsed);
        }
        if matches!(search.task, GomocupTask::Best(_)) {
            reply += &answers::numbered_lines(&result.report);
        }
        let was_watched = self.settings.wants_lines() || self.settings.wants_root_events();
        if was_watched && result.report.depth > 0 {
            reply += &answers::progress(&result.report);
            reply += "\n";
        }
        reply += &self.answer_task(search.task, &result)?.unwrap_or_default();
        reply.truncate(reply.trim_end_matches('\n').len());
        Ok((!reply.is_empty()).then_some(reply))
    }

    /// Answers the task of a search from its result; `None` if another search goes on with it.
    pub(super) fn answer_task(&mut self, task: GomocupTask, result: &SearchResult<Point>) -> Reply {
        Ok(Some(match task {
            GomocupTask::Move | GomocupTask::Best(_) => self.play(&[result.mv])?,
            GomocupTask::Balance(balance) => {
                let moves = first_moves(result, balance.moves);
                self.play(&moves)?
            }
            GomocupTask::Side(protocol) => return self.choose_side(result, protocol),
            GomocupTask::Opening([black, white], protocol) => {
                self.offer([black, white, result.mv], protocol)?
            }
            GomocupTask::TwoStones(protocol) => self.add_two(result, protocol)?,
            GomocupTask::Step(step) => return self.answer_step(step, result),
            GomocupTask::Fourth(step) => return self.answer_fourth(step, result.mv),
            GomocupTask::FifthCount(step, fourth) => {
                return self.answer_count(step, fourth, result);
            }
            GomocupTask::Sixth(fifth) => return self.answer_sixth(fifth, result.mv),
            GomocupTask::Table | GomocupTask::Preparation => String::new(),
        }))
    }

    /// Plays moves of alternating sides and returns their text.
    pub(super) fn play(&mut self, moves: &[Point]) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        for &point in moves {
            board.play(point)?;
        }
        self.ponder();
        Ok(answers::moves(moves))
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

    /// Searches the position until a command comes, for this time at most.
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

    /// Chooses a side after a swap2 opening: a move as white, a swap to black, or two more stones.
    pub(super) fn choose_side(
        &mut self,
        result: &SearchResult<Point>,
        protocol: SwapProtocol,
    ) -> Reply {
        let has_three = self.board()?.filled() == 3;
        let choice = opening::choose(result, has_three);
        if choice == Swap2::AddTwo {
            return self.go_on(GomocupTask::TwoStones(protocol));
        }
        if protocol == SwapProtocol::Yixin {
            let number = if has_three { 1 } else { 2 };
            let swaps = if choice == Swap2::Swap { "YES" } else { "NO" };
            return Ok(Some(format!("MESSAGE SWAP2 SWAP{number} {swaps}")));
        }
        self.swap_or_play(choice, result.mv).map(Some)
    }

    /// Adds two stones to a swap2 opening, after which the opponent chooses a side.
    pub(super) fn add_two(
        &mut self,
        result: &SearchResult<Point>,
        protocol: SwapProtocol,
    ) -> Result<String, GomocupGameError> {
        let moves = first_moves(result, 2);
        let board = self.board()?;
        for &point in &moves {
            board.play(point)?;
        }
        board.leave_sides_open();
        Ok(match protocol {
            SwapProtocol::Yixin => answers::two_stones_for_yixin(&moves),
            _ => answers::moves(&moves),
        })
    }

    /// Sets up an opening of three stones and returns its text.
    pub(super) fn offer(
        &mut self,
        stones: [Point; 3],
        protocol: SwapProtocol,
    ) -> Result<String, GomocupGameError> {
        let board = self.board()?;
        *board = board.set_up_swap(&stones)?;
        Ok(match protocol {
            SwapProtocol::Gomocup | SwapProtocol::Renju => answers::moves(&stones),
            SwapProtocol::Yixin => answers::offer_for_yixin(stones),
            SwapProtocol::YixinRenju => answers::soosorv_offer(stones),
        })
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
            text += &answers::details(report, search.started.elapsed());
        }
        if root_events {
            text += &answers::refresh(report);
        }
        Some(text + &answers::progress(report))
    }

    /// Returns the line of a root event, unless it is too early or too late to print one.
    pub(super) fn root_event_line(&self, root_event: RootEvent) -> Option<String> {
        let search = self.search.as_ref()?;
        let is_due = search.started.elapsed() >= ROOT_EVENTS_FROM && !is_late(search);
        is_due.then(|| answers::root_event(root_event))
    }
}

/// Whether a request leaves a move to search, unless the game is over.
fn has_choice(request: &SearchRequest<Point>, position: &Position) -> bool {
    let to_move = position.to_move();
    let may_play =
        |point| request.allows(to_move, &point, 0) && position.check(to_move, point).is_ok();
    !request.restricts(to_move, 0)
        || position.outcome().is_some()
        || position.points().any(may_play)
}

/// Returns the first moves of the best line of a search.
fn first_moves(result: &SearchResult<Point>, count: usize) -> Vec<Point> {
    let line = result.report.lines.first();
    let second = line.and_then(|line| line.pv.get(1));
    let moves = iter::once(&result.mv).chain(second).take(count);
    moves.copied().collect()
}

/// Whether the hard time limit has passed. Only the move may be printed then, because c-gomoku-cli scores a message
/// after the turn limit as a loss.
fn is_late(search: &GomocupSearch) -> bool {
    let hard = search.limits.time.map(|budget| budget.hard);
    hard.is_some_and(|hard| search.started.elapsed() >= hard)
}
