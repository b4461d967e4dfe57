//! The queue of turns that wait for an analyst.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::query::AnyQuery;

/// A turn of a query: one position to analyze.
#[derive(Clone)]
pub struct QueuedTurn {
    /// The query.
    pub query: Arc<dyn AnyQuery>,
    /// The number of moves before the position.
    pub turn: u32,
    /// Turns of higher priority come first.
    pub priority: i64,
}

/// The turns that a client names to end their analysis.
#[derive(Clone, Debug)]
pub struct TurnFilter {
    /// The id of their queries; any if `None`.
    pub id: Option<String>,
    /// Their numbers; any if `None`.
    pub turns: Option<Vec<i64>>,
}

impl TurnFilter {
    /// Whether it names this turn.
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

/// The place of a turn in the queue: by priority, then by arrival.
type Place = (Reverse<i64>, u64);

/// The waiting turns, the highest priority first, in the order of their arrival among equals.
#[derive(Default)]
pub struct TurnQueue {
    waiting: BTreeMap<Place, QueuedTurn>,
    /// The places of each id, so that the end of one query among a million is found at once.
    places: HashMap<String, BTreeSet<Place>>,
    arrivals: u64,
}

impl TurnQueue {
    /// Adds a turn.
    pub fn push(&mut self, turn: QueuedTurn) {
        let place = (Reverse(turn.priority), self.arrivals);
        self.arrivals += 1;
        self.places
            .entry(turn.query.id().to_owned())
            .or_default()
            .insert(place);
        self.waiting.insert(place, turn);
    }

    /// Takes the first turn.
    pub fn pop(&mut self) -> Option<QueuedTurn> {
        let (place, turn) = self.waiting.pop_first()?;
        self.forget(turn.query.id(), place);
        Some(turn)
    }

    /// Takes out the turns that the filter names, in the order of their arrival.
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

    /// Whether no turn waits.
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
