//! KataGo's configuration files, as keys and values with their origins.
//!
//! The syntax follows KataGo's `core/config_parser.cpp`: `key = value` lines, `#` comments, values in double quotes
//! with backslash escapes, and `@include FILE` relative to the including file. A later file overrides values of an
//! earlier one; the same key twice in one file is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while1};
use nom::character::complete::{anychar, char, none_of, space0};
use nom::combinator::{all_consuming, map, opt, rest, verify};
use nom::multi::fold_many1;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use thiserror::Error;

use super::key_table::{BadConfigValue, rule_keys};
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};

/// Maximum size of a file in bytes. KataGo's own examples have 30,000 bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigOrigin {
    /// A line of a file, counted from 1.
    Line(Arc<Path>, usize),
    /// The command line, in option `-override-config`.
    CommandLine,
}

impl Display for ConfigOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigOrigin::Line(file, line) => write!(f, "{}, line {line}", printable(file)),
            ConfigOrigin::CommandLine => f.write_str("-override-config"),
        }
    }
}

/// Text value of a key, with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigValue {
    /// Text without quotes and surrounding blanks.
    pub text: String,
    /// Place where the value was set.
    pub origin: ConfigOrigin,
}

/// Values of a configuration by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigEntries {
    values: BTreeMap<String, ConfigValue>,
}

/// Error in a configuration.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A file that cannot be read.
    #[error(
        "cannot read the configuration {}{}: {error}",
        tengen_engine::files::printable(file),
        includer(from)
    )]
    Unreadable {
        /// Path of the file.
        file: PathBuf,
        /// Line that includes the file, if any.
        from: Option<ConfigOrigin>,
        /// Reason it cannot be read.
        error: FileError,
    },
    /// A line that is neither a value nor a comment, or an override without `=`.
    #[error("{origin}: expected {expected}, saw '{seen}'")]
    Syntax {
        /// Place of the error.
        origin: ConfigOrigin,
        /// Description of the expected form.
        expected: &'static str,
        /// Text found in its place.
        seen: String,
    },
    /// A key that appears twice in one file.
    #[error("{origin}: the key {key} has a value in line {first} of this file already")]
    Repeated {
        /// Line of the second occurrence.
        origin: ConfigOrigin,
        /// Key that is repeated.
        key: String,
        /// Line number of the first occurrence.
        first: usize,
    },
    /// A file that is read twice.
    #[error(
        "{origin}: {} is included already",
        tengen_engine::files::printable(file)
    )]
    Circular {
        /// Line that includes the file again.
        origin: ConfigOrigin,
        /// Path of the file.
        file: PathBuf,
    },
    /// Two keys that exclude each other.
    #[error("{origin}: {key} cannot be combined with {other}")]
    Conflict {
        /// Place of the first key.
        origin: ConfigOrigin,
        /// Key with a value at `origin`.
        key: String,
        /// Key that `key` excludes.
        other: String,
    },
    /// An invalid value for a key.
    #[error("{origin}: {reason}")]
    Value {
        /// Place of the value.
        origin: ConfigOrigin,
        /// Key, value and expected values.
        reason: BadConfigValue,
    },
}

fn includer(from: &Option<ConfigOrigin>) -> String {
    from.as_ref()
        .map_or_else(String::new, |origin| format!(" of {origin}"))
}

impl ConfigEntries {
    /// Reads files in order, then overrides of the form `KEY=VALUE,KEY=VALUE`. An override with an empty value removes
    /// the key. Fails if a file cannot be read, a line or an override has no `=`, or a key appears twice in a file.
    pub fn read(files: &[PathBuf], overrides: &[String]) -> Result<ConfigEntries, ConfigError> {
        let mut reader = ConfigReader::default();
        for file in files {
            reader.read_file(file, None)?;
        }
        let mut entries = reader.entries;
        for text in overrides {
            entries.override_with(text)?;
        }
        Ok(entries)
    }

    /// Returns the keys in alphabetical order, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ConfigValue)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&ConfigValue> {
        self.values.get(key)
    }

    fn override_with(&mut self, text: &str) -> Result<(), ConfigError> {
        let pairs = text
            .split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty());
        let pairs: Vec<(&str, &str)> = pairs.map(override_pair).collect::<Result<_, _>>()?;
        let is_rule = |key: &str| rule_keys().any(|rule| rule == key);
        for &(key, _) in &pairs {
            // As in KataGo, `rules` set here replaces single rules from the files, and vice versa.
            if key == "rules" {
                self.values.retain(|key, _| !is_rule(key));
            } else if is_rule(key) {
                self.values.remove("rules");
            }
        }
        for (key, value) in pairs {
            if value.is_empty() {
                self.values.remove(key);
            } else {
                let value = ConfigValue {
                    text: value.to_owned(),
                    origin: ConfigOrigin::CommandLine,
                };
                self.values.insert(key.to_owned(), value);
            }
        }
        Ok(())
    }
}

