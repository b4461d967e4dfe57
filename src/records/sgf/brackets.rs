//! Recognition of the bracket that ends a value, from the text after it.

use std::borrow::Cow;

/// Finds the first unescaped closing bracket.
pub(super) fn closing_bracket(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let is_syntax = |byte: &u8| matches!(byte, b']' | b'\\');
        at += bytes.get(at..)?.iter().position(is_syntax)?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 2;
    }
}

/// Returns the raw text of a value with an escape before each bracket that lacks one.
pub(super) fn with_escapes(raw: &str) -> Cow<'_, str> {
    let Some(first) = closing_bracket(raw) else {
        return Cow::Borrowed(raw);
    };
    let mut escaped = String::with_capacity(raw.len() + 8);
    let mut rest = raw;
    let mut next = Some(first);
    while let Some(at) = next {
        escaped += &rest[..at];
        escaped += "\\]";
        rest = &rest[at + 1..];
        next = closing_bracket(rest);
    }
    Cow::Owned(escaped + rest)
}

/// Splits a text after the property name at its start; the name is empty if the text begins with no name.
pub(super) fn property_name(text: &str) -> (&str, &str) {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
    text.split_at(text.bytes().take_while(is_letter).count())
}

/// Whether the text is what follows a value in a record.
pub(super) fn follows_a_value(text: &str) -> bool {
    let text = text.trim_start();
    match text.as_bytes().first() {
        None | Some(b'[') => true,
        Some(b';') => begins_node(text),
        Some(b'(') => begins_tree(text),
        Some(b')') => {
            let behind = text[1..].trim_start_matches([' ', '\t']);
            behind.is_empty() || behind.starts_with([')', '(', ';', '\r', '\n'])
        }
        Some(_) => begins_property(text),
    }
}

/// Whether a node begins somewhere in the text.
pub(super) fn with_node(text: &str) -> bool {
    let mut semicolons = text.match_indices(';');
    semicolons.any(|(at, _)| begins_node(&text[at..]))
}

/// Whether the semicolon at the start of the text begins a node.
fn begins_node(text: &str) -> bool {
    let behind = text[1..].trim_start();
    behind.is_empty() || behind.starts_with([';', '(', ')']) || begins_property(behind)
}

/// Whether the parenthesis at the start of the text begins a tree.
fn begins_tree(text: &str) -> bool {
    let behind = text[1..].trim_start();
    behind.starts_with(';') || begins_property(behind)
}

/// Whether the text begins with a property: a name and a bracket. A lowercase word is more often part of a comment.
pub(super) fn begins_property(text: &str) -> bool {
    let (name, behind) = property_name(text);
    let is_short = name.len() <= 2 && !name.is_empty();
    let has_capital = name.starts_with(|c: char| !c.is_ascii_lowercase());
    (has_capital || is_short) && behind.trim_start().starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_continues_with_a_part_of_its_grammar() {
        for text in [
            "",
            " \n;B[aa]",
            ")",
            "))",
            ") \n x",
            "(;W[]",
            "(W[]",
            "PB [x]",
            "b[aa]",
            "1X[a]",
            "[x]",
            ";)",
        ] {
            assert!(follows_a_value(text), "{text}");
        }
        for text in [
            " thanks",
            ", see",
            "; see below",
            ") thanks",
            "(see [1])",
            "see [1]",
        ] {
            assert!(!follows_a_value(text), "{text}");
        }
        assert!(with_node("a; b;B[aa") && !with_node("a; b"));
    }

    #[test]
    fn each_bracket_has_an_escape() {
        assert_eq!(with_escapes("a]b\\]c\\\\]"), "a\\]b\\]c\\\\\\]");
        assert!(matches!(with_escapes("a\\]\\"), Cow::Borrowed(_)));
    }
}
