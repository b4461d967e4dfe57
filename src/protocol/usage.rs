//! Arguments of commands: their grammar, such as `VERTEX [COLOR]`, `none | nodes N` or `[COLOR VERTEX]...`, and the whole
//! numbers of all protocols: digits, with an optional minus sign if negative numbers are allowed, but never a plus sign.

use std::str::FromStr;

use nom::character::complete::{char, digit1};
use nom::combinator::{map_opt, opt, recognize};
use nom::{IResult, Parser};

/// A part of a command's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsagePart {
    /// A literal word in lower case.
    Word(String),
    /// A value, by its name in upper case.
    Value(String),
    /// One of several alternatives, or nothing.
    Optional(Usage),
    /// One or more repetitions of a part.
    Repeated(Box<UsagePart>),
}

/// Alternative ways to use a command, each a sequence of parts.
///
/// Upper-case names are values, brackets enclose optional parts, a bar separates alternatives, and three dots repeat
/// the part before them: `VERTEX...` is one or more vertices, `[VERTEX]...` any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Alternatives, at least one.
    pub ways: Vec<Vec<UsagePart>>,
}

impl Usage {
    /// Parses a grammar. An unclosed bracket ends with the text, and dots without a part before them are ignored.
    pub fn parse(text: &str) -> Usage {
        let spaced = text
            .replace('[', " [ ")
            .replace(']', " ] ")
            .replace("...", " ... ");
        Usage::read(&mut spaced.split_whitespace())
    }

    /// Returns the names of the values in order, including repeated ones.
    pub fn values(&self) -> Vec<String> {
        let parts = self.ways.iter().flatten();
        parts.flat_map(UsagePart::values).collect()
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Usage {
        let mut ways = Vec::new();
        let mut way = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "]" => break,
                "|" => ways.push(std::mem::take(&mut way)),
                "[" => way.push(UsagePart::Optional(Usage::read(words))),
                "..." => {
                    let last = way.pop().map(|part| UsagePart::Repeated(Box::new(part)));
                    way.extend(last);
                }
                _ if is_value(word) => way.push(UsagePart::Value(word.to_owned())),
                _ => way.push(UsagePart::Word(word.to_owned())),
            }
        }
        ways.push(way);
        Usage { ways }
    }
}

impl UsagePart {
    fn values(&self) -> Vec<String> {
        match self {
            UsagePart::Word(_) => Vec::new(),
            UsagePart::Value(name) => vec![name.clone()],
            UsagePart::Optional(usage) => usage.values(),
            UsagePart::Repeated(part) => part.values(),
        }
    }
}

fn is_value(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// Parses digits as a `T`. A number too large for `T` is an error.
pub fn unsigned<T: FromStr>(input: &str) -> IResult<&str, T> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(input)
}

/// Parses digits with an optional minus sign as a `T`. A number out of range for `T` is an error.
pub fn integer<T: FromStr>(input: &str) -> IResult<&str, T> {
    let digits = recognize((opt(char('-')), digit1));
    map_opt(digits, |digits: &str| digits.parse().ok()).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> UsagePart {
        UsagePart::Value(name.to_owned())
    }

    #[test]
    fn parts_nest() {
        let usage = Usage::parse("none | VERTEX... [nodes N | COLOR]...");
        let optional = UsagePart::Optional(Usage {
            ways: vec![
                vec![UsagePart::Word("nodes".to_owned()), value("N")],
                vec![value("COLOR")],
            ],
        });
        let second = vec![
            UsagePart::Repeated(Box::new(value("VERTEX"))),
            UsagePart::Repeated(Box::new(optional)),
        ];
        let first = vec![UsagePart::Word("none".to_owned())];
        assert_eq!(usage.ways, [first, second]);
        assert_eq!(usage.values(), ["VERTEX", "N", "COLOR"]);
    }

    #[test]
    fn no_text_is_one_empty_way() {
        assert_eq!(Usage::parse("").ways, [[]]);
        assert_eq!(Usage::parse("...").ways, [[]]);
    }

    #[test]
    fn no_number_has_a_plus() {
        assert_eq!(unsigned("5,7"), Ok((",7", 5_u32)));
        assert_eq!(integer("-5"), Ok(("", -5_i32)));
        for bad in ["+5", "", "x", "4294967296", "-", "-+5"] {
            assert!(unsigned::<u32>(bad).is_err(), "{bad}");
            assert!(integer::<i32>(bad).is_err(), "{bad}");
        }
        assert!(unsigned::<u32>("-5").is_err());
    }
}
