//! A game as SGF or GGF, and the file it is saved in.

use std::path::{Path, PathBuf};

use jiff::ZonedDateTime;

use super::game::{GameResult, TerminalGame};
use super::messages::Messages;
use tengen_engine::record::Record;
use tengen_play::records::ggf::ggf_game;
use tengen_play::records::save::sgf_game;
use tengen_play::reversi::Reversi;
use tengen_records::loaded_record::Annotations;
use tengen_records::sgf::NoteNode;
use tengen_reversi::records::ggf::GgfResult;

/// A game and its metadata, to be saved.
pub struct SavedGame<'a, G: TerminalGame> {
    /// The start position and the moves.
    pub record: &'a Record<G::Position>,
    /// The names of the players, black first.
    pub players: [String; 2],
    /// The result, once the game is over.
    pub result: Option<&'a GameResult>,
    /// The date and time at which the game began.
    pub begun: &'a ZonedDateTime,
}

impl<G: TerminalGame> SavedGame<'_, G> {
    /// Writes the game as SGF. Fails if SGF has no number for the game.
    pub fn sgf(&self, messages: &Messages) -> Result<String, String> {
        let mut annotations = Annotations::default();
        let [black, white] = self.players.each_ref().map(|name| Some(name.as_str()));
        let date = self.begun.strftime("%F").to_string();
        let result = self.result.map(|result| result.code.as_str());
        for (name, text) in [
            ("PB", black),
            ("PW", white),
            ("DT", Some(date.as_str())),
            ("RE", result),
        ] {
            if let Some(text) = text {
                annotations.notes.add(NoteNode::Root, name, text);
            }
        }
        let game = sgf_game::<G>(self.record, &annotations);
        game.map(|game| game.to_text())
            .map_err(|_| messages.text("no-sgf"))
    }
}

impl SavedGame<'_, Reversi> {
    /// Writes the game as GGF.
    pub fn ggf(&self) -> String {
        let mut game = ggf_game(self.record, &Annotations::default());
        game.players = self.players.clone();
        let begun = self.begun.timestamp();
        game.date = begun.strftime("%F %T GMT").to_string();
        if game.result.is_none() {
            game.result = self
                .result
                .and_then(|result| GgfResult::from_sgf(&result.code));
        }
        format!("{game}\n")
    }
}

/// Returns a file name that is not taken yet, made of the game and the time at which it began: in the current folder
/// or, with `elsewhere`, in the system's temporary folder.
pub fn recovery_file<G: TerminalGame>(begun: &ZonedDateTime, elsewhere: bool) -> PathBuf {
    let folder = match elsewhere {
        true => std::env::temp_dir(),
        false => PathBuf::new(),
    };
    let stem = format!(
        "{}-{}",
        G::GAME.name().to_ascii_lowercase(),
        begun.strftime("%Y%m%d-%H%M%S")
    );
    let numbered = |number: usize| match number {
        1 => folder.join(format!("{stem}.{}", G::SUFFIX)),
        _ => folder.join(format!("{stem}-{number}.{}", G::SUFFIX)),
    };
    let is_free = |file: &PathBuf| file.symlink_metadata().is_err();
    let mut files = (1..).map(numbered);
    files.find(is_free).unwrap_or_else(|| numbered(1))
}

/// Returns the file that a user has named, and its extension. Adds the game's extension if the name has none.
pub fn file_named<G: TerminalGame>(name: &str) -> (PathBuf, String) {
    let path = Path::new(name);
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    match suffix {
        Some(suffix) => (path.to_owned(), suffix.to_ascii_lowercase()),
        None => (path.with_extension(G::SUFFIX), G::SUFFIX.to_owned()),
    }
}
