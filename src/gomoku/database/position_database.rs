//! The database in memory.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::{DatabaseEntry, Label};
use super::key::{DatabaseKey, Stones};
use crate::eval::score::plies_to_end;
use crate::rules::Point;

/// A database of analyzed positions in memory. It records the keys of changed entries, for the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionDatabase {
    entries: BTreeMap<DatabaseKey, DatabaseEntry>,
    /// Keys of entries that were set or removed since `take_changed`.
    changed: BTreeSet<DatabaseKey>,
}

/// Selects which positions after a position to delete, by their entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletionFilter {
    /// Entries to delete, with everything that follows from them.
    pub kind: DeletedKind,
    /// Whether to look for more of them after the entries that stay.
    pub recursive: bool,
}

/// A kind of entry to delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletedKind {
    /// Every entry, regardless of its label.
    All,
    /// Neither won nor lost.
    NotWonOrLost,
    /// Without a known result.
    NoResult,
    /// Won by the side that has just moved.
    Won,
    /// Lost by the side that has just moved.
    Lost,
    /// Won or lost by either side.
    WonOrLost,
    /// With a known result.
    Result,
    /// Won or lost in an unknown number of moves.
    WonOrLostWithoutSteps,
    /// Won or lost within this number of plies, counted from before the move to the position.
    WonOrLostWithin(i32),
}

impl DeletedKind {
    fn matches(self, entry: &DatabaseEntry) -> bool {
        let label = entry.label;
        let is_decided = label == Label::WIN || label == Label::LOSS;
        let plies = plies_to_end(-i32::from(entry.value)).filter(|&plies| match label {
            Label::WIN => plies > 0,
            Label::LOSS => plies < 0,
            _ => false,
        });
        match self {
            DeletedKind::All => true,
            DeletedKind::NotWonOrLost => !is_decided,
            DeletedKind::NoResult => !label.is_result(),
            DeletedKind::Won => label == Label::WIN,
            DeletedKind::Lost => label == Label::LOSS,
            DeletedKind::WonOrLost => is_decided,
            DeletedKind::Result => label.is_result(),
            DeletedKind::WonOrLostWithoutSteps => is_decided && plies.is_none(),
            DeletedKind::WonOrLostWithin(steps) => plies.is_some_and(|plies| plies.abs() < steps),
        }
    }
}

