//! The search thread: one job at a time, each with its own stop flag, with results as events.
//!
//! - `job`: jobs, and the messages to the thread
//! - `grace`: time limits of jobs at the end of a session
//! - `worker_thread`: the work of the thread
//! - `caller_thread`: the caller's thread as its replacement, on systems without threads
//! - `waker`: the signal of waiting events
//!
//! Tests: `tests.rs`; `protocol-tests/process/stops.rs` on the program; `protocol-tests/process/faults.rs` where threads do not start.
//! A change moves: the order of events in every protocol (`protocol-tests/process/stops.rs`), and the model of a worker in
//! `protocol-tests/threads/jobs.rs`.

mod caller_thread;
mod grace;
mod job;
mod waker;
mod worker_thread;

use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::{Sender, unbounded};

use self::grace::JobKind;
use self::job::{Job, WorkerMessage};
use self::worker_thread::WorkerThread;
use super::control::Limits;
use super::polling::SearchClient;
use super::report::Event;
use super::threads::Ticket;
use super::threads::current_job::CurrentJob;
use super::{SearchRequest, Searcher, Settings, TableCommand, resources};
use crate::game::Position;
use crate::record::Record;

pub use self::caller_thread::CallerThread;
pub use self::grace::Grace;
pub use self::job::Computation;
pub use self::waker::Waker;
pub use self::worker_thread::message_of;

/// A handle to the search thread. Dropping it stops the running job and joins the thread.
pub struct Worker<P: Position> {
    orders: Option<Sender<WorkerMessage<P>>>,
    current: CurrentJob<Event<P::Move>>,
    /// Kind of the last job.
    kind: Option<JobKind>,
    /// Time at which the last job is stopped, regardless of its limits.
    deadline: Option<Instant>,
    /// Time limits of all further jobs, once the session is ending.
    grace: Option<Grace>,
    /// The thread; `None` if the caller's thread replaces it.
    thread: Option<JoinHandle<()>>,
}

impl<P: Position> Worker<P> {
    /// Starts the thread, or adds its work to the waker's [`CallerThread`]. `make` builds the searcher there, at the
    /// first job and again after a panic; `waker` signals waiting events. Fails if the system refuses a thread.
    pub fn spawn<S: Searcher<P>>(
        settings: Settings,
        waker: Waker,
        make: impl Fn(Settings) -> S + Send + 'static,
    ) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (events, current) = CurrentJob::new(waker.signal());
        let caller = waker.caller();
        let make = job::maker(make);
        let worker_thread = WorkerThread::new(settings, make, inbox, events, caller.clone());
        let thread = match caller {
            Some(caller) => {
                caller.add(worker_thread);
                None
            }
            None => Some(
                std::thread::Builder::new()
                    .name("search".to_owned())
                    // Enough for the deep recursion of threat searches and endgames, with room to spare.
                    .stack_size(32 << 20)
                    .spawn(move || worker_thread.run())
                    .map_err(resources::no_thread("the search"))?,
            ),
        };
        Ok(Worker {
            orders: Some(orders),
            current,
            kind: None,
            deadline: None,
            grace: None,
            thread,
        })
    }

    /// Starts a search for the side to move in `position`. A running job is stopped and its events are dropped.
    pub fn start(&mut self, position: P, limits: Limits) -> Ticket {
        self.search(position, limits, SearchRequest::default())
    }

    /// Starts a search with a request, like [`start`](Self::start). `game` is a position, or a record that ends with it
    /// for searches that use the earlier moves.
    pub fn search(
        &mut self,
        game: impl Into<Record<P>>,
        limits: Limits,
        request: SearchRequest<P::Move>,
    ) -> Ticket {
        self.begin(Job::Search(game.into(), request), limits)
    }

    /// Prepares the searcher for positions like this one; ends with [`Event::Prepared`].
    pub fn prepare(&mut self, position: P) -> Ticket {
        self.begin(Job::Prepare(position), Limits::default())
    }

    /// Starts a computation on the search thread; ends with [`Event::Computed`].
    pub fn compute(&mut self, computation: Computation<P::Move>, limits: Limits) -> Ticket {
        self.begin(Job::Compute(computation), limits)
    }

    /// Starts a command to the searcher's hash table; ends with [`Event::Computed`].
    pub fn run_table_command(&mut self, command: TableCommand) -> Ticket {
        self.begin(Job::Table(command), Limits::default())
    }

    fn begin(&mut self, job: Job<P>, limits: Limits) -> Ticket {
        let (ticket, stop) = self.current.begin();
        self.kind = Some(job.kind(limits));
        self.deadline = None;
        self.set_deadline();
        self.order(WorkerMessage::Run {
            ticket,
            job,
            limits,
            started: Instant::now(),
            stop,
        });
        ticket
    }

    /// Asks the running job to end soon with its result so far, which still arrives.
    pub fn stop(&self) {
        self.current.stop();
    }

    /// Limits the running job by `grace` from now on, and all further ones from their start.
    pub fn wind_down(&mut self, grace: Grace) {
        self.grace = Some(grace);
        self.set_deadline();
    }

    fn set_deadline(&mut self) {
        if let (Some(kind), Some(grace)) = (self.kind, self.grace) {
            let more = grace.of(kind);
            let deadline = more.and_then(|more| Instant::now().checked_add(more));
            self.deadline = match (self.deadline, deadline) {
                (Some(before), Some(now)) => Some(before.min(now)),
                (before, now) => before.or(now),
            };
            self.keep_deadline();
        }
    }

    /// Returns the time at which [`next_event`](Self::next_event) has to be called even without a signal, to stop a
    /// job.
    pub fn alarm(&self) -> Option<Instant> {
        self.deadline.filter(|_| self.current.is_unstopped())
    }

    fn keep_deadline(&self) {
        if self
            .alarm()
            .is_some_and(|deadline| deadline <= Instant::now())
        {
            self.stop();
        }
    }

    /// Stops the running job and drops its further events.
    pub fn abandon(&mut self) {
        self.current.abandon();
    }

    /// Whether there is a job with a result that `next_event` has not returned yet.
    pub fn is_busy(&self) -> bool {
        self.current.is_running()
    }

    /// Clears the searcher, after the running job.
    pub fn clear(&self) {
        self.order(WorkerMessage::Clear);
    }

    /// Gives the searcher new settings, after the running job.
    pub fn configure(&self, settings: Settings) {
        self.order(WorkerMessage::Configure(settings));
    }

    /// Lets all further jobs take turns with those of other clients.
    pub fn share(&self, client: SearchClient) {
        self.order(WorkerMessage::Share(client));
    }

    /// Replaces the searcher by one that `make` builds as in [`spawn`](Self::spawn), after the running job.
    pub fn replace<S: Searcher<P>>(&self, make: impl Fn(Settings) -> S + Send + 'static) {
        self.order(WorkerMessage::Replace(job::maker(make)));
    }

    /// Returns the next event of the running job, if there is one; never blocks. Unread reports are dropped when the
    /// job ends: its result contains the last one.
    pub fn next_event(&mut self) -> Option<Event<P::Move>> {
        self.keep_deadline();
        self.current.next_event()
    }

    fn order(&self, order: WorkerMessage<P>) {
        if let Some(orders) = &self.orders {
            // The thread leaves its loop only when this sender is dropped.
            let _ = orders.send(order);
        }
    }
}

impl<P: Position> Drop for Worker<P> {
    fn drop(&mut self) {
        self.abandon();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
