//! Records of other programs and servers, recognized by their content.
//!
//! A file is SGF, or one of the formats of [`FORMATS`]. Games of another format are read as games of SGF: their main line with the
//! names, dates and results that the file has, and the place of every move for warnings.
//!
//! - `other_game`: a game of another format, and the lines of a text
//! - `gib`, `ngf`, `ugf`: Go of Tygem, of Cyberoro and WBaduk, and of Pandanet
//! - `handicap`: the points of handicap stones on these servers
//! - `psq`, `position_string`, `library`: gomoku of Piskvork, moves in a row, and the main line of RenLib's libraries
//! - `othello`, `pasted_board`: Othello as GGF, transcripts, OBF and drawings
//! - `thor`: games of WTHOR
//! - `binary`: files that are no text
//!
//! A format is a row: its name, its game, and functions that recognize and read it.
//!
//! Tests: `tests.rs` and `pasted_board.rs`; damaged files in `protocol-tests/fuzz/files.rs`; `protocol-tests/gtp/loadgame.txt`
//! and `protocol-tests/gtp/readrecord.txt`.
//! A change moves: these transcripts, since names of formats and warnings are replies; what `tengen annotate` and `tengen ladders
//! --review` read.

mod binary;
mod gib;
mod handicap;
mod library;
mod ngf;
pub mod othello;
mod other_game;
mod pasted_board;
mod position_string;
mod psq;
mod thor;
mod ugf;

pub use other_game::OtherGame;

use std::borrow::Cow;

use thiserror::Error;

use tengen_engine::excerpt::excerpt;
use tengen_records::encoding::{DecodedText, EncodingHints, Language, decode_with};
use tengen_records::sgf::{self, SgfGameType, SgfReading};

/// A format other than SGF.
#[derive(Debug)]
pub struct RecordFormat {
    /// Its name, for messages.
    pub name: &'static str,
    /// The game that it records.
    pub game: SgfGameType,
    /// Whether a file has this format.
    recognize: fn(RecordContent<'_>) -> bool,
    /// Reads the games of a file. A game that is damaged is a sentence with its line.
    read: fn(RecordContent<'_>) -> Vec<Result<OtherGame, String>>,
}

/// The formats other than SGF, those with the surest marks first.
pub static FORMATS: [&RecordFormat; 8] = [
    &thor::FORMAT,
    &library::FORMAT,
    &gib::FORMAT,
    &ugf::FORMAT,
    &psq::FORMAT,
    &ngf::FORMAT,
    &othello::FORMAT,
    &position_string::FORMAT,
];

/// The content of a file.
#[derive(Clone, Copy, Debug)]
pub struct RecordContent<'a> {
    /// The file as it is.
    bytes: &'a [u8],
    /// Its text.
    text: &'a str,
    /// The game that is meant where a text could be moves of several games.
    game: Option<SgfGameType>,
}

/// A file that is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoRecord {
    /// An archive or a compressed file.
    #[error("this is {0}; extract it first")]
    Archive(&'static str),
    /// Another file that is no text.
    #[error("this is {0}, not a game record")]
    Binary(&'static str),
    /// There is no text.
    #[error("line 1: expected a game record, saw an empty file")]
    Empty,
    /// A text in an unknown format.
    #[error(
        "line {line}: expected a game record: SGF, GGF, {}; saw `{saw}`",
        FORMATS.map(|format| format.name).join(", ")
    )]
    Unknown {
        /// The first line with text, from 1.
        line: usize,
        /// The text of the line, shortened.
        saw: String,
    },
}

/// A file of records.
pub struct CollectionFile<'a> {
    /// Its text, with the encoding that it was in.
    pub decoded: DecodedText<'a>,
    /// Its format; `None` for SGF.
    pub format: Option<&'static RecordFormat>,
    /// The games of another format.
    games: Vec<Result<OtherGame, String>>,
}

