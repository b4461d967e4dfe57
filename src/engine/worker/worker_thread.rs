//! The work of a search thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crossbeam_channel::{Receiver, TryRecvError};

use super::caller_thread::{CallerHandle, CallerStep, StepwiseThread};
use super::job::{Job, Maker, WorkerMessage};
use crate::control::{Control, Limits};
use crate::game::{GameMove, Position};
use crate::polling::SearchClient;
use crate::report::{ComputationError, Event};
use crate::threads::current_job::EventSender;
use crate::threads::{Stop, Ticket};
use crate::{Searcher, Settings, resources};

/// A search thread: its searcher, and the channels of a worker.
pub struct WorkerThread<P: Position> {
    /// Requested settings; `settings` are the ones granted by the system.
    asked: Settings,
    settings: Settings,
    make: Maker<P>,
    /// Built at the first job, so that a process that never searches starts at once and stays small.
    searcher: Option<Box<dyn Searcher<P>>>,
    client: Option<SearchClient>,
    /// The position to prepare for before the next search.
    unprepared: Option<P>,
    inbox: Receiver<WorkerMessage<P>>,
    events: EventSender<Event<P::Move>>,
    /// Handle of the caller's thread, if it replaces this one.
    caller: Option<CallerHandle>,
}

impl<P: Position> WorkerThread<P> {
    /// Creates a thread's work, without a searcher yet.
    pub fn new(
        settings: Settings,
        make: Maker<P>,
        inbox: Receiver<WorkerMessage<P>>,
        events: EventSender<Event<P::Move>>,
        caller: Option<CallerHandle>,
    ) -> Self {
        WorkerThread {
            asked: settings,
            settings: resources::capped(settings),
            make,
            searcher: None,
            client: None,
            unprepared: None,
            inbox,
            events,
            caller,
        }
    }

    /// Processes orders until the worker is dropped.
    pub fn run(mut self) {
        while let Ok(order) = self.inbox.recv() {
            self.execute(order);
        }
    }

    fn configure(&mut self, new: Settings) {
        let is_granted = (new.threads, new.memory) == (self.asked.threads, self.asked.memory);
        self.settings = match is_granted {
            // The existing tables take memory, so capping again would grant less.
            true => Settings {
                threads: self.settings.threads,
                memory: self.settings.memory,
                ..new
            },
            false => resources::capped(new),
        };
        self.asked = new;
        if let Some(searcher) = &mut self.searcher {
            searcher.configure(self.settings);
        }
    }

    fn execute(&mut self, order: WorkerMessage<P>) {
        match order {
            WorkerMessage::Clear => {
                if let Some(searcher) = &mut self.searcher {
                    searcher.clear();
                }
            }
            WorkerMessage::Configure(new) => self.configure(new),
            WorkerMessage::Share(new) => self.client = Some(new),
            WorkerMessage::Replace(new) => {
                self.make = new;
                self.searcher = None;
            }
            WorkerMessage::Run {
                ticket,
                job: Job::Prepare(position),
                ..
            } if self.shares_time() => {
                // Most conversations of the web page only ask for rules, so slow preparation waits for the first
                // search.
                self.unprepared = Some(position);
                self.events.finish(ticket, Event::Prepared);
            }
            WorkerMessage::Run {
                ticket,
                job,
                limits,
                mut started,
                stop,
            } => {
                if let Job::Search(..) = job
                    && let Some(position) = self.unprepared.take()
                {
                    let control = self.control(ticket, Limits::default(), started, stop.clone());
                    self.run_job(Job::Prepare(position), control);
                    // Count the time from here, as if the preparation had been done before: it must not shorten the
                    // search.
                    started = Instant::now();
                }
                let control = self.control(ticket, limits, started, stop);
                let event = self.run_job(job, control);
                self.events.finish(ticket, event);
            }
        }
    }

    /// Whether the processors are shared with other conversations or with the caller.
    fn shares_time(&self) -> bool {
        self.client.is_some() || self.caller.is_some()
    }

    fn control(
        &self,
        ticket: Ticket,
        limits: Limits,
        started: Instant,
        stop: Stop,
    ) -> Control<P::Move> {
        let events = self.events.clone();
        let report = move |event| events.report(ticket, event);
        Control::reporting(limits, started, stop, report)
            .scheduled(self.client.clone())
            .serving(self.caller.as_ref().map(CallerHandle::slices))
    }

    /// Does a job and returns its final event.
    fn run_job(&mut self, job: Job<P>, control: Control<P::Move>) -> Event<P::Move> {
        let _scheduled = self.client.as_ref().map(SearchClient::begin);
        let (settings, make) = (self.settings, &self.make);
        let slot = &mut self.searcher;
        let prepares = matches!(job, Job::Prepare(_));
        let outcome = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Search(record, request) => {
                let searcher = slot.get_or_insert_with(|| make(settings));
                Event::Done(searcher.search_game(&record, &control.with_request(request)))
            }
            Job::Prepare(position) => {
                let searcher = slot.get_or_insert_with(|| make(settings));
                searcher.prepare(&position);
                Event::Prepared
            }
            Job::Compute(computation) => computed(computation(&control), &control),
            Job::Table(command) => {
                let searcher = slot.get_or_insert_with(|| make(settings));
                let answer = searcher.run_table_command(&command, &|| control.interrupted());
                computed(answer, &control)
            }
        }));
        match outcome {
            Ok(event) => event,
            Err(panic) => {
                // The searcher's tables may be inconsistent: the next job builds a new one.
                self.searcher = None;
                match prepares {
                    // The next search fails as well, if it matters.
                    true => Event::Prepared,
                    false => Event::Failed(message_of(panic.as_ref())),
                }
            }
        }
    }
}

impl<P: Position> StepwiseThread for WorkerThread<P> {
    fn step(&mut self) -> CallerStep {
        match self.inbox.try_recv() {
            Ok(order) => {
                self.execute(order);
                CallerStep::Worked
            }
            Err(TryRecvError::Empty) => CallerStep::Idle,
            Err(TryRecvError::Disconnected) => CallerStep::Ended,
        }
    }
}

/// Returns the event of a computation's answer.
fn computed<M: GameMove>(answer: Result<String, String>, control: &Control<M>) -> Event<M> {
    Event::Computed(answer.map_err(|text| ComputationError {
        text,
        was_stopped: control.interrupted(),
    }))
}

/// Returns the message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown panic")
        .to_owned()
}
