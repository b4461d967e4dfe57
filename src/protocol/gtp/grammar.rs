//! GTP's grammar: the reader of lines, and parsers of lines into requests and of arguments into typed values, independent
//! of a board.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{anychar, digit1, space0};
use nom::combinator::{all_consuming, eof, map_opt, opt, peek, verify};
use nom::error::Error;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::front::Grammar;
use crate::io::input::{InputLine, LineEnd};
use crate::usage;
use tengen_engine::game::Color;
use tengen_play::vertex::Vertex;

/// Largest integer in GTP (2 draft 2, section 2.11).
const MAX_INT: u32 = (1 << 31) - 1;

/// A parsed line with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Optional id, repeated in the reply.
    pub id: Option<u32>,
    /// Command name; empty if the line is only an id.
    pub name: String,
    /// Rest of the line after the name.
    pub args: String,
}

/// Writes the line without superfluous blanks.
impl Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.map(|id| id.to_string());
        let words = [id.as_deref(), Some(&*self.name), Some(&*self.args)];
        let words: Vec<&str> = words
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect();
        f.write_str(&words.join(" "))
    }
}

/// Error for malformed arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GtpSyntaxError;

/// Removes control characters and the comment from a line, and replaces tabs with blanks.
pub fn clean(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    text.chars()
        .filter(|&c| c == '\t' || !c.is_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect()
}

/// Parses the request in a cleaned line. Returns `None` for a blank line.
pub fn request(line: &str) -> Option<Request> {
    // Neither parser can fail, since id and name are optional.
    let (rest, id) = preceded(space0, opt(id)).parse(line).ok()?;
    let (args, name) = opt(word).parse(rest).ok()?;
    if id.is_none() && name.is_none() {
        return None;
    }
    let name = name.unwrap_or_default().to_owned();
    Some(Request {
        id,
        name,
        args: args.trim().to_owned(),
    })
}

/// Parses all of `text` with `parser`. Fails if any text is left.
pub fn arguments<'a, O>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = O, Error = Error<&'a str>>,
) -> Result<O, GtpSyntaxError> {
    let parsed = all_consuming(preceded(space0, parser)).parse(text);
    parsed.map(|(_, output)| output).map_err(|_| GtpSyntaxError)
}

/// Parses the arguments of a GTP 2 command with `parser`. Ignores superfluous words after them, as GNU Go does.
pub fn first_arguments<'a, O>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = O, Error = Error<&'a str>>,
) -> Result<O, GtpSyntaxError> {
    let parsed = preceded(space0, parser).parse(text);
    parsed.map(|(_, output)| output).map_err(|_| GtpSyntaxError)
}

/// Parses an argument that may be omitted only at the end of the text, so a malformed one is not taken as superfluous.
pub fn last<'a, O>(
    parser: impl Parser<&'a str, Output = O, Error = Error<&'a str>>,
) -> impl Parser<&'a str, Output = Option<O>, Error = Error<&'a str>> {
    alt((eof.map(|_| None), parser.map(Some)))
}

/// Parses width and height as one word, `7:10`.
pub fn size(input: &str) -> IResult<&str, (u32, u32)> {
    map_opt(word, |word| {
        let (width, height) = word.split_once(':')?;
        Some((whole(width)?, whole(height)?))
    })
    .parse(input)
}

/// Parses an empty argument list.
pub fn nothing(input: &str) -> IResult<&str, ()> {
    space0.map(|_| ()).parse(input)
}

/// Parses one word and the blanks that follow.
pub fn word(input: &str) -> IResult<&str, &str> {
    terminated(take_while1(|c: char| c != ' '), space0).parse(input)
}

/// Parses a file name: the rest of the line, including blanks, which must not be empty.
pub fn file(input: &str) -> IResult<&str, &str> {
    verify(rest, |name: &str| !name.is_empty()).parse(input)
}

/// Parses the rest of the line, which may be empty.
pub fn rest(input: &str) -> IResult<&str, &str> {
    take_while(|_| true).parse(input)
}

/// Parses `b`, `w`, `black` or `white`, in any case.
pub fn color(input: &str) -> IResult<&str, Color> {
    map_opt(word, |word| match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    })
    .parse(input)
}

