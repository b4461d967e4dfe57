//! Tickets of jobs, and the events of the current one. Older jobs may still run: their events are dropped.

use super::signal::Signal;
use super::stop::Stop;
use super::sync::{Receiver, Sender, bounded, unbounded};

/// Number of unread progress events beyond which newer ones are dropped.
const PROGRESS_QUEUE: usize = 64;

/// The number of a job, which distinguishes its events from those of older jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

/// The current job of a worker, and the receiving end of the events of all its jobs.
pub struct CurrentJob<E> {
    progress: Receiver<(Ticket, E)>,
    results: Receiver<(Ticket, E)>,
    /// The job with a result that has not been received yet.
    running: Option<(Ticket, Stop)>,
    last_ticket: Ticket,
}

/// The sending end of the events.
#[derive(Clone)]
pub struct EventSender<E> {
    /// Reports, dropped if too many are unread.
    progress: Sender<(Ticket, E)>,
    /// Results, which end jobs.
    results: Sender<(Ticket, E)>,
    /// Raised for reports and results.
    signal: Signal,
}

impl<E> CurrentJob<E> {
    /// Creates both ends, without a job. Every event raises the signal.
    pub fn new(signal: Signal) -> (EventSender<E>, CurrentJob<E>) {
        let (progress_sender, progress) = bounded(PROGRESS_QUEUE);
        let (result_sender, results) = unbounded();
        let sender = EventSender {
            progress: progress_sender,
            results: result_sender,
            signal,
        };
        let current = CurrentJob {
            progress,
            results,
            running: None,
            last_ticket: Ticket::default(),
        };
        (sender, current)
    }

    /// Abandons the current job and begins the next one. Returns its ticket and its stop flag.
    pub fn begin(&mut self) -> (Ticket, Stop) {
        self.abandon();
        let ticket = Ticket(self.last_ticket.0 + 1);
        self.last_ticket = ticket;
        let stop = Stop::default();
        self.running = Some((ticket, stop.clone()));
        (ticket, stop)
    }

    /// Asks the job to end soon with its result so far, which still arrives.
    pub fn stop(&self) {
        if let Some((_, stop)) = &self.running {
            stop.stop();
        }
    }

    /// Stops the job and drops its further events.
    pub fn abandon(&mut self) {
        self.stop();
        self.running = None;
    }

    /// Whether there is a job with a result that `next_event` has not returned yet.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether there is a job that has not been stopped.
    pub fn is_unstopped(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|(_, stop)| !stop.is_set())
    }

    /// Returns the next event of the job, if there is one; never blocks. Unread reports are dropped when the job ends:
    /// its result contains the last one.
    pub fn next_event(&mut self) -> Option<E> {
        let current = self.running.as_ref()?.0;
        let is_current = |(ticket, _): &(Ticket, E)| *ticket == current;
        if let Some((_, event)) = self.results.try_iter().find(is_current) {
            self.running = None;
            while self.progress.try_recv().is_ok() {}
            return Some(event);
        }
        let (_, event) = self.progress.try_iter().find(is_current)?;
        Some(event)
    }
}

impl<E> EventSender<E> {
    /// Sends a report of a job, unless too many are unread.
    pub fn report(&self, ticket: Ticket, event: E) {
        // A slow reader must not slow down the search: excess reports are dropped.
        if self.progress.try_send((ticket, event)).is_ok() {
            self.signal.raise();
        }
    }

    /// Sends the result of a job.
    pub fn finish(&self, ticket: Ticket, event: E) {
        let _ = self.results.send((ticket, event));
        self.signal.raise();
    }
}
