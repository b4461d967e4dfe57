//! The SGF grammar: a stream of tokens instead of a tree, so memory does not grow with the file.
//!
//! Real files have faults. The tokens are always those of a well-formed game: text outside the grammar is skipped, and
//! missing parentheses and semicolons are added. Each such place is a fault, with a repair that makes the text
//! well-formed.

use std::borrow::Cow;
use std::ops::Range;

use super::brackets::{
    begins_property, closing_bracket, follows_a_value, property_name, with_node,
};
use super::places::PlaceIndex;
use super::{SgfError, expected};
use crate::record_fault::FaultKind;

/// A token of SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfToken<'a> {
    /// `(`, which begins a game or a variation.
    Open,
    /// `)`, which ends a game or a variation.
    Close,
    /// `;`, which begins a node.
    Node,
    /// The name of a property, as written.
    Name(&'a str),
    /// A value of the property named last.
    Value(SgfValue<'a>),
    /// A value cut off by the end of the text, without the apparent closing parentheses after it.
    Cut(SgfValue<'a>),
}

/// A value: the text between two brackets, with its escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfValue<'a> {
    /// The text as written.
    pub raw: &'a str,
    /// Byte offset of the value in the whole text.
    pub at: usize,
}

impl<'a> SgfValue<'a> {
    /// Returns the value as SGF `Text`: escapes resolved, soft line breaks removed, other white space except line
    /// breaks turned into spaces.
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

    /// Returns a part of the value: `raw` is a slice of its text that begins at byte `offset`.
    pub(super) fn part(self, raw: &'a str, offset: usize) -> SgfValue<'a> {
        SgfValue {
            raw,
            at: self.at + offset,
        }
    }
}

/// A fault at a byte offset of the text. The message says what was expected there and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SgfFault {
    pub at: usize,
    pub kind: FaultKind,
    pub message: String,
}

/// A byte range with the replacement that removes a fault.
pub(super) type Repair = (Range<usize>, &'static str);

/// Number of faults of a game kept with their messages; further ones are only counted.
pub(super) const MAX_FAULTS: usize = 20;

/// Bytes of a game that may be searched in vain for the ends of values with unescaped brackets.
const MAX_SEARCHED: usize = 1 << 20;

/// The tokens of one game tree, from its first parenthesis on.
pub struct SgfTokens<'a> {
    text: &'a str,
    rest: &'a str,
    last: Option<SgfToken<'a>>,
    /// Name of the last property.
    name: &'a str,
    /// Number of open parentheses.
    depth: usize,
    /// Depths of the trees with an added parenthesis.
    added: Vec<usize>,
    /// Byte offset at which the text being skipped begins.
    skipped_from: Option<usize>,
    faults: Vec<SgfFault>,
    more_faults: usize,
    repairs: Option<Vec<Repair>>,
    /// Bytes that may still be searched in vain.
    searched: usize,
    /// Byte offset from which on no value has an end.
    unclosed_from: usize,
}

impl<'a> SgfTokens<'a> {
    /// Returns the tokens of the first game at or after byte `from`. Text before the game is skipped, as the standard
    /// demands. Fails if there is no game.
    pub fn of_game(text: &'a str, from: usize) -> Result<SgfTokens<'a>, SgfError> {
        SgfTokens::at_place(text, from, &PlaceIndex::new(text))
    }

    /// Returns the tokens as [`SgfTokens::of_game`] does, with an existing index of the text's places.
    pub(super) fn at_place(
        text: &'a str,
        from: usize,
        places: &PlaceIndex<'_>,
    ) -> Result<SgfTokens<'a>, SgfError> {
        let rest = &text[from..];
        let start = find_game(rest).ok_or_else(|| {
            SgfError::new(places.of(from), "a game, which begins with \"(;\"", rest)
        })?;
        Ok(SgfTokens {
            text,
            rest: &rest[start..],
            last: None,
            name: "",
            depth: 0,
            added: Vec::new(),
            skipped_from: None,
            faults: Vec::new(),
            more_faults: 0,
            repairs: None,
            searched: MAX_SEARCHED,
            unclosed_from: usize::MAX,
        })
    }

    /// Collects repairs from here on.
    pub(super) fn with_repairs(self) -> SgfTokens<'a> {
        SgfTokens {
            repairs: Some(Vec::new()),
            ..self
        }
    }

    /// Sets the byte offset from which on no value is known to have an end.
    pub(super) fn with_unclosed_from(self, unclosed_from: usize) -> SgfTokens<'a> {
        SgfTokens {
            unclosed_from,
            ..self
        }
    }

    /// Returns the byte offset from which on no value has an end.
    pub(super) fn unclosed_from(&self) -> usize {
        self.unclosed_from
    }

    /// Takes the faults so far, and the number of further ones.
    pub(super) fn take_faults(&mut self) -> (Vec<SgfFault>, usize) {
        let more = std::mem::take(&mut self.more_faults);
        (std::mem::take(&mut self.faults), more)
    }

    /// Takes the repairs so far.
    pub(super) fn take_repairs(&mut self) -> Vec<Repair> {
        self.repairs.take().unwrap_or_default()
    }

    /// Returns the text after the last token.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the byte offset after the last token.
    pub fn place(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Returns the number of open parentheses.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the next token, or `None` at the end of the text.
    pub fn next_token(&mut self) -> Option<SgfToken<'a>> {
        loop {
            self.rest = self.rest.trim_start();
            let Some(first) = self.rest.chars().next() else {
                self.end_skipped();
                return None;
            };
            let has_name = matches!(self.last, Some(SgfToken::Name(_) | SgfToken::Value(_)));
            match first {
                '[' if has_name && self.skipped_from.is_none() => return Some(self.value()),
                '[' => self.skip_value(),
                '(' | ')' | ';' => return Some(self.mark(first)),
                letter if letter.is_ascii_alphanumeric() => {
                    let (name, behind) = property_name(self.rest);
                    if behind.trim_start().starts_with('[') {
                        return Some(self.name(name));
                    }
                    self.skip(name.len());
                }
                other => self.skip(other.len_utf8()),
            }
        }
    }

    /// Returns the token for a parenthesis or a semicolon, or the one that is missing before it.
    fn mark(&mut self, mark: char) -> SgfToken<'a> {
        self.end_skipped();
        if let Some(token) = self.missing(mark) {
            return token;
        }
        self.rest = &self.rest[1..];
        match mark {
            '(' => self.open(),
            ')' => self.close(),
            _ => self.put(SgfToken::Node),
        }
    }

    fn name(&mut self, name: &'a str) -> SgfToken<'a> {
        self.end_skipped();
        if let Some(token) = self.missing('A') {
            return token;
        }
        self.rest = &self.rest[name.len()..];
        self.name = name;
        self.put(SgfToken::Name(name))
    }

    fn put(&mut self, token: SgfToken<'a>) -> SgfToken<'a> {
        self.last = Some(token);
        token
    }

    fn open(&mut self) -> SgfToken<'a> {
        self.depth += 1;
        self.put(SgfToken::Open)
    }

    fn close(&mut self) -> SgfToken<'a> {
        self.depth = self.depth.saturating_sub(1);
        self.put(SgfToken::Close)
    }

    /// Returns the token that is missing before one that begins with this character.
    fn missing(&mut self, next: char) -> Option<SgfToken<'a>> {
        let at = self.place();
        match (self.last, next) {
            (Some(SgfToken::Open), ';') => None,
            (Some(SgfToken::Open), _) => {
                self.add_fault(at, "\";\" after \"(\"", self.rest, "");
                self.repair(at..at, ";");
                Some(self.put(SgfToken::Node))
            }
            (Some(SgfToken::Close), ';' | 'A') if self.depth > 0 => {
                let read = "; it is read as a variation";
                self.add_fault(at, "\"(\" or \")\" after a variation", self.rest, read);
                self.repair(at..at, "(");
                let token = self.open();
                self.added.push(self.depth);
                Some(token)
            }
            (_, ')') if self.added.last() == Some(&self.depth) => {
                self.added.pop();
                self.repair(at..at, ")");
                Some(self.close())
            }
            _ => None,
        }
    }

    fn value(&mut self) -> SgfToken<'a> {
        let at = self.place() + 1;
        let inside = &self.rest[1..];
        if let Some(first) = self.closing_bracket(inside) {
            let end = self.end_of_value(inside, first);
            self.rest = &inside[end + 1..];
            let raw = &inside[..end];
            return self.put(SgfToken::Value(SgfValue { raw, at }));
        }
        let raw = inside.trim_end_matches(|c: char| c == ')' || c.is_whitespace());
        self.rest = "";
        let escapes = raw.len() - raw.trim_end_matches('\\').len();
        let raw = &raw[..raw.len() - escapes % 2];
        self.put(SgfToken::Cut(SgfValue { raw, at }))
    }

    /// Returns the first unescaped bracket in `part`, a suffix of the text.
    fn closing_bracket(&mut self, part: &str) -> Option<usize> {
        let from = self.text.len() - part.len();
        if from >= self.unclosed_from {
            return None;
        }
        let end = closing_bracket(part);
        if end.is_none() {
            self.unclosed_from = from;
        }
        end
    }

    /// Returns the end of a value with its first bracket at `first`. A bracket inside a text does not end it if what
    /// follows cannot follow a value, and a later bracket before the next node is followed by something that can.
    fn end_of_value(&mut self, inside: &'a str, first: usize) -> usize {
        let is_text = TEXTS.contains(&canonical(self.name).as_ref());
        if !is_text || follows_a_value(&inside[first + 1..]) {
            return first;
        }
        let mut end = first;
        let mut unescaped = vec![first];
        while end - first < self.searched {
            let behind = &inside[end + 1..];
            let next = self.closing_bracket(behind);
            let between = &behind[..next.unwrap_or(behind.len())];
            let Some(next) = next.filter(|_| !with_node(between)) else {
                self.searched = self.searched.saturating_sub(end - first + between.len());
                return first;
            };
            end += 1 + next;
            if follows_a_value(&inside[end + 1..]) {
                let at = self.place() + 1;
                for bracket in unescaped {
                    let seen = &inside[bracket..=bracket];
                    self.add_fault(at + bracket, "\"\\]\" in a text", seen, "");
                    self.repair(at + bracket..at + bracket, "\\");
                }
                return end;
            }
            unescaped.push(end);
        }
        self.searched = 0;
        first
    }

    fn skip(&mut self, length: usize) {
        self.skipped_from.get_or_insert(self.place());
        self.rest = &self.rest[length..];
    }

    /// Skips a value without a property.
    fn skip_value(&mut self) {
        let end = self.closing_bracket(&self.rest[1..]);
        self.skip(end.map_or(self.rest.len(), |end| end + 2));
    }

    /// Adds a fault for the skipped text, if there is any.
    fn end_skipped(&mut self) {
        let Some(from) = self.skipped_from.take() else {
            return;
        };
        let skipped = self.text[from..self.place()].trim_end();
        let is_name = skipped.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let expected = match is_name {
            true => "\"[\" after a property's name",
            false => "a property, \";\", \"(\" or \")\"",
        };
        self.add_fault(from, expected, skipped, LEFT_OUT);
        self.repair(from..from + skipped.len(), "");
    }

    fn add_fault(&mut self, at: usize, what: &str, seen: &str, result: &str) {
        if self.faults.len() < MAX_FAULTS {
            let message = format!("{}{result}", expected(what, seen));
            self.faults.push(SgfFault {
                at,
                kind: FaultKind::Syntax,
                message,
            });
        } else {
            self.more_faults += 1;
        }
    }

    fn repair(&mut self, place: Range<usize>, text: &'static str) {
        if let Some(repairs) = &mut self.repairs {
            repairs.push((place, text));
        }
    }
}

