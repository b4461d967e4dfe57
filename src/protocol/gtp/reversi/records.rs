//! GGF games and OBF positions over GTP: `loadggf`, `printggf`, `printobf`.

use super::Reversi;
use crate::engine::record::Record;
use crate::protocol::gtp::commands::records;
use crate::protocol::gtp::parse::{arguments, file, nothing, rest};
use crate::protocol::gtp::{Answer, Failure, Session, say};
use crate::records::ggf::{GgfGame, GgfMove, GgfResult};
use crate::records::obf::ObfProblem;
use crate::reversi::Position;

/// Runs `loadggf FILE`.
///
/// # Errors
///
/// Fails at a syntax error. The job fails if the file cannot be read or is not a legal game.
pub fn loadggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = session.files().named(arguments(args, file)?);
    session.load(move |interrupted| {
        let bytes = records::read(&file, interrupted)?;
        let game = String::from_utf8_lossy(&bytes).parse::<GgfGame>();
        game.and_then(|game| game.record())
            .map_err(|error| records::not_loaded(&file, &error))
    })
}

/// Runs `printggf [FILE]`. Without FILE or with `-` the reply has the game.
///
/// # Errors
///
/// Fails at a syntax error or if the file cannot be written.
pub fn printggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let text = format!("{}\n", ggf_game(&session.record));
    records::print(session, file, text)
}

/// Returns the GGF game of a record.
pub(crate) fn ggf_game(record: &Record<Position>) -> GgfGame {
    let moves = record.moves().map(|(color, mv)| GgfMove {
        color,
        mv,
        eval: None,
        time: Default::default(),
    });
    let margin = record.position().final_score();
    GgfGame {
        moves: moves.collect(),
        result: margin.map(|margin| GgfResult {
            margin: margin.into(),
            early: None,
        }),
        ..GgfGame::new(record.start().clone())
    }
}

/// Runs `printobf`.
///
/// # Errors
///
/// Fails at a syntax error.
pub fn printobf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(ObfProblem::new(session.position().clone()).to_string())
}
