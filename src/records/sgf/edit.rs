//! Changes to the main lines of SGF texts that leave everything else as it is written: other properties, variations,
//! white space.

use std::borrow::Cow;
use std::ops::Range;

/// Decodes the bytes of a record: UTF-8, else Latin-1, the default of SGF.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// Its number, from 1.
    pub number: usize,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The bytes before it in the collection.
    pub start: usize,
    /// Its text.
    pub text: String,
}

impl GameText {
    /// Returns the text with line breaks before it, so that errors have the lines of the collection.
    pub fn in_place(&self) -> String {
        "\n".repeat(self.line - 1) + &self.text
    }
}

/// Returns the games of a collection, each from its first parenthesis to its last. A text without one is returned as a
/// game, and what an unclosed game has behind it belongs to it.
pub fn game_texts(text: &str) -> Vec<GameText> {
    let mut games: Vec<GameText> = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(skipped) = find_game(&text[at..]) {
        line += text[at..at + skipped].matches('\n').count();
        at += skipped;
        let length = game_length(&text[at..]);
        games.push(GameText {
            number: games.len() + 1,
            line,
            start: at,
            text: text[at..at + length].to_owned(),
        });
        line += text[at..at + length].matches('\n').count();
        at += length;
    }
    if games.is_empty() {
        games.push(GameText {
            number: 1,
            line: 1,
            start: 0,
            text: text.to_owned(),
        });
    }
    games
}

/// Finds the next `(;`, with or without white space in between.
fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Returns the number of bytes up to the parenthesis that closes the first one.
fn game_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'[' => at = value_end(text, at),
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the place of the bracket that closes the value whose bracket opens at `at`, or the end of the text.
fn value_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != b']' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    end.min(bytes.len())
}

/// The places of a property in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PropertyPlace {
    /// The name in capitals, in the form of `FF[4]`.
    name: String,
    /// The values, without their brackets.
    values: Vec<Range<usize>>,
}

/// A node of the main line, by its places in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodePlace {
    properties: Vec<PropertyPlace>,
    /// The place behind the last property.
    end: usize,
}

impl NodePlace {
    /// Returns the number of moves that the node plays.
    pub fn moves(&self) -> usize {
        self.values("B").len() + self.values("W").len()
    }

    /// Returns the places of the values of a property, none if the node has no such property.
    fn values(&self, name: &str) -> &[Range<usize>] {
        let property = self
            .properties
            .iter()
            .find(|property| property.name == name);
        property.map_or(&[], |property| &property.values)
    }

    fn add(&mut self, name: &str, value: Range<usize>) {
        match self
            .properties
            .iter_mut()
            .find(|property| property.name == name)
        {
            Some(property) => property.values.push(value),
            None => self.properties.push(PropertyPlace {
                name: name.to_owned(),
                values: vec![value],
            }),
        }
    }
}

/// An SGF text with changes to nodes of its main line.
pub struct SgfEdit<'a> {
    text: &'a str,
    nodes: Vec<NodePlace>,
    /// The places that are replaced, and by what.
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> SgfEdit<'a> {
    /// Looks up the main line of a game: everything up to the first closing parenthesis.
    pub fn new(text: &'a str) -> SgfEdit<'a> {
        SgfEdit {
            text,
            nodes: main_line(text),
            changes: Vec::new(),
        }
    }

    /// Returns the nodes of the main line, the root first.
    pub fn nodes(&self) -> &[NodePlace] {
        &self.nodes
    }

    /// Returns the first value of a property as it is written.
    pub fn value(&self, node: usize, name: &str) -> Option<&'a str> {
        let value = self.nodes.get(node)?.values(name).first()?;
        Some(&self.text[value.clone()])
    }

    /// Sets a property to a value without brackets or backslashes.
    pub fn set(&mut self, node: usize, name: &str, value: &str) {
        let place = &self.nodes[node];
        match place.values(name).first() {
            Some(old) => self.changes.push((old.clone(), value.to_owned())),
            None => {
                let added = format!("{name}[{value}]");
                self.changes.push((place.end..place.end, added));
            }
        }
    }

    /// Adds a paragraph to the comment of a node. It replaces an earlier one that ends the comment and begins with `mark`.
    pub fn add_to_comment(&mut self, node: usize, mark: &str, paragraph: &str) {
        let old = self.value(node, "C").unwrap_or_default();
        let kept = match old.rfind(mark) {
            Some(at) if at == 0 || old[..at].ends_with('\n') => &old[..at],
            _ => old,
        };
        let kept = kept.trim_end();
        let between = if kept.is_empty() { "" } else { "\n\n" };
        let comment = format!("{kept}{between}{}", escaped(paragraph));
        self.set(node, "C", &comment);
    }

    /// Returns the changed text.
    pub fn finish(mut self) -> String {
        // Stable: additions at one place stay in their order.
        self.changes
            .sort_by_key(|(place, _)| (place.start, place.end));
        let mut changed = String::with_capacity(self.text.len() + 32 * self.changes.len());
        let mut at = 0;
        for (place, text) in &self.changes {
            changed += &self.text[at..place.start];
            changed += text;
            at = place.end;
        }
        changed + &self.text[at..]
    }
}

