//! Line grammar: each line is a JSON object with an id.

use serde_json::Value;

use super::field_table::ID;
use super::fields::Object;
use crate::io::input::InputLine;

/// A query: its id and all fields, including the id. For a malformed line, the error to reply.
pub type AnalysisInput = Result<(String, Object), String>;

/// Maximum number of bytes of a malformed line that its error quotes.
const MAX_QUOTED: usize = 1000;

/// Reads a line. Returns `None` if it is blank.
pub fn read(line: &InputLine) -> Option<AnalysisInput> {
    if line.too_long {
        return Some(Err("Request line is too long".to_owned()));
    }
    let text = line.text();
    let text = text.trim();
    (!text.is_empty()).then(|| parse(text))
}

/// Parses a nonblank line. The error messages are KataGo's.
fn parse(text: &str) -> AnalysisInput {
    let value = serde_json::from_str(text).map_err(|error| {
        let text = quoted(text);
        format!("{error} - could not parse input line as json request: {text}")
    })?;
    let Value::Object(object) = value else {
        let text = quoted(text);
        return Err(format!(
            "Request line was valid json but was not an object, ignoring: {text}"
        ));
    };
    match object.get(ID).and_then(Value::as_str) {
        Some(id) => Ok((id.to_owned(), object)),
        None => Err(format!("Request must have a string \"{ID}\" field")),
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
        parse(text).expect_err(text)
    }

    #[test]
    fn an_object_needs_a_string_as_its_id() {
        let (id, object) = parse(r#"{"id":"a","x":[1]}"#).unwrap();
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
        // The parser limits its recursion.
        assert!(error(&"[".repeat(1_000_000)).contains("recursion limit"));
    }
}
