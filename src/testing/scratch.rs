//! Temporary folders for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty temporary folder for one test, removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates a folder; `name` should be the name of the test.
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        // The folder may be left over from a killed process with the same id.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Names of the entries in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// Creates a named pipe with this name and returns its path.
    #[cfg(unix)]
    pub fn fifo(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        path
    }

    /// Creates a Unix socket with this name and returns its path.
    #[cfg(unix)]
    pub fn socket(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        std::os::unix::net::UnixListener::bind(&path).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
