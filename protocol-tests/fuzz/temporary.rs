//! A folder for the files of one process: conversations may read and write only there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use crate::corpus;

static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Returns the folder, which holds the records of the corpus and an empty folder. Creates it if necessary.
pub fn folder() -> PathBuf {
    let mut folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    folder.get_or_insert_with(make).clone()
}

/// Removes the folder; [`folder`] creates it again.
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
