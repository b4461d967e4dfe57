//! Records of other programs and servers, recognized by their content.
//!
//! A file is either SGF or one of [`FORMATS`]. Games in the other formats are converted to SGF games: the main line
//! with the names, dates and results in the file, and the position of every move in the text for warnings.
//!
//! - `other_game`: a converted game, and the lines of a text
//! - `gib`, `ngf`, `ugf`: Go games from Tygem, from Cyberoro and WBaduk, and from Pandanet
//! - `handicap`: the points of handicap stones on these servers
//! - `psq`, `position_string`, `library`: gomoku games from Piskvork, move strings, and the main line of RenLib
//!   libraries
//! - `othello`, `pasted_board`: Othello as GGF, transcripts, OBF and drawn boards
//! - `thor`: games of WTHOR
//! - `binary`: binary files
//!
//! Each format has one table row with its name, its game, and functions that recognize and read it.
//!
//! Tests: `tests.rs` and `pasted_board.rs`; damaged files in `protocol-tests/fuzz/files.rs`;
//! `protocol-tests/gtp/loadgame.txt` and `protocol-tests/gtp/readrecord.txt`.
//! A change moves: these transcripts, since replies contain format names and warnings; the input of `tengen annotate`
//! and `tengen ladders --review`.

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

use crate::refusal::{CodeValue, Refusal, RefusalCode};
use tengen_engine::excerpt::excerpt;
use tengen_records::encoding::{DecodedText, EncodingHints, Language, decode_with};
use tengen_records::sgf::{self, SgfError, SgfGameType, SgfReading};

/// A record format other than SGF.
#[derive(Debug)]
pub struct RecordFormat {
    /// Name used in messages.
    pub name: &'static str,
    /// Game that the format records.
    pub game: SgfGameType,
    /// Whether a file is in this format.
    recognize: fn(RecordContent<'_>) -> bool,
    /// Reads the games of a file. A damaged game is a message with its line.
    read: fn(RecordContent<'_>) -> Vec<Result<OtherGame, Refusal>>,
}

/// Formats other than SGF, most distinctive first.
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

/// Input for recognizing and reading a format.
#[derive(Clone, Copy, Debug)]
pub struct RecordContent<'a> {
    /// Undecoded bytes of the file.
    bytes: &'a [u8],
    /// Decoded text of the file.
    text: &'a str,
    /// Game to assume if the text could be moves of several games.
    game: Option<SgfGameType>,
}

/// Kind of an archive or compressed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Archive {
    description: &'static str,
    /// Usual ending of the name.
    ending: &'static str,
}

impl Archive {
    const fn new(description: &'static str, ending: &'static str) -> Archive {
        Archive {
            description,
            ending,
        }
    }
}

/// Reason why a file is not a game record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoRecord {
    /// An archive or a compressed file.
    #[error("this is {}; extract it first", .0.description)]
    Archive(Archive),
    /// Another binary file; the string describes it.
    #[error("this is {0}, not a game record")]
    Binary(&'static str),
    /// An empty file, or blanks only.
    #[error("line 1: expected a game record, saw an empty file")]
    Empty,
    /// A text in an unknown format.
    #[error(
        "line {line}: expected a game record: SGF, GGF, {}; saw `{saw}`",
        FORMATS.map(|format| format.name).join(", ")
    )]
    Unknown {
        /// First line with text, counted from 1.
        line: usize,
        /// Text of the line, shortened.
        saw: String,
    },
}

impl From<NoRecord> for Refusal {
    fn from(reason: NoRecord) -> Self {
        let (code, value) = match reason {
            NoRecord::Archive(archive) => {
                let kind = CodeValue::Kind(archive.ending);
                (RefusalCode::Archive, Some(kind))
            }
            NoRecord::Empty => (RefusalCode::EmptyFile, None),
            NoRecord::Binary(_) | NoRecord::Unknown { .. } => (RefusalCode::NoRecord, None),
        };
        Refusal::coded(code, reason).with(value)
    }
}

/// A file of game records.
pub struct CollectionFile<'a> {
    /// Text, with the encoding it was in.
    pub decoded: DecodedText<'a>,
    /// Format of the file; `None` for SGF.
    pub format: Option<&'static RecordFormat>,
    /// Games of a format other than SGF.
    games: Vec<Result<OtherGame, Refusal>>,
}

impl<'a> CollectionFile<'a> {
    /// Recognizes the format of a file and reads its games; SGF games are read later, one by one. `game` is the game to
    /// assume if the text could be moves of several games.
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

    /// Reads the game with this number, counted from 1. In SGF, games after the first one are ignored when reading it.
    ///
    /// Fails if the game does not exist or is damaged.
    pub fn game(&self, number: usize) -> Result<SgfReading<'_>, Refusal> {
        let text = &*self.decoded.text;
        let missing = |count: usize| {
            let games = if count == 1 { "game" } else { "games" };
            Refusal::new(format!("game {number}: the file has {count} {games}"))
        };
        if self.format.is_some() {
            let game = number
                .checked_sub(1)
                .and_then(|index| self.games.get(index));
            let game = game.ok_or_else(|| missing(self.games.len()))?;
            return Ok(game.as_ref().map_err(Refusal::clone)?.reading(text));
        }
        let refused = |error: SgfError| Refusal::at(error.place.line, error);
        if number == 1 {
            return sgf::read(text).map_err(refused);
        }
        let places = sgf::games(text);
        let place = number.checked_sub(1).and_then(|index| places.get(index));
        let place = place.ok_or_else(|| missing(places.len()))?;
        place.read(text).map_err(refused)
    }

    /// Returns the text as SGF: unchanged, or converted from the undamaged games of another format.
    pub fn to_sgf(&self) -> Cow<'_, str> {
        match self.format {
            // Cloned as `Cow`, so decoded text is still marked as such.
            None => self.decoded.text.clone(),
            Some(_) => {
                let games = self.games.iter().flatten();
                Cow::Owned(games.map(|game| game.game.to_text()).collect())
            }
        }
    }

    /// Reads the games of a format other than SGF in order. A damaged game is a message with its line.
    pub fn other_games(&self) -> impl Iterator<Item = Result<SgfReading<'_>, String>> {
        let text = &*self.decoded.text;
        let games = self.games.iter();
        games.map(move |game| Ok(game.as_ref().map_err(Refusal::to_string)?.reading(text)))
    }

    /// Returns the games of a format other than SGF in order; `None` for SGF.
    pub fn into_other_games(self) -> Option<Vec<Result<OtherGame, String>>> {
        let games = self.games.into_iter();
        let games = games.map(|game| game.map_err(String::from));
        self.format.is_some().then(|| games.collect())
    }
}

/// Decodes a file and recognizes its format; `None` for SGF. `game` is the game to assume if the text could be moves of
/// several games.
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

/// Decodes a file with the encoding hints of its format.
fn decode(bytes: &[u8]) -> DecodedText<'_> {
    if let Some(hints) = ugf::hints(bytes).or_else(|| gib::hints(bytes)) {
        return decode_with(bytes, hints);
    }
    sgf::decode(bytes)
}

fn language_hints(language: Language) -> EncodingHints<'static> {
    EncodingHints {
        declared: None,
        language: Some(language),
    }
}

#[cfg(test)]
mod tests;
