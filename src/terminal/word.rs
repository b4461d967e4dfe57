//! The words that a person may type besides moves.

use super::messages::Messages;
use tengen_play::Game;

/// A word typed as a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Draw the board again.
    Board,
    /// List the words that may be typed.
    Help,
    /// Suggest a move to the person.
    Hint,
    /// Read the ladder of a chain.
    Ladder,
    /// Show or set the level of play.
    Level,
    /// Begin another game from the same start.
    New,
    /// Quit, after a question about an unsaved game.
    Quit,
    /// Resign the game for the person.
    Resign,
    /// Write the game to a file.
    Save,
    /// Count the board as it stands.
    Score,
    /// Make the engine move at once.
    Stop,
    /// Change sides with the engine.
    Switch,
    /// Take back the last move.
    Undo,
}

/// A row of the table of words.
pub struct WordRow {
    /// The word that the row describes.
    pub word: Word,
    /// The word as typed.
    pub name: &'static str,
    /// The message with the placeholder of its argument; `None` for none.
    pub argument: Option<&'static str>,
    /// Whether the argument may be left out.
    pub is_optional: bool,
    /// The message with its line in the help.
    pub help: &'static str,
    /// The only game with this word; `None` for all games.
    pub game: Option<Game>,
}

/// Returns the row of a word that takes no argument and exists in all games.
const fn row(word: Word, name: &'static str, help: &'static str) -> WordRow {
    WordRow {
        word,
        name,
        argument: None,
        is_optional: false,
        help,
        game: None,
    }
}

/// All words, in the order of the help.
pub const WORDS: &[WordRow] = &[
    row(Word::Undo, "undo", "help-undo"),
    row(Word::Hint, "hint", "help-hint"),
    row(Word::Score, "score", "help-score"),
    WordRow {
        argument: Some("argument-point"),
        game: Some(Game::Go),
        ..row(Word::Ladder, "ladder", "help-ladder")
    },
    row(Word::Board, "board", "help-board"),
    row(Word::Stop, "stop", "help-stop"),
    row(Word::Switch, "switch", "help-switch"),
    row(Word::Resign, "resign", "help-resign"),
    WordRow {
        argument: Some("argument-level"),
        is_optional: true,
        ..row(Word::Level, "level", "help-level")
    },
    row(Word::New, "new", "help-new"),
    WordRow {
        argument: Some("argument-file"),
        ..row(Word::Save, "save", "help-save")
    },
    row(Word::Help, "help", "help-help"),
    row(Word::Quit, "quit", "help-quit"),
];

impl WordRow {
    /// Returns the word with the placeholder of its argument.
    pub fn usage(&self, messages: &Messages) -> String {
        let argument = self.argument.map(|key| messages.text(key));
        match argument {
            Some(argument) if self.is_optional => format!("{} [{argument}]", self.name),
            Some(argument) => format!("{} {argument}", self.name),
            None => self.name.to_owned(),
        }
    }
}

/// Returns the words of `game`, in the order of the help.
pub fn words(game: Game) -> impl Iterator<Item = &'static WordRow> {
    WORDS
        .iter()
        .filter(move |row| row.game.is_none_or(|owner| owner == game))
}

/// Splits a line into its first word and the rest.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim_start()),
        None => (line, ""),
    }
}

/// Returns the word at the start of a line, in any case.
pub fn first_word(line: &str) -> Option<Word> {
    let (first, _) = split(line);
    let known = |row: &&WordRow| row.name.eq_ignore_ascii_case(first);
    WORDS.iter().find(known).map(|row| row.word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_with_its_word() {
        assert_eq!(first_word("  SAVE my game.sgf "), Some(Word::Save));
        assert_eq!(split("  SAVE my game.sgf "), ("SAVE", "my game.sgf"));
        assert_eq!(first_word("d4"), None);
        assert_eq!(split(""), ("", ""));
    }

    #[test]
    fn only_go_has_ladders() {
        for game in Game::ALL {
            let has = words(game).any(|row| row.word == Word::Ladder);
            assert_eq!(has, game == Game::Go);
        }
    }
}
