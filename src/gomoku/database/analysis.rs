//! Exchange between searches and the database: results to store, and known moves for a search.

use super::entry::{DatabaseEntry, Label};
use super::key::Stones;
use super::position_database::PositionDatabase;
use crate::eval::score::plies_to_end;
use crate::rules::{Point, Position};
use tengen_engine::game::Position as _;
use tengen_engine::{Report, Restriction};

/// Minimum depth in plies of a search with a score worth storing; a proved result always is. A search of a few
/// hundredths of a second reaches it.
const MIN_DEPTH: u32 = 8;

/// Knowledge of a database about the moves in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownMoves {
    /// This move wins, faster than any other known win.
    Wins(Point),
    /// Only some moves are worth searching.
    Only(Restriction<Point>),
}

/// Looks up the moves of a position in a database. A winning move is to be played; otherwise moves marked as forced are
/// the only ones to search, and moves that lose or are marked as blocked are excluded. `None` if that restricts nothing
/// or excludes every move.
pub fn known_moves(database: &PositionDatabase, position: &Position) -> Option<KnownMoves> {
    let stones = Stones::from_position(position)?;
    let children = database.children(&stones);
    let legal: Vec<(Point, &DatabaseEntry)> = children
        .into_iter()
        .filter(|&(point, _)| position.is_legal(point))
        .collect();
    let labeled = |labels: &[Label]| -> Vec<Point> {
        let with_label = legal
            .iter()
            .filter(|(_, entry)| labels.contains(&entry.label));
        with_label.map(|&(point, _)| point).collect()
    };
    let wins = legal.iter().filter(|(_, entry)| entry.label == Label::WIN);
    // A win in an unknown number of moves comes last.
    if let Some(&(point, _)) = wins.min_by_key(|(_, entry)| entry.value) {
        return Some(KnownMoves::Wins(point));
    }
    let restriction = |moves, only| Restriction {
        color: position.to_move(),
        moves,
        only,
        plies: 1,
    };
    let forced = labeled(&[Label::FORCED]);
    if !forced.is_empty() {
        return Some(KnownMoves::Only(restriction(forced, true)));
    }
    let avoided = labeled(&[Label::LOSS, Label::BLOCKED]);
    let is_choice =
        !avoided.is_empty() && avoided.len() < position.legal_moves(position.to_move()).len();
    is_choice.then(|| KnownMoves::Only(restriction(avoided, false)))
}

/// Records the result of a search of a position: its lines, and the position itself if the search was free to choose
/// among all moves.
pub fn record_search(
    database: &mut PositionDatabase,
    position: &Position,
    report: &Report<Point>,
    is_free: bool,
) {
    let Some(stones) = Stones::from_position(position) else {
        return;
    };
    let is_worth = |score: i32| report.depth >= MIN_DEPTH || plies_to_end(score).is_some();
    for line in &report.lines {
        let score = line.score as i32;
        if is_worth(score) && !stones.holds(line.mv) {
            let depth = report.depth.saturating_sub(1);
            let after = DatabaseEntry::searched(after_move(score), depth);
            database.improve(&stones.after(line.mv), &after);
        }
    }
    let best = report.lines.first().map(|line| line.score as i32);
    if let Some(score) = best.filter(|&score| is_free && is_worth(score)) {
        database.improve(&stones, &DatabaseEntry::searched(score, report.depth));
    }
}

/// Converts a score to the other side's view after the first ply of the line.
fn after_move(score: i32) -> i32 {
    match plies_to_end(score) {
        Some(plies) => -score - plies.signum(),
        None => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use tengen_engine::RootMove;

    fn position(moves: &[(u8, u8)]) -> Position {
        let mut position = Position::new(15, 15, Rule::Renju).unwrap();
        for &(x, y) in moves {
            let color = position.to_move();
            position.play(color, Point::new(x, y)).unwrap();
        }
        position
    }

    fn report(lines: &[(u8, f32)], depth: u32) -> Report<Point> {
        let line = |&(x, score)| {
            let mv = Point::new(x, 0);
            RootMove::new(mv, 0.5, score, 1, vec![mv])
        };
        Report::new(lines.iter().map(line).collect(), 10, depth)
    }

    fn mark(database: &mut PositionDatabase, position: &Position, x: u8, label: Label) {
        let stones = Stones::from_position(position).unwrap();
        database.edit(&stones.after(Point::new(x, 0)), |entry| entry.label = label);
    }

    #[test]
    fn lines_and_the_position_are_recorded_for_their_side() {
        let mut database = PositionDatabase::default();
        let root = position(&[(7, 7)]);
        let found = report(&[(1, 29_991.0), (2, 40.0), (3, -29_980.0)], 12);
        record_search(&mut database, &root, &found, true);
        let stones = Stones::from_position(&root).unwrap();
        let entry = |x| {
            let entry = database.entry(&stones.after(Point::new(x, 0))).unwrap();
            (entry.label, entry.value, entry.depth)
        };
        assert_eq!(entry(1), (Label::WIN, -29_992, 11));
        assert_eq!(entry(2), (Label::NONE, -40, 11));
        assert_eq!(entry(3), (Label::LOSS, 29_981, 11));
        let own = database.entry(&stones).unwrap();
        assert_eq!((own.label, own.value, own.depth), (Label::LOSS, 29_991, 12));
    }

    #[test]
    fn shallow_and_restricted_searches_are_not_taken_for_more() {
        let mut database = PositionDatabase::default();
        let root = position(&[(7, 7)]);
        record_search(
            &mut database,
            &root,
            &report(&[(1, 40.0)], MIN_DEPTH - 1),
            true,
        );
        assert!(database.is_empty());
        record_search(&mut database, &root, &report(&[(1, 40.0)], 12), false);
        assert_eq!(database.len(), 1);
    }

    #[test]
    fn marks_guide_the_search() {
        let mut database = PositionDatabase::default();
        let root = position(&[(7, 7), (2, 3), (11, 4), (5, 14)]);
        assert_eq!(known_moves(&database, &root), None);
        mark(&mut database, &root, 1, Label::BLOCKED);
        mark(&mut database, &root, 2, Label::LOSS);
        let Some(KnownMoves::Only(left_out)) = known_moves(&database, &root) else {
            panic!("two moves are left out")
        };
        assert_eq!((left_out.moves.len(), left_out.only), (2, false));
        mark(&mut database, &root, 3, Label::FORCED);
        let Some(KnownMoves::Only(forced)) = known_moves(&database, &root) else {
            panic!("a move is forced")
        };
        assert_eq!((forced.moves, forced.only), (vec![Point::new(3, 0)], true));
        mark(&mut database, &root, 4, Label::WIN);
        let found = report(&[(5, 29_990.0)], 9);
        record_search(&mut database, &root, &found, false);
        let known = known_moves(&database, &root);
        assert_eq!(
            known,
            Some(KnownMoves::Wins(Point::new(5, 0))),
            "in known time"
        );
    }
}
