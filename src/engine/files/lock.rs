//! Lock files, for processes that read, change and write back the same file.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::read::{check_regular, nonblocking};
use super::replace::{real_path, stands_for};
use super::{FileError, LockedFile};

/// Maximum wait for a lock. Writing takes less, but a process may be suspended.
const PATIENCE: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(5);

/// A file lock, held until it is dropped.
///
/// The lock is on a separate file, `NAME.lock`, which exists only while it is held. The file itself cannot be locked:
/// replacing it puts an unlocked file in its place, it may not exist yet, and Windows would keep other processes from
/// reading it.
pub struct Lock {
    file: LockedFile,
    path: PathBuf,
}

impl Lock {
    /// Waits until this process holds the lock.
    pub fn acquire(file: &Path) -> Result<Lock, FileError> {
        Lock::within(file, PATIENCE)
    }

    fn within(file: &Path, patience: Duration) -> Result<Lock, FileError> {
        let mut path = real_path(file)?.into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        let began = Instant::now();
        loop {
            if let Some(file) = attempt(&path)? {
                return Ok(Lock { file, path });
            }
            if began.elapsed() >= patience {
                return Err(FileError::Busy);
            }
            thread::sleep(PAUSE);
        }
    }
}

/// Returns the locked file, or `None` if another process holds the lock.
fn attempt(path: &Path) -> Result<Option<LockedFile>, FileError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let file = nonblocking(&mut options).open(path)?;
    check_regular(&file.metadata()?)?;
    let file = match LockedFile::new(file) {
        Err(FileError::Busy) => return Ok(None),
        locked => locked?,
    };
    // The previous owner may have removed the name by now, and a third process may have created a new file of that
    // name.
    Ok(stands_for(path, &file).then_some(file))
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Remove the name before releasing the lock, so that no other process relies on it. Keep a file with content:
        // it is not a lock file of this program.
        if self
            .file
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn turns_do_not_overlap_and_leave_nothing() {
        let folder = Scratch::new("lock-turns");
        let path = folder.path().join("file");
        let inside = AtomicU32::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let turn = Lock::acquire(&path).unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(turn);
                    }
                });
            }
        });
        assert_eq!(folder.names(), [""; 0]);
    }

    #[test]
    fn a_turn_that_does_not_end_is_not_waited_for_without_end() {
        let folder = Scratch::new("lock-busy");
        let path = folder.path().join("file");
        let turn = Lock::acquire(&path).unwrap();
        let busy = Lock::within(&path, Duration::from_millis(20)).err();
        assert!(matches!(busy, Some(FileError::Busy)));
        drop(turn);
        Lock::acquire(&path).unwrap();
    }

    /// A killed process leaves the name behind, but the system releases its lock.
    #[test]
    fn a_name_left_over_is_taken_and_a_file_of_somebody_is_kept() {
        let folder = Scratch::new("lock-left");
        let path = folder.path().join("file");
        fs::write(folder.path().join("file.lock"), "").unwrap();
        drop(Lock::acquire(&path).unwrap());
        assert_eq!(folder.names(), [""; 0]);
        fs::write(folder.path().join("file.lock"), "a letter").unwrap();
        drop(Lock::acquire(&path).unwrap());
        assert_eq!(folder.names(), ["file.lock"]);
    }
}
