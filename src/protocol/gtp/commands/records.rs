//! Reading and writing game records: `loadsgf`, `loadgame`, `readrecord` and `printsgf`.

use std::fmt::Display;

use data_encoding::BASE64;
use serde_json::json;

use crate::gtp::command::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::parse::{arguments, file, rest, unsigned};
use crate::gtp::session::Session;
use tengen_engine::files::{Access, Named};
use tengen_play::formats::CollectionFile;
use tengen_play::records::load::load_reading;
use tengen_play::records::save::sgf_game;
use tengen_records::loaded_record::LoadedRecord;

/// Maximum size of a record, in bytes. A long game takes some kilobytes, a collection a few megabytes.
const MAX_BYTES: u64 = 64 << 20;

/// The reply of the GTP draft to a file that cannot be loaded.
const CANNOT_LOAD: &str = "cannot load file";

/// The argument that requests a reply instead of a file.
const REPLY: &str = "-";

/// Runs `loadsgf FILE [MOVE]`: loads the whole game, the first of a file in any format, or the position before move MOVE, counted from 1; 0
/// is the whole game too. Replies with the side to move. Both as GNU Go does; KiGo relies on them.
pub fn loadsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, file)?.to_owned();
    let position = session.position().clone();
    let files = session.files().clone();
    session.load(move |interrupted| {
        let (file, before) = file_and_move(&files, &args);
        let bytes = read(&file, interrupted)?;
        let moves = moves_before(before);
        load_game::<G>(&file, &bytes, 1, (&position, moves), interrupted)
    })
}

/// Runs `loadgame FILE [GAME]`: loads a game of a file in any format by its number, the first without one. Replies with the
/// side to move.
pub fn loadgame<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let args = arguments(args, file)?.to_owned();
    let position = session.position().clone();
    let files = session.files().clone();
    session.load(move |interrupted| {
        let (file, number) = file_and_move(&files, &args);
        let bytes = read(&file, interrupted)?;
        let number = number.map_or(1, |number| number as usize);
        load_game::<G>(&file, &bytes, number, (&position, usize::MAX), interrupted)
    })
}

/// Runs `readrecord BASE64`: replies with a record of any format and game as SGF, as JSON on one line. The page has files that the
/// engine cannot open.
pub fn readrecord<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let encoded = arguments(args, file)?;
    let bytes = BASE64.decode(encoded.as_bytes());
    let bytes = bytes.map_err(|error| Failure::new(format!("expected base64: {error}")))?;
    let file = CollectionFile::read(&bytes, G::SGF);
    let file = file.map_err(|error| Failure::new(error.to_string()))?;
    // A file without a game that can be read has the reason.
    file.game(1).map_err(Failure::new)?;
    let format = file.format.map_or("SGF", |format| format.name);
    say(json!({ "format": format, "sgf": file.to_sgf() }).to_string())
}

/// Loads a game of a file by its number, up to a number of moves.
///
/// # Errors
///
/// Fails with the reply if the file has no such game that can be played.
fn load_game<G: GtpGame>(
    file: &Named,
    bytes: &[u8],
    number: usize,
    (position, moves): (&G::Position, usize),
    interrupted: &dyn Fn() -> bool,
) -> Result<LoadedRecord<G::Position>, String> {
    let fail = |reason: &dyn Display| not_loaded(file, reason);
    let records = CollectionFile::read(bytes, G::SGF).map_err(|error| fail(&error))?;
    records.decoded.log(file);
    let reading = records.game(number).map_err(|error| fail(&error))?;
    let loaded =
        load_reading::<G>(reading, position, moves, interrupted).map_err(|reason| fail(&reason))?;
    for warning in &loaded.warnings {
        log::warn!("{file}: {warning}");
    }
    Ok(loaded)
}

/// Returns the number of moves before a move; all of them without a move number or with 0.
fn moves_before(number: Option<u32>) -> usize {
    let moves = number.and_then(|number| number.checked_sub(1));
    moves.map_or(usize::MAX, |moves| moves as usize)
}

/// Splits the arguments of `loadsgf`. A number at the end is a move number, unless the whole text is the name of a
/// file: the draft has file names without blanks, but real ones may contain them.
fn file_and_move(files: &Access, args: &str) -> (Named, Option<u32>) {
    let whole = files.named(unquoted(args));
    if !whole.exists()
        && let Some((file, last)) = args.rsplit_once(' ')
        && let Some(number) = unsigned(last)
    {
        return (files.named(unquoted(file.trim_end())), Some(number));
    }
    (whole, None)
}

/// Reads the file of a record.
///
/// # Errors
///
/// Fails with the reply.
pub(crate) fn read(file: &Named, interrupted: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
    file.read(MAX_BYTES, interrupted)
        .map_err(|error| not_loaded(file, &error))
}

/// Reads a file that may be missing. Any other reason why it cannot be read is logged.
pub(crate) fn read_if_there(file: &Named, interrupted: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    match file.read(MAX_BYTES, interrupted) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            if !error.is_missing() {
                log::warn!("{file}: {error}");
            }
            None
        }
    }
}

/// Logs the reason why a file cannot be loaded, and returns the reply: the draft's text, and the reason on the same line.
pub(crate) fn not_loaded(file: &Named, reason: &dyn Display) -> String {
    log::warn!("{file}: {reason}");
    format!("{CANNOT_LOAD}: {reason}").replace(['\n', '\r'], " ")
}

/// Runs `printsgf [FILE]`: writes the file, or replies with the record without FILE or for `-`.
pub fn printsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let mut annotations = session.annotations().clone();
    annotations.name_players(&session.players());
    let game = sgf_game::<G>(&session.record, &annotations);
    let game = game.map_err(|error| Failure::new(error.to_string()))?;
    print(session, file, game.to_text())
}

/// Replies with a record, or starts writing it to the file of the argument on the worker.
///
/// # Errors
///
/// Never fails. The return type is that of a command handler.
pub(crate) fn print<G: GtpGame>(
    session: &mut Session<G>,
    file: &str,
    text: String,
) -> Result<Answer, Failure> {
    match named(session.files(), file) {
        None => say(text.trim_end()),
        Some(file) => session.compute(Box::new(move |_| save(&file, &text))),
    }
}

/// Returns the file of an argument, or `None` if the argument requests a reply.
pub(crate) fn named(files: &Access, argument: &str) -> Option<Named> {
    let is_name = !argument.is_empty() && argument != REPLY;
    is_name.then(|| files.named(unquoted(argument)))
}

/// Returns the name in a file argument. GoGui puts names with blanks in double quotes.
fn unquoted(name: &str) -> &str {
    let inner = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(name)
}

/// Writes a record atomically and returns an empty reply.
///
/// # Errors
///
/// Fails with the reply if the file cannot be written.
pub(crate) fn save(file: &Named, text: &str) -> Result<String, String> {
    file.write(text.as_bytes())
        .map(|()| String::new())
        .map_err(|error| format!("cannot write {file}: {error}"))
}
