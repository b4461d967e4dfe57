//! Positions as lines of JSON, OBF or GGF, or as games of SGF.

use std::io::{self, Read as _};
use std::iter::{self, Chain, Once};
use std::sync::Arc;
use std::vec;

use anyhow::Result;

use crate::records::sgf::{self, GamePlace, SgfError, SgfReading};
use crate::tool::source::{NumberedLine, NumberedLines, Source, is_ggf};

/// A position that has not been read yet.
pub enum MoveTask {
    /// A line of JSON, OBF or GGF, and whether the input seems to be lines of JSON.
    Line(NumberedLine, bool),
    /// A game of SGF, whose last position is meant.
    Game(CollectionGame),
}

/// A game of a collection.
pub struct CollectionGame {
    text: Arc<str>,
    place: GamePlace,
}

impl CollectionGame {
    /// Returns its number in the collection, from 1.
    pub fn number(&self) -> usize {
        self.place.number
    }

    /// Returns the line in which it begins, from 1.
    pub fn line(&self) -> usize {
        self.place.line()
    }

    /// Reads the game.
    ///
    /// # Errors
    ///
    /// The text has a syntax error there.
    pub fn read(&self) -> Result<SgfReading<'_>, SgfError> {
        self.place.read(&self.text)
    }
}

/// The positions of an input.
pub enum MoveInput {
    /// Lines, the first of which was looked at, and whether it is JSON.
    Lines(Chain<Once<io::Result<NumberedLine>>, NumberedLines>, bool),
    /// No lines.
    Empty,
    /// Games of SGF.
    Games(Arc<str>, vec::IntoIter<GamePlace>),
}

impl MoveInput {
    /// Opens an input. It is SGF if the file is named so or begins as SGF does.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn open(source: &Source) -> Result<MoveInput> {
        let extension = source.path().and_then(|path| path.extension());
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            return Ok(MoveInput::games(&source.read()?));
        }
        let mut lines = NumberedLines::new(source.open()?);
        let Some(first) = lines.next().transpose()? else {
            return Ok(MoveInput::Empty);
        };
        match &first.bytes {
            Some(bytes) if is_sgf(bytes) => {
                let mut text = b"\n".repeat(first.number - 1);
                text.extend_from_slice(bytes);
                text.push(b'\n');
                lines.into_rest().read_to_end(&mut text)?;
                Ok(MoveInput::games(&text))
            }
            bytes => {
                let is_json = is_json(bytes.as_deref().unwrap_or_default());
                let lines = iter::once(Ok(first)).chain(lines);
                Ok(MoveInput::Lines(lines, is_json))
            }
        }
    }

    fn games(bytes: &[u8]) -> MoveInput {
        let text = Arc::from(sgf::decode(bytes).text);
        let places = sgf::games(&text);
        MoveInput::Games(text, places.into_iter())
    }
}

impl Iterator for MoveInput {
    type Item = io::Result<MoveTask>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            MoveInput::Lines(lines, is_json) => {
                let line = lines.next()?;
                Some(line.map(|line| MoveTask::Line(line, *is_json)))
            }
            MoveInput::Empty => None,
            MoveInput::Games(text, places) => {
                let text = Arc::clone(text);
                let place = places.next()?;
                Some(Ok(MoveTask::Game(CollectionGame { text, place })))
            }
        }
    }
}

/// Whether a line is meant as an object of JSON.
pub fn is_json(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

/// Whether a first line begins a game of SGF rather than one of GGF.
fn is_sgf(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"(") && !is_ggf(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognized_by_their_first_characters() {
        for (line, ggf, sgf) in [
            ("(;GM[Othello]PC[x]", true, false),
            ("2 (;GM[othello]", true, false),
            (" (; GM [Othello]", true, false),
            ("(;GM[1]", false, true),
            ("(", false, true),
            ("( ;FF[4]GM[2]", false, true),
            ("{\"id\":1}", false, false),
            ("XO--", false, false),
            ("", false, false),
        ] {
            let line = line.as_bytes();
            assert_eq!((is_ggf(line), is_sgf(line)), (ggf, sgf), "{line:?}");
        }
    }
}
