//! Conversion of RenLib libraries, trees of moves, to a database and back.
//!
//! A board text of `W` or `L` with a number marks a position that the side that has just moved wins or loses at that
//! move of the game. Other texts are kept as board texts.

use super::DatabaseError;
use super::entry::{DatabaseEntry, Label, ValueBound};
use super::key::Stones;
use super::position_database::PositionDatabase;
use crate::eval::score::{WIN, plies_to_end};
use crate::rules::{Point, Rule};
use tengen_records::encoding::TextDecoder;
use tengen_records::renlib::{self, LibraryNode, RenLibError};

/// Maximum number of positions in a library.
const MOST_NODES: usize = 4_000_000;

/// Adds the positions of a library to a database, for games with this rule on a board of this size. Returns the number
/// of moves added, with mirror images counted separately. A move off the board or onto a stone is left out with
/// everything after it. Fails, without adding anything, if the bytes are not a library or the board does not fit one.
pub fn add_library(
    database: &mut PositionDatabase,
    bytes: &[u8],
    rule: Rule,
    (width, height): (u8, u8),
) -> Result<usize, DatabaseError> {
    check_size(width, height)?;
    let nodes = renlib::read(bytes, MOST_NODES)?;
    let texts = nodes
        .iter()
        .flat_map(|node| [&node.comment, &node.board_text]);
    let texts = TextDecoder::new(texts.map(Vec::as_slice), None);
    texts.log(&"library of RenLib");
    let empty = Stones::empty(rule, width, height);
    // The positions above the node, and the depth at which a branch is skipped.
    let mut path: Vec<Stones> = Vec::new();
    let mut left_out: Option<u32> = None;
    let has_root = nodes.first().is_some_and(|root| root.point.is_none());
    let mut count = 0;
    for (index, node) in nodes.iter().enumerate() {
        if left_out.is_some_and(|depth| node.depth > depth) {
            continue;
        }
        path.truncate(node.depth as usize);
        let parent = path.last().unwrap_or(&empty);
        let is_root = has_root && index == 0;
        let reached = if is_root {
            Some(empty.clone())
        } else {
            played(parent, node)
        };
        left_out = reached.is_none().then_some(node.depth);
        let Some(stones) = reached else {
            continue;
        };
        if let (Some((x, y)), Some(text)) = (node.point, text_of_board(node, texts)) {
            database.set_point_text(parent, Point::new(x, y), &text);
        }
        let entry = entry_of(node, stones.count());
        database.merge(stones.key(), &entry);
        if !node.comment.is_empty() {
            let comment = texts.decode(&node.comment);
            database.edit(&stones, |entry| entry.add_comment(&comment));
        }
        count += 1;
        path.push(stones);
    }
    Ok(count)
}

/// Returns the stones after a node's move; `None` if it cannot be played, or if both sides pass in a row.
fn played(parent: &Stones, node: &LibraryNode) -> Option<Stones> {
    let Some((x, y)) = node.point else {
        let passed = parent.after_pass();
        return Stones::of_bytes(passed.key().bytes()).map(|_| passed);
    };
    let point = Point::new(x, y);
    let is_free = parent.contains(point) && !parent.holds(point);
    let after = is_free.then(|| parent.after(point))?;
    // After a pass, the colors may be such that the position has no key.
    Stones::of_bytes(after.key().bytes()).map(|_| after)
}

/// Returns the node's text if it is to be kept as a board text.
fn text_of_board(node: &LibraryNode, texts: TextDecoder) -> Option<String> {
    let text = texts.decode(&node.board_text);
    let is_chance = text
        .strip_suffix('%')
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let is_kept = !text.is_empty() && !is_chance && result_of(&node.board_text).is_none();
    is_kept.then_some(text)
}

/// Parses a text such as `W23` or `L`: the label and the number.
fn result_of(text: &[u8]) -> Option<(Label, Option<u16>)> {
    let (first, rest) = text.split_first()?;
    let label = match first {
        b'W' => Label::WIN,
        b'L' => Label::LOSS,
        _ => return None,
    };
    match rest {
        b"" | b"*" => Some((label, None)),
        digits => Some((label, Some(str::from_utf8(digits).ok()?.parse().ok()?))),
    }
}

