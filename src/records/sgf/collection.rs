//! The games of a collection.

use super::read::{SgfReading, read_at};
use super::tokens::{SgfToken, SgfTokens, find_game};
use super::{SgfError, SgfPlace};

/// The place of a game in the text of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// The number of the game, from 1.
    pub number: usize,
    /// The byte at which it begins.
    pub start: usize,
    /// The byte at which the next game begins, or the end of the text. A game that lacks its last bracket ends there.
    end: usize,
}

impl GamePlace {
    /// Reads the game as [`read()`](super::read()) does. Places in warnings and errors are those of the whole text.
    ///
    /// # Errors
    ///
    /// Fails as [`read()`](super::read()) does.
    pub fn read(self, text: &str) -> Result<SgfReading<'_>, SgfError> {
        read_at(&text[..self.end], self.start)
    }

    /// Returns the line in which the game begins, from 1.
    pub fn line(self, text: &str) -> usize {
        SgfPlace::of(text, self.start).line
    }
}

/// Returns the games of a text. Behind a game with a syntax error the next one is looked for at the start of a line, where
/// programs begin a game. A text without a game is one that cannot be read.
pub fn games(text: &str) -> Vec<GamePlace> {
    let mut starts = Vec::new();
    let mut from = 0;
    while let Some(start) = find_game(&text[from..]) {
        let start = from + start;
        starts.push(start);
        from = end_of_game(text, start);
    }
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let places = (1..).zip(starts.iter().zip(ends));
    places
        .map(|(number, (&start, end))| GamePlace { number, start, end })
        .collect()
}

/// Returns the byte behind the last bracket of the game that begins at `start`.
fn end_of_game(text: &str, start: usize) -> usize {
    let Ok(mut tokens) = SgfTokens::of_game(text, start) else {
        return text.len();
    };
    let mut depth = 0;
    loop {
        match tokens.next_token() {
            Ok(Some(SgfToken::Open)) => depth += 1,
            Ok(Some(SgfToken::Close)) if depth == 1 => return tokens.place(),
            Ok(Some(SgfToken::Close)) => depth -= 1,
            // A value without its bracket has taken the rest of the text.
            Ok(None | Some(SgfToken::Cut(_))) => return next_line_with_game(text, start),
            Ok(Some(_)) => {}
            Err(_) => return next_line_with_game(text, tokens.place()),
        }
    }
}

/// Returns the byte of the next `(;` that begins a line behind the one of the byte `from`.
fn next_line_with_game(text: &str, from: usize) -> usize {
    let Some(end_of_line) = text[from..].find('\n') else {
        return text.len();
    };
    let rest = &text[from + end_of_line..];
    let begins_line = |&at: &usize| {
        let before = rest[..at].trim_end_matches([' ', '\t', '\r']);
        before.ends_with('\n') && rest[at + 1..].trim_start().starts_with(';')
    };
    let mut brackets = rest.match_indices('(').map(|(at, _)| at);
    let next = brackets.find(begins_line);
    next.map_or(text.len(), |at| from + end_of_line + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of each game.
    fn beginnings(text: &str) -> Vec<&str> {
        let games = games(text).into_iter();
        games
            .map(|game| &text[game.start..game.start + 5])
            .collect()
    }

    #[test]
    fn each_game_is_found_behind_the_one_before() {
        assert_eq!(
            beginnings("(;N[1])\n\njunk (;N[2](;)(;C[(;N[x])])) (no game)"),
            ["(;N[1", "(;N[2"]
        );
        assert_eq!(beginnings("(;N[1](;)(;);x"), ["(;N[1"]);
    }

    #[test]
    fn a_damaged_game_does_not_hide_the_next() {
        assert_eq!(beginnings("(;N[1]!)\n(;N[2])"), ["(;N[1", "(;N[2"]);
        assert_eq!(
            beginnings("(;N[1]C)\n (;N[2])\n(;N[3"),
            ["(;N[1", "(;N[2", "(;N[3"]
        );
        // A game that is cut off there ends where the next one begins.
        assert_eq!(beginnings("(;N[1];B[aa]\n(;N[2])"), ["(;N[1", "(;N[2"]);
    }

    #[test]
    fn games_are_read_with_the_lines_of_the_collection() {
        let text = "mail (sic)\n(;C[a\\](;x]\n(;B[aa])(;B[bb]))\n\n( ;GM[1])(;B[aa]\n\n(;B[cc";
        let games = games(text);
        let seen: Vec<_> = games
            .iter()
            .map(|game| (game.number, game.line(text)))
            .collect();
        assert_eq!(seen, [(1, 2), (2, 5), (3, 5), (4, 7)]);
        let read = |game: &GamePlace| game.read(text).unwrap();
        let moves: Vec<usize> = games
            .iter()
            .map(|game| read(game).game.moves().count())
            .collect();
        assert_eq!(moves, [1, 0, 1, 1]);
        assert_eq!(read(&games[2]).cut().unwrap().line, 7);
        assert_eq!(read(&games[0]).warnings, [""; 0]);
    }

    #[test]
    fn a_text_without_a_game_is_one_with_an_error() {
        for text in ["", "no game"] {
            let [only] = games(text)[..] else {
                panic!("{text}");
            };
            let error = only.read(text).unwrap_err().to_string();
            assert!(error.starts_with("line 1, column 1: expected a game"));
        }
    }
}
