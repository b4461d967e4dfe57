//! The words that a person may type besides moves.

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
    /// The placeholder of its argument; empty for none.
    pub argument: &'static str,
    /// The line about it in the help.
    pub help: &'static str,
    /// The only game with this word; `None` for all games.
    pub game: Option<Game>,
}

/// Returns the row of a word that takes no argument and exists in all games.
const fn row(word: Word, name: &'static str, help: &'static str) -> WordRow {
    WordRow {
        word,
        name,
        argument: "",
        help,
        game: None,
    }
}

/// All words, in the order of the help.
pub const WORDS: &[WordRow] = &[
    row(Word::Undo, "undo", "take back your last move"),
    row(Word::Hint, "hint", "suggest a move"),
    row(Word::Score, "score", "count the board as it stands"),
    WordRow {
        argument: "POINT",
        game: Some(Game::Go),
        ..row(Word::Ladder, "ladder", "read the ladder of the chain there")
    },
    row(Word::Board, "board", "draw the board again"),
    row(
        Word::Stop,
        "stop",
        "make Tengen move at once, as Ctrl-C does",
    ),
    row(Word::Switch, "switch", "change sides with Tengen"),
    row(Word::Resign, "resign", "give up the game"),
    WordRow {
        argument: "[LEVEL]",
        ..row(
            Word::Level,
            "level",
            "play at a level, such as 10k in Go or 1500 in other games, or full; without LEVEL show it",
        )
    },
    row(Word::New, "new", "begin another game"),
    WordRow {
        argument: "FILE",
        ..row(Word::Save, "save", "write the game to a file")
    },
    row(Word::Help, "help", "show this list"),
    row(
        Word::Quit,
        "quit",
        "quit, after asking whether to save the game; so does Ctrl-D. Ctrl-C twice saves it and quits",
    ),
];

impl WordRow {
    /// Returns the word with its argument, as typed.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument)
            .trim_end()
            .to_owned()
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
