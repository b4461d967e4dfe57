//! Questions about a position that its game's search answers with more than a move.

use std::time::{Duration, Instant};

use crate::engine::game::Color;
use crate::engine::{SearchRequest, SearchResult};
use crate::protocol::gtp::command::Failure;
use crate::protocol::gtp::game::{GtpGame, MoveOf};

/// A question, and how its answer is spelled.
pub struct PositionQuery<G: GtpGame> {
    /// Who is to move.
    pub color: Color,
    /// What is asked.
    pub question: SearchRequest<MoveOf<G>>,
    /// Time for the answer, where `limits` says nothing else.
    pub time: Duration,
    /// The reply.
    pub spell: Spell<G>,
}

/// The reply to a question about a position, from what the search has found.
pub type Spell<G> =
    fn(&<G as GtpGame>::Position, &SearchResult<MoveOf<G>>) -> Result<String, Failure>;

/// A question that is being answered.
pub struct PendingQuery<G: GtpGame> {
    /// The position in question.
    pub position: G::Position,
    /// The reply.
    pub spell: Spell<G>,
    /// When the search began.
    pub since: Instant,
}

impl<G: GtpGame> PendingQuery<G> {
    /// The reply, once the search has ended; what it took goes to the log.
    pub fn answer(&self, found: Option<SearchResult<MoveOf<G>>>) -> Result<String, Failure> {
        let found = found.ok_or_else(|| Failure::new("the game is over"))?;
        let seconds = self.since.elapsed().as_secs_f64();
        log::info!("{} nodes in {seconds:.3} s", found.report.nodes);
        (self.spell)(&self.position, &found)
    }
}
