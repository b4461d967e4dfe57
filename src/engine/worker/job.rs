//! Jobs, and the messages to the search thread.

use std::time::Instant;

use super::grace::JobKind;
use crate::control::{Control, Limits};
use crate::game::Position;
use crate::polling::SearchClient;
use crate::record::Record;
use crate::threads::{Stop, Ticket};
use crate::{SearchRequest, Searcher, Settings, TableCommand};

/// A job other than a search that takes time, such as a score estimated by playouts. Its text is the protocol's reply.
pub type Computation<M> = Box<dyn FnOnce(&Control<M>) -> Result<String, String> + Send>;

/// Builds a searcher on the search thread, at the first job and again after a panic.
pub type Maker<P> = Box<dyn Fn(Settings) -> Box<dyn Searcher<P>> + Send>;

/// A message to the search thread.
pub enum WorkerMessage<P: Position> {
    /// Do a job; its time counts from `started`.
    Run {
        ticket: Ticket,
        job: Job<P>,
        limits: Limits,
        started: Instant,
        stop: Stop,
    },
    /// Clear everything the searcher has kept.
    Clear,
    /// Give the searcher new settings.
    Configure(Settings),
    /// Let all further jobs take turns with those of other clients.
    Share(SearchClient),
    /// Replace the searcher by one that this maker builds.
    Replace(Maker<P>),
}

/// A job of the search thread.
pub enum Job<P: Position> {
    /// A search of the last position of a record.
    Search(Record<P>, SearchRequest<P::Move>),
    /// Preparation of the searcher for positions like this one.
    Prepare(P),
    /// A computation other than a search.
    Compute(Computation<P::Move>),
    /// A command to the hash table.
    Table(TableCommand),
}

impl<P: Position> Job<P> {
    /// Returns the kind of a job under these limits.
    pub fn kind(&self, limits: Limits) -> JobKind {
        match self {
            Job::Search(..) => JobKind::Search(limits),
            Job::Compute(_) => JobKind::Computation,
            Job::Prepare(_) | Job::Table(_) => JobKind::Uninterrupted,
        }
    }
}

/// Wraps a maker of one searcher type as a maker of any.
pub fn maker<P: Position, S: Searcher<P>>(
    make: impl Fn(Settings) -> S + Send + 'static,
) -> Maker<P> {
    Box::new(move |settings| Box::new(make(settings)))
}
