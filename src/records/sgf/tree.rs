//! The SGF grammar: parses text into game trees, nodes and properties without interpreting them.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::recognize;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::SgfError;

/// A game tree. Its nodes are in one list in the order of the text, so that deep nesting costs no stack.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfTree<'a> {
    text: &'a str,
    nodes: Vec<SgfNode<'a>>,
}

impl<'a> SgfTree<'a> {
    /// Returns the root node.
    pub fn root(&self) -> &SgfNode<'a> {
        // `parse` creates a tree only after the `(;` of its first node.
        &self.nodes[0]
    }

    /// Returns all nodes in the order of the text.
    pub fn nodes(&self) -> &[SgfNode<'a>] {
        &self.nodes
    }

    /// Returns the main line: the nodes from the root along the first variation at every branch.
    pub fn main_line(&self) -> impl Iterator<Item = &SgfNode<'a>> {
        std::iter::successors(Some(self.root()), |node| {
            node.first_child.map(|child| &self.nodes[child])
        })
    }

    /// Creates an error about a value of this tree.
    pub(super) fn error(&self, value: SgfValue<'a>, expected: &'static str) -> SgfError {
        SgfError::new(self.text, value.at, expected, value.raw)
    }
}

/// A node: properties with distinct names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfNode<'a> {
    properties: Vec<SgfProperty<'a>>,
    first_child: Option<usize>,
}

impl<'a> SgfNode<'a> {
    /// Returns the properties in the order of the text.
    pub fn properties(&self) -> &[SgfProperty<'a>] {
        &self.properties
    }

    /// Returns the values of the property `name`, empty if the node has none.
    pub fn values(&self, name: &str) -> &[SgfValue<'a>] {
        let property = self.properties.iter().find(|p| p.name == name);
        property.map_or(&[], |p| &p.values)
    }

    /// Returns the first value of the property `name`.
    pub fn value(&self, name: &str) -> Option<SgfValue<'a>> {
        self.values(name).first().copied()
    }

    fn add(&mut self, name: Cow<'a, str>, values: Vec<SgfValue<'a>>) {
        // FF[4] allows a name only once per node, but some programs write one property per stone.
        match self.properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values.extend(values),
            None => self.properties.push(SgfProperty { name, values }),
        }
    }
}

/// A property: a name and at least one value.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfProperty<'a> {
    /// Name in capitals; long names of `FF[3]` (`Black`) are shortened to the form of `FF[4]` (`B`).
    pub name: Cow<'a, str>,
    /// Values in the order of the text.
    pub values: Vec<SgfValue<'a>>,
}

/// A value: the text between two brackets, with its escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfValue<'a> {
    /// The text as written.
    pub raw: &'a str,
    /// Byte offset of the value in the whole text.
    at: usize,
}

impl<'a> SgfValue<'a> {
    /// Returns the value as SGF `Text`: escapes resolved, soft line breaks removed, other white space except line
    /// breaks turned into blanks.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut chars = self.raw.chars().peekable();
        while let Some(mut c) = chars.next() {
            let escaped = c == '\\';
            if escaped {
                match chars.next() {
                    Some(next) => c = next,
                    None => break,
                }
            }
            // A line break is LF, CR, LF CR or CR LF.
            if c == '\n' || c == '\r' {
                let other = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
                if !escaped {
                    text.push('\n');
                }
            } else if c.is_whitespace() {
                text.push(' ');
            } else {
                text.push(c);
            }
        }
        text
    }

    /// Returns the value as SGF `SimpleText`: like `text`, on one line and trimmed.
    pub fn simple_text(self) -> String {
        self.text().replace('\n', " ").trim().to_owned()
    }

    /// Returns the part of the value `raw`, a slice of its text that begins at byte `offset`.
    pub(super) fn part(self, raw: &'a str, offset: usize) -> SgfValue<'a> {
        SgfValue {
            raw,
            at: self.at + offset,
        }
    }
}

/// Limit on the nodes and values of one game. A game has some hundreds; a joseki dictionary, which is one game, has
/// some hundred thousand. They take up to eighty times the memory of their text, so that a file of 64 MiB could exhaust
/// it.
const MAX_PARTS: usize = 1 << 20;

/// Expectation in the error about more of them.
const TOO_MANY_PARTS: &str = "at most 1048576 nodes and values in a game";

/// Limit on the properties of one node. The standard has about seventy, and each is compared with those before it.
const MAX_NAMES: usize = 256;

/// Parses all games of a collection, at least one, in time linear in the length of `text`.
///
/// Text before the first `(;` and after the last game is skipped, as the standard asks. A name without capitals
/// (`black`) is read as if it had only capitals.
///
/// # Errors
///
/// Fails if there is no game, a game is malformed or has too many nodes, values or properties.
pub fn parse(text: &str) -> Result<Vec<SgfTree<'_>>, SgfError> {
    let mut trees = Vec::new();
    read_games(text, |tree| trees.push(tree))?;
    Ok(trees)
}

