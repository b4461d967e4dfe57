//! Queries about a position that a search answers with more than a move.

use std::time::{Duration, Instant};

use crate::gtp::command_table::Failure;
use crate::gtp::game::GtpGame;
use tengen_engine::game::Color;
use tengen_engine::{SearchRequest, SearchResult};
use tengen_play::{MoveOf, PlayableGame};

/// A query about a position.
pub struct PositionQuery<G: GtpGame> {
    /// Side to move in the query.
    pub color: Color,
    /// Request for the search.
    pub request: SearchRequest<MoveOf<G>>,
    /// Search time if `limits` sets no bound.
    pub time: Duration,
    /// Writer of the reply.
    pub write_reply: ReplyWriter<G>,
}

/// Function that writes the reply to a query from the position and the search result.
pub type ReplyWriter<G> =
    fn(&<G as PlayableGame>::Position, &SearchResult<MoveOf<G>>) -> Result<String, Failure>;

/// A query with a running search.
pub struct PendingQuery<G: GtpGame> {
    /// Position of the query.
    pub position: G::Position,
    /// Writer of the reply.
    pub write_reply: ReplyWriter<G>,
    /// Start time of the search.
    pub since: Instant,
}

impl<G: GtpGame> PendingQuery<G> {
    /// Writes the reply after the search, and logs its nodes and time. Fails if the search has no result because the
    /// game is over, or if the result does not answer the query.
    pub fn answer(&self, result: Option<SearchResult<MoveOf<G>>>) -> Result<String, Failure> {
        let result = result.ok_or_else(|| Failure::new("the game is over"))?;
        let seconds = self.since.elapsed().as_secs_f64();
        log::info!("{} nodes in {seconds:.3} s", result.report.nodes);
        (self.write_reply)(&self.position, &result)
    }
}
