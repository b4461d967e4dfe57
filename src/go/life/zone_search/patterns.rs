//! Decided states as patterns: a result holds in every state that looks the same within its zone.
//!
//! After the transposition tables of Shih, Wu and others, A Novel Approach to Solving Goal-Achieving Problems for Board
//! Games, AAAI 2022.

use rustc_hash::FxHashMap;

use super::field::{Cells, Field, FieldState, cell};
use super::table::{NodeId, NodeKey};
use crate::life::side::LifeSide;

/// A decided state, reduced to its zone.
struct ZonePattern {
    zone: Cells,
    /// The stones of both sides in the zone.
    stones: [Cells; 2],
    /// The stones in the zone that can never be removed, which may be due to stones outside.
    safe: [Cells; 2],
    /// The cell that may not be retaken, if it is in the zone.
    ko: Option<u8>,
    node: NodeId,
}

/// The common part of a state and the patterns that are compared with it. The target's chains are in every zone.
#[derive(PartialEq, Eq, Hash)]
struct PatternKey {
    target: Cells,
    to_move: LifeSide,
    must_place: bool,
    threats: u8,
}

/// A state as it is compared with patterns.
pub(super) struct PatternState {
    key: NodeKey,
    target: Cells,
    /// The stones of both sides that can never be removed.
    safe: [Cells; 2],
}

/// The patterns of a search.
#[derive(Default)]
pub(super) struct PatternTable {
    patterns: FxHashMap<PatternKey, Vec<ZonePattern>>,
}

impl PatternState {
    pub fn new(field: &Field, key: NodeKey) -> PatternState {
        let state = &key.state;
        PatternState {
            key,
            target: field.chain(field.target, state.of(LifeSide::Defender)),
            safe: LifeSide::BOTH.map(|side| field.safe(state, side)),
        }
    }

    fn pattern_key(&self) -> PatternKey {
        let NodeKey { state, must_place } = self.key;
        PatternKey {
            target: self.target,
            to_move: state.to_move,
            must_place,
            threats: state.threats,
        }
    }
}

impl ZonePattern {
    fn new(decided: &PatternState, zone: Cells, node: NodeId) -> ZonePattern {
        let FieldState { stones, ko, .. } = decided.key.state;
        ZonePattern {
            zone,
            stones: stones.map(|stones| stones & zone),
            safe: decided.safe.map(|stones| stones & zone),
            ko: within(ko, zone),
            node,
        }
    }

    fn matches(&self, other: &PatternState) -> bool {
        let FieldState { stones, ko, .. } = other.key.state;
        stones.map(|stones| stones & self.zone) == self.stones
            && other.safe.map(|stones| stones & self.zone) == self.safe
            && within(ko, self.zone) == self.ko
    }
}

impl PatternTable {
    /// Adds a state that is decided with a zone.
    pub fn insert(&mut self, decided: &PatternState, zone: Cells, node: NodeId) {
        let patterns = self.patterns.entry(decided.pattern_key()).or_default();
        patterns.push(ZonePattern::new(decided, zone, node));
    }

    /// Returns a decided state that a state looks like, the latest first.
    pub fn find(&self, state: &PatternState) -> Option<NodeId> {
        let patterns = self.patterns.get(&state.pattern_key())?;
        let mut latest = patterns.iter().rev();
        latest
            .find(|pattern| pattern.matches(state))
            .map(|pattern| pattern.node)
    }
}

fn within(ko: Option<u8>, zone: Cells) -> Option<u8> {
    ko.filter(|&index| zone & cell(index) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::life::question::LifeQuestion;
    use crate::testing::go_reference::Stones;

    /// The region has the three columns on the left. Stones on its third column are safe, and what is connected with them.
    fn field(rows: &[&str]) -> (Field, PatternState) {
        let board = Stones::drawn(rows).board();
        let points = board.size().points();
        let region: Vec<Point> = points.filter(|point| point.column() < 3).collect();
        let target = [Point::new(0, 0)];
        let question = LifeQuestion::new(&board, &target, &region).unwrap();
        let field = Field::new(&question).unwrap();
        let state = field.start(LifeSide::Attacker, None);
        let key = NodeKey {
            state,
            must_place: false,
        };
        let state = PatternState::new(&field, key);
        (field, state)
    }

    #[test]
    fn stones_in_the_zone_count_and_whether_they_are_safe() {
        let (field, decided) = field(&[". . . .", ". . . .", "X X X .", "O . . ."]);
        let zone = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(column, row)| Point::new(column, row));
        let zone = zone.into_iter().filter_map(|point| field.cell_of(point));
        let zone = zone.fold(0, |zone, index| zone | cell(index));
        let mut patterns = PatternTable::default();
        patterns.insert(&decided, zone, 7);
        for (rows, found) in [
            ([". . . .", "O . X .", "X X X .", "O . O ."], Some(7)),
            ([". . . .", ". . . .", "X X X .", "O O . ."], None),
            // A wall with a gap, and one that is not safe.
            ([". . . .", ". . . .", ". X X .", "O . . ."], None),
            ([". . . .", ". . . .", "X X . .", "O . . ."], None),
        ] {
            let (_, state) = self::field(&rows);
            assert_eq!(patterns.find(&state), found, "{rows:?}");
        }
    }
}
