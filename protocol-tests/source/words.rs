//! Bars on stilted English in comments and names.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use super::{assert_none, root};

/// Phrases that count together, and the most of them per 1,000 lines of comment.
const PHRASES: [(&[&str], f64); 11] = [
    (&["beside"], 0.5),
    (&["nobody"], 0.2),
    (&["told"], 0.4),
    (&["as far as"], 0.3),
    (&["anew"], 0.3),
    (&["meanwhile"], 0.3),
    (&["whoever", "whatever"], 0.7),
    (&["whose"], 2.5),
    (&["is no", "are no", "was no", "were no"], 2.5),
    (&["of its own"], 0.5),
    (&["one a line"], 0.0),
];

/// Continuations of a phrase that do not count: "is no longer".
const FINE: &str = "longer";

/// Words with which few docs should begin, and the most docs that do.
const HEADS: (&[&str], usize) = (&["what", "its", "it", "those", "the same"], 10);

/// The most docs of at most three words.
const MOST_SHORT_DOCS: usize = 250;

/// The most constructors called `of`.
const MOST_OF: usize = 3;

/// Most places that a failure names.
const MOST_PLACES: usize = 10;

/// A run of comment lines of one kind: `//`, `///` or `//!`.
struct Comment {
    place: String,
    kind: &'static str,
    lines: Vec<String>,
}

impl Comment {
    fn is_doc(&self) -> bool {
        self.kind != "//"
    }
}

/// Lowers the words of a text and puts blanks around each, so that a phrase can be found as text.
fn spaced(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" ").to_lowercase())
}

fn occurrences(line: &str, phrase: &str) -> usize {
    let phrase = format!(" {phrase} ");
    let found = line.match_indices(&phrase);
    found
        .filter(|(at, _)| !line[at + phrase.len()..].starts_with(FINE))
        .count()
}

/// Calls `visit` with the path and the text of each Rust file in a folder.
fn each_file(folder: &Path, visit: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).expect("the folder is part of the source") {
        let path = entry.expect("the folder is part of the source").path();
        if path.is_dir() && !path.ends_with("target") {
            each_file(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("the file is part of the source");
            let path = path
                .strip_prefix(root())
                .expect("the file is under the root");
            visit(&path.to_string_lossy(), &text);
        }
    }
}

fn each_source(mut visit: impl FnMut(&str, &str)) {
    for folder in ["src", "protocol-tests"] {
        each_file(&root().join(folder), &mut visit);
    }
}

fn comments() -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    each_source(|path, text| {
        let mut last = "";
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let kinds = ["///", "//!", "//"];
            let kind = kinds.into_iter().find(|kind| line.starts_with(kind));
            if let Some(kind) = kind {
                if kind != last {
                    comments.push(Comment {
                        place: format!("{path}:{}", number + 1),
                        kind,
                        lines: Vec::new(),
                    });
                }
                let comment = comments.last_mut().expect("one has begun");
                comment.lines.push(line[kind.len()..].trim().to_owned());
            }
            last = kind.unwrap_or_default();
        }
    });
    comments
}

/// Adds a fault with the first places if there are more than `most`.
fn check(faults: &mut Vec<String>, name: impl Display, most: usize, places: &[String]) {
    if places.len() > most {
        let shown = &places[..places.len().min(MOST_PLACES)];
        let count = places.len();
        faults.push(format!(
            "{name}: {count}, at most {most}:\n  {}",
            shown.join("\n  ")
        ));
    }
}

#[test]
fn comments_are_in_plain_english() {
    let comments = comments();
    let total: usize = comments.iter().map(|comment| comment.lines.len()).sum();
    let mut faults = Vec::new();
    for (phrases, bar) in PHRASES {
        let mut places = Vec::new();
        for comment in &comments {
            for line in &comment.lines {
                let words = spaced(line);
                let count: usize = phrases
                    .iter()
                    .map(|phrase| occurrences(&words, phrase))
                    .sum();
                places.extend(vec![format!("{}: {line}", comment.place); count]);
            }
        }
        let most = (bar * total as f64 / 1000.0) as usize;
        check(&mut faults, phrases.join(", "), most, &places);
    }
    assert_none(faults);
}

#[test]
fn docs_say_something() {
    let comments = comments();
    let docs: Vec<(&Comment, String)> = comments
        .iter()
        .filter(|comment| comment.is_doc())
        .map(|comment| (comment, spaced(&comment.lines.join(" "))))
        .collect();
    let places = |counts: &dyn Fn(&str) -> bool| -> Vec<String> {
        let found = docs.iter().filter(|(_, words)| counts(words));
        found
            .map(|(comment, _)| format!("{}: {}", comment.place, comment.lines[0]))
            .collect()
    };
    let (heads, most) = HEADS;
    let begins = |words: &str| {
        heads
            .iter()
            .any(|head| words.starts_with(&format!(" {head} ")))
    };
    let is_short = |words: &str| words.split_whitespace().count() <= 3;
    let mut faults = Vec::new();
    check(
        &mut faults,
        "weak first words of docs",
        most,
        &places(&begins),
    );
    check(
        &mut faults,
        "docs of at most three words",
        MOST_SHORT_DOCS,
        &places(&is_short),
    );
    assert_none(faults);
}

#[test]
fn constructors_are_not_called_of() {
    let mut places = Vec::new();
    each_source(|path, text| {
        for (at, head) in text
            .match_indices("fn of(")
            .filter(|_| path.starts_with("src/"))
        {
            let arguments = text[at + head.len()..].split(')').next();
            if !arguments.is_some_and(|arguments| spaced(arguments).contains(" self ")) {
                places.push(format!("{path}:{}", text[..at].lines().count()));
            }
        }
    });
    let mut faults = Vec::new();
    check(&mut faults, "constructors called `of`", MOST_OF, &places);
    assert_none(faults);
}
