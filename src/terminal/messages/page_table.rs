//! Messages that the terminal shares with the page, from the page's own tables.
//!
//! A message there is a line `key: 'text',`, in the part of ICU's MessageFormat that `src/web/page/text/message.js`
//! describes.

use std::fmt::Write as _;

/// Beginnings of the keys of shared messages.
pub(super) const SHARED: [&str; 12] = [
    "guess_right",
    "guess_wrong",
    "kind_",
    "ladder_captured",
    "ladder_escapes",
    "life_captured",
    "life_lives",
    "not_solution",
    "outcome_",
    "point_left",
    "problem_level",
    "question_",
];

/// Returns the shared messages of a table in Fluent's syntax.
pub(super) fn shared(table: &str) -> String {
    let is_shared = |key: &str| SHARED.iter().any(|start| key.starts_with(start));
    let messages = table.lines().filter_map(message);
    messages
        .filter(|(key, _)| is_shared(key))
        .map(|(key, text)| format!("{key} = {}\n", fluent(text)))
        .collect()
}

/// Returns the key and the text of a line. `None` if it is not a message.
fn message(line: &str) -> Option<(&str, &str)> {
    let (key, text) = line.strip_prefix("  ")?.split_once(": '")?;
    Some((key.trim_matches('\''), text.strip_suffix("',")?))
}

/// Writes a message of ICU's syntax in Fluent's.
fn fluent(mut text: &str) -> String {
    let mut written = String::new();
    while let Some((plain, rest)) = text.split_once('{') {
        let (value, rest) = closed(rest);
        written += plain;
        written += &placeable(value);
        text = rest;
    }
    written + text
}

/// Splits a text at the brace that closes the one before it.
fn closed(text: &str) -> (&str, &str) {
    let mut open = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// Writes a value, with its cases if it has any.
fn placeable(value: &str) -> String {
    let parts: Vec<&str> = value.splitn(3, ", ").collect();
    let [name, kind, mut cases] = parts[..] else {
        return format!("{{ ${value} }}");
    };
    let mut variants = String::new();
    while let Some((case, rest)) = cases.split_once(" {") {
        let (text, rest) = closed(rest);
        let text = match kind {
            "plural" => text.replace('#', &format!("{{{name}}}")),
            _ => text.to_owned(),
        };
        let sign = if case == "other" { '*' } else { ' ' };
        let _ = write!(variants, "\n       {sign}[{case}] {}", fluent(&text));
        cases = rest.trim_start();
    }
    format!("{{ ${name} ->{variants}\n    }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_cases_are_written_as_fluent_does() {
        let table = "export const TABLE = {\n  // Problems\n  other: 'x',\n  'kind_a-b': '{side, select, b {Black} other {White}}: \
                     {n, plural, one {# move} other {# of {n}}} to {to}.',\n};\n";
        let expected = "kind_a-b = { $side ->\n        [b] Black\n       *[other] White\n    }: \
                        { $n ->\n        [one] { $n } move\n       *[other] { $n } of { $n }\n    } to { $to }.\n";
        assert_eq!(shared(table), expected);
    }
}
