//! The game of an SGF text, up to a given move.

use super::search_args::SearchPlan;
use tengen_play::Game;
use tengen_play::PlayableGame;
use tengen_play::games::{game_of_sgf, with_game};
use tengen_play::records::load::{GameReplay, load_reading};
use tengen_records::loaded_record::LoadedRecord;
use tengen_records::sgf::{SgfGameType, SgfReading};

/// Returns the game that a record is about.
pub fn game_of(reading: &SgfReading<'_>) -> Game {
    game_of_sgf(reading.game.info.kind)
}

/// Returns a game's type in SGF, if SGF has a number for the game.
pub fn type_of(game: Game) -> Option<SgfGameType> {
    with_game!(game, G => G::SGF)
}

/// Returns the first `moves` moves of a game's main line as they were played: moves that break a rule become warnings.
/// The plan provides rules and komi that the game does not name. Fails, with the place, if the record is of another
/// game or a move cannot be played at all.
pub fn record_after<G: PlayableGame>(
    reading: SgfReading<'_>,
    plan: &SearchPlan,
    moves: usize,
) -> Result<LoadedRecord<G::Position>, String> {
    load_reading::<G>(reading, &plan.start::<G>()?, moves, &|| false)
}

/// Starts the main line of a game, to be played move by move like [`record_after`]. Fails, with the place, if the record
/// is of another game or its first position cannot be set up.
pub fn replay_of<'a, G: PlayableGame>(
    reading: SgfReading<'a>,
    plan: &SearchPlan,
) -> Result<GameReplay<'a, G>, String> {
    GameReplay::new(reading, &plan.start::<G>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Limits;
    use tengen_engine::game::{Color, Position as _};
    use tengen_play::go::Go;
    use tengen_protocol::Options;
    use tengen_records::sgf::read;

    #[test]
    fn the_main_line_is_followed_to_a_move() {
        let plan = SearchPlan {
            game: None,
            options: Options::new(Game::Go),
            limits: Limits::default(),
            threads: 1,
            rule: None,
        };
        let after = |text, moves| record_after::<Go>(read(text).unwrap(), &plan, moves).unwrap();
        let text = "(;GM[1]SZ[5]KM[0];B[aa](;W[bb];B[cc])(;W[dd]))";
        assert_eq!(game_of(&read(text).unwrap()), Game::Go);
        for (moves, length) in [(0, 0), (2, 2), (usize::MAX, 3)] {
            assert_eq!(after(text, moves).record.len(), length);
        }
        let one = after(text, 1).record;
        assert_eq!(one.position().to_move(), Color::White);
        let broken = after("(;SZ[5];B[aa];W[aa])", 2);
        assert_eq!(broken.record.len(), 2);
        assert_eq!(
            broken.warnings,
            ["line 1, column 17: move 2: the point is occupied; it is played"]
        );
    }
}
