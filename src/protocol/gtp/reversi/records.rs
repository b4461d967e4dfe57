//! GGF and WTHOR games and OBF positions over GTP: `loadggf`, `loadwthor`, `printggf`, `printobf`.

use std::fmt::Display;

use super::Reversi;
use crate::engine::files::Named;
use crate::engine::record::Record;
use crate::protocol::gtp::commands::records;
use crate::protocol::gtp::parse::{arguments, file, nothing, rest};
use crate::protocol::gtp::{Answer, Failure, GtpGame, Session, say};
use crate::records::ggf::notes::{EXACT_RESULT, KOMI, MOVE_VALUES, RESULT, ggf_name};
use crate::records::ggf::{GgfGame, GgfMove, GgfResult, write_move};
use crate::records::ggf_ends::ggf_games;
use crate::records::loaded_record::{Annotations, LoadedRecord};
use crate::records::obf::ObfProblem;
use crate::records::sgf::{self, NoteNode, SgfGameInfo, SgfNotes};
use crate::records::wthor::{WthorFile, WthorGame, WthorNames};
use crate::reversi::Position;

/// Runs `loadggf FILE [GAME]`: loads a game by its number, the first without one. The games of a synchronized pair count each.
///
/// # Errors
///
/// Fails at a syntax error. The job fails if the file cannot be read or is not a legal game.
pub fn loadggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let (name, number) = file_and_game(args)?;
    let file = session.files().named(name);
    session.load(move |interrupted| {
        let bytes = records::read(&file, interrupted)?;
        let text = sgf::decode(&bytes);
        text.log(&file);
        let games = ggf_games(text.text.trim_start_matches('\u{feff}'));
        let game = games.get(number - 1).ok_or_else(|| {
            let count = games.len();
            records::not_loaded(&file, &format!("game {number}: the file has {count} games"))
        })?;
        let loaded = game.parse::<GgfGame>().and_then(|game| {
            let record = game.record()?;
            let (komi, notes) = game.sgf_notes(&record);
            let info = SgfGameInfo {
                komi,
                ..SgfGameInfo::new(Reversi::SGF, 8, 8)
            };
            Ok(LoadedRecord {
                annotations: Annotations {
                    info: Some(info),
                    notes,
                    ..Annotations::default()
                },
                ..LoadedRecord::from(record)
            })
        });
        loaded.map_err(|error| records::not_loaded(&file, &error))
    })
}

/// Runs `loadwthor FILE [GAME]`: loads a game of a `.wtb` file by its number, the first without one. Names of its players and
/// tournament come from `wthor.jou` and `wthor.trn` beside it, where these can be read.
///
/// # Errors
///
/// Fails at a syntax error. The job fails if the file cannot be read, or has no such game that is legal.
pub fn loadwthor(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let (name, number) = file_and_game(args)?;
    let file = session.files().named(name);
    session.load(move |interrupted| {
        let bytes = records::read(&file, interrupted)?;
        let fail = |error: &dyn Display| records::not_loaded(&file, error);
        let read = WthorFile::read(&bytes).map_err(|error| fail(&error))?;
        let count = read.games.len();
        let game = read.games.get(number - 1);
        let game =
            game.ok_or_else(|| fail(&format!("game {number}: the file has {count} games")))?;
        let game = game.as_ref().map_err(|error| fail(error))?;
        let record = game.record().map_err(|error| fail(&error))?;
        Ok(LoadedRecord {
            annotations: Annotations {
                info: Some(SgfGameInfo::new(Reversi::SGF, 8, 8)),
                notes: wthor_notes(&read, game, &file, interrupted),
                ..Annotations::default()
            },
            ..LoadedRecord::from(record)
        })
    })
}

/// Splits `FILE [GAME]` into the file and the number of the game, which is 1 without one.
fn file_and_game(args: &str) -> Result<(&str, usize), Failure> {
    let args = arguments(args, file)?;
    let numbered = args.rsplit_once(' ').and_then(|(name, number)| {
        let number: usize = number.parse().ok().filter(|&number| number > 0)?;
        Some((name.trim_end(), number))
    });
    Ok(numbered.unwrap_or((args, 1)))
}

/// Returns what a WTHOR file and the files of names beside it tell about a game: players, tournament, year and result.
fn wthor_notes(
    games: &WthorFile,
    game: &WthorGame,
    file: &Named,
    interrupted: &dyn Fn() -> bool,
) -> SgfNotes {
    let name = |kind: WthorNames, number: u16| {
        let usual = kind.usual_file();
        let bytes = [usual.to_owned(), usual.to_uppercase()]
            .iter()
            .find_map(|name| records::read(&file.beside(name), interrupted).ok())?;
        let names = kind.read(&bytes).ok()?;
        names.into_iter().nth(number.into())
    };
    let [black, white] = game.players.map(|number| name(WthorNames::Players, number));
    let event = name(WthorNames::Tournaments, game.tournament);
    let result = GgfResult {
        margin: 2.0 * f64::from(game.discs) - 64.0,
        early: None,
    };
    let result = result.to_sgf();
    let year = (games.year > 0).then(|| games.year.to_string());
    let mut notes = SgfNotes::default();
    for (property, value) in [
        ("PB", black),
        ("PW", white),
        ("EV", event),
        ("DT", year),
        ("RE", Some(result)),
    ] {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            notes.add(NoteNode::Root, property, &value);
        }
    }
    notes
}

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

/// Returns the GGF game of a record, with the annotations of the file that it was loaded from. GGF has no set-ups in the
/// middle of a game: the game begins after the last.
pub(crate) fn ggf_game(record: &Record<Position>, annotations: &Annotations) -> GgfGame {
    let (start, line) = record.line();
    let mut game = GgfGame::new(start.into_owned());
    let mut exact_result = None;
    for (name, value) in annotations.notes.root() {
        match name.as_str() {
            RESULT => game.result = GgfResult::from_sgf(&value),
            EXACT_RESULT => exact_result = Some(value),
            _ => game.set(ggf_name(&name), &value),
        }
    }
    if let Some(exact) = exact_result {
        let translated = game.result;
        game.set(RESULT, &exact);
        // The exact one is out of date if another program changed the result.
        if game.result.map(GgfResult::to_sgf) != translated.map(GgfResult::to_sgf) {
            game.result = translated;
        }
    }
    if let Some(komi) = annotations
        .info
        .as_ref()
        .and_then(|info| info.komi.as_ref())
    {
        game.set(KOMI, komi);
    }
    let moves = line.map(|(color, mv)| GgfMove {
        color,
        mv,
        eval: None,
        time: Default::default(),
    });
    game.moves = moves.collect();
    let first_step = record.len() - game.moves.len();
    for (node, text) in annotations.notes.iter() {
        let NoteNode::Step(step) = node else {
            continue;
        };
        let played = (step as usize).checked_sub(first_step);
        if let Some(played) = played.and_then(|index| game.moves.get_mut(index)) {
            *played = with_values(*played, text);
        }
    }
    if let Some(margin) = record.position().final_score() {
        game.result = Some(GgfResult {
            margin: margin.into(),
            early: None,
        });
    }
    game
}

/// Returns a move with the values in the note on it.
fn with_values(played: GgfMove, note: &str) -> GgfMove {
    let properties = sgf::properties(note);
    let values = properties.iter().find(|(name, _)| name == MOVE_VALUES);
    let text = values.map(|(_, values)| format!("{}/{values}", write_move(played.mv)));
    let annotated = text.and_then(|text| GgfMove::parse(played.color, &text).ok());
    annotated.unwrap_or(played)
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