fn override_pair(pair: &str) -> Result<(&str, &str), ConfigError> {
    let (key, value) = pair.split_once('=').ok_or_else(|| ConfigError::Syntax {
        origin: ConfigOrigin::CommandLine,
        expected: "KEY=VALUE",
        seen: pair.to_owned(),
    })?;
    Ok((key.trim(), value.trim()))
}

/// Reader of files, including the files that they include.
#[derive(Default)]
struct ConfigReader {
    entries: ConfigEntries,
    /// Canonical paths of all files so far.
    files: BTreeSet<PathBuf>,
}

impl ConfigReader {
    /// Reads a file. `from` is the line that includes it.
    fn read_file(&mut self, path: &Path, from: Option<ConfigOrigin>) -> Result<(), ConfigError> {
        let unreadable = |error| ConfigError::Unreadable {
            file: path.to_owned(),
            from: from.clone(),
            error,
        };
        let real = fs::canonicalize(path).map_err(|error| unreadable(error.into()))?;
        let is_new = self.files.insert(real);
        if let (false, Some(origin)) = (is_new, &from) {
            return Err(ConfigError::Circular {
                origin: origin.clone(),
                file: path.to_owned(),
            });
        }
        let text = read_text(path).map_err(unreadable)?;
        let file: Arc<Path> = path.into();
        // Line of each key in this file.
        let mut lines = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let origin = ConfigOrigin::Line(file.clone(), index + 1);
            let syntax = |expected| ConfigError::Syntax {
                origin: origin.clone(),
                expected,
                seen: line.trim().to_owned(),
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with('@') {
                let included = include(line).ok_or_else(|| syntax("@include FILE"))?;
                let folder = path.parent().unwrap_or(Path::new(""));
                self.read_file(&folder.join(included), Some(origin))?;
                continue;
            }
            let (key, text) = assignment(line).ok_or_else(|| syntax("KEY = VALUE"))?;
            if let Some(first) = lines.insert(key.to_owned(), index + 1) {
                return Err(ConfigError::Repeated {
                    origin,
                    key: key.to_owned(),
                    first,
                });
            }
            let value = ConfigValue { text, origin };
            self.entries.values.insert(key.to_owned(), value);
        }
        Ok(())
    }
}

/// Reads a file, replacing invalid UTF-8, which can occur only in comments and names.
fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = files::read(path, MAX_BYTES, &|| false)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Parses `@include FILE`, separated by blanks or `=`, with optional quotes around the name. Returns the name.
fn include(line: &str) -> Option<&str> {
    let line = line.split('#').next()?;
    let name = line.strip_prefix("@include")?;
    let is_separator = |c: char| c.is_whitespace() || c == '=';
    let name = name.strip_prefix(is_separator)?;
    let name = name.trim_start_matches(is_separator).trim_end();
    let name = name.trim_matches('\'').trim_matches('"');
    (!name.is_empty()).then_some(name)
}

/// Parses `key = value` with an optional comment.
fn assignment(line: &str) -> Option<(&str, String)> {
    let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let key = take_while1(is_key);
    let equals = delimited(space0, char('='), space0);
    let comment = preceded(space0, opt((char('#'), rest)));
    let mut line_of_file = all_consuming((key, equals, alt((quoted, unquoted)), comment));
    let (_, (key, _, value, _)) = line_of_file.parse(line).ok()?;
    Some((key, value))
}

fn quoted(input: &str) -> IResult<&str, String> {
    let escaped = preceded(char('\\'), anychar);
    let text = fold_many1(
        alt((escaped, none_of("\"\\"))),
        String::new,
        |mut text, c| {
            text.push(c);
            text
        },
    );
    delimited(char('"'), text, char('"')).parse(input)
}

fn unquoted(input: &str) -> IResult<&str, String> {
    let text = map(take_till1(|c| c == '#'), str::trim);
    let text = verify(text, |text: &str| {
        !text.is_empty() && !text.starts_with('"')
    });
    map(text, str::to_owned).parse(input)
}

#[cfg(test)]
mod tests;
