//! Learning a game: its first positions go into the book that the command line named.

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::RootMove;
use crate::engine::record::Record;
use crate::reversi::book::{Book, BookError};
use crate::reversi::{Move, Position};

/// Moves of a game after which its positions are no opening any more.
const OPENING: usize = 24;

/// A book that is being extended by a game.
pub struct Learning {
    file: PathBuf,
    book: Book,
    /// Positions to be searched, the last one first.
    waiting: Vec<Position>,
}

impl Learning {
    /// The positions of `record` that the book does not know.
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
            waiting: positions,
        }
    }

    /// The position that a search has to look at next.
    pub fn wanted(&self) -> Option<&Position> {
        self.waiting.last()
    }

    /// Takes what the search thinks of it.
    pub fn take(&mut self, line: &RootMove<Move>) {
        if let Some(position) = self.waiting.pop() {
            self.book.add_searched(&position, line);
        }
    }

    /// Writes what has been learned into the book's file, beside what others have learned there meanwhile.
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
    /// Its file.
    pub file: PathBuf,
    /// What it holds now, even if it could not be saved: the next time it may.
    pub book: Arc<Book>,
    /// Whether it was.
    pub saved: Result<(), BookError>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Position as _;
    use crate::records::ggf::GgfGame;

    #[test]
    fn unknown_positions_are_learned_from_the_end() {
        let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
            B[F5]W[F6]B[E6];)";
        let record = game.parse::<GgfGame>().unwrap().record().unwrap();
        let mut learning = Learning::new(&record, &Book::default(), PathBuf::new());
        let mut plies = Vec::new();
        while let Some(position) = learning.wanted() {
            plies.push(60 - position.empties());
            let mv = position.legal_moves(position.to_move())[0];
            learning.take(&RootMove::new(mv, 0.5, 1.0, 1, vec![mv]));
        }
        assert_eq!(plies, [3, 2, 1, 0]);
        assert_eq!(learning.book.len(), 4);
        assert_eq!(
            Learning::new(&record, &learning.book, PathBuf::new()).wanted(),
            None
        );
    }
}
