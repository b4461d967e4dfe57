//! The games of the input files.

use tengen_play::formats::CollectionFile;
use tengen_records::sgf::{self, SgfGameType};

use crate::tool::positions::record_file::RecordFile;
use tengen_engine::files::FileError;

/// Names by which files of games end.
pub const RECORD_NAMES: &[&str] = &[
    "sgf", "ggf", "psq", "wtb", "lib", "gib", "ngf", "ugf", "ugi",
];

/// A game of an input file.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// Name of the file.
    pub file: String,
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Text of the game as SGF, or the reason that it cannot be read.
    pub text: Result<String, String>,
}

/// Returns the games of a file; a file that cannot be read is one bad game. `game` is the game to assume if a text
/// could be moves of several games.
pub fn games_of(file: &RecordFile, game: Option<SgfGameType>) -> Vec<SourceGame> {
    let texts = file
        .read()
        .map_err(|error: FileError| error.to_string())
        .and_then(|bytes| texts(&bytes, game));
    let texts = texts.unwrap_or_else(|error| vec![Err(error)]);
    let numbered = (1..).zip(texts);
    numbered
        .map(|(number, text)| SourceGame {
            file: file.name(),
            number,
            text,
        })
        .collect()
}

fn texts(bytes: &[u8], game: Option<SgfGameType>) -> Result<Vec<Result<String, String>>, String> {
    let file = CollectionFile::read(bytes, game).map_err(|error| error.to_string())?;
    if file.format.is_some() {
        let games = file.other_games();
        return Ok(games.map(|reading| Ok(reading?.game.to_text())).collect());
    }
    let text = &file.decoded.text;
    let places = sgf::games(text);
    Ok(places
        .iter()
        .map(|place| {
            let reading = place.read(text).map_err(|error| error.to_string())?;
            Ok(reading.game.to_text())
        })
        .collect())
}