impl<'a> CollectionFile<'a> {
    /// Recognizes the format of a file and reads its games; those of SGF are read one by one later. `game` is the game that is meant
    /// where a text could be moves of several games.
    ///
    /// # Errors
    ///
    /// The file is no record.
    pub fn read(
        bytes: &'a [u8],
        game: Option<SgfGameType>,
    ) -> Result<CollectionFile<'a>, NoRecord> {
        let (decoded, format) = recognize(bytes, game)?;
        let content = RecordContent {
            bytes,
            text: &decoded.text,
            game,
        };
        let games = format.map_or(Vec::new(), |format| (format.read)(content));
        Ok(CollectionFile {
            decoded,
            format,
            games,
        })
    }

    /// Reads the game of this number, from 1. In SGF, the first may be followed by others.
    ///
    /// # Errors
    ///
    /// There is no such game, or it is damaged; in words.
    pub fn game(&self, number: usize) -> Result<SgfReading<'_>, String> {
        let text = &*self.decoded.text;
        let missing = |count: usize| {
            let games = if count == 1 { "game" } else { "games" };
            format!("game {number}: the file has {count} {games}")
        };
        if self.format.is_some() {
            let game = number
                .checked_sub(1)
                .and_then(|index| self.games.get(index));
            let game = game.ok_or_else(|| missing(self.games.len()))?;
            return Ok(game.as_ref().map_err(String::clone)?.reading(text));
        }
        if number == 1 {
            return sgf::read(text).map_err(|error| error.to_string());
        }
        let places = sgf::games(text);
        let place = number.checked_sub(1).and_then(|index| places.get(index));
        let place = place.ok_or_else(|| missing(places.len()))?;
        place.read(text).map_err(|error| error.to_string())
    }

    /// Returns the text as SGF: as it is, or the games of another format that are not damaged.
    pub fn to_sgf(&self) -> Cow<'_, str> {
        match self.format {
            // What was decoded stays known as such.
            None => self.decoded.text.clone(),
            Some(_) => {
                let games = self.games.iter().flatten();
                Cow::Owned(games.map(|game| game.game.to_text()).collect())
            }
        }
    }

    /// Reads the games of another format, in order; none of SGF. A game that is damaged is a sentence with its line.
    pub fn other_games(&self) -> impl Iterator<Item = Result<SgfReading<'_>, String>> {
        let text = &*self.decoded.text;
        let games = self.games.iter();
        games.map(move |game| Ok(game.as_ref().map_err(String::clone)?.reading(text)))
    }

    /// Returns the games of another format, in order; `None` for SGF.
    pub fn into_other_games(self) -> Option<Vec<Result<OtherGame, String>>> {
        self.format.is_some().then_some(self.games)
    }
}

/// Decodes a file and recognizes its format; `None` for SGF. `game` is the game that is meant where a text could be moves of
/// several games.
///
/// # Errors
///
/// The file is no record.
pub fn recognize(
    bytes: &[u8],
    game: Option<SgfGameType>,
) -> Result<(DecodedText<'_>, Option<&'static RecordFormat>), NoRecord> {
    if let Some(fault) = binary::by_first_bytes(bytes) {
        return Err(fault);
    }
    let decoded = decode(bytes);
    let text = &*decoded.text;
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    if begin.starts_with('(') && !othello::is_ggf(begin) {
        return Ok((decoded, None));
    }
    let content = RecordContent { bytes, text, game };
    if let Some(&format) = FORMATS.iter().find(|format| (format.recognize)(content)) {
        return Ok((decoded, Some(format)));
    }
    if begin.is_empty() {
        return Err(NoRecord::Empty);
    }
    if text.contains('\0') {
        return Err(NoRecord::Binary("a binary file"));
    }
    if sgf::has_game(text) {
        return Ok((decoded, None));
    }
    let before = &text[..text.len() - begin.len()];
    Err(NoRecord::Unknown {
        line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
        saw: excerpt(begin.lines().next().unwrap_or_default().trim_end()),
    })
}

/// Decodes a file by what its format says about its encoding.
fn decode(bytes: &[u8]) -> DecodedText<'_> {
    if let Some(hints) = ugf::hints(bytes).or_else(|| gib::hints(bytes)) {
        return decode_with(bytes, hints);
    }
    sgf::decode(bytes)
}

/// Returns hints of a language.
fn language_hints(language: Language) -> EncodingHints<'static> {
    EncodingHints {
        declared: None,
        language: Some(language),
    }
}

#[cfg(test)]
mod tests;
