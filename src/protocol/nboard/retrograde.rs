//! Retrograde analysis: the value of every position of a game, from last to first, so that each value includes the
//! result of the move played.

use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_reversi::{Move, Position};

/// A retrograde analysis in progress.
pub struct Analysis {
    /// Game up to the current position.
    record: Record<Position>,
    /// Move played in the current position, and the value of the next position for its side to move.
    played: Option<(Move, f32)>,
    /// Whether the whole game has been analyzed.
    done: bool,
}

/// Value of a position in the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisEntry {
    /// Number of moves before the position, including passes.
    pub moves: usize,
    /// Value in discs for the side to move.
    pub value: f32,
}

/// Next step of an analysis.
pub enum AnalysisStep {
    /// A value known without a search.
    Known(f32),
    /// A search of the current position.
    Search(Position),
    /// No step is left.
    Done,
}

impl Analysis {
    /// Starts an analysis at the end of `record`.
    pub fn new(record: Record<Position>) -> Analysis {
        Analysis {
            record,
            played: None,
            done: false,
        }
    }

    /// Returns the next step.
    pub fn step(&self) -> AnalysisStep {
        let position = self.record.position();
        if self.done {
            return AnalysisStep::Done;
        }
        if let Some(margin) = position.final_score() {
            return AnalysisStep::Known(match position.to_move() {
                Color::Black => margin as f32,
                Color::White => -margin as f32,
            });
        }
        match self.played {
            // A pass is the only legal move.
            Some((Move::Pass, after)) => AnalysisStep::Known(-after),
            _ => AnalysisStep::Search(position.clone()),
        }
    }

    /// Returns the entry of the current position and steps one move back. `value` comes from the rules or from a search
    /// with best move `best`. If `best` is the move played, the next position's value replaces `value`, because it
    /// looks one ply deeper. Otherwise the next position's value is a lower bound.
    pub fn settle(&mut self, value: f32, best: Option<Move>) -> AnalysisEntry {
        let value = match self.played {
            Some((played, after)) if best == Some(played) => -after,
            Some((_, after)) if best.is_some() => value.max(-after),
            _ => value,
        };
        let entry = AnalysisEntry {
            moves: self.record.len(),
            value,
        };
        match self.record.undo().and_then(|step| step.as_move()) {
            Some((_, mv)) => self.played = Some((mv, value)),
            None => self.done = true,
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_reversi::records::ggf::GgfGame;

    fn analysis(game: &str) -> Analysis {
        Analysis::new(game.parse::<GgfGame>().unwrap().record().unwrap())
    }

    fn mv(text: &str) -> Option<Move> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn passes_and_the_end_need_no_search() {
        // White passes, Black plays a1, and all of White's discs are gone.
        let mut analysis = analysis(
            "(;GM[Othello]TY[8]BO[8 -O****** -------- -------- -------- -------- -------- -------- -------- O]\
             W[PA]B[A1];)",
        );
        let AnalysisStep::Known(value) = analysis.step() else {
            panic!("the game is over")
        };
        assert_eq!(value, -64.0, "white is to move");
        analysis.settle(value, None);
        assert!(
            matches!(analysis.step(), AnalysisStep::Search(position) if position.to_move() == Color::Black)
        );
        let entry = analysis.settle(64.0, mv("a1"));
        assert_eq!((entry.moves, entry.value), (1, 64.0));
        let AnalysisStep::Known(value) = analysis.step() else {
            panic!("a pass is forced")
        };
        let entry = analysis.settle(value, None);
        assert_eq!((entry.moves, entry.value), (0, -64.0));
        assert!(matches!(analysis.step(), AnalysisStep::Done));
    }

    #[test]
    fn the_move_played_bounds_the_value() {
        let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
            B[F5]W[F6]B[E6];)";
        let mut analysis = analysis(game);
        assert_eq!(
            analysis.settle(2.0, mv("f4")).value,
            2.0,
            "the last position has no move played"
        );
        // Black's e6 left White 2 discs ahead, although the search expected it to put Black 5 ahead.
        assert_eq!(analysis.settle(5.0, mv("e6")).value, -2.0);
        // White's f6 left Black 2 behind, which is better than the search's result.
        assert_eq!(analysis.settle(1.0, mv("d6")).value, 2.0);
        // The search found a better move than Black's f5.
        assert_eq!(analysis.settle(3.0, mv("d3")).value, 3.0);
    }
}