fn entry_of(node: &LibraryNode, stones: usize) -> DatabaseEntry {
    let Some((label, last_move)) = result_of(&node.board_text) else {
        return DatabaseEntry::labeled(Label::NONE);
    };
    let plies = last_move.and_then(|last| last.checked_sub(stones as u16));
    let mut entry = DatabaseEntry::labeled(label);
    if let Some(plies) = plies.filter(|&plies| plies > 0 && plies < 1000) {
        let score = (WIN - i32::from(plies)) as i16;
        entry.value = if label == Label::WIN { -score } else { score };
        entry.bound = ValueBound::Exact;
    }
    entry
}

/// Returns a library with the entries of a database that follow from a position, below the moves of a game that leads
/// there. A position reached by several moves is continued only once. Fails if the board does not fit a library, or
/// there are too many positions.
pub fn to_library(
    database: &PositionDatabase,
    start: &Stones,
    moves: &[Point],
) -> Result<Vec<u8>, DatabaseError> {
    let (width, height) = start.size();
    check_size(width, height)?;
    let mut nodes = Vec::new();
    let root = database.entry(start).filter(|_| moves.is_empty());
    if let Some(root) = root.filter(|root| !root.comment().is_empty()) {
        // The empty board is in a library only for its comment.
        nodes.push(LibraryNode {
            comment: root.comment().into(),
            ..LibraryNode::default()
        });
    }
    let mut stones = start.clone();
    for &point in moves {
        let next = stones.after(point);
        let entry = database.entry(&next);
        let is_text = |&(other, _): &(Point, &str)| other == point;
        let text = database.point_texts(&stones).into_iter().find(is_text);
        let text = text.map_or_else(String::new, |(_, text)| text.to_owned());
        nodes.push(node_of(point, nodes.len() as u32, entry, &next, text));
        stones = next;
    }
    let depth = nodes.len() as u32;
    add_branch(database, &stones, depth, &mut nodes)?;
    Ok(renlib::write(&nodes))
}

fn add_branch(
    database: &PositionDatabase,
    stones: &Stones,
    depth: u32,
    nodes: &mut Vec<LibraryNode>,
) -> Result<(), DatabaseError> {
    let mut seen = std::collections::HashSet::from([stones.key()]);
    let mut open = Vec::new();
    let push_children = |stones: &Stones, depth: u32, open: &mut Vec<_>| {
        let texts: std::collections::BTreeMap<Point, String> = database
            .point_texts(stones)
            .into_iter()
            .map(|(point, text)| (point, text.to_owned()))
            .collect();
        // The last one pushed is written first.
        for (point, _) in database.children(stones).into_iter().rev() {
            let text = texts.get(&point).cloned().unwrap_or_default();
            open.push((point, stones.after(point), depth, text));
        }
    };
    push_children(stones, depth, &mut open);
    while let Some((point, stones, depth, text)) = open.pop() {
        if nodes.len() >= MOST_NODES {
            return Err(RenLibError::TooLarge(MOST_NODES).into());
        }
        let key = stones.key();
        nodes.push(node_of(point, depth, database.get(&key), &stones, text));
        if seen.insert(key) {
            push_children(&stones, depth + 1, &mut open);
        }
    }
    Ok(())
}

fn node_of(
    point: Point,
    depth: u32,
    entry: Option<&DatabaseEntry>,
    stones: &Stones,
    text: String,
) -> LibraryNode {
    let label = entry.map_or_else(String::new, |entry| label_text(entry, stones));
    LibraryNode {
        point: Some((point.x(), point.y())),
        depth,
        is_marked: false,
        comment: entry.map_or_else(Vec::new, |entry| entry.comment().into()),
        board_text: if text.is_empty() { label } else { text }.into(),
    }
}

/// Returns a result with the number of the game's last move, or else the label that front-ends show.
fn label_text(entry: &DatabaseEntry, stones: &Stones) -> String {
    let letter = match entry.label {
        Label::WIN => "W",
        Label::LOSS => "L",
        _ => return entry.display_label(),
    };
    match plies_to_end(entry.value.into()) {
        Some(plies) => format!("{letter}{}", stones.count() + plies.unsigned_abs() as usize),
        None => letter.to_owned(),
    }
}

