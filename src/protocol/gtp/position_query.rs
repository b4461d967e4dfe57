//! Queries about a position, which a search answers with more than a move.

use std::time::{Duration, Instant};

use crate::gtp::command::Failure;
use crate::gtp::game::GtpGame;
use tengen_engine::game::Color;
use tengen_engine::{SearchRequest, SearchResult};
use tengen_play::{MoveOf, PlayableGame};

/// A query about a position.
pub struct PositionQuery<G: GtpGame> {
    /// The side to move.
    pub color: Color,
    /// The request to the search.
    pub request: SearchRequest<MoveOf<G>>,
    /// Time for the search if `limits` sets no bound.
    pub time: Duration,
    /// The writer of the reply.
    pub write_reply: ReplyWriter<G>,
}

/// A function that writes the reply to a query from the position and the result of the search.
pub type ReplyWriter<G> =
    fn(&<G as PlayableGame>::Position, &SearchResult<MoveOf<G>>) -> Result<String, Failure>;

/// A query whose search is running.
pub struct PendingQuery<G: GtpGame> {
    /// The position of the query.
    pub position: G::Position,
    /// The writer of the reply.
    pub write_reply: ReplyWriter<G>,
    /// Start of the search.
    pub since: Instant,
}

impl<G: GtpGame> PendingQuery<G> {
    /// Writes the reply after the end of the search, and logs its nodes and time.
    ///
    /// # Errors
    ///
    /// Fails if the search has no result because the game is over, or if its result does not answer the query.
    pub fn answer(&self, result: Option<SearchResult<MoveOf<G>>>) -> Result<String, Failure> {
        let result = result.ok_or_else(|| Failure::new("the game is over"))?;
        let seconds = self.since.elapsed().as_secs_f64();
        log::info!("{} nodes in {seconds:.3} s", result.report.nodes);
        (self.write_reply)(&self.position, &result)
    }
}
