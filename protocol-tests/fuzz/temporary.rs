//! A folder for the files of one process: conversations may read and write there and nowhere else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use crate::corpus;

static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The folder, with the records of the corpus and a folder of its own in it.
pub fn folder() -> PathBuf {
    let mut folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    folder.get_or_insert_with(make).clone()
}

/// Removes it, until somebody wants it again.
pub fn remove() {
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(folder) = folder {
        fs::remove_dir_all(folder).expect("temporary files that can be removed");
    }
}

fn make() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", process::id()));
    fs::create_dir_all(folder.join("folder")).expect("a folder for temporary files");
    for name in ["sgf", "ggf"] {
        for (at, (_, bytes)) in corpus::files(name).iter().enumerate() {
            fs::write(folder.join(format!("{at}.{name}")), bytes).expect("a temporary file");
        }
    }
    folder
}
