//! A database as a table of comma-separated values, one line per position, as written by Rapfi.

use std::io::{self, Write};

use super::DatabaseError;
use super::binary::{set_text, text_of};
use super::entry::{DatabaseEntry, Label, ValueBound};
use super::key::{DatabaseKey, stones_of_text};
use super::position_database::PositionDatabase;

const TITLES: &str = "index,key,label,value,depth,bound,text";

/// Writes the entries with keys that `is_wanted` accepts. Returns their number.
pub fn write_table(
    database: &PositionDatabase,
    is_wanted: impl Fn(&DatabaseKey) -> bool,
    out: &mut dyn Write,
) -> io::Result<usize> {
    writeln!(out, "{TITLES}")?;
    let wanted = database.entries().filter(|(key, _)| is_wanted(key));
    let mut count = 0;
    for (key, entry) in wanted {
        let DatabaseEntry {
            value,
            depth,
            bound,
            ..
        } = entry;
        let (label, text) = (label_text(entry.label), quoted(&text_of(entry)));
        writeln!(out, "{count},{key},{label},{value},{depth},{bound},{text}")?;
        count += 1;
    }
    Ok(count)
}

/// Reads a table and merges its entries into a database. Returns their number. Fails, without merging anything, at the
/// first invalid line.
pub fn read_table(database: &mut PositionDatabase, text: &str) -> Result<usize, DatabaseError> {
    let bad = |line, expected| DatabaseError::BadLine { line, expected };
    let mut lines = (1..).zip(text.lines());
    if lines.next().map(|(_, titles)| titles.trim()) != Some(TITLES) {
        return Err(bad(1, TITLES));
    }
    let mut entries = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let fields: Vec<&str> = text.trim().splitn(7, ',').collect();
        let &[_, key, label, value, depth, bound, text] = fields.as_slice() else {
            return Err(bad(line, TITLES));
        };
        let stones =
            stones_of_text(key).ok_or_else(|| bad(line, "a position such as r-15-15-h8-h9-b"))?;
        let label = label_of(label).ok_or_else(|| bad(line, "a label"))?;
        let mut entry = DatabaseEntry::labeled(label);
        entry.value = value.parse().map_err(|_| bad(line, "a value of 16 bits"))?;
        entry.bound = bound_of(bound).ok_or_else(|| bad(line, "exact, lower, upper or none"))?;
        entry.depth = depth
            .parse()
            .ok()
            .filter(|depth| (-DatabaseEntry::MAX_DEPTH..=DatabaseEntry::MAX_DEPTH).contains(depth))
            .ok_or_else(|| bad(line, "a depth of 14 bits"))?;
        let text = unquoted(text).ok_or_else(|| bad(line, "a text in quotation marks"))?;
        set_text(&mut entry, &text);
        entries.push((stones.key(), entry));
    }
    for (key, entry) in &entries {
        database.merge(key.clone(), entry);
    }
    Ok(entries.len())
}

fn label_text(label: Label) -> String {
    match (label, label.character()) {
        (_, Some(character)) => character.to_string(),
        (Label::NULL, None) => "(null)".to_owned(),
        (_, None) => "(none)".to_owned(),
    }
}

fn label_of(text: &str) -> Option<Label> {
    match text.as_bytes() {
        b"(null)" => Some(Label::NULL),
        b"(none)" => Some(Label::NONE),
        &[byte] => Label::of_number(i8::try_from(byte).ok()?),
        _ => None,
    }
}

fn bound_of(text: &str) -> Option<ValueBound> {
    ValueBound::ALL
        .into_iter()
        .find(|bound| bound.to_string() == text)
}

/// Returns a text in quotation marks on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\u{8}' => quoted += "\\b",
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

fn unquoted(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut letters = inside.chars();
    while let Some(c) = letters.next() {
        plain.push(match c {
            '\\' => match letters.next()? {
                'n' => '\n',
                'b' => '\u{8}',
                other => other,
            },
            '"' => return None,
            _ => c,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::Stones;
    use crate::rules::{Point, Rule};

    fn table(database: &PositionDatabase) -> String {
        let mut out = Vec::new();
        write_table(database, |_| true, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_is_read_back() {
        let mut database = PositionDatabase::default();
        let center = Stones::empty(Rule::Renju, 15, 15).after(Point::new(7, 7));
        database.improve(&center, &DatabaseEntry::searched(-45, 20));
        database.set_point_text(&center, Point::new(6, 7), "A\\");
        database.edit(&center, |entry| entry.set_comment("\"so\"\nit\\nis"));
        database.set(center.after_pass().key(), DatabaseEntry::default());
        let text = table(&database);
        let line =
            "r-15-15-h8--w,(none),-45,20,exact,\"@BTXT@76A\\\\\\n\\b\\\"so\\\"\\nit\\\\nis\"";
        assert!(text.contains(line), "{text}");
        let mut again = PositionDatabase::default();
        assert_eq!(read_table(&mut again, &text).unwrap(), 3);
        assert!(again.entries().eq(database.entries()), "{}", table(&again));
    }

    #[test]
    fn bad_lines_are_named_and_nothing_is_taken() {
        let good = "0,r-15-15-h8--w,w,-29990,9,exact,\"\"";
        for bad in [
            "0,r-15-15-h8--w",
            "0,r-15-15-h99--w,w,0,0,none,\"\"",
            "0,r-15-15-h8--w,ww,0,0,none,\"\"",
            "0,r-15-15-h8--w,w,40000,0,none,\"\"",
            "0,r-15-15-h8--w,w,0,9000,none,\"\"",
            "0,r-15-15-h8--w,w,0,0,about,\"\"",
            "0,r-15-15-h8--w,w,0,0,none,\"",
            "0,r-15-15-h8--w,w,0,0,none,\"a\"b\"",
        ] {
            let mut database = PositionDatabase::default();
            let text = format!("{TITLES}\n{good}\n{bad}\n");
            let error = read_table(&mut database, &text).expect_err(bad);
            assert!(
                error.to_string().starts_with("line 3: expected "),
                "{error}"
            );
            assert!(database.is_empty());
        }
        let error = read_table(&mut PositionDatabase::default(), "{}").unwrap_err();
        assert!(
            error.to_string().starts_with("line 1: expected index,"),
            "{error}"
        );
    }
}
