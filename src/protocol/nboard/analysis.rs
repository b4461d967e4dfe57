//! Retrograde analysis: what every position of a game is worth, the last one first, so that each judgement knows what
//! came of the move that was played.

use crate::engine::game::{Color, Position as _};
use crate::engine::record::Record;
use crate::reversi::{Move, Position};

/// An analysis that has come back to some position of its game.
pub struct Analysis {
    /// The game up to the position that is looked at.
    record: Record<Position>,
    /// The move played there and what the position after it is worth to the side to move then.
    played: Option<(Move, f32)>,
    done: bool,
}

/// What a position of the game is worth, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Moves made before it, passes included.
    pub moves: usize,
    /// Discs.
    pub value: f32,
}

/// What has to be done for the position that is looked at.
pub enum AnalysisStep {
    /// Nothing: the rules say what it is worth.
    Known(f32),
    /// A search for the side to move.
    Search(Position),
    /// The whole game is analysed.
    Done,
}

impl Analysis {
    /// Begins at the end of `record`.
    pub fn new(record: Record<Position>) -> Analysis {
        Analysis {
            record,
            played: None,
            done: false,
        }
    }

    /// What has to be done next.
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
            // There was nothing else to play.
            Some((Move::Pass, after)) => AnalysisStep::Known(-after),
            _ => AnalysisStep::Search(position.clone()),
        }
    }

    /// Takes what the position is worth by the rules or by a search whose best move was `best`, and goes one move back.
    /// Where the search would have played what was played, what came of it knows more.
    pub fn settle(&mut self, value: f32, best: Option<Move>) -> Judged {
        let value = match self.played {
            Some((played, after)) if best == Some(played) => -after,
            Some((_, after)) if best.is_some() => value.max(-after),
            _ => value,
        };
        let judged = Judged {
            moves: self.record.len(),
            value,
        };
        match self.record.undo() {
            Some((_, mv)) => self.played = Some((mv, value)),
            None => self.done = true,
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::ggf::GgfGame;

    fn analysis(game: &str) -> Analysis {
        Analysis::new(game.parse::<GgfGame>().unwrap().record().unwrap())
    }

    fn mv(text: &str) -> Option<Move> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn passes_and_the_end_need_no_search() {
        // White passes, black plays a1: all white's discs are gone.
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
        let judged = analysis.settle(64.0, mv("a1"));
        assert_eq!((judged.moves, judged.value), (1, 64.0));
        let AnalysisStep::Known(value) = analysis.step() else {
            panic!("a pass is forced")
        };
        let judged = analysis.settle(value, None);
        assert_eq!((judged.moves, judged.value), (0, -64.0));
        assert!(matches!(analysis.step(), AnalysisStep::Done));
    }

    #[test]
    fn what_came_of_a_move_counts() {
        let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
            B[F5]W[F6]B[E6];)";
        let mut analysis = analysis(game);
        assert_eq!(
            analysis.settle(2.0, mv("f4")).value,
            2.0,
            "nothing came of it"
        );
        // Black's e6 left white 2 discs ahead; the search saw it 5 behind and would have played it.
        assert_eq!(analysis.settle(5.0, mv("e6")).value, -2.0);
        // White's f6 left black 2 behind, which is better than what the search found.
        assert_eq!(analysis.settle(1.0, mv("d6")).value, 2.0);
        // Another move than black's f5 was better.
        assert_eq!(analysis.settle(3.0, mv("d3")).value, 3.0);
    }
}
