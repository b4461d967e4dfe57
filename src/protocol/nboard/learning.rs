//! Addition of a game's first positions to the book given on the command line.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_engine::RootMove;
use tengen_engine::record::Record;
use tengen_reversi::book::{Book, BookError};
use tengen_reversi::{Move, Position};

/// Number of opening moves. Later positions are not learned.
const OPENING: usize = 24;

/// A book that is being extended by a game.
pub struct Learning {
    file: PathBuf,
    book: Book,
    /// Positions to search in order of play, taken from the end.
    unsearched: Vec<Position>,
}

impl Learning {
    /// Creates a learning task for the positions of `record` that are not in the book.
    pub fn new(record: &Record<Position>, book: &Book, file: PathBuf) -> Learning {
        let mut record = record.clone();
        while record.len() > OPENING {
            record.undo();
        }
        let mut positions = vec![record.position().clone()];
        while record.undo().is_some() {
            positions.push(record.position().clone());
        }
        let unknown = |position: &Position| {
            position.board().moves() != 0 && book.moves(position.board()).is_empty()
        };
        positions.retain(unknown);
        positions.reverse();
        Learning {
            file,
            book: book.clone(),
            unsearched: positions,
        }
    }

    /// Returns the next position to search.
    pub fn next_position(&self) -> Option<&Position> {
        self.unsearched.last()
    }

    /// Adds the search result for the next position.
    pub fn add(&mut self, line: &RootMove<Move>) {
        if let Some(position) = self.unsearched.pop() {
            self.book.add_searched(&position, line);
        }
    }

    /// Saves the book, merged with the current contents of its file.
    pub fn save(mut self) -> Learned {
        let saved = self.book.save_merged(&self.file);
        Learned {
            file: self.file,
            book: Arc::new(self.book),
            saved,
        }
    }
}

/// A book that has been extended by a game.
pub struct Learned {
    /// Path of the book's file.
    pub file: PathBuf,
    /// Extended book. It is used even if saving failed, so that a later save can include it.
    pub book: Arc<Book>,
    /// Result of saving the book.
    pub saved: Result<(), BookError>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Position as _;
    use tengen_reversi::records::ggf::GgfGame;

    #[test]
    fn unknown_positions_are_learned_from_the_end() {
        let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
            B[F5]W[F6]B[E6];)";
        let record = game.parse::<GgfGame>().unwrap().record().unwrap();
        let mut learning = Learning::new(&record, &Book::default(), PathBuf::new());
        let mut plies = Vec::new();
        while let Some(position) = learning.next_position() {
            plies.push(60 - position.empties());
            let mv = position.legal_moves(position.to_move())[0];
            learning.add(&RootMove::new(mv, 0.5, 1.0, 1, vec![mv]));
        }
        assert_eq!(plies, [3, 2, 1, 0]);
        assert_eq!(learning.book.len(), 4);
        assert_eq!(
            Learning::new(&record, &learning.book, PathBuf::new()).next_position(),
            None
        );
    }
}