impl PositionDatabase {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the database has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries in the order of their keys.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&DatabaseKey, &DatabaseEntry)> {
        self.entries.iter()
    }

    /// Returns the entry with this key.
    pub fn get(&self, key: &DatabaseKey) -> Option<&DatabaseEntry> {
        self.entries.get(key)
    }

    /// Returns the entry of a position.
    pub fn entry(&self, stones: &Stones) -> Option<&DatabaseEntry> {
        self.get(&stones.key())
    }

    /// Sets the entry of a key.
    pub fn set(&mut self, key: DatabaseKey, entry: DatabaseEntry) {
        if self.entries.get(&key) != Some(&entry) {
            self.changed.insert(key.clone());
            self.entries.insert(key, entry);
        }
    }

    /// Changes the entry of a position, creating it if necessary.
    pub fn edit(&mut self, stones: &Stones, change: impl FnOnce(&mut DatabaseEntry)) {
        let key = stones.key();
        let made = || DatabaseEntry::labeled(Label::NONE);
        let mut entry = self.entries.get(&key).cloned().unwrap_or_else(made);
        change(&mut entry);
        self.set(key, entry);
    }

    /// Updates the entry of a position if the new one is worth more.
    pub fn improve(&mut self, stones: &Stones, entry: &DatabaseEntry) {
        let key = stones.key();
        let mut improved = self.entries.get(&key).cloned().unwrap_or_default();
        improved.improve(entry);
        self.set(key, improved);
    }

    /// Merges an entry from elsewhere into the one with this key. The more valuable data of the two and all texts are
    /// kept.
    pub fn merge(&mut self, key: DatabaseKey, entry: &DatabaseEntry) {
        let mut merged = self.entries.get(&key).cloned().unwrap_or_default();
        merged.merge(entry);
        self.set(key, merged);
    }

    /// Returns the moves from a position to positions with an entry, row by row, with the entries.
    pub fn children(&self, stones: &Stones) -> Vec<(Point, &DatabaseEntry)> {
        let points = stones.empty_points();
        points
            .filter_map(|point| Some((point, self.entry(&stones.after(point))?)))
            .collect()
    }

    /// Returns the texts on the empty points of a position, row by row.
    pub fn point_texts(&self, stones: &Stones) -> Vec<(Point, &str)> {
        let (key, canonical) = stones.key_with_points();
        let Some(entry) = self
            .get(&key)
            .filter(|entry| !entry.point_texts().is_empty())
        else {
            return Vec::new();
        };
        // A file may have a text on any of the mirror images.
        let texts = entry.point_texts();
        let (_, of_key) = key.stones().key_with_points();
        let texts: BTreeMap<Point, &str> = texts
            .iter()
            .map(|(&point, text)| (of_key(point), text.as_str()))
            .collect();
        let points = stones.empty_points();
        points
            .filter_map(|point| Some((point, *texts.get(&canonical(point))?)))
            .collect()
    }

    /// Sets the text on an empty point of a position; an empty text removes it. The position after a move there gets an
    /// entry, so that a tree of moves leads to the text.
    pub fn set_point_text(&mut self, stones: &Stones, point: Point, text: &str) {
        let (_, canonical) = stones.key_with_points();
        self.edit(stones, |entry| entry.set_point_text(canonical(point), text));
        if !text.is_empty() {
            self.edit(&stones.after(point), |_| {});
        }
    }

    /// Removes the entry of a position, and the texts on the points that lead to it.
    pub fn remove(&mut self, stones: &Stones) {
        self.take_out(&stones.key());
        for (point, parent) in stones.parents() {
            let (key, canonical) = parent.key_with_points();
            let point = canonical(point);
            if let Some(entry) = self.entries.get_mut(&key)
                && entry.point_texts().contains_key(&point)
            {
                entry.set_point_text(point, "");
                self.changed.insert(key);
            }
        }
    }

    /// Deletes positions selected by the filter that follow from a position and from no other entry. The position
    /// itself stays. Positions that stay lose their texts on the points that led to deleted ones.
    pub fn remove_children(&mut self, stones: &Stones, filter: DeletionFilter) {
        let mut open = vec![(stones.clone(), filter, true)];
        let mut seen = BTreeSet::new();
        while let Some((parent, filter, stays)) = open.pop() {
            let parent_key = parent.key();
            for point in parent.empty_points() {
                let child = parent.after(point);
                let key = child.key();
                let Some(entry) = self.entries.get(&key) else {
                    continue;
                };
                if filter.kind.matches(entry) {
                    let spared = stays.then_some(&parent_key);
                    if !self.is_reached(&child, spared) {
                        self.remove(&child);
                        let all = DeletionFilter {
                            kind: DeletedKind::All,
                            recursive: false,
                        };
                        open.push((child, all, false));
                    }
                } else if filter.recursive && seen.insert(key) {
                    open.push((child, filter, true));
                }
            }
        }
    }

    /// Whether an entry other than `but_from` is one move before the position.
    fn is_reached(&self, stones: &Stones, but_from: Option<&DatabaseKey>) -> bool {
        stones.parents().any(|(_, parent)| {
            let key = parent.key();
            Some(&key) != but_from && self.entries.contains_key(&key)
        })
    }

    /// Returns the entries of a position and of all that follow from it.
    pub fn branch(&self, stones: &Stones) -> PositionDatabase {
        let mut branch = PositionDatabase::default();
        let mut open = vec![stones.clone()];
        while let Some(parent) = open.pop() {
            let key = parent.key();
            if let Some(entry) = self.entries.get(&key) {
                branch.set(key, entry.clone());
            }
            for (point, _) in self.children(&parent) {
                let child = parent.after(point);
                if branch.entry(&child).is_none() {
                    open.push(child);
                }
            }
        }
        branch
    }

    /// Takes the keys of entries that were set or removed since the last call.
    pub(super) fn take_changed(&mut self) -> BTreeSet<DatabaseKey> {
        std::mem::take(&mut self.changed)
    }

    /// Removes the entry of a key.
    pub(super) fn take_out(&mut self, key: &DatabaseKey) {
        if self.entries.remove(key).is_some() {
            self.changed.insert(key.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    fn stones(moves: &[(u8, u8)]) -> Stones {
        let start = Stones::empty(Rule::Renju, 15, 15);
        moves
            .iter()
            .fold(start, |stones, &(x, y)| stones.after(Point::new(x, y)))
    }

    fn database(lines: &[&[(u8, u8)]]) -> PositionDatabase {
        let mut database = PositionDatabase::default();
        for line in lines {
            for length in 0..=line.len() {
                database.edit(&stones(&line[..length]), |_| {});
            }
        }
        database
    }

    const ALL: DeletionFilter = DeletionFilter {
        kind: DeletedKind::All,
        recursive: false,
    };

    #[test]
    fn children_are_found_from_any_side() {
        let database = database(&[&[(7, 7), (8, 8), (9, 9)]]);
        let found = database.children(&stones(&[(7, 7)]));
        let points: Vec<Point> = found.iter().map(|&(point, _)| point).collect();
        let diagonal = [(6, 6), (8, 6), (6, 8), (8, 8)].map(|(x, y)| Point::new(x, y));
        assert_eq!(points, diagonal);
        let found = database.children(&stones(&[(7, 7), (6, 8)]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, Point::new(5, 9));
    }

    #[test]
    fn a_text_is_shown_on_the_mirror_images() {
        let mut database = PositionDatabase::default();
        let center = stones(&[(7, 7)]);
        database.set_point_text(&center, Point::new(8, 7), "A");
        let shown = database.point_texts(&center);
        assert_eq!(shown.len(), 4);
        assert!(shown.iter().all(|&(_, text)| text == "A"));
        assert_eq!(
            database.children(&center).len(),
            4,
            "the move is in the tree"
        );
        database.remove(&stones(&[(7, 7), (7, 6)]));
        assert!(database.point_texts(&center).is_empty());
        assert_eq!(database.len(), 1);
    }

    #[test]
    fn what_another_move_order_leads_to_is_not_deleted() {
        let line: &[(u8, u8)] = &[(7, 7), (8, 8), (9, 7)];
        let other: &[(u8, u8)] = &[(9, 7), (8, 8), (7, 7), (1, 2)];
        let mut both = database(&[line, other]);
        let before = both.len();
        both.remove_children(&stones(&line[..2]), ALL);
        assert_eq!(both.len(), before, "(9,7) (8,8) leads there, too");
        let mut one = database(&[&[(7, 7), (8, 8), (9, 9), (1, 2)]]);
        one.remove_children(&stones(&[(7, 7)]), ALL);
        assert_eq!(one.len(), 2);
    }

    #[test]
    fn only_texts_on_deleted_moves_go() {
        let mut database = PositionDatabase::default();
        let center = stones(&[(7, 7)]);
        database.set_point_text(&center, Point::new(8, 7), "A");
        database.set_point_text(&center, Point::new(8, 8), "B");
        database.edit(&stones(&[(7, 7), (8, 8)]), |entry| entry.label = Label::WIN);
        let filter = DeletionFilter {
            kind: DeletedKind::Won,
            recursive: false,
        };
        database.remove_children(&center, filter);
        let texts = database.point_texts(&center);
        assert!(texts.len() == 4 && texts.iter().all(|&(_, text)| text == "A"));
        assert_eq!(database.len(), 2);
    }

    #[test]
    fn filters_choose_by_the_label() {
        let mark = |label| {
            let mut database = database(&[&[(7, 7), (8, 8), (9, 9), (1, 2)]]);
            database.edit(&stones(&[(7, 7), (8, 8), (9, 9)]), |entry| *entry = label);
            database
        };
        let left = |entry: DatabaseEntry, kind, recursive| {
            let mut database = mark(entry);
            let filter = DeletionFilter { kind, recursive };
            database.remove_children(&stones(&[(7, 7)]), filter);
            database.len()
        };
        let won = || DatabaseEntry::searched(-29_990, 9);
        let unknown = || DatabaseEntry::labeled(Label::WIN);
        assert_eq!(left(won(), DeletedKind::Won, false), 5, "not a child");
        assert_eq!(left(won(), DeletedKind::Won, true), 3);
        assert_eq!(left(won(), DeletedKind::Lost, true), 5);
        assert_eq!(left(won(), DeletedKind::WonOrLostWithin(11), true), 3);
        assert_eq!(left(won(), DeletedKind::WonOrLostWithin(10), true), 5);
        assert_eq!(left(won(), DeletedKind::WonOrLostWithoutSteps, true), 5);
        assert_eq!(left(unknown(), DeletedKind::WonOrLostWithoutSteps, true), 3);
        assert_eq!(left(unknown(), DeletedKind::NotWonOrLost, false), 2);
    }

    #[test]
    fn a_branch_is_what_follows() {
        let database = database(&[&[(7, 7), (8, 8), (9, 9)], &[(7, 7), (7, 8), (1, 1)]]);
        let branch = database.branch(&stones(&[(7, 7), (8, 8)]));
        assert_eq!(branch.len(), 2);
        assert_eq!(database.branch(&stones(&[])).len(), database.len());
    }

    #[test]
    fn changes_are_noted_once() {
        let mut database = database(&[&[(7, 7)]]);
        assert_eq!(database.take_changed().len(), 2);
        database.edit(&stones(&[(7, 7)]), |_| {});
        assert!(database.take_changed().is_empty(), "it was there");
        database.remove(&stones(&[(7, 7)]));
        assert_eq!(database.take_changed().len(), 1);
    }
}
