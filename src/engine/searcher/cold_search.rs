//! A full search with a cold table, as used by strong levels.

use super::{Searcher, Settings};
use crate::game::Position;
use crate::{Control, Limits, SearchRequest, SearchResult};

/// Memory of the search, in bytes.
const MEMORY: usize = 16 << 20;

/// A full search that keeps nothing from move to move: its result depends only on the position.
pub struct ColdSearch<S> {
    /// The search, built on first use.
    search: Option<S>,
    make: fn(Settings) -> S,
}

impl<S> ColdSearch<S> {
    /// Creates a search that `make` builds.
    pub fn new(make: fn(Settings) -> S) -> Self {
        ColdSearch { search: None, make }
    }

    /// Finds a move within `limits` and the time of a level. Reports nothing.
    pub fn find<P: Position>(
        &mut self,
        position: &P,
        limits: Limits,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>
    where
        S: Searcher<P>,
    {
        let limits = Limits {
            time: control.level_time(false),
            ..limits
        };
        let request = SearchRequest {
            restrictions: control.request().restrictions.clone(),
            move_only: true,
            ..SearchRequest::default()
        };
        let settings = Settings {
            memory: MEMORY,
            ..Settings::default()
        };
        let search = self.search.get_or_insert_with(|| (self.make)(settings));
        search.clear();
        search.search(position, &control.nested(limits, request))
    }
}
