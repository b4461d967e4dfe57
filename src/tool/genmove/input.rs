//! Reads positions as JSON Lines, OBF or GGF, or as games of SGF and other formats.

use std::io::{self, Cursor, Read as _};
use std::iter::{self, Chain, Once};
use std::sync::Arc;

use anyhow::{Context as _, Result};

use crate::tool::searches::type_of;
use crate::tool::source::{NumberedLine, NumberedLines, Source, is_ggf};
use tengen_play::Game;
use tengen_play::formats::{self, CollectionFile, NoRecord, OtherGame};
use tengen_records::sgf::{self, GamePlace, SgfReading};
use tengen_reversi::records::obf::ObfProblem;

/// A position to be read.
pub enum MoveTask {
    /// A line of JSON, OBF or GGF, and whether the first line of the input is JSON.
    Line(NumberedLine, bool),
    /// A game of a file; its last position is searched.
    Game(CollectionGame),
}

enum CollectionGames {
    Sgf(Vec<GamePlace>),
    Other(Vec<Result<OtherGame, String>>),
}

impl CollectionGames {
    fn count(&self) -> usize {
        match self {
            CollectionGames::Sgf(places) => places.len(),
            CollectionGames::Other(games) => games.len(),
        }
    }
}

/// The games of a file, with its text.
pub struct GameCollection {
    text: String,
    games: CollectionGames,
}

pub struct CollectionGame {
    collection: Arc<GameCollection>,
    index: usize,
}

impl CollectionGame {
    /// Returns the game's number in the collection, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// Returns the line in which the game begins, from 1. Returns 1 for a damaged game in a format other than SGF.
    pub fn line(&self) -> usize {
        let GameCollection { text, games } = &*self.collection;
        match games {
            CollectionGames::Sgf(places) => places[self.index].line(),
            CollectionGames::Other(games) => match &games[self.index] {
                Ok(game) => game.reading(text).start_place().line,
                Err(_) => 1,
            },
        }
    }

    /// Reads the game. Fails on a syntax error.
    pub fn read(&self) -> Result<SgfReading<'_>, String> {
        let GameCollection { text, games } = &*self.collection;
        match games {
            CollectionGames::Sgf(places) => places[self.index]
                .read(text)
                .map_err(|error| error.to_string()),
            CollectionGames::Other(games) => match &games[self.index] {
                Ok(game) => Ok(game.reading(text)),
                Err(error) => Err(error.clone()),
            },
        }
    }
}

/// The positions of an input.
pub enum MoveInput {
    /// Lines, beginning with the one read to recognize the input, and whether that one is JSON.
    Lines(Chain<Once<io::Result<NumberedLine>>, NumberedLines>, bool),
    /// An input without lines.
    Empty,
    /// Games, and how many of them were returned.
    Games(Arc<GameCollection>, usize),
}

impl MoveInput {
    /// Opens an input. It consists of lines if its first line is JSON, OBF or a GGF game; otherwise it is a file of
    /// games. `game` settles which game is meant if a text could be moves of several. Fails if the input isn't a game
    /// record.
    pub fn open(source: &Source, game: Option<Game>) -> Result<MoveInput> {
        let extension = source.path().and_then(|path| path.extension());
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            return MoveInput::games(&source.read()?, game).with_context(|| source.name());
        }
        let mut lines = NumberedLines::new(source.open()?);
        let Some(first) = lines.next().transpose()? else {
            return Ok(MoveInput::Empty);
        };
        match &first.bytes {
            Some(bytes) if !is_line(bytes) => {
                let whole = source.path().is_some().then(|| source.read()).transpose()?;
                let whole = match whole {
                    Some(bytes) => bytes,
                    None => {
                        let mut text = b"\n".repeat(first.number - 1);
                        text.extend_from_slice(bytes);
                        text.push(b'\n');
                        lines.into_rest().read_to_end(&mut text)?;
                        text
                    }
                };
                match formats::recognize(&whole, game.and_then(type_of)) {
                    Ok(_) => MoveInput::games(&whole, game).with_context(|| source.name()),
                    // Some of the lines may have an answer.
                    Err(NoRecord::Unknown { .. }) => {
                        let mut lines = NumberedLines::new(Cursor::new(whole));
                        let Some(first) = lines.next() else {
                            return Ok(MoveInput::Empty);
                        };
                        Ok(MoveInput::Lines(iter::once(first).chain(lines), false))
                    }
                    Err(error) => Err(error).with_context(|| source.name()),
                }
            }
            bytes => {
                let is_json = is_json(bytes.as_deref().unwrap_or_default());
                let lines = iter::once(Ok(first)).chain(lines);
                Ok(MoveInput::Lines(lines, is_json))
            }
        }
    }

    fn games(bytes: &[u8], game: Option<Game>) -> Result<MoveInput> {
        let file = CollectionFile::read(bytes, game.and_then(type_of))?;
        let text = file.decoded.text.to_string();
        let games = match file.into_other_games() {
            Some(games) => CollectionGames::Other(games),
            None => CollectionGames::Sgf(sgf::games(&text)),
        };
        let collection = GameCollection { text, games };
        Ok(MoveInput::Games(Arc::new(collection), 0))
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
            MoveInput::Games(collection, next) => {
                let index = *next;
                *next += 1;
                let collection = Arc::clone(collection);
                let is_game = index < collection.games.count();
                is_game.then_some(Ok(MoveTask::Game(CollectionGame { collection, index })))
            }
        }
    }
}

/// Whether a first line is a position (JSON, OBF or a whole GGF game) or a comment among positions.
fn is_line(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    let text = || String::from_utf8_lossy(trimmed);
    is_json(line)
        || trimmed.starts_with(b"%")
        || trimmed.starts_with(b"#")
        || is_ggf(line) && trimmed.ends_with(b";)")
        || matches!(ObfProblem::parse(&text()), Ok(Some(_)))
}

/// Whether a line looks like a JSON object.
pub fn is_json(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_distinguishes_lines_from_files_of_games() {
        let obf = format!("{}X;", "-".repeat(64));
        for (line, ggf, is_of_lines) in [
            ("(;GM[Othello]PC[x];)", true, true),
            ("(;GM[Othello]PC[x]", true, false),
            ("2 (;GM[othello];)", true, true),
            (" (; GM [Othello];)", true, true),
            ("(;GM[1]", false, false),
            ("(", false, false),
            ("( ;FF[4]GM[2]", false, false),
            ("{\"id\":1}", false, true),
            ("% a comment", false, true),
            (&obf, false, true),
            ("XO--", false, false),
            ("f5d6c3", false, false),
            ("", false, false),
        ] {
            let line = line.as_bytes();
            assert_eq!(
                (is_ggf(line), is_line(line)),
                (ggf, is_of_lines),
                "{line:?}"
            );
        }
    }
}
