//! Short texts that people write for each other: names and chat.

use std::fmt::{self, Display};

/// Longest name of a player, in characters.
pub const LONGEST_NAME: usize = 40;

/// Longest message of the chat, in characters.
pub const LONGEST_CHAT: usize = 300;

/// The reason why a text is not passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadText {
    /// The text has nothing to see.
    Empty,
    /// The text has more characters than allowed.
    TooLong(usize),
    /// The text has a character that breaks a line or turns the direction of the text around it.
    Control,
}

impl Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadText::Empty => f.write_str("the text is empty"),
            BadText::TooLong(most) => write!(f, "more than {most} characters"),
            BadText::Control => f.write_str("control characters are not allowed"),
        }
    }
}

/// Returns a text of one line without the blanks around it. Fails if it is longer than `most` characters.
pub fn line(text: &str, most: usize) -> Result<&str, BadText> {
    let text = text.trim();
    if text.is_empty() {
        return Err(BadText::Empty);
    }
    if text.chars().nth(most).is_some() {
        return Err(BadText::TooLong(most));
    }
    match text.chars().any(|c| c.is_control() || is_break(c)) {
        true => Err(BadText::Control),
        false => Ok(text),
    }
}

/// Whether a character ends a line or a paragraph, or changes the direction of what follows.
fn is_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_short_and_plain() {
        assert_eq!(line("  Good game! 謝謝 ", 20), Ok("Good game! 謝謝"));
        assert_eq!(line("棋棋棋", 3), Ok("棋棋棋"));
        for (text, refusal) in [
            ("", BadText::Empty),
            (" \t ", BadText::Empty),
            ("棋棋棋棋", BadText::TooLong(3)),
            ("a\nb", BadText::Control),
            ("\u{202e}x", BadText::Control),
            ("a\0", BadText::Control),
        ] {
            assert_eq!(line(text, 3), Err(refusal), "{text:?}");
        }
    }
}
