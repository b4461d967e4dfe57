//! The games of a collection.

use super::edit::MainLine;
use super::places::{PlaceCursor, PlaceIndex};
use super::read::{SgfReading, read_within};
use super::tokens::{SgfToken, SgfTokens, begins_line, canonical, find_game};
use super::{SgfError, SgfPlace};

/// The place of a game in the text of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Number of the game, from 1.
    pub number: usize,
    /// Byte offset of its beginning.
    pub start: usize,
    /// Byte offset of the next game or of the end of the text. A game without its last bracket ends there.
    pub(super) end: usize,
    place: SgfPlace,
}

impl GamePlace {
    /// Reads the game as [`read()`](super::read()) does. Warnings and errors refer to lines and columns of the whole
    /// text.
    pub fn read(self, text: &str) -> Result<SgfReading<'_>, SgfError> {
        let text = &text[..self.end];
        read_within(self.start, PlaceIndex::behind(text, self.start, self.place))
    }

    /// Finds the main line of the game in the text.
    pub fn main_line(self, text: &str) -> MainLine<'_> {
        MainLine::new(&text[..self.end], self.start)
    }

    /// Returns the line in which the game begins, from 1.
    pub fn line(self) -> usize {
        self.place.line
    }
}

/// Returns the games of a text, in time linear in its length. A game without its last bracket ends at the next line
/// that begins a game. A text without a game yields one place, which gives an error when read.
pub fn games(text: &str) -> Vec<GamePlace> {
    let mut search = GameSearch {
        text,
        starts: Vec::new(),
        unclosed_from: usize::MAX,
    };
    let mut from = 0;
    while let Some(start) = find_game(&text[from..]) {
        from = search.add_game(from + start);
    }
    let mut starts = search.starts;
    if starts.is_empty() {
        starts.push(0);
    }
    let mut cursor = PlaceCursor::new(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let places = (1..).zip(starts.iter().zip(ends));
    places
        .map(|(number, (&start, end))| GamePlace {
            number,
            start,
            end,
            place: cursor.advance(start),
        })
        .collect()
}

/// A search for the games of a text in one pass.
struct GameSearch<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// Byte offset from which on no value has an end.
    unclosed_from: usize,
}

/// A tree inside another one that is the next game if the outer one lacks its last bracket.
struct InnerTree {
    start: usize,
    end: Option<usize>,
    has_root: bool,
}

impl GameSearch<'_> {
    /// Adds the game that begins at `start`, and those after it if it lacks its last bracket. Returns the byte offset
    /// at which the search continues.
    fn add_game(&mut self, start: usize) -> usize {
        let tokens = SgfTokens::of_game(self.text, start);
        let Ok(tokens) = tokens else {
            return self.text.len();
        };
        let mut tokens = tokens.with_unclosed_from(self.unclosed_from);
        let mut trees = vec![InnerTree {
            start,
            end: None,
            has_root: false,
        }];
        // Depths and indices of the open trees that are candidates.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut root_of = None;
        let mut cut_at = None;
        while let Some(token) = tokens.next_token() {
            match token {
                SgfToken::Open => {
                    let at = tokens.place() - 1;
                    let is_first = tokens.depth() == 1;
                    root_of = None;
                    let is_written = self.text[at..].starts_with('(');
                    if is_first || is_written && begins_line(self.text, at) {
                        if !is_first {
                            trees.push(InnerTree {
                                start: at,
                                end: None,
                                has_root: false,
                            });
                        }
                        open.push((tokens.depth(), trees.len() - 1));
                        root_of = Some((trees.len() - 1, 0));
                    }
                }
                SgfToken::Close if tokens.depth() == 0 => {
                    self.starts.push(start);
                    return tokens.place();
                }
                SgfToken::Close => {
                    root_of = None;
                    let closed = open.pop_if(|(depth, _)| *depth == tokens.depth() + 1);
                    if let Some((_, tree)) = closed {
                        trees[tree].end = Some(tokens.place());
                    }
                }
                SgfToken::Node => {
                    root_of = root_of.map(|(tree, nodes)| (tree, nodes + 1));
                }
                SgfToken::Name(name) => {
                    if let Some((tree, 1)) = root_of {
                        trees[tree].has_root |= ROOT.contains(&canonical(name).as_ref());
                    }
                }
                SgfToken::Cut(value) => cut_at = Some(value.at),
                SgfToken::Value(_) => {}
            }
        }
        self.unclosed_from = tokens.unclosed_from();
        self.add_trees(&trees);
        // A value without its bracket has swallowed the rest of the text.
        cut_at.map_or(self.text.len(), |at| next_line_with_game(self.text, at))
    }

    /// Adds the first of these trees, which has no end, and those others that are games.
    fn add_trees(&mut self, trees: &[InnerTree]) {
        let has_root = trees[0].has_root;
        let mut from = 0;
        for tree in trees {
            if tree.start >= from && (tree.has_root || !has_root) || tree.start == trees[0].start {
                self.starts.push(tree.start);
                from = tree.end.unwrap_or(tree.start + 1);
            }
        }
    }
}

/// Properties that distinguish the root of a game from the first node of a variation.
const ROOT: [&str; 5] = ["GM", "FF", "SZ", "CA", "AP"];

/// Returns the byte offset of the next game at the start of a line after the one that contains `from`.
fn next_line_with_game(text: &str, from: usize) -> usize {
    let Some(end_of_line) = text[from..].find('\n') else {
        return text.len();
    };
    let from = from + end_of_line;
    let rest = &text[from..];
    let mut brackets = rest.match_indices('(').map(|(at, _)| at);
    let next =
        brackets.find(|&at| begins_line(rest, at) && rest[at + 1..].trim_start().starts_with(';'));
    next.map_or(text.len(), |at| from + at)
}

#[cfg(test)]
mod linear_time;

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first five bytes of each game.
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
        assert_eq!(beginnings("(;C[1\n(;N[2"), ["(;C[1", "(;N[2"]);
        assert_eq!(
            beginnings("(;N[1]C)\n (;N[2])\n(;N[3"),
            ["(;N[1", "(;N[2", "(;N[3"]
        );
        // A game cut off there ends where the next one begins.
        assert_eq!(beginnings("(;N[1];B[aa]\n(;N[2])"), ["(;N[1", "(;N[2"]);
        // Its variations are not games.
        assert_eq!(
            beginnings("(;GM[1];B[aa]\n(;B[bb])\n(;W[cc])\n(;GM[2])\n(;FF[4]"),
            ["(;GM[", "(;GM[", "(;FF["]
        );
    }

    #[test]
    fn games_are_read_with_the_lines_of_the_collection() {
        let text = "mail (sic)\n(;C[a\\](;x]\n(;B[aa])(;B[bb]))\n\n( ;GM[1])(;B[aa]\n\n(;B[cc";
        let games = games(text);
        let seen: Vec<_> = games
            .iter()
            .map(|game| (game.number, game.line()))
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
