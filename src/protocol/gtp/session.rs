//! A GTP session of one game: its record, its clocks and the worker that thinks for it.

use std::io;
use std::time::{Duration, Instant};

use super::command::{Answer, Command, Failure};
use super::game::{GtpGame, MoveOf, write_move};
use super::parse::Request;
use crate::game::{Color, Position};
use crate::protocol::Options;
use crate::record::Record;
use crate::search::clock::{self, Clock, TimeControl};
use crate::search::worker::Computation;
use crate::search::{Event, Found, Limits, Question, Waker, Worker};

/// Time for a move when neither a clock nor a limit says otherwise: short enough for a person who tries the
/// engine, long enough for a sensible move.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// Time for a question that is no search for a move, a count of games for instance. What takes longer is a
/// matter for the command line, where nobody waits for other replies.
const QUESTION_TIME: Duration = Duration::from_secs(10);

/// A search for a move that is under way.
#[derive(Clone, Copy, Debug)]
struct Thinking {
    color: Color,
    /// Whether the move will be played, or only told.
    plays: bool,
    since: Instant,
}

/// The state behind one game's commands.
pub struct Session<G: GtpGame> {
    /// The game so far.
    pub(crate) record: Record<G::Position>,
    /// What the game keeps beside it, game after game.
    resources: G::Resources,
    /// Bounds of every search beside the clock; `time` is the time for a move without a clock.
    pub(super) limits: Limits,
    clocks: [Clock; 2],
    worker: Worker<G::Position>,
    thinking: Option<Thinking>,
    thinking_time: Duration,
}

/// A session without its game's type: what the front needs of it.
pub trait Desk {
    /// Carries out a command.
    fn run(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// The reply that an `Answer::Later` promised, once it is there.
    fn poll(&mut self) -> Option<Result<String, Failure>>;

    /// Asks the worker to end soon with what it has.
    fn stop(&self);

    /// What bounds its searches.
    fn bounds(&self) -> Bounds;

    /// Takes over what bounded the searches of another game.
    fn set_bounds(&mut self, bounds: Bounds);
}

/// What bounds the searches of a session, whatever the game.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    limits: Limits,
    time_control: TimeControl,
}

impl<G: GtpGame> Session<G> {
    /// A session at the start of a game.
    pub fn new(options: &Options, waker: Waker) -> io::Result<Self> {
        let start = G::start(options)
            .map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure.to_string()))?;
        let resources = G::resources(options);
        let for_search = resources.clone();
        let worker = Worker::spawn(options.settings, waker, move |settings| {
            G::searcher(settings, &for_search)
        })?;
        Ok(Session {
            record: Record::new(start),
            resources,
            limits: Limits::default(),
            clocks: [Clock::default(); 2],
            worker,
            thinking: None,
            thinking_time: Duration::ZERO,
        })
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.record.position()
    }

    /// What the game keeps beside the record.
    pub fn resources(&self) -> &G::Resources {
        &self.resources
    }

    /// Changes what the game keeps beside the record; the next search has it.
    pub fn set_resources(&mut self, resources: G::Resources) {
        self.resources = resources.clone();
        self.worker
            .replace(move |settings| G::searcher(settings, &resources));
    }

    /// Time spent on searching for moves since the process began.
    pub fn thinking_time(&self) -> Duration {
        self.thinking_time
    }

    /// Begins another game at `start`: what is on the board goes, clocks are full again.
    pub fn begin(&mut self, start: G::Position) {
        self.resume(Record::new(start));
    }

    /// Takes over a game in the middle; clocks are full.
    pub fn resume(&mut self, record: Record<G::Position>) {
        self.record = record;
        self.clocks = self.clocks.map(|clock| Clock::new(clock.control()));
        self.worker.clear();
    }

    /// Sets both clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = [Clock::new(control); 2];
    }

    /// Sets what one side has left.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set_left(left, stones);
    }

    /// Sets the worker to find a move for `color`, and to play it if `plays`.
    pub fn think(&mut self, color: Color, plays: bool) -> Result<Answer, Failure> {
        let mut record = self.record.clone();
        record.turn_to(color)?;
        if record.position().legal_moves(color).is_empty() {
            return Err(Failure::new("the game is over"));
        }
        let limits = self.limits_for(color, record.position());
        if !plays {
            // A move for regression tests must not depend on what was searched before (GTP 2, reg_genmove).
            self.worker.clear();
        }
        self.worker.ask(record, limits, Question::default());
        self.thinking = Some(Thinking {
            color,
            plays,
            since: Instant::now(),
        });
        Ok(Answer::Later)
    }

    /// Sets the worker to answer a question that takes more than an instant.
    pub fn compute(&mut self, computation: Computation<MoveOf<G>>) -> Result<Answer, Failure> {
        let time = Some(clock::fixed(QUESTION_TIME));
        self.worker.compute(
            computation,
            Limits {
                time,
                ..Limits::default()
            },
        );
        Ok(Answer::Later)
    }

    /// The clock bounds a search if there is one, else the limits that were set, else the usual time.
    fn limits_for(&self, color: Color, position: &G::Position) -> Limits {
        let mut limits = self.limits;
        if let Some(budget) = self.clocks[color.index()].budget(G::moves_left(position)) {
            limits.time = Some(budget);
        }
        if !limits.bounded() {
            limits.time = Some(clock::fixed(MOVE_TIME));
        }
        limits
    }

    fn finish_move(&mut self, found: Option<Found<MoveOf<G>>>) -> Result<String, Failure> {
        let Some(Thinking {
            color,
            plays,
            since,
        }) = self.thinking.take()
        else {
            return Err(Failure::new("nobody asked for this move"));
        };
        let found = found.ok_or_else(|| Failure::new("the game is over"))?;
        let spent = since.elapsed();
        self.thinking_time += spent;
        let text = write_move::<G>(self.position(), found.mv);
        if !plays {
            return Ok(text);
        }
        self.clocks[color.index()].charge(spent);
        if found.resigns {
            return Ok("resign".to_owned());
        }
        self.record.play(color, found.mv).map_err(|reason| {
            log::error!("the search chose {text} for {color}, which is illegal: {reason}");
            Failure::new("the search found no legal move")
        })?;
        Ok(text)
    }
}

impl<G: GtpGame> Desk for Session<G> {
    fn run(&mut self, request: &Request) -> Result<Answer, Failure> {
        let command =
            Command::<G>::named(&request.name).ok_or_else(|| Failure::new("unknown command"))?;
        (command.run)(self, &request.args)
    }

    fn poll(&mut self) -> Option<Result<String, Failure>> {
        loop {
            return Some(match self.worker.next_event()? {
                Event::Progress(report) => {
                    log::debug!("depth {}, {} nodes", report.depth, report.nodes);
                    continue;
                }
                Event::Done(found) => self.finish_move(found),
                Event::Computed(result) => result.map_err(Failure::new),
                Event::Failed(message) => {
                    self.thinking = None;
                    Err(Failure::new(format!("the search failed: {message}")))
                }
            });
        }
    }

    fn stop(&self) {
        self.worker.stop();
    }

    fn bounds(&self) -> Bounds {
        let time_control = self.clocks[Color::Black.index()].control();
        Bounds {
            limits: self.limits,
            time_control,
        }
    }

    fn set_bounds(&mut self, bounds: Bounds) {
        self.limits = bounds.limits;
        self.set_time_control(bounds.time_control);
    }
}
