//! Queue of turns waiting for an analyst.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::pool::AnyQuery;

/// A turn of a query: one position to analyze.
#[derive(Clone)]
pub struct QueuedTurn {
    /// Query that asks for the turn.
    pub query: AnyQuery,
    /// Number of moves before the position.
    pub turn: u32,
    /// Priority; turns with a higher one come first.
    pub priority: i64,
}

/// Turns selected by a client to end their analysis.
#[derive(Clone, Debug)]
pub struct TurnFilter {
    /// Id of their queries; `None` for any.
    pub id: Option<String>,
    /// Turn numbers; `None` for any.
    pub turns: Option<Vec<i64>>,
}

impl TurnFilter {
    /// Whether the filter selects this turn.
    pub fn matches(&self, turn: &QueuedTurn) -> bool {
        self.id.as_deref().is_none_or(|id| id == turn.query.id()) && self.has_number(turn)
    }

    fn has_number(&self, turn: &QueuedTurn) -> bool {
        let number = i64::from(turn.turn);
        self.turns
            .as_ref()
            .is_none_or(|turns| turns.contains(&number))
    }
}

/// Place of a turn in the queue, by priority and then by arrival.
type Place = (Reverse<i64>, u64);

/// Waiting turns, ordered by descending priority and then by arrival.
#[derive(Default)]
pub struct TurnQueue {
    waiting: BTreeMap<Place, QueuedTurn>,
    /// Places by query id, to quickly find one query among a million.
    places: HashMap<String, BTreeSet<Place>>,
    arrivals: u64,
}

impl TurnQueue {
    /// Adds a turn in order of priority.
    pub fn push(&mut self, turn: QueuedTurn) {
        let place = (Reverse(turn.priority), self.arrivals);
        self.arrivals += 1;
        self.places
            .entry(turn.query.id().to_owned())
            .or_default()
            .insert(place);
        self.waiting.insert(place, turn);
    }

    /// Removes and returns the first turn.
    pub fn pop(&mut self) -> Option<QueuedTurn> {
        let (place, turn) = self.waiting.pop_first()?;
        self.forget(turn.query.id(), place);
        Some(turn)
    }

    /// Removes and returns the turns selected by the filter, in order of arrival.
    pub fn take(&mut self, filter: &TurnFilter) -> Vec<QueuedTurn> {
        let named = |(&place, turn): (&Place, &QueuedTurn)| filter.matches(turn).then_some(place);
        let mut places: Vec<Place> = match &filter.id {
            Some(id) => {
                let places = self.places.get(id).into_iter().flatten();
                let known = places.filter_map(|place| self.waiting.get_key_value(place));
                known.filter_map(named).collect()
            }
            None => self.waiting.iter().filter_map(named).collect(),
        };
        places.sort_unstable_by_key(|&(_, arrival)| arrival);
        let mut taken = Vec::with_capacity(places.len());
        for place in places {
            if let Some(turn) = self.waiting.remove(&place) {
                self.forget(turn.query.id(), place);
                taken.push(turn);
            }
        }
        taken
    }

    /// Whether no turn is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    fn forget(&mut self, id: &str, place: Place) {
        if let Some(places) = self.places.get_mut(id) {
            places.remove(&place);
            if places.is_empty() {
                self.places.remove(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnalysisQuery, AnalysisSettings, Fields, QueryDefaults};
    use crate::katago::{HumanModels, KataGoConfig};
    use tengen_play::reversi::Reversi;

    fn query(id: &str) -> AnyQuery {
        let object = serde_json::from_str(r#"{"moves":[]}"#).unwrap();
        let config = KataGoConfig::default();
        let defaults = QueryDefaults {
            settings: AnalysisSettings::from_config(&config),
            models: HumanModels::default(),
            config,
        };
        let read = AnalysisQuery::<Reversi>::read(id, Fields(&object), &defaults);
        read.unwrap().query.into()
    }

    fn queue(turns: &[(&'static str, u32, i64)]) -> TurnQueue {
        let mut queue = TurnQueue::default();
        for &(id, turn, priority) in turns {
            queue.push(QueuedTurn {
                query: query(id),
                turn,
                priority,
            });
        }
        queue
    }

    fn names(turns: &[QueuedTurn]) -> Vec<(&str, u32)> {
        let name = |turn: &QueuedTurn| match turn.query.id() {
            "a" => ("a", turn.turn),
            _ => ("other", turn.turn),
        };
        turns.iter().map(name).collect()
    }

    fn rest(queue: &mut TurnQueue) -> Vec<QueuedTurn> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn the_highest_priority_comes_first_and_then_the_first_come() {
        let mut queue = queue(&[
            ("a", 1, 0),
            ("a", 2, 5),
            ("a", 3, -7),
            ("a", 4, 5),
            ("a", 5, 0),
        ]);
        let turns = rest(&mut queue);
        let turns: Vec<u32> = turns.iter().map(|turn| turn.turn).collect();
        assert_eq!(turns, [2, 4, 1, 5, 3]);
        assert!(queue.is_empty() && queue.places.is_empty());
    }

    #[test]
    fn turns_are_taken_by_their_id_and_number() {
        let turns = [
            ("a", 1, 0),
            ("b", 1, 9),
            ("a", 2, 3),
            ("b", 2, 0),
            ("a", 1, 1),
        ];
        let filter = |id: Option<&str>, turns: Option<&[i64]>| TurnFilter {
            id: id.map(str::to_owned),
            turns: turns.map(<[i64]>::to_vec),
        };
        let taken = |filter| {
            let mut queue = queue(&turns);
            let taken = queue.take(&filter);
            assert_eq!(taken.len() + rest(&mut queue).len(), turns.len());
            assert!(queue.places.is_empty());
            names(&taken)
                .into_iter()
                .map(|(id, turn)| (id == "a", turn))
                .collect::<Vec<_>>()
        };
        let (a, b) = (true, false);
        assert_eq!(taken(filter(Some("a"), None)), [(a, 1), (a, 2), (a, 1)]);
        assert_eq!(taken(filter(Some("a"), Some(&[2, 7]))), [(a, 2)]);
        assert_eq!(taken(filter(None, Some(&[2]))), [(a, 2), (b, 2)]);
        assert_eq!(taken(filter(Some("c"), None)), []);
        assert_eq!(taken(filter(None, None)).len(), turns.len());
    }
}
