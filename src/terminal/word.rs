//! The words that a person may type beside moves.

use tengen_play::Game;

/// A word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Draw the board.
    Board,
    /// List the words.
    Help,
    /// Suggest a move.
    Hint,
    /// Read a ladder.
    Ladder,
    /// Show or set the level of play.
    Level,
    /// Begin another game.
    New,
    /// Leave.
    Quit,
    /// Give up.
    Resign,
    /// Write the game to a file.
    Save,
    /// Count the board.
    Score,
    /// Make the engine move at once.
    Stop,
    /// Change sides.
    Switch,
    /// Take back a move.
    Undo,
}

/// A row of the table of words.
pub struct WordRow {
    /// The word.
    pub word: Word,
    /// Its text.
    pub name: &'static str,
    /// Its argument; empty for none.
    pub argument: &'static str,
    /// Its effect.
    pub help: &'static str,
    /// The only game that has it.
    pub game: Option<Game>,
}

/// Returns the row of a word without an argument, which all games have.
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
        "leave, after a question about the game; so does Ctrl-D. Ctrl-C twice saves it and leaves",
    ),
];

impl WordRow {
    /// Returns the word and its argument as typed.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument)
            .trim_end()
            .to_owned()
    }
}

/// Returns the words of `game`.
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

/// Returns the word that a line begins with, in upper or lower case.
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