/// Parses all games of a collection as [`parse`] does, but keeps only the first.
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_first(text: &str) -> Result<SgfTree<'_>, SgfError> {
    let mut first = None;
    read_games(text, |tree| {
        first.get_or_insert(tree);
    })?;
    first.ok_or_else(|| no_game(text))
}

fn read_games<'a>(text: &'a str, mut take: impl FnMut(SgfTree<'a>)) -> Result<(), SgfError> {
    let mut rest = text;
    let mut is_empty = true;
    while let Some(start) = find_game(rest) {
        let (after, tree) = game_tree(text, &rest[start..])?;
        take(tree);
        rest = after;
        is_empty = false;
    }
    match is_empty {
        true => Err(no_game(text)),
        false => Ok(()),
    }
}

fn no_game(text: &str) -> SgfError {
    SgfError::new(text, 0, "a game, which begins with \"(;\"", text)
}

/// Finds the next `(;`, with or without white space in between.
fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Parses one game tree at the start of `rest`, a tail of `text`, with an explicit stack of the variations.
fn game_tree<'a>(text: &'a str, rest: &'a str) -> Result<(&'a str, SgfTree<'a>), SgfError> {
    let mut nodes: Vec<SgfNode<'a>> = Vec::new();
    // For each open parenthesis the node before it.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut last: Option<usize> = None;
    let mut rest = rest;
    let mut parts = 0;
    loop {
        rest = rest.trim_start();
        let fail = |expected| SgfError::new(text, text.len() - rest.len(), expected, rest);
        let Some(first) = rest.chars().next() else {
            return Err(fail("\")\" to close the game"));
        };
        if parts > MAX_PARTS {
            return Err(fail(TOO_MANY_PARTS));
        }
        match first {
            '(' => {
                rest = rest[1..].trim_start();
                if !rest.starts_with(';') {
                    let at = text.len() - rest.len();
                    return Err(SgfError::new(text, at, "\";\" after \"(\"", rest));
                }
                open.push(last);
            }
            ')' => {
                rest = &rest[1..];
                // The loop ends when the stack is empty, so it is not empty here.
                last = open.pop().flatten();
                if open.is_empty() {
                    return Ok((rest, SgfTree { text, nodes }));
                }
            }
            ';' => {
                rest = &rest[1..];
                let node = nodes.len();
                parts += 1;
                if let Some(parent) = last {
                    nodes[parent].first_child.get_or_insert(node);
                }
                nodes.push(SgfNode::default());
                last = Some(node);
            }
            _ => {
                let Some(node) = last else {
                    return Err(fail("\";\""));
                };
                let Ok((after, name)) = property_name(rest) else {
                    return Err(fail("a property, \";\", \"(\" or \")\""));
                };
                let (after, values) = values(text, after, MAX_PARTS - parts)?;
                parts += values.len();
                rest = after;
                nodes[node].add(canonical(name), values);
                if nodes[node].properties.len() > MAX_NAMES {
                    return Err(fail("at most 256 different properties in a node"));
                }
            }
        }
    }
}

fn property_name(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(text)
}

/// Returns the `FF[4]` form of a name: `FF[3]` and older had `AddBlack` for `AB`.
fn canonical(name: &str) -> Cow<'_, str> {
    if !name.contains(|c: char| c.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    if !name.contains(|c: char| c.is_ascii_uppercase()) {
        return Cow::Owned(name.to_ascii_uppercase());
    }
    Cow::Owned(name.chars().filter(|c| !c.is_ascii_lowercase()).collect())
}

/// Parses a bracketed value.
fn value(text: &str) -> IResult<&str, &str> {
    let plain = is_not("]\\");
    let escaped = recognize(preceded(char('\\'), anychar));
    let inside = recognize(many0_count(alt((plain, escaped))));
    delimited(char('['), inside, char(']')).parse(text)
}