/// Escapes what would end a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Looks up the nodes of the main line of the first game: everything up to the first closing parenthesis.
fn main_line(text: &str) -> Vec<NodePlace> {
    let mut nodes: Vec<NodePlace> = Vec::new();
    let mut name = String::new();
    let mut at = find_game(text).unwrap_or(text.len());
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b')' => break,
            b';' => nodes.push(NodePlace {
                properties: Vec::new(),
                end: at + 1,
            }),
            b'[' => {
                let end = value_end(text, at);
                if let Some(node) = nodes.last_mut() {
                    node.add(&name, at + 1..end);
                    node.end = (end + 1).min(text.len());
                }
                at = end;
            }
            _ if byte.is_ascii_alphanumeric() => {
                let rest = &text[at..];
                let length = rest.find(|c: char| !c.is_ascii_alphanumeric());
                let word = &rest[..length.unwrap_or(rest.len())];
                name = canonical(word);
                at += word.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    nodes
}

/// Returns the `FF[4]` form of a name: `FF[3]` and older had `Comment` for `C`.
fn canonical(name: &str) -> String {
    match name.contains(|c: char| c.is_ascii_uppercase()) {
        true => name.replace(|c: char| c.is_ascii_lowercase(), ""),
        false => name.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sgf::SgfGame;

    #[test]
    fn a_collection_is_cut_at_its_parentheses() {
        let text = "mail (sic)\n(;C[a\\](;x]\n(;B[aa])(;B[bb]))\n\n( ;GM[1])(;B[aa]";
        let games = game_texts(text);
        let seen: Vec<_> = games
            .iter()
            .map(|game| (game.number, game.line, game.text.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                (1, 2, "(;C[a\\](;x]\n(;B[aa])(;B[bb]))"),
                (2, 5, "( ;GM[1])"),
                (3, 5, "(;B[aa]"),
            ]
        );
        assert!(
            games
                .iter()
                .all(|game| text[game.start..].starts_with(&game.text))
        );
        let error = SgfGame::from_text(&games[2].in_place()).unwrap_err();
        assert!(error.to_string().starts_with("line 5, "), "{error}");
        assert_eq!(game_texts("no game").len(), 1);
        assert_eq!(game_texts("")[0].text, "");
    }

    #[test]
    fn changes_leave_everything_else_as_it_was() {
        let text =
            "x(;GM[1] FF[4]\n;B[aa] C[old\\]] SBKV[1] [2]\n ; (;W[bb];Black[cc])\n(;W[dd]C[no]))";
        let mut edit = SgfEdit::new(text);
        let moves: Vec<usize> = edit.nodes().iter().map(NodePlace::moves).collect();
        assert_eq!(moves, [0, 1, 0, 1, 1]);
        for node in 0..edit.nodes().len() {
            edit.set(node, "SBKV", &node.to_string());
            edit.add_to_comment(node, "T:", "T: a]b\\");
        }
        assert_eq!(
            edit.finish(),
            "x(;GM[1] FF[4]SBKV[0]C[T: a\\]b\\\\]\n;B[aa] C[old\\]\n\nT: a\\]b\\\\] SBKV[1] [2]\n \
             ;SBKV[2]C[T: a\\]b\\\\] (;W[bb]SBKV[3]C[T: a\\]b\\\\];Black[cc]SBKV[4]C[T: a\\]b\\\\])\n(;W[dd]C[no]))"
        );
    }

    #[test]
    fn an_earlier_paragraph_is_replaced() {
        let change = |text: &str| {
            let mut edit = SgfEdit::new(text);
            edit.add_to_comment(0, "T:", "T: new");
            edit.finish()
        };
        assert_eq!(change("(;C[T: old])"), "(;C[T: new])");
        assert_eq!(change("(;C[a T: b\n\nT: old])"), "(;C[a T: b\n\nT: new])");
        assert_eq!(change("(;C[a T: b])"), "(;C[a T: b\n\nT: new])");
        assert_eq!(change("(;Comment[])"), "(;Comment[T: new])");
        assert_eq!(change(&change("(;C[a])")), change("(;C[a])"));
    }

    #[test]
    fn damaged_texts_are_no_danger() {
        for text in [
            "",
            "(",
            "(;",
            "(;C[",
            "(;C[\\",
            "(;[a]",
            "(;C[é\\",
            "))(;B[aa",
            "(;\u{e9}C[x]",
        ] {
            game_texts(text);
            let mut edit = SgfEdit::new(text);
            for node in 0..edit.nodes().len() {
                edit.set(node, "SBKV", "1");
            }
            edit.finish();
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_latin1() {
        assert_eq!(decode(b"\xe9"), "\u{e9}");
        assert_eq!(decode("é".as_bytes()), "é");
    }
}
