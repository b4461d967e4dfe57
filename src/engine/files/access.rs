//! Access control for file names that clients send.

use std::fmt::{self, Display};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::replace::real_path;
use super::{FileError, read, write};
use crate::files::printable;

/// Value of `--files` that allows no files at all.
const NONE: &str = "none";

/// The files that protocol commands may name. Files on the command line are not restricted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// All files that the system allows.
    #[default]
    Anywhere,
    /// Files in this folder, a path without links, and its subfolders.
    Within(PathBuf),
    /// No files at all.
    Nowhere,
}

impl Access {
    /// Parses the value of `--files`: a folder, or `none`. A folder of that name is written `./none`.
    pub fn from_argument(argument: &Path) -> io::Result<Access> {
        if argument == Path::new(NONE) {
            return Ok(Access::Nowhere);
        }
        let folder = fs::canonicalize(argument)?;
        // Fails if it is a file, or a folder that cannot be listed.
        fs::read_dir(&folder)?;
        Ok(Access::Within(folder))
    }

    /// Whether any file may be named.
    pub fn allows_files(&self) -> bool {
        *self != Access::Nowhere
    }

    /// Returns the file of this name, which is resolved on use.
    pub fn named(&self, name: impl Into<PathBuf>) -> Named {
        Named {
            name: name.into(),
            access: self.clone(),
        }
    }
}

/// A file named by a client, displayed by that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: PathBuf,
    access: Access,
}

impl Named {
    /// Whether the file exists and may be named.
    pub fn exists(&self) -> bool {
        self.path().is_ok_and(|path| path.exists())
    }

    /// Returns the file of another name in the same folder, under the same rules.
    pub fn sibling(&self, file_name: &str) -> Named {
        self.access.named(self.name.with_file_name(file_name))
    }

    /// Reads the file like [`read()`]. Also fails if it must not be named.
    pub fn read(&self, most: u64, interrupted: &dyn Fn() -> bool) -> Result<Vec<u8>, FileError> {
        read(&self.path()?, most, interrupted)
    }

    /// Writes the file like [`write()`]. Also fails if it must not be named.
    pub fn write(&self, bytes: &[u8]) -> Result<(), FileError> {
        write(&self.path()?, bytes)
    }

    /// Resolves the path of the file, which need not exist. Callers then use this path instead of the name, so that
    /// they stay inside the folder even if a link changes. Fails if the file must not be named or its folder does not
    /// exist.
    pub fn path(&self) -> Result<PathBuf, FileError> {
        let folder = match &self.access {
            Access::Anywhere => return Ok(self.name.clone()),
            Access::Nowhere => return Err(FileError::Forbidden),
            Access::Within(folder) => folder,
        };
        // An absolute name remains absolute.
        let path = folder.join(&self.name);
        match real_path(&path) {
            Ok(real) if real.starts_with(folder) => Ok(real),
            Ok(_) => Err(FileError::Outside),
            // Do not reveal whether a file outside the folder exists.
            Err(_) if !leads_into(&path, folder) => Err(FileError::Outside),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether the existing part of the path ends inside the folder.
fn leads_into(path: &Path, folder: &Path) -> bool {
    let known = path
        .ancestors()
        .find_map(|path| fs::canonicalize(path).ok());
    known.is_some_and(|known| known.starts_with(folder))
}

impl Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::scratch::Scratch;

    /// Creates `allowed` with a file and a folder in it, and `secret` next to it.
    fn folders(name: &str) -> (Scratch, Access) {
        let folder = Scratch::new(name);
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("allowed/sub")).unwrap();
        fs::write(at("allowed/file"), "inside").unwrap();
        fs::write(at("secret"), "outside").unwrap();
        let access = Access::from_argument(&at("allowed")).unwrap();
        (folder, access)
    }

    fn text(file: &Named) -> Result<String, String> {
        let bytes = file.read(100, &|| false);
        bytes
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .map_err(|error| error.to_string())
    }

    const OUTSIDE: &str = "outside the folder given by --files";

    #[test]
    fn names_are_taken_from_the_folder_and_stay_in_it() {
        let (folder, access) = folders("access-names");
        let inside = folder.path().join("allowed/file");
        for name in [Path::new("file"), Path::new("sub/../file"), &inside] {
            assert_eq!(
                text(&access.named(name)),
                Ok("inside".to_owned()),
                "{name:?}"
            );
        }
        let secret = folder.path().join("secret");
        for name in [
            Path::new("../secret"),
            Path::new("sub/../../secret"),
            &secret,
            // Files outside get the same error whether they exist or not.
            Path::new("../nothing"),
            Path::new("/no/such/file"),
        ] {
            let file = access.named(name);
            assert_eq!(text(&file), Err(OUTSIDE.to_owned()), "{name:?}");
            let written = file.write(b"changed").unwrap_err();
            assert!(matches!(written, FileError::Outside), "{name:?}: {written}");
        }
        assert_eq!(fs::read(&secret).unwrap(), b"outside");
        assert!(!folder.path().join("nothing").exists());
        assert!(
            access
                .named("none")
                .read(9, &|| false)
                .unwrap_err()
                .is_missing()
        );
    }

    #[test]
    fn new_files_are_written_inside() {
        let (folder, access) = folders("access-new");
        for name in ["new", "sub/new", "./sub/../other"] {
            access.named(name).write(b"text").unwrap();
        }
        for path in ["allowed/new", "allowed/sub/new", "allowed/other"] {
            assert_eq!(fs::read(folder.path().join(path)).unwrap(), b"text");
        }
        let nowhere = access.named("no/such/folder").write(b"text");
        assert!(nowhere.unwrap_err().is_missing());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_may_not_lead_out() {
        use std::os::unix::fs::symlink;
        let (folder, access) = folders("access-links");
        let at = |name: &str| folder.path().join(name);
        symlink(at("secret"), at("allowed/out")).unwrap();
        symlink(at("fresh"), at("allowed/dangling")).unwrap();
        symlink(at(""), at("allowed/up")).unwrap();
        symlink("file", at("allowed/in")).unwrap();
        for name in ["out", "dangling", "up/secret", "up/fresh", "up/no/such"] {
            let file = access.named(name);
            assert_eq!(text(&file), Err(OUTSIDE.to_owned()), "{name}");
            let written = file.write(b"changed").unwrap_err();
            assert!(matches!(written, FileError::Outside), "{name}: {written}");
        }
        assert_eq!(fs::read(at("secret")).unwrap(), b"outside");
        assert!(!at("fresh").exists());
        assert_eq!(text(&access.named("in")), Ok("inside".to_owned()));
    }

    #[test]
    fn what_files_takes() {
        let (folder, access) = folders("access-argument");
        let path = folder.path().join("allowed");
        assert_eq!(access, Access::Within(fs::canonicalize(&path).unwrap()));
        assert_eq!(
            Access::from_argument(Path::new("none")).unwrap(),
            Access::Nowhere
        );
        assert!(Access::from_argument(&path.join("file")).is_err());
        assert!(Access::from_argument(&path.join("missing")).is_err());
        let forbidden = Access::Nowhere.named("file");
        assert_eq!(
            text(&forbidden),
            Err("--files none allows no files".to_owned())
        );
        assert!(matches!(forbidden.write(b""), Err(FileError::Forbidden)));
        let anywhere = Access::Anywhere.named(path.join("file"));
        assert!(anywhere.exists() && text(&anywhere).is_ok());
    }
}
