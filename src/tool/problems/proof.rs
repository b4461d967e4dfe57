//! Proofs of problems as files of a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::problem::Problem;
use tengen_engine::files;
use tengen_engine::files::printable;

/// Maximum size in bytes of a file that is compared with a proof.
const MAX_BYTES: u64 = 1 << 28;

/// A proof of the solution of a problem, or of the failure of another move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The file name after the key of the problem.
    pub suffix: String,
    /// The content of the file.
    pub text: String,
}

/// Creates a folder for proofs if it is missing.
pub fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| printable(folder))
}

/// Writes the proofs of a problem. A file with the same content stays. Fails before anything is written if a file
/// has other content.
pub fn write(folder: &Path, problem: &Problem) -> Result<()> {
    let mut missing = Vec::new();
    for proof in &problem.proofs {
        let path = folder.join(format!("{}{}", problem.key, proof.suffix));
        match files::read(&path, MAX_BYTES, &|| false) {
            Ok(there) => ensure!(
                there == proof.text.as_bytes(),
                "{} has other content and is left unchanged",
                printable(&path)
            ),
            Err(error) if error.is_missing() => missing.push((path, proof)),
            Err(error) => return Err(error).with_context(|| printable(&path)),
        }
    }
    for (path, proof) in missing {
        files::write(&path, proof.text.as_bytes()).with_context(|| printable(&path))?;
    }
    Ok(())
}
