//! Edits to the main lines of games in a text. Everything else stays as written: other properties, variations, white
//! space.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::collection::GamePlace;
use super::read::SgfReading;
use super::tokens::{SgfToken, SgfTokens, SgfValue, canonical};

#[derive(Clone, Debug)]
pub(super) struct PropertyText<'a> {
    name: Cow<'a, str>,
    /// Values; empty if the end of the text cuts off the first.
    pub(super) values: Vec<SgfValue<'a>>,
    /// Byte offset after the last value.
    end: usize,
}

/// A node of a main line in a text.
#[derive(Clone, Debug)]
pub struct NodeText<'a> {
    start: usize,
    properties: Vec<PropertyText<'a>>,
    /// Byte offset after the last property.
    end: usize,
}

impl<'a> NodeText<'a> {
    /// Returns the first value of a property as it is written.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        let value = self.property(name)?.values.first()?;
        Some(value.raw)
    }

    pub(super) fn property(&self, name: &str) -> Option<&PropertyText<'a>> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// Returns the index of a property, which is added if it is new. `known` indexes the properties of a node with
    /// many.
    fn begin_property(
        &mut self,
        name: Cow<'a, str>,
        known: &mut HashMap<Cow<'a, str>, usize>,
    ) -> usize {
        const MANY: usize = 16;
        let count = self.properties.len();
        let index = if count < MANY {
            self.properties
                .iter()
                .position(|property| property.name == name)
        } else {
            if known.is_empty() {
                let names = self.properties.iter().map(|property| property.name.clone());
                known.extend(names.zip(0..));
            }
            known.get(&name).copied()
        };
        index.unwrap_or_else(|| {
            if count >= MANY {
                known.insert(name.clone(), count);
            }
            self.properties.push(PropertyText {
                name,
                values: Vec::new(),
                end: self.end,
            });
            count
        })
    }

    fn add_value(&mut self, property: usize, value: SgfValue<'a>, end: usize) {
        let property = &mut self.properties[property];
        property.values.push(value);
        property.end = end;
        self.end = end;
    }
}

/// The main line of a game in a text.
#[derive(Clone, Debug)]
pub struct MainLine<'a> {
    /// The nodes, the root first.
    pub nodes: Vec<NodeText<'a>>,
}

