//! The SGF grammar: text into tokens, without a tree, so that a file of any size takes no memory.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::recognize;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::SgfError;

/// A token of SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfToken<'a> {
    /// `(`, which begins a game or a variation.
    Open,
    /// `)`.
    Close,
    /// `;`, which begins a node.
    Node,
    /// The name of a property, as written.
    Name(&'a str),
    /// A value of the property named last.
    Value(SgfValue<'a>),
    /// A value that the end of the text cuts off, without what looks like the closing brackets behind it.
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

/// The tokens of one game tree, from its first parenthesis on.
pub struct SgfTokens<'a> {
    text: &'a str,
    rest: &'a str,
    last: Option<SgfToken<'a>>,
    /// The byte at which the last token begins.
    last_at: usize,
}

impl<'a> SgfTokens<'a> {
    /// Returns the tokens of the first game of a text at or behind the byte `from`. Text before its `(;` is skipped, as
    /// the standard asks.
    ///
    /// # Errors
    ///
    /// Fails if there is no game.
    pub fn of_game(text: &'a str, from: usize) -> Result<SgfTokens<'a>, SgfError> {
        let rest = &text[from..];
        let start = find_game(rest)
            .ok_or_else(|| SgfError::new(text, from, "a game, which begins with \"(;\"", rest))?;
        Ok(SgfTokens {
            text,
            rest: &rest[start..],
            last: None,
            last_at: from + start,
        })
    }

    /// Returns the text behind the last token.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the next token, or `None` at the end of the text.
    ///
    /// # Errors
    ///
    /// Fails where the grammar has no such token.
    pub fn next_token(&mut self) -> Result<Option<SgfToken<'a>>, SgfError> {
        self.rest = self.rest.trim_start();
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let expected = match (self.last, first) {
            (None | Some(SgfToken::Open), '(' | ';') => None,
            (Some(SgfToken::Open), _) => Some("\";\" after \"(\""),
            (Some(SgfToken::Name(_)), '[') => None,
            (Some(SgfToken::Name(_)), _) => Some("\"[\" after a property's name"),
            (Some(SgfToken::Value(_)), '[') => None,
            (_, '(' | ')' | ';') => None,
            (_, letter) if letter.is_ascii_alphanumeric() => None,
            _ => Some("a property, \";\", \"(\" or \")\""),
        };
        if let Some(expected) = expected {
            return Err(SgfError::new(self.text, self.place(), expected, self.rest));
        }
        self.last_at = self.place();
        let token = match first {
            '(' => self.mark(SgfToken::Open),
            ')' => self.mark(SgfToken::Close),
            ';' => self.mark(SgfToken::Node),
            '[' => self.value(),
            _ => self.name(),
        };
        self.last = Some(token);
        Ok(Some(token))
    }

    /// Returns an error at the last token.
    pub fn error(&self, expected: &'static str) -> SgfError {
        let seen = &self.text[self.last_at..];
        SgfError::new(self.text, self.last_at, expected, seen)
    }

    /// Returns the byte offset behind the last token.
    pub fn place(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn mark(&mut self, token: SgfToken<'a>) -> SgfToken<'a> {
        self.rest = &self.rest[1..];
        token
    }

    fn name(&mut self) -> SgfToken<'a> {
        // A letter or digit has been seen, so there is a name.
        let (rest, name) = property_name(self.rest).unwrap_or(("", self.rest));
        self.rest = rest;
        SgfToken::Name(name)
    }

    fn value(&mut self) -> SgfToken<'a> {
        let at = self.place() + 1;
        if let Ok((rest, raw)) = value(self.rest) {
            self.rest = rest;
            return SgfToken::Value(SgfValue { raw, at });
        }
        let raw = self.rest[1..].trim_end_matches(|c: char| c == ')' || c.is_whitespace());
        self.rest = "";
        let escapes = raw.len() - raw.trim_end_matches('\\').len();
        let raw = &raw[..raw.len() - escapes % 2];
        SgfToken::Cut(SgfValue { raw, at })
    }
}

/// Finds the next `(;`, with or without white space in between.
pub(super) fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Whether a text has a game, or the beginning of one.
pub fn has_game(text: &str) -> bool {
    find_game(text).is_some()
}

fn property_name(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(text)
}

/// Returns the `FF[4]` form of a name: `FF[3]` and older had `AddBlack` for `AB`. A name without capitals (`black`) is
/// read as if it had only capitals.
pub(super) fn canonical(name: &str) -> Cow<'_, str> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens as text, names in their new form.
    fn tokens(text: &str) -> Result<String, SgfError> {
        let mut tokens = SgfTokens::of_game(text, 0)?;
        let mut seen = String::new();
        while let Some(token) = tokens.next_token()? {
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
            if let Some(SgfToken::Value(value)) = tokens.next_token().unwrap() {
                break value;
            }
        };
        assert_eq!(comment.text(), "a]b\\c:d |softbreakhere|hard\nbreak[");
        assert_eq!(comment.simple_text(), "a]b\\c:d |softbreakhere|hard break[");
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            (
                "",
                "line 1, column 1: expected a game, which begins with \"(;\", saw nothing",
            ),
            (
                "(;B[aa\n];W;",
                "line 2, column 4: expected \"[\" after a property's name, saw \";\"",
            ),
            (
                "(;B[aa]\n é)",
                "line 2, column 2: expected a property, \";\", \"(\" or \")\", saw \"é)\"",
            ),
            (
                "(;[aa])",
                "line 1, column 3: expected a property, \";\", \"(\" or \")\", saw \"[aa])\"",
            ),
            (
                "(;(B[aa]))",
                "line 1, column 4: expected \";\" after \"(\", saw \"B[aa]))\"",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(tokens(text).unwrap_err().to_string(), message, "{text:?}");
        }
    }
}
