//! Game record and clocks.

use std::time::Duration;

use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::control::Budget;
use tengen_engine::game::{IllegalMove, Position as _};
use tengen_engine::record::Record;
use tengen_reversi::records::ggf;
use tengen_reversi::records::ggf::{GgfClock, GgfError, GgfGame, GgfMove};
use tengen_reversi::{Move, Position};

/// A game with the clocks of both sides.
pub struct NBoardGame {
    record: Record<Position>,
    clocks: [Clock; 2],
}

impl NBoardGame {
    /// Creates a game at the starting position, without time limits.
    pub fn new() -> NBoardGame {
        NBoardGame {
            record: Record::new(Position::start()),
            clocks: [Clock::default(); 2],
        }
    }

    /// Creates a game from GGF. The times of its moves are subtracted from the clocks. Fails if a move is illegal.
    pub fn from_ggf(game: &GgfGame) -> Result<NBoardGame, GgfError> {
        let mut clocks = game.clocks.map(initial_clock);
        for played in &game.moves {
            clocks[played.color.index()].charge(played.time);
        }
        Ok(NBoardGame {
            record: game.record()?,
            clocks,
        })
    }

    /// Returns the game so far. A pass is a move.
    pub fn record(&self) -> &Record<Position> {
        &self.record
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Plays a move of the side to move, or of the other side if the side to move must pass and the pass was not sent.
    pub fn play(&mut self, played: &GgfMove) -> Result<(), IllegalMove> {
        let position = self.record.position();
        let implied_pass = position.must_pass() && played.mv != Move::Pass;
        let color = if implied_pass {
            position.to_move().opponent()
        } else {
            position.to_move()
        };
        ggf::play(&mut self.record, color, played.mv)?;
        self.clocks[color.index()].charge(played.time);
        Ok(())
    }

    /// Returns the time budget of the side to move, or `None` without a clock.
    pub fn budget(&self) -> Option<Budget> {
        let position = self.position();
        self.clocks[position.to_move().index()].budget(position.moves_left())
    }
}

/// Returns the clock at the start of a game. GGF's extension time is ignored, because a player who uses it can no
/// longer win.
fn initial_clock(time: Option<GgfClock>) -> Clock {
    Clock::new(match time {
        Some(time) if time.main + time.increment > Duration::ZERO => TimeControl::Fischer {
            main: time.main,
            increment: time.increment,
            cap: None,
            per_move: None,
        },
        _ => TimeControl::Unlimited,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Color;

    const GAME: &str = "(;GM[Othello]TI[05:00/10]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
        -------- -------- *]";

    fn table(moves: &str) -> NBoardGame {
        NBoardGame::from_ggf(&format!("{GAME}{moves};)").parse().unwrap()).unwrap()
    }

    fn played(text: &str) -> GgfMove {
        GgfMove::parse(Color::Black, text).unwrap()
    }

    #[test]
    fn clocks_run_by_the_times_of_the_moves() {
        let mut table = table("B[F5//100]W[F6//50]");
        let increment = TimeControl::Fischer {
            main: Duration::from_secs(300),
            increment: Duration::from_secs(10),
            cap: None,
            per_move: None,
        };
        let mut black = Clock::new(increment);
        black.charge(Duration::from_secs(100));
        assert_eq!(table.clocks[0], black);
        // There are 58 empty squares, and the endgame is solved from 16.
        assert_eq!(table.budget(), black.budget(21));
        table.play(&played("E6//30")).unwrap();
        black.charge(Duration::from_secs(30));
        assert_eq!(table.clocks[0], black);
        assert_eq!(table.position().to_move(), Color::White);
    }

    #[test]
    fn no_clock_is_no_bound() {
        for time in ["", "TI[0]", "TI[x]"] {
            let game = GAME.replace("TI[05:00/10]", time) + ";)";
            let table = NBoardGame::from_ggf(&game.parse().unwrap()).unwrap();
            assert_eq!(table.budget(), None, "{time}");
        }
        assert_eq!(NBoardGame::new().budget(), None);
    }

    #[test]
    fn passes_may_be_left_out() {
        // White is to move but has no move.
        let pass = "(;GM[Othello]TY[8]BO[8 -O****** -------- -------- -------- -------- -------- -------- *O------ O];)";
        for moves in [&["PA", "A1"][..], &["A1"]] {
            let mut table = NBoardGame::from_ggf(&pass.parse().unwrap()).unwrap();
            for text in moves {
                table.play(&played(text)).unwrap();
            }
            assert_eq!(table.record().len(), 2);
            assert_eq!(table.position().discs(Color::Black), 9);
        }
    }

    #[test]
    fn a_wrong_move_changes_nothing() {
        let mut table = table("");
        assert_eq!(table.play(&played("A1")), Err(IllegalMove::NoFlip));
        assert_eq!(table.play(&played("PA")), Err(IllegalMove::Pass));
        assert_eq!(table.position(), &Position::start());
    }
}
