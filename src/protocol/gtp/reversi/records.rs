//! GGF games and OBF positions over GTP: `loadggf`, `printggf`, `printobf`.

use super::Reversi;
use crate::engine::record::Record;
use crate::protocol::gtp::commands::records;
use crate::protocol::gtp::parse::{arguments, file, nothing, rest};
use crate::protocol::gtp::{Answer, Failure, GtpGame, Session, say};
use crate::records::ggf::{GgfGame, GgfMove, GgfResult};
use crate::records::loaded_record::{Annotations, LoadedRecord};
use crate::records::obf::ObfProblem;
use crate::records::sgf::{NoteNode, SgfGameInfo, SgfNotes};
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
        let loaded = game.and_then(|game| {
            let record = game.record()?;
            Ok(LoadedRecord {
                annotations: annotations(&game),
                ..LoadedRecord::from(record)
            })
        });
        loaded.map_err(|error| records::not_loaded(&file, &error))
    })
}

/// Returns the properties of a game as the notes of an SGF root, where most have the same names. Komi is information of
/// the root there.
fn annotations(game: &GgfGame) -> Annotations {
    let mut info = SgfGameInfo::new(Reversi::SGF, 8, 8);
    let mut notes = SgfNotes::default();
    for (name, value) in game.properties() {
        match name {
            KOMI => info.komi = Some(value),
            _ => notes.add(NoteNode::Root, name, &value),
        }
    }
    Annotations {
        info: Some(info),
        notes,
        ..Annotations::default()
    }
}

/// Komi, in GGF and in SGF.
const KOMI: &str = "KM";

/// Runs `printggf [FILE]`. Without FILE or with `-` the reply has the game.
///
/// # Errors
///
/// Fails at a syntax error or if the file cannot be written.
pub fn printggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let text = format!("{}\n", ggf_game(&session.record, session.annotations()));
    records::print(session, file, text)
}

/// Returns the GGF game of a record, with the annotations of the file that it was loaded from.
pub(crate) fn ggf_game(record: &Record<Position>, annotations: &Annotations) -> GgfGame {
    let mut game = GgfGame::new(record.start().clone());
    for (name, value) in annotations.notes.root() {
        game.set(&name, &value);
    }
    if let Some(komi) = annotations
        .info
        .as_ref()
        .and_then(|info| info.komi.as_ref())
    {
        game.set(KOMI, komi);
    }
    let moves = record.moves().map(|(color, mv)| GgfMove {
        color,
        mv,
        eval: None,
        time: Default::default(),
    });
    game.moves = moves.collect();
    if let Some(margin) = record.position().final_score() {
        game.result = Some(GgfResult {
            margin: margin.into(),
            early: None,
        });
    }
    game
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
