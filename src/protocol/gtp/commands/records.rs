//! Reading and writing game records: `loadsgf`, `loadgame`, `readrecord` and `printsgf`.

use std::fmt::Display;

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, file, rest, unsigned};
use crate::gtp::session::Session;
use tengen_engine::files::{Access, Named};
use tengen_play::PlayableGame;
use tengen_play::formats::{self, CollectionFile};
use tengen_play::games::{game_of_sgf, with_game};
use tengen_play::options::GameOptions;
use tengen_play::records::load::{GameReplay, load_reading};
use tengen_play::records::save::sgf_game;
use tengen_play::refusal::{Refusal, RefusalCode};
use tengen_records::loaded_record::LoadedRecord;
use tengen_records::record_fault::{FaultKind, RecordFault};
use tengen_records::sgf::SgfReading;

/// Maximum size of a record in bytes. A long game takes a few kilobytes, a collection a few megabytes.
const MAX_BYTES: u64 = 64 << 20;

/// Maximum number of faults reported to a client; further ones are only counted.
const MAX_FAULTS: usize = 20;

/// Reply in the GTP draft for a file that cannot be loaded.
const CANNOT_LOAD: &str = "cannot load file";

/// Argument that requests a reply instead of a file.
const REPLY: &str = "-";

/// Runs `loadsgf FILE [MOVE]`: loads the first game of a file in any format, up to the position before move MOVE,
/// counted from 1; 0 means the whole game. Replies with the side to move. Both follow GNU Go, and KiGo relies on them.
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

/// Runs `loadgame FILE [GAME]`: loads the game with this number, by default the first, from a file in any format.
/// Replies with the side to move.
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

/// Runs `readrecord BASE64`: replies with a record in any format and game as SGF, and its faults, in JSON on one line.
/// The page has files that the engine cannot open. It also receives the faults as codes.
pub fn readrecord<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let encoded = arguments(args, file)?;
    let bytes = BASE64.decode(encoded.as_bytes());
    let bytes = bytes.map_err(|error| Failure::new(format!("expected base64: {error}")))?;
    // The rest takes time linear in the record's length.
    formats::recognize(&bytes, G::SGF).map_err(Refusal::from)?;
    let sends_codes = session.sends_codes();
    session.compute_coded(move |interrupted| {
        let file = CollectionFile::read(&bytes, G::SGF)?;
        let faults = faults_of_file(&file, interrupted)?;
        let format = file.format.map_or("SGF", |format| format.name);
        let sentences: Vec<&str> = faults.iter().map(|fault| &*fault.text).collect();
        let mut reply = json!({ "faults": sentences, "format": format, "sgf": file.to_sgf() });
        if sends_codes {
            reply["codes"] = faults.iter().map(fault_as_json).collect();
        }
        Ok(reply.to_string())
    })
}

/// Returns the faults of a file's first game. Fails if the file has no readable game, or if interrupted.
fn faults_of_file(
    file: &CollectionFile<'_>,
    interrupted: &dyn Fn() -> bool,
) -> Result<Vec<RecordFault>, Refusal> {
    let reading = file.game(1)?;
    let mut faults = Vec::new();
    if file.decoded.refuted.is_some() {
        let text = file.decoded.to_string();
        faults.push(RecordFault::new(FaultKind::Encoding, text));
    }
    faults.extend(with_game!(game_of_sgf(reading.game.info.kind), G => {
        faults_of::<G>(reading, interrupted)?
    }));
    let more = faults.len().saturating_sub(MAX_FAULTS);
    if more > 0 {
        faults.truncate(MAX_FAULTS);
        faults.push(RecordFault::more(more, format!("{more} more")));
    }
    Ok(faults)
}

/// Returns the faults of a game and the rules that its moves break. Fails if interrupted.
fn faults_of<G: PlayableGame>(
    reading: SgfReading<'_>,
    interrupted: &dyn Fn() -> bool,
) -> Result<Vec<RecordFault>, Refusal> {
    let start = G::start(&GameOptions::default())?;
    let mut warnings = reading.warnings.clone();
    let line = reading.start_place().line;
    match GameReplay::<G>::new(reading, &start) {
        Ok(mut replay) => {
            let played = replay.play_to(usize::MAX, interrupted);
            played.map_err(|stopped| Refusal::coded(RefusalCode::Stopped, stopped))?;
            Ok(replay.faults())
        }
        // The client may still show the record.
        Err(reason) => {
            warnings.push(RecordFault::at(line, FaultKind::Game, reason));
            Ok(warnings)
        }
    }
}

/// Returns the code of a fault with its values.
fn fault_as_json(fault: &RecordFault) -> Value {
    let mut code = json!({ "code": fault.kind.name() });
    if let Some(line) = fault.line {
        code["line"] = json!(line);
    }
    if let Some(number) = fault.number {
        code["number"] = json!(number);
    }
    if let Some(rule) = fault.rule {
        code["rule"] = json!(RefusalCode::from(rule).name());
    }
    code
}

/// Loads the game with this number from a file, up to a number of moves. The error is the reply.
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

/// Returns the number of moves before this move number; without a number or for 0, all moves.
fn moves_before(number: Option<u32>) -> usize {
    let moves = number.and_then(|number| number.checked_sub(1));
    moves.map_or(usize::MAX, |moves| moves as usize)
}

/// Splits the arguments of `loadsgf`. A number at the end is a move number, unless the whole text is a file name: the
/// draft excludes blanks in file names, but real ones may contain them.
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

/// Reads the file of a record. The error is the reply.
pub(crate) fn read(file: &Named, interrupted: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
    file.read(MAX_BYTES, interrupted)
        .map_err(|error| not_loaded(file, &error))
}

/// Reads a file that may be missing. Logs any other reason for a failure.
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

/// Logs the reason a file cannot be loaded and returns the reply: the draft's text with the reason on the same line.
pub(crate) fn not_loaded(file: &Named, reason: &dyn Display) -> String {
    log::warn!("{file}: {reason}");
    format!("{CANNOT_LOAD}: {reason}").replace(['\n', '\r'], " ")
}

/// Runs `printsgf [FILE]`: writes the record to the file, or replies with it if FILE is missing or `-`.
pub fn printsgf<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let file = arguments(args, rest)?;
    let mut annotations = session.annotations().clone();
    annotations.name_players(&session.players());
    let game = sgf_game::<G>(&session.record, &annotations);
    let game = game.map_err(|error| Failure::new(error.to_string()))?;
    print(session, file, game.to_text())
}

/// Replies with a record, or starts writing it on the worker to the file in the argument. Never fails.
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

/// Returns the file in an argument, or `None` if the argument requests a reply.
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

/// Writes a record atomically and returns an empty reply. The error is the reply.
pub(crate) fn save(file: &Named, text: &str) -> Result<String, String> {
    file.write(text.as_bytes())
        .map(|()| String::new())
        .map_err(|error| format!("cannot write {file}: {error}"))
}
