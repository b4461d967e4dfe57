//! The file to write, and what is there already.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::mark::{FoundMark, Mark};
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};
use tengen_play::formats;
use tengen_records::sgf::decode;

/// The most bytes of a file.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file.
///
/// # Errors
///
/// It cannot be read, or is larger than any file of games.
pub fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    files::read(path, MAX_BYTES, &|| false)
}

/// Returns the name of the format of a file that is not SGF; `None` also for a file that is no record.
pub fn format_of(path: &Path) -> Option<&'static str> {
    let bytes = read_file(path).ok()?;
    let (_, format) = formats::recognize(&bytes, None).ok()?;
    format.map(|format| format.name)
}

/// The place of an annotated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPlace {
    /// The original.
    pub original: PathBuf,
    /// The annotated file.
    pub path: PathBuf,
    /// Whether the annotated file replaces the original.
    is_in_place: bool,
}

/// What is in the place of an annotated file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The file as it would be written.
    Complete,
    /// Nothing, or something that may be replaced.
    Replaceable,
    /// Nothing is to be written, as the original is an annotated file: a pattern of names matches those of an earlier run
    /// too.
    Annotation,
}

impl OutputPlace {
    /// Returns the place of the annotated file: in the folder `out`, that of the original itself, or beside it.
    ///
    /// # Errors
    ///
    /// The name is no file's, or the original would be replaced without having been asked for.
    pub fn of(original: &Path, out: Option<&Path>, is_in_place: bool) -> Result<OutputPlace> {
        let name = original.file_name();
        let name = name.with_context(|| format!("{}: no name of a file", printable(original)))?;
        let path = match out {
            _ if is_in_place => original.to_owned(),
            Some(folder) => folder.join(name),
            None => {
                let extension = original.extension().unwrap_or("sgf".as_ref());
                let mut extended = std::ffi::OsString::from("annotated.");
                extended.push(extension);
                original.with_extension(extended)
            }
        };
        let is_original = same_file::is_same_file(original, &path).unwrap_or(false);
        ensure!(
            is_in_place || !is_original,
            "{}: would replace the original; --in-place allows that",
            printable(&path)
        );
        Ok(OutputPlace {
            original: original.to_owned(),
            path,
            is_in_place,
        })
    }

    /// Returns the place of the annotated file of an original in another format than SGF: its name ends in `.sgf`.
    ///
    /// # Errors
    ///
    /// Fails as [`OutputPlace::of`] does.
    pub fn of_other(original: &Path, out: Option<&Path>) -> Result<OutputPlace> {
        let place = OutputPlace::of(original, out, false)?;
        let path = place.path.with_extension("sgf");
        let is_original = same_file::is_same_file(original, &path).unwrap_or(false);
        ensure!(
            !is_original,
            "{}: would replace the original",
            printable(&path)
        );
        Ok(OutputPlace { path, ..place })
    }

    /// Returns the file that holds what is known as long as the annotated file is not finished.
    pub fn journal(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(".part");
        path.into()
    }

    /// Checks that the file can be written there, which searching comes before.
    ///
    /// # Errors
    ///
    /// It is read-only, no regular file, or in a folder that cannot be written.
    pub fn check_writable(&self) -> Result<()> {
        files::check_writable(&self.path).map_err(|error| self.named(error))
    }

    /// Writes the annotated file.
    ///
    /// # Errors
    ///
    /// As [`files::write`].
    pub fn write(&self, text: &str) -> Result<()> {
        files::write(&self.path, text.as_bytes()).map_err(|error| self.named(error))
    }

    /// Adds the name of the annotated file to an error that tells that of the original.
    fn named(&self, error: FileError) -> anyhow::Error {
        match self.is_in_place {
            true => error.into(),
            false => anyhow::Error::from(error).context(printable(&self.path)),
        }
    }

    /// Looks at what is in the place.
    ///
    /// # Errors
    ///
    /// There is a file that the program did not write, or that was changed since.
    pub fn look(&self, mark: &Mark, original: &str) -> Result<Existing> {
        if self.is_in_place {
            let found = FoundMark::of(original);
            let is_complete =
                found.is_some_and(|found| found.is_untouched && found.has_settings_of(mark));
            return Ok(match is_complete {
                true => Existing::Complete,
                false => Existing::Replaceable,
            });
        }
        if FoundMark::of(original).is_some() {
            return Ok(Existing::Annotation);
        }
        let path = printable(&self.path);
        let bytes = match read_file(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => return Ok(Existing::Replaceable),
            Err(error) => return Err(error).context(path.to_string()),
        };
        match FoundMark::of(&decode(&bytes).text) {
            None => bail!("{path} exists and is no annotated file; it is left as it is"),
            Some(found) if !found.is_untouched => {
                bail!("{path} was changed after it had been annotated; it is left as it is")
            }
            Some(found) if found.is(mark) => Ok(Existing::Complete),
            Some(_) => Ok(Existing::Replaceable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_originals() {
        let path = |original: &str, out: Option<&str>, is_in_place| {
            let place = OutputPlace::of(original.as_ref(), out.map(Path::new), is_in_place);
            place.unwrap().path.to_str().unwrap().replace('\\', "/")
        };
        assert_eq!(path("a/b.c.sgf", None, false), "a/b.c.annotated.sgf");
        assert_eq!(path("a/b", None, false), "a/b.annotated.sgf");
        assert_eq!(path("a/b.sgf", Some("out"), false), "out/b.sgf");
        assert_eq!(path("a/b.sgf", None, true), "a/b.sgf");
        assert!(OutputPlace::of("..".as_ref(), None, false).is_err());
    }
}
