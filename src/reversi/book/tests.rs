use proptest::prelude::*;

use super::expansion::ExpansionTarget;
use super::*;
use crate::rules::board::tests::reached;
use crate::rules::symmetry::Symmetry;
use crate::search::AlphaBeta;
use tengen_engine::Settings;
use tengen_engine::control::Stop;
use tengen_engine::game::{Color, Position as _};
use tengen_testing::scratch::Scratch;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn after(moves: &str) -> Board {
    moves
        .split_whitespace()
        .fold(Board::START, |board, name| board.play(square(name)))
}

fn leaf(name: &str, score: i32) -> Option<Leaf> {
    Some(Leaf {
        square: square(name),
        score,
        depth: 10,
    })
}

/// A book in which f5 scores 3 for black unless white answers f6, after which black's best move scores 1.
fn small() -> Book {
    let mut book = Book::default();
    book.insert(Board::START, leaf("f5", 3));
    book.insert(after("f5"), leaf("d6", -3));
    book.insert(after("f5 f6"), leaf("e6", 1));
    book.update_values();
    book
}

/// A book grown by searches.
fn grown() -> Book {
    let mut book = Book::default();
    let mut searcher = AlphaBeta::new(Settings {
        memory: 1 << 20,
        ..Settings::default()
    });
    for _ in 0..12 {
        let target: ExpansionTarget = book.expansion_targets()[0];
        book.expand(target, &mut searcher, 2, &Stop::default());
    }
    book
}

#[test]
fn a_stopped_search_adds_nothing() {
    let mut book = small();
    let before = book.len();
    let mut searcher = AlphaBeta::new(Settings {
        memory: 1 << 20,
        ..Settings::default()
    });
    let stop = Stop::default();
    stop.stop();
    let target = book.expansion_targets()[0];
    book.expand(target, &mut searcher, 20, &stop);
    assert_eq!(book.len(), before);
}

#[test]
fn values_propagate_from_the_depth_of_the_book() {
    let book = small();
    let known: Vec<_> = book
        .moves(after("f5"))
        .iter()
        .map(|known| (known.square, known.score))
        .collect();
    assert_eq!(known, [(square("f6"), -1), (square("d6"), -3)]);
    let start = book.moves(Board::START);
    // The four first moves are symmetric.
    assert_eq!(start.len(), 4);
    assert!(start.iter().all(|known| known.score == 1));
    let line: Vec<String> = book.line(after("f5")).iter().map(Move::to_string).collect();
    assert_eq!(line, ["f6", "e6"]);
    assert!(book.moves(after("f5 d6 c3")).is_empty());
}

#[test]
fn an_answer_is_the_best_move() {
    let mut position = Position::start();
    position
        .play(Color::Black, Move::Place(square("f5")))
        .unwrap();
    let found = small().search_result(&position).unwrap();
    assert_eq!(found.mv, Move::Place(square("f6")));
    assert_eq!(found.report.lines[0].pv.len(), 2);
    assert_eq!(
        small().search_result(&Position::from_text(&"X".repeat(64), Color::White).unwrap()),
        None
    );
}

#[test]
fn symmetric_positions_share_an_entry() {
    let book = small();
    for symmetry in Symmetry::all() {
        let board = symmetry.board(after("f5 f6"));
        let known = book.moves(board);
        assert_eq!(
            known[0].square,
            symmetry.square(square("e6")),
            "{symmetry:?}"
        );
    }
}

#[test]
fn a_book_grows_from_the_start_and_stays_right() {
    let book = grown();
    assert!(book.len() >= 5, "{} positions", book.len());
    for &board in book.positions.keys() {
        let known = book.moves(board);
        assert!(!known.is_empty());
        assert!(
            known
                .iter()
                .all(|known| board.moves() & known.square.bit() != 0)
        );
        let worth = book.value(board).unwrap();
        assert_eq!((worth.score, worth.depth), (known[0].score, known[0].depth));
    }
    let position = Position::start();
    let found = book.search_result(&position).unwrap();
    assert!(position.check(Color::Black, found.mv).is_ok());
}

#[test]
fn what_is_written_is_read() {
    for book in [Book::default(), small(), grown()] {
        let bytes = book.encode();
        assert_eq!(Book::decode(&bytes).unwrap(), book);
    }
    assert_eq!(small().encode(), small().encode());
}

#[test]
fn a_book_is_saved_and_opened() {
    let folder = Scratch::new("book");
    let path = folder.path().join("test.book");
    for mut book in [small(), grown()] {
        book.save_merged(&path).unwrap();
        assert_eq!(Book::open(&path).unwrap(), book);
    }
    assert_eq!(folder.names(), ["test.book"]);
    std::fs::remove_file(&path).unwrap();
    assert!(Book::open(&path).unwrap_err().is_missing());
}

