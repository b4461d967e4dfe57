//! The output file, and what already exists in its place.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::mark::{FoundMark, Mark};
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};
use tengen_play::formats;
use tengen_records::sgf::decode;

/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file of at most 64 MiB.
pub fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    files::read(path, MAX_BYTES, &|| false)
}

/// Returns the name of a file's format. `None` for SGF and for a file that isn't a game record.
pub fn format_of(path: &Path) -> Option<&'static str> {
    let bytes = read_file(path).ok()?;
    let (_, format) = formats::recognize(&bytes, None).ok()?;
    format.map(|format| format.name)
}

/// Where an annotated file goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPlace {
    /// Path of the original file.
    pub original: PathBuf,
    /// Path of the annotated file.
    pub path: PathBuf,
    /// Whether the annotated file replaces the original.
    is_in_place: bool,
}

/// The current content of an annotated file's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The finished file, with the same origin.
    Complete,
    /// Nothing, or a file that may be replaced.
    Replaceable,
    /// The original is an annotated file itself, so nothing is written. File name patterns also match the output of an
    /// earlier run.
    Annotation,
}

impl OutputPlace {
    /// Returns the place of an annotated file: in the folder `out`, at the original itself, or next to it. Fails if the
    /// original would be replaced without being asked to.
    pub fn new(original: &Path, out: Option<&Path>, is_in_place: bool) -> Result<OutputPlace> {
        let name = original.file_name();
        let name = name.with_context(|| format!("{}: not a file name", printable(original)))?;
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

    /// Returns the place of the annotated file for an original in a format other than SGF. Its name ends in `.sgf`.
    pub fn of_other(original: &Path, out: Option<&Path>) -> Result<OutputPlace> {
        let place = OutputPlace::new(original, out, false)?;
        let path = place.path.with_extension("sgf");
        let is_original = same_file::is_same_file(original, &path).unwrap_or(false);
        ensure!(
            !is_original,
            "{}: would replace the original",
            printable(&path)
        );
        Ok(OutputPlace { path, ..place })
    }

    /// Returns the path of the journal, which keeps the results until the annotated file is finished.
    pub fn journal(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(".part");
        path.into()
    }

    /// Checks before the searches that the file can be written. Fails if it is read-only, isn't a regular file, or is
    /// in an unwritable folder.
    pub fn check_writable(&self) -> Result<()> {
        files::check_writable(&self.path).map_err(|error| self.named(error))
    }

    /// Writes the annotated file, as [`files::write`] does.
    pub fn write(&self, text: &str) -> Result<()> {
        files::write(&self.path, text.as_bytes()).map_err(|error| self.named(error))
    }

    /// Adds the name of the annotated file to an error, as the caller names only the original.
    fn named(&self, error: FileError) -> anyhow::Error {
        match self.is_in_place {
            true => error.into(),
            false => anyhow::Error::from(error).context(printable(&self.path)),
        }
    }

    /// Checks what exists in the place. Fails if there is a file that the program did not write or that has changed
    /// since.
    pub fn look(&self, mark: &Mark, original: &str) -> Result<Existing> {
        if self.is_in_place {
            let found = FoundMark::parse(original);
            let is_complete =
                found.is_some_and(|found| found.is_untouched && found.has_settings_of(mark));
            return Ok(match is_complete {
                true => Existing::Complete,
                false => Existing::Replaceable,
            });
        }
        if FoundMark::parse(original).is_some() {
            return Ok(Existing::Annotation);
        }
        let path = printable(&self.path);
        let bytes = match read_file(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => return Ok(Existing::Replaceable),
            Err(error) => return Err(error).context(path.to_string()),
        };
        match FoundMark::parse(&decode(&bytes).text) {
            None => bail!("{path} exists and is not an annotated file; it is left unchanged"),
            Some(found) if !found.is_untouched => {
                bail!("{path} was changed after it was annotated; it is left unchanged")
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
            let place = OutputPlace::new(original.as_ref(), out.map(Path::new), is_in_place);
            place.unwrap().path.to_str().unwrap().replace('\\', "/")
        };
        assert_eq!(path("a/b.c.sgf", None, false), "a/b.c.annotated.sgf");
        assert_eq!(path("a/b", None, false), "a/b.annotated.sgf");
        assert_eq!(path("a/b.sgf", Some("out"), false), "out/b.sgf");
        assert_eq!(path("a/b.sgf", None, true), "a/b.sgf");
        assert!(OutputPlace::new("..".as_ref(), None, false).is_err());
    }
}