/// End of a warning about a part that is not read.
pub(super) const LEFT_OUT: &str = "; it is left out";

/// Text properties, in which programs and people leave brackets unescaped.
const TEXTS: [&str; 20] = [
    "C", "GC", "N", "PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "PC", "GN", "RE", "RU", "AN",
    "US", "CP", "SO", "ON",
];

/// Finds the next game: `(;`, with or without white space in between, or a parenthesis that begins a line and is
/// followed by a property.
pub(super) fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|&at| begins_game(text, at))
}

/// Whether a text has a game, or the beginning of one.
pub fn has_game(text: &str) -> bool {
    find_game(text).is_some()
}

/// Whether a game begins at the parenthesis at `at`.
pub(super) fn begins_game(text: &str, at: usize) -> bool {
    let behind = text[at + 1..].trim_start();
    behind.starts_with(';') || begins_property(behind) && begins_line(text, at)
}

/// Whether only white space precedes a byte in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '\r', '\u{feff}']);
    before.is_empty() || before.ends_with('\n')
}

/// Returns the `FF[4]` form of a property name: `FF[3]` and older had `AddBlack` for `AB`. A name without capitals
/// (`black`) is read as all capitals.
pub(super) fn canonical(name: &str) -> Cow<'_, str> {
    if !name.contains(|c: char| c.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    if !name.contains(|c: char| c.is_ascii_uppercase()) {
        return Cow::Owned(name.to_ascii_uppercase());
    }
    Cow::Owned(name.chars().filter(|c| !c.is_ascii_lowercase()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens as text, with names in their `FF[4]` form.
    fn tokens(text: &str) -> Result<String, SgfError> {
        let mut tokens = SgfTokens::of_game(text, 0)?;
        let mut seen = String::new();
        while let Some(token) = tokens.next_token() {
            seen += &match token {
                SgfToken::Open => "(".to_owned(),
                SgfToken::Close => ")".to_owned(),
                SgfToken::Node => ";".to_owned(),
                SgfToken::Name(name) => canonical(name).into_owned(),
                SgfToken::Value(value) => format!("[{}]", value.raw),
                SgfToken::Cut(value) => format!("[{}", value.raw),
            };
        }
        Ok(seen)
    }

    #[test]
    fn white_space_and_text_before_the_game_do_not_matter() {
        let seen =
            tokens("From: a (mail) \u{feff}\n( ;\tGM \n[1]\r\n AB [aa] \n[bb]AB[cc] )").unwrap();
        assert_eq!(seen, "(;GM[1]AB[aa][bb]AB[cc])");
    }

    #[test]
    fn old_long_names_are_brought_to_the_new_form() {
        let seen = tokens("(;GaMe[1]SiZe[9]VieW[];Black[aa];AddWhite[bb];c[x])").unwrap();
        assert_eq!(seen, "(;GM[1]SZ[9]VW[];B[aa];AW[bb];C[x])");
    }

    #[test]
    fn the_end_of_the_text_may_cut_off_a_value() {
        for (text, seen) in [
            ("(;B[aa];W[bb", "(;B[aa];W[bb"),
            ("(;B[aa];W[bb) \n", "(;B[aa];W[bb"),
            ("(;C[a\\]\\\\\\", "(;C[a\\]\\\\"),
            ("(;C[", "(;C["),
        ] {
            assert_eq!(tokens(text).as_deref(), Ok(seen), "{text}");
        }
    }

    #[test]
    fn text_keeps_hard_line_breaks_and_drops_soft_ones() {
        let mut tokens = SgfTokens::of_game(
            "(;C[a\\]b\\\\c\\:d\t|soft\\\nbreak\\\r\nhere|hard\r\nbreak[])",
            0,
        )
        .unwrap();
        let comment = loop {
            if let Some(SgfToken::Value(value)) = tokens.next_token() {
                break value;
            }
        };
        assert_eq!(comment.text(), "a]b\\c:d |softbreakhere|hard\nbreak[");
        assert_eq!(comment.simple_text(), "a]b\\c:d |softbreakhere|hard break[");
    }

    /// Returns the tokens as text, and the faults.
    fn with_faults(text: &str) -> (String, Vec<(usize, String)>) {
        let mut reading = SgfTokens::of_game(text, 0).unwrap();
        while reading.next_token().is_some() {}
        let faults = reading.take_faults().0.into_iter();
        let faults = faults.map(|fault| (fault.at, fault.message)).collect();
        (tokens(text).unwrap(), faults)
    }

    #[test]
    fn text_outside_the_grammar_is_passed_over() {
        assert_eq!(
            tokens("").unwrap_err().to_string(),
            "line 1, column 1: expected a game, which begins with \"(;\", saw nothing"
        );
        for (text, read, fault) in [
            (
                "(;B[aa]W;W[bb])",
                "(;B[aa];W[bb])",
                (
                    7,
                    "expected \"[\" after a property's name, saw \"W\"; it is left out",
                ),
            ),
            (
                "(;B[aa]\n--- é\n;W[bb])",
                "(;B[aa];W[bb])",
                (
                    8,
                    "expected a property, \";\", \"(\" or \")\", saw \"--- é\"; it is left out",
                ),
            ),
            (
                "(;[aa]B[bb])",
                "(;B[bb])",
                (
                    2,
                    "expected a property, \";\", \"(\" or \")\", saw \"[aa]\"; it is left out",
                ),
            ),
            (
                "(;N[x](B[aa]))",
                "(;N[x](;B[aa]))",
                (7, "expected \";\" after \"(\", saw \"B[aa]))\""),
            ),
            (
                "(GM[1];B[aa])",
                "(;GM[1];B[aa])",
                (1, "expected \";\" after \"(\", saw \"GM[1];B[aa])\""),
            ),
            (
                "(;N[x](;N[y]);B[aa](;N[z]))",
                "(;N[x](;N[y])(;B[aa](;N[z])))",
                (
                    13,
                    "expected \"(\" or \")\" after a variation, saw \";B[aa](;N[z]))\"; \
                     it is read as a variation",
                ),
            ),
        ] {
            let fault = (fault.0, fault.1.to_owned());
            assert_eq!(with_faults(text), (read.to_owned(), vec![fault]), "{text}");
        }
    }

    #[test]
    fn a_bracket_within_a_text_is_no_end() {
        for (text, comment) in [
            ("(;C[see [1] and [2] here];B[aa])", "see [1] and [2] here"),
            ("(;C[a :] b]B[aa];W[bb])", "a :] b"),
            ("(;C[x] (sic)];B[aa])", "x] (sic)"),
            ("(;C[a]\n---\n;B[aa])", "a"),
            ("(;C[a] b;B[aa])", "a"),
            ("(;C[a])\nmail from [bob]\n(;C[c])", "a"),
            ("(;C[a]) thanks [bob] :-)", "a"),
        ] {
            let mut tokens = SgfTokens::of_game(text, 0).unwrap();
            let values = std::iter::from_fn(|| tokens.next_token());
            let mut values = values.filter_map(|token| match token {
                SgfToken::Value(value) => Some(value.raw),
                _ => None,
            });
            assert_eq!(values.next(), Some(comment), "{text}");
        }
        let faults = with_faults("(;C[a [1] b])").1;
        let message = "expected \"\\]\" in a text, saw \"]\"".to_owned();
        assert_eq!(faults, [(8, message)]);
        // A point has no brackets.
        assert_eq!(tokens("(;B[aa] x];W[bb])").unwrap(), "(;B[aa];W[bb])");
    }

    #[test]
    fn faults_are_kept_up_to_a_number() {
        let text = format!("(;{})", "!;".repeat(1000));
        let mut tokens = SgfTokens::of_game(&text, 0).unwrap();
        while tokens.next_token().is_some() {}
        let (faults, more) = tokens.take_faults();
        assert_eq!((faults.len(), more), (MAX_FAULTS, 1000 - MAX_FAULTS));
    }
}
