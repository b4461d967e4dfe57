//! Opening book: positions, their scores and their best moves, found by long searches.
//!
//! A position stands for its eight symmetric images. Its entry holds the leaf, the best move that leads out of the
//! book, with the score of a search. Moves to other positions of the book have the scores of those positions, so that
//! scores propagate to the start of the game by negamax (Buro, "Toward opening book learning", 1999).
//!
//! - `file`: the file format
//! - `expansion`: the choice of the next positions to search
//!
//! Tests: `tests.rs`; `protocol-tests/book.rs` and `protocol-tests/kills.rs` on the program; damaged books in
//! `protocol-tests/fuzz/files.rs`.
//! A change moves: books on disk and `embedded.bin`, which `scripts/book-reversi` makes. Not the bench signature, since the bench
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

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Entries by canonical board.
    positions: HashMap<Board, BookEntry, FxBuildHasher>,
}

/// Entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BookEntry {
    /// The best move out of the book; none if every move stays in the book.
    leaf: Option<Leaf>,
    /// Value of the position.
    value: BookValue,
}

/// Value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BookValue {
    /// Score for the side to move, in units of 1/128 disc.
    score: i32,
    /// Depth in plies of the search behind the score, at the end of the book's best line.
    depth: u8,
}

/// A move out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its square on the canonical board.
    square: Square,
    /// Score for the side to move, in units of 1/128 disc.
    score: i32,
    /// Depth in plies of the search behind the score.
    depth: u8,
}

/// A book move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Its square.
    pub square: Square,
    /// Score for the side to move, in units of 1/128 disc.
    pub score: i32,
    /// Depth in plies of the search behind the score, at the end of the book's best line.
    pub depth: u8,
}

/// The book embedded in the program.
static EMBEDDED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::decode(include_bytes!("embedded.bin"));
    Arc::new(book.expect("a test decodes the same bytes"))
});

impl Book {
    /// Returns the book embedded in the program.
    pub fn embedded() -> Arc<Book> {
        EMBEDDED.clone()
    }

    /// Returns the number of positions, symmetric images not counted.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the book is empty.
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

    /// Returns the line of best moves as far as the book goes.
    pub fn line(&self, board: Board) -> Vec<Move> {
        let mut board = board;
        let mut line = Vec::new();
        loop {
            if board.moves() == 0 && board.passed().moves() != 0 {
                board = board.passed();
                line.push(Move::Pass);
            }
            let Some(best) = self.moves(board).first().copied() else {
                // A trailing pass is dropped.
                line.pop_if(|mv| *mv == Move::Pass);
                return line;
            };
            line.push(Move::Place(best.square));
            board = board.play(best.square);
        }
    }

    /// Returns the value of a position in the book for its side to move, which may have to pass.
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

    /// Inserts a position or replaces its leaf. Requires a call of `update_values` afterwards.
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

    /// Merges another book: adds its positions, and replaces a leaf by a better founded one.
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
            // A leaf that leads into the book by now is obsolete. Otherwise the deeper search is preferred.
            let rank = |leaf: &Leaf| (self.value(board.play(leaf.square)).is_none(), leaf.depth);
            let own = self.positions[&board].leaf;
            if own.is_none_or(|own| rank(&theirs) > rank(&own)) {
                self.insert(board, Some(theirs));
            }
        }
        self.update_values();
    }

    /// Computes the value of every position from its successors (negamax).
    fn update_values(&mut self) {
        let mut boards: Vec<Board> = self.positions.keys().copied().collect();
        // Successors have fewer empty squares, so they come first.
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