/// Parses a vertex: a column letter other than I and a row number, or `pass`, in any case.
pub fn vertex(input: &str) -> IResult<&str, Vertex> {
    map_opt(word, Vertex::parse).parse(input)
}

/// Parses a color and a vertex, called a `move` in GTP.
pub fn play(input: &str) -> IResult<&str, (Color, Vertex)> {
    (color, vertex).parse(input)
}

/// Parses an integer from 0 to 2^31 - 1.
pub fn int(input: &str) -> IResult<&str, u32> {
    map_opt(word, whole).parse(input)
}

fn whole(word: &str) -> Option<u32> {
    unsigned(word).filter(|&value| value <= MAX_INT)
}

/// Parses an integer from 1 to 2^31 - 1.
pub fn positive(input: &str) -> IResult<&str, u32> {
    verify(int, |&value: &u32| value > 0).parse(input)
}

/// Parses a node count: an integer from 0 to 2^64 - 1.
pub fn count(input: &str) -> IResult<&str, u64> {
    map_opt(word, unsigned).parse(input)
}

/// Parses a word that consists of digits.
pub fn unsigned<T: FromStr>(word: &str) -> Option<T> {
    let (_, value) = all_consuming(usage::unsigned).parse(word).ok()?;
    Some(value)
}

/// Parses a finite number.
pub fn float(input: &str) -> IResult<&str, f64> {
    map_opt(word, |word| {
        word.parse().ok().filter(|value: &f64| value.is_finite())
    })
    .parse(input)
}

/// Parses a finite number of at least 0, without a plus sign.
pub fn unsigned_float(input: &str) -> IResult<&str, f64> {
    let (_, first) = peek(anychar).parse(input)?;
    verify(float, |&value: &f64| first != '+' && value >= 0.0).parse(input)
}

/// Parses seconds from 0 to GTP's largest integer. GTP specifies integers, but several clients send fractions.
pub fn seconds(input: &str) -> IResult<&str, Duration> {
    map_opt(unsigned_float, |value| {
        (value <= f64::from(MAX_INT)).then(|| Duration::from_secs_f64(value))
    })
    .parse(input)
}

/// Parses `true` or `false` (GTP 2 draft 2, section 2.11).
pub fn boolean(input: &str) -> IResult<&str, bool> {
    map_opt(word, |word| word.parse().ok()).parse(input)
}

fn id(input: &str) -> IResult<&str, u32> {
    let number = map_opt(digit1, |digits: &str| {
        digits.parse().ok().filter(|&id| id <= MAX_INT)
    });
    terminated(number, alt((space1_or_end, peek(eof)))).parse(input)
}

fn space1_or_end(input: &str) -> IResult<&str, &str> {
    nom::character::complete::space1.parse(input)
}

/// A parsed line of input.
#[derive(Debug)]
pub enum GtpInput {
    /// A command with its arguments.
    Request(Request),
    /// A blank line, which ends a running analysis.
    Blank,
    /// Comment by which GoGui interrupts the running command (GoGui manual, `gogui-interrupt`).
    Interrupt,
    /// A line over the maximum length.
    TooLong,
}

impl GtpInput {
    fn parse(text: &str) -> GtpInput {
        match request(&clean(text)) {
            Some(request) => GtpInput::Request(request),
            None if text.trim_end() == "# interrupt" => GtpInput::Interrupt,
            None => GtpInput::Blank,
        }
    }
}

/// Reader that joins the parts of a line around a carriage return, since GTP discards that character.
#[derive(Debug, Default)]
pub struct GtpReader {
    partial: Vec<u8>,
}

impl Grammar for GtpReader {
    type Command = GtpInput;

    fn read(&mut self, line: &InputLine) -> Option<GtpInput> {
        if line.too_long {
            self.partial.clear();
            return Some(GtpInput::TooLong);
        }
        if line.end == LineEnd::CarriageReturn {
            self.partial.extend_from_slice(&line.bytes);
            return None;
        }
        if self.partial.is_empty() {
            return Some(GtpInput::parse(&line.text()));
        }
        self.partial.extend_from_slice(&line.bytes);
        self.rest()
    }

