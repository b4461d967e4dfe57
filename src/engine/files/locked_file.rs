//! Open files that are locked against other processes.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};

use super::FileError;

/// An open file, locked until it is dropped.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file. Fails with [`FileError::Busy`] if it is locked already. Where the system has no locks, as on some
    /// network drives, the file stays unlocked: a single process must still be able to write there.
    pub fn new(file: File) -> Result<LockedFile, FileError> {
        match file.try_lock() {
            Ok(()) => Ok(LockedFile(file)),
            Err(TryLockError::WouldBlock) => Err(FileError::Busy),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                log::warn!("a file without a lock: {error}");
                Ok(LockedFile(file))
            }
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process holds a copy of it, with its lock, until it runs its program.
        let _ = self.0.unlock();
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn a_lock_ends_with_its_owner_even_if_a_copy_of_the_file_is_open() {
        let folder = Scratch::new("locked-file");
        let path = folder.path().join("file");
        let open = || {
            File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .unwrap()
        };
        let owner = LockedFile::new(open()).unwrap();
        // As a child process has it.
        let copy = owner.try_clone().unwrap();
        assert!(matches!(LockedFile::new(open()), Err(FileError::Busy)));
        drop(owner);
        LockedFile::new(open()).unwrap();
        drop(copy);
    }
}