#[test]
fn books_are_merged_by_the_deeper_search() {
    let deeper = |leaf: Option<Leaf>| leaf.map(|leaf| Leaf { depth: 20, ..leaf });
    let mut other = Book::default();
    other.insert(Board::START, deeper(leaf("f5", -5)));
    other.insert(after("f5 f6"), deeper(leaf("c3", 7)));
    other.insert(after("f5 d6"), leaf("c3", 2));
    other.update_values();
    let mut merged = small();
    merged.merge(&other);
    assert_eq!(merged.len(), 4);
    let best = |book: &Book, moves: &str| book.moves(after(moves))[0];
    assert_eq!(
        (best(&merged, "f5 f6").score, best(&merged, "f5 f6").depth),
        (7, 20)
    );
    assert_eq!(best(&merged, "f5 d6").score, 2);
    // White chooses between -7 and -2, so black's first move scores 2, regardless of its leaf.
    assert_eq!(merged.moves(Board::START)[0].score, 2);
    // Merging is symmetric and idempotent.
    other.merge(&small());
    assert_eq!(other.moves(Board::START), merged.moves(Board::START));
    assert_eq!(other.moves(after("f5 f6")), merged.moves(after("f5 f6")));
    let before = merged.clone();
    merged.merge(&other);
    assert_eq!(merged.encode(), before.encode());
}

/// A leaf that leads into the book is replaced.
#[test]
fn a_move_out_of_the_merged_book_is_preferred() {
    let mut book = Book::default();
    book.insert(after("f5"), leaf("d6", 3));
    let mut other = Book::default();
    other.insert(after("f5"), leaf("f6", 1));
    other.insert(after("f5 d6"), leaf("c3", 2));
    other.update_values();
    book.merge(&other);
    let known: Vec<_> = book
        .moves(after("f5"))
        .iter()
        .map(|known| known.square)
        .collect();
    assert_eq!(known, [square("f6"), square("d6")]);
}

#[test]
fn a_concurrent_save_is_merged() {
    let folder = Scratch::new("book-merged");
    let path = folder.path().join("test.book");
    let (mut one, mut two) = (small(), grown());
    one.save_merged(&path).unwrap();
    two.save_merged(&path).unwrap();
    let saved = Book::open(&path).unwrap();
    assert_eq!(saved, two);
    assert!(
        small()
            .positions
            .keys()
            .all(|board| saved.positions.contains_key(board))
    );
    std::fs::write(&path, b"GIF89a").unwrap();
    assert!(matches!(one.save_merged(&path), Err(BookError::Foreign)));
    assert_eq!(std::fs::read(&path).unwrap(), b"GIF89a");
    assert_eq!(folder.names(), ["test.book"]);
}

#[test]
fn damaged_books_are_refused() {
    let book = grown();
    let bytes = book.encode();
    // Bytes that do not affect the positions, such as the last bytes of the compressed data, may differ.
    let is_refused = |damaged: &[u8]| match Book::decode(damaged) {
        Ok(read) => {
            assert_eq!(read, book);
            false
        }
        Err(_) => true,
    };
    let mut refused = 0;
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        refused += usize::from(is_refused(&damaged)) + usize::from(is_refused(&bytes[..at]));
    }
    assert!(
        refused >= 2 * bytes.len() - 8,
        "{refused} of {}",
        2 * bytes.len()
    );
    assert!(matches!(
        Book::decode(b"PK\x03\x04 some archive"),
        Err(BookError::Foreign)
    ));
}

#[test]
fn an_impossible_size_is_refused_at_once() {
    let mut bytes = small().encode();
    bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(
        Book::decode(&bytes),
        Err(BookError::Damaged("too many positions"))
    ));
    bytes[8..12].copy_from_slice(&(1u32 << 26).to_le_bytes());
    assert!(Book::decode(&bytes).is_err());
}

#[test]
fn the_embedded_book_is_whole() {
    let book = Book::embedded();
    assert!(!book.moves(Board::START).is_empty());
    for known in book.moves(Board::START) {
        assert!(
            known.score.abs() < 4 * DISC,
            "the start is nearly even: {known:?}"
        );
    }
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = Book::decode(&bytes);
        let _ = Book::decode(&[&b"TGREVBK1"[..], &bytes].concat());
    }

    #[test]
    fn any_position_is_found_again(choices in prop::collection::vec(0..64usize, 0..59)) {
        let board = reached(&choices);
        prop_assume!(board.moves() != 0);
        let best = board.squares().next().unwrap();
        let mut book = Book::default();
        book.insert(board, Some(Leaf { square: best, score: 5, depth: 3 }));
        book.update_values();
        let decoded = Book::decode(&book.encode()).unwrap();
        // On a symmetric board the move may be returned as its image.
        let known = decoded.moves(board)[0];
        prop_assert_eq!(canonical(board.play(known.square)).0, canonical(board.play(best)).0);
        prop_assert_eq!(known.score, 5);
    }
}
