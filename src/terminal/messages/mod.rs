//! The sentences that a person reads at a terminal, in nine languages.
//!
//! - `language`: the languages, and the choice among them by POSIX variables
//! - `page_table`: the messages about problems, from the tables of the page
//!
//! The folder `tables` has a file of messages per language, in Fluent syntax. Typed words and moves are the same in every
//! language.
//!
//! Tests: unit tests in this folder; `scripts/tests/test_terminal.py` plays in every language.
//! A change moves: the manual (`src/protocol/manual.md`), which has the English help of the typed words.

mod language;
mod page_table;
#[cfg(test)]
mod tests;

pub use language::Language;

use std::fmt::{self, Debug};
use std::io;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use tengen_engine::files::FileError;
use tengen_engine::game::{Color, IllegalMove};

/// A named value in a message.
pub type Named<'a> = (&'static str, FluentValue<'a>);

/// The messages of one language.
#[derive(Clone)]
pub struct Messages {
    language: Language,
    bundle: Arc<FluentBundle<FluentResource>>,
}

impl Messages {
    /// Loads the messages of a language.
    pub fn new(language: Language) -> Messages {
        let locale = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Terminals would show the marks around values of another direction.
        bundle.set_use_isolating(false);
        let shared = page_table::shared(language.page_table());
        for table in [language.table().to_owned(), shared] {
            // A test parses every table; of a faulty one the sound messages remain.
            let resource = FluentResource::try_new(table);
            bundle.add_resource_overriding(resource.unwrap_or_else(|(sound, _)| sound));
        }
        Messages {
            language,
            bundle: Arc::new(bundle),
        }
    }

    /// Loads the messages of a language, or else of the one that the environment names.
    pub fn chosen(language: Option<Language>) -> Messages {
        let variable = |name: &str| std::env::var(name).ok();
        Messages::new(language.unwrap_or_else(|| Language::from_environment(variable)))
    }

    /// Returns the language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns a message without values.
    pub fn text(&self, key: &str) -> String {
        self.format(key, [])
    }

    /// Returns a message with its values filled in; the key if there is no such message.
    pub fn format<'a>(&self, key: &str, values: impl IntoIterator<Item = Named<'a>>) -> String {
        let message = self.bundle.get_message(key);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut named = FluentArgs::new();
        for (name, value) in values {
            named.set(name, value);
        }
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&named), &mut errors)
            .into_owned()
    }

    /// Writes a number with a fixed number of decimals.
    pub fn decimal(&self, number: f64, digits: usize) -> String {
        self.with_decimal_mark(&format!("{number:.digits$}"))
    }

    /// Replaces the point of a number by the decimal mark of the language.
    pub fn with_decimal_mark(&self, number: &str) -> String {
        number.replace('.', &self.text("decimal"))
    }

    /// Returns the reason why a move is illegal, as a clause.
    pub fn illegal(&self, reason: IllegalMove) -> String {
        self.text(match reason {
            IllegalMove::OffBoard => "illegal-off-board",
            IllegalMove::Occupied => "illegal-occupied",
            IllegalMove::Suicide | IllegalMove::NoLiberty => "illegal-suicide",
            IllegalMove::Ko => "illegal-ko",
            IllegalMove::Superko => "illegal-superko",
            IllegalMove::Forbidden => "illegal-forbidden",
            IllegalMove::NoFlip => "illegal-no-flip",
            IllegalMove::Pass => "illegal-no-pass",
            IllegalMove::WrongSide => "illegal-wrong-side",
            IllegalMove::GameOver => "illegal-game-over",
        })
    }

    /// Returns the reason why a file cannot be written, as a clause. Errors that no message describes keep the
    /// system's words.
    pub fn file_error(&self, error: &FileError) -> String {
        let kind = match error {
            FileError::Io(error) => error.kind(),
            FileError::Irregular | FileError::Unread => return self.text("file-irregular"),
            FileError::ReadOnly => return self.text("file-protected"),
            FileError::Busy => return self.text("file-busy"),
            _ => return error.to_string(),
        };
        match kind {
            io::ErrorKind::NotFound => self.text("file-not-found"),
            io::ErrorKind::PermissionDenied => self.text("file-permission-denied"),
            io::ErrorKind::IsADirectory => self.text("file-is-folder"),
            io::ErrorKind::StorageFull => self.text("file-disk-full"),
            io::ErrorKind::ReadOnlyFilesystem => self.text("file-read-only"),
            _ => error.to_string(),
        }
    }

    /// Whether an answer is among the words of the message `key`, in any case.
    pub fn is_among(&self, answer: &str, key: &str) -> bool {
        let answer = answer.to_lowercase();
        self.text(key).split(' ').any(|word| word == answer)
    }
}

impl Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Messages").field(&self.language).finish()
    }
}

/// Returns the value that selects the words for a side.
pub fn side<'a>(color: Color) -> Named<'a> {
    let name = match color {
        Color::Black => "b",
        Color::White => "w",
    };
    ("side", name.into())
}
