//! GGF and WTHOR games and OBF positions over GTP: `loadggf`, `loadwthor`, `printggf`, `printobf`.

use std::fmt::Display;

use crate::gtp::commands::records;
use crate::gtp::grammar::{arguments, file, nothing, rest};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::files::Named;
use tengen_play::records::ggf::ggf_game;
use tengen_play::reversi::Reversi;
use tengen_records::loaded_record::{Annotations, LoadedRecord};
use tengen_records::sgf::{self, NoteNode, SgfGameInfo, SgfGameType, SgfNotes};
use tengen_reversi::records::ggf::{GgfGame, GgfResult};
use tengen_reversi::records::ggf_ends::ggf_games;
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::records::wthor::{WthorFile, WthorGame, WthorNames};

/// Runs `loadggf FILE [GAME]`: loads the game with this number, by default the first. Each game of a synchronized pair
/// counts.
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
                ..SgfGameInfo::new(SgfGameType::Othello, 8, 8)
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

/// Runs `loadwthor FILE [GAME]`: loads the game with this number, by default the first, from a `.wtb` file. The names
/// of players and tournament come from `wthor.jou` and `wthor.trn` in the same folder, if they can be read.
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
                info: Some(SgfGameInfo::new(SgfGameType::Othello, 8, 8)),
                notes: wthor_notes(&read, game, &file, interrupted),
                ..Annotations::default()
            },
            ..LoadedRecord::from(record)
        })
    })
}

/// Splits `FILE [GAME]` into the file name and the number of the game, by default 1.
fn file_and_game(args: &str) -> Result<(&str, usize), Failure> {
    let args = arguments(args, file)?;
    let numbered = args.rsplit_once(' ').and_then(|(name, number)| {
        let number: usize = number.parse().ok().filter(|&number| number > 0)?;
        Some((name.trim_end(), number))
    });
    Ok(numbered.unwrap_or((args, 1)))
}

/// Returns a game's players, tournament, year and result from a WTHOR file and the files of names next to it.
fn wthor_notes(
    games: &WthorFile,
    game: &WthorGame,
    file: &Named,
    interrupted: &dyn Fn() -> bool,
) -> SgfNotes {
    let name = |kind: WthorNames, number: u16| {
        let default = kind.default_file();
        let bytes = [default.to_owned(), default.to_uppercase()]
            .iter()
            .find_map(|name| records::read_if_there(&file.sibling(name), interrupted))?;
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

/// Runs `printggf [FILE]`: writes the game to the file, or replies with it if FILE is missing or `-`.
pub fn printggf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let text = format!("{}\n", ggf_game(&session.record, session.annotations()));
    records::print(session, file, text)
}

/// Replies with the position as an OBF line.
pub fn printobf(session: &mut Session<Reversi>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(ObfProblem::new(session.position().clone()).to_string())
}
