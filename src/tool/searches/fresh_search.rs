//! Searches that do not depend on earlier ones.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::tool::searches::SearchedGame;
use tengen_engine::control::Stop;
use tengen_engine::record::Record;
use tengen_engine::worker::message_of;
use tengen_engine::{Control, Limits, SearchRequest, SearchResult, Searcher as _};
use tengen_play::Game;
use tengen_play::MoveOf;
use tengen_protocol::Options;

/// A searcher that forgets everything before each position.
pub struct FreshSearch {
    options: Options,
    stop: Stop,
    /// Searcher of the last game that was searched.
    searcher: Option<(Game, Box<dyn Any>)>,
}

impl FreshSearch {
    /// Creates a searcher with these settings and resources. `stop` ends its searches.
    pub fn new(options: Options, stop: Stop) -> FreshSearch {
        FreshSearch {
            options,
            stop,
            searcher: None,
        }
    }

    /// Searches the position at the end of a record. Returns `None` without a legal move. Fails with the message
    /// if the search panics; the next search then gets a new searcher.
    pub fn search<G: SearchedGame>(
        &mut self,
        record: &Record<G::Position>,
        limits: Limits,
        request: SearchRequest<MoveOf<G>>,
    ) -> Result<Option<SearchResult<MoveOf<G>>>, String> {
        let mut searcher = self.take_searcher::<G>();
        let stop = self.stop.clone();
        let search = || {
            searcher.clear();
            searcher.prepare(record.position());
            // The time counts from here, so start the clock last.
            let control = Control::new(G::exact(limits))
                .with_request(request)
                .stopped_by(stop);
            searcher.search_game(record, &control)
        };
        let found = catch_unwind(AssertUnwindSafe(search))
            .map_err(|panic| format!("the search failed: {}", message_of(panic.as_ref())))?;
        self.searcher = Some((G::GAME, searcher));
        Ok(found)
    }

    /// Takes the searcher of this game, creating it if necessary.
    fn take_searcher<G: SearchedGame>(&mut self) -> Box<G::Searcher> {
        let known = self.searcher.take().filter(|(game, _)| *game == G::GAME);
        let known = known.and_then(|(_, searcher)| searcher.downcast().ok());
        known.unwrap_or_else(|| {
            let resources = G::resources(&self.options.games);
            Box::new(G::searcher(self.options.settings, &resources))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Position as _;
    use tengen_play::PlayableGame as _;
    use tengen_play::games::with_game;
    use tengen_play::options::GameOptions;

    /// Searches the first positions of a game in this order. Returns the reports sorted by position.
    fn found<G: SearchedGame>(order: &[usize]) -> Vec<(usize, String)> {
        let options = Options::new(G::GAME);
        let mut search = FreshSearch::new(options.clone(), Stop::default());
        let small = GameOptions {
            size: (G::GAME == Game::Go).then_some(7),
            ..options.games
        };
        let mut record = Record::new(G::start(&small).unwrap());
        let mut records = vec![record.clone()];
        for _ in 0..4 {
            let color = record.position().to_move();
            let mv = *record.position().legal_moves(color).last().unwrap();
            record.play(color, mv).unwrap();
            records.push(record.clone());
        }
        let mut results = Vec::new();
        for &index in order {
            let limits = Limits {
                visits: Some(200),
                ..Limits::default()
            };
            let found = search.search::<G>(&records[index], limits, SearchRequest::default());
            results.push((index, format!("{:?}", found.unwrap().unwrap().report)));
        }
        results.sort();
        results
    }

    #[test]
    fn results_do_not_depend_on_what_was_searched_before() {
        for game in Game::ALL {
            let (forth, back) = with_game!(game, G => {
                (found::<G>(&[0, 1, 2, 3, 4]), found::<G>(&[3, 4, 0, 2, 1]))
            });
            assert_eq!(forth, back);
        }
    }

    #[test]
    fn a_stopped_search_still_gives_a_move() {
        type G = tengen_play::go::Go;
        let stop = Stop::default();
        stop.stop();
        let mut options = Options::new(Game::Go);
        options.games.size = Some(7);
        let record = Record::new(G::start(&options.games).unwrap());
        let mut search = FreshSearch::new(options, stop);
        let found = search.search::<G>(&record, Limits::default(), SearchRequest::default());
        assert!(found.unwrap().is_some());
    }
}