/// Parses the values after a name, at least one and at most `most`.
fn values<'a>(
    text: &'a str,
    rest: &'a str,
    most: usize,
) -> Result<(&'a str, Vec<SgfValue<'a>>), SgfError> {
    let mut rest = rest;
    let mut values = Vec::new();
    while let Ok((after, raw)) = value(rest.trim_start()) {
        // The rest of the text after the value is known: the closing bracket and `after`.
        let at = text.len() - after.len() - 1 - raw.len();
        if values.len() == most {
            return Err(SgfError::new(text, at, TOO_MANY_PARTS, raw));
        }
        values.push(SgfValue { raw, at });
        rest = after;
    }
    let next = rest.trim_start();
    let at = text.len() - next.len();
    if next.starts_with('[') {
        return Err(SgfError::new(text, at, "\"]\" to close this value", next));
    }
    if values.is_empty() {
        return Err(SgfError::new(
            text,
            at,
            "\"[\" after a property's name",
            next,
        ));
    }
    Ok((rest, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> SgfTree<'_> {
        let mut trees = parse(text).unwrap();
        assert_eq!(trees.len(), 1);
        trees.remove(0)
    }

    #[test]
    fn the_main_line_takes_the_first_variation() {
        let tree = one("(;N[a];N[b](;N[c](;N[d])(;N[x]))(;N[y];N[z]))");
        let names: String = tree
            .main_line()
            .map(|n| n.value("N").unwrap().raw)
            .collect();
        assert_eq!(names, "abcd");
        assert_eq!(tree.nodes().len(), 7);
    }

    #[test]
    fn a_game_of_more_parts_than_any_is_refused() {
        let endless = [
            format!("(;{}", ";".repeat(MAX_PARTS)),
            format!("(;C{}", "[]".repeat(MAX_PARTS)),
            format!("(;{}", ";B[]".repeat(MAX_PARTS / 2)),
        ];
        for text in endless {
            let error = parse(&(text + ")")).unwrap_err();
            assert_eq!(error.expected, TOO_MANY_PARTS);
        }
        // The limit applies to each game.
        let full = format!("(;{})", ";".repeat(MAX_PARTS - 1));
        assert_eq!(parse(&full.repeat(2)).unwrap().len(), 2);
    }

    /// Each name is compared with all before it in the node.
    #[test]
    fn a_node_of_more_names_than_any_is_refused() {
        let node = |count: usize| {
            let names: String = (0..count).map(|number| format!("A{number}[]")).collect();
            parse(&format!("(;{names})")).map(|trees| trees[0].root().properties().len())
        };
        assert_eq!(node(MAX_NAMES), Ok(MAX_NAMES));
        assert!(node(MAX_NAMES + 1).is_err());
    }

    #[test]
    fn the_first_of_many_games_is_kept_and_all_are_read() {
        let tree = parse_first("(;N[a])(;N[b])").unwrap();
        assert_eq!(tree.root().value("N").unwrap().raw, "a");
        assert!(parse_first("(;N[a])(;N[b]").is_err());
        assert_eq!(parse_first("nothing"), Err(no_game("nothing")));
    }

    #[test]
    fn white_space_and_text_around_the_game_do_not_matter() {
        let tree =
            one("From: a (mail) \u{feff}\n( ;\tGM \n[1]\r\n AB [aa] \n[bb]AB[cc] ) trailing");
        assert_eq!(tree.root().value("GM").unwrap().raw, "1");
        let stones: Vec<_> = tree.root().values("AB").iter().map(|v| v.raw).collect();
        assert_eq!(stones, ["aa", "bb", "cc"]);
    }

    #[test]
    fn old_long_names_are_brought_to_the_new_form() {
        let tree = one("(;GaMe[1]SiZe[9]VieW[];Black[aa];AddWhite[bb];c[x])");
        let names: Vec<_> = tree.nodes().iter().flat_map(|n| n.properties()).collect();
        let names: Vec<&str> = names.iter().map(|p| p.name.as_ref()).collect();
        assert_eq!(names, ["GM", "SZ", "VW", "B", "AW", "C"]);
    }

    #[test]
    fn text_keeps_hard_line_breaks_and_drops_soft_ones() {
        let tree = one("(;C[a\\]b\\\\c\\:d\t|soft\\\nbreak\\\r\nhere|hard\r\nbreak[])");
        let comment = tree.root().value("C").unwrap();
        assert_eq!(comment.text(), "a]b\\c:d |softbreakhere|hard\nbreak[");
        assert_eq!(comment.simple_text(), "a]b\\c:d |softbreakhere|hard break[");
    }

    #[test]
    fn a_collection_has_its_games_in_order() {
        let trees = parse("(;N[1])\n\njunk (;N[2](;)) (not a game)").unwrap();
        let names: Vec<_> = trees
            .iter()
            .map(|t| t.root().value("N").unwrap().raw)
            .collect();
        assert_eq!(names, ["1", "2"]);
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            (
                "",
                "line 1, column 1: expected a game, which begins with \"(;\", saw nothing",
            ),
            (
                "(;B[aa]",
                "line 1, column 8: expected \")\" to close the game, saw nothing",
            ),
            (
                "(;B[aa\n];W",
                "line 2, column 4: expected \"[\" after a property's name, saw nothing",
            ),
            (
                "(;\nB[aa",
                "line 2, column 2: expected \"]\" to close this value, saw \"[aa\"",
            ),
            (
                "(;B[aa]\n é)",
                "line 2, column 2: expected a property, \";\", \"(\" or \")\", saw \"é)\"",
            ),
            (
                "(;(;)()",
                "line 1, column 7: expected \";\" after \"(\", saw \")\"",
            ),
            (
                "(;)(;B[aa\\]",
                "line 1, column 7: expected \"]\" to close this value, saw \"[aa\\\\]\"",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text:?}");
        }
    }

    #[test]
    fn hostile_nesting_costs_no_stack() {
        let deep = 1_000_000;
        assert!(parse(&"(".repeat(deep)).is_err());
        assert!(parse(&"(;".repeat(deep)).is_err());
        let closed = "(;".repeat(deep) + &")".repeat(deep);
        assert_eq!(one(&closed).main_line().count(), deep);
    }
}
