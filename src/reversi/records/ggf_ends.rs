//! The boundaries of GGF games within a text.

/// Finds the ends of a text's GGF games, queried in order: their `;)` outside of values.
pub struct GgfEnds<'a> {
    text: &'a str,
    /// The next end, whether or not it is inside a value.
    end: Next<'a>,
    /// The next bracket that opens a value.
    open: Next<'a>,
    /// Whether a game had no end. The text after a `]` is the same for all games, so no later game can end there. Later
    /// games are therefore searched only up to their first value, which keeps a text of damaged games in linear time.
    is_broken: bool,
}

impl<'a> GgfEnds<'a> {
    /// Starts at the first game.
    pub fn new(text: &'a str) -> GgfEnds<'a> {
        GgfEnds {
            text,
            end: Next::new(text, ";)"),
            open: Next::new(text, "["),
            is_broken: false,
        }
    }

    /// Returns the length of the game that begins `rest`, a suffix of the text, or `None` if its end is missing.
    pub fn length(&mut self, rest: &str) -> Option<usize> {
        let start = self.text.len() - rest.len();
        let mut at = start;
        loop {
            let end = self.end.at_or_behind(at);
            let open = self.open.at_or_behind(at);
            if end < open {
                return Some(end + 2 - start);
            }
            let close = match self.is_broken {
                true => None,
                false => self.text[open..].find(']'),
            };
            let Some(close) = close else {
                self.is_broken = true;
                return None;
            };
            at = open + close + 1;
        }
    }
}

/// Returns the games of a text, such as the two of a synchronized pair, or the whole text if it has none.
pub fn ggf_games(text: &str) -> Vec<&str> {
    let mut ends = GgfEnds::new(text);
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("(;") {
        rest = &rest[start..];
        let (game, behind) = rest.split_at(ends.length(rest).unwrap_or(rest.len()));
        games.push(game);
        rest = behind;
    }
    if games.is_empty() {
        games.push(text);
    }
    games
}

/// Whether a line is a GGF game, optionally preceded by the number of games of a match.
pub fn is_ggf(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit());
    let rest = line[digits.count()..].trim_ascii_start();
    let Some(properties) = rest.strip_prefix(b"(;") else {
        return false;
    };
    let game: Vec<u8> = properties
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take(b"GM[Othello]".len())
        .copied()
        .collect();
    game.eq_ignore_ascii_case(b"GM[Othello]")
}

/// The next occurrence of a word, cached for queries from increasing positions.
struct Next<'a> {
    text: &'a str,
    word: &'static str,
    /// The start of the last search, and its result: the text length if there was no match.
    searched: usize,
    found: usize,
}

impl<'a> Next<'a> {
    fn new(text: &'a str, word: &'static str) -> Next<'a> {
        let found = text.find(word).unwrap_or(text.len());
        Next {
            text,
            word,
            searched: 0,
            found,
        }
    }

    /// Returns the word's first position at or after `start`, or the text length if there is none.
    fn at_or_behind(&mut self, start: usize) -> usize {
        if !(self.searched..=self.found).contains(&start) {
            let found = self.text[start..].find(self.word);
            self.searched = start;
            self.found = found.map_or(self.text.len(), |found| start + found);
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prop_assert_eq, proptest};

    use super::*;

    /// Returns the length of the game at the beginning of a text, scanning character by character.
    fn slow_length(text: &str) -> Option<usize> {
        let mut is_in_value = false;
        (0..text.len()).find_map(|at| {
            match text.as_bytes()[at] {
                b'[' => is_in_value = true,
                b']' => is_in_value = false,
                b')' if !is_in_value && text[..at].ends_with(';') => return Some(at + 1),
                _ => {}
            }
            None
        })
    }

    proptest! {
        #[test]
        fn ends_of_games_are_those_of_a_slow_search(text in r"([;)\[\]x]|;\)){0,24}") {
            let mut ends = GgfEnds::new(&text);
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let length = ends.length(rest);
                prop_assert_eq!(length, slow_length(rest), "{:?} of {:?}", rest, text);
                rest = &rest[length.unwrap_or(1)..];
            }
        }
    }
}