    fn rest(&mut self) -> Option<GtpInput> {
        let bytes = std::mem::take(&mut self.partial);
        (!bytes.is_empty()).then(|| GtpInput::parse(&String::from_utf8_lossy(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<(Option<u32>, String, String)> {
        request(&clean(line)).map(|request| (request.id, request.name, request.args))
    }

    fn some(id: Option<u32>, name: &str, args: &str) -> Option<(Option<u32>, String, String)> {
        Some((id, name.to_owned(), args.to_owned()))
    }

    #[test]
    fn lines_are_cleaned_as_the_draft_says() {
        assert_eq!(clean("na\rme\x07\t# b\n"), "name ");
        assert_eq!(clean("play\tb d4"), "play b d4");
        assert_eq!(clean("\u{e9}\u{fffd}"), "\u{e9}\u{fffd}");
    }

    #[test]
    fn requests() {
        assert_eq!(parsed("name"), some(None, "name", ""));
        assert_eq!(
            parsed("  12   play  b   d4  "),
            some(Some(12), "play", "b   d4")
        );
        assert_eq!(
            parsed("2147483647 quit"),
            some(Some(2_147_483_647), "quit", "")
        );
        assert_eq!(parsed("0 name"), some(Some(0), "name", ""));
        assert_eq!(parsed("# only a comment"), None);
        assert_eq!(parsed(" \t "), None);
        assert_eq!(parsed("7"), some(Some(7), "", ""));
    }

    #[test]
    fn what_is_no_id_is_a_name() {
        assert_eq!(parsed("2147483648 quit"), some(None, "2147483648", "quit"));
        assert_eq!(parsed("-1 quit"), some(None, "-1", "quit"));
        assert_eq!(parsed("9x9"), some(None, "9x9", ""));
    }

    #[test]
    fn superfluous_words_are_ignored_and_malformed_arguments_are_not() {
        assert_eq!(first_arguments("now and here", nothing), Ok(()));
        let size = || (int, last(int));
        assert_eq!(first_arguments("9", size()), Ok((9, None)));
        assert_eq!(first_arguments("9 7 x", size()), Ok((9, Some(7))));
        for bad in ["", "x", "9x", "9 x", "9 +7"] {
            assert_eq!(first_arguments(bad, size()), Err(GtpSyntaxError), "{bad}");
        }
    }

    #[test]
    fn values() {
        assert_eq!(arguments("bLaCk", color), Ok(Color::Black));
        assert_eq!(
            arguments("w q16", play),
            Ok((
                Color::White,
                Vertex::Point {
                    column: 15,
                    row: 16
                }
            ))
        );
        assert_eq!(arguments("b d4 extra", play), Err(GtpSyntaxError));
        assert_eq!(arguments("7:10", size), Ok((7, 10)));
        for bad in ["7", "7:", ":10", "7:10:2", "7:+10", "7: 10"] {
            assert_eq!(arguments(bad, size), Err(GtpSyntaxError), "{bad}");
        }
        assert_eq!(arguments("2147483647", int), Ok(MAX_INT));
        for bad in ["2147483648", "-1", "+1", "1.5", ""] {
            assert_eq!(arguments(bad, int), Err(GtpSyntaxError), "{bad}");
        }
        assert_eq!(arguments("-6.5", float), Ok(-6.5));
        for bad in ["nan", "inf", "x", "1e999"] {
            assert_eq!(arguments(bad, float), Err(GtpSyntaxError), "{bad}");
        }
        assert_eq!(arguments("0.5", seconds), Ok(Duration::from_millis(500)));
        for bad in ["+5", "-1", "2147483648", ""] {
            assert_eq!(arguments(bad, seconds), Err(GtpSyntaxError), "{bad}");
        }
        assert_eq!(arguments("4294967296", count), Ok(1 << 32));
        for bad in ["+5", "-1", "18446744073709551616", ""] {
            assert_eq!(arguments(bad, count), Err(GtpSyntaxError), "{bad}");
        }
        assert_eq!(arguments("", nothing), Ok(()));
        assert_eq!(arguments("x", nothing), Err(GtpSyntaxError));
    }

    #[test]
    fn comments_are_blank_except_an_interrupt() {
        for blank in ["", "# a comment"] {
            assert!(matches!(GtpInput::parse(blank), GtpInput::Blank));
        }
        assert!(matches!(
            GtpInput::parse("# interrupt "),
            GtpInput::Interrupt
        ));
    }
}
