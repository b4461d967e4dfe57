//! Opening book: positions with scores and best moves from long searches.
//!
//! A position represents its eight symmetric images. Its entry contains the leaf: the best move that leads out of the
//! book, with a search score. Moves to other positions of the book get the scores of those positions, so scores
//! propagate to the start of the game by negamax (Buro, "Toward opening book learning", 1999).
//!
//! - `file`: the file format
//! - `expansion`: the choice of positions to search next
//!
//! Tests: `tests.rs`; `protocol-tests/tools/book.rs` and `protocol-tests/process/kills.rs` on the program; damaged books in
//! `protocol-tests/fuzz/files.rs`.
//! A change moves: books on disk and `embedded.bin`, which `scripts/dev/book-reversi` makes. Not the bench signature, since the bench
//! plays without a book.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::sync::{Arc, LazyLock};

use rustc_hash::FxBuildHasher;

use super::eval::evaluation::DISC;
use super::eval::winrate::winrate;
use super::rules::board::Board;
use super::rules::position::Position;
use super::rules::square::{Move, Square};
use super::rules::symmetry::{canonical, key};
use tengen_engine::{Report, RootMove, SearchResult};

pub mod expansion;
mod file;

pub use file::BookError;

/// An opening book with a score for every position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    positions: HashMap<Board, BookEntry, FxBuildHasher>,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BookEntry {
    /// The best move out of the book, or `None` if every move stays in the book.
    leaf: Option<Leaf>,
    value: BookValue,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BookValue {
    /// The score for the side to move, in units of 1/128 disc.
    score: i32,
    /// The depth in plies of the search behind the score, at the end of the book's best line.
    depth: u8,
}

/// A move that leads out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The move's square on the canonical board.
    square: Square,
    /// The score for the side to move, in units of 1/128 disc.
    score: i32,
    /// The depth in plies of the search behind the score.
    depth: u8,
}

/// A book move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square of the move.
    pub square: Square,
    /// The score for the side to move, in units of 1/128 disc.
    pub score: i32,
    /// The depth in plies of the search behind the score, at the end of the book's best line.
    pub depth: u8,
}

static EMBEDDED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::decode(include_bytes!("embedded.bin"));
    Arc::new(book.expect("a test decodes the same bytes"))
});

impl Book {
    /// Returns the book embedded in the program.
    pub fn embedded() -> Arc<Book> {
        EMBEDDED.clone()
    }

    /// Returns the number of positions, counting symmetric images once.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the book moves of a position, best first.
    pub fn moves(&self, board: Board) -> Vec<BookMove> {
        let (canonical_board, symmetry) = canonical(board);
        let Some(entry) = self.positions.get(&canonical_board) else {
            return Vec::new();
        };
        let mut moves: Vec<BookMove> = board
            .squares()
            .filter_map(|square| {
                let after = self.value(board.play(square))?;
                Some(BookMove {
                    square,
                    score: -after.score,
                    depth: after.depth,
                })
            })
            .collect();
        if let Some(leaf) = entry.leaf {
            let square = symmetry.inverse_square(leaf.square);
            if !moves.iter().any(|mv| mv.square == square) {
                moves.push(BookMove {
                    square,
                    score: leaf.score,
                    depth: leaf.depth,
                });
            }
        }
        moves.sort_by_key(|mv| (-mv.score, mv.square));
        moves
    }

    /// Returns the best book move and its line as a search result.
    pub fn search_result(&self, position: &Position) -> Option<SearchResult<Move>> {
        let best = *self.moves(position.board()).first()?;
        let score = best.score as f32 / DISC as f32;
        let line = self.line(position.board());
        let winrate = winrate(best.score, false, position.empties());
        let mut line = RootMove::new(Move::Place(best.square), winrate, score, 0, line);
        line.details.depth = Some(best.depth.into());
        Some(SearchResult {
            mv: line.mv,
            resigns: false,
            report: Report::new(vec![line], 0, best.depth.into()),
        })
    }

    /// Returns the line of best moves until it leaves the book.
    pub fn line(&self, board: Board) -> Vec<Move> {
        let mut board = board;
        let mut line = Vec::new();
        loop {
            if board.moves() == 0 && board.passed().moves() != 0 {
                board = board.passed();
                line.push(Move::Pass);
            }
            let Some(best) = self.moves(board).first().copied() else {
                // Drop a trailing pass.
                line.pop_if(|mv| *mv == Move::Pass);
                return line;
            };
            line.push(Move::Place(best.square));
            board = board.play(best.square);
        }
    }

    /// Returns the value of a book position for its side to move, which may have to pass.
    fn value(&self, board: Board) -> Option<BookValue> {
        if board.moves() != 0 {
            return Some(self.positions.get(&canonical(board).0)?.value);
        }
        let BookValue { score, depth } = self.positions.get(&canonical(board.passed()).0)?.value;
        Some(BookValue {
            score: -score,
            depth,
        })
    }

    /// Inserts a position or replaces its leaf. `update_values` must be called afterwards.
    fn insert(&mut self, board: Board, leaf: Option<Leaf>) {
        let (canonical_board, symmetry) = canonical(board);
        let leaf = leaf.map(|leaf| Leaf {
            square: symmetry.square(leaf.square),
            ..leaf
        });
        let value = leaf.map_or_else(BookValue::default, |leaf| BookValue {
            score: leaf.score,
            depth: leaf.depth,
        });
        self.positions
            .insert(canonical_board, BookEntry { leaf, value });
    }

    /// Merges another book: adds its positions, and takes over leaves with a better basis.
    fn merge(&mut self, other: &Book) {
        let mut conflicts = Vec::new();
        for (&board, theirs) in &other.positions {
            match self.positions.entry(board) {
                Vacant(slot) => {
                    slot.insert(*theirs);
                }
                Occupied(_) => conflicts.extend(theirs.leaf.map(|leaf| (board, leaf))),
            }
        }
        for (board, theirs) in conflicts {
            // A leaf that leads into the merged book is obsolete. Otherwise, prefer the deeper search.
            let rank = |leaf: &Leaf| (self.value(board.play(leaf.square)).is_none(), leaf.depth);
            let own = self.positions[&board].leaf;
            if own.is_none_or(|own| rank(&theirs) > rank(&own)) {
                self.insert(board, Some(theirs));
            }
        }
        self.update_values();
    }

    /// Computes every position's value from its successors by negamax.
    fn update_values(&mut self) {
        let mut boards: Vec<Board> = self.positions.keys().copied().collect();
        // Successors have fewer empty squares and must come first.
        boards.sort_by_key(|board| (board.empties(), key(*board)));
        for board in boards {
            let best = self.moves(board).first().copied();
            if let (Some(entry), Some(best)) = (self.positions.get_mut(&board), best) {
                entry.value = BookValue {
                    score: best.score,
                    depth: best.depth,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests;
