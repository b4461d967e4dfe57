//! The search thread: one job at a time, each with its own stop flag, with results as events.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::control::{Control, Limits, Stop};
use super::grace::{Grace, JobKind};
use super::polling::SearchClient;
use super::{Report, SearchRequest, SearchResult, Searcher, Settings, TableCommand, resources};
use crate::engine::game::{GameMove, Position};
use crate::engine::record::Record;

/// The number of a job, which tells its events from those of older jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

/// An event of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M: GameMove> {
    /// A report of the running search. Dropped if too many wait unread.
    Progress(Report<M>),
    /// An event that only searches of this game send. Dropped likewise.
    Game(M::Event),
    /// The result of the search; `None` if there was no legal move.
    Done(Option<SearchResult<M>>),
    /// The searcher is prepared.
    Prepared,
    /// The answer of a computation or of a command to the hash table, or what went wrong.
    Computed(Result<String, String>),
    /// The job panicked with this message. The next one gets a new searcher.
    Failed(String),
}

/// A wake-up signal, one for any number of waiting events. The server selects on its receiver, whatever the game.
#[derive(Clone)]
pub struct Waker(Sender<()>);

impl Waker {
    /// Creates a waker and its receiver.
    pub fn new() -> (Waker, Receiver<()>) {
        let (sender, receiver) = bounded(1);
        (Waker(sender), receiver)
    }

    fn wake(&self) {
        // A full channel holds a signal already; a closed one has no receiver any more.
        let _ = self.0.try_send(());
    }
}

/// A job that is no search for a move but takes time, such as a score estimated by playouts. Its text is the reply of the
/// protocol that asks.
pub type Computation<M> = Box<dyn FnOnce(&Control<M>) -> Result<String, String> + Send>;

/// Builds a searcher on the search thread, at the first job and again after a panic.
type Maker<P> = Box<dyn Fn(Settings) -> Box<dyn Searcher<P>> + Send>;

enum WorkerMessage<P: Position> {
    Run {
        ticket: Ticket,
        job: Job<P>,
        limits: Limits,
        started: Instant,
        stop: Stop,
    },
    Clear,
    Configure(Settings),
    Share(SearchClient),
    Replace(Maker<P>),
}

enum Job<P: Position> {
    Search(Record<P>, SearchRequest<P::Move>),
    Prepare(P),
    Compute(Computation<P::Move>),
    Table(TableCommand),
}

impl<P: Position> Job<P> {
    fn kind(&self, limits: Limits) -> JobKind {
        match self {
            Job::Search(..) => JobKind::Search(limits),
            Job::Compute(_) => JobKind::Computation,
            Job::Prepare(_) | Job::Table(_) => JobKind::Uninterrupted,
        }
    }
}

/// Number of unread progress events before newer ones are dropped.
const PROGRESS_QUEUE: usize = 64;

/// A handle to the search thread. Dropping it stops the running job and joins the thread.
pub struct Worker<P: Position> {
    orders: Option<Sender<WorkerMessage<P>>>,
    progress: Receiver<(Ticket, Event<P::Move>)>,
    results: Receiver<(Ticket, Event<P::Move>)>,
    running: Option<RunningJob>,
    /// Time limits of all further jobs, once the session is ending.
    grace: Option<Grace>,
    last_ticket: u64,
    thread: Option<JoinHandle<()>>,
}

/// A job whose result has not been received yet.
struct RunningJob {
    ticket: Ticket,
    stop: Stop,
    kind: JobKind,
    /// Time at which it is stopped, whatever its limits.
    deadline: Option<Instant>,
}

