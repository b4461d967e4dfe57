//! GGF games and OBF positions over GTP: `loadggf`, `printggf`, `printobf`.

use super::Reversi;
use crate::protocol::gtp::commands::records;
use crate::protocol::gtp::parse::{arguments, file, nothing, rest};
use crate::protocol::gtp::{Answer, Failure, GtpGame, Session, say};
use crate::records::ggf::{GgfGame, GgfMove, GgfResult};
use crate::records::loaded_record::{LoadedRecord, Remarks};
use crate::records::obf::ObfProblem;
use crate::records::sgf::{NoteNode, SgfGameInfo, SgfNotes};

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
                remarks: remarks(&game),
                ..LoadedRecord::from(record)
            })
        });
        loaded.map_err(|error| records::not_loaded(&file, &error))
    })
}

/// Returns the properties of a game as the notes of an SGF root, where most have the same names. Komi is information of
/// the root there.
fn remarks(game: &GgfGame) -> Remarks {
    let mut info = SgfGameInfo::new(Reversi::SGF, 8, 8);
    let mut notes = SgfNotes::default();
    for (name, value) in game.properties() {
        match name {
            KOMI => info.komi = Some(value),
            _ => notes.add(NoteNode::Root, name, &value),
        }
    }
    Remarks {
        info: Some(info),
        notes,
        ..Remarks::default()
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
    let text = format!("{}\n", game_of(session));
    records::print(session, file, text)
}

fn game_of(session: &Session<Reversi>) -> GgfGame {
    let record = &session.record;
    let remarks = session.remarks();
    let mut game = GgfGame::new(record.start().clone());
    for (name, value) in remarks.notes.root() {
        game.set(&name, &value);
    }
    if let Some(komi) = remarks.info.as_ref().and_then(|info| info.komi.as_ref()) {
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
