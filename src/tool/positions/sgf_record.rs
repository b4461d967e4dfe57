//! The game of an SGF text, up to a move.

use crate::engine::game::Game;
use crate::engine::record::Record;
use crate::protocol::gtp::GtpGame;
use crate::protocol::gtp::commands::records::replay;
use crate::records::sgf::{SgfGame, SgfGameType};

/// Returns the game that a text is a record of.
///
/// # Errors
///
/// The text is no record; the reason with its place.
pub fn game_of(text: &str) -> Result<Game, String> {
    let game = SgfGame::from_text(text).map_err(|error| error.to_string())?;
    Ok(match game.info.kind {
        SgfGameType::Go => Game::Go,
        SgfGameType::Gomoku => Game::Gomoku,
        SgfGameType::Othello => Game::Reversi,
    })
}

/// Returns the main line of a text up to this many moves. Rules and komi that the text does not name are those of `start`.
///
/// # Errors
///
/// The text is no record of the game, or a move is illegal; the reason.
pub fn record_after<G: GtpGame>(
    text: &str,
    start: &G::Position,
    moves: usize,
) -> Result<Record<G::Position>, String> {
    let game = SgfGame::from_text(text).map_err(|error| error.to_string())?;
    replay::<G>(start, &game, moves, &|| false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::{Color, Position as _};
    use crate::protocol::Options;
    use crate::protocol::gtp::go::Go;

    #[test]
    fn the_main_line_is_followed_to_a_move() {
        let text = "(;GM[1]SZ[5]KM[0];B[aa](;W[bb];B[cc])(;W[dd]))";
        assert_eq!(game_of(text), Ok(Game::Go));
        let start = Go::start(&Options::plain(Game::Go)).unwrap();
        for (moves, length) in [(0, 0), (2, 2), (usize::MAX, 3)] {
            let record = record_after::<Go>(text, &start, moves).unwrap();
            assert_eq!(record.len(), length);
        }
        let one = record_after::<Go>(text, &start, 1).unwrap();
        assert_eq!(one.position().to_move(), Color::White);
        let error = record_after::<Go>("(;SZ[5];B[aa];W[aa])", &start, 2);
        assert_eq!(error.err().unwrap(), "move 2: the point is occupied");
        assert!(game_of("nothing").unwrap_err().starts_with("line 1"));
    }
}
