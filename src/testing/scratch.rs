//! Folders for the files of tests.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of one test, gone with it.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A folder; `name` is that of the test, as good as.
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        // Left over from a process of the same id that was killed, or not there.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What lies in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// Makes a named pipe.
    #[cfg(unix)]
    pub fn fifo(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        path
    }

    /// Makes a socket.
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