impl<P: Position> Worker<P> {
    /// Starts the thread. `make` builds the searcher on it, at the first job and again after a panic; `waker` signals
    /// waiting events.
    ///
    /// # Errors
    ///
    /// The error of the system if it has no thread.
    pub fn spawn<S: Searcher<P>>(
        settings: Settings,
        waker: Waker,
        make: impl Fn(Settings) -> S + Send + 'static,
    ) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (progress_sender, progress) = bounded(PROGRESS_QUEUE);
        let (result_sender, results) = unbounded();
        let outbox = Outbox {
            progress: progress_sender,
            results: result_sender,
            waker,
        };
        let make = maker(make);
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            // Deep recursion of threat searches and endgames, with room to spare.
            .stack_size(32 << 20)
            .spawn(move || work(settings, make, &inbox, &outbox))?;
        Ok(Worker {
            orders: Some(orders),
            progress,
            results,
            running: None,
            grace: None,
            last_ticket: 0,
            thread: Some(thread),
        })
    }

    /// Starts a search for the side to move in `position`. A running job is stopped and its events are dropped.
    pub fn start(&mut self, position: P, limits: Limits) -> Ticket {
        self.search(position, limits, SearchRequest::default())
    }

    /// Starts a search with a request, as [`start`](Self::start) does. `game` is a position, or a record that ends with it for
    /// searches that look at earlier moves.
    pub fn search(
        &mut self,
        game: impl Into<Record<P>>,
        limits: Limits,
        request: SearchRequest<P::Move>,
    ) -> Ticket {
        self.begin(Job::Search(game.into(), request), limits)
    }

    /// Prepares the searcher for positions like this one, which ends with [`Event::Prepared`].
    pub fn prepare(&mut self, position: P) -> Ticket {
        self.begin(Job::Prepare(position), Limits::default())
    }

    /// Starts a computation on the search thread, which ends with [`Event::Computed`].
    pub fn compute(&mut self, computation: Computation<P::Move>, limits: Limits) -> Ticket {
        self.begin(Job::Compute(computation), limits)
    }

    /// Starts a command to the searcher's hash table, which ends with [`Event::Computed`].
    pub fn run_table_command(&mut self, command: TableCommand) -> Ticket {
        self.begin(Job::Table(command), Limits::default())
    }

    fn begin(&mut self, job: Job<P>, limits: Limits) -> Ticket {
        self.abandon();
        self.last_ticket += 1;
        let ticket = Ticket(self.last_ticket);
        let stop = Stop::default();
        self.running = Some(RunningJob {
            ticket,
            stop: stop.clone(),
            kind: job.kind(limits),
            deadline: None,
        });
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
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Limits the running job by `grace` from now, and all further ones from their start.
    pub fn wind_down(&mut self, grace: Grace) {
        self.grace = Some(grace);
        self.set_deadline();
    }

    fn set_deadline(&mut self) {
        if let (Some(running), Some(grace)) = (&mut self.running, self.grace) {
            let more = grace.of(running.kind);
            let deadline = more.and_then(|more| Instant::now().checked_add(more));
            running.deadline = match (running.deadline, deadline) {
                (Some(before), Some(now)) => Some(before.min(now)),
                (before, now) => before.or(now),
            };
            self.keep_deadline();
        }
    }

    /// Returns the time at which [`next_event`](Self::next_event) has to be called even without a signal, to stop a job.
    pub fn alarm(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        running.deadline.filter(|_| !running.stop.is_set())
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
        self.stop();
        self.running = None;
    }

    /// Whether there is a job whose result has not been received with `next_event` yet.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
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
        self.order(WorkerMessage::Replace(maker(make)));
    }

    /// Returns the next event of the running job, if one waits; never blocks. Unread reports are dropped when the job ends: its
    /// result contains the last one.
    pub fn next_event(&mut self) -> Option<Event<P::Move>> {
        self.keep_deadline();
        let current = self.running.as_ref()?.ticket;
        let ended = self
            .results
            .try_iter()
            .find(|(ticket, _)| *ticket == current);
        if let Some((_, event)) = ended {
            self.running = None;
            while self.progress.try_recv().is_ok() {}
            return Some(event);
        }
        let (_, event) = self
            .progress
            .try_iter()
            .find(|(ticket, _)| *ticket == current)?;
        Some(event)
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

/// The sending end of the events.
#[derive(Clone)]
struct Outbox<M: GameMove> {
    progress: Sender<(Ticket, Event<M>)>,
    results: Sender<(Ticket, Event<M>)>,
    waker: Waker,
}

impl<M: GameMove> Outbox<M> {
    fn report(&self, ticket: Ticket, event: Event<M>) {
        // A slow reader must not slow down the search: what does not fit is dropped.
        if self.progress.try_send((ticket, event)).is_ok() {
            self.waker.wake();
        }
    }

    fn finish(&self, ticket: Ticket, event: Event<M>) {
        let _ = self.results.send((ticket, event));
        self.waker.wake();
    }
}

fn maker<P: Position, S: Searcher<P>>(make: impl Fn(Settings) -> S + Send + 'static) -> Maker<P> {
    Box::new(move |settings| Box::new(make(settings)))
}

fn work<P: Position>(
    mut settings: Settings,
    mut make: Maker<P>,
    inbox: &Receiver<WorkerMessage<P>>,
    outbox: &Outbox<P::Move>,
) {
    // Built at the first job, so that a process that never searches starts at once and stays small.
    let mut searcher: Option<Box<dyn Searcher<P>>> = None;
    settings = resources::capped(settings);
    let mut client: Option<SearchClient> = None;
    for order in inbox {
        match order {
            WorkerMessage::Clear => {
                if let Some(searcher) = &mut searcher {
                    searcher.clear();
                }
            }
            WorkerMessage::Configure(new) => {
                settings = resources::capped(new);
                if let Some(searcher) = &mut searcher {
                    searcher.configure(settings);
                }
            }
            WorkerMessage::Share(new) => client = Some(new),
            WorkerMessage::Replace(new) => {
                make = new;
                searcher = None;
            }
            WorkerMessage::Run {
                ticket,
                job,
                limits,
                started,
                stop,
            } => {
                let reports = outbox.clone();
                let control = Control::reporting(limits, started, stop, move |event| {
                    reports.report(ticket, event)
                });
                let _scheduled = client.as_ref().map(SearchClient::begin);
                let control = control.scheduled(client.clone());
                let prepares = matches!(job, Job::Prepare(_));
                let outcome = catch_unwind(AssertUnwindSafe(|| match job {
                    Job::Search(record, request) => {
                        let searcher = searcher.get_or_insert_with(|| make(settings));
                        Event::Done(searcher.search_game(&record, &control.with_request(request)))
                    }
                    Job::Prepare(position) => {
                        let searcher = searcher.get_or_insert_with(|| make(settings));
                        searcher.prepare(&position);
                        Event::Prepared
                    }
                    Job::Compute(computation) => Event::Computed(computation(&control)),
                    Job::Table(command) => {
                        let searcher = searcher.get_or_insert_with(|| make(settings));
                        Event::Computed(
                            searcher.run_table_command(&command, &|| control.interrupted()),
                        )
                    }
                }));
                let event = match outcome {
                    Ok(event) => event,
                    Err(panic) => {
                        // Its tables may be inconsistent: the next job builds a new one.
                        searcher = None;
                        match prepares {
                            // The next search fails again, if it matters.
                            true => Event::Prepared,
                            false => Event::Failed(message_of(panic.as_ref())),
                        }
                    }
                };
                outbox.finish(ticket, event);
            }
        }
    }
}

/// Returns the message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown panic")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::RootMove;
    use crate::engine::game::{Color, Edit, IllegalMove, Outcome};

    /// A game of nothing: the search below does what the move number says.
    #[derive(Clone)]
    struct Toy(u32);

    impl Position for Toy {
        type Move = u32;
        type Undo = ();
        fn to_move(&self) -> Color {
            Color::Black
        }
        fn turn_to(&mut self, _: Color) -> Result<(), IllegalMove> {
            Ok(())
        }
        fn legal_moves(&self, _: Color) -> Vec<u32> {
            vec![self.0]
        }
        fn check(&self, _: Color, _: u32) -> Result<(), IllegalMove> {
            Ok(())
        }
        fn play(&mut self, _: Color, _: u32) -> Result<(), IllegalMove> {
            Ok(())
        }
        fn undo(&mut self, _: ()) {}
        fn edit(&mut self, _: &Edit<u32>) -> Result<(), IllegalMove> {
            Ok(())
        }
        fn outcome(&self) -> Option<Outcome> {
            None
        }
    }

    const PANICS: u32 = 13;

    /// Reports until it is stopped; panics on the unlucky number.
    struct ToySearch;

    impl Searcher<Toy> for ToySearch {
        fn search_game(
            &mut self,
            record: &Record<Toy>,
            control: &Control<u32>,
        ) -> Option<SearchResult<u32>> {
            let position = record.position();
            assert_ne!(position.0, PANICS, "unlucky");
            let line = RootMove::new(position.0, 0.5, 0.0, 1, vec![position.0]);
            let report = Report::new(vec![line], 1, 1);
            while !control.interrupted() {
                control.report(report.clone());
                std::thread::yield_now();
            }
            Some(SearchResult {
                mv: position.0,
                resigns: false,
                report,
            })
        }
        fn clear(&mut self) {}
        fn configure(&mut self, _: Settings) {}
    }

    fn toy_worker() -> (Worker<Toy>, Receiver<()>) {
        let (waker, bell) = Waker::new();
        (
            Worker::spawn(Settings::default(), waker, |_| ToySearch).unwrap(),
            bell,
        )
    }

    /// Waits for the end of the running job.
    fn end_of(worker: &mut Worker<Toy>, bell: &Receiver<()>) -> Event<u32> {
        loop {
            match worker.next_event() {
                Some(Event::Progress(_)) => {}
                Some(end) => return end,
                None => bell
                    .recv_timeout(Duration::from_secs(10))
                    .expect("the worker answers"),
            }
        }
    }

    fn found(event: Event<u32>) -> u32 {
        match event {
            Event::Done(Some(found)) => found.mv,
            other => panic!("expected a move, saw {other:?}"),
        }
    }

    #[test]
    fn a_stopped_search_answers_though_nobody_read_its_progress() {
        let (mut worker, bell) = toy_worker();
        worker.start(Toy(7), Limits::default());
        std::thread::sleep(Duration::from_millis(20));
        worker.stop();
        assert_eq!(found(end_of(&mut worker, &bell)), 7);
        assert!(!worker.is_busy());
    }

    #[test]
    fn a_new_job_drops_the_events_of_the_old_one() {
        let (mut worker, bell) = toy_worker();
        let old = worker.start(Toy(1), Limits::default());
        let new = worker.start(Toy(2), Limits::default());
        assert!(new > old);
        worker.stop();
        assert_eq!(found(end_of(&mut worker, &bell)), 2);
        assert_eq!(worker.next_event(), None);
    }

    #[test]
    fn a_panic_is_an_event_and_the_next_job_works() {
        let (mut worker, bell) = toy_worker();
        worker.start(Toy(PANICS), Limits::default());
        let Event::Failed(message) = end_of(&mut worker, &bell) else {
            panic!("expected a failure")
        };
        assert!(message.contains("unlucky"), "{message}");
        worker.start(Toy(3), Limits::default());
        worker.stop();
        assert_eq!(found(end_of(&mut worker, &bell)), 3);
    }

    /// Tells the number of moves in the record.
    struct Historian;

    impl Searcher<Toy> for Historian {
        fn search_game(
            &mut self,
            record: &Record<Toy>,
            _: &Control<u32>,
        ) -> Option<SearchResult<u32>> {
            let mv = record.len() as u32;
            Some(SearchResult {
                mv,
                resigns: false,
                report: Report::new(vec![RootMove::new(mv, 0.5, 0.0, 1, vec![mv])], 1, 1),
            })
        }
        fn clear(&mut self) {}
        fn configure(&mut self, _: Settings) {}
    }

    #[test]
    fn a_replaced_searcher_does_the_next_job_and_sees_the_whole_game() {
        let (mut worker, bell) = toy_worker();
        worker.start(Toy(7), Limits::default());
        worker.replace(|_| Historian);
        worker.stop();
        assert_eq!(found(end_of(&mut worker, &bell)), 7);
        let mut game = Record::new(Toy(5));
        for mv in [5, 5, 5] {
            game.play(Color::Black, mv).unwrap();
        }
        worker.search(game, Limits::default(), SearchRequest::default());
        assert_eq!(found(end_of(&mut worker, &bell)), 3);
    }

    #[test]
    fn a_conversation_that_ends_bounds_its_jobs() {
        let grace = Grace::after_input(Duration::from_millis(50));
        // Without a bound: at once, whether it runs already or begins later.
        let (mut worker, bell) = toy_worker();
        worker.start(Toy(1), Limits::default());
        worker.wind_down(grace);
        assert_eq!(worker.alarm(), None, "it was stopped at once");
        assert_eq!(found(end_of(&mut worker, &bell)), 1);
        worker.start(Toy(2), Limits::default());
        assert_eq!(found(end_of(&mut worker, &bell)), 2);
        // By nodes: it may go on for a while.
        worker.start(Toy(3), Limits::nodes(u64::MAX));
        let alarm = worker.alarm().expect("a deadline");
        assert!(alarm > Instant::now());
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(found(end_of(&mut worker, &bell)), 3);
        // A short time is its own.
        let time = Some(crate::engine::clock::fixed(Duration::from_millis(20)));
        let limits = Limits {
            time,
            ..Limits::default()
        };
        worker.start(Toy(4), limits);
        assert_eq!(worker.alarm(), None);
        assert_eq!(found(end_of(&mut worker, &bell)), 4);
    }

    #[test]
    fn dropping_the_worker_ends_an_endless_search() {
        let (mut worker, _bell) = toy_worker();
        worker.start(Toy(1), Limits::default());
        drop(worker);
    }
}
