//! Jobs, and the messages to the search thread.

use std::time::Instant;

use crate::control::{Control, Limits};
use crate::game::Position;
use crate::grace::JobKind;
use crate::polling::SearchClient;
use crate::record::Record;
use crate::threads::{Stop, Ticket};
use crate::{SearchRequest, Searcher, Settings, TableCommand};

/// A job that is no search for a move but takes time, such as a score estimated by playouts. Its text is the reply of the
/// protocol that asks.
pub type Computation<M> = Box<dyn FnOnce(&Control<M>) -> Result<String, String> + Send>;

/// Builds a searcher on the search thread, at the first job and again after a panic.
pub type Maker<P> = Box<dyn Fn(Settings) -> Box<dyn Searcher<P>> + Send>;

/// A message to the search thread.
pub enum WorkerMessage<P: Position> {
    /// Do a job, whose time counts from `started`.
    Run {
        ticket: Ticket,
        job: Job<P>,
        limits: Limits,
        started: Instant,
        stop: Stop,
    },
    /// Clear the searcher.
    Clear,
    /// Give the searcher new settings.
    Configure(Settings),
    /// Let all further jobs take turns with those of other clients.
    Share(SearchClient),
    /// Build another searcher.
    Replace(Maker<P>),
}

/// A job of the search thread.
pub enum Job<P: Position> {
    /// A search of the position at the end of a record.
    Search(Record<P>, SearchRequest<P::Move>),
    /// The preparation of the searcher for positions like this one.
    Prepare(P),
    /// A computation that is no search.
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

/// Makes a builder of searchers of any type from one of a type.
pub fn maker<P: Position, S: Searcher<P>>(
    make: impl Fn(Settings) -> S + Send + 'static,
) -> Maker<P> {
    Box::new(move |settings| Box::new(make(settings)))
}
