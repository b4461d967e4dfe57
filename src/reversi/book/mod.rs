//! An opening book: positions that were searched at leisure, what they are worth, and the best moves.
//!
//! A position stands for all its mirror images. It knows the best of its moves that lead out of the book, as a search
//! found it; moves to other positions of the book are worth what those are, so that a value found deep in the book
//! reaches the start of the game (Buro, "Toward opening book learning", 1999).

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::sync::{Arc, LazyLock};

use rustc_hash::FxBuildHasher;

use super::eval::evaluation::DISC;
use super::rules::board::Board;
use super::rules::position::Position;
use super::rules::square::{Move, Square};
use super::rules::symmetry::{canonical, key};
use crate::engine::{Report, RootMove, SearchResult};

pub mod expansion;
mod file;

pub use file::BookError;

/// Positions with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// By the view that stands for all eight.
    positions: HashMap<Board, BookEntry, FxBuildHasher>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BookEntry {
    /// The best move out of the book; none if every move stays in it.
    leaf: Option<Leaf>,
    /// What the position is worth.
    value: BookValue,
}

/// What a position is worth, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BookValue {
    /// To the side to move, in units of 1/128 disc.
    score: i32,
    /// Plies of the search that found it, at the end of the best moves in the book.
    depth: u8,
}

/// A move out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// As the canonical view has it.
    square: Square,
    /// For the side to move, in units of 1/128 disc.
    score: i32,
    /// Plies of the search that found it.
    depth: u8,
}

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub square: Square,
    /// What it is worth to the side to move, in units of 1/128 disc.
    pub score: i32,
    /// Plies of the search that found it, at the end of the best moves in the book.
    pub depth: u8,
}

/// The book that the program was built with.
static EMBEDDED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::decode(include_bytes!("embedded.bin"));
    Arc::new(book.expect("a test decodes the same bytes"))
});

impl Book {
    /// The book that the program was built with.
    pub fn embedded() -> Arc<Book> {
        EMBEDDED.clone()
    }

    /// The number of positions, mirror images not counted.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves that the book knows here, best first.
    pub fn moves(&self, board: Board) -> Vec<BookMove> {
        let (view, symmetry) = canonical(board);
        let Some(entry) = self.positions.get(&view) else {
            return Vec::new();
        };
        let mut known: Vec<BookMove> = board
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
            if !known.iter().any(|known| known.square == square) {
                known.push(BookMove {
                    square,
                    score: leaf.score,
                    depth: leaf.depth,
                });
            }
        }
        known.sort_by_key(|known| (-known.score, known.square));
        known
    }

    /// What the book has to say where a move is wanted: the best one and the line that follows from it.
    pub fn search_result(&self, position: &Position) -> Option<SearchResult<Move>> {
        let best = *self.moves(position.board()).first()?;
        let score = best.score as f32 / DISC as f32;
        let line = self.line(position.board());
        let won = 1.0 / (1.0 + (-score / 8.0).exp());
        let mut line = RootMove::new(Move::Place(best.square), won, score, 0, line);
        line.details.depth = Some(best.depth.into());
        Some(SearchResult {
            mv: line.mv,
            resigns: false,
            report: Report::new(vec![line], 0, best.depth.into()),
        })
    }

    /// The best moves as far as the book goes.
    pub fn line(&self, board: Board) -> Vec<Move> {
        let mut board = board;
        let mut line = Vec::new();
        loop {
            if board.moves() == 0 && board.passed().moves() != 0 {
                board = board.passed();
                line.push(Move::Pass);
            }
            let Some(best) = self.moves(board).first().copied() else {
                // A pass at the end leads nowhere that the book knows.
                line.pop_if(|mv| *mv == Move::Pass);
                return line;
            };
            line.push(Move::Place(best.square));
            board = board.play(best.square);
        }
    }

    /// What a position of the book is worth to the side to move; also one where that has to pass.
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

    /// Puts a position into the book or changes what leads out of it; `settle` has to follow.
    fn insert(&mut self, board: Board, leaf: Option<Leaf>) {
        let (view, symmetry) = canonical(board);
        let leaf = leaf.map(|leaf| Leaf {
            square: symmetry.square(leaf.square),
            ..leaf
        });
        let worth = leaf.map_or_else(BookValue::default, |leaf| BookValue {
            score: leaf.score,
            depth: leaf.depth,
        });
        self.positions
            .insert(view, BookEntry { leaf, value: worth });
    }

    /// Takes over what another book knows: its positions, and its move out of one that both know if that tells more.
    fn merge(&mut self, other: &Book) {
        let mut rivals = Vec::new();
        for (&board, theirs) in &other.positions {
            match self.positions.entry(board) {
                Vacant(place) => {
                    place.insert(*theirs);
                }
                Occupied(_) => rivals.extend(theirs.leaf.map(|leaf| (board, leaf))),
            }
        }
        for (board, theirs) in rivals {
            // A move to a position that is in the book by now says no more than that does. Then the deeper search
            // counts.
            let rank = |leaf: &Leaf| (self.value(board.play(leaf.square)).is_none(), leaf.depth);
            let own = self.positions[&board].leaf;
            if own.is_none_or(|own| rank(&theirs) > rank(&own)) {
                self.insert(board, Some(theirs));
            }
        }
        self.update_values();
    }

    /// Finds the value of every position by those that follow from it.
    fn update_values(&mut self) {
        let mut boards: Vec<Board> = self.positions.keys().copied().collect();
        // Moves fill the board, so that what follows is settled before.
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
