//! The grammar of lines: each is a JSON object with an id.

use serde_json::Value;

use super::fields::Object;
use crate::front::Grammar;
use crate::io::input::InputLine;

/// A line of input.
#[derive(Debug)]
pub enum AnalysisInput {
    /// An object with a string as its id.
    Object {
        /// The id.
        id: String,
        /// The whole object.
        object: Object,
    },
    /// A line that is no such object, with the error to reply.
    Malformed(String),
    /// The end of the input.
    End,
}

/// The reader of lines.
#[derive(Debug, Default)]
pub struct AnalysisReader;

/// The largest part of a malformed line that its error quotes, in bytes.
const MAX_QUOTED: usize = 1000;

impl Grammar for AnalysisReader {
    type Command = AnalysisInput;

    fn read(&mut self, line: &InputLine) -> Option<AnalysisInput> {
        if line.too_long {
            return Some(AnalysisInput::Malformed(
                "Request line is too long".to_owned(),
            ));
        }
        let text = line.text();
        let text = text.trim();
        (!text.is_empty()).then(|| parse(text))
    }

    fn rest(&mut self) -> Option<AnalysisInput> {
        Some(AnalysisInput::End)
    }
}

/// Parses a line that is not blank. The errors are KataGo's.
fn parse(text: &str) -> AnalysisInput {
    let value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let text = quoted(text);
            return AnalysisInput::Malformed(format!(
                "{error} - could not parse input line as json request: {text}"
            ));
        }
    };
    let Value::Object(object) = value else {
        let text = quoted(text);
        return AnalysisInput::Malformed(format!(
            "Request line was valid json but was not an object, ignoring: {text}"
        ));
    };
    match object.get("id").and_then(Value::as_str) {
        Some(id) => AnalysisInput::Object {
            id: id.to_owned(),
            object,
        },
        None => AnalysisInput::Malformed("Request must have a string \"id\" field".to_owned()),
    }
}

fn quoted(text: &str) -> String {
    match text.char_indices().find(|&(at, _)| at >= MAX_QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match parse(text) {
            AnalysisInput::Malformed(error) => error,
            other => panic!("expected an error, saw {other:?}"),
        }
    }

    #[test]
    fn an_object_needs_a_string_as_its_id() {
        let AnalysisInput::Object { id, object } = parse(r#"{"id":"a","x":[1]}"#) else {
            panic!("expected an object")
        };
        assert_eq!((id.as_str(), object.len()), ("a", 2));
        for text in [r#"{}"#, r#"{"id":5}"#, r#"{"id":null}"#] {
            assert_eq!(error(text), "Request must have a string \"id\" field");
        }
    }

    #[test]
    fn other_lines_are_quoted_up_to_a_bound() {
        assert!(error("[1]").ends_with("ignoring: [1]"));
        assert!(error("{\"id\"").ends_with("as json request: {\"id\""));
        let long = error(&"\u{e9}".repeat(1_000_000));
        assert!(long.len() < 2 * MAX_QUOTED && long.ends_with("\u{e9}..."));
        // The parser bounds its recursion.
        assert!(error(&"[".repeat(1_000_000)).contains("recursion limit"));
    }
}