fn check_size(width: u8, height: u8) -> Result<(), DatabaseError> {
    if width > renlib::MAX_SIDE || height > renlib::MAX_SIDE {
        return Err(DatabaseError::Board(width, height));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, x: u8, y: u8, text: &str, comment: &str) -> LibraryNode {
        LibraryNode {
            point: Some((x, y)),
            depth,
            board_text: text.into(),
            comment: comment.into(),
            ..LibraryNode::default()
        }
    }

    fn empty() -> Stones {
        Stones::empty(Rule::Renju, 15, 15)
    }

    fn added(nodes: &[LibraryNode]) -> (PositionDatabase, usize) {
        let mut database = PositionDatabase::default();
        let bytes = renlib::write(nodes);
        let count = add_library(&mut database, &bytes, Rule::Renju, (15, 15)).unwrap();
        (database, count)
    }

    fn tree() -> Vec<LibraryNode> {
        vec![
            node(0, 7, 7, "", "center"),
            node(1, 7, 6, "D", ""),
            node(2, 9, 5, "W17", "wins"),
            node(2, 8, 5, "L", ""),
            node(1, 8, 6, "53%", ""),
        ]
    }

    #[test]
    fn a_tree_comes_into_a_database_and_out_again() {
        let (database, count) = added(&tree());
        assert_eq!((count, database.len()), (5, 5));
        let center = empty().after(Point::new(7, 7));
        assert_eq!(database.entry(&center).unwrap().comment(), "center");
        let texts = database.point_texts(&center);
        assert_eq!(texts.len(), 4, "{texts:?}");
        let won = center.after(Point::new(7, 6)).after(Point::new(9, 5));
        let won = database.entry(&won).unwrap();
        assert_eq!((won.label, won.value), (Label::WIN, -29_986));
        assert_eq!(won.display_label(), "w15");
        let file = to_library(&database, &empty(), &[]).unwrap();
        let mut again = PositionDatabase::default();
        add_library(&mut again, &file, Rule::Renju, (15, 15)).unwrap();
        assert!(again.entries().eq(database.entries()));
    }

    #[test]
    fn a_position_is_continued_once() {
        let (database, _) = added(&[
            node(0, 7, 7, "", ""),
            node(1, 0, 0, "", ""),
            node(2, 9, 9, "", ""),
            node(3, 3, 4, "", ""),
        ]);
        let center = Point::new(7, 7);
        let file = to_library(&database, &empty(), &[center]).unwrap();
        let nodes = renlib::read(&file, 1000).unwrap();
        let corners = nodes.iter().filter(|node| node.depth == 1).count();
        let last = nodes.iter().filter(|node| node.depth == 3).count();
        // The stones are symmetric about the diagonal.
        assert_eq!((corners, last), (4, 2));
    }

    #[test]
    fn what_cannot_be_played_is_left_out_with_its_branch() {
        let pass = |depth| LibraryNode {
            depth,
            ..LibraryNode::default()
        };
        let (database, count) = added(&[
            node(0, 7, 7, "", ""),
            node(1, 7, 7, "x", "twice"),
            node(2, 1, 1, "", ""),
            node(1, 8, 8, "", ""),
            pass(2),
            pass(3),
            node(4, 2, 2, "", ""),
            node(3, 3, 3, "", ""),
        ]);
        assert!(count <= database.len() + 2 && database.len() >= 3);
        let twice = |(_, entry): (&_, &DatabaseEntry)| entry.comment() == "twice";
        assert!(!database.entries().any(twice));
        let mut database = PositionDatabase::default();
        let deep: Vec<_> = (0..100_000).map(pass).collect();
        let file = renlib::write(&deep);
        add_library(&mut database, &file, Rule::Renju, (15, 15)).unwrap();
        let small = renlib::write(&tree());
        add_library(&mut database, &small, Rule::Renju, (5, 5)).unwrap();
        let wide = add_library(&mut database, &small, Rule::Renju, (15, 16));
        assert!(matches!(wide, Err(DatabaseError::Board(15, 16))));
    }
}