impl<'a> MainLine<'a> {
    /// Finds the main line of the first game at or after byte `from`.
    pub fn new(text: &'a str, from: usize) -> MainLine<'a> {
        let mut nodes: Vec<NodeText<'a>> = Vec::new();
        let mut property = 0;
        let mut known = HashMap::new();
        let Ok(mut tokens) = SgfTokens::of_game(text, from) else {
            return MainLine { nodes };
        };
        while let Some(token) = tokens.next_token() {
            let end = tokens.place();
            match (token, nodes.last_mut()) {
                (SgfToken::Close | SgfToken::Cut(_), _) => break,
                (SgfToken::Node, _) => {
                    known.clear();
                    nodes.push(NodeText {
                        start: end.saturating_sub(1),
                        properties: Vec::new(),
                        end,
                    });
                }
                (SgfToken::Name(name), Some(node)) => {
                    property = node.begin_property(canonical(name), &mut known);
                }
                (SgfToken::Value(value), Some(node)) => node.add_value(property, value, end),
                _ => {}
            }
        }
        MainLine { nodes }
    }

    /// Returns the index of the node that contains a step of the game.
    pub fn node_of(&self, reading: &SgfReading<'_>, step: usize) -> Option<usize> {
        let at = reading.offset(step)?;
        let begun = self.nodes.partition_point(|node| node.start <= at);
        begun.checked_sub(1)
    }
}

/// An SGF text with pending changes.
pub struct SgfEdit<'a> {
    text: &'a str,
    /// Replaced byte ranges with their new text.
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> SgfEdit<'a> {
    /// Returns a text without changes.
    pub fn new(text: &'a str) -> SgfEdit<'a> {
        SgfEdit {
            text,
            changes: Vec::new(),
        }
    }

    /// Sets a property to a value, which must not contain brackets or backslashes.
    pub fn set(&mut self, node: &NodeText<'_>, name: &str, value: &str) {
        match node.property(name) {
            Some(old) => self.replace(old.values.first(), value.to_owned()),
            None => self.insert(node.end, format!("{name}[{value}]")),
        }
    }

    /// Adds values to a list property; each is written with its brackets.
    pub(super) fn extend(&mut self, node: &NodeText<'_>, name: &str, values: &str) {
        match node.property(name) {
            _ if values.is_empty() => {}
            Some(old) => self.insert(old.end, values.to_owned()),
            None => self.insert(node.end, format!("{name}{values}")),
        }
    }

    /// Adds a paragraph to the comment of a node.
    pub fn add_to_comment(&mut self, node: &NodeText<'_>, paragraph: &str) {
        let old = node.value("C").unwrap_or_default();
        self.set(node, "C", &joined(old, paragraph));
    }

    /// Adds a paragraph to the comment of a node, replacing the end of the comment from the last `mark` on if that
    /// begins a line.
    pub fn renew_in_comment(&mut self, node: &NodeText<'_>, mark: &str, paragraph: &str) {
        let old = node.value("C").unwrap_or_default();
        let kept = match old.rfind(mark) {
            Some(at) if at == 0 || old[..at].ends_with('\n') => without_blank_line(&old[..at]),
            _ => old,
        };
        self.set(node, "C", &joined(kept, paragraph));
    }

    /// Declares UTF-8 in the root of each of these games, for a text converted from another encoding.
    pub fn name_utf_8(&mut self, games: &[GamePlace]) {
        for game in games {
            if let Some(root) = game.main_line(self.text).nodes.first() {
                self.set(root, "CA", "UTF-8");
            }
        }
    }

    /// Returns the changed text.
    pub fn finish(mut self) -> String {
        // The sort is stable: insertions at one place keep their order.
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

    fn insert(&mut self, at: usize, text: String) {
        self.changes.push((at..at, text));
    }

    /// Replaces a value, unless the end of the text has cut it off.
    fn replace(&mut self, value: Option<&SgfValue<'_>>, text: String) {
        if let Some(value) = value {
            self.changes
                .push((value.at..value.at + value.raw.len(), text));
        }
    }
}

/// Returns the raw text of a comment with another paragraph.
fn joined(comment: &str, paragraph: &str) -> String {
    // A colon has to be escaped only in values of two parts.
    let escaped = paragraph.replace('\\', "\\\\").replace(']', "\\]");
    match comment.is_empty() {
        true => escaped,
        false => format!("{comment}\n\n{escaped}"),
    }
}

/// Removes a line break and a blank line from the end of a text.
fn without_blank_line(text: &str) -> &str {
    let ends = ["\r\n\r\n", "\n\n"];
    ends.into_iter()
        .find_map(|end| text.strip_suffix(end))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{games, read};

    /// Applies a change to the first node of a text.
    fn changed(text: &str, change: impl Fn(&mut SgfEdit<'_>, &NodeText<'_>)) -> String {
        let line = MainLine::new(text, 0);
        let mut edit = SgfEdit::new(text);
        change(&mut edit, &line.nodes[0]);
        edit.finish()
    }

    #[test]
    fn changes_leave_everything_else_as_it_was() {
        let text =
            "x(;GM[1] FF[4]\n;B[aa] C[old\\]] SBKV[1] [2]\n ; (;W[bb];Black[cc])\n(;W[dd]C[no]))";
        let line = MainLine::new(text, 0);
        let mut edit = SgfEdit::new(text);
        for (number, node) in line.nodes.iter().enumerate() {
            edit.set(node, "SBKV", &number.to_string());
            edit.renew_in_comment(node, "T:", "T: a]b\\");
        }
        assert_eq!(
            edit.finish(),
            "x(;GM[1] FF[4]SBKV[0]C[T: a\\]b\\\\]\n;B[aa] C[old\\]\n\nT: a\\]b\\\\] SBKV[1] [2]\n \
             ;SBKV[2]C[T: a\\]b\\\\] (;W[bb]SBKV[3]C[T: a\\]b\\\\];Black[cc]SBKV[4]C[T: a\\]b\\\\])\n(;W[dd]C[no]))"
        );
        assert_eq!(SgfEdit::new(text).finish(), text);
    }

    #[test]
    fn steps_have_their_nodes() {
        let text = "(;GM[1]AB[aa];B[bb]W[cc];C[x];B[dd](;AE[aa])(;W[ee]))";
        let reading = read(text).unwrap();
        let line = MainLine::new(text, 0);
        let nodes: Vec<Option<usize>> = (0..5).map(|step| line.node_of(&reading, step)).collect();
        assert_eq!(nodes, [Some(1), Some(1), Some(3), Some(4), None]);
    }

    #[test]
    fn an_earlier_paragraph_is_replaced() {
        let change = |text: &str| {
            changed(text, |edit, node| {
                edit.renew_in_comment(node, "T:", "T: new");
            })
        };
        assert_eq!(change("(;C[T: old])"), "(;C[T: new])");
        assert_eq!(change("(;C[a T: b\n\nT: old])"), "(;C[a T: b\n\nT: new])");
        assert_eq!(change("(;C[a\r\n\r\nT: old\r\nmore])"), "(;C[a\n\nT: new])");
        assert_eq!(change("(;C[a T: b])"), "(;C[a T: b\n\nT: new])");
        assert_eq!(change("(;Comment[])"), "(;Comment[T: new])");
        for text in ["(;C[a])", "(;C[a\n])", "(;C[a\n\n])", "(;)"] {
            assert_eq!(change(&change(text)), change(text), "{text:?}");
        }
    }

    #[test]
    fn a_paragraph_is_added_behind_what_is_there() {
        let change = |text: &str| changed(text, |edit, node| edit.add_to_comment(node, "T: new"));
        assert_eq!(change("(;C[T: old\n])"), "(;C[T: old\n\n\nT: new])");
        assert_eq!(change("(;C[])"), "(;C[T: new])");
    }

    #[test]
    fn the_encoding_is_named_where_it_changes() {
        for (text, result) in [
            (
                "(;CA[GB2312]PB[x])\n(;PB[y](;)(;))",
                "(;CA[UTF-8]PB[x])\n(;PB[y]CA[UTF-8](;)(;))",
            ),
            ("(;PB[x]!)\n(;)", "(;PB[x]CA[UTF-8]!)\n(;CA[UTF-8])"),
            ("no game", "no game"),
        ] {
            let mut edit = SgfEdit::new(text);
            edit.name_utf_8(&games(text));
            assert_eq!(edit.finish(), result);
        }
    }

    #[test]
    fn what_the_end_of_the_text_cuts_off_stays() {
        let both = |edit: &mut SgfEdit<'_>, node: &NodeText<'_>| {
            edit.set(node, "N", "x");
            edit.add_to_comment(node, "T");
        };
        assert_eq!(changed("(;B[aa]C[cut", both), "(;B[aa]N[x]C[cut");
        assert_eq!(changed("(;C[a]B[a", both), "(;C[a\n\nT]N[x]B[a");
        assert_eq!(changed("(;C[a] B", both), "(;C[a\n\nT]N[x] B");
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
            "(;;;((;C[a]C[b])",
        ] {
            let mut edit = SgfEdit::new(text);
            for node in &MainLine::new(text, 0).nodes {
                edit.set(node, "SBKV", "1");
                edit.renew_in_comment(node, "T:", "T: x");
            }
            edit.finish();
        }
    }
}
